//! The search for the shortest mate by the composers' count (see `composer.rs`).

use crate::one::legal_checks;
use crate::replies::Replies;
use std::collections::HashMap;
use zenpuku_core::{Budget, StopReason};
use zenpuku_shogi::{HandPiece, Move, MoveList, Position};

/// The stored result of a position.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Plies of the shortest mate.
    mate: Option<u16>,
    /// There is no mate in fewer plies.
    at_least: u16,
}

/// The search over all checks.
pub(crate) struct Counter {
    pub(crate) budget: Budget,
    known: HashMap<u64, Known>,
    pieces_left: HashMap<u64, (u32, Option<Move>)>,
}

pub(crate) type Found = Result<Option<u16>, StopReason>;

impl Counter {
    pub(crate) fn new(budget: Budget) -> Self {
        Self { budget, known: HashMap::new(), pieces_left: HashMap::new() }
    }

    /// The plies of the shortest mate, if it is within `left`.
    pub(crate) fn attack(&mut self, at: &mut Position, left: u16) -> Found {
        let key = at.key();
        let known = self.known.get(&key).copied().unwrap_or_default();
        if let Some(answer) = answered(known, left) {
            return Ok(answer);
        }
        let checks = checks(at);
        let mut found = None;
        let mut depth = known.at_least | 1;
        while depth <= left && found.is_none() && !checks.is_empty() {
            for &check in &checks {
                self.budget.spend()?;
                at.do_move(check);
                let below = self.defend(at, depth - 1);
                at.undo_move(check);
                if let Some(plies) = below? {
                    found = Some(found.map_or(plies + 1, |other: u16| other.min(plies + 1)));
                    // With this count a longer limit may find a mate that a shorter one did not.
                    if plies + 1 == depth {
                        break;
                    }
                }
            }
            depth += 2;
        }
        Ok(self.settle(key, found, left))
    }

    /// The plies that the defender, in check, lasts, if they are at most `left`.
    pub(crate) fn defend(&mut self, at: &mut Position, left: u16) -> Found {
        let key = at.key();
        let known = self.known.get(&key).copied().unwrap_or_default();
        if let Some(answer) = answered(known, left) {
            return Ok(answer);
        }
        let found = self.defences(at, left)?;
        Ok(self.settle(key, found, left))
    }

    fn defences(&mut self, at: &mut Position, left: u16) -> Found {
        let replies = Replies::of(at);
        let mut longest = 0;
        for &reply in &replies.firm {
            let Some(plies) = self.after(at, reply, left)? else { return Ok(None) };
            longest = longest.max(plies);
        }
        let mut drops = Vec::new();
        for (nearer, moves) in replies.drops(at) {
            let taken = self.taken(nearer, left)?;
            if taken.is_some_and(|plies| plies <= longest) {
                continue;
            }
            for mv in moves {
                // It may be useless compared with a longer defence.
                let plies = self.after(at, mv, left)?.unwrap_or(u16::MAX);
                drops.push(Drop { taken, plies });
            }
        }
        let length = length(longest, &drops);
        Ok((length <= left).then_some(length))
    }

    /// The plies of a reply and all that follows.
    fn after(&mut self, at: &mut Position, reply: Move, left: u16) -> Found {
        if left == 0 {
            return Ok(None);
        }
        self.budget.spend()?;
        at.do_move(reply);
        let below = self.attack(at, left - 1);
        at.undo_move(reply);
        Ok(below?.map(|plies| plies + 1))
    }

    /// The plies to mate if the checking piece is on the nearer square; of two
    /// ways to take, the one that mates sooner.
    pub(crate) fn taken(&mut self, nearer: Vec<Position>, left: u16) -> Found {
        let mut soonest: Option<u16> = None;
        for mut at in nearer {
            self.budget.spend()?;
            let plies = self.defend(&mut at, left)?;
            soonest = [soonest, plies].into_iter().flatten().min();
        }
        Ok(soonest)
    }

    fn settle(&mut self, key: u64, found: Option<u16>, left: u16) -> Option<u16> {
        let known = self.known.entry(key).or_default();
        known.mate = found;
        known.at_least = known.at_least.max(left + 1);
        found
    }

    /// The line of a mate in `plies`.
    pub(crate) fn line(&mut self, at: &mut Position, plies: u16) -> Result<Vec<Move>, StopReason> {
        let mut line = Vec::new();
        for left in (1..=plies).rev().step_by(2) {
            let Some(check) = self.mating_check(at, left)? else { break };
            at.do_move(check);
            line.push(check);
            let reply = if left > 1 { self.last_defence(at, left - 1)?.1 } else { None };
            let Some(reply) = reply else { break };
            at.do_move(reply);
            line.push(reply);
        }
        Ok(line)
    }

    /// The line of a defence that lasts `plies`.
    pub(crate) fn line_of_defence(
        &mut self,
        at: &mut Position,
        plies: u16,
    ) -> Result<Vec<Move>, StopReason> {
        let reply = if plies > 0 { self.last_defence(at, plies)?.1 } else { None };
        let Some(reply) = reply else { return Ok(Vec::new()) };
        at.do_move(reply);
        let mut line = vec![reply];
        line.extend(self.line(at, plies - 1)?);
        Ok(line)
    }

