//! Reasons from what was proved.

use super::Work;
use crate::claim::{Cause, Motif, Proof, Reason, Role, usi};
use crate::mates::Found;
use crate::shape::{taking_pawn, threat_by_pawn};
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
        let reason = Reason::new(self.root, (claim.motif, role), &line, before.len(), proof);
        let Claim { piece, targets, .. } = claim;
        self.found.extend(reason.map(|reason| Reason { piece, targets, causes, ..reason }));
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
        let (mut before, mut taking) = (self.root.clone(), self.taking);
        for &mv in earlier {
            taking = taking_pawn(&before, mv);
            before = after(&before, mv);
        }
        threat_by_pawn(&before, mv, claim.mv, taking).unwrap_or(claim.motif)
    }

    /// A reason whose motif's move has the index `at` in `line`, and that has no targets.
    pub(super) fn push(
        &mut self,
        kind: (Motif, Role),
        line: &[Move],
        at: usize,
        proof: Proof,
        causes: Vec<Cause>,
    ) {
        let reason = Reason::new(self.root, kind, line, at, proof);
        self.found.extend(reason.map(|reason| Reason { causes, ..reason }));
    }
}

pub(super) fn no_mate(mv: Option<Move>, found: &Found) -> Cause {
    let proved = matches!(found, Found::NoMate);
    Cause::NoMate { mv: mv.map(|mv| mv.to_string()), proved }
}
