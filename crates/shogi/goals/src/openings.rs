//! Openings (戦型), recognised from the first moves of a game.

use zenpuku_shogi::{Color, Move, PieceType, Position, Square};

use crate::castles::seen_by;

/// Plies over which an opening shows.
pub const OPENING_PLIES: usize = 40;
/// A ranging rook moves within this number of plies; later moves follow the fight.
const RANGING_PLIES: usize = 24;
/// Rooks that exchange their pawns within this number of plies have chosen their opening.
const EARLY_PLIES: usize = 20;

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
}

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
        let rook = match file {
            Some(4) => Opening::CentralRook,
            Some(5) => Opening::FourthFileRook,
            Some(6) => Opening::ThirdFileRook,
            Some(7) => Opening::OpposingRook,
            Some(3) => Opening::RightFourthFileRook,
            Some(2) => Opening::SleeveRook,
            _ => Opening::StaticRook,
        };
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
    rook_file.is_some_and(|file| file >= 4)
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
