//! The tables: what a pruning saves, how often its cuts are wrong, what it was fitted to.

use zenpuku_report::plot::{BarSeries, BarValue, bar_chart};
use zenpuku_report::{Cell, Chart, Legend, Table};

use super::fit::Fit;
use super::judge::{Judged, Position, Pruned};
use super::scope::{FUTILITY_DEPTH, PROBCUT_DEPTH, PROBCUT_REDUCTION};
use crate::error::LabError;
use crate::findings::Plot;
use crate::measure::{percent, percents};
use crate::statistics::{self, Interval, bootstrap};

/// The positions of a world at one depth.
pub(super) struct Depth<'a> {
    pub(super) world: &'a str,
    pub(super) depth: u32,
    pub(super) prunings: Vec<&'static str>,
    pub(super) positions: Vec<Position>,
}

/// The fewest positions with a cut of known truth that a verdict rests on.
const FEWEST: usize = 10;

/// One pruning at one depth.
struct Group<'a> {
    depth: &'a Depth<'a>,
    pruning: usize,
}

impl Depth<'_> {
    fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        (0..self.prunings.len()).map(|pruning| Group { depth: self, pruning })
    }
}

impl Group<'_> {
    fn all(&self) -> impl Iterator<Item = (&Position, &Pruned)> {
        self.depth.positions.iter().map(|one| (one, &one.with[self.pruning]))
    }

    fn head(&self) -> Vec<Cell> {
        let name = self.depth.prunings[self.pruning];
        vec![self.depth.world.into(), name.into(), self.depth.depth.into()]
    }

    fn cuts(&self) -> u64 {
        self.all().map(|(_, with)| with.cuts).sum()
    }

    fn count(&self, holds: impl Fn(&Position, &Pruned) -> bool) -> u64 {
        self.all().filter(|(one, with)| holds(one, with)).count() as u64
    }

    /// The judged cuts of each position.
    fn judged(&self, figure: impl Fn(&Judged) -> u64) -> Vec<f64> {
        self.all().map(|(_, with)| figure(&with.judged) as f64).collect()
    }

    /// A share of the judged cuts, with its interval, both in percent.
    fn share(&self, of: fn(&Judged) -> u64, part: fn(&Judged) -> u64) -> [Cell; 2] {
        let pairs: Vec<_> = self.judged(of).into_iter().zip(self.judged(part)).collect();
        let value = statistics::ratio(&pairs);
        if !value.is_finite() {
            return [Cell::Absent, Cell::Absent];
        }
        [percent(value), interval(share_interval(&pairs))]
    }

    /// How much more often the cuts are wrong in truth than the search without pruning at the same
    /// nodes: difference of the shares, with the interval over positions. `None` with fewer than
    /// [`FEWEST`] positions.
    fn added(&self) -> Option<(f64, Interval)> {
        let more = |one: &Judged| one.wrong_in_truth as f64 - one.search_wrong_in_truth as f64;
        let judged: Vec<_> = self.all().map(|(_, with)| with.judged).collect();
        let pairs: Vec<(f64, f64)> =
            judged.iter().map(|one| (one.proved as f64, more(one))).collect();
        if pairs.iter().filter(|(proved, _)| *proved > 0.0).count() < FEWEST {
            return None;
        }
        Some((statistics::ratio(&pairs), bootstrap(&pairs, statistics::ratio)?))
    }
}

/// The interval of a share by a bootstrap over positions. If no cut is wrong, or every one, all
/// samples agree; then each position counts as one try, which is the most cautious reading.
fn share_interval(pairs: &[(f64, f64)]) -> Option<Interval> {
    let tried: Vec<_> = pairs.iter().filter(|(count, _)| *count > 0.0).collect();
    let hits = tried.iter().filter(|(_, wrong)| *wrong > 0.0).count();
    let full = tried.iter().all(|(count, wrong)| count == wrong);
    if hits == 0 || full {
        return Some(statistics::rate(hits as u64, tried.len() as u64));
    }
    bootstrap(pairs, statistics::ratio)
}

