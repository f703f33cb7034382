//! Every method on one position: the nodes each visits to find the same value.

use serde::{Deserialize, Serialize};
use zenpuku_core::Limits;
use zenpuku_core::Score;
use zenpuku_gametree::{Counters, Evaluator, Game, Method, Outcome, Searcher, TranspositionTable};
use zenpuku_report::{Cell, Table};

use crate::error::LabError;

/// The greatest room of the table, in entries.
const MOST_ENTRIES: u64 = 1 << 22;

/// The cost of one method.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MethodCost {
    /// The method's name.
    pub method: String,
    /// Whether it had a transposition table, empty at the start.
    pub with_table: bool,
    /// All nodes visited.
    pub nodes: u64,
    /// Of these: nodes whose moves were searched.
    pub interior: u64,
    /// Of these: leaves evaluated and ends of the game.
    pub leaves: u64,
    /// Interior nodes ended by a beta cut.
    pub cuts: u64,
    /// Nodes that the table answered.
    pub table_hits: u64,
    /// Descents from the root.
    pub passes: u32,
}

impl MethodCost {
    fn new(method: Method, with_table: bool, counters: Counters, passes: u32) -> MethodCost {
        MethodCost {
            method: method.name().to_owned(),
            with_table,
            nodes: counters.visited(),
            interior: counters.interior,
            leaves: counters.bottom(),
            cuts: counters.cut,
            table_hits: counters.table_hit,
            passes,
        }
    }
}

/// All methods on one position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Comparison {
    /// The position.
    pub name: String,
    /// The depth in plies.
    pub depth: u32,
    /// The value all methods found, in the game's units.
    pub value: i32,
    /// The costs, NegaMax first, each method without and with a table.
    pub costs: Vec<MethodCost>,
}

/// Searches a position of any game by every method, without and with a transposition
/// table. `bound` is where MTD(bi) expects the value at most, on both sides; first
/// guesses are 0 as in [kakeme].
///
/// # Errors
/// [`LabError::Stopped`] if the limits end a search (they apply to each
/// search), [`LabError::Disagreement`] if a method finds another value than
/// NegaMax.
pub fn compare_on<G: Game, E: Evaluator<G>>(
    name: &str,
    game: &mut G,
    evaluator: &mut E,
    depth: u32,
    bound: Score,
    limits: &Limits,
) -> Result<Comparison, LabError> {
    let reference = search(game, evaluator, Method::NegaMax, depth, None, limits)?;
    let value = reference.value.value();
    // Twice the tree: no entry is lost, and clearing takes no longer than searching.
    let entries = (2 * reference.counters.interior).clamp(64, MOST_ENTRIES);
    let mut table = TranspositionTable::with_entries(entries as usize)?;
    let mut costs = Vec::new();
    for method in methods(bound) {
        for with_table in [false, true] {
            let table = with_table.then(|| {
                table.clear();
                &mut table
            });
            let outcome = search(game, evaluator, method, depth, table, limits)?;
            if outcome.value != reference.value {
                return Err(LabError::Disagreement {
                    tree: name.to_owned(),
                    method: method.name().to_owned(),
                    found: outcome.value.value(),
                    expected: value,
                });
            }
            costs.push(MethodCost::new(method, with_table, outcome.counters, outcome.passes));
        }
    }
    Ok(Comparison { name: name.to_owned(), depth, value, costs })
}

/// All methods, MTD(bi) and aspiration fitted to values within `bound`.
fn methods(bound: Score) -> impl Iterator<Item = Method> {
    let (low, high, guess) = (-bound, bound, Score::ZERO);
    Method::all().into_iter().map(move |method| match method {
        Method::Mtdbi { .. } => Method::Mtdbi { low, high, guess },
        Method::Aspiration { .. } => {
            Method::Aspiration { guess, margin: Score::new(bound.value() / 8) }
        }
        other => other,
    })
}

fn search<G: Game, E: Evaluator<G>>(
    game: &mut G,
    evaluator: &mut E,
    method: Method,
    depth: u32,
    table: Option<&mut TranspositionTable<G::Move>>,
    limits: &Limits,
) -> Result<Outcome<G::Move>, LabError> {
    let mut searcher = Searcher::new(game, evaluator).with_limits(limits);
    if let Some(table) = table {
        searcher = searcher.with_table(table);
    }
    Ok(searcher.run(method, depth)?)
}

/// The comparisons as one table, one row for each method with and without table.
///
/// # Errors
/// None in fact: every row fits the columns. The type is that of the table.
pub fn comparison_table(title: &str, comparisons: &[Comparison]) -> Result<Table, LabError> {
    let mut table = Table::new(
        title,
        [
            "position",
            "depth",
            "value",
            "method",
            "table",
            "nodes",
            "interior",
            "leaves",
            "beta cuts",
            "table hits",
            "passes",
            "share of NegaMax (%)",
        ],
    );
    for comparison in comparisons {
        let all = comparison.costs.first().map_or(1, |cost| cost.nodes) as f64;
        for cost in &comparison.costs {
            table.push(vec![
                comparison.name.as_str().into(),
                comparison.depth.into(),
                comparison.value.into(),
                cost.method.as_str().into(),
                if cost.with_table { "yes" } else { "no" }.into(),
                cost.nodes.into(),
                cost.interior.into(),
                cost.leaves.into(),
                cost.cuts.into(),
                cost.table_hits.into(),
                cost.passes.into(),
                Cell::fixed(100.0 * cost.nodes as f64 / all, 2),
            ])?;
        }
    }
    Ok(table)
}
