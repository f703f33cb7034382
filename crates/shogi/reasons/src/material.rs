//! Proof of gains of material: after every legal reply there is an answer.
//!
//! **The law.** `quiet` is the best gain of the side to move if both sides only capture,
//! promote pawns, answer checks with any move, or stop; ten plies deep. `forced` is the least
//! that the side that has just moved gains over all legal replies of the other side, when it
//! may answer with a capture or a promotion (in check with any move) and `quiet` follows, or
//! stop.

use core::cmp::Reverse;
use zenpuku_shogi::{ExchangeValues, Move, MoveKind, MoveList, Position, Square};

/// Worth of a mate, more than all pieces together.
pub(crate) const MATE: i32 = 30_000;
/// The least gain that is claimed, in centipawns: more than a pawn.
pub(crate) const MARGIN: i32 = 150;
/// Plies of captures.
const DEPTH: u32 = 10;

/// The node limit was reached without a proof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exhausted;

/// A result, or no nodes left.
pub(crate) type Proved<T> = Result<T, Exhausted>;

/// A reply with its answer.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) reply: Move,
    pub(crate) answer: Option<Move>,
    /// Gain after the reply, from the position before it.
    pub(crate) gain: i32,
    pub(crate) then: Option<Forced>,
}

/// The gain after every reply.
#[derive(Clone, Debug)]
pub(crate) struct Forced {
    pub(crate) gain: i32,
    pub(crate) replies: Vec<Reply>,
}

/// The best answer to a reply.
struct Answer {
    value: i32,
    mv: Option<Move>,
    then: Option<Forced>,
}

/// Does the side to move gain by taking the piece on `square`, as exchanges count?
pub(crate) fn hangs(position: &Position, square: Square, values: &ExchangeValues) -> bool {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.iter().any(|&mv| mv.to() == square && position.see(mv, values) > 0)
}

/// Proves gains of material with a limited number of nodes.
pub(crate) struct Material<'a> {
    values: &'a ExchangeValues,
    left: u64,
}

impl<'a> Material<'a> {
    pub(crate) fn new(values: &'a ExchangeValues, nodes: u64) -> Self {
        Self { values, left: nodes }
    }

    fn spend(&mut self) -> Proved<()> {
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        Ok(())
    }

