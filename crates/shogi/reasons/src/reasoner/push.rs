//! Reasons from what was proved.

use super::Work;
use crate::claim::{Cause, Motif, PieceAt, Proof, Reason, Role};
use crate::mates::Found;
use crate::shape::threat_by_pawn;
use crate::tactics::{Claim, after};
use zenpuku_shogi::Move;

impl Work<'_> {
    pub(super) fn push_claim(
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

    pub(super) fn push_threat_claim(
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
        let idle = all.iter().any(|cause| matches!(cause, Cause::Idle { .. }));
        let motif = if idle { Motif::SlowMove } else { self.threat_motif(before, claim) };
        self.push((motif, role), before, before.len() - 1, proof, all);
    }

    /// The motif of a move, the last of a line, that threatens a gain.
    fn threat_motif(&self, line: &[Move], claim: &Claim) -> Motif {
        let Some((&mv, earlier)) = line.split_last() else { return claim.motif };
        let before = earlier.iter().fold(self.root.clone(), |at, &mv| after(&at, mv));
        threat_by_pawn(&before, mv, claim.mv).unwrap_or(claim.motif)
    }

    /// A reason whose motif's move has the index `at` in `line`, and that has no targets.
    pub(super) fn push(
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
}

pub(super) fn no_mate(mv: Option<Move>, found: &Found) -> Cause {
    let proved = matches!(found, Found::NoMate);
    Cause::NoMate { mv: mv.map(|mv| mv.to_string()), proved }
}

pub(super) fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}
