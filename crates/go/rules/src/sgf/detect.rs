//! Which encoding fits the bytes of a file that names none, or a wrong one.

use std::cmp::Ordering;

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};

use super::scan::{Scanner, Token};

/// The encodings that are tried, at equal fit the earlier one.
const CANDIDATES: [&Encoding; 7] = [UTF_8, GBK, SHIFT_JIS, BIG5, EUC_KR, EUC_JP, WINDOWS_1252];

/// How well an encoding fits; the greater the better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fit {
    /// Is the text SGF to its end?
    whole: bool,
    /// Its nodes and properties.
    tokens: usize,
    /// The logarithm of how likely its characters are.
    likelihood: f64,
}

impl Fit {
    fn order(&self, other: &Self) -> Ordering {
        let rank = |fit: &Self| (fit.whole, fit.tokens);
        rank(self).cmp(&rank(other)).then(self.likelihood.total_cmp(&other.likelihood))
    }

    fn shows_more_than(&self, other: &Self) -> bool {
        (self.whole, self.tokens) > (other.whole, other.tokens)
    }
}

/// The encoding that fits best. The `named` one stays unless more of the file is properties in another,
/// or its bytes are not text in it.
pub(super) fn best(bytes: &[u8], named: Option<&'static Encoding>) -> &'static Encoding {
    let mut best = (WINDOWS_1252, fit(bytes, WINDOWS_1252));
    for encoding in CANDIDATES.into_iter().rev() {
        let fits = encoding == UTF_8
            || encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some();
        if !fits {
            continue;
        }
        let found = fit(bytes, encoding);
        if found.order(&best.1).is_ge() {
            best = (encoding, found);
        }
    }
    match named.filter(|named| named.is_single_byte()) {
        Some(named) if !best.1.shows_more_than(&fit(bytes, named)) => named,
        _ => best.0,
    }
}

fn fit(bytes: &[u8], encoding: &'static Encoding) -> Fit {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let (whole, tokens) = tokens(&text);
    Fit { whole, tokens, likelihood: likelihood(bytes, encoding) }
}

/// Whether the text is a list of tokens with closed parentheses, and how many nodes and properties it has.
fn tokens(text: &str) -> (bool, usize) {
    let mut scanner = Scanner::new(text, text.find("(;").unwrap_or(0));
    let (mut count, mut depth) = (0, 0usize);
    loop {
        match scanner.next_token() {
            Ok(None) => return (depth == 0, count),
            Ok(Some((_, Token::Open))) => depth += 1,
            Ok(Some((_, Token::Close))) => depth = depth.saturating_sub(1),
            Ok(Some((_, Token::Node | Token::Property { .. }))) => count += 1,
            // Text may follow the last game.
            Err(_) => return (depth == 0, count),
        }
    }
}

/// A kind of character of an encoding: how many bytes it has, which share of real text is of its kind,
/// and how many characters the kind has.
type Kind = (usize, f64, f64);

fn likelihood(bytes: &[u8], encoding: &'static Encoding) -> f64 {
    let mut sum = 0.0;
    let mut rest = bytes;
    let mut before = 0u8;
    while let Some(&first) = rest.first() {
        let length = if first < 0x80 {
            1
        } else {
            let second = rest.get(1).copied().unwrap_or(0);
            let (length, share, members) = kind(encoding, rest, (before, first, second));
            sum += (share / members).ln();
            length
        };
        before = first;
        rest = &rest[length.min(rest.len())..];
    }
    sum
}

/// The kind of the character that `rest` begins with, `first` and `second` its first bytes. The tables
/// of these encodings put common characters apart from rare ones.
fn kind(encoding: &'static Encoding, rest: &[u8], (before, first, second): (u8, u8, u8)) -> Kind {
    let unlikely = (2, 0.03, 8_000.0);
    if encoding == UTF_8 {
        return utf8_kind(rest);
    }
    if encoding == SHIFT_JIS {
        return match (first, second) {
            (0xA1..=0xDF, _) => (1, 0.01, 63.0),
            (0x82, 0x9F..=0xF1) | (0x83, 0x40..=0x96) => (2, 0.4, 170.0),
            (0x88, 0x9F..) | (0x89..=0x97, _) | (0x98, ..=0x72) => (2, 0.5, 2_965.0),
            (0x81 | 0x82, _) => (2, 0.06, 600.0),
            _ => unlikely,
        };
    }
    if encoding == EUC_JP {
        return match first {
            0x8E => (2, 0.01, 63.0),
            0x8F => (3, 0.01, 6_000.0),
            0xA4 | 0xA5 => (2, 0.4, 170.0),
            0xB0..=0xCF => (2, 0.5, 2_965.0),
            0xA1..=0xA3 => (2, 0.06, 280.0),
            _ => unlikely,
        };
    }
    if encoding == GBK || encoding == GB18030 {
        return match (first, second) {
            (_, 0x30..=0x39) => (4, 0.001, 30_000.0),
            (0xB0..=0xD7, 0xA1..) => (2, 0.91, 3_755.0),
            (0xA1..=0xA3, 0xA1..) => (2, 0.06, 280.0),
            _ => (2, 0.03, 20_000.0),
        };
    }
    if encoding == BIG5 {
        return match first {
            0xA4..=0xC6 => (2, 0.91, 5_401.0),
            0xA1..=0xA3 => (2, 0.06, 408.0),
            _ => unlikely,
        };
    }
    if encoding == EUC_KR {
        return match (first, second) {
            (0xB0..=0xC8, 0xA1..) => (2, 0.92, 2_350.0),
            (0xA1..=0xAC, 0xA1..) => (2, 0.03, 900.0),
            _ => unlikely,
        };
    }
    // Letters with accents are between plain letters.
    let alone = before < 0x80 && second < 0x80;
    let share = if first >= 0xC0 { 0.9 } else { 0.05 };
    (1, if alone { share } else { share * 0.05 }, 64.0)
}

fn utf8_kind(rest: &[u8]) -> Kind {
    let chunk = rest[..rest.len().min(4)].utf8_chunks().next();
    match chunk.and_then(|chunk| chunk.valid().chars().next()) {
        Some(c) => (c.len_utf8(), 0.9, if c.len_utf8() == 2 { 500.0 } else { 8_000.0 }),
        None => (1, 0.000_01, 128.0),
    }
}
