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

    /// May so many more plies be played in `position` before the game is drawn?
    pub(crate) fn leaves(&self, position: &Position, plies: u32) -> bool {
        u32::from(position.ply()).saturating_sub(1) + plies <= self.max_moves
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
        let played = u32::from(position.ply()).saturating_sub(1);
        if played < self.max_moves {
            return None;
        }
        if played == self.max_moves && position.in_check() && !position.has_legal_move() {
            return Some(Score::mated_in(ply as u32));
        }
        Some(self.draw(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        Rules::new(&EngineOptions::default(), Color::BLACK)
    }

    #[test]
    fn coming_back_with_less_in_hand_is_bad() {
        let mut position = Position::from_sfen("k8/9/9/4g4/9/9/9/9/8K b P 1").unwrap();
        // A pawn is thrown away; the gold and the kings come back.
        for usi in ["P*5e", "5d5e", "1i1h", "5e5d", "1h2h", "9a9b", "2h1i", "9b9a"] {
            let mv = position.parse_usi(usi).unwrap();
            position.do_move(mv);
        }
        assert_eq!(rules().repetition(&position, 8), Some(-SUPERIOR_REPETITION));
        assert_eq!(rules().repetition(&position, 7), None, "it began before the root");
    }

    #[test]
    fn the_value_of_a_draw_follows_the_side_at_the_root() {
        let options = EngineOptions { draw_value: [-9, 30], ..EngineOptions::default() };
        let position = Position::startpos();
        assert_eq!(Rules::new(&options, Color::BLACK).draw(&position), Score::new(-9));
        assert_eq!(Rules::new(&options, Color::WHITE).draw(&position), Score::new(-30));
    }
}
