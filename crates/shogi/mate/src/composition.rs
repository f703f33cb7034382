//! The tests of a composed problem: is its solution unique, and is every piece necessary?
//!
//! Other mates are searched at the attacker's moves of one solution; by
//! convention, choices of the attacker after weaker defences are allowed. Each
//! reported mate has a proof of the solver, checked by the rules; its plies are
//! counted as those of the solution.

use crate::composer::{self, ComposerCount};
use crate::one::legal_checks;
use crate::proof::Proof;
use crate::report::{Count, MateError, MateReport, Verdict};
use crate::solutions::AfterCheck;
use crate::solver::MateSolver;
use zenpuku_core::{Limits, StopReason};
use zenpuku_shogi::{HandPiece, Move, MoveList, PieceType, Position, Setup, SetupRules, Square};

/// How another mate compares with the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondKind {
    /// Another mate at the last ply; tolerated by convention.
    Final,
    /// The same move with or without promotion, and no shorter; tolerated by convention.
    Promotion,
    /// A shorter mate (早詰).
    Early,
    /// A mate of the same length (余詰).
    Same,
    /// A longer mate (余詰).
    Late,
}

impl SecondKind {
    /// `final`, `promotion`, `early`, `same` or `late`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Final => "final",
            Self::Promotion => "promotion",
            Self::Early => "early",
            Self::Same => "same",
            Self::Late => "late",
        }
    }

    /// Does the convention of composers excuse it?
    #[must_use]
    pub const fn is_tolerated(self) -> bool {
        matches!(self, Self::Final | Self::Promotion)
    }
}

/// Another mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Second {
    /// Ply of the solution at which it branches, from 1.
    pub ply: u16,
    /// The other move.
    pub mv: Move,
    /// Plies from the start of the problem within which it mates.
    pub plies: u16,
    /// How it compares.
    pub kind: SecondKind,
}

/// A piece without which the solution stays the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spare {
    /// On the board, of either side.
    Board(Square),
    /// In the attacker's hand.
    Hand(HandPiece),
}

/// The square, or `G*` for a gold in hand.
impl core::fmt::Display for Spare {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Board(square) => square.fmt(f),
            Self::Hand(kind) => write!(f, "{}*", kind.to_piece_type()),
        }
    }
}

/// The result of the check of a solution.
#[derive(Clone, Debug, Default)]
pub struct Composition {
    /// Other mates, in the order of the plies at which they branch.
    pub seconds: Vec<Second>,
    /// Other checks that the limits left undecided, with their plies.
    pub undecided: Vec<(u16, Move)>,
    /// Pieces of the attacker that are left in hand at the end, and how many.
    pub left_over: Vec<(HandPiece, u8)>,
    /// Unnecessary pieces; searched only in a sound problem.
    pub spare: Vec<Spare>,
    /// The limits left some of the pieces undecided.
    pub spare_open: bool,
}

impl Composition {
    /// Is the solution unique, apart from conventional exceptions? `None` when undecided.
    #[must_use]
    pub fn is_sound(&self) -> Option<bool> {
        if self.seconds.iter().any(|second| !second.kind.is_tolerated()) {
            return Some(false);
        }
        self.undecided.is_empty().then_some(true)
    }

    /// Searches other mates, pieces left over and unnecessary pieces. `line` is a solution:
    /// legal moves of both sides to the mate, which by the composers' count is there as soon
    /// as only useless interpositions are left. `limits` apply to each search of the solver.
    ///
    /// # Errors
    /// [`CompositionError`] when the line is not a solution, or the check was interrupted.
    pub fn check(
        solver: &mut MateSolver,
        position: &Position,
        line: &[Move],
        count: Count,
        limits: &Limits,
    ) -> Result<Self, CompositionError> {
        let mut asking = Asking { solver, count, limits };
        let end = asking.played(position, line).ok_or(CompositionError::NoSolution)?;
        let mut found = Self::default();
        asking.seconds(position, line, false, &mut found)?;
        let hand = end.hand(position.side_to_move());
        found.left_over = HandPiece::iter()
            .map(|kind| (kind, hand.count(kind) as u8))
            .filter(|&(_, count)| count > 0)
            .collect();
        if found.is_sound() == Some(true) {
            asking.spare(position, line, &mut found)?;
        }
        Ok(found)
    }
}

/// Why a composition cannot be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompositionError {
    /// The line is not one of checks and replies that ends in mate.
    #[error("the solution does not end in mate")]
    NoSolution,
    /// There is no king to mate.
    #[error(transparent)]
    Mate(#[from] MateError),
    /// A stop was asked for.
    #[error("interrupted")]
    Interrupted,
}

struct Asking<'a> {
    solver: &'a mut MateSolver,
    count: Count,
    limits: &'a Limits,
}

