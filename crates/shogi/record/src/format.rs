//! The formats and their detection.

use crate::usen;
use core::fmt;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// KIF of Kakinoki's programs: one move per line, variations, times [kif].
    Kif,
    /// KI2: moves as people write them, variations [kif].
    Ki2,
    /// CSA standard record file, 2.2 or 3.0 [csa-record].
    Csa,
    /// JSON Kifu Format [jkf].
    Jkf,
    /// Lines as in USI's `position` command: SFEN, `startpos`, moves [usi].
    Usi,
    /// One game with variations in the characters of a web address [usen].
    Usen,
    /// Training positions of 38 bytes (Apery, cshogi).
    Hcpe,
    /// Training positions of 40 bytes (PackedSfenValue of YaneuraOu).
    Psv,
    /// The log of a client of the CSA server protocol; read only [csa-protocol].
    CsaLog,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 9] = [
        Self::Kif,
        Self::Ki2,
        Self::Csa,
        Self::Jkf,
        Self::Usi,
        Self::Usen,
        Self::Hcpe,
        Self::Psv,
        Self::CsaLog,
    ];

    /// Short name, as in messages and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kif => "KIF",
            Self::Ki2 => "KI2",
            Self::Csa => "CSA",
            Self::Jkf => "JKF",
            Self::Usi => "SFEN",
            Self::Usen => "USEN",
            Self::Hcpe => "hcpe",
            Self::Psv => "psv",
            Self::CsaLog => "CSA log",
        }
    }

    /// The format that a file extension (without dot, any case) promises.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "kif" | "kifu" | "bod" => Self::Kif,
            "ki2" | "ki2u" => Self::Ki2,
            "csa" => Self::Csa,
            "jkf" | "json" => Self::Jkf,
            "sfen" | "usi" => Self::Usi,
            "usen" => Self::Usen,
            "hcpe" => Self::Hcpe,
            "psv" | "bin" => Self::Psv,
            "log" => Self::CsaLog,
            _ => return None,
        })
    }

    /// The usual extension, without dot; for KIF and KI2 it says whether the text is UTF-8.
    #[must_use]
    pub const fn extension(self, utf8: bool) -> &'static str {
        match (self, utf8) {
            (Self::Kif, false) => "kif",
            (Self::Kif, true) => "kifu",
            (Self::Ki2, false) => "ki2",
            (Self::Ki2, true) => "ki2u",
            (Self::Csa, _) => "csa",
            (Self::Jkf, _) => "jkf",
            (Self::Usi, _) => "sfen",
            (Self::Usen, _) => "usen",
            (Self::Hcpe, _) => "hcpe",
            (Self::Psv, _) => "psv",
            (Self::CsaLog, _) => "log",
        }
    }

    /// Is the file bytes rather than text?
    #[must_use]
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Hcpe | Self::Psv)
    }

    /// Can one file hold several games?
    #[must_use]
    pub const fn holds_many(self) -> bool {
        matches!(self, Self::Csa | Self::Usi | Self::Hcpe | Self::Psv | Self::CsaLog)
    }

    /// Can it hold variations?
    #[must_use]
    pub const fn holds_variations(self) -> bool {
        matches!(self, Self::Kif | Self::Ki2 | Self::Jkf | Self::Usen)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The format of a text by its content; `hint` (from the extension) decides
/// only where the content leaves it open.
pub(crate) fn of_text(text: &str, hint: Option<Format>) -> Option<Format> {
    if looks_like_json(text) {
        return Some(Format::Jkf);
    }
    if usen::is_usen(text) {
        return Some(Format::Usen);
    }
    // The search in the whole text is the faster one, and hardly any text has the words.
    let summary = "BEGIN Game_Summary";
    if text.contains(summary) && text.lines().take(2000).any(|line| line.trim() == summary) {
        return Some(Format::CsaLog);
    }
    let mut header = None;
    for line in text.lines() {
        match of_line(line.trim_end()) {
            Clue::Format(format) => return Some(format),
            Clue::Header => header = Some(()),
            Clue::Nothing => {}
        }
    }
    let family = hint.filter(|hint| matches!(hint, Format::Kif | Format::Ki2));
    let empty = text.trim().is_empty();
    header.map(|()| family.unwrap_or(Format::Kif)).or(hint.filter(|h| !h.is_binary() && !empty))
}

/// A JSON object with a key, or a list of objects; `[` alone also begins lines of headers.
fn looks_like_json(text: &str) -> bool {
    let mut marks = text.chars().filter(|c| !c.is_whitespace());
    match (marks.next(), marks.next()) {
        (Some('{'), next) => matches!(next, Some('"' | '}') | None),
        (Some('['), next) => matches!(next, Some('{' | ']') | None),
        _ => false,
    }
}

enum Clue {
    Format(Format),
    Header,
    Nothing,
}

fn of_line(line: &str) -> Clue {
    let trimmed = line.trim_start();
    let Some(first) = trimmed.chars().next() else { return Clue::Nothing };
    match first {
        '*' | '&' => Clue::Nothing,
        '#' => Clue::Nothing,
        '\'' => Clue::Nothing,
        '▲' | '△' | '▼' | '▽' | '☗' | '☖' => Clue::Format(Format::Ki2),
        _ if is_csa_line(line) => Clue::Format(Format::Csa),
        _ if is_usi_line(trimmed) => Clue::Format(Format::Usi),
        _ if is_kif_move(trimmed) || trimmed.starts_with("手数--") => Clue::Format(Format::Kif),
        _ if trimmed.contains('：') => Clue::Header,
        _ => Clue::Nothing,
    }
}

fn is_csa_line(line: &str) -> bool {
    let bytes = line.as_bytes();
    match bytes {
        [b'V', b'1'..=b'3', ..] => bytes.len() <= 4,
        [b'N', b'+' | b'-', ..] | [b'P', b'+' | b'-', ..] => true,
        [b'P', b'I', ..] => true,
        [b'P', b'1'..=b'9', b' ' | b'+' | b'-', ..] => true,
        [b'$', ..] => line.split_once(':').is_some_and(|(key, _)| {
            key[1..].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+-".contains(&byte))
        }),
        [b'%', ..] => true,
        [b'+' | b'-'] => true,
        [b'+' | b'-', a, b, c, d, x, y, ..] => {
            [a, b, c, d].iter().all(|digit| digit.is_ascii_digit())
                && [x, y].iter().all(|letter| letter.is_ascii_uppercase())
        }
        _ => false,
    }
}

fn is_usi_line(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    match words.next() {
        Some("position" | "startpos" | "sfen") => true,
        Some(board) => {
            board.bytes().filter(|&byte| byte == b'/').count() == 8
                && matches!(words.next(), Some("b" | "w"))
        }
        None => false,
    }
}

fn is_kif_move(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with([' ', '　', '\t'])
}
