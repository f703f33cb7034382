//! Text encodings of record files: found without being told, written without loss.
//!
//! Nothing is replaced silently. A file that is not valid in any encoding is
//! refused with the first bad byte; a character that the target encoding lacks
//! is written as its nearest equivalent where everybody does so (☗ as ▲, the
//! two wave dashes), else as `&#x…;`, and reported.

use crate::error::ReadError;
use core::fmt;
use encoding_rs::{EUC_JP, ISO_2022_JP, SHIFT_JIS, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// How the text of a record is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// UTF-8; ASCII counts as UTF-8.
    #[default]
    Utf8,
    /// Shift_JIS as Windows has it (code page 932).
    ShiftJis,
    /// EUC-JP.
    EucJp,
    /// ISO-2022-JP ("JIS"), seven bits with escapes, as in mail.
    Iso2022Jp,
    /// UTF-16, little end first.
    Utf16Le,
    /// UTF-16, big end first.
    Utf16Be,
}

impl Encoding {
    /// The name used in `encoding=` lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::ShiftJis => "Shift_JIS",
            Self::EucJp => "EUC-JP",
            Self::Iso2022Jp => "ISO-2022-JP",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
        }
    }

    /// The encoding of a name, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name.trim().to_ascii_lowercase().replace('_', "-").as_str() {
            "utf-8" | "utf8" => Self::Utf8,
            "shift-jis" | "shiftjis" | "sjis" | "cp932" | "windows-31j" | "ms932" => Self::ShiftJis,
            "euc-jp" | "eucjp" | "euc" => Self::EucJp,
            "iso-2022-jp" | "jis" => Self::Iso2022Jp,
            "utf-16le" | "utf-16" => Self::Utf16Le,
            "utf-16be" => Self::Utf16Be,
            _ => return None,
        })
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How lines end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Newline {
    /// `\n`.
    #[default]
    Lf,
    /// `\r\n`.
    CrLf,
    /// `\r` alone, as old Macintosh files have it.
    Cr,
}

impl Newline {
    /// The characters.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
        }
    }

    fn of(text: &str) -> Self {
        match text.find('\n') {
            Some(0) => Self::Lf,
            Some(at) if text.as_bytes()[at - 1] == b'\r' => Self::CrLf,
            Some(_) => Self::Lf,
            None if text.contains('\r') => Self::Cr,
            None => Self::Lf,
        }
    }
}

/// A decoded file; line ends are `\n`.
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) encoding: Encoding,
    pub(crate) bom: bool,
    pub(crate) newline: Newline,
    pub(crate) truncated: bool,
}

/// Decodes `bytes`, finding the encoding.
pub(crate) fn decode(bytes: &[u8]) -> Result<Text, ReadError> {
    let (encoding, bom, truncated, text) = find(bytes)?;
    let newline = Newline::of(&text);
    let text = match newline {
        Newline::Lf if !text.contains('\r') => text,
        Newline::Cr => text.replace('\r', "\n"),
        _ => strip_carriage_returns(&text),
    };
    Ok(Text { text, encoding, bom, newline, truncated })
}

/// Drops every `\r` at the end of a line; some files have two there.
fn strip_carriage_returns(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(body) => {
                out.push_str(body.trim_end_matches('\r'));
                out.push('\n');
            }
            None => out.push_str(line.trim_end_matches('\r')),
        }
    }
    out
}

type Found = (Encoding, bool, bool, String);

fn find(bytes: &[u8]) -> Result<Found, ReadError> {
    if let Some(body) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        let (text, truncated) = utf8(body).map_err(|at| invalid(Encoding::Utf8, bytes, at + 3))?;
        return Ok((Encoding::Utf8, true, truncated, text.to_owned()));
    }
    for (mark, encoding) in [(b"\xFF\xFE", Encoding::Utf16Le), (b"\xFE\xFF", Encoding::Utf16Be)] {
        if let Some(body) = bytes.strip_prefix(mark) {
            return utf16(body, encoding, bytes);
        }
    }
    if let Some(text) = escaped(bytes) {
        return Ok((Encoding::Iso2022Jp, false, false, text));
    }
    if let Ok((text, truncated)) = utf8(bytes)
        && !(truncated && looks_japanese(bytes))
    {
        return Ok((Encoding::Utf8, false, truncated, text.to_owned()));
    }
    japanese(bytes)
}

