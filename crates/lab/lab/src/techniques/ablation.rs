//! Every switch changed alone: the effect of a technique on the nodes of a search of fixed depth.

use zenpuku_params::{Params, Row, switches};
use zenpuku_report::plot::{BarSeries, BarValue, bar_chart};
use zenpuku_report::{Cell, Chart, Table};
use zenpuku_shogi_engine::SearchLimits;

use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::Plot;
use crate::measure::{
    FUTILITY_GROUP, Measurer, Run, TestPosition, forms, percent, profile, switched,
};

/// A technique: a switch of the parameter table, or several that belong together.
#[derive(Clone, Debug)]
pub(crate) struct Technique {
    /// The switch's name, or the name of a group of switches.
    pub(crate) name: String,
    /// Its heading in the parameter table.
    pub(crate) group: &'static str,
    /// Its effect.
    pub(crate) doc: &'static str,
    /// Its citation.
    pub(crate) source: &'static str,
    /// The switches.
    pub(crate) rows: Vec<&'static Row>,
    /// Their raw values with the technique.
    full: Vec<i32>,
}

impl Technique {
    fn of_switch(row: &'static Row) -> Technique {
        Technique {
            name: row.name.to_owned(),
            group: row.group,
            doc: row.doc,
            source: row.source,
            rows: vec![row],
            full: vec![1],
        }
    }

    /// Are its switches as the technique has them?
    pub(crate) fn is_on(&self, params: &Params) -> bool {
        self.rows.iter().zip(&self.full).all(|(row, full)| row.raw(params) == *full)
    }

    /// The values without the technique.
    pub(crate) fn without(&self, params: &Params) -> Params {
        switched(params, &self.rows, false)
    }

    /// The values with it.
    pub(crate) fn with(&self, params: &Params) -> Params {
        let mut changed = *params;
        for (row, full) in self.rows.iter().zip(&self.full) {
            row.set_raw_clamped(&mut changed, *full);
        }
        changed
    }
}

/// Every technique, in the order of the parameter table; the forms of the paper's futility pruning also together.
pub(crate) fn techniques() -> Result<Vec<Technique>, LabError> {
    let mut all: Vec<Technique> = switches().map(Technique::of_switch).collect();
    let (forms, paper) = (forms(), profile("bonanza2006")?);
    let last = all.iter().rposition(|one| one.group == FUTILITY_GROUP);
    if let (Some(last), true) = (last, forms.len() > 1) {
        let together = Technique {
            name: "futility pruning, all forms".to_owned(),
            group: FUTILITY_GROUP,
            doc: "The switches of this heading as the paper's program has them, against all of them off.",
            source: "[bonanza2006]",
            full: forms.iter().map(|row| row.raw(&paper)).collect(),
            rows: forms,
        };
        all.insert(last + 1, together);
    }
    Ok(all)
}

/// What techniques are taken from or added to.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// Its name in tables.
    pub(crate) name: &'static str,
    /// Its values.
    pub(crate) params: Params,
    /// Depth of the searches, in plies.
    pub(crate) depth: u32,
}

/// The name of the base to which one technique at a time is added.
pub(crate) const PLAIN: &str = "plain";

/// A profile as a base: all of its techniques but one.
pub(crate) fn profile_base(name: &'static str, depth: u32) -> Result<Base, LabError> {
    Ok(Base { name, params: profile(name)?, depth })
}

/// Alpha-beta with only a quiescence search of captures that do not lose material.
pub(crate) fn plain_base(depth: u32) -> Result<Base, LabError> {
    let mut params = profile("plain")?;
    params.quiescence = true;
    params.quiescence_see_pruning = true;
    Ok(Base { name: PLAIN, params, depth })
}

/// The runs of all positions with and without one technique.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// Is the technique part of the base?
    pub(crate) on: bool,
    with: Vec<Run>,
    without: Vec<Run>,
}

