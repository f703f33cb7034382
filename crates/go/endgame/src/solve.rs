//! Solving a position by any method that proves it, with the extent of the proof.

use std::time::Instant;

use zenpuku_core::{Limits, StopReason};
use zenpuku_go::{Board, Color, KoRule, PointSet, Rules, Scoring, Suicide};

use crate::listing::{by_listing, successors};
use crate::{
    Answer, Candidate, Found, LocalSolver, LoopValue, Owned, PartialSolution, Partition,
    RegionValue, SearchError, SearchOptions, SolveError, SolveMethod, SolveOptions, Status,
    Unsolved, is_without_repetition, partition_given, search, settled_bounds, superko_score,
};

/// Nodes of the first, small search.
const SMALL_SEARCH: u64 = 30_000;
/// Bytes of its table.
const SMALL_TABLE: usize = 1 << 20;

/// Points of the boards on which lines are searched with their past.
const SMALL_BOARD: usize = 16;

/// Both answers and the regions.
#[derive(Debug)]
pub struct Solution<S> {
    /// With Black first and with White first.
    pub first: [Answer; 2],
    /// Where the board was cut.
    pub partition: Partition<S>,
    /// The regions with values; none by area, where values by territory do not give the score.
    pub regions: Vec<RegionValue<S>>,
    /// The regions without values.
    pub unsolved: Vec<Unsolved<S>>,
    /// The games of the regions.
    pub local: LocalSolver<S>,
}

impl SolveOptions {
    /// Searches the whole board: with a small table first, as making a large one takes longer than most searches.
    fn find<S: PointSet>(
        &self,
        board: &Board<S>,
        rules: &Rules,
        nodes: u64,
    ) -> Result<Found, SearchError> {
        self.find_large(board, rules, nodes, self.find_small(board, rules, nodes))
    }

    fn find_small<S: PointSet>(
        &self,
        board: &Board<S>,
        rules: &Rules,
        nodes: u64,
    ) -> Result<Found, SearchError> {
        self.search(board, rules, nodes.min(SMALL_SEARCH), self.table_bytes.min(SMALL_TABLE))
    }

    /// Continues with the remaining nodes of the small search.
    fn find_large<S: PointSet>(
        &self,
        board: &Board<S>,
        rules: &Rules,
        nodes: u64,
        small: Result<Found, SearchError>,
    ) -> Result<Found, SearchError> {
        match small {
            Err(SearchError::Stopped(StopReason::Nodes, spent)) if spent < nodes => {
                self.search(board, rules, nodes - spent, self.table_bytes)
            }
            found => found,
        }
    }

    fn search<S: PointSet>(
        &self,
        board: &Board<S>,
        rules: &Rules,
        nodes: u64,
        table_bytes: usize,
    ) -> Result<Found, SearchError> {
        let mut limits = Limits::with_nodes(nodes).stopped_by(self.local.stop.clone());
        limits.time = self.local.deadline.map(|by| by.saturating_duration_since(Instant::now()));
        let options = SearchOptions {
            table_bytes: Some(table_bytes),
            limits,
            ..SearchOptions::new(rules.scoring)
        };
        search(board, &options)
    }
}

/// Solves the position for both sides moving first.
///
/// A result by sum holds under every ko rule, as no ko can arise. The result of
/// a search under simple ko holds under superko if no position can repeat;
/// otherwise every line is searched with its history, which is feasible only on
/// the smallest boards. The position is the first of the game: earlier positions forbid nothing.
#[must_use]
pub fn solve<S: PointSet>(board: &Board<S>, rules: &Rules, options: &SolveOptions) -> Solution<S> {
    let given = Owned(options.given.0.map(S::from_wide));
    let mut local = LocalSolver::new(options.local.clone()).with_given(given);
    if rules.scoring == Scoring::Area {
        local = local.by_area();
    }
    let (reason, partial) = match board.suicide() {
        Suicide::MultiStone => {
            ("if own stones may be given up, the board is not a sum of games".to_owned(), None)
        }
        Suicide::Forbidden => match local.solve_partly(board) {
            Ok(partial) => (reason(board, &partial), Some(partial)),
            Err(error) => (format!("the sum of the regions: {error}"), None),
        },
    };
    // Under superko earlier moves may forbid the answers on which values depend.
    let holds = rules.ko == KoRule::Simple || !local.has_pruned();
    let summed = partial.as_ref().filter(|_| holds);
    let summed = summed.map(|partial| by_sum(&mut local, board, partial));
    let first = match summed {
        Some(Ok(Some(answers))) => answers,
        _ => Color::BOTH.map(|color| {
            let mut turned = *board;
            turned.set_to_move(color);
            // A side that never plays in a region again loses moves by area, which bounds of its points do not count.
            let is_bounded = holds && rules.scoring == Scoring::Territory;
            let known =
                partial.as_ref().filter(|partial| is_bounded && !partial.regions.is_empty());
            let known = known.map(|partial| partial.scores[color.index()]);
            whole_board(&turned, rules, options, &reason, known)
        }),
    };
    let by_territory = partial.filter(|_| rules.scoring == Scoring::Territory);
    let (regions, unsolved) =
        by_territory.map_or_else(Default::default, |p| (p.regions, p.unsolved));
    let partition = partition_given(board, &given);
    Solution { first, partition, regions, unsolved, local }
}