/// An interval in percent.
fn interval(found: Option<Interval>) -> Cell {
    found.map_or(Cell::Absent, percents)
}

/// What each pruning saves and does to the result at the root.
pub(super) fn savings(depths: &[Depth<'_>]) -> Result<Table, LabError> {
    let columns = [
        "world",
        "pruning",
        "depth",
        "positions",
        "nodes without",
        "nodes with",
        "saved (%)",
        "saved, 95 %",
        "cuts",
        "other value",
        "other move",
        "wrong moves without",
        "wrong moves with",
    ];
    let mut table = Table::new("Savings and results", columns);
    for group in depths.iter().flat_map(Depth::groups) {
        let nodes: Vec<(f64, f64)> = group
            .all()
            .map(|(one, with)| (one.without.nodes as f64, with.searched.nodes as f64))
            .collect();
        let saved = |pairs: &[(f64, f64)]| 1.0 - statistics::ratio(pairs);
        let sum = |part: fn(&(f64, f64)) -> f64| nodes.iter().map(part).sum::<f64>() as u64;
        let known = group.count(|one, with| one.without.loss.and(with.searched.loss).is_some());
        let losing = |losses: u64| if known == 0 { Cell::Absent } else { losses.into() };
        let mut row = group.head();
        row.extend([
            nodes.len().into(),
            sum(|pair| pair.0).into(),
            sum(|pair| pair.1).into(),
            percent(saved(&nodes)),
            interval(bootstrap(&nodes, saved)),
            group.cuts().into(),
            group.count(|one, with| with.searched.value != one.without.value).into(),
            group.count(|one, with| with.searched.best != one.without.best).into(),
            losing(group.count(|one, _| one.without.loss.is_some_and(|loss| loss > 0))),
            losing(group.count(|_, with| with.searched.loss.is_some_and(|loss| loss > 0))),
        ]);
        table.push(row)?;
    }
    Ok(table)
}

/// How often the cuts are wrong; prunings without a cut are left out.
pub(super) fn errors(depths: &[Depth<'_>]) -> Result<Table, LabError> {
    let columns = [
        "world",
        "pruning",
        "depth",
        "cuts",
        "judged",
        "differs from full search (%)",
        "differs, 95 %",
        "true error (%)",
        "true error, 95 %",
        "true error of full search (%)",
        "of full search, 95 %",
        "added by the cuts (% points)",
        "added, 95 %",
        "verdict",
    ];
    let mut table = Table::new("Wrong cuts", columns);
    for group in depths.iter().flat_map(Depth::groups).filter(|group| group.cuts() > 0) {
        let mut row = group.head();
        row.push(group.cuts().into());
        row.push((group.judged(|judged| judged.cuts).iter().sum::<f64>() as u64).into());
        row.extend(group.share(|judged| judged.cuts, |judged| judged.wrong));
        row.extend(group.share(|judged| judged.proved, |judged| judged.wrong_in_truth));
        row.extend(group.share(|judged| judged.proved, |judged| judged.search_wrong_in_truth));
        match group.added() {
            Some((value, bounds)) => {
                let verdict = verdict(bounds);
                row.extend([percent(value), interval(Some(bounds)), verdict.into()]);
            }
            None => row.extend([Cell::Absent, Cell::Absent, Cell::Absent]),
        }
        table.push(row)?;
    }
    Ok(table)
}

/// The shares of wrong cuts in a world at its greatest depth, by pruning: by both measures, and of
/// the search without pruning.
pub(super) fn plot(depth: &Depth<'_>) -> Result<Plot, LabError> {
    let groups: Vec<Group<'_>> = depth.groups().collect();
    let series = |name: &str, of: fn(&Judged) -> u64, part: fn(&Judged) -> u64| {
        let bar = |group: &Group<'_>| {
            let pairs: Vec<_> = group.judged(of).into_iter().zip(group.judged(part)).collect();
            let value = statistics::ratio(&pairs);
            BarValue::exact(if value.is_finite() { 100.0 * value } else { 0.0 })
        };
        BarSeries { name: name.to_owned(), bars: groups.iter().map(bar).collect() }
    };
    let mut all = vec![series("cut: differs from full search", |one| one.cuts, |one| one.wrong)];
    if groups.iter().any(|group| group.judged(|one| one.proved).iter().sum::<f64>() > 0.0) {
        all.push(series("cut: true error", |one| one.proved, |one| one.wrong_in_truth));
        let search: fn(&Judged) -> u64 = |one| one.search_wrong_in_truth;
        all.push(series("full search: true error", |one| one.proved, search));
    }
    let title = format!("{}, depth {}", depth.world, depth.depth);
    let mut chart = Chart::new(title, "pruning", "% of the cuts").with_legend(Legend::UpperLeft);
    chart.size = (960, 420);
    let names: Vec<String> = depth.prunings.iter().map(|name| (*name).to_owned()).collect();
    let svg = bar_chart(&chart, &names, &all)?;
    Ok(Plot { name: format!("wrong cuts {}", depth.world), svg })
}

/// The rule of the verdict: where the interval of the added errors lies.
pub(super) fn verdict(added: Interval) -> &'static str {
    if added.low > 0.0 {
        "adds errors"
    } else if added.high < 0.0 {
        "removes errors"
    } else {
        "no difference shown"
    }
}

