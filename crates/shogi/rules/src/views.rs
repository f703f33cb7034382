//! The same position seen in a mirror or from the other side.

use crate::position::Position;
use crate::setup::Setup;

impl Position {
    /// The description of this position, to edit or to write.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup::from(self)
    }

    /// Left and right exchanged, without history. Legal moves correspond by
    /// [`crate::Move::mirror`].
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirrored = self.setup().mirrored().build();
        mirrored.set_entering_king_rule(self.entering_king_rule());
        mirrored
    }

    /// Board turned by 180 degrees and colours exchanged, without history.
    /// Legal moves correspond by [`crate::Move::flip`]. Points needed for a
    /// declaration go with their side.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let mut flipped = self.setup().flipped().build();
        flipped.rule = self.rule;
        flipped.required = self.required;
        flipped.required.swap(0, 1);
        flipped
    }

    /// The same position as a start: history and repetition forgotten.
    #[must_use]
    pub fn without_history(&self) -> Self {
        let mut start = Self::start(self.board.clone(), self.side, self.ply);
        start.set_entering_king_rule(self.rule);
        start
    }
}