    /// The first check after which the defender lasts `plies - 1`.
    fn mating_check(&mut self, at: &mut Position, plies: u16) -> Result<Option<Move>, StopReason> {
        for check in checks(at) {
            at.do_move(check);
            let below = self.defend(at, plies - 1);
            at.undo_move(check);
            if below?.is_some() {
                return Ok(Some(check));
            }
        }
        Ok(None)
    }

    /// Of the replies that last `plies` (1 or more) the one that leaves the
    /// attacker the fewest pieces in hand, and their number.
    fn last_defence(
        &mut self,
        at: &mut Position,
        plies: u16,
    ) -> Result<(u32, Option<Move>), StopReason> {
        let key = at.key();
        if let Some(&known) = self.pieces_left.get(&key) {
            return Ok(known);
        }
        let mut best = (u32::MAX, None);
        for reply in self.longest_replies(at, plies)? {
            at.do_move(reply);
            let left = self.pieces_at_the_end(at, plies - 1);
            at.undo_move(reply);
            let left = left?;
            if left < best.0 {
                best = (left, Some(reply));
            }
        }
        self.pieces_left.insert(key, best);
        Ok(best)
    }

    /// The replies after which a mate takes `plies - 1`, without useless drops.
    fn longest_replies(&mut self, at: &mut Position, plies: u16) -> Result<Vec<Move>, StopReason> {
        let replies = Replies::of(at);
        let mut moves = replies.firm.clone();
        for (nearer, drops) in replies.drops(at) {
            if self.taken(nearer, plies)?.is_none() {
                moves.extend(drops);
            }
        }
        let mut longest = Vec::new();
        for mv in moves {
            if self.after(at, mv, plies)? == Some(plies) {
                longest.push(mv);
            }
        }
        Ok(longest)
    }

    /// The attacker's pieces in hand after a mate in `plies`.
    fn pieces_at_the_end(&mut self, at: &mut Position, plies: u16) -> Result<u32, StopReason> {
        let Some(check) = self.mating_check(at, plies)? else { return Ok(u32::MAX) };
        at.do_move(check);
        let left = match plies {
            0 | 1 => Ok(pieces(at)),
            _ => self.last_defence(at, plies - 1).map(|(left, _)| left),
        };
        at.undo_move(check);
        left
    }
}

/// A drop between king and checking piece.
#[derive(Clone, Copy, Debug)]
struct Drop {
    /// Plies to mate if the checking piece is there from the start.
    taken: Option<u16>,
    /// Plies to mate if it counts; `u16::MAX`: unknown.
    plies: u16,
}

/// The plies that a defender lasts: the least number that he reaches when every drop whose taking
/// is a mate within that number does not count. `firm`: the plies by his other replies.
fn length(firm: u16, drops: &[Drop]) -> u16 {
    let mut length = firm;
    loop {
        let counts = |drop: &&Drop| drop.taken.is_none_or(|taken| taken > length);
        if drops.iter().filter(counts).all(|drop| drop.plies <= length) {
            return length;
        }
        let longer = drops.iter().map(|drop| drop.plies).filter(|&plies| plies > length).min();
        length = longer.unwrap_or(length);
    }
}

fn answered(known: Known, left: u16) -> Option<Option<u16>> {
    match known.mate {
        Some(plies) => Some((plies <= left).then_some(plies)),
        None => (known.at_least > left).then_some(None),
    }
}

/// The attacker's checks, those that leave the fewest replies first.
fn checks(at: &mut Position) -> Vec<Move> {
    let mut list = MoveList::new();
    legal_checks(at, &mut list);
    let mut ordered: Vec<(u32, Move)> = Vec::with_capacity(list.len());
    for &mv in &list {
        at.do_move(mv);
        ordered.push((at.count_legal_moves(), mv));
        at.undo_move(mv);
    }
    ordered.sort_by_key(|&(replies, _)| replies);
    ordered.into_iter().map(|(_, mv)| mv).collect()
}

