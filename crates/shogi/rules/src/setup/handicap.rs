//! The customary start positions.

use super::Setup;
use crate::types::Color;

/// A start position by its name. White (上手) gives the odds and moves first in
/// all but the even game; "left" and "right" are White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handicap {
    /// 平手: the even game.
    Even,
    /// 香落ち: left lance.
    Lance,
    /// 右香落ち: right lance.
    RightLance,
    /// 角落ち: bishop.
    Bishop,
    /// 飛車落ち: rook.
    Rook,
    /// 飛香落ち: rook and left lance.
    RookLance,
    /// 二枚落ち: rook and bishop.
    Two,
    /// 三枚落ち: rook, bishop and left lance.
    Three,
    /// 四枚落ち: rook, bishop and both lances.
    Four,
    /// 五枚落ち: as four, and the right knight.
    Five,
    /// 左五枚落ち: as four, and the left knight.
    LeftFive,
    /// 六枚落ち: rook, bishop, lances and knights.
    Six,
    /// 左七枚落ち: as six, and the left silver.
    LeftSeven,
    /// 右七枚落ち: as six, and the right silver.
    RightSeven,
    /// 八枚落ち: as six, and both silvers.
    Eight,
    /// 十枚落ち: all but king and pawns.
    Ten,
}

impl Handicap {
    /// All of them, from the smallest.
    pub const ALL: [Self; 16] = [
        Self::Even,
        Self::Lance,
        Self::RightLance,
        Self::Bishop,
        Self::Rook,
        Self::RookLance,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::LeftFive,
        Self::Six,
        Self::LeftSeven,
        Self::RightSeven,
        Self::Eight,
        Self::Ten,
    ];

    /// The Japanese name, as KIF writes it after `手合割：`.
    #[must_use]
    pub const fn name_ja(self) -> &'static str {
        match self {
            Self::Even => "平手",
            Self::Lance => "香落ち",
            Self::RightLance => "右香落ち",
            Self::Bishop => "角落ち",
            Self::Rook => "飛車落ち",
            Self::RookLance => "飛香落ち",
            Self::Two => "二枚落ち",
            Self::Three => "三枚落ち",
            Self::Four => "四枚落ち",
            Self::Five => "五枚落ち",
            Self::LeftFive => "左五枚落ち",
            Self::Six => "六枚落ち",
            Self::LeftSeven => "左七枚落ち",
            Self::RightSeven => "右七枚落ち",
            Self::Eight => "八枚落ち",
            Self::Ten => "十枚落ち",
        }
    }

    /// The handicap of a Japanese name.
    #[must_use]
    pub fn from_name_ja(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|handicap| handicap.name_ja() == name)
    }

    /// The handicap whose start position is `setup`, for any ply.
    #[must_use]
    pub fn of(setup: &Setup) -> Option<Self> {
        let mut setup = setup.clone();
        setup.set_ply(1);
        Self::ALL.into_iter().find(|handicap| handicap.setup() == setup)
    }

    /// White's two back ranks in SFEN.
    const fn back_ranks(self) -> &'static str {
        match self {
            Self::Even => "lnsgkgsnl/1r5b1",
            Self::Lance => "lnsgkgsn1/1r5b1",
            Self::RightLance => "1nsgkgsnl/1r5b1",
            Self::Bishop => "lnsgkgsnl/1r7",
            Self::Rook => "lnsgkgsnl/7b1",
            Self::RookLance => "lnsgkgsn1/7b1",
            Self::Two => "lnsgkgsnl/9",
            Self::Three => "lnsgkgsn1/9",
            Self::Four => "1nsgkgsn1/9",
            Self::Five => "2sgkgsn1/9",
            Self::LeftFive => "1nsgkgs2/9",
            Self::Six => "2sgkgs2/9",
            Self::LeftSeven => "2sgkg3/9",
            Self::RightSeven => "3gkgs2/9",
            Self::Eight => "3gkg3/9",
            Self::Ten => "4k4/9",
        }
    }

    /// The start position in SFEN.
    #[must_use]
    pub fn sfen(self) -> String {
        let side = if self == Self::Even { 'b' } else { 'w' };
        let ranks = self.back_ranks();
        format!("{ranks}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} - 1")
    }

    /// The start position.
    #[must_use]
    pub fn setup(self) -> Setup {
        // The sixteen texts are read by a test; an empty board cannot happen.
        Setup::from_sfen(&self.sfen()).unwrap_or(const { Setup::empty() })
    }

    /// Who moves first.
    #[must_use]
    pub const fn first_to_move(self) -> Color {
        match self {
            Self::Even => Color::Black,
            _ => Color::White,
        }
    }
}