/// What a world's prunings were fitted to.
pub(super) fn fits(worlds: &[(&str, &Fit, u32)]) -> Result<Table, LabError> {
    let columns = [
        "world",
        "depth",
        "nodes",
        "futility, greatest change",
        "futility, 95 % of changes",
        "ProbCut, shallow depth",
        "a",
        "b",
        "sigma",
        "R2",
    ];
    let mut table = Table::new("Margins and lines", columns);
    for &(world, fit, deepest) in worlds {
        for depth in 1..deepest {
            let margin = |quantile| fit.margin(depth, quantile).map_or(Cell::Absent, Cell::from);
            let margins = if depth <= FUTILITY_DEPTH {
                [margin(1.0), margin(0.95)]
            } else {
                [Cell::Absent, Cell::Absent]
            };
            let line = fit.line(depth).filter(|_| depth >= PROBCUT_DEPTH);
            let figure = |value: Option<f64>, decimals| {
                value.map_or(Cell::Absent, |value| Cell::fixed(value, decimals))
            };
            let mut row: Vec<Cell> = vec![world.into(), depth.into(), fit.count(depth).into()];
            row.extend(margins);
            row.extend([
                line.map_or(Cell::Absent, |_| (depth - PROBCUT_REDUCTION).into()),
                figure(line.map(|line| line.slope), 3),
                figure(line.map(|line| line.intercept), 1),
                figure(line.map(|line| line.sigma), 2),
                figure(line.map(|line| line.r_squared), 3),
            ]);
            table.push(row)?;
        }
    }
    Ok(table)
}

/// The measurements of each position.
pub(super) fn rows(depths: &[Depth<'_>]) -> Result<Table, LabError> {
    let columns = [
        "world",
        "pruning",
        "depth",
        "position",
        "nodes without",
        "nodes with",
        "value without",
        "value with",
        "move without",
        "move with",
        "loss without",
        "loss with",
        "cuts",
        "judged",
        "differs from full search",
        "proved",
        "truly wrong",
        "full search truly wrong",
    ];
    let mut table = Table::new("Positions", columns);
    for group in depths.iter().flat_map(Depth::groups) {
        for (Position { name, without, .. }, Pruned { searched, cuts, judged }) in group.all() {
            let loss = |loss: Option<i32>| loss.map_or(Cell::Absent, Cell::from);
            let mut row = group.head();
            row.extend([
                name.as_str().into(),
                without.nodes.into(),
                searched.nodes.into(),
                without.value.into(),
                searched.value.into(),
                without.best.as_str().into(),
                searched.best.as_str().into(),
                loss(without.loss),
                loss(searched.loss),
                (*cuts).into(),
                judged.cuts.into(),
                judged.wrong.into(),
                judged.proved.into(),
                judged.wrong_in_truth.into(),
                judged.search_wrong_in_truth.into(),
            ]);
            table.push(row)?;
        }
    }
    Ok(table)
}
