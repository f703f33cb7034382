//! Mates and threats of mate.

use super::Work;
use super::push::no_mate;
use crate::claim::{Cause, Motif, Proof, Role, usi};
use crate::mates::{Found, Mate, MateThreat};
use crate::shape::ahead;
use crate::tactics::after;
use zenpuku_shogi::{Move, MoveList, PieceType, Position, between};

impl Work<'_> {
    pub(super) fn mate_allowed(&mut self, next: &Position, played: Move, better: Option<Move>) {
        let Found::Mate(mate) = self.mates.solve(next) else { return };
        let Some(better) = better else { return };
        let other = self.mates.solve(&after(self.root, better));
        if matches!(other, Found::Mate(_)) {
            return;
        }
        let mut causes = vec![no_mate(Some(better), &other)];
        let pass = self.mates.solve_after_pass(self.root);
        let motif = match &pass {
            Found::Mate(_) => (Motif::Threatmate, Role::Ignored),
            Found::NoMate if !self.question.was_losing => (Motif::SuddenDeath, Role::Allowed),
            _ => (mate_name(next, &mate), Role::Allowed),
        };
        if motif.0 == Motif::SuddenDeath {
            causes.push(no_mate(None, &pass));
        }
        self.push_mate(motif, &[played], mate, causes);
    }

    pub(super) fn mate_missed(&mut self, played: Move) {
        let Found::Mate(mate) = self.mates.solve(self.root) else { return };
        if mate.line.first() == Some(&played) || self.mates.mate_by(self.root, played).is_some() {
            return;
        }
        let causes = vec![Cause::NoMate { mv: Some(played.to_string()), proved: false }];
        self.push_mate((mate_name(self.root, &mate), Role::Missed), &[], mate, causes);
    }

    pub(super) fn mate_made(&mut self, mate: Mate, mv: Move) {
        let begins = mate.line.first() == Some(&mv);
        let mate = if begins { Some(mate) } else { self.mates.mate_by(self.root, mv) };
        if let Some(mate) = mate {
            self.push_mate((mate_name(self.root, &mate), Role::Made), &[], mate, Vec::new());
        }
    }

    pub(super) fn mate_threat_made(&mut self, next: &Position, mv: Move) {
        let Some(threat) = self.mates.threat(next) else { return };
        let parried = self.parried(self.root, next, &threat);
        self.push_threat(Role::Made, &[mv], threat, parried.into_iter().collect());
    }

    /// Two threats of mate: the own one that the better move makes, and the other side's that follows
    /// the move played. If both are there, the race is lost by one move.
    pub(super) fn mate_threats(
        &mut self,
        next: &Position,
        (played, reply): (Move, Option<Move>),
        better: Move,
    ) {
        let missed = self.mate_threat_missed(played, better);
        let answer = reply.and_then(|reply| Some((reply, self.mates.threat(&after(next, reply))?)));
        let faster = match (&missed, &answer) {
            (Some(missed), Some(answer)) => self.faster(better, missed, answer),
            _ => None,
        };
        if let Some(missed) = missed.filter(|_| faster.is_none()) {
            let last = after(self.root, better);
            let mut causes = vec![Cause::NoMate { mv: Some(played.to_string()), proved: false }];
            causes.extend(self.parried(self.root, &last, &missed));
            self.push_threat(Role::Missed, &[better], missed, causes);
        }
        let Some((reply, threat)) = answer else { return };
        let mut causes: Vec<Cause> = faster.into_iter().collect();
        if causes.is_empty() {
            if self.leaves(better, reply, &threat) {
                return;
            }
            causes.push(Cause::NoMate { mv: Some(better.to_string()), proved: false });
            causes.extend(self.parried(next, &after(next, reply), &threat));
        }
        self.push_threat(Role::Allowed, &[played, reply], threat, causes);
    }

    /// The threat of mate that the better move makes, and the move played does not.
    fn mate_threat_missed(&mut self, played: Move, better: Move) -> Option<MateThreat> {
        let threat = self.mates.threat(&after(self.root, better))?;
        let other = self.mates.threat(&after(self.root, played));
        other.is_none_or(|other| other.differs(&threat)).then_some(threat)
    }

    /// Does the reply make the same threat after the better move?
    fn leaves(&mut self, better: Move, reply: Move, threat: &MateThreat) -> bool {
        let other = after(self.root, better);
        if !other.is_legal(reply) {
            return false;
        }
        let threatened = self.mates.threat(&after(&other, reply));
        threatened.is_some_and(|other| !other.differs(threat))
    }

    /// The own threat of mate that would have come before that of the reply: after the better move the
    /// other side has no mate, and the reply does not parry.
    fn faster(
        &mut self,
        better: Move,
        own: &MateThreat,
        (reply, theirs): &(Move, MateThreat),
    ) -> Option<Cause> {
        if own.replies.is_some() || theirs.replies.is_some() {
            return None;
        }
        let other = after(self.root, better);
        if !matches!(self.mates.solve(&other), Found::NoMate) {
            return None;
        }
        let late = !other.is_legal(*reply)
            || matches!(self.mates.solve(&after(&other, *reply)), Found::Mate(_));
        late.then(|| Cause::Slower { better: better.to_string(), line: usi(&own.mate.line) })
    }

    /// The mate that threatened the side to move `before`, if its own threat of mate parries it.
    fn parried(
        &mut self,
        before: &Position,
        last: &Position,
        threat: &MateThreat,
    ) -> Option<Cause> {
        if threat.replies.is_some() {
            return None;
        }
        let Found::Mate(mate) = self.mates.solve_after_pass(before) else { return None };
        let safe = matches!(self.mates.solve(last), Found::NoMate);
        safe.then(|| Cause::Parried { line: usi(&mate.line) })
    }

    fn push_threat(
        &mut self,
        role: Role,
        line: &[Move],
        MateThreat { mate, replies }: MateThreat,
        causes: Vec<Cause>,
    ) {
        let (motif, proof) = match replies {
            Some(replies) => {
                let replies = replies.iter().map(|line| usi(line)).collect();
                (Motif::Brinkmate, Proof::Brinkmate { line: usi(&mate.line), replies })
            }
            None => {
                let proof = Box::new(Proof::Mate { plies: mate.plies, proof: mate.proof });
                let (line, targets) = (usi(&mate.line), Vec::new());
                let motif = Motif::Mate;
                (threat_name(&causes), Proof::Threat { line, targets, motif, proof })
            }
        };
        self.push((motif, role), line, line.len() - 1, proof, causes);
    }

    fn push_mate(&mut self, kind: (Motif, Role), before: &[Move], mate: Mate, causes: Vec<Cause>) {
        let line: Vec<Move> = before.iter().chain(&mate.line).copied().collect();
        let proof = Proof::Mate { plies: mate.plies, proof: mate.proof };
        self.push(kind, &line, before.len(), proof, causes);
    }
}