impl Effect {
    fn ended(&self) -> impl Iterator<Item = (&Run, &Run)> {
        let pairs = self.with.iter().zip(&self.without);
        pairs.filter(|(with, without)| with.ended && without.ended)
    }

    /// Positions on which both searches ended, and their nodes with and without.
    pub(crate) fn nodes(&self) -> (usize, u64, u64) {
        self.ended().fold((0, 0, 0), |(count, with, without), (a, b)| {
            (count + 1, with + a.nodes, without + b.nodes)
        })
    }

    /// Nodes without the technique as a multiple of those with it; `None` if no search ended.
    pub(crate) fn ratio(&self) -> Option<f64> {
        let (count, with, without) = self.nodes();
        (count > 0).then(|| without as f64 / with.max(1) as f64)
    }

    fn seconds(&self) -> [f64; 2] {
        self.ended()
            .fold([0.0, 0.0], |[with, without], (a, b)| [with + a.seconds, without + b.seconds])
    }

    fn same_move(&self) -> f64 {
        let same = self.ended().filter(|(with, without)| with.best == without.best).count();
        same as f64 / self.ended().count() as f64
    }
}

/// Units of work of [`ablate`].
pub(crate) fn units(techniques: &[Technique]) -> u64 {
    1 + techniques.len() as u64
}

/// Searches all places with every technique of `techniques` turned alone; at most `cap` nodes a search.
pub(crate) fn ablate(
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    base: &Base,
    techniques: &[Technique],
    places: &[TestPosition],
    cap: u64,
) -> Result<Vec<Effect>, LabError> {
    let limits = SearchLimits { nodes: Some(cap), ..SearchLimits::depth(base.depth) };
    let mut all = |name: &str, params: &Params| {
        session.unit(&format!("{}: {name}", base.name), || {
            places.iter().map(|place| measurer.search(params, &place.position, &limits)).collect()
        })
    };
    let unchanged: Vec<Run> = all("as it is", &base.params)?;
    let mut effects = Vec::new();
    for technique in techniques {
        let on = technique.is_on(&base.params);
        let (sign, params) = if on {
            ("without", technique.without(&base.params))
        } else {
            ("with", technique.with(&base.params))
        };
        let changed = all(&format!("{sign} {}", technique.name), &params)?;
        let base = unchanged.clone();
        let (with, without) = if on { (base, changed) } else { (changed, base) };
        effects.push(Effect { on, with, without });
    }
    Ok(effects)
}

/// Nodes with and without each technique, those of the base first.
pub(crate) fn nodes_table(
    title: String,
    techniques: &[Technique],
    effects: &[Effect],
) -> Result<Table, LabError> {
    let columns = [
        "technique",
        "in the base",
        "ended",
        "nodes with",
        "nodes without",
        "without / with",
        "same move %",
    ];
    let mut table = Table::new(title, columns);
    for (technique, effect) in base_first(techniques, effects) {
        let (count, with, without) = effect.nodes();
        table.push(vec![
            technique.name.as_str().into(),
            on_or_off(effect.on).into(),
            format!("{count}/{}", effect.with.len()).into(),
            with.into(),
            without.into(),
            ratio_cell(effect),
            percent(effect.same_move()),
        ])?;
    }
    Ok(table)
}

/// Seconds with and without each technique, those of the base first.
pub(crate) fn seconds_table(
    title: String,
    techniques: &[Technique],
    effects: &[Effect],
) -> Result<Table, LabError> {
    let mut table = Table::new(title, ["technique", "with", "without", "without / with"]);
    for (technique, effect) in base_first(techniques, effects) {
        let [with, without] = effect.seconds();
        table.push(vec![
            technique.name.as_str().into(),
            Cell::fixed(with, 2),
            Cell::fixed(without, 2),
            Cell::fixed(without / with, 2),
        ])?;
    }
    Ok(table)
}

fn base_first<'a>(
    techniques: &'a [Technique],
    effects: &'a [Effect],
) -> impl Iterator<Item = (&'a Technique, &'a Effect)> {
    let of = move |on| {
        let pairs = techniques.iter().zip(effects);
        pairs.filter(move |(_, effect)| effect.on == on)
    };
    of(true).chain(of(false))
}