impl Asking<'_> {
    /// Tries every other check along the line; with `first` up to the first fault.
    fn seconds(
        &mut self,
        position: &Position,
        line: &[Move],
        first: bool,
        found: &mut Composition,
    ) -> Result<(), CompositionError> {
        let mut at = position.without_history();
        for (index, pair) in line.chunks(2).enumerate() {
            let ply = 2 * index as u16 + 1;
            let mut checks = MoveList::new();
            legal_checks(&at, &mut checks);
            for &mv in checks.iter().filter(|&&mv| mv != pair[0]) {
                match self.solver.after_check(&at, mv, self.limits)? {
                    AfterCheck::Mate { line: other, shortest, proof } => {
                        let (lasts, shortest) =
                            self.lasts(&at, mv, &proof, (other.len() as u16 - 1, shortest));
                        let plies = ply + lasts;
                        let turned = shortest && differ_in_promotion(pair[0], mv);
                        let kind = kind(turned, plies, ply, line.len() as u16);
                        found.seconds.push(Second { ply, mv, plies, kind });
                    }
                    AfterCheck::Escapes => {}
                    AfterCheck::Open(Some(StopReason::Flag)) => {
                        return Err(CompositionError::Interrupted);
                    }
                    AfterCheck::Open(_) => found.undecided.push((ply, mv)),
                }
                if first && found.is_sound() != Some(true) {
                    return Ok(());
                }
            }
            pair.iter().for_each(|&mv| at.do_move(mv));
        }
        Ok(())
    }

    /// Gives the defender one piece after the other and looks whether the solution stays the only
    /// one.
    fn spare(
        &mut self,
        position: &Position,
        line: &[Move],
        found: &mut Composition,
    ) -> Result<(), CompositionError> {
        for (spare, setup) in without_one(position) {
            let Ok(less) = setup.position(SetupRules::Mate) else { continue };
            if self.played(&less, line).is_none() {
                continue;
            }
            let report = self.solver.solve(&less, self.limits)?;
            if report.stopped == Some(StopReason::Flag) {
                return Err(CompositionError::Interrupted);
            }
            if report.verdict == Verdict::NoMate {
                continue;
            }
            match self.shortest(&less, &report) {
                Some(plies) if usize::from(plies) == line.len() => {}
                Some(_) => continue,
                None => {
                    found.spare_open = true;
                    continue;
                }
            }
            let mut other = Composition::default();
            self.seconds(&less, line, true, &mut other)?;
            match other.is_sound() {
                Some(true) => found.spare.push(spare),
                Some(false) => {}
                None => found.spare_open = true,
            }
        }
        Ok(())
    }

    /// The position after a line of checks and replies that ends in mate.
    fn played(&self, position: &Position, line: &[Move]) -> Option<Position> {
        let mut at = position.without_history();
        for (index, &mv) in line.iter().enumerate() {
            if at.illegality(mv).is_some() {
                return None;
            }
            at.do_move(mv);
            if index % 2 == 0 && !at.in_check() {
                return None;
            }
        }
        let mated = match self.count {
            Count::Strict => at.is_mated(),
            Count::Composer => composer::is_mated(&at, &ComposerCount::limits(self.limits)),
        };
        (line.len() % 2 == 1 && mated).then_some(at)
    }

    /// Plies that the defender lasts after a check that mates, and whether he cannot be mated
    /// sooner; `strict` says both with every interposition counted.
    fn lasts(&self, at: &Position, check: Move, proof: &Proof, strict: (u16, bool)) -> (u16, bool) {
        if self.count == Count::Strict {
            return strict;
        }
        let mut after = at.without_history();
        after.do_move(check);
        let counted =
            ComposerCount::of_defence(&after, proof, strict.0, &ComposerCount::limits(self.limits));
        counted.map_or((strict.0, false), |count| (count.plies, count.shortest))
    }

    /// Plies of the shortest mate of a position; `None` when it is not known.
    fn shortest(&self, position: &Position, report: &MateReport) -> Option<u16> {
        let strict = report.plies.filter(|_| report.shortest && report.verified)?;
        if self.count == Count::Strict {
            return Some(strict);
        }
        let proof = report.proof.as_ref()?;
        let counted =
            ComposerCount::of(position, proof, strict, &ComposerCount::limits(self.limits))?;
        counted.shortest.then_some(counted.plies)
    }
}

fn differ_in_promotion(one: Move, other: Move) -> bool {
    !one.is_drop() && !other.is_drop() && (one.from(), one.to()) == (other.from(), other.to())
}

fn kind(turned: bool, plies: u16, ply: u16, length: u16) -> SecondKind {
    match plies.cmp(&length) {
        core::cmp::Ordering::Less => SecondKind::Early,
        _ if turned => SecondKind::Promotion,
        _ if ply == length => SecondKind::Final,
        core::cmp::Ordering::Equal => SecondKind::Same,
        core::cmp::Ordering::Greater => SecondKind::Late,
    }
}

/// Every setup in which one piece more is in the defender's hand.
fn without_one(position: &Position) -> Vec<(Spare, Setup)> {
    let (setup, attacker) = (position.setup(), position.side_to_move());
    let give = |mut setup: Setup, kind: HandPiece| {
        let count = setup.hand_count(attacker.flip(), kind) + 1;
        setup.set_hand(attacker.flip(), kind, count);
        setup
    };
    let mut all = Vec::new();
    for square in Square::iter() {
        let piece = setup.piece_on(square);
        if piece.is_empty() || piece.piece_type() == PieceType::KING {
            continue;
        }
        if let Some(kind) = HandPiece::from_piece_type(piece.piece_type().demote()) {
            let mut less = setup.clone();
            less.clear(square);
            all.push((Spare::Board(square), give(less, kind)));
        }
    }
    for kind in HandPiece::iter() {
        let count = setup.hand_count(attacker, kind);
        if count > 0 {
            let mut less = setup.clone();
            less.set_hand(attacker, kind, count - 1);
            all.push((Spare::Hand(kind), give(less, kind)));
        }
    }
    all
}