    /// Best material for the side to move by captures alone (fail-soft alpha-beta).
    fn quiet(&mut self, at: &mut Position, depth: u32, alpha: i32, beta: i32) -> Proved<i32> {
        self.spend()?;
        let check = at.in_check() && depth > 0;
        let mut best = if check { -MATE } else { 0 };
        if depth == 0 || best >= beta {
            return Ok(best);
        }
        for mv in self.noisy(at, check) {
            let change = at.material_change(mv, self.values);
            at.do_move(mv);
            let floor = best.max(alpha);
            let reply = self.quiet(at, depth - 1, change - beta, change - floor);
            at.undo_move(mv);
            best = best.max(change - reply?);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The moves of `quiet`, those that gain most first.
    fn noisy(&self, at: &Position, check: bool) -> Vec<Move> {
        let mut list = MoveList::new();
        at.generate(if check { MoveKind::EvasionsAll } else { MoveKind::Captures }, &mut list);
        let legal = list.iter().copied().filter(|&mv| check || at.is_legal_after_pseudo(mv));
        self.ordered(at, legal)
    }

    fn ordered(&self, at: &Position, moves: impl Iterator<Item = Move>) -> Vec<Move> {
        let mut moves: Vec<Move> = moves.collect();
        moves.sort_by_cached_key(|&mv| {
            let kind = at.moved_piece(mv).piece_type();
            (Reverse(at.material_change(mv, self.values)), self.values.on_board(kind))
        });
        moves
    }

    /// The moves by which `quiet` gets its value.
    pub(crate) fn quiet_line(&mut self, at: &Position) -> Proved<Vec<Move>> {
        let mut at = at.without_history();
        let mut line = Vec::new();
        for depth in (1..=DEPTH).rev() {
            let best = self.quiet(&mut at, depth, -MATE, MATE)?;
            let check = at.in_check();
            if best == 0 && !check {
                break;
            }
            let mut chosen = None;
            for mv in self.noisy(&at, check) {
                let change = at.material_change(mv, self.values);
                at.do_move(mv);
                let reply = self.quiet(&mut at, depth - 1, -MATE, MATE);
                at.undo_move(mv);
                if change - reply? == best {
                    chosen = Some(mv);
                    break;
                }
            }
            let Some(mv) = chosen else { break };
            at.do_move(mv);
            line.push(mv);
        }
        Ok(line)
    }

    /// The best immediate gain of the side to move by capture or promotion, and its line.
    pub(crate) fn at_once(&mut self, at: &Position) -> Proved<(i32, Option<Move>)> {
        self.at_once_without(at, Move::NONE)
    }

    /// The same with a move left out, promoting or not.
    pub(crate) fn at_once_without(
        &mut self,
        at: &Position,
        except: Move,
    ) -> Proved<(i32, Option<Move>)> {
        let mut at = at.without_history();
        let mut list = MoveList::new();
        at.generate(MoveKind::Legal, &mut list);
        let mut best = (0, None);
        for &mv in list.iter() {
            let same = mv.from() == except.from() && mv.to() == except.to();
            if !same && (at.is_capture(mv) || mv.is_promotion()) {
                let value = self.after(&mut at, mv, best.0, MATE)?;
                if value > best.0 {
                    best = (value, Some(mv));
                }
            }
        }
        Ok(best)
    }

    /// The minimum gain of the side that has just moved, `None` if it is less than `need`.
    pub(crate) fn forced(&mut self, after: &Position, need: i32) -> Proved<Option<Forced>> {
        self.forced_at(&mut after.without_history(), need, 1)
    }

    fn forced_at(&mut self, at: &mut Position, need: i32, checks: u32) -> Proved<Option<Forced>> {
        let mut list = MoveList::new();
        at.legal_moves(&mut list);
        if list.is_empty() {
            return Ok(Some(Forced { gain: MATE, replies: Vec::new() }));
        }
        // The gain after a pass of the other side is sufficient after any reply.
        let mut enough = MATE;
        let mut first = None;
        if !at.in_check() {
            at.do_null_move();
            let answer = self.answer(at, (-MATE, MATE), 0);
            at.undo_null_move();
            let answer = answer?;
            (enough, first) = (answer.value.max(need), answer.mv);
            if answer.value < need {
                return Ok(None);
            }
        }
        let mut forced = Forced { gain: MATE, replies: Vec::with_capacity(list.len()) };
        for reply in self.ordered(at, list.iter().copied()) {
            let lost = at.material_change(reply, self.values);
            at.do_move(reply);
            let answer = self.answer_to(at, first, (need + lost, enough + lost), checks);
            at.undo_move(reply);
            let Answer { value, mv, then } = answer?;
            let gain = value - lost;
            if gain < need {
                return Ok(None);
            }
            forced.gain = forced.gain.min(gain);
            forced.replies.push(Reply { reply, answer: mv, gain, then });
        }
        Ok(Some(forced))
    }

    /// As `answer`, but `first` is tried before the others.
    fn answer_to(
        &mut self,
        at: &mut Position,
        first: Option<Move>,
        window: (i32, i32),
        checks: u32,
    ) -> Proved<Answer> {
        if let Some(mv) = first.filter(|&mv| at.is_legal(mv)) {
            let value = self.after(at, mv, window.1 - 1, window.1)?;
            if value >= window.1 {
                return Ok(Answer { value, mv: Some(mv), then: None });
            }
        }
        self.answer(at, window, checks)
    }

    /// The best answer of the side to move; searched until it is worth the upper end of `window`.
    /// In check, quiet answers are followed further while less than its lower end is found.
    fn answer(
        &mut self,
        at: &mut Position,
        (need, enough): (i32, i32),
        checks: u32,
    ) -> Proved<Answer> {
        let check = at.in_check();
        let mut best = Answer { value: if check { -MATE } else { 0 }, mv: None, then: None };
        if best.value >= enough {
            return Ok(best);
        }
        let mut list = MoveList::new();
        at.generate(MoveKind::Legal, &mut list);
        let noisy = |mv: &Move| check || at.is_capture(*mv) || mv.is_promotion();
        let moves = self.ordered(at, list.iter().copied().filter(noisy));
        for &mv in &moves {
            let value = self.after(at, mv, best.value, enough)?;
            if value > best.value {
                best = Answer { value, mv: Some(mv), then: None };
            }
            if best.value >= enough {
                return Ok(best);
            }
        }
        if check && checks > 0 && best.value < need {
            // All of them: the first few would be others on a mirrored board.
            let quiet = moves.iter().filter(|&&mv| !at.is_capture(mv) && !mv.is_drop());
            let quiet: Vec<Move> = quiet.copied().collect();
            for mv in quiet {
                at.do_move(mv);
                let then = self.forced_at(at, need, checks - 1);
                at.undo_move(mv);
                if let Some(then) = then? {
                    return Ok(Answer { value: then.gain, mv: Some(mv), then: Some(then) });
                }
            }
        }
        Ok(best)
    }

    /// The gain of the side to move by `mv`; an answer that allows mate in one has no gain.
    fn after(&mut self, at: &mut Position, mv: Move, alpha: i32, beta: i32) -> Proved<i32> {
        let change = at.material_change(mv, self.values);
        at.do_move(mv);
        let reply = self.quiet(at, DEPTH, change - beta, change - alpha);
        let loses = matches!(reply, Ok(reply) if change - reply > alpha)
            && !at.in_check()
            && at.mate_in_one().is_some();
        at.undo_move(mv);
        Ok(if loses { -MATE } else { change - reply? })
    }
}
