//! Who won, as a comment at the end of a record: for endings that no format has a word for.

use zenpuku_shogi::Color;

const ADJUDICATED: &str = "adjudicated: ";

/// The comment of a game that was ended from outside, or for the reason in `detail`.
#[must_use]
pub fn verdict(winner: Option<Color>, detail: Option<&str>) -> String {
    let words = words(winner);
    detail.map_or_else(|| format!("{ADJUDICATED}{words}"), |detail| format!("{words}: {detail}"))
}

/// Who won, in words.
fn words(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::Black) => "Black wins",
        Some(Color::White) => "White wins",
        None => "a draw",
    }
}

/// Who won by a comment of [`verdict`]: the winner, none for a draw. `None` for other comments.
#[must_use]
pub fn winner_of_verdict(comment: &str) -> Option<Option<Color>> {
    let said = comment.strip_prefix(ADJUDICATED).unwrap_or(comment);
    let said = said.split_once(": ").map_or(said, |(said, _)| said);
    [Some(Color::Black), Some(Color::White), None].into_iter().find(|winner| words(*winner) == said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_read_back() {
        for winner in [Some(Color::Black), Some(Color::White), None] {
            for detail in [None, Some("crashed: gone")] {
                assert_eq!(winner_of_verdict(&verdict(winner, detail)), Some(winner));
            }
        }
        assert_eq!(winner_of_verdict("adjudicated"), None);
        assert_eq!(winner_of_verdict("Black is winning"), None);
    }
}
