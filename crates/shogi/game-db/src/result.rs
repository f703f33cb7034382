//! The words for how a game ended.

use zenpuku_shogi::Color;
use zenpuku_shogi_record::Ending;

/// How a game ended, in the words of `rsshogi`, which ShogiArena stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// By mate, resignation, perpetual check or adjudication.
    BlackWin,
    /// By mate, resignation, perpetual check or adjudication.
    WhiteWin,
    /// By declaration with entering king.
    BlackWinByDeclaration,
    /// By declaration with entering king.
    WhiteWinByDeclaration,
    /// The other side gave the game up without playing it, or its program failed.
    BlackWinByForfeit,
    /// The other side gave the game up without playing it, or its program failed.
    WhiteWinByForfeit,
    /// The other side broke a rule.
    BlackWinByIllegalMove,
    /// The other side broke a rule.
    WhiteWinByIllegalMove,
    /// The other side exceeded its time.
    BlackWinByTimeout,
    /// The other side exceeded its time.
    WhiteWinByTimeout,
    /// The king reached the centre of the last rank (try rule).
    BlackWinByTryRule,
    /// The king reached the centre of the last rank (try rule).
    WhiteWinByTryRule,
    /// Fourth occurrence of a position.
    DrawByRepetition,
    /// The limit of moves.
    DrawByMaxPlies,
    /// Impasse.
    DrawByImpasse,
    /// Called a draw from outside.
    DrawByAdjudication,
    /// The run failed; no result.
    Error,
    /// No result.
    Invalid,
    /// Broken off; no result.
    Paused,
}

use GameResult as R;

const WORDS: [(GameResult, &str); 19] = [
    (R::BlackWin, "BLACK_WIN"),
    (R::WhiteWin, "WHITE_WIN"),
    (R::BlackWinByDeclaration, "BLACK_WIN_BY_DECLARATION"),
    (R::WhiteWinByDeclaration, "WHITE_WIN_BY_DECLARATION"),
    (R::BlackWinByForfeit, "BLACK_WIN_BY_FORFEIT"),
    (R::WhiteWinByForfeit, "WHITE_WIN_BY_FORFEIT"),
    (R::BlackWinByIllegalMove, "BLACK_WIN_BY_ILLEGAL_MOVE"),
    (R::WhiteWinByIllegalMove, "WHITE_WIN_BY_ILLEGAL_MOVE"),
    (R::BlackWinByTimeout, "BLACK_WIN_BY_TIMEOUT"),
    (R::WhiteWinByTimeout, "WHITE_WIN_BY_TIMEOUT"),
    (R::BlackWinByTryRule, "BLACK_WIN_BY_TRY_RULE"),
    (R::WhiteWinByTryRule, "WHITE_WIN_BY_TRY_RULE"),
    (R::DrawByRepetition, "DRAW_BY_REPETITION"),
    (R::DrawByMaxPlies, "DRAW_BY_MAX_PLIES"),
    (R::DrawByImpasse, "DRAW_BY_IMPASSE"),
    (R::DrawByAdjudication, "DRAW_BY_ADJUDICATION"),
    (R::Error, "ERROR"),
    (R::Invalid, "INVALID"),
    (R::Paused, "PAUSED"),
];

impl GameResult {
    /// The result of a word in a file, `None` for other words.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        WORDS.iter().find(|(_, known)| *known == word).map(|(result, _)| *result)
    }

    /// The word in a file.
    #[must_use]
    pub fn word(self) -> &'static str {
        WORDS.iter().find(|(result, _)| *result == self).map_or("", |(_, word)| word)
    }

    /// Who won; `None` for draws and games without result.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        let word = self.word();
        if word.starts_with("BLACK_WIN") {
            Some(Color::Black)
        } else {
            word.starts_with("WHITE_WIN").then_some(Color::White)
        }
    }

    /// Is the game a draw?
    #[must_use]
    pub fn is_draw(self) -> bool {
        self.word().starts_with("DRAW")
    }

    /// Has the game a result at all?
    #[must_use]
    pub fn is_finished(self) -> bool {
        self.is_draw() || self.winner().is_some()
    }

    /// The ending as records know it when `side` is to move. `None` when they have no word for it:
    /// the side that has just moved loses otherwise than by a foul.
    pub(crate) fn ending(self, side: Color, mated: bool) -> Option<Ending> {
        let loses = self.winner().is_some_and(|winner| winner != side);
        match self {
            R::DrawByRepetition => Some(Ending::Repetition),
            R::DrawByMaxPlies => Some(Ending::MaxMoves),
            R::DrawByImpasse => Some(Ending::Impasse),
            R::DrawByAdjudication => Some(Ending::Draw),
            R::Error | R::Invalid => Some(Ending::Error),
            R::Paused => Some(Ending::Interrupted),
            R::BlackWinByIllegalMove | R::WhiteWinByIllegalMove if loses => Some(Ending::FoulLoss),
            R::BlackWinByIllegalMove | R::WhiteWinByIllegalMove => Some(Ending::FoulWin),
            R::BlackWinByForfeit | R::WhiteWinByForfeit if loses => Some(Ending::LossByDefault),
            R::BlackWinByForfeit | R::WhiteWinByForfeit => Some(Ending::WinByDefault),
            R::BlackWinByDeclaration | R::WhiteWinByDeclaration if !loses => {
                Some(Ending::Declaration)
            }
            R::BlackWinByTimeout | R::WhiteWinByTimeout if loses => Some(Ending::TimeUp),
            R::BlackWin | R::WhiteWin if mated => Some(Ending::Mate),
            R::BlackWin | R::WhiteWin if loses => Some(Ending::Resign),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_and_winners_are_those_of_the_words() {
        for (result, word) in WORDS {
            assert_eq!(GameResult::from_word(word), Some(result));
            assert_eq!(result.word(), word);
            assert_eq!(result.is_finished(), !["ERROR", "INVALID", "PAUSED"].contains(&word));
        }
        assert_eq!(GameResult::from_word("BLACK"), None);
    }

    /// An ending never contradicts the winner.
    #[test]
    fn endings_have_the_winner_of_the_result() {
        for (result, word) in WORDS {
            for side in [Color::Black, Color::White] {
                let mated = word.ends_with("_WIN") && result.winner() != Some(side);
                let Some(ending) = result.ending(side, mated) else { continue };
                assert_eq!(ending.winner(side), result.winner(), "{word} {side:?}");
                assert_eq!(ending.is_draw(), result.is_draw(), "{word} {side:?}");
            }
        }
    }
}
