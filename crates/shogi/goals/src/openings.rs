//! Openings (戦型), recognised from the first moves of a game.

use zenpuku_shogi::{Color, Move, PieceType, Position, Square};

use crate::castles::seen_by;

/// Plies over which an opening shows.
pub const OPENING_PLIES: usize = 40;
/// A ranging rook moves within this number of plies; later moves follow the fight.
const RANGING_PLIES: usize = 24;
/// Rooks that exchange their pawns within this number of plies have chosen their opening.
const EARLY_PLIES: usize = 20;

/// The first file of a ranging rook, 0 at the side's right.
pub(crate) const RANGING_FILE: i8 = 4;

/// An opening; of one side, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Opening {
    /// 居飛車: the rook stays on its side.
    StaticRook,
    /// 中飛車: rook on the fifth file.
    CentralRook,
    /// 四間飛車: rook on the fourth file from the left.
    FourthFileRook,
    /// 三間飛車: rook on the third file from the left.
    ThirdFileRook,
    /// 向かい飛車: rook opposite the other rook.
    OpposingRook,
    /// 右四間飛車: rook on the fourth file from the right.
    RightFourthFileRook,
    /// 袖飛車: rook on the third file from the right.
    SleeveRook,
    /// 矢倉: silver and gold of the Yagura, whoever has castled.
    Yagura,
    /// 角換わり: the bishops are exchanged early.
    BishopExchange,
    /// 横歩取り: the rook takes the side pawn.
    SidePawn,
    /// 相掛かり: both rooks have exchanged their pawns.
    DoubleWing,
}

impl Opening {
    /// Japanese name.
    #[must_use]
    pub const fn ja(self) -> &'static str {
        match self {
            Self::StaticRook => "居飛車",
            Self::CentralRook => "中飛車",
            Self::FourthFileRook => "四間飛車",
            Self::ThirdFileRook => "三間飛車",
            Self::OpposingRook => "向かい飛車",
            Self::RightFourthFileRook => "右四間飛車",
            Self::SleeveRook => "袖飛車",
            Self::Yagura => "矢倉",
            Self::BishopExchange => "角換わり",
            Self::SidePawn => "横歩取り",
            Self::DoubleWing => "相掛かり",
        }
    }

    /// English name.
    #[must_use]
    pub const fn en(self) -> &'static str {
        match self {
            Self::StaticRook => "Static Rook",
            Self::CentralRook => "Central Rook",
            Self::FourthFileRook => "Fourth-file Rook",
            Self::ThirdFileRook => "Third-file Rook",
            Self::OpposingRook => "Opposing Rook",
            Self::RightFourthFileRook => "Right Fourth-file Rook",
            Self::SleeveRook => "Sleeve Rook",
            Self::Yagura => "Yagura",
            Self::BishopExchange => "Bishop Exchange",
            Self::SidePawn => "Side Pawn",
            Self::DoubleWing => "Double Wing Attack",
        }
    }

    /// Is the rook on its side's left, or in the middle?
    #[must_use]
    pub fn is_ranging(self) -> bool {
        is_ranging(self.by_rook().map(|row| row.file))
    }

    /// The row of [`BY_ROOK`]; `None` where the rook does not name the opening.
    #[must_use]
    pub fn by_rook(self) -> Option<&'static ByRook> {
        BY_ROOK.iter().find(|row| row.opening == self)
    }
}

/// An opening that is named by the file of the rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByRook {
    /// Which.
    pub opening: Opening,
    /// Its name without blanks, in capitals.
    pub id: &'static str,
    /// The file of the rook, 0 at the side's right.
    pub file: i8,
}

const fn by_rook(opening: Opening, id: &'static str, file: i8) -> ByRook {
    ByRook { opening, id, file }
}

/// The openings that are named by the file of the rook, from the right.
pub const BY_ROOK: [ByRook; 7] = [
    by_rook(Opening::StaticRook, "STATIC_ROOK", 1),
    by_rook(Opening::SleeveRook, "SLEEVE_ROOK", 2),
    by_rook(Opening::RightFourthFileRook, "RIGHT_FOURTH_FILE_ROOK", 3),
    by_rook(Opening::CentralRook, "CENTRAL_ROOK", 4),
    by_rook(Opening::FourthFileRook, "FOURTH_FILE_ROOK", 5),
    by_rook(Opening::ThirdFileRook, "THIRD_FILE_ROOK", 6),
    by_rook(Opening::OpposingRook, "OPPOSING_ROOK", 7),
];

