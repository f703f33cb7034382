//! Two settings side by side over many positions.

use zenpuku_params::Params;
use zenpuku_report::plot::{BarSeries, BarValue, bar_chart};
use zenpuku_report::{Cell, Chart, Legend, Table};
use zenpuku_shogi_engine::SearchLimits;

use super::{Measurer, Phase, Run, TestPosition};
use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::Plot;
use crate::statistics::{Interval, bootstrap, mean_ratio, rate, ratio};

/// The runs of a position without and with the compared technique.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    place: TestPosition,
    without: Run,
    with: Run,
}

impl Pair {
    fn ended(&self) -> bool {
        self.without.ended && self.with.ended
    }

    /// The share of nodes saved; 1: all.
    fn nodes_saved(&self) -> f64 {
        1.0 - self.with.nodes as f64 / self.without.nodes.max(1) as f64
    }

    fn same_move(&self) -> bool {
        self.without.best == self.with.best
    }
}

/// Two settings compared.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    pairs: Vec<Pair>,
}

/// The limits of a search, by the position's phase.
type Limits<'a> = &'a dyn Fn(Phase) -> SearchLimits;

/// A setting with its name in keys and tables.
pub(crate) type Named<'a> = (&'a str, &'a Params);

/// Searches every position with both settings.
pub(crate) fn compare(
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    (without, with): (Named<'_>, Named<'_>),
    places: &[TestPosition],
    limits: Limits<'_>,
) -> Result<Comparison, LabError> {
    let mut pairs = Vec::new();
    for place in places {
        let without = search(session, measurer, without, place, limits)?;
        let with = search(session, measurer, with, place, limits)?;
        pairs.push(Pair { place: place.clone(), without, with });
    }
    Ok(Comparison { pairs })
}

fn search(
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    (name, params): Named<'_>,
    place: &TestPosition,
    limits: Limits<'_>,
) -> Result<Run, LabError> {
    let key = format!("{}: {name}", place.name);
    session.unit(&key, || measurer.search(params, &place.position, &limits(place.phase)))
}

/// The interval of a saved share, in percent, from that of the remaining share.
fn saved_interval(pairs: &[(f64, f64)], left: fn(&[(f64, f64)]) -> f64) -> Cell {
    bootstrap(pairs, left).map_or(Cell::Absent, |left| {
        percents(Interval { low: 1.0 - left.high, high: 1.0 - left.low })
    })
}

/// An interval of shares in percent.
pub(crate) fn percents(share: Interval) -> Cell {
    Interval { low: 100.0 * share.low, high: 100.0 * share.high }.to_string().into()
}

/// A share as percent with one decimal.
pub(crate) fn percent(share: f64) -> Cell {
    Cell::fixed(100.0 * share, 1)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count)
}

impl Comparison {
    /// Some of the positions again, with another setting in place of the second.
    pub(crate) fn other_with(
        &self,
        session: &mut Session<'_>,
        measurer: &mut Measurer,
        with: Named<'_>,
        places: &[TestPosition],
        limits: Limits<'_>,
    ) -> Result<Comparison, LabError> {
        let mut pairs = Vec::new();
        for pair in self.at(places) {
            let with = search(session, measurer, with, &pair.place, limits)?;
            pairs.push(Pair { with, ..pair.clone() });
        }
        Ok(Comparison { pairs })
    }

    fn at<'a>(&'a self, places: &'a [TestPosition]) -> impl Iterator<Item = &'a Pair> {
        let wanted = |pair: &&Pair| places.iter().any(|place| place.name == pair.place.name);
        self.pairs.iter().filter(wanted)
    }

    /// The pairs of a phase that both ended.
    fn of(&self, phase: Phase) -> impl Iterator<Item = &Pair> + Clone {
        self.pairs.iter().filter(move |pair| pair.place.phase == phase && pair.ended())
    }

