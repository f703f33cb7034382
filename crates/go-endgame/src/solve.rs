//! Solving a position by whatever way proves it, saying how far the proof goes.

use zenpuku_gametree::Limits;
use zenpuku_go::{Board, Color, KoRule, Move, PointSet, Rules, Scoring, Suicide};

use crate::{
    Candidate, Exclusion, LocalLimits, LocalSolver, LoopValue, SearchOptions, TerritorySolution,
    loop_value, search,
};

/// How a result was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// As a sum of regions by the integer rule.
    Sum,
    /// By search of the whole board with the exact exclusion.
    Search,
    /// As the interval of all positions that can be reached.
    Loops,
}

/// How far the proof goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The score is exact.
    Proved(Way),
    /// Play may go on for ever; the score lies between the ends, whichever way endless play counts.
    Loop,
    /// Nothing is known, and why.
    NotProved(String),
}

/// What is known for one side moving first, in points for Black without komi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How far the proof goes.
    pub status: Status,
    /// The score's least and greatest value; `None` when nothing is known.
    pub score: Option<LoopValue>,
    /// The best line; empty when unknown.
    pub line: Vec<Move>,
    /// The moves by what they lose, the best first; only for sums.
    pub candidates: Vec<Candidate>,
    /// Positions or nodes looked at.
    pub nodes: u64,
}

/// Both answers and the regions.
#[derive(Debug)]
pub struct Solution<S> {
    /// With Black first and with White first.
    pub first: [Answer; 2],
    /// The regions, when the board was solved as a sum.
    pub regions: Option<TerritorySolution<S>>,
    /// The games of the regions.
    pub local: LocalSolver<S>,
}

/// Bounds on the work.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// For the regions.
    pub local: LocalLimits,
    /// Nodes of one search of the whole board.
    pub nodes: u64,
    /// Bytes of its table.
    pub table_bytes: usize,
    /// Positions for an interval.
    pub loop_positions: usize,
}

impl Default for SolveOptions {
    /// 200,000 positions of regions, 2,000,000 nodes, 64 MiB, 300,000 positions for intervals.
    fn default() -> Self {
        Self {
            local: LocalLimits::default(),
            nodes: 2_000_000,
            table_bytes: 64 << 20,
            loop_positions: 300_000,
        }
    }
}

/// Solves the position for both sides moving first.
///
/// Everything is found under simple ko. Under a superko rule a result by sum holds (no ko can arise); what a
/// search or an interval finds is not claimed, as a past position may forbid a move.
#[must_use]
pub fn solve<S: PointSet>(board: &Board<S>, rules: &Rules, options: &SolveOptions) -> Solution<S> {
    let mut local = LocalSolver::new(options.local);
    let reason = match (rules.scoring, board.suicide()) {
        (Scoring::Area, _) => "by area the board is no sum of games".to_owned(),
        (_, Suicide::MultiStone) => {
            "where own stones may be given up the board is no sum of games".to_owned()
        }
        (Scoring::Territory, Suicide::Forbidden) => match by_sum(&mut local, board) {
            Ok((regions, first)) => return Solution { first, regions: Some(regions), local },
            Err(error) => error.to_string(),
        },
    };
    let first = Color::BOTH.map(|color| {
        let mut turned = *board;
        turned.set_to_move(color);
        whole_board(&turned, rules, options, &reason)
    });
    Solution { first, regions: None, local }
}

fn by_sum<S: PointSet>(
    local: &mut LocalSolver<S>,
    board: &Board<S>,
) -> Result<(TerritorySolution<S>, [Answer; 2]), crate::SolveError> {
    let regions = local.solve(board)?;
    let mut answers = Vec::with_capacity(2);
    for color in Color::BOTH {
        let score = regions.scores[color.index()];
        answers.push(Answer {
            status: Status::Proved(Way::Sum),
            score: Some(LoopValue { low: score, high: score }),
            line: local.line(board, color)?,
            candidates: local.candidates(board, &regions, color)?,
            nodes: local.positions() as u64,
        });
    }
    let [black, white] = [answers.remove(0), answers.remove(0)];
    Ok((regions, [black, white]))
}

fn whole_board<S: PointSet>(
    board: &Board<S>,
    rules: &Rules,
    options: &SolveOptions,
    reason: &str,
) -> Answer {
    let search_options = SearchOptions {
        table_bytes: Some(options.table_bytes),
        limits: Limits::with_nodes(options.nodes),
        ..SearchOptions::new(rules.scoring)
    };
    let found = search(board, &search_options);
    let nodes = match &found {
        Ok(found) => found.counters.visited(),
        Err(_) => options.nodes,
    };
    let answer =
        |status, score, line| Answer { status, score, line, candidates: Vec::new(), nodes };
    let why = match found {
        Ok(found) if found.ended && rules.ko == KoRule::Simple => {
            let score = LoopValue { low: found.score, high: found.score };
            return answer(Status::Proved(Way::Search), Some(score), found.line);
        }
        Ok(found) if found.ended => "a position from before may forbid a move (superko)".to_owned(),
        Ok(_) => "play can go on for ever".to_owned(),
        Err(error) => error.to_string(),
    };
    if rules.ko == KoRule::Simple
        && rules.scoring == Scoring::Area
        && let Ok(value) = loop_value(board, Exclusion::Exact, options.loop_positions)
    {
        let status = value.exact().map_or(Status::Loop, |_| Status::Proved(Way::Loops));
        return answer(status, Some(value), Vec::new());
    }
    answer(Status::NotProved(format!("{reason}; {why}")), None, Vec::new())
}
