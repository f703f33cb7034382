//! The points of declarations: the required number, and the values of pieces.

use crate::board::Board;
use crate::types::{Color, EnteringKingRule, Hand, HandPiece};

/// Points of a full set, a king counted as any other man.
const ALL_POINTS: i32 = 56;

/// Points that Black and White need by `rule`; `None` if points do not matter.
pub(crate) fn required_points(
    board: &Board,
    rule: EnteringKingRule,
) -> Option<[i32; Color::COUNT]> {
    let [black, white] = match rule {
        EnteringKingRule::Point24 | EnteringKingRule::Point24Handicap => [31, 31],
        EnteringKingRule::Point27 | EnteringKingRule::Point27Handicap => [28, 27],
        _ => return None,
    };
    let handicap =
        matches!(rule, EnteringKingRule::Point24Handicap | EnteringKingRule::Point27Handicap);
    let given = if handicap { ALL_POINTS - all_points(board) } else { 0 };
    Some([black, white - given])
}

/// Points of all pieces on the board and in both hands, kings counted too.
fn all_points(board: &Board) -> i32 {
    let men = board.occupied().count();
    let majors = (board.bishops() | board.rooks()).count();
    (men + majors * 4) as i32 + board.hands.map(points_in_hand).iter().sum::<i32>()
}

/// A rook or bishop counts 5 points, another piece 1.
pub(crate) fn points_in_hand(hand: Hand) -> i32 {
    let points = HandPiece::iter().map(|kind| match kind {
        HandPiece::ROOK | HandPiece::BISHOP => 5 * hand.count(kind),
        _ => hand.count(kind),
    });
    points.sum::<u32>() as i32
}