/// ISO-2022-JP: seven bits, with an escape that switches to Japanese.
fn escaped(bytes: &[u8]) -> Option<String> {
    let switches = [&b"\x1B$@"[..], b"\x1B$B", b"\x1B(J", b"\x1B(I"];
    let switched = bytes.is_ascii() && bytes.windows(3).any(|window| switches.contains(&window));
    let text = || ISO_2022_JP.decode_without_bom_handling_and_without_replacement(bytes);
    switched.then(text)?.map(Cow::into_owned)
}

/// A short Shift_JIS text may be valid UTF-8 but for its last byte.
fn looks_japanese(bytes: &[u8]) -> bool {
    japanese(bytes).is_ok()
}

/// The valid text; `true` when only an unfinished character at the end was left out.
fn utf8(bytes: &[u8]) -> Result<(&str, bool), usize> {
    match core::str::from_utf8(bytes) {
        Ok(text) => Ok((text, false)),
        Err(error) if error.error_len().is_none() => {
            let valid = core::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            Ok((valid, true))
        }
        Err(error) => Err(error.valid_up_to()),
    }
}

fn utf16(body: &[u8], encoding: Encoding, whole: &[u8]) -> Result<Found, ReadError> {
    let truncated = body.len() % 2 == 1;
    let even = &body[..body.len() - usize::from(truncated)];
    let codec = if encoding == Encoding::Utf16Le { UTF_16LE } else { UTF_16BE };
    match codec.decode_without_bom_handling_and_without_replacement(even) {
        Some(text) => Ok((encoding, true, truncated, text.into_owned())),
        None => Err(invalid(encoding, whole, 0)),
    }
}

fn japanese(bytes: &[u8]) -> Result<Found, ReadError> {
    let candidates = [(Encoding::ShiftJis, SHIFT_JIS), (Encoding::EucJp, EUC_JP)];
    let mut best: Option<(i64, Found)> = None;
    for (encoding, codec) in candidates {
        let Some((text, truncated)) = multibyte(bytes, codec) else { continue };
        let score = shogi_likeness(&text);
        if best.as_ref().is_none_or(|(other, _)| score > *other) {
            best = Some((score, (encoding, false, truncated, text)));
        }
    }
    match best {
        Some((_, found)) => Ok(found),
        None => Err(best_error(bytes)),
    }
}

fn multibyte(bytes: &[u8], codec: &'static encoding_rs::Encoding) -> Option<(String, bool)> {
    if let Some(text) = codec.decode_without_bom_handling_and_without_replacement(bytes) {
        return Some((text.into_owned(), false));
    }
    // A cut after the first byte of a character is the only fault forgiven.
    let (_, head) = bytes.split_last()?;
    let text = codec.decode_without_bom_handling_and_without_replacement(head)?;
    (bytes[head.len()] >= 0x80).then(|| (text.into_owned(), true))
}

/// How much a text looks like a record: shogi's own characters count for it,
/// half-width kana (what EUC-JP read as Shift_JIS turns into) against it.
fn shogi_likeness(text: &str) -> i64 {
    let weigh = |c: char| match c {
        '\u{FF61}'..='\u{FF9F}' => -2,
        '歩' | '香' | '桂' | '銀' | '金' | '角' | '飛' | '玉' | '王' | '同' | '打' | '成' => {
            3
        }
        '先' | '後' | '手' | '数' | '日' | '時' | '開' | '始' | '名' | '戦' | '：' | '　' => {
            3
        }
        '１'..='９' | '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' => 3,
        '▲' | '△' | '・' | '。' | '、' | 'ぁ'..='ん' | 'ァ'..='ヶ' => 2,
        _ => 0,
    };
    text.chars().map(weigh).sum()
}

