//! Puts claims together into reasons: the motif that the move missed, allowed, ignored or makes.

mod castle;
mod gains;
mod mates;
mod push;

use crate::claim::{Proof, Reason, Role};
use crate::error::ReasonError;
use crate::material::MARGIN;
use crate::mates::{Found, Mates};
use crate::orientation::Oriented;
use crate::outcome;
use crate::question::{Budget, Question};
use crate::tactics::{Tactics, after};
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
        let by_rules = outcome::reasons(question);
        let oriented = Oriented::new(question);
        let question = &Question {
            position: &oriented.position,
            played: oriented.played,
            better: &oriented.better,
            reply: &oriented.reply,
            was_losing: question.was_losing,
            book: &[],
        };
        let root = question.position;
        let taking = oriented.taking;
        let mut work = Work { root, question, taking, mates, tactics, found: Vec::new() };
        let better = question.better.first().copied();
        match question.played.filter(|&mv| Some(mv) != better) {
            Some(played) => work.mistake(played, better),
            None => {
                if let Some(mv) = better.or(question.played) {
                    work.made(mv);
                }
            }
        }
        let mut found: Vec<Reason> =
            work.found.into_iter().map(|reason| oriented.back(reason)).collect();
        found.extend(by_rules);
        Ok(ranked(found, budget.reasons))
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
    match &reason.proof {
        Proof::Mate { .. } => (0, plies),
        Proof::Declaration | Proof::Repetition { .. } => (1, 0),
        Proof::Brinkmate { .. } => (1, plies),
        Proof::Material { .. } => (2, -gain),
        Proof::Threat { .. } if plies > 0 => (3, plies),
        Proof::Threat { .. } => (4, -gain),
        Proof::Check { .. } => (5, 0),
        Proof::Book { .. } => (6, 0),
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
    /// The last move before `root`, if a pawn took by it.
    taking: Option<Move>,
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
        }
        for reply in self.replies(&next) {
            self.gain_allowed(&next, (played, reply), better);
        }
        let Some(better) = better else { return };
        let reply = self.question.reply.first().copied();
        self.mate_threats(&next, (played, reply), better);
        if self.found.is_empty() {
            self.threats(&next, played, better);
        }
        if self.found.is_empty() {
            self.castle_broken(&next, played, better);
        }
    }

    /// Why `mv` is good.
    fn made(&mut self, mv: Move) {
        if let Found::Mate(mate) = self.mates.solve(self.root) {
            self.mate_made(mate, mv);
            return;
        }
        let next = after(self.root, mv);
        if !next.has_legal_move() {
            return;
        }
        if let Some(claim) = self.tactics.claim(self.root, mv, MARGIN) {
            self.push_claim(Role::Made, &[], claim, 0, None);
        }
        self.mate_threat_made(&next, mv);
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
}
