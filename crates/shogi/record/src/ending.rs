//! How games end: the words of KIF, CSA and JKF.

use zenpuku_shogi::Color;

/// The last entry of a line of play. "The side to move" is the side whose turn
/// it is when the game ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// 投了: the side to move resigns.
    Resign,
    /// 中断: broken off.
    Interrupted,
    /// 千日手: repetition, a draw.
    Repetition,
    /// 持将棋: impasse, a draw.
    Impasse,
    /// 詰み: the side to move is mated.
    Mate,
    /// 不詰: there is no mate.
    NoMate,
    /// 切れ負け: the side to move loses on time.
    TimeUp,
    /// 反則勝ち: the side to move wins because the last move was foul.
    FoulWin,
    /// 反則負け: the side to move loses by a foul.
    FoulLoss,
    /// 反則手: a foul move by the side to move, which loses.
    FoulMove,
    /// A foul action by this colour (CSA `%+ILLEGAL_ACTION`), which loses.
    FoulBy(Color),
    /// 入玉勝ち: the side to move declares and wins.
    Declaration,
    /// 封じ手: the move is sealed until play resumes.
    SealedMove,
    /// 不戦勝: the side to move wins without play.
    WinByDefault,
    /// 不戦敗: the side to move loses without play.
    LossByDefault,
    /// 引き分け: a draw.
    Draw,
    /// 最大手数: a draw by the limit of moves.
    MaxMoves,
    /// 待った: a move is taken back (CSA).
    Matta,
    /// エラー: an error (CSA).
    Error,
    /// Any other word, unchanged.
    Other(String),
}

struct Words {
    ending: Ending,
    kif: &'static str,
    csa: &'static str,
    jkf: &'static str,
}

const fn words(ending: Ending, kif: &'static str, csa: &'static str, jkf: &'static str) -> Words {
    Words { ending, kif, csa, jkf }
}

/// KIF word, CSA word without `%`, JKF word; empty where the format has none.
const WORDS: &[Words] = &[
    words(Ending::Resign, "投了", "TORYO", "TORYO"),
    words(Ending::Interrupted, "中断", "CHUDAN", "CHUDAN"),
    words(Ending::Repetition, "千日手", "SENNICHITE", "SENNICHITE"),
    words(Ending::Impasse, "持将棋", "JISHOGI", "JISHOGI"),
    words(Ending::Mate, "詰み", "TSUMI", "TSUMI"),
    words(Ending::NoMate, "不詰", "FUZUMI", "FUZUMI"),
    words(Ending::TimeUp, "切れ負け", "TIME_UP", "TIME_UP"),
    words(Ending::FoulWin, "反則勝ち", "", ""),
    words(Ending::FoulLoss, "反則負け", "ILLEGAL_MOVE", "ILLEGAL_MOVE"),
    words(Ending::FoulMove, "反則手", "", ""),
    words(Ending::FoulBy(Color::Black), "", "+ILLEGAL_ACTION", "+ILLEGAL_ACTION"),
    words(Ending::FoulBy(Color::White), "", "-ILLEGAL_ACTION", "-ILLEGAL_ACTION"),
    words(Ending::Declaration, "入玉勝ち", "KACHI", "KACHI"),
    words(Ending::SealedMove, "封じ手", "", ""),
    words(Ending::WinByDefault, "不戦勝", "", ""),
    words(Ending::LossByDefault, "不戦敗", "", ""),
    words(Ending::Draw, "引き分け", "HIKIWAKE", "HIKIWAKE"),
    words(Ending::MaxMoves, "最大手数", "MAX_MOVES", ""),
    words(Ending::Matta, "待った", "MATTA", "MATTA"),
    words(Ending::Error, "エラー", "ERROR", "ERROR"),
];

/// Other spellings that programs write in KIF files.
const KIF_SYNONYMS: &[(&str, Ending)] = &[
    ("詰", Ending::Mate),
    ("Time-up", Ending::TimeUp),
    ("時間切れ", Ending::TimeUp),
    ("Resign", Ending::Resign),
    ("Repetition", Ending::Repetition),
    ("入玉宣言勝ち", Ending::Declaration),
    ("引分", Ending::Draw),
    ("引分け", Ending::Draw),
];

impl Ending {
    /// The ending of a word in the move column of KIF; `None` if the word is unknown.
    #[must_use]
    pub fn from_kif(word: &str) -> Option<Self> {
        let known = WORDS.iter().find(|row| row.kif == word && !word.is_empty());
        let known = known.map(|row| row.ending.clone());
        known.or_else(|| {
            KIF_SYNONYMS.iter().find(|(other, _)| *other == word).map(|(_, e)| e.clone())
        })
    }

