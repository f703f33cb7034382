//! Superko: positions where it is irrelevant, and small boards where it may matter.

use std::collections::HashMap;

use thiserror::Error;
use zenpuku_go::{Board, Color, Game, Move, PointSet, Rules, Scoring, unconditional_life};

use crate::{Exclusion, LocalLimits, Plan, count, settled};

/// The longest line, in plies. Where lines are longer, they are too many as well.
const LONGEST: usize = 300;

/// Whether no position between the unconditionally alive stones can ever come back, even if each side might play any
/// number of moves in turn. Then no ko rule forbids anything, and every result under simple ko holds under superko,
/// as long as the game begins with this position.
///
/// Points of the exact exclusion cannot matter either: a play there changes no
/// other point, so it can only lift a ban, and there is no ban.
///
/// `None` when more than `limit` positions can be reached.
#[must_use]
pub fn is_without_repetition<S: PointSet>(board: &Board<S>, limit: usize) -> Option<bool> {
    let plan = Plan::new(board, Exclusion::Exact, Scoring::Area);
    let mut walk = Walk { plan, limit, seen: HashMap::new(), line: Vec::new() };
    walk.open(*board);
    while let Some((at, next)) = walk.line.last_mut() {
        let Some(after) = next.pop() else {
            let key = stones(at);
            walk.seen.insert(key, true);
            walk.line.pop();
            continue;
        };
        match walk.seen.get(&stones(&after)) {
            Some(true) => {}
            Some(false) => return Some(false),
            None if walk.seen.len() >= walk.limit => return None,
            None => walk.open(after),
        }
    }
    Some(true)
}

/// A depth-first walk through the positions; the line holds each with its remaining moves.
struct Walk<S> {
    plan: Plan<S>,
    limit: usize,
    /// Whether all that follows is done.
    seen: HashMap<[S; 2], bool>,
    line: Vec<(Board<S>, Vec<Board<S>>)>,
}

impl<S: PointSet> Walk<S> {
    fn open(&mut self, board: Board<S>) {
        let candidates = board.empties().minus(self.plan.excluded(&board));
        let after = |color: Color| {
            let mut turned = board.setup();
            turned.ko = None;
            turned.to_move = color;
            // The position comes from a board, so it is valid.
            let turned = turned.board::<S>(board.suicide()).ok();
            let plays = turned.into_iter().flat_map(move |turned| {
                candidates.iter().filter_map(move |point| {
                    let mut next = turned;
                    next.play(point).ok().map(|_| next)
                })
            });
            plays.collect::<Vec<_>>()
        };
        let next = Color::BOTH.map(after).concat();
        self.seen.insert(stones(&board), false);
        self.line.push((board, next));
    }
}

fn stones<S: PointSet>(board: &Board<S>) -> [S; 2] {
    Color::BOTH.map(|color| board.stones(color))
}

/// Why a search with the history of the game has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SuperkoError {
    /// The search is for area scoring.
    #[error("the search with the past is for area scoring")]
    Territory,
    /// Too many nodes.
    #[error("more than {0} nodes")]
    TooMany(u64),
    /// A line is too long.
    #[error("lines of more than {0} plies")]
    TooLong(usize),
    /// A stop was asked for, or the time is over.
    #[error("stopped")]
    Stopped,
}

/// The result of a search with the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuperkoFound {
    /// Black's score less White's, in points without komi.
    pub score: i32,
    /// The first move of the best line.
    pub best: Move,
    /// Nodes visited.
    pub nodes: u64,
}

