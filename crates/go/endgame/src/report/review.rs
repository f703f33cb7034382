//! A move of a game, reviewed.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_go::{Color, Move, Size};

use super::moves;
use crate::appraise::Estimate;
use crate::review::MoveReview;

/// The judgement of a move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "GoReviewedMove")]
pub struct ReviewedMove {
    /// Who moved. Documents of the first version have it as `side`.
    #[serde(alias = "side")]
    #[ts(type = "Side")]
    pub color: Color,
    /// The move. Documents of the first version have it as `mv`.
    #[serde(rename = "move", alias = "mv")]
    pub mv: String,
    /// Points lost, 0 by a best move; null without a judgement, with the reason in `unknown`.
    pub loss: Option<i32>,
    /// `ko`: a ko is fought; `no-value`: the move is in a place without value; `unconfirmed`: a loss that only our
    /// estimates show, without a second opinion; `disputed`: a second opinion sees no loss.
    pub unknown: Option<String>,
    /// The points of an unconfirmed loss; absent for other moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub possible: Option<i32>,
    /// Its basis: `proved`; `bounds`, which hold if the points counted as
    /// settled are settled; `agreed`, if a second opinion also sees a loss; or `likely`, for best moves and moves that
    /// are not judged. Documents of earlier versions also have losses that are only likely.
    pub basis: String,
    /// Points lost by the second opinion, less than 0 where the move gains; absent if none was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub second: Option<i32>,
    /// The best moves.
    pub best: Vec<String>,
    /// The likeliest score before the move.
    pub score: i32,
    /// The least score then.
    pub low: i32,
    /// The greatest.
    pub high: i32,
}

impl ReviewedMove {
    /// Names the moves.
    #[must_use]
    pub fn new(
        size: Size,
        (color, mv): (Color, Move),
        before: &Estimate,
        review: &MoveReview,
    ) -> Self {
        Self {
            color,
            mv: size.move_name(mv),
            loss: review.loss.points(),
            unknown: review.loss.unknown().map(str::to_owned),
            possible: review.loss.unconfirmed(),
            basis: review.basis.name().to_owned(),
            second: review.second,
            best: moves(size, &review.best),
            score: before.best,
            low: before.range.low,
            high: before.range.high,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reviews_of_the_first_version_are_read() {
        let old = r#"{"side":"black","mv":"C3","loss":2,"unknown":null,"basis":"proved",
            "best":["D4"],"score":3,"low":2,"high":4}"#;
        let read: ReviewedMove = serde_json::from_str(old).unwrap();
        assert_eq!((read.color, read.mv.as_str(), read.loss), (Color::Black, "C3", Some(2)));
        let again = serde_json::to_value(&read).unwrap();
        assert_eq!((&again["color"], &again["move"]), (&"black".into(), &"C3".into()));
        assert_eq!(serde_json::from_value::<ReviewedMove>(again).unwrap(), read);
    }
}
