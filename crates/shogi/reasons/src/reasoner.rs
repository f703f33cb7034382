//! Puts claims together into reasons: the motif that the move missed, allowed, ignored or makes.

use crate::claim::{Cause, Motif, PieceAt, Proof, Reason, Role};
use crate::error::ReasonError;
use crate::material::{MARGIN, hangs};
use crate::mates::{Found, Mate, MateThreat, Mates};
use crate::orientation::Oriented;
use crate::question::{Budget, Question};
use crate::tactics::{Claim, Tactics, after, pass};
use zenpuku_shogi::{ExchangeValues, Move, Position};
use zenpuku_shogi_goals::Settings;
use zenpuku_shogi_mate::MateSolver;

/// Memory of the mate solver, in MiB.
const MATE_MEMORY: usize = 16;

/// What pieces are worth in claims about material, in centipawns (exchanging a pawn is 100).
#[must_use]
pub fn exchange_values() -> ExchangeValues {
    Settings::default().values
}

/// Finds the reasons for a move, the weightiest first. To ask often, keep a [`Reasoner`].
///
/// # Errors
/// [`ReasonError`] when the question cannot be answered.
pub fn reasons(question: &Question<'_>, budget: &Budget) -> Result<Vec<Reason>, ReasonError> {
    Reasoner::default().reasons(question, budget)
}

/// Finds reasons; keeps the memory of its mate solver. Earlier questions change no answer.
pub struct Reasoner {
    solver: MateSolver,
    values: ExchangeValues,
}

impl Default for Reasoner {
    fn default() -> Self {
        Self { solver: MateSolver::new(MATE_MEMORY), values: exchange_values() }
    }
}

impl Reasoner {
    /// Finds the reasons for a move, the weightiest first.
    ///
    /// # Errors
    /// [`ReasonError`] when the question cannot be answered.
    pub fn reasons(
        &mut self,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Vec<Reason>, ReasonError> {
        question.check()?;
        let mates = Mates { solver: &mut self.solver, nodes: budget.mate, proofs: budget.proofs };
        let tactics = Tactics { values: &self.values, nodes: budget.material };
        let oriented = Oriented::new(question);
        let question = &Question {
            position: &oriented.position,
            played: oriented.played,
            better: &oriented.better,
            reply: &oriented.reply,
            was_losing: question.was_losing,
        };
        let root = question.position;
        let mut work = Work { root, question, mates, tactics, found: Vec::new() };
        let better = question.better.first().copied();
        match question.played.filter(|&mv| Some(mv) != better) {
            Some(played) => work.mistake(played, better),
            None => {
                if let Some(mv) = better.or(question.played) {
                    work.made(mv);
                }
            }
        }
        let found = ranked(work.found, budget.reasons);
        Ok(found.into_iter().map(|reason| oriented.back(reason)).collect())
    }

    /// The gain of the side to move in centipawns if both sides only capture and promote, as proofs
    /// count it, and its first move; `None` if that takes more than `nodes`.
    #[must_use]
    pub fn captures(&self, position: &Position, nodes: u64) -> Option<(i32, Option<Move>)> {
        Tactics { values: &self.values, nodes }.at_once(position)
    }
}

/// Mates first, then brinkmates, gains by size, threats of mate, other threats.
fn rank(reason: &Reason) -> (u8, i64) {
    let gain = i64::from(reason.gain().unwrap_or(0));
    let plies = i64::from(reason.mate_plies().unwrap_or(0));
    match (&reason.proof, reason.motif) {
        (Proof::Mate { .. }, _) => (0, plies),
        (Proof::Brinkmate { .. }, _) => (1, plies),
        (Proof::Material { .. }, _) => (2, -gain),
        (Proof::Threat { .. }, Motif::Threatmate) => (3, plies),
        (Proof::Threat { .. }, _) => (4, -gain),
    }
}

/// The best reasons; a later one only if role and motif are not those of an earlier one.
fn ranked(mut found: Vec<Reason>, most: usize) -> Vec<Reason> {
    found.sort_by_key(rank);
    let mut kept: Vec<Reason> = Vec::new();
    for reason in found {
        let independent = kept.iter().all(|other| {
            other.role != reason.role && other.motif != reason.motif && !reason.is_threat()
        });
        if kept.len() < most && (kept.is_empty() || independent) {
            kept.push(reason);
        }
    }
    kept
}

struct Work<'a> {
    root: &'a Position,
    question: &'a Question<'a>,
    mates: Mates<'a>,
    tactics: Tactics<'a>,
    found: Vec<Reason>,
}