fn best_error(bytes: &[u8]) -> ReadError {
    let utf8_at = core::str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), |_| bytes.len());
    let first = (Encoding::Utf8, utf8_at);
    let candidates = [(Encoding::ShiftJis, SHIFT_JIS), (Encoding::EucJp, EUC_JP)];
    let (encoding, offset) = candidates
        .into_iter()
        .map(|(encoding, codec)| (encoding, valid_prefix(bytes, codec)))
        .fold(first, |best, next| if next.1 > best.1 { next } else { best });
    invalid(encoding, bytes, offset)
}

/// Length of the longest prefix that decodes.
fn valid_prefix(bytes: &[u8], codec: &'static encoding_rs::Encoding) -> usize {
    let mut decoder = codec.new_decoder_without_bom_handling();
    let mut out = String::with_capacity(bytes.len().saturating_mul(3).saturating_add(16));
    let (result, read) = decoder.decode_to_string_without_replacement(bytes, &mut out, true);
    match result {
        encoding_rs::DecoderResult::Malformed(bad, extra) => {
            read.saturating_sub(usize::from(bad) + usize::from(extra))
        }
        _ => read,
    }
}

fn invalid(encoding: Encoding, bytes: &[u8], offset: usize) -> ReadError {
    let head = &bytes[..offset.min(bytes.len())];
    let newlines = head.iter().filter(|&&byte| byte == b'\n').count();
    ReadError::Encoding { encoding, offset, line: u32::try_from(newlines + 1).unwrap_or(u32::MAX) }
}

/// Encodes `text` (with `\n` line ends). Every character that had to be
/// escaped is handed to `lost`.
pub(crate) fn encode(
    text: &str,
    encoding: Encoding,
    bom: bool,
    newline: Newline,
    mut lost: impl FnMut(char),
) -> Vec<u8> {
    let with_newlines;
    let text = if newline == Newline::Lf {
        text
    } else {
        with_newlines = text.replace('\n', newline.as_str());
        &with_newlines
    };
    match encoding {
        Encoding::Utf8 => {
            let mut out = if bom { b"\xEF\xBB\xBF".to_vec() } else { Vec::new() };
            out.extend_from_slice(text.as_bytes());
            out
        }
        Encoding::Utf16Le => utf16_bytes(text, u16::to_le_bytes),
        Encoding::Utf16Be => utf16_bytes(text, u16::to_be_bytes),
        Encoding::ShiftJis => narrow(text, SHIFT_JIS, &mut lost),
        Encoding::EucJp => narrow(text, EUC_JP, &mut lost),
        Encoding::Iso2022Jp => narrow(text, ISO_2022_JP, &mut lost),
    }
}

fn utf16_bytes(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let mark = core::iter::once(0xFEFF);
    mark.chain(text.encode_utf16()).flat_map(bytes).collect()
}

fn narrow(
    text: &str,
    codec: &'static encoding_rs::Encoding,
    lost: &mut impl FnMut(char),
) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut run = 0;
    for (at, c) in text.char_indices() {
        // Escape and shift mean something else in ISO-2022-JP.
        let plain = c.is_ascii() && !matches!(c, '\x0E' | '\x0F' | '\x1B');
        let held = plain || holds(codec, c);
        if held {
            continue;
        }
        out.extend_from_slice(&codec.encode(&text[run..at]).0);
        run = at + c.len_utf8();
        match substitute(c) {
            Some(other) => out.extend_from_slice(&codec.encode(other).0),
            None => {
                lost(c);
                out.extend_from_slice(format!("&#x{:X};", u32::from(c)).as_bytes());
            }
        }
    }
    out.extend_from_slice(&codec.encode(&text[run..]).0);
    out
}