    /// The phases there are, with the number of their positions.
    fn phases(&self) -> impl Iterator<Item = (Phase, usize)> + '_ {
        let count = |phase| self.pairs.iter().filter(|pair| pair.place.phase == phase).count();
        Phase::ALL.into_iter().map(move |phase| (phase, count(phase))).filter(|(_, n)| *n > 0)
    }

    /// The columns of [`Comparison::nodes_rows`].
    pub(crate) const NODES: [&'static str; 15] = [
        "reading",
        "phase",
        "depth",
        "positions",
        "ended",
        "nodes without",
        "nodes with",
        "saved, mean %",
        "mean, 95 %",
        "saved of the sum %",
        "sum, 95 %",
        "paper %",
        "same move %",
        "same move, 95 %",
        "same value %",
    ];

    /// Savings by phase, in nodes, at these depths, next to the paper's percentage.
    pub(crate) fn nodes_rows(
        &self,
        table: &mut Table,
        reading: &str,
        depth: impl Fn(Phase) -> u32,
        paper: impl Fn(Phase) -> Option<u32>,
    ) -> Result<(), LabError> {
        for (phase, count) in self.phases() {
            let nodes = self.pairs_of(phase, |run| run.nodes as f64);
            let (without, with) =
                nodes.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0, b + pair.1));
            let ended = self.of(phase);
            let same = ended.clone().filter(|pair| pair.same_move()).count();
            let share =
                |is: fn(&Pair) -> bool| mean(ended.clone().map(|p| f64::from(u8::from(is(p)))));
            let [mean, sum] =
                [mean_ratio, ratio].map(|statistic| saved_interval(&nodes, statistic));
            table.push(vec![
                reading.into(),
                phase.name().into(),
                depth(phase).into(),
                count.into(),
                nodes.len().into(),
                (without as u64).into(),
                (with as u64).into(),
                self.saved_cell(phase),
                mean,
                percent(1.0 - with / without),
                sum,
                paper(phase).into(),
                percent(share(Pair::same_move)),
                percents(rate(same as u64, nodes.len() as u64)),
                percent(share(|pair| pair.without.value == pair.with.value)),
            ])?;
        }
        Ok(())
    }

    /// The columns of [`Comparison::time_rows`].
    pub(crate) const SECONDS: [&'static str; 7] =
        ["reading", "phase", "without", "with", "saved %", "95 %", "paper %"];

    /// Savings by phase, in time, next to the paper's percentage. Only sums:
    /// the clock is too coarse for the shortest searches.
    pub(crate) fn time_rows(
        &self,
        table: &mut Table,
        reading: &str,
        paper: impl Fn(Phase) -> Option<u32>,
    ) -> Result<(), LabError> {
        for (phase, _) in self.phases() {
            let seconds = self.pairs_of(phase, |run| run.seconds);
            let (without, with) =
                seconds.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0, b + pair.1));
            table.push(vec![
                reading.into(),
                phase.name().into(),
                Cell::fixed(without, 2),
                Cell::fixed(with, 2),
                percent(1.0 - with / without),
                saved_interval(&seconds, ratio),
                paper(phase).into(),
            ])?;
        }
        Ok(())
    }

    /// A figure of both runs of the pairs of a phase that ended.
    fn pairs_of(&self, phase: Phase, figure: impl Fn(&Run) -> f64) -> Vec<(f64, f64)> {
        self.of(phase).map(|pair| (figure(&pair.without), figure(&pair.with))).collect()
    }

    /// The mean percentage of nodes saved in a phase.
    pub(crate) fn saved_cell(&self, phase: Phase) -> Cell {
        percent(mean(self.of(phase).map(Pair::nodes_saved)))
    }

    /// The columns of [`Comparison::position_rows`].
    pub(crate) const POSITIONS: [&'static str; 11] = [
        "reading",
        "position",
        "phase",
        "nodes without",
        "nodes with",
        "saved %",
        "move without",
        "move with",
        "value without",
        "value with",
        "sfen",
    ];

    /// Nodes, moves and values of every position side by side.
    pub(crate) fn position_rows(&self, table: &mut Table, reading: &str) -> Result<(), LabError> {
        for pair in &self.pairs {
            let text = |text: &String| Cell::from(text.as_str());
            let saved = if pair.ended() { percent(pair.nodes_saved()) } else { Cell::Absent };
            table.push(vec![
                reading.into(),
                text(&pair.place.name),
                pair.place.phase.name().into(),
                pair.without.nodes_cell(),
                pair.with.nodes_cell(),
                saved,
                text(&pair.without.best),
                text(&pair.with.best),
                text(&pair.without.value),
                text(&pair.with.value),
                pair.place.position.to_sfen().into(),
            ])?;
        }
        Ok(())
    }

    /// The mean percentage of nodes saved by phase, next to the paper's; `None` if no search ended.
    pub(crate) fn plot(
        &self,
        name: &str,
        title: &str,
        paper: impl Fn(Phase) -> Option<u32>,
    ) -> Result<Option<Plot>, LabError> {
        let mut groups = Vec::new();
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for (phase, _) in self.phases().filter(|(phase, _)| self.of(*phase).next().is_some()) {
            groups.push(phase.name().to_owned());
            let saved: Vec<f64> = self.of(phase).map(|pair| 100.0 * pair.nodes_saved()).collect();
            let average = mean(saved.iter().copied());
            let variance = mean(saved.iter().map(|one| (one - average).powi(2)));
            let error = 1.96 * (variance / saved.len() as f64).sqrt();
            ours.push(BarValue { value: average, error });
            theirs.push(BarValue::exact(paper(phase).map_or(0.0, f64::from)));
        }
        if groups.is_empty() {
            return Ok(None);
        }
        let chart = Chart::new(title, "phase", "nodes saved, %").with_legend(Legend::LowerRight);
        let series = [
            BarSeries { name: "ours (mean, 95 %)".to_owned(), bars: ours },
            BarSeries { name: "paper".to_owned(), bars: theirs },
        ];
        Ok(Some(Plot { name: name.to_owned(), svg: bar_chart(&chart, &groups, &series)? }))
    }
}
