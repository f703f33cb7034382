//! `lab compare A B`: two settings of our engine, or two engines, on the same positions and problems.

mod games;
mod side;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use zenpuku_report::{Cell, Table};

use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::Findings;
use crate::inputs::Input;
use crate::measure::{TestPosition, percent, percents, positions, problems_of, spread};
use crate::options::RunOptions;
use crate::statistics::{bootstrap, mean_ratio, rate, ratio, split_chance};
use side::Player;

pub use side::{Budget, Side};

/// Two sides and how much each may think about a position.
#[derive(Clone, Debug)]
pub struct CompareExperiment {
    /// The first side.
    pub a: Side,
    /// The second side.
    pub b: Side,
    /// The same for both.
    pub budget: Budget,
    /// The games to play besides.
    pub games: Option<Games>,
}

/// Games of two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Games {
    /// Pairs: two games from one opening, colours swapped.
    pub pairs: u64,
    /// How much either side may think about a move.
    pub budget: Budget,
}

/// The result of one side in one position, and its cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Answer {
    best: String,
    value: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

/// A figure of an answer that is summed.
type Figure = fn(&Answer) -> f64;

impl Experiment for CompareExperiment {
    fn name(&self) -> &'static str {
        "compare"
    }

    fn summary(&self) -> &'static str {
        "two settings or two engines on the same positions and problems"
    }

    fn call(&self) -> String {
        let games =
            self.games.map_or(String::new(), |games| format!(" --games {}", 2 * games.pairs));
        format!("compare '{}' '{}' {}{games}", self.a.name(), self.b.name(), self.budget.option())
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Positions, Input::Problems]
    }

    fn settings(&self) -> Value {
        json!({
            "a": self.a.identity(), "b": self.b.identity(), "budget": format!("{:?}", self.budget),
            "games": self.games.map(|games| format!("{games:?}")),
        })
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let few = if options.quick { 2 } else { usize::MAX };
        let places = spread(&positions(options)?, few);
        let problems = spread(&problems_of(options)?, few);
        let pairs = self.games.map_or(0, |games| games.pairs(options));
        session.expect(2 * (places.len() + problems.len()) as u64 + pairs);
        let mut sides = Vec::new();
        for (letter, side) in [("A", &self.a), ("B", &self.b)] {
            let mut player = Player::start(side, options)?;
            let mut all = |places: &[TestPosition]| -> Result<Vec<Answer>, LabError> {
                let ask = |place: &TestPosition| {
                    let key = format!("{letter}: {}", place.name);
                    session.unit(&key, || {
                        let answer = player.answer(place, self.budget, options)?;
                        self.check(options).map(|()| answer)
                    })
                };
                places.iter().map(ask).collect()
            };
            sides.push((all(&places)?, all(&problems)?));
        }
        let [(a, a_right), (b, b_right)] = &sides[..] else { return Ok(Findings::default()) };
        let mut findings = Findings::default();
        findings.ours.push(Self::costs(a, b)?);
        findings.ours.push(self.right(&problems, a_right, b_right)?);
        if let Some(games) = self.games {
            findings.ours.push(games::table(&self.play(games, options, session)?)?);
        }
        findings.rows.push(rows("compare positions", &places, a, b)?);
        findings.rows.push(rows("compare problems", &problems, a_right, b_right)?);
        Ok(findings)
    }
}

impl CompareExperiment {
    /// Fails when the run was stopped, or as [`Self::check_values`].
    fn check(&self, options: &RunOptions) -> Result<(), LabError> {
        options.check_stop()?;
        self.check_values()
    }

    /// Fails when a side's own evaluation has returned what is no value.
    fn check_values(&self) -> Result<(), LabError> {
        [&self.a, &self.b].into_iter().try_for_each(Side::check)
    }

