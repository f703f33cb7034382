//! Levels of play, from someone who has just learned the moves to full strength.
//!
//! A weaker level looks at fewer positions, judges them by a simpler evaluation, and overlooks moves: of the
//! opponent's replies and of its own moves some do not occur to it, the more often the harder they are to see. What
//! it overlooks is drawn for each turn and stays overlooked during it, in every line. So it loses as people
//! do, because it has not seen a move; it gives nothing away. Middle levels play by goals: they castle and attack by
//! plan, where so small a search sees no reason to.
//!
//! The levels are spaced so that the stronger of two neighbours scores about three quarters; the table is in
//! `docs/strength.md`.

use zenpuku_shogi_eval::EvalKind;

/// A level of play: 1 to [`Level::FULL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What makes a level weaker than full strength.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weakness {
    /// Nodes for a move.
    pub(crate) nodes: u64,
    /// Moves that are overlooked, of 1,000 of middling difficulty.
    pub(crate) overlooks: u32,
    pub(crate) eval: EvalKind,
    /// Plays by goals [goals2001]: castles and attacks by plan.
    pub(crate) goals: bool,
}

const fn weakness(nodes: u64, overlooks: u32, eval: EvalKind, goals: bool) -> Weakness {
    Weakness { nodes, overlooks, eval, goals }
}

const LEVELS: [Weakness; Level::COUNT - 1] = [
    weakness(20, 830, EvalKind::Material, false),
    weakness(30, 790, EvalKind::Material, false),
    weakness(49, 729, EvalKind::Material, false),
    weakness(86, 635, EvalKind::Material, false),
    weakness(128, 562, EvalKind::KingDistance, true),
    weakness(278, 424, EvalKind::KingDistance, true),
    weakness(98, 616, EvalKind::Ensemble, true),
    weakness(205, 478, EvalKind::Ensemble, true),
    weakness(440, 352, EvalKind::Ensemble, true),
    weakness(740, 278, EvalKind::Ensemble, false),
    weakness(1_240, 192, EvalKind::Ensemble, false),
    weakness(2_150, 121, EvalKind::Ensemble, false),
    weakness(3_600, 72, EvalKind::Ensemble, false),
    weakness(5_800, 46, EvalKind::Ensemble, false),
    weakness(9_000, 28, EvalKind::Ensemble, false),
    weakness(12_500, 19, EvalKind::Ensemble, false),
    weakness(20_000, 12, EvalKind::Ensemble, false),
    weakness(36_000, 7, EvalKind::Ensemble, false),
    weakness(70_000, 4, EvalKind::Ensemble, false),
];

/// Names in kyu and dan. They order the levels; they are not grades of any association.
const NAMES: [(&str, &str); Level::COUNT] = [
    ("15級", "15 kyu"),
    ("13級", "13 kyu"),
    ("12級", "12 kyu"),
    ("11級", "11 kyu"),
    ("10級", "10 kyu"),
    ("9級", "9 kyu"),
    ("8級", "8 kyu"),
    ("7級", "7 kyu"),
    ("6級", "6 kyu"),
    ("5級", "5 kyu"),
    ("4級", "4 kyu"),
    ("3級", "3 kyu"),
    ("2級", "2 kyu"),
    ("1級", "1 kyu"),
    ("初段", "1 dan"),
    ("二段", "2 dan"),
    ("三段", "3 dan"),
    ("四段", "4 dan"),
    ("五段", "5 dan"),
    ("全力", "Full strength"),
];

impl Level {
    /// How many there are.
    pub const COUNT: usize = 20;
    /// Full strength.
    pub const FULL: Self = Self(Self::COUNT as u8);

    /// Returns the level with this number, 1 to [`Level::COUNT`]; `None` for other numbers.
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        let level = u8::try_from(number).ok().map(Self)?;
        (1..=Self::FULL.0).contains(&level.0).then_some(level)
    }

    /// Returns all levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::FULL.0).map(Self)
    }

    /// Returns its number, from 1.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// Returns its name in Japanese and in English, in kyu and dan.
    #[must_use]
    pub const fn names(self) -> (&'static str, &'static str) {
        NAMES[self.0 as usize - 1]
    }

    /// Returns the nodes of a move; `None` at full strength.
    #[must_use]
    pub fn nodes(self) -> Option<u64> {
        self.weakness().map(|weakness| weakness.nodes)
    }

    pub(crate) fn weakness(self) -> Option<Weakness> {
        LEVELS.get(self.0 as usize - 1).copied()
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_go_from_one_to_twenty() {
        let all: Vec<_> = Level::all().collect();
        assert_eq!((all.len(), all[19]), (Level::COUNT, Level::FULL));
        assert_eq!((Level::new(0), Level::new(21)), (None, None));
        assert_eq!((Level::new(1).unwrap().names().1, Level::FULL.names().0), ("15 kyu", "全力"));
        let same_eval = LEVELS.windows(2).filter(|pair| pair[0].eval == pair[1].eval);
        assert!(same_eval.clone().all(|pair| pair[0].nodes < pair[1].nodes));
        assert!(same_eval.clone().all(|pair| pair[0].overlooks > pair[1].overlooks));
    }
}
