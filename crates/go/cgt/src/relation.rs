//! The players, how two games compare, and who wins a game.

/// A player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Player {
    /// Left: positive games are good for Left. In Go, Black.
    Left,
    /// Right. In Go, White.
    Right,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// How a game compares with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Less: the first is always better for Right.
    Less,
    /// Equal.
    Equal,
    /// Greater: the first is always better for Left.
    Greater,
    /// Confused (incomparable, fuzzy): the first mover in the difference wins.
    Confused,
}

impl Relation {
    /// From the two halves of a comparison.
    #[must_use]
    pub fn from_bounds(at_most: bool, at_least: bool) -> Self {
        match (at_most, at_least) {
            (true, true) => Self::Equal,
            (true, false) => Self::Less,
            (false, true) => Self::Greater,
            (false, false) => Self::Confused,
        }
    }

    /// Less or equal.
    #[must_use]
    pub fn is_at_most(self) -> bool {
        matches!(self, Self::Less | Self::Equal)
    }

    /// Greater or equal.
    #[must_use]
    pub fn is_at_least(self) -> bool {
        matches!(self, Self::Greater | Self::Equal)
    }

    /// The relation seen from the other game.
    #[must_use]
    pub fn reverse(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::Greater => Self::Less,
            other => other,
        }
    }
}

/// Who wins a game under normal play (who cannot move loses).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left wins with either side first.
    Left,
    /// Right wins with either side first.
    Right,
    /// The player who moves next (first) wins.
    Next,
    /// The player who does not move next wins.
    Previous,
}

impl From<Relation> for Outcome {
    /// The outcome of a game with this relation to zero.
    fn from(to_zero: Relation) -> Self {
        match to_zero {
            Relation::Greater => Self::Left,
            Relation::Less => Self::Right,
            Relation::Confused => Self::Next,
            Relation::Equal => Self::Previous,
        }
    }
}
