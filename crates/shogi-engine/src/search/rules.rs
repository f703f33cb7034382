//! Ends of the game that the rules decide, not the board: repetition and the limit of moves.

use crate::options::EngineOptions;
use zenpuku_gametree::Score;
use zenpuku_shogi::{Color, Position, RepetitionState};

/// Worth of a repetition that one side loses, and (a little less) of a return to the same board
/// with more in hand. No mate: the score of a mate promises one on the board.
const LOST_REPETITION: Score = Score::new(28_500);
const SUPERIOR_REPETITION: Score = Score::new(28_000);

/// The rules in force for one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    root_color: Color,
    /// Worth of a draw for the side to move at the root.
    draw: Score,
    /// The game is drawn after this many moves; `u32::MAX`: never.
    max_moves: u32,
    /// Score repetitions.
    repetition: bool,
}

impl Rules {
    pub(crate) fn new(options: &EngineOptions, root_color: Color) -> Self {
        Self {
            root_color,
            draw: Score::eval(options.draw_value[root_color.to_index()]),
            max_moves: if options.time.max_moves == 0 { u32::MAX } else { options.time.max_moves },
            repetition: options.params.repetition_detection,
        }
    }

    /// Worth of a draw for the side to move.
    #[inline]
    pub(crate) fn draw(&self, position: &Position) -> Score {
        if position.side_to_move() == self.root_color { self.draw } else { -self.draw }
    }

    /// The value of a position that repeats an earlier one of this line (or occurs for the
    /// fourth time in the game), for the side to move.
    #[inline]
    pub(crate) fn repetition(&self, position: &Position, ply: usize) -> Option<Score> {
        if !self.repetition {
            return None;
        }
        match position.search_repetition(ply) {
            RepetitionState::None => None,
            RepetitionState::Draw => Some(self.draw(position)),
            RepetitionState::Win => Some(LOST_REPETITION),
            RepetitionState::Lose => Some(-LOST_REPETITION),
            RepetitionState::Superior => Some(SUPERIOR_REPETITION),
            RepetitionState::Inferior => Some(-SUPERIOR_REPETITION),
        }
    }

    /// The value when all moves allowed have been played: a draw, but mate by the last of them
    /// wins.
    #[inline]
    pub(crate) fn move_limit(&self, position: &Position, ply: usize) -> Option<Score> {
        if u32::from(position.ply()) <= self.max_moves {
            return None;
        }
        if position.in_check() && !position.has_legal_move() {
            return Some(Score::mated_in(ply as u32));
        }
        Some(self.draw(position))
    }
}
