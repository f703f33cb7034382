//! Decoding record files, with detection of the encoding.

use crate::encoding::{Encoding, Newline};
use crate::error::ReadError;
use encoding_rs::{EUC_JP, ISO_2022_JP, SHIFT_JIS, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

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

/// A short Shift_JIS text may be valid UTF-8 except for its last byte.
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