/// The motif of a threat of mate, by what else it does.
fn threat_name(causes: &[Cause]) -> Motif {
    let race = causes.iter().any(|cause| matches!(cause, Cause::Slower { .. }));
    let parries = causes.iter().any(|cause| matches!(cause, Cause::Parried { .. }));
    match (race, parries) {
        (true, _) => Motif::Race,
        (false, true) => Motif::ParryingThreatmate,
        (false, false) => Motif::Threatmate,
    }
}

/// The motif of a mate by the side to move, by its first move.
fn mate_name(at: &Position, mate: &Mate) -> Motif {
    let Some(&mv) = mate.line.first() else { return Motif::Mate };
    let us = at.side_to_move();
    let gold = mv.piece_after().piece_type() == PieceType::GOLD;
    if mate.plies == 1 && gold && ahead(mv.to(), us) == at.king(us.flip()) {
        return Motif::GoldAtHead;
    }
    let next = after(at, mv);
    if next.checkers().more_than_one() {
        return Motif::DoubleCheck;
    }
    if is_futile(&next) { Motif::FutileInterposition } else { Motif::Mate }
}

/// Is the side to move in a check from a distance, with no reply but to interpose?
fn is_futile(at: &Position) -> bool {
    let (Some(king), Some(checker)) = (at.king(at.side_to_move()), at.checkers().lsb()) else {
        return false;
    };
    let path = between(king, checker);
    let mut list = MoveList::new();
    at.legal_moves(&mut list);
    path.any() && list.iter().all(|mv| path.test(mv.to()))
}
