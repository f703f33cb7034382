//! The exact exclusion: points whose owner no play can change.
//!
//! Let the stones `A` of a colour be unconditionally alive and `P` a piece of the board between them without other
//! stones of the colour. If the opponent cannot make two eyes in `P`, `P` is settled: all its points belong to the
//! colour. Proof. The owner never plays in `P`. An eye of the opponent is not a neighbour of `A` and, own stones
//! never being given up, no point it occupies now; at most one such point, or two adjacent ones, exist. So every
//! chain of the opponent in `P` stays without two eyes for any play, while `A`
//! stays alive [benson1976]: all of it is dead, and a play in `P` has no gain
//! for the opponent by area and loses a point by territory. A play of the owner
//! in `P` has no gain either, because all of `P` already belongs to the owner,
//! and loses a point by territory. Neither side has a reason to play there
//! before the last pass. The owner has no stones in `P`, so no capture is
//! possible there and no ko arises.
//!
//! A ko elsewhere is another matter: a stone in `P` is then a ko threat. It
//! lifts the ban like a pass, but a pass lets the other side end the game while
//! the ko is in that side's favour. On the board below Black takes the ko at
//! D3; if White passes, Black passes too and lives, -2. White plays D1 or C1
//! instead, retakes and wins all, -16 (`tests/counter_examples.rs`). So settled
//! points are left out only where no ko can arise ([`crate::Plan`]). Under
//! superko a stone in `P` can lift a ban as well.
//!
//! ```text
//! . X X O
//! X X O .
//! O O O O
//! . O . .
//! ```

use zenpuku_go::{Board, Color, PointSet, Suicide, cannot_hold_two_eyes};

use crate::Owned;

/// The settled points, given the unconditionally alive stones of both colours.
#[must_use]
pub fn settled<S: PointSet>(board: &Board<S>, alive: [S; 2]) -> Owned<S> {
    Owned(Color::BOTH.map(|color| {
        let geometry = board.geometry();
        let [living, other] = [color, color.opponent()].map(|color| alive[color.index()]);
        if living.is_empty() {
            return S::EMPTY;
        }
        geometry
            .components(geometry.full().minus(living))
            // Stones that are only given as alive may have one eye on the board.
            .filter(|&piece| !piece.meets(other) && is_settled(board, color, living, piece))
            .fold(S::EMPTY, |set, piece| set | piece)
    }))
}

/// Whether a piece between the safe stones of a colour is settled for it.
pub(crate) fn is_settled<S: PointSet>(board: &Board<S>, color: Color, safe: S, piece: S) -> bool {
    let geometry = board.geometry();
    let occupied = match board.suicide() {
        Suicide::Forbidden => board.stones(color.opponent()),
        Suicide::MultiStone => S::EMPTY,
    };
    let possible = piece.minus(geometry.neighbours(safe) | occupied);
    !piece.meets(board.stones(color)) && cannot_hold_two_eyes(geometry, possible)
}
