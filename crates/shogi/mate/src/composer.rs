//! Plies as composers of mate problems count them: useless interpositions do not count.
//!
//! A piece dropped between king and checking piece is useless (無駄合い) if the checking piece can
//! take it with check and the mate then takes no longer than without the drop, without using the
//! taken piece. This is decided in the position in which the checking piece is on the square of
//! the drop from the start, all else being equal: the defender is mated there as fast as by the
//! other replies, or faster. Of that position the same may be asked again.
//!
//! Hard cases, and how they are counted here: a piece moved between always counts; a drop counts
//! when taking it is impossible (a pin, a check to the attacker's own king), when only another
//! piece can take it, when the checking piece standing nearer gives the king a way out or lets him
//! last longer, and when no reply but drops is there and the first taking is not a mate.
//!
//! The attacker mates as soon as he can by this count, the defender lasts as
//! long as he can; of two defences of the same length, the solution takes the
//! one that leaves the attacker fewer pieces in hand.

use crate::along::Along;
use crate::counter::Counter;
use crate::proof::Proof;
use crate::report::MateReport;
use zenpuku_core::{Budget, Limits};
use zenpuku_shogi::{Move, Position};

/// Positions that a count may visit in addition to a search.
const LEAST_NODES: u64 = 50_000;
const MOST_NODES: u64 = 2_000_000;

/// A mate with useless interpositions left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComposerCount {
    /// Plies to mate.
    pub plies: u16,
    /// Is there no shorter mate by this count? Otherwise it is that of one
    /// solution, an upper bound.
    pub shortest: bool,
    /// The solution, attacker first.
    pub line: Vec<Move>,
}

impl ComposerCount {
    /// Searches the shortest mate by this count among all checks, of at most
    /// `plies`; if `limits` do not allow that, counts along `proof`, a mate of
    /// the position. `None` without a mate, or when that was interrupted as
    /// well.
    #[must_use]
    pub fn of(position: &Position, proof: &Proof, plies: u16, limits: &Limits) -> Option<Self> {
        let mut at = position.without_history();
        let mut counter = Counter::new(Budget::start(limits));
        if let Ok(found) = counter.attack(&mut at, plies) {
            let plies = found?;
            let line = counter.line(&mut at, plies).ok()?;
            return Some(Self { plies, shortest: true, line });
        }
        let mut along = Along::new(proof, limits);
        let mut at = position.without_history();
        let plies = along.attack(&mut at)?;
        let line = along.line(&mut at)?;
        Some(Self { plies, shortest: false, line })
    }

    /// The same for a solver's report; `None` also without a proof of a mate.
    #[must_use]
    pub fn of_report(position: &Position, report: &MateReport, limits: &Limits) -> Option<Self> {
        let (plies, proof) = report.plies.zip(report.proof.as_ref())?;
        Self::of(position, proof, plies, limits)
    }

    /// Limits of a count for a search with limits `search`: as many positions,
    /// but 50,000 at least and 2,000,000 at most (some 100 MB), without a limit
    /// of time.
    #[must_use]
    pub fn limits(search: &Limits) -> Limits {
        let nodes = search.nodes.unwrap_or_default().clamp(LEAST_NODES, MOST_NODES);
        Limits { stop: search.stop.clone(), ..Limits::with_nodes(nodes) }
    }

    /// The same when the defender is to move, in check, and `proof` answers all his replies: how
    /// long he lasts, and the line from his reply on.
    #[must_use]
    pub(crate) fn of_defence(
        position: &Position,
        proof: &Proof,
        plies: u16,
        limits: &Limits,
    ) -> Option<Self> {
        let mut at = position.without_history();
        let mut counter = Counter::new(Budget::start(limits));
        if let Ok(found) = counter.defend(&mut at, plies) {
            let plies = found?;
            let line = counter.line_of_defence(&mut at, plies).ok()?;
            return Some(Self { plies, shortest: true, line });
        }
        let mut along = Along::new(proof, limits);
        let mut at = position.without_history();
        let (plies, _) = along.defend(&mut at)?;
        let line = along.line_of_defence(&mut at)?;
        Some(Self { plies, shortest: false, line })
    }
}

/// Is the defender, in check, mated when useless interpositions do not count? No, where `limits`
/// leave it open.
pub(crate) fn is_mated(position: &Position, limits: &Limits) -> bool {
    let mut counter = Counter::new(Budget::start(limits));
    position.is_mated()
        || position.in_check()
            && matches!(counter.defend(&mut position.without_history(), 0), Ok(Some(_)))
}