/// `on` or `off`.
pub(crate) fn on_or_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// [`Effect::ratio`] with two decimals.
pub(crate) fn ratio_cell(effect: &Effect) -> Cell {
    effect.ratio().map_or(Cell::Absent, |ratio| Cell::fixed(ratio, 2))
}

/// Bars of the techniques with the greatest effect.
const BARS: usize = 10;

/// The techniques that change the nodes most, as nodes without over nodes with; `None` if none does.
pub(crate) fn plot(
    name: &str,
    title: &str,
    techniques: &[Technique],
    effects: &[Effect],
) -> Result<Option<Plot>, LabError> {
    let pairs = techniques.iter().zip(effects);
    let mut bars: Vec<(&Technique, f64)> = pairs
        .filter_map(|(technique, effect)| Some((technique, effect.ratio()?)))
        .filter(|(_, ratio)| *ratio > 0.0 && *ratio != 1.0)
        .collect();
    let strength = |ratio: f64| ratio.ln().abs();
    bars.sort_by(|a, b| strength(b.1).total_cmp(&strength(a.1)));
    bars.truncate(BARS);
    bars.sort_by(|a, b| b.1.total_cmp(&a.1));
    if bars.is_empty() {
        return Ok(None);
    }
    let groups: Vec<String> = bars.iter().map(|(technique, _)| technique.name.clone()).collect();
    let bars = bars.iter().map(|(_, ratio)| BarValue::exact(*ratio)).collect();
    let mut chart = Chart::new(title, "technique", "nodes without / nodes with").with_log_y();
    chart.size = (1800, 500);
    let series = [BarSeries { name: "nodes without / nodes with".to_owned(), bars }];
    Ok(Some(Plot { name: name.to_owned(), svg: bar_chart(&chart, &groups, &series)? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::game_positions;
    use crate::{RunOptions, measure};

    #[test]
    fn every_switch_is_a_technique_once() {
        let techniques = techniques().unwrap();
        for row in switches() {
            let alone = |one: &&Technique| one.rows.len() == 1 && one.rows[0].name == row.name;
            assert_eq!(techniques.iter().filter(alone).count(), 1, "{}", row.name);
        }
    }

    #[test]
    fn a_technique_is_turned_alone() {
        let params = profile("bonanza2006").unwrap();
        for technique in techniques().unwrap() {
            let (with, without) = (technique.with(&params), technique.without(&params));
            assert!(technique.is_on(&with) && !technique.is_on(&without), "{}", technique.name);
            let names: Vec<_> = with.changes_from(&without).map(|(row, _)| row.name).collect();
            assert!(names.iter().all(|name| technique.rows.iter().any(|row| row.name == *name)));
            assert!(with == params || without == params, "{}", technique.name);
        }
    }

    #[test]
    fn the_table_counts_what_ended() {
        let places = measure::spread(&game_positions().unwrap(), 1);
        let mut measurer = Measurer::new(&RunOptions::default(), 1);
        let base = profile_base("bonanza2006", 3).unwrap();
        let rows: Vec<_> =
            techniques().unwrap().into_iter().filter(|one| one.name == "NullMovePruning").collect();
        let mut session = Session::silent();
        let effects =
            ablate(&mut session, &mut measurer, &base, &rows, &places, 1_000_000).unwrap();
        assert_eq!(effects.len(), 1);
        assert!(effects[0].on && effects[0].nodes().0 == 3);
        let capped = ablate(&mut session, &mut measurer, &base, &rows, &places, 10).unwrap();
        assert_eq!((capped[0].nodes(), capped[0].ratio()), ((0, 0, 0), None));
        assert_eq!(nodes_table("t".into(), &rows, &capped).unwrap().rows().len(), 1);
        assert!(plot("p", "p", &rows, &capped).unwrap().is_none());
    }
}