/// Can the encoding hold `c` so that it reads back the same?
fn holds(codec: &'static encoding_rs::Encoding, c: char) -> bool {
    let mut buffer = [0; 4];
    let text: &str = c.encode_utf8(&mut buffer);
    let (bytes, _, unmappable) = codec.encode(text);
    !unmappable
        && codec
            .decode_without_bom_handling_and_without_replacement(&bytes)
            .is_some_and(|back| back == text)
}

/// What stands for a character that Shift_JIS and EUC-JP lack, as every
/// program writes it.
const fn substitute(c: char) -> Option<&'static str> {
    Some(match c {
        '☗' | '⛊' => "▲",
        '☖' | '⛉' => "△",
        '\u{301C}' => "～",
        '\u{2212}' => "－",
        '\u{2014}' => "―",
        '\u{2016}' => "∥",
        '\u{00A5}' => "\\",
        '\u{203E}' => "~",
        '\u{00A0}' => " ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "開始日時：2020/01/01\n手合割：平手\n   1 ７六歩(77)\n*コメント　ｶﾅ\n";

    fn round(encoding: Encoding, bom: bool, newline: Newline) -> Text {
        let bytes = encode(SAMPLE, encoding, bom, newline, |c| panic!("{c} lost"));
        decode(&bytes).expect("valid text")
    }

    #[test]
    fn every_encoding_is_recognised() {
        for encoding in [Encoding::Utf8, Encoding::ShiftJis, Encoding::EucJp] {
            for newline in [Newline::Lf, Newline::CrLf, Newline::Cr] {
                let text = round(encoding, false, newline);
                assert_eq!((text.encoding, text.newline), (encoding, newline));
                assert_eq!(text.text, SAMPLE);
            }
        }
        assert!(round(Encoding::Utf8, true, Newline::CrLf).bom);
        assert_eq!(round(Encoding::Utf16Le, true, Newline::Lf).text, SAMPLE);
        assert_eq!(round(Encoding::Utf16Be, true, Newline::Lf).encoding, Encoding::Utf16Be);
    }

    #[test]
    fn text_of_seven_bits_is_recognised() {
        let sample = SAMPLE.replace("ｶﾅ", "カナ\x1B");
        let mut lost = Vec::new();
        let bytes = encode(&sample, Encoding::Iso2022Jp, false, Newline::CrLf, |c| lost.push(c));
        let text = decode(&bytes).expect("valid text");
        assert_eq!((text.encoding, text.newline), (Encoding::Iso2022Jp, Newline::CrLf));
        assert_eq!(text.text, sample.replace('\x1B', "&#x1B;"));
        assert_eq!(lost, ['\x1B']);
        assert_eq!(decode(b"\x1B[1m plain").expect("ASCII").encoding, Encoding::Utf8);
    }

    #[test]
    fn marks_of_the_sides_become_triangles_and_others_are_escaped() {
        let mut lost = Vec::new();
        let bytes =
            encode("☗☖〜髙😀", Encoding::ShiftJis, false, Newline::Lf, |c| lost.push(c));
        let text = decode(&bytes).expect("Shift_JIS").text;
        assert_eq!(text, "▲△～髙&#x1F600;");
        assert_eq!(lost, ['😀']);
    }

    #[test]
    fn a_cut_character_is_forgiven_and_a_bad_byte_is_named() {
        let bytes = encode("手合割：平手\n先手", Encoding::ShiftJis, false, Newline::Lf, |_| {});
        let cut = decode(&bytes[..bytes.len() - 1]).expect("cut text");
        assert!(cut.truncated);
        assert_eq!(cut.text, "手合割：平手\n先");
        let error = decode(b"abc\n\xFF\xFF\xFFdef").err();
        let Some(ReadError::Encoding { offset, line, .. }) = error else { panic!("{error:?}") };
        assert_eq!((offset, line), (4, 2));
    }
}
