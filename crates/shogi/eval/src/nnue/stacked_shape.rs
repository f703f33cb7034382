//! The shape of SFNN networks: widths of the layers, and what chooses the dense ones.

use zenpuku_shogi::{Color, Position};

/// What chooses the dense layers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StackBy {
    /// There is one stack.
    Nothing,
    /// The ranks of both kings as their sides see them, in three parts each: 9 stacks, `k3k3`.
    Kings3,
    /// The ranks of both kings as their sides see them: 81 stacks, `k9k9`.
    Kings9,
}

impl StackBy {
    /// Number of stacks.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::Nothing => 1,
            Self::Kings3 => 9,
            Self::Kings9 => 81,
        }
    }

    /// The stack for `position`, the first one where a king is missing.
    #[must_use]
    pub fn index(self, position: &Position) -> usize {
        let parts: usize = match self {
            Self::Nothing => return 0,
            Self::Kings3 => 3,
            Self::Kings9 => 9,
        };
        let us = position.side_to_move();
        let rank = |side: Color| {
            let square = position.king(side)?;
            let square = if side == Color::BLACK { square } else { square.flip() };
            Some(square.to_index() % 9)
        };
        let (Some(ours), Some(theirs)) = (rank(us), rank(us.flip())) else { return 0 };
        ours * parts / 9 * parts + theirs * parts / 9
    }
}

/// Widths of the layers and number of stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StackedShape {
    /// Sums of the transformer for one view, and inputs of the first hidden layer: a multiple of
    /// 128, at most 4,096.
    pub transformed: usize,
    /// Neurons of the hidden layers. Of the first one a multiple of 8, or one less: then a further
    /// neuron goes straight to the output. Of the second one a multiple of 8, at most 128.
    pub hidden: [usize; 2],
    /// What chooses the layers.
    pub stack_by: StackBy,
}

impl StackedShape {
    /// Does a neuron of the first layer go straight to the output?
    #[must_use]
    pub const fn has_shortcut(self) -> bool {
        self.hidden[0] % 8 == 7
    }

    /// Neurons of the first layer, including the shortcut.
    #[must_use]
    pub const fn first(self) -> usize {
        self.hidden[0] + self.has_shortcut() as usize
    }

    /// Can a network have this shape here?
    #[must_use]
    pub fn is_possible(self) -> bool {
        let fits = |width: usize, step: usize, most: usize| {
            width > 0 && width <= most && width.is_multiple_of(step)
        };
        fits(self.transformed, 128, 4096)
            && fits(self.first(), 8, 64)
            && fits(self.hidden[1], 8, 128)
    }
}

impl core::fmt::Display for StackedShape {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (width, [first, second]) = (self.transformed, self.hidden);
        write!(f, "{width}-{first}-{second}, {} stacks", self.stack_by.count())
    }
}
