//! A player of endgames: the proved move if the solver finds one, else a move
//! by the values of the board's parts, else the most promising move of a search
//! by random games.
//!
//! It plays no move in settled territory, and passes where no move gains anything (`player/ending.rs`).

use std::time::{Duration, Instant};

use zenpuku_go::{Board, BoardVisitor, Color, Move, PointSet, Rules, Setup};
use zenpuku_go_status::Random;

mod ending;
mod sampling;

pub use sampling::Sampling;

use crate::appraise::part_of_time;
use crate::{LocalLimits, SolveOptions, Status, solve};

/// Whose turn it is, and where.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The position; its side to move is the player.
    pub setup: Setup,
    /// The rules, with all that White gets.
    pub rules: Rules,
    /// Whether the other side has just passed.
    pub was_passed: bool,
    /// Whether a move is legal and brings back no earlier position.
    pub is_fresh: &'a dyn Fn(Move) -> bool,
}

impl Turn<'_> {
    const fn color(&self) -> Color {
        self.setup.to_move
    }
}

/// How much the player thinks.
#[derive(Debug, Clone, Copy)]
pub struct Strength {
    /// Random games of a search for a move.
    pub playouts: u32,
    /// Nodes of a search for a proof.
    pub nodes: u64,
    /// Seed of the random games.
    pub seed: u64,
}

impl Strength {
    /// Bounds for a proof within a move's time.
    #[must_use]
    pub fn proof(&self) -> SolveOptions {
        SolveOptions {
            local: LocalLimits { positions: 30_000, ..LocalLimits::default() },
            nodes: self.nodes,
            table_bytes: 16 << 20,
            loop_positions: 20_000,
            ..SolveOptions::default()
        }
    }
}

/// A move with its result, for the player.
#[derive(Debug, Clone, PartialEq)]
pub struct Considered {
    /// The move.
    pub mv: Move,
    /// Nodes or games.
    pub visits: u64,
    /// 0 to 1.
    pub win_rate: f64,
    /// In points, komi counted.
    pub lead: f64,
    /// The move and what follows it.
    pub line: Vec<Move>,
}

/// The share of the remaining time for finding the places left to play.
const ENDING: f64 = 0.7;

/// The move to play within this time.
#[must_use]
pub fn choose(turn: &Turn<'_>, strength: &Strength, time: Duration) -> Move {
    let deadline = Instant::now() + time;
    // The clock leaves a reserve for the answer itself.
    let exact = solved(turn, &strength.proof().until(Instant::now() + time / 4));
    if let Some(best) = exact.as_deref().and_then(best)
        && (turn.is_fresh)(best)
    {
        return best;
    }
    let begun = part_of_time(deadline, ENDING);
    let mut sampling = Sampling::new(turn, strength.seed, begun);
    sampling.more(strength.playouts, deadline, &mut Random::new(strength.seed));
    sampling.considered().first().map_or(Move::Pass, |considered| considered.mv)
}

/// A move that captures dead stones, requested by the server KGS if players
/// disagree; a pass if no dead stone of the other side can be approached.
#[must_use]
pub fn clean_up(turn: &Turn<'_>, strength: &Strength, time: Duration) -> Move {
    let deadline = Instant::now() + time;
    let begun = part_of_time(deadline, ENDING);
    let mut sampling = Sampling::among(turn, ending::approaches(turn, strength.seed, begun));
    sampling.more(strength.playouts, deadline, &mut Random::new(strength.seed));
    sampling.considered().first().map_or(Move::Pass, |considered| considered.mv)
}

/// The first of the best moves, but the pass if it is as good.
fn best(moves: &[Considered]) -> Option<Move> {
    let first = moves.first()?;
    let is_as_good = |pass: &Considered| pass.mv == Move::Pass && pass.lead >= first.lead;
    Some(if moves.iter().any(is_as_good) { Move::Pass } else { first.mv })
}

/// The moves of an exact solution, the best first; `None` without a proof.
#[must_use]
pub fn solved(turn: &Turn<'_>, options: &SolveOptions) -> Option<Vec<Considered>> {
    struct Work<'a>(&'a Turn<'a>, &'a SolveOptions);
    impl BoardVisitor for Work<'_> {
        type Output = Option<Vec<Considered>>;
        fn visit<S: PointSet>(self, board: Board<S>) -> Self::Output {
            proved(self.0, &board, &self.1.near_the_end(&board)?)
        }
    }
    turn.setup.visit(turn.rules.suicide, Work(turn, options)).ok()?
}

fn proved<S: PointSet>(
    turn: &Turn<'_>,
    board: &Board<S>,
    options: &SolveOptions,
) -> Option<Vec<Considered>> {
    let solution = solve(board, &turn.rules, options);
    let answer = &solution.first[turn.color().index()];
    if !matches!(answer.status, Status::Proved(_)) {
        return None;
    }
    let consider = |mv, score: i32, line: Vec<Move>| {
        // The moves made so far captured prisoners too: the board stores them,
        // and the solver counts them.
        let lead = (f64::from(score) - turn.rules.komi.to_f64()) * f64::from(turn.color().sign());
        let win_rate = if lead > 0.0 {
            1.0
        } else if lead < 0.0 {
            0.0
        } else {
            0.5
        };
        Considered { mv, visits: answer.nodes.max(1), win_rate, lead, line }
    };
    let first = answer.line.first().copied().unwrap_or(Move::Pass);
    let line = if answer.line.is_empty() { vec![Move::Pass] } else { answer.line.clone() };
    let mut moves = vec![consider(first, answer.score.low, line)];
    for candidate in answer.candidates.iter().filter(|candidate| candidate.mv != first) {
        moves.push(consider(candidate.mv, candidate.score, vec![candidate.mv]));
    }
    Some(moves)
}