    /// Nodes, time, depth and moves over the positions: the ratio of the sums, which the largest searches decide, and
    /// the mean of the positions' ratios, in which each counts alike.
    fn costs(a: &[Answer], b: &[Answer]) -> Result<Table, LabError> {
        // Not the sides' names: a title becomes a file's name.
        let title = format!("Costs of A and B on {} positions", a.len());
        let columns = ["what", "A", "B", "B / A", "95 %", "mean of B / A", "mean, 95 %"];
        let mut table = Table::new(title, columns);
        let figures: [(&str, Figure, usize); 3] = [
            ("nodes", |one| one.nodes as f64, 0),
            ("seconds", |one| one.seconds, 2),
            ("depth, sum", |one| f64::from(one.depth), 0),
        ];
        for (what, figure, decimals) in figures {
            let pairs: Vec<(f64, f64)> =
                a.iter().zip(b).map(|(a, b)| (figure(a), figure(b))).collect();
            let sum = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
            let interval = |statistic: fn(&[(f64, f64)]) -> f64| {
                bootstrap(&pairs, statistic)
                    .map_or(Cell::Absent, |interval| format!("{interval:.3}").into())
            };
            table.push(vec![
                what.into(),
                counted(sum(|pair| pair.0), decimals),
                counted(sum(|pair| pair.1), decimals),
                Cell::fixed(ratio(&pairs), 3),
                interval(ratio),
                Cell::fixed(mean_ratio(&pairs), 3),
                interval(mean_ratio),
            ])?;
        }
        let same = a.iter().zip(b).filter(|(a, b)| a.best == b.best).count();
        table.push(vec![
            "same move %".into(),
            Cell::Absent,
            Cell::Absent,
            percent(same as f64 / a.len() as f64),
            percents(rate(same as u64, a.len() as u64)),
            Cell::Absent,
            Cell::Absent,
        ])?;
        Ok(table)
    }

    /// Right answers on the problems, and whether the difference may be chance.
    fn right(
        &self,
        problems: &[TestPosition],
        a: &[Answer],
        b: &[Answer],
    ) -> Result<Table, LabError> {
        let is_right =
            |problem: &TestPosition, answer: &Answer| problem.answer.as_ref() == Some(&answer.best);
        let right: Vec<[bool; 2]> = problems
            .iter()
            .zip(a.iter().zip(b))
            .map(|(problem, (a, b))| [is_right(problem, a), is_right(problem, b)])
            .collect();
        let count =
            |wanted: fn(&[bool; 2]) -> bool| right.iter().filter(|one| wanted(one)).count() as u64;
        let columns = [
            "side",
            "setting",
            "right",
            "of",
            "right %",
            "95 %",
            "only it",
            "chance of such a split",
        ];
        let mut table =
            Table::new(format!("Right answers of {} problems", problems.len()), columns);
        let only = [count(|one| one[0] && !one[1]), count(|one| one[1] && !one[0])];
        let chance = split_chance(only[0], only[1]);
        let all = [count(|one| one[0]), count(|one| one[1])];
        for (index, (letter, side)) in [("A", &self.a), ("B", &self.b)].into_iter().enumerate() {
            table.push(vec![
                letter.into(),
                side.name().into(),
                all[index].into(),
                right.len().into(),
                percent(all[index] as f64 / right.len() as f64),
                percents(rate(all[index], right.len() as u64)),
                only[index].into(),
                Cell::fixed(chance, 3),
            ])?;
        }
        Ok(table)
    }
}

/// A sum as a cell: a count is a whole number.
fn counted(sum: f64, decimals: usize) -> Cell {
    if decimals == 0 { (sum as u64).into() } else { Cell::fixed(sum, decimals) }
}

/// One row a position.
fn rows(
    title: &str,
    places: &[TestPosition],
    a: &[Answer],
    b: &[Answer],
) -> Result<Table, LabError> {
    let each = ["move", "value", "depth", "nodes", "seconds"];
    let of = |side: &str| each.map(|what| format!("{side} {what}"));
    let columns = ["position", "phase", "answer"].map(str::to_owned).into_iter();
    let columns = columns.chain(of("A")).chain(of("B")).chain(["sfen".to_owned()]);
    let mut table = Table::new(title, columns);
    for (place, (a, b)) in places.iter().zip(a.iter().zip(b)) {
        let mut row: Vec<Cell> = vec![place.name.as_str().into(), place.phase.name().into()];
        row.push(place.answer.as_deref().map_or(Cell::Absent, Cell::from));
        for one in [a, b] {
            row.extend([
                Cell::from(one.best.as_str()),
                one.value.as_str().into(),
                one.depth.into(),
                one.nodes.into(),
                Cell::fixed(one.seconds, 3),
            ]);
        }
        row.push(place.position.to_sfen().into());
        table.push(row)?;
    }
    Ok(table)
}