impl Work<'_> {
    /// Why `played` is worse than `better`.
    fn mistake(&mut self, played: Move, better: Option<Move>) {
        let next = after(self.root, played);
        if !next.has_legal_move() {
            return;
        }
        self.mate_allowed(&next, played, better);
        let mated = !self.found.is_empty();
        self.mate_missed(played);
        if mated {
            return;
        }
        if let Some(better) = better {
            self.gain_missed(played, better);
            self.mate_threat_missed(played, better);
        }
        for reply in self.replies(&next) {
            self.gain_allowed(&next, (played, reply), better);
        }
        if let Some(&reply) = self.question.reply.first() {
            self.mate_threat_allowed(&next, (played, reply), better);
        }
        if self.found.is_empty() {
            self.threats(&next, played, better);
        }
    }

    /// Why `mv` is good.
    fn made(&mut self, mv: Move) {
        if let Found::Mate(mate) = self.mates.solve(self.root) {
            if mate.line.first() == Some(&mv) || self.mates.mates_by(self.root, mv) {
                let causes = Vec::new();
                self.push_mate((Motif::Mate, Role::Made), &[], mate, causes);
            }
            return;
        }
        let next = after(self.root, mv);
        if !next.has_legal_move() {
            return;
        }
        if let Some(claim) = self.tactics.claim(self.root, mv, MARGIN) {
            self.push_claim(Role::Made, &[], claim, 0, None);
        }
        if let Some(threat) = self.mates.threat(&next) {
            self.push_threat(Role::Made, &[mv], threat, None);
        }
        if self.found.is_empty() {
            let follow = self.question.better.get(2).copied();
            if let Some((claim, _)) = self.threat_claim(self.root, mv, follow)
                && self.gains_less(self.root, claim.mv, MARGIN)
            {
                self.push_threat_claim(Role::Made, &[mv], &claim, Vec::new());
            }
        }
    }

    /// The answers to examine: that of the search, and the one that captures most.
    fn replies(&self, next: &Position) -> Vec<Move> {
        let mut replies: Vec<Move> = self.question.reply.first().copied().into_iter().collect();
        if let Some((gain, Some(mv))) = self.tactics.at_once(next)
            && gain >= MARGIN
            && !replies.contains(&mv)
        {
            replies.push(mv);
        }
        replies
    }

    fn mate_allowed(&mut self, next: &Position, played: Move, better: Option<Move>) {
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
            _ => (Motif::Mate, Role::Allowed),
        };
        if motif.0 == Motif::SuddenDeath {
            causes.push(no_mate(None, &pass));
        }
        self.push_mate(motif, &[played], mate, causes);
    }

    fn mate_missed(&mut self, played: Move) {
        let Found::Mate(mate) = self.mates.solve(self.root) else { return };
        if mate.line.first() == Some(&played) || self.mates.mates_by(self.root, played) {
            return;
        }
        let causes = vec![Cause::NoMate { mv: Some(played.to_string()), proved: false }];
        self.push_mate((Motif::Mate, Role::Missed), &[], mate, causes);
    }

    fn gain_missed(&mut self, played: Move, better: Move) {
        let Some(claim) = self.tactics.claim(self.root, better, MARGIN) else { return };
        let below = MARGIN.max(claim.gain - MARGIN);
        if !self.tactics.stays_below(self.root, played, below) {
            return;
        }
        self.push_claim(Role::Missed, &[], claim, 0, None);
    }

    fn gain_allowed(
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
    fn parries(&self, better: Move, reply: Move, below: i32) -> bool {
        let Some((next, won)) = self.after_better(better) else { return false };
        let need = below + won;
        let taken = self.tactics.at_once(&next);
        taken.is_some_and(|(gain, _)| gain < need) && self.gains_less(&next, reply, need)
    }

    /// The position after the better move, and the material won by then. A
    /// check only delays a threat that it does not parry: the line is followed
    /// until there are no more checks. `None` where it ends in check.
    fn after_better(&self, better: Move) -> Option<(Position, i32)> {
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
    fn was_threat(&self, reply: Move) -> bool {
        pass(self.root).is_some_and(|passed| !self.gains_less(&passed, reply, MARGIN))
    }

    fn mate_threat_missed(&mut self, played: Move, better: Move) {
        let next = after(self.root, better);
        let Some(threat) = self.mates.threat(&next) else { return };
        let other = self.mates.threat(&after(self.root, played));
        if other.is_some_and(|other| !other.differs(&threat)) {
            return;
        }
        let cause = Cause::NoMate { mv: Some(played.to_string()), proved: false };
        self.push_threat(Role::Missed, &[better], threat, Some(cause));
    }

    fn mate_threat_allowed(
        &mut self,
        next: &Position,
        (played, reply): (Move, Move),
        better: Option<Move>,
    ) {
        let last = after(next, reply);
        let Some(threat) = self.mates.threat(&last) else { return };
        let Some(better) = better else { return };
        let other = after(self.root, better);
        if other.is_legal(reply) {
            let after_better = self.mates.threat(&after(&other, reply));
            if after_better.is_some_and(|other| !other.differs(&threat)) {
                return;
            }
        }
        let cause = Cause::NoMate { mv: Some(better.to_string()), proved: false };
        self.push_threat(Role::Allowed, &[played, reply], threat, Some(cause));
    }

    /// The threat, if no stronger reason is proved.
    fn threats(&mut self, next: &Position, played: Move, better: Option<Move>) {
        let Some(better) = better else { return };
        if let Some(&reply) = self.question.reply.first() {
            let follow = self.question.reply.get(2).copied();
            let Some((other, _)) = self.after_better(better) else { return };
            let causes = vec![Cause::Mistake { better: better.to_string(), below: MARGIN }];
            let parried = |work: &Self, mv: Move| {
                !other.is_legal(reply)
                    || pass(&after(&other, reply))
                        .is_none_or(|passed| work.gains_less(&passed, mv, MARGIN))
            };
            if let Some((claim, passed)) = self.threat_claim(next, reply, follow)
                && pass(&passed).is_some()
                && parried(self, claim.mv)
                && self.gains_less(next, claim.mv, MARGIN)
            {
                let before = &[played, reply];
                self.push_threat_claim(Role::Allowed, before, &claim, causes);
            }
        }
        if self.found.is_empty() {
            let follow = self.question.better.get(2).copied();
            if let Some((claim, _)) = self.threat_claim(self.root, better, follow) {
                let passed = pass(&after(self.root, played));
                let gone = passed.is_none_or(|passed| self.gains_less(&passed, claim.mv, MARGIN));
                // Whoever has played the threatened move has not missed it, even if it was too early.
                let new = claim.mv != played && self.gains_less(self.root, claim.mv, MARGIN);
                if gone && new {
                    self.push_threat_claim(Role::Missed, &[better], &claim, Vec::new());
                }
            }
        }
    }

    /// Is `mv`, a move of the side to move, illegal in `position`, or does it gain less than `below`?
    fn gains_less(&self, position: &Position, mv: Move, below: i32) -> bool {
        !position.is_legal(mv) || self.tactics.stays_below(position, mv, below)
    }

    /// The gain that follows a pass of the side to move after `mv`, and the position after the pass. A
    /// piece that hangs threatens nothing.
    fn threat_claim(
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

    fn push_claim(
        &mut self,
        role: Role,
        before: &[Move],
        claim: Claim,
        ahead: i32,
        cause: Option<Cause>,
    ) {
        let line: Vec<Move> = before.iter().chain(&claim.line).copied().collect();
        let proof = claim.proof(ahead);
        let mut causes = claim.causes;
        causes.extend(cause);
        self.found.push(Reason {
            motif: claim.motif,
            role,
            start: self.root.to_sfen(),
            line: usi(&line),
            at: before.len(),
            piece: claim.piece,
            targets: claim.targets,
            proof,
            causes,
        });
    }

    fn push_threat_claim(
        &mut self,
        role: Role,
        before: &[Move],
        claim: &Claim,
        causes: Vec<Cause>,
    ) {
        let proof = Proof::Threat {
            line: usi(&claim.line),
            targets: claim.targets.clone(),
            motif: claim.motif,
            proof: Box::new(claim.proof(0)),
        };
        let mut all = claim.causes.clone();
        all.extend(causes);
        self.push((claim.motif, role), before, before.len() - 1, proof, all);
    }

    /// A reason whose motif's move has the index `at` in `line`, and that has no targets.
    fn push(
        &mut self,
        (motif, role): (Motif, Role),
        line: &[Move],
        at: usize,
        proof: Proof,
        causes: Vec<Cause>,
    ) {
        let Some(&key) = line.get(at) else { return };
        self.found.push(Reason {
            motif,
            role,
            start: self.root.to_sfen(),
            line: usi(line),
            at,
            piece: PieceAt::new(key.to(), key.piece_after()),
            targets: Vec::new(),
            proof,
            causes,
        });
    }

    fn push_mate(&mut self, kind: (Motif, Role), before: &[Move], mate: Mate, causes: Vec<Cause>) {
        let line: Vec<Move> = before.iter().chain(&mate.line).copied().collect();
        let proof = Proof::Mate { plies: mate.plies, proof: mate.proof };
        self.push(kind, &line, before.len(), proof, causes);
    }

    fn push_threat(
        &mut self,
        role: Role,
        line: &[Move],
        MateThreat { mate, replies }: MateThreat,
        cause: Option<Cause>,
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
                (Motif::Threatmate, Proof::Threat { line, targets, motif, proof })
            }
        };
        let causes: Vec<Cause> = cause.into_iter().collect();
        self.push((motif, role), line, line.len() - 1, proof, causes);
    }
}

fn no_mate(mv: Option<Move>, found: &Found) -> Cause {
    let proved = matches!(found, Found::NoMate);
    Cause::NoMate { mv: mv.map(|mv| mv.to_string()), proved }
}

fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}
