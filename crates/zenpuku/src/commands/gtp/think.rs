//! What the engine knows about a position: an exact solution, or samples.

use std::time::{Duration, Instant};

use zenpuku_go::{Board, BoardVisitor, Color, Move, PointSet, Setup};
use zenpuku_go_endgame::{LocalLimits, SolveOptions, Status, solve};
use zenpuku_go_status::Random;

use super::game::GtpGame;
use super::sample::Sampling;

/// A move with what it leads to, for the player.
#[derive(Debug, Clone)]
pub(super) struct Considered {
    pub(super) mv: Move,
    /// Nodes or games.
    pub(super) visits: u64,
    /// 0 to 1.
    pub(super) win_rate: f64,
    /// In points, komi counted.
    pub(super) lead: f64,
    pub(super) line: Vec<Move>,
}

/// The engine's settings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strength {
    pub(super) playouts: u32,
    pub(super) nodes: u64,
    pub(super) seed: u64,
}

/// The moves of an exact solution, the best first; `None` where nothing is proved.
pub(super) fn solved(
    game: &GtpGame,
    color: Color,
    options: &SolveOptions,
) -> Option<Vec<Considered>> {
    struct Work<'a>(&'a GtpGame, Color, &'a SolveOptions);
    impl BoardVisitor for Work<'_> {
        type Output = Option<Vec<Considered>>;
        fn visit<S: PointSet>(self, board: Board<S>) -> Self::Output {
            proved(self.0, &board, self.1, &self.2.near_the_end(&board)?)
        }
    }
    let setup: Setup = game.setup(color);
    setup.visit(game.rules().suicide, Work(game, color, options)).ok()?
}

fn proved<S: PointSet>(
    game: &GtpGame,
    board: &Board<S>,
    color: Color,
    options: &SolveOptions,
) -> Option<Vec<Considered>> {
    let rules = game.rules();
    let solution = solve(board, &rules, options);
    let answer = &solution.first[color.index()];
    if !matches!(answer.status, Status::Proved(_)) {
        return None;
    }
    let consider = |mv, score: i32, line: Vec<Move>| {
        // The moves made so far took prisoners too: the board knows them, and the solver counts them.
        let lead = (f64::from(score) - rules.komi.to_f64()) * f64::from(color.sign());
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

/// Bounds for a solution within a move's time.
pub(super) fn quick_options(strength: &Strength) -> SolveOptions {
    SolveOptions {
        local: LocalLimits { positions: 30_000, ..LocalLimits::default() },
        nodes: strength.nodes,
        table_bytes: 16 << 20,
        loop_positions: 20_000,
        ..SolveOptions::default()
    }
}

/// The move to play: perfect where the endgame is solved, else the most promising sample.
pub(super) fn choose(game: &GtpGame, color: Color, strength: &Strength, time: Duration) -> Move {
    let deadline = Instant::now() + time;
    // The clock leaves a reserve for the answer itself.
    let exact = solved(game, color, &quick_options(strength).until(Instant::now() + time / 2));
    if let Some(best) = exact.as_ref().and_then(|moves| moves.first())
        && game.is_fresh(color, best.mv)
    {
        return best.mv;
    }
    let begun = Instant::now() + deadline.saturating_duration_since(Instant::now()) / 2;
    let mut sampling = Sampling::new(game, color, strength.seed, begun);
    sampling.more(strength.playouts, deadline, &mut Random::new(strength.seed));
    sampling.considered().first().map_or(Move::Pass, |considered| considered.mv)
}
