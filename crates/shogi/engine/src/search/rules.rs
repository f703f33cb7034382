//! Ends of the game that the rules decide, not the board: repetition, the limit of moves, a win by
//! declaration.

use super::Searcher;
use super::node_state::Node;
use crate::observer::SearchObserver;
use crate::options::EngineOptions;
use zenpuku_core::Score;
use zenpuku_shogi::{Color, Move, Position, RepetitionState};

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

    /// May this many more plies be played in `position` before the game is drawn?
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

impl<O: SearchObserver> Searcher<'_, O> {
    /// Upcoming repetition: when the side to move can go back to a position of this line, the draw
    /// is worth at least that much [vankervinck2002]. Switch: `UpcomingRepetition`.
    ///
    /// Raises alpha to the value of a draw if taking back the own last move
    /// repeats the position three plies ago; cuts if the window becomes empty.
    /// Lines with checks are left alone: perpetual check loses.
    #[inline]
    pub(super) fn upcoming_repetition(&self, node: &mut Node) -> Option<Score> {
        let shared = self.shared;
        let params = &shared.params;
        if !params.upcoming_repetition
            || !params.repetition_detection
            || node.ply < 3
            || node.in_check
        {
            return None;
        }
        let draw = shared.rules.draw(&self.position);
        if draw <= node.alpha || !self.goes_back(node) {
            return None;
        }
        node.alpha = draw;
        (node.alpha >= node.beta).then_some(draw)
    }

    /// Does taking back the own last move lead to the position three plies ago?
    fn goes_back(&self, node: &Node) -> bool {
        let stack = &self.data.stack;
        let own = stack.at(node.ply - 2);
        let Some(from) =
            own.current.from().filter(|_| !own.captures() && !own.current.is_promotion())
        else {
            return false;
        };
        if !stack.at(node.ply - 1).current.is_normal()
            || stack.at(node.ply - 3).current == Move::NULL
        {
            return false;
        }
        let position = &self.position;
        let back = Move::board(own.current.to(), from, own.current.piece_after(), false);
        position.piece_on(from).is_empty()
            && position.piece_on(own.current.to()) == own.current.piece_after()
            && position.key_after(back) == stack.at(node.ply - 3).key
            && position.is_legal(back)
            && !position.gives_check(back)
    }

    /// A win by declaration, where the entering-king rule in force allows one.
    ///
    /// The side to move wins by declaring, or by the step of the try rule:
    /// equal to a mate with the next move.
    #[inline]
    pub(super) fn declaration(&self, ply: usize) -> Option<Score> {
        self.position.declaration_move().map(|_| Score::mate_in(ply as u32 + 1))
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
