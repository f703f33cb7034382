//! Basic goals: changes of the board that a side wants [goals2001] 2.1.

use core::fmt;
use zenpuku_shogi::{Color, Piece, PieceType, Position, Square};

/// The content of a basic goal. Whose goal it is says its [`crate::GoalSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// An own piece of this kind is on the square (配置).
    Placement {
        /// The piece.
        kind: PieceType,
        /// Its target square.
        square: Square,
    },
    /// The piece of this side is no longer on the square (除去).
    Removal {
        /// The square to be cleared.
        square: Square,
        /// Whose piece shall go.
        of: Color,
    },
    /// The opponent's piece of this kind on the square is taken (取得).
    Acquisition {
        /// The piece on the board, promoted or not.
        kind: PieceType,
        /// Its square.
        square: Square,
    },
}

impl Aim {
    /// The square that it is about.
    #[must_use]
    pub const fn square(self) -> Square {
        match self {
            Self::Placement { square, .. }
            | Self::Removal { square, .. }
            | Self::Acquisition { square, .. } => square,
        }
    }

    /// Does the board alone say that it is achieved for `owner`? An acquisition is an event, so
    /// the board never says it; see [`Aim::is_captured_by`].
    #[must_use]
    #[inline]
    pub fn stands(self, position: &Position, owner: Color) -> bool {
        match self {
            Self::Placement { kind, square } => {
                position.piece_on(square) == Piece::from_parts(owner, kind)
            }
            Self::Removal { square, of } => !position.is_own(square, of),
            Self::Acquisition { .. } => false,
        }
    }

    /// Does the capture of `taken` on `square` achieve it?
    #[must_use]
    #[inline]
    pub fn is_captured_by(self, taken: PieceType, square: Square) -> bool {
        self == Self::Acquisition { kind: taken, square }
    }

    /// Can it never be achieved by `owner` as things are: what shall be taken is not there?
    #[must_use]
    pub fn is_void(self, position: &Position, owner: Color) -> bool {
        match self {
            Self::Placement { kind, square } => {
                kind == PieceType::NONE || crate::reach::is_dead(owner, kind, square)
            }
            Self::Removal { .. } => false,
            Self::Acquisition { kind, square } => {
                position.piece_on(square) != Piece::from_parts(owner.flip(), kind)
            }
        }
    }

    /// The same on the board mirrored left to right.
    #[must_use]
    pub fn mirror(self) -> Self {
        self.with(Square::mirror_file, |color| color)
    }

    /// The same for the other side on the board turned by 180 degrees.
    #[must_use]
    pub fn flip(self) -> Self {
        self.with(Square::flip, Color::flip)
    }

    fn with(self, map: impl Fn(Square) -> Square, side: impl Fn(Color) -> Color) -> Self {
        match self {
            Self::Placement { kind, square } => Self::Placement { kind, square: map(square) },
            Self::Removal { square, of } => Self::Removal { square: map(square), of: side(of) },
            Self::Acquisition { kind, square } => Self::Acquisition { kind, square: map(square) },
        }
    }
}

/// `K*8h` places, `xR2d` takes, `-7g` empties the square.
impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Placement { kind, square } => write!(f, "{kind}*{square}"),
            Self::Removal { square, .. } => write!(f, "-{square}"),
            Self::Acquisition { kind, square } => write!(f, "x{kind}{square}"),
        }
    }
}

/// Where a goal comes from [goals2001] 2.2; several may agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(usize)]
pub enum Source {
    /// Testing a simple change of the position (仮説検証).
    Hypothesis = 0,
    /// The line that an earlier search expected (過去の探索結果).
    PastSearch = 1,
    /// A castle (知識).
    Knowledge = 2,
}

impl Source {
    /// All sources.
    pub const ALL: [Self; 3] = [Self::Hypothesis, Self::PastSearch, Self::Knowledge];
}

/// A basic goal that a side holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Its content.
    pub aim: Aim,
    /// The priority from each [`Source`], in centipawns before normalisation
    /// and division by moves; 0: not from there.
    pub scores: [i32; 3],
    /// Its weight in the search, in centipawns: the highest of its sources'.
    pub priority: i32,
    /// Own moves that it still needs along the cheapest plan.
    pub moves_needed: u32,
    /// Was it there before the last own move?
    pub inherited: bool,
    /// Did its plan have a move in the last own turn?
    pub used: bool,
}

impl Goal {
    /// A goal from one source with its score in centipawns.
    #[must_use]
    pub fn new(aim: Aim, source: Source, score: i32, moves_needed: u32) -> Self {
        let mut scores = [0; 3];
        scores[source as usize] = score;
        Self { aim, scores, priority: 0, moves_needed, inherited: false, used: false }
    }

    /// Does it come from `source`?
    #[must_use]
    pub const fn is_from(&self, source: Source) -> bool {
        self.scores[source as usize] > 0
    }

    /// Its sources.
    pub fn sources(&self) -> impl Iterator<Item = Source> + '_ {
        Source::ALL.into_iter().filter(|&source| self.is_from(source))
    }
}
