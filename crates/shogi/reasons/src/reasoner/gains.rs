//! Gains of material, and threats of them.

use super::Work;
use crate::claim::{Cause, Role};
use crate::material::{MARGIN, hangs};
use crate::mates::Found;
use crate::tactics::{Claim, after, pass};
use zenpuku_shogi::{Move, Position};

impl Work<'_> {
    pub(super) fn gain_missed(&mut self, played: Move, better: Move) {
        let Some(claim) = self.tactics.claim(self.root, better, MARGIN) else { return };
        let below = MARGIN.max(claim.gain - MARGIN);
        if !self.tactics.stays_below(self.root, played, below) {
            return;
        }
        self.push_claim(Role::Missed, &[], claim, 0, None);
    }

    pub(super) fn gain_allowed(
        &mut self,
        next: &Position,
        (played, reply): (Move, Move),
        better: Option<Move>,
    ) {
        let ahead = -self.tactics.change(self.root, played);
        let Some(claim) = self.tactics.claim(next, reply, MARGIN - ahead) else { return };
        let below = MARGIN.max(claim.gain + ahead - MARGIN);
        let cause = match better {
            None => None,
            Some(better) if self.parries(better, claim.mv, below) => {
                Some(Cause::Mistake { better: better.to_string(), below })
            }
            Some(_) => return,
        };
        let role = if self.was_threat(claim.mv) { Role::Ignored } else { Role::Allowed };
        self.push_claim(role, &[played], claim, ahead, cause);
    }

    /// After the better move, do the other side's `reply` and its captures gain less than `below`?
    pub(super) fn parries(&self, better: Move, reply: Move, below: i32) -> bool {
        let Some((next, won)) = self.after_better(better) else { return false };
        let need = below + won;
        let taken = self.tactics.at_once(&next);
        taken.is_some_and(|(gain, _)| gain < need) && self.gains_less(&next, reply, need)
    }

    /// The position after the better move, and the material won by then. A
    /// check only delays a threat that it does not parry: the line is followed
    /// until there are no more checks. `None` where it ends in check.
    pub(super) fn after_better(&self, better: Move) -> Option<(Position, i32)> {
        let mut won = self.tactics.change(self.root, better);
        let mut next = after(self.root, better);
        for pair in self.question.better.get(1..)?.chunks(2) {
            if !next.in_check() {
                break;
            }
            let &[reply, again] = pair else { return None };
            won -= self.tactics.change(&next, reply);
            next = after(&next, reply);
            won += self.tactics.change(&next, again);
            next = after(&next, again);
        }
        (!next.in_check()).then_some((next, won))
    }

    /// Would the other side's move have gained before the move played?
    pub(super) fn was_threat(&self, reply: Move) -> bool {
        pass(self.root).is_some_and(|passed| !self.gains_less(&passed, reply, MARGIN))
    }

    /// The threat, if no stronger reason is proved.
    pub(super) fn threats(&mut self, next: &Position, played: Move, better: Move) {
        self.threat_allowed(next, played, better);
        if self.found.is_empty() {
            self.threat_missed(next, played, better);
        }
    }

    /// The answer threatens something that it would not after the better move.
    fn threat_allowed(&mut self, next: &Position, played: Move, better: Move) {
        let Some(&reply) = self.question.reply.first() else { return };
        let Some((other, _)) = self.after_better(better) else { return };
        let follow = self.question.reply.get(2).copied();
        let Some((claim, passed)) = self.threat_claim(next, reply, follow) else { return };
        let parried = !other.is_legal(reply)
            || pass(&after(&other, reply))
                .is_none_or(|passed| self.gains_less(&passed, claim.mv, MARGIN));
        if pass(&passed).is_some() && parried && self.gains_less(next, claim.mv, MARGIN) {
            let mut causes = vec![Cause::Mistake { better: better.to_string(), below: MARGIN }];
            causes.extend(self.idle(next));
            self.push_threat_claim(Role::Allowed, &[played, reply], &claim, causes);
        }
    }

    /// The better move threatens something, the move played does not.
    fn threat_missed(&mut self, next: &Position, played: Move, better: Move) {
        let follow = self.question.better.get(2).copied();
        let Some((claim, _)) = self.threat_claim(self.root, better, follow) else { return };
        let gone = pass(next).is_none_or(|passed| self.gains_less(&passed, claim.mv, MARGIN));
        // Whoever has played the threatened move has not missed it, even if it was too early.
        let new = claim.mv != played && self.gains_less(self.root, claim.mv, MARGIN);
        if gone && new {
            self.push_threat_claim(Role::Missed, &[better], &claim, Vec::new());
        }
    }

    /// Does the side that has just moved threaten nothing?
    fn idle(&mut self, next: &Position) -> Option<Cause> {
        let passed = pass(next)?;
        let (gain, _) = self.tactics.at_once(&passed)?;
        let idle = gain < MARGIN && matches!(self.mates.solve(&passed), Found::NoMate);
        idle.then_some(Cause::Idle { below: MARGIN })
    }

    /// Is `mv`, a move of the side to move, illegal in `position`, or does it gain less than `below`?
    pub(super) fn gains_less(&self, position: &Position, mv: Move, below: i32) -> bool {
        !position.is_legal(mv) || self.tactics.stays_below(position, mv, below)
    }

    /// The gain that follows a pass of the side to move after `mv`, and the position after the pass. A
    /// piece that hangs threatens nothing.
    pub(super) fn threat_claim(
        &self,
        before: &Position,
        mv: Move,
        follow: Option<Move>,
    ) -> Option<(Claim, Position)> {
        let last = after(before, mv);
        let passed = pass(&last)?;
        if hangs(&last, mv.to(), self.tactics.values) {
            return None;
        }
        let taken = self.tactics.at_once(&passed).and_then(|(_, mv)| mv);
        let follow = follow.filter(|&mv| passed.is_legal(mv));
        let tries = [follow, taken];
        let claims = tries.into_iter().flatten();
        let claim = claims.filter_map(|mv| self.tactics.claim(&passed, mv, MARGIN)).next()?;
        Some((claim, passed))
    }
}