/// The pieces in hand of the side that has just moved.
fn pieces(at: &Position) -> u32 {
    let hand = at.hand(at.side_to_move().flip());
    HandPiece::iter().map(|kind| hand.count(kind)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replies::{standing_nearer, ways_to_take};
    use crate::{ComposerCount, MateSolver};
    use zenpuku_core::Limits;
    use zenpuku_shogi::{Setup, SetupRules, between};

    fn count(sfen: &str) -> (u16, ComposerCount) {
        let position = Setup::from_sfen(sfen).unwrap().position(SetupRules::Mate).unwrap();
        let report = MateSolver::new(1).solve(&position, &Limits::none()).unwrap();
        let (proof, strict) = (report.proof.unwrap(), report.plies.unwrap());
        let limits = Limits::with_nodes(200_000);
        let counted = ComposerCount::of(&position, &proof, strict, &limits).unwrap();
        assert!(counted.shortest && counted.line.len() == usize::from(counted.plies));
        // Along the proof it is never less, and along one of all these drops the same.
        let along = ComposerCount::of(&position, &proof, strict, &Limits::with_nodes(0)).unwrap();
        assert!((counted.plies..=strict).contains(&along.plies) && !along.shortest);
        assert_eq!(along.line.len(), usize::from(along.plies));
        (strict, counted)
    }

    #[test]
    fn drops_on_the_line_of_a_rook_far_away_are_useless() {
        let (strict, counted) = count("7lk/9/7+P1/9/9/9/9/9/R8 b r2b4g4s4n3l17p 1");
        assert_eq!((strict, counted.plies), (15, 1));
    }

    #[test]
    fn the_least_length_that_is_reached_counts() {
        let drop = |taken, plies| Drop { taken, plies };
        assert_eq!(length(2, &[]), 2);
        assert_eq!(length(2, &[drop(Some(2), 4), drop(Some(0), 6)]), 2);
        // Taken, he lasts longer than without: it counts.
        assert_eq!(length(2, &[drop(Some(4), 6)]), 6);
        assert_eq!(length(2, &[drop(None, 4), drop(Some(4), 6)]), 4);
        assert_eq!(length(2, &[drop(None, 2)]), 2);
    }

    /// Directly from the definition, without memory.
    fn naive_attack(at: &mut Position, left: u16) -> Option<u16> {
        let mut best: Option<u16> = None;
        for check in checks(at).into_iter().filter(|_| left > 0) {
            at.do_move(check);
            let below = naive_defend(at, left - 1).map(|plies| plies + 1);
            at.undo_move(check);
            best = [best, below].into_iter().flatten().min();
        }
        best
    }

    fn naive_defend(at: &mut Position, left: u16) -> Option<u16> {
        let lengths: Vec<(Option<u16>, Option<u16>)> = crate::expand::replies(at)
            .into_iter()
            .map(|reply| {
                let taken = naive_taken(at, reply, left);
                at.do_move(reply);
                let below = if left > 0 { naive_attack(at, left - 1) } else { None };
                at.undo_move(reply);
                (below.map(|plies| plies + 1), taken)
            })
            .collect();
        let reached = |length: u16| length == 0 || lengths.iter().any(|at| at.0 == Some(length));
        let within = |plies: Option<u16>, length| plies.is_some_and(|plies| plies <= length);
        (0..=left).find(|&length| {
            let fits =
                |at: &(Option<u16>, Option<u16>)| within(at.0, length) || within(at.1, length);
            reached(length) && lengths.iter().all(fits)
        })
    }

    fn naive_taken(at: &mut Position, reply: Move, left: u16) -> Option<u16> {
        let (king, checkers) = (at.king(at.side_to_move())?, at.checkers());
        let checker = checkers.lsb().filter(|_| reply.is_drop() && checkers.count() == 1)?;
        let ways = ways_to_take(at, reply, checker);
        let mut soonest = None;
        for promote in [false, true].into_iter().filter(|&promote| ways[usize::from(promote)]) {
            assert!(between(king, checker).test(reply.to()));
            let mut nearer = standing_nearer(at, checker, reply.to(), promote)?;
            let plies = naive_defend(&mut nearer, left);
            soonest = [soonest, plies].into_iter().flatten().min();
        }
        soonest
    }

    #[test]
    fn the_search_counts_as_the_definition_does() {
        let mut seen = HashMap::<Option<u16>, u32>::new();
        for sfen in [
            "7lk/9/7+P1/9/9/9/9/9/R8 b 2p 1",
            "7lk/9/7+P1/6b2/9/9/9/9/R8 b 2p 1",
            "7lk/7n1/7+P1/9/9/9/9/9/R8 b p 1",
            "6Bnk/8l/6+P2/9/9/9/9/9/8R b 2p 1",
            "4k4/9/4+P4/9/9/9/9/9/4L3R b p 1",
            "k8/9/1+P7/9/9/9/9/8B/9 b 2p 1",
            "3gk4/9/4S4/9/9/9/9/4L4/9 b np 1",
            "ln5nk/6s1p/9/8L/9/9/9/8R/9 b s 1",
            "8k/5np2/2R6/6N1S/9/9/9/9/9 b p 1",
            "7gk/9/7S1/7N1/1R7/9/9/9/9 b p 1",
        ] {
            for turned in [false, true] {
                let setup = Setup::from_sfen(sfen).unwrap();
                let setup = if turned { setup.mirrored() } else { setup };
                let mut at = setup.position(SetupRules::Mate).unwrap();
                for left in [1, 3] {
                    let mut counter = Counter::new(Budget::start(&Limits::none()));
                    let found = counter.attack(&mut at, left).unwrap();
                    assert_eq!(found, naive_attack(&mut at, left), "{sfen} {left}");
                    *seen.entry(found).or_default() += 1;
                }
            }
        }
        for length in [None, Some(1), Some(3)] {
            assert!(seen.get(&length).is_some_and(|&count| count > 2), "{seen:?}");
        }
    }
}