/// The features of the first moves of a game so far.
#[derive(Clone, Debug, Default)]
pub struct OpeningTracker {
    plies: usize,
    /// File the rook has ranged to, 0 at the side's right.
    rook_file: [Option<i8>; 2],
    bishops_taken: [bool; 2],
    /// Ply at which the first rook exchanged its pawn.
    pawns_exchanged: Option<usize>,
    side_pawn: bool,
    yagura: [bool; 2],
}

impl OpeningTracker {
    /// Follows a legal move in `before`; moves beyond [`OPENING_PLIES`] are ignored.
    pub fn follow(&mut self, before: &Position, mv: Move) {
        self.plies += 1;
        if self.plies > OPENING_PLIES || !mv.is_normal() {
            return;
        }
        let side = before.side_to_move();
        let us = side.to_index();
        let (kind, to) = (mv.piece_after().piece_type(), seen_by(side, mv.to()));
        let taken = before.piece_on(mv.to()).piece_type();
        if !mv.is_drop() && !taken.is_promoted() && taken == PieceType::BISHOP {
            self.bishops_taken[us] |= self.plies <= 30;
        }
        if let Some(from) = mv.from().filter(|_| kind == PieceType::ROOK) {
            self.follow_rook(us, (seen_by(side, from), to), taken);
        }
        let mut after = before.without_history();
        after.do_move(mv);
        self.yagura[us] |= has_yagura_shape(&after, side);
    }

    fn follow_rook(&mut self, us: usize, (from, to): (Square, Square), taken: PieceType) {
        let (file, rank) = (to.file().raw(), to.rank().raw());
        if rank >= 6 && self.plies <= RANGING_PLIES {
            self.rook_file[us] = Some(file);
        }
        if file == 1 && rank == 3 && taken == PieceType::PAWN {
            self.pawns_exchanged.get_or_insert(self.plies);
        }
        // From the pawn exchanged in front of it sideways, not down its file.
        let sideways = from.rank() == to.rank() && file == 2 && rank == 3;
        self.side_pawn |= sideways && taken == PieceType::PAWN && self.plies <= 30;
    }

    /// The openings of `side`, what both play included.
    #[must_use]
    pub fn openings(&self, side: Color) -> Vec<Opening> {
        let us = side.to_index();
        let them = 1 - us;
        let file = self.rook_file[us];
        let rook = BY_ROOK
            .iter()
            .find(|row| Some(row.file) == file)
            .map_or(Opening::StaticRook, |row| row.opening);
        let mut found = vec![rook];
        let both_static = !is_ranging(file) && !is_ranging(self.rook_file[them]);
        let exchanged = self.bishops_taken != [false; 2];
        let early = self.pawns_exchanged.is_some_and(|ply| ply <= EARLY_PLIES);
        // Silver 7g and gold 7h belong to the bishop exchange too.
        if both_static && !exchanged && !early && self.yagura[us] {
            found.push(Opening::Yagura);
        }
        let no_yagura = self.yagura == [false; 2];
        if both_static && self.side_pawn {
            found.push(Opening::SidePawn);
        } else if both_static && exchanged {
            found.push(Opening::BishopExchange);
        } else if both_static && (early || (self.pawns_exchanged.is_some() && no_yagura)) {
            found.push(Opening::DoubleWing);
        }
        found
    }
}

fn is_ranging(rook_file: Option<i8>) -> bool {
    rook_file.is_some_and(|file| file >= RANGING_FILE)
}

/// Silver 7g and gold 7h or 6g, the bishop not gone: the Yagura begins.
fn has_yagura_shape(position: &Position, side: Color) -> bool {
    let has = |kind: PieceType, square: &str| {
        square
            .parse::<Square>()
            .is_ok_and(|square| position.pieces(kind, side).test(seen_by(side, square)))
    };
    has(PieceType::SILVER, "7g")
        && has(PieceType::PAWN, "6f")
        && (has(PieceType::GOLD, "7h") || has(PieceType::GOLD, "6g"))
}