/// Why the regions do not give the score.
fn reason<S: PointSet>(board: &Board<S>, partial: &PartialSolution<S>) -> String {
    let places = partial.unsolved.iter().map(|region| {
        let vertex = region.points.first().map(|point| board.size().vertex(point));
        format!("the region at {}: {}", vertex.unwrap_or_default(), region.reason)
    });
    places.collect::<Vec<_>>().join("; ")
}

/// The answers of a sum; `None` if a region has no value.
fn by_sum<S: PointSet>(
    local: &mut LocalSolver<S>,
    board: &Board<S>,
    partial: &PartialSolution<S>,
) -> Result<Option<[Answer; 2]>, SolveError> {
    if !partial.unsolved.is_empty() {
        return Ok(None);
    }
    let whole = local.solve(board)?;
    let is_given = !local.given().all().is_empty();
    let status = if is_given { Status::Given } else { Status::Proved(SolveMethod::Sum) };
    let mut answer = |color: Color| -> Result<Answer, SolveError> {
        Ok(Answer {
            status: status.clone(),
            score: partial.scores[color.index()],
            line: local.line(board, color)?,
            candidates: local.candidates(board, &whole, color)?,
            nodes: local.positions() as u64,
        })
    };
    Ok(Some([answer(Color::Black)?, answer(Color::White)?]))
}

/// `known` are the bounds given by the regions with values.
fn whole_board<S: PointSet>(
    board: &Board<S>,
    rules: &Rules,
    options: &SolveOptions,
    reason: &str,
    known: Option<LoopValue>,
) -> Answer {
    // A small search, all positions if they are few, a large search: in order of cost.
    let small = options.find_small(board, rules, options.nodes);
    if !small.as_ref().is_ok_and(|found| found.ended)
        && let Some(answer) = by_listing(board, rules, options)
    {
        return answer;
    }
    let found = options.find_large(board, rules, options.nodes, small);
    let nodes = match &found {
        Ok(found) => found.counters.visited(),
        Err(SearchError::Stopped(_, nodes)) => *nodes,
        Err(SearchError::Table(_)) => 0,
    };
    let answer =
        |status, score, line| Answer { status, score, line, candidates: Vec::new(), nodes };
    let why = match found {
        Ok(found) if found.ended && holds(board, rules, options) => {
            let score = LoopValue { low: found.score, high: found.score };
            let proved = answer(Status::Proved(SolveMethod::Search), score, found.line);
            return with_candidates(proved, board, rules, options);
        }
        Ok(found) if found.ended => format!(
            "{:+} under simple ko, but under superko a position that comes back may forbid a move",
            found.score
        ),
        Ok(_) => "play can continue forever".to_owned(),
        Err(error) => error.to_string(),
    };
    if rules.ko != KoRule::Simple
        && board.size().area() <= SMALL_BOARD
        && let Ok(found) = superko_score(board, rules, options.nodes, &options.local)
    {
        let score = LoopValue { low: found.score, high: found.score };
        return Answer {
            nodes: found.nodes,
            ..answer(Status::Proved(SolveMethod::Past), score, vec![found.best])
        };
    }
    let why = if reason.is_empty() { why } else { format!("{reason}; {why}") };
    match known {
        Some(score) => answer(Status::Bounds(why), score, Vec::new()),
        None => {
            let bounds = settled_bounds(board, rules.scoring);
            answer(Status::NotProved(why), bounds, Vec::new())
        }
    }
}

/// Whether results under simple ko hold under the rules.
fn holds<S: PointSet>(board: &Board<S>, rules: &Rules, options: &SolveOptions) -> bool {
    rules.ko == KoRule::Simple || is_without_repetition(board, options.loop_positions) == Some(true)
}

/// The answer with the result of each move, within the node limit.
fn with_candidates<S: PointSet>(
    mut answer: Answer,
    board: &Board<S>,
    rules: &Rules,
    options: &SolveOptions,
) -> Answer {
    let mut left = options.nodes;
    for (mv, after) in successors(board, rules.scoring) {
        match options.find(&after, rules, left) {
            Ok(found) => {
                left = left.saturating_sub(found.counters.visited());
                answer.nodes += found.counters.visited();
                let loss = (answer.score.low - found.score) * board.to_move().sign();
                if found.ended {
                    answer.candidates.push(Candidate { mv, score: found.score, loss });
                }
            }
            Err(_) => break,
        }
    }
    answer.candidates.sort_by_key(|candidate| (candidate.loss, candidate.mv));
    answer
}
