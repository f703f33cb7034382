//! A board that is quick to copy and to look around on.

use zenpuku_shogi::{Bitboard, Color, PieceType, Square};

/// What lies beyond the edge: a number that no piece has.
pub(super) const EDGE: u8 = PieceType::GOLD_LIKE.to_index() as u8;

/// From a file to the next: nine ranks and two squares of edge, which do for both files.
const STRIDE: usize = 11;

/// Pieces by square with an edge all around, wide enough for knights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    squares: [u8; 128],
    pieces: [Bitboard; 2],
    kings: [Option<Square>; 2],
}

impl Board {
    /// An empty square.
    pub(super) const EMPTY: Self = {
        let mut squares = [EDGE; 128];
        let mut index = 0;
        while index < Square::COUNT {
            squares[PLACES[index] as usize] = 0;
            index += 1;
        }
        Self { squares, pieces: [Bitboard::EMPTY; 2], kings: [None; 2] }
    };

    /// Number of the piece on `square`, 0: none.
    #[inline]
    pub(super) fn on(&self, square: Square) -> u8 {
        self.squares[place(square)]
    }

    /// The occupants around `square`.
    #[inline]
    pub(super) fn around(&self, square: Square) -> Around<'_> {
        Around { squares: &self.squares, center: place(square) }
    }

    /// The pieces on the file of `square`, rank a first.
    #[inline]
    pub(super) fn file(&self, square: Square) -> &[u8; 9] {
        let start = place(square) - square.rank().to_index();
        self.squares[start..].first_chunk().unwrap_or(&[0; 9])
    }

    /// The pieces of `color`, its king too.
    #[inline]
    pub(super) fn pieces(&self, color: Color) -> Bitboard {
        self.pieces[color.to_index()]
    }

    #[inline]
    pub(super) fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.to_index()]
    }

    /// Puts `piece` (0: empty) on `square`, replacing its occupant.
    #[inline]
    pub(super) fn put(&mut self, square: Square, piece: u8) {
        self.squares[place(square)] = piece;
        self.pieces.iter_mut().for_each(|pieces| pieces.clear(square));
        if piece != 0 {
            let color = usize::from(piece >> 4);
            self.pieces[color].set(square);
            if is_king(piece) {
                self.kings[color] = Some(square);
            }
        }
    }
}

/// A look around from a square.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    squares: &'a [u8; 128],
    center: usize,
}

impl Around<'_> {
    /// The occupant at an offset of files and ranks (up to 2): a piece, 0 or [`EDGE`].
    #[inline(always)]
    pub(super) fn near(&self, (file, rank): (i8, i8)) -> usize {
        let step = file as isize * STRIDE as isize + rank as isize;
        let index = self.center.wrapping_add_signed(step);
        usize::from(self.squares[index & 127] & 31)
    }
}

/// Is the piece a king of either colour?
#[inline]
pub(super) const fn is_king(piece: u8) -> bool {
    piece & 15 == PieceType::KING.to_index() as u8
}

#[inline]
fn place(square: Square) -> usize {
    PLACES[square.to_index()] as usize & 127
}

/// Where the squares are within the edge.
const PLACES: [u8; Square::COUNT] = {
    let mut places = [0; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        places[square] = (square + 2 * (square / 9) + STRIDE + 2) as u8;
        square += 1;
    }
    places
};

/// The occupant of a square before and after a move; 0: empty.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) square: Square,
    pub(super) before: u8,
    pub(super) after: u8,
}
