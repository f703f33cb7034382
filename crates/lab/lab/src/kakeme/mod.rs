//! `lab kakeme-effect`, `kakeme-methods`, `kakeme-book` and `kakeme-mathgo`: the tables of [kakeme] on problems of our own, as the
//! paper's diagrams are lost.
//!
//! Costs are nodes, which are the same on every machine; seconds are shown too, as the
//! paper's measure. A problem counts as not solved (the paper's dash) when the node
//! limit ends its search.

mod book;
mod effect;
mod mathgo;
mod methods;
mod problems;

pub use book::BookExperiment;
pub use effect::EffectExperiment;
pub use mathgo::MathGoExperiment;
pub use methods::MethodsExperiment;

use std::time::Instant;

use serde::{Deserialize, Serialize};
use zenpuku_core::Limits;
use zenpuku_gametree::Method;
use zenpuku_gametree::table::TableError;
use zenpuku_go::{Board, BoardVisitor, Color, PointSet, Scoring, Suicide};
use zenpuku_go_endgame::{
    DefenderRegions, Exclusion, EyeReading, SearchError, SearchOptions, search,
};
use zenpuku_report::Cell;

use crate::error::LabError;
use crate::options::RunOptions;
use problems::Problem;

/// Bytes of the table: the paper's heap held 256 MiB, half of it is enough here.
const TABLE: usize = 128 << 20;

/// The name of KD in its other reading: only regions that one colour encloses have a defender.
const ONE_COLOR: &str = "KD, one colour";

/// The defender extension, with the defenders in these regions.
const fn defender(regions: DefenderRegions) -> Exclusion {
    Exclusion::FalseEyesDefender(EyeReading::Corner, regions)
}

/// The exclusions, by the names of the paper's table 1; `exact` is ours.
const PRUNINGS: [(&str, Exclusion); 4] = [
    ("none", Exclusion::SimpleDame(EyeReading::Corner)),
    ("K", Exclusion::FalseEyes(EyeReading::Corner)),
    ("KD", defender(DefenderRegions::Both)),
    ("exact", Exclusion::Exact),
];

/// One search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Run {
    /// Black's score; `None` if the limit ended the search.
    score: Option<i32>,
    nodes: u64,
    seconds: f64,
}

impl Run {
    fn solved(&self) -> bool {
        self.score.is_some()
    }

    /// The nodes, absent if not solved.
    fn nodes_cell(&self) -> Cell {
        if self.solved() { self.nodes.into() } else { Cell::Absent }
    }

    fn seconds_cell(&self) -> Cell {
        if self.solved() { Cell::fixed(self.seconds, 3) } else { Cell::Absent }
    }

    fn score_cell(&self) -> Cell {
        self.score.map_or(Cell::Absent, Cell::from)
    }
}

/// Nodes after which a problem counts as not solved.
const fn node_limit(options: &RunOptions) -> u64 {
    if options.quick { 150_000 } else { 5_000_000 }
}

/// A search to be made on a board of any size.
struct SearchWork(SearchOptions);

impl BoardVisitor for SearchWork {
    type Output = Result<Run, TableError>;

    fn visit<S: PointSet>(self, mut board: Board<S>) -> Self::Output {
        board.set_to_move(Color::Black);
        let start = Instant::now();
        let found = search(&board, &self.0);
        let seconds = start.elapsed().as_secs_f64();
        match found {
            Ok(found) => {
                let score = found.ended.then_some(found.score);
                Ok(Run { score, nodes: found.counters.visited(), seconds })
            }
            Err(SearchError::Stopped(_, nodes)) => Ok(Run { score: None, nodes, seconds }),
            Err(SearchError::Table(error)) => Err(error),
        }
    }
}

/// Searches a problem, Black first, by territory.
fn run(
    options: &RunOptions,
    problem: &Problem,
    exclusion: Exclusion,
    method: Method,
) -> Result<Run, LabError> {
    let limits = Limits::with_nodes(node_limit(options)).stopped_by(options.stop.clone());
    let search_options = SearchOptions {
        limits,
        table_bytes: Some(if options.quick { TABLE / 8 } else { TABLE }),
        ..SearchOptions::new(Scoring::Territory)
    };
    let search_options = search_options.with_exclusion(exclusion).with_method(method);
    let found = problem.setup()?.visit(Suicide::Forbidden, SearchWork(search_options))?;
    options.check_stop()?;
    Ok(found?)
}

/// A figure of the paper; `None` is its dash.
fn paper_cell(seconds: Option<u32>) -> Cell {
    seconds.map_or(Cell::Absent, Cell::from)
}
