//! Castles (囲い) and formations: complete ones, those being built, and their progress.

mod log;
mod table;

pub use log::CastleLog;
pub use table::{Castle, all, find};

use crate::reach::Ways;
use core::cmp::Ordering;
use zenpuku_shogi::{Color, Piece, PieceType, Position, Square};

/// The middle file, 0 at the right.
const CENTRE: i8 = 4;

/// A side's progress with a castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Which.
    pub castle: &'static Castle,
    /// Pieces in place.
    pub have: u32,
    /// Pieces that it takes.
    pub of: u32,
}

impl Progress {
    /// Completeness, 0..=1.
    #[must_use]
    pub fn complete(&self) -> f64 {
        f64::from(self.have) / f64::from(self.of.max(1))
    }
}

impl Castle {
    /// The pieces of the castle as `side` sees the board.
    pub fn pieces_of(&self, side: Color) -> impl Iterator<Item = (Square, PieceType)> + '_ {
        self.pieces.iter().map(move |&(square, kind)| (seen_by(side, square), kind))
    }

    /// The pieces of the full shape, the castle's first.
    pub fn full_shape(&self, side: Color) -> impl Iterator<Item = (Square, PieceType)> + '_ {
        let all = self.pieces.iter().chain(&self.further);
        all.map(move |&(square, kind)| (seen_by(side, square), kind))
    }

    /// Where the king goes, as `side` sees the board; formations have none.
    #[must_use]
    pub fn king(&self, side: Color) -> Option<Square> {
        self.pieces_of(side).find(|piece| piece.1 == PieceType::KING).map(|piece| piece.0)
    }

    /// Which side of the board the king is on as Black sees it: [`Ordering::Greater`] on the left, where
    /// a static rook castles, [`Ordering::Less`] on the right; formations have no king.
    #[must_use]
    pub fn wing(&self) -> Option<Ordering> {
        self.king(Color::Black).map(|home| home.file().raw().cmp(&CENTRE))
    }

    /// The progress of `side`.
    #[must_use]
    pub fn progress(&'static self, position: &Position, side: Color) -> Progress {
        let stands = |&(square, kind): &(Square, PieceType)| {
            position.piece_on(square) == Piece::from_parts(side, kind)
        };
        let have = self.pieces_of(side).filter(stands).count() as u32;
        Progress { castle: self, have, of: self.pieces.len() as u32 }
    }

    /// Is it one of the castles that are built most?
    #[must_use]
    pub fn is_common(&self) -> bool {
        COMMON.contains(&self.id)
    }

    /// Is it part of `other`, which has more pieces?
    fn is_part_of(&self, other: &Self) -> bool {
        self.pieces.len() < other.pieces.len()
            && self.pieces.iter().all(|piece| other.pieces.contains(piece))
    }
}

/// A square of Black's as `side` sees it.
pub(crate) fn seen_by(side: Color, square: Square) -> Square {
    if side == Color::Black { square } else { square.flip() }
}

/// The complete castles and formations of `side`; of nested ones only the larger.
#[must_use]
pub fn standing(position: &Position, side: Color) -> Vec<&'static Castle> {
    let complete = |castle: &&'static Castle| {
        let progress = castle.progress(position, side);
        progress.have == progress.of
    };
    let found: Vec<&'static Castle> = all().iter().filter(complete).collect();
    let largest = |castle: &&&'static Castle| !found.iter().any(|other| castle.is_part_of(other));
    let mut list: Vec<&'static Castle> = found.iter().filter(largest).copied().collect();
    list.dedup_by_key(|castle| castle.id);
    list
}

/// The castle that `side` seems to be building: enough of its pieces are in
/// place, none of the others has to move back, and the king is on its side of
/// the board. `None` if none is likely or the likely ones are complete.
#[must_use]
pub fn building(position: &Position, side: Color) -> Option<Progress> {
    likeliest(position, side, &Ways::new(position, side))
}

/// [`building`], with the ways of the pieces of `side`.
pub(crate) fn likeliest(position: &Position, side: Color, ways: &Ways<'_>) -> Option<Progress> {
    let mut best: Option<(i32, Progress)> = None;
    for castle in all() {
        let progress = castle.progress(position, side);
        let Some(worth) = likelihood(&progress, position, side, ways) else { continue };
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, progress));
        }
    }
    best.map(|(_, progress)| progress)
}

/// Castles that are built often (ours): of two that look alike one of these is meant.
const COMMON: [&str; 12] = [
    "YAGURA",
    "HON_MINO",
    "TAKA_MINO",
    "KATA_MINO",
    "ANAGUMA",
    "FURI_ANAGUMA",
    "FUNAGAKOI",
    "HIDARI_MINO",
    "GINKAN",
    "FURI_GINKAN",
    "TUNOGIN_GANGI",
    "NAKAZUMAI",
];

/// How likely the castle is being built, higher is likelier; `None`: not.
/// Pieces that have moved to their place have the largest weight, remaining
/// moves of the king the smallest.
fn likelihood(
    progress: &Progress,
    position: &Position,
    side: Color,
    ways: &Ways<'_>,
) -> Option<i32> {
    let castle = progress.castle;
    let home = castle.king(side)?;
    let king = position.king(side)?;
    let whole = progress.have == progress.of;
    if whole || progress.have * 2 < progress.of || rook_is_in_the_way(castle, position, side) {
        return None;
    }
    let (mut likely, mut moved, mut moves) = (0, 0, 0);
    for (square, kind) in castle.pieces_of(side) {
        let piece = Piece::from_parts(side, kind);
        if position.piece_on(square) == piece {
            let new = Position::startpos().piece_on(square) != piece;
            moved += u32::from(new);
            likely += if new { 8 } else { 3 };
        } else {
            let way = way_to(position, side, ways, (kind, square))?;
            moves += way;
            likely -= way as i32 * if kind == PieceType::KING { 1 } else { 4 };
        }
    }
    likely += 16 * i32::from(castle.is_common());
    (moved > 0 && moves <= 7 && king.distance(home) <= 4).then_some(likely)
}

/// A castle goes to the side of the board where the own rook is not.
pub(crate) fn rook_is_in_the_way(castle: &Castle, position: &Position, side: Color) -> bool {
    let right = match castle.wing() {
        None | Some(Ordering::Equal) => return false,
        Some(wing) => wing == Ordering::Less,
    };
    let rook = position.pieces(PieceType::ROOK, side).lsb().map(|square| seen_by(side, square));
    rook.is_some_and(|rook| rook.rank().raw() >= 5 && right == (rook.file().raw() < CENTRE))
}

/// Moves of the nearest piece that need not go back to get there.
fn way_to(
    position: &Position,
    side: Color,
    ways: &Ways<'_>,
    (kind, square): (PieceType, Square),
) -> Option<u32> {
    let depth = |at: Square| seen_by(side, at).rank().raw();
    let found = position.pieces(kind, side).iter().filter_map(|from| {
        let back = kind != PieceType::KING && depth(from) < depth(square);
        let moves = ways.of(from).moves(square, kind)?;
        (!back).then_some(moves)
    });
    found.min()
}