    /// The word in the move column of KIF when `side` is to move.
    #[must_use]
    pub fn kif(&self, side: Color) -> &str {
        match self {
            Self::FoulBy(color) if *color == side => "反則負け",
            Self::FoulBy(_) => "反則勝ち",
            Self::Other(word) => word,
            known => row(known).map_or("", |row| row.kif),
        }
    }

    /// The ending of a CSA word without its `%` when `side` is to move.
    #[must_use]
    pub fn from_csa(word: &str, side: Color) -> Self {
        let known = WORDS.iter().find(|row| row.csa == word && !word.is_empty());
        let known = known.map(|row| row.ending.clone().seen_from(side));
        known.unwrap_or_else(|| Self::Other(format!("%{word}")))
    }

    /// A foul by the side that has just moved is a win of the side to move.
    fn seen_from(self, side: Color) -> Self {
        if self == Self::FoulBy(side.flip()) { Self::FoulWin } else { self }
    }

    /// The CSA word without its `%` when `side` is to move, `None` when CSA has none.
    #[must_use]
    pub fn csa(&self, side: Color) -> Option<&str> {
        match self {
            Self::FoulWin if side == Color::Black => Some("-ILLEGAL_ACTION"),
            Self::FoulWin => Some("+ILLEGAL_ACTION"),
            Self::FoulMove => Some("ILLEGAL_MOVE"),
            Self::Other(word) => word.strip_prefix('%'),
            known => row(known).map(|row| row.csa).filter(|word| !word.is_empty()),
        }
    }

    /// The ending of a JKF `special` when `side` is to move.
    #[must_use]
    pub fn from_jkf(word: &str, side: Color) -> Self {
        let known = WORDS.iter().find(|row| row.jkf == word && !word.is_empty());
        let known = known.map(|row| row.ending.clone().seen_from(side));
        let known = known.or_else(|| Self::from_kif(word));
        known.unwrap_or_else(|| Self::Other(word.to_owned()))
    }

    /// The JKF `special` when `side` is to move; words outside the schema are
    /// written in Japanese, which this crate reads back.
    #[must_use]
    pub fn jkf(&self, side: Color) -> &str {
        match self {
            Self::FoulWin if side == Color::Black => "-ILLEGAL_ACTION",
            Self::FoulWin => "+ILLEGAL_ACTION",
            Self::FoulMove => "ILLEGAL_MOVE",
            Self::Other(word) => word,
            known => match row(known) {
                Some(row) if !row.jkf.is_empty() => row.jkf,
                Some(row) => row.kif,
                None => "",
            },
        }
    }

    /// Is the JKF word one of the schema's?
    pub(crate) fn is_in_jkf(&self) -> bool {
        matches!(self, Self::FoulWin) || row(self).is_some_and(|row| !row.jkf.is_empty())
    }

    /// Who wins when `side` is to move; `None` for draws, unfinished and unclear games.
    #[must_use]
    pub fn winner(&self, side: Color) -> Option<Color> {
        match self {
            Self::Resign | Self::Mate | Self::TimeUp | Self::FoulLoss => Some(side.flip()),
            Self::FoulMove | Self::LossByDefault => Some(side.flip()),
            Self::FoulWin | Self::Declaration | Self::WinByDefault => Some(side),
            Self::FoulBy(color) => Some(color.flip()),
            _ => None,
        }
    }

    /// Returns the ending after an illegal move of `maker`, with the side to
    /// move there: that side wins. `%ILLEGAL_MOVE` and 反則負け would say there
    /// that it loses.
    pub(crate) const fn after_illegal_move(maker: Color) -> (Self, Color) {
        (Self::FoulWin, maker.flip())
    }

    /// Does the game end because a rule was broken?
    #[must_use]
    pub const fn is_foul(&self) -> bool {
        matches!(self, Self::FoulWin | Self::FoulLoss | Self::FoulMove | Self::FoulBy(_))
    }

    /// Is the game a draw?
    #[must_use]
    pub const fn is_draw(&self) -> bool {
        matches!(self, Self::Repetition | Self::Impasse | Self::Draw | Self::MaxMoves)
    }
}

fn row(ending: &Ending) -> Option<&'static Words> {
    WORDS.iter().find(|row| row.ending == *ending)
}