/// Searches every line with its past, by area: for the smallest boards. The position is the first of the game.
///
/// No move is left out; a line ends as soon as the players' safe points decide it.
///
/// # Errors
/// By territory, when more than `nodes` or very long lines are needed, or when the flag or the clock of the limits says
/// so.
pub fn superko_score<S: PointSet>(
    board: &Board<S>,
    rules: &Rules,
    nodes: u64,
    limits: &LocalLimits,
) -> Result<SuperkoFound, SuperkoError> {
    if rules.scoring != Scoring::Area {
        return Err(SuperkoError::Territory);
    }
    let mut search = Search { game: Game::new(*board, *rules), nodes: 0, limit: nodes, limits };
    let area = board.size().area() as i32;
    let (mut low, mut high) = (-area, area);
    // Null windows from the middle: safe points then decide most lines.
    while low < high {
        let guess = (low + high).div_euclid(2) + 1;
        match search.value(guess - 1, guess)? {
            value if value >= guess => low = value,
            value => high = value,
        }
    }
    let best = search.best(low)?;
    Ok(SuperkoFound { score: low, best, nodes: search.nodes })
}

struct Search<'a, S> {
    game: Game<S>,
    nodes: u64,
    limit: u64,
    limits: &'a LocalLimits,
}

impl<S: PointSet> Search<'_, S> {
    /// The score with alpha-beta cuts, from Black's view; outside the window a bound.
    fn value(&mut self, low: i32, high: i32) -> Result<i32, SuperkoError> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(SuperkoError::TooMany(self.limit));
        }
        if self.game.move_count() > LONGEST {
            return Err(SuperkoError::TooLong(LONGEST));
        }
        if self.limits.is_over() {
            return Err(SuperkoError::Stopped);
        }
        let board = *self.game.board();
        let alive = Color::BOTH.map(|color| unconditional_life(&board, color).stones);
        let owned = settled(&board, alive);
        if self.game.is_over() {
            return Ok(count(&board, &owned, Scoring::Area));
        }
        // A player that only passes from now on keeps its living stones and its points.
        let sure = [0, 1].map(|i| (alive[i].count() + owned.0[i].count()) as i32);
        let area = board.size().area() as i32;
        let (least, most) = (2 * sure[0] - area, area - 2 * sure[1]);
        if least >= high || least == most {
            return Ok(least);
        }
        if most <= low {
            return Ok(most);
        }
        self.by_moves(low, high)
    }

    fn by_moves(&mut self, mut low: i32, mut high: i32) -> Result<i32, SuperkoError> {
        let black = self.game.board().to_move() == Color::Black;
        let mut best = if black { i32::MIN } else { i32::MAX };
        for mv in self.moves() {
            let value = self.after(mv, low, high)?;
            if black {
                best = best.max(value);
                low = low.max(best);
            } else {
                best = best.min(value);
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        Ok(best)
    }

    /// Captures first; the pass last, but first where it ends the game.
    fn moves(&self) -> Vec<Move> {
        let board = self.game.board();
        let mut moves: Vec<Move> = self.game.legal_moves().collect();
        let weak = board.chains(board.to_move().opponent()).map(|chain| board.liberties(chain));
        let captures =
            weak.filter(|liberties| liberties.count() == 1).fold(S::EMPTY, |set, one| set | one);
        moves.sort_by_key(|mv| match mv {
            Move::Pass if board.passes() == 1 => 0,
            Move::Play(point) if captures.contains(*point) => 1,
            Move::Play(_) => 2,
            Move::Pass => 3,
        });
        moves
    }

    fn after(&mut self, mv: Move, low: i32, high: i32) -> Result<i32, SuperkoError> {
        match self.game.play(mv) {
            Ok(undo) => {
                let value = self.value(low, high);
                self.game.undo(undo);
                value
            }
            // Legal moves are played only.
            Err(_) => Ok(if self.game.board().to_move() == Color::Black { low } else { high }),
        }
    }

    /// The first move that gets the score.
    fn best(&mut self, score: i32) -> Result<Move, SuperkoError> {
        let black = self.game.board().to_move() == Color::Black;
        for mv in self.moves() {
            let gets = match black {
                true => self.after(mv, score - 1, score)? >= score,
                false => self.after(mv, score, score + 1)? <= score,
            };
            if gets {
                return Ok(mv);
            }
        }
        Ok(Move::Pass)
    }
}