/// The word after `まで N 手で` when `side` is to move. `first` and `second`
/// name the sides (先手 and 後手, or 下手 and 上手).
pub(crate) fn summary(ending: &Ending, side: Color, names: [&str; 2]) -> String {
    let name = |color: Color| names[color.to_index()];
    let wins = |color: Color| format!("{}の勝ち", name(color));
    match ending {
        Ending::Resign => wins(side.flip()),
        Ending::TimeUp => format!("時間切れにより{}", wins(side.flip())),
        Ending::Declaration => format!("{}の入玉勝ち", name(side)),
        Ending::Mate => "詰".to_owned(),
        Ending::FoulBy(color) if *color == side => format!("{}の反則負け", name(side)),
        Ending::FoulBy(_) | Ending::FoulWin => format!("{}の反則勝ち", name(side)),
        Ending::FoulLoss => format!("{}の反則負け", name(side)),
        Ending::WinByDefault => format!("{}の不戦勝", name(side)),
        Ending::LossByDefault => format!("{}の不戦敗", name(side)),
        other => other.kif(side).to_owned(),
    }
}

/// The ending of a `まで…` line when `side` is to move, with the number of
/// moves that it states; `None` when the line does not begin with まで.
pub(crate) fn parse_summary(line: &str, side: Color) -> Option<(Option<u32>, Ending)> {
    let rest = line.trim().strip_prefix("まで")?;
    let (number, rest) = crate::notation::leading_number(rest);
    let rest = rest.strip_prefix('手').unwrap_or(rest);
    let rest = rest.strip_prefix('で').unwrap_or(rest).trim();
    let named = named_side(rest);
    let ending = if let Some(known) = Ending::from_kif(rest) {
        known
    } else if rest.contains("反則") && named.is_some() {
        foul(rest, named, side)
    } else if rest.contains("時間切れ") || rest.contains("切れ負け") {
        by_winner(rest, named, side, Ending::TimeUp)
    } else if rest.contains("入玉") {
        Ending::Declaration
    } else if rest.ends_with("不戦勝") {
        Ending::WinByDefault
    } else if rest.ends_with("不戦敗") {
        Ending::LossByDefault
    } else if rest.ends_with("の勝ち") || rest.ends_with("の勝") {
        by_winner(rest, named, side, Ending::Resign)
    } else {
        Ending::Other(rest.to_owned())
    };
    Some((number, ending))
}

fn named_side(text: &str) -> Option<Color> {
    let at = |names: [&str; 2]| names.iter().filter_map(|name| text.find(name)).min();
    match (at(["先手", "下手"]), at(["後手", "上手"])) {
        (Some(black), Some(white)) if black < white => Some(Color::Black),
        (Some(_), None) => Some(Color::Black),
        (_, Some(_)) => Some(Color::White),
        (None, None) => None,
    }
}

fn foul(text: &str, named: Option<Color>, side: Color) -> Ending {
    let named_wins = text.contains("勝");
    let winner = named.map(|color| if named_wins { color } else { color.flip() });
    match winner {
        Some(winner) if winner == side => Ending::FoulWin,
        _ => Ending::FoulLoss,
    }
}

/// `ending` is a loss of the side to move; a text that says the contrary stays a text.
fn by_winner(text: &str, named: Option<Color>, side: Color, ending: Ending) -> Ending {
    if named == Some(side) { Ending::Other(text.to_owned()) } else { ending }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_ending_comes_back_from_its_word() {
        for row in WORDS {
            for side in Color::iter() {
                if !row.kif.is_empty() {
                    assert_eq!(Ending::from_kif(row.ending.kif(side)), Some(row.ending.clone()));
                    let line =
                        format!("まで10手で{}", summary(&row.ending, side, ["先手", "後手"]));
                    let back = parse_summary(&line, side);
                    assert_eq!(back, Some((Some(10), row.ending.clone())), "{line}");
                }
                if !row.csa.is_empty() {
                    assert_eq!(row.ending.csa(side), Some(row.csa));
                    let back = Ending::from_csa(row.csa, side);
                    assert_eq!(back.csa(side), Some(row.csa));
                    assert_eq!(back.winner(side), row.ending.winner(side));
                }
            }
        }
    }

    #[test]
    fn winners() {
        assert_eq!(Ending::Resign.winner(Color::Black), Some(Color::White));
        assert_eq!(Ending::FoulBy(Color::Black).winner(Color::Black), Some(Color::White));
        assert_eq!(Ending::Declaration.winner(Color::White), Some(Color::White));
        assert_eq!(Ending::Repetition.winner(Color::White), None);
    }
}
