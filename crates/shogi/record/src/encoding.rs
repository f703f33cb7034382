//! Text encodings of record files: detection, and writing without loss.
//!
//! No character is replaced silently. A file that is not valid in any encoding
//! is refused with the first bad byte; a character that the target encoding
//! lacks is written as its usual equivalent (☗ as ▲, the two wave dashes), else
//! as `&#x…;`, and reported.

use core::fmt;
use encoding_rs::{EUC_JP, ISO_2022_JP, SHIFT_JIS};

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

    pub(crate) fn of(text: &str) -> Self {
        match text.find('\n') {
            Some(0) => Self::Lf,
            Some(at) if text.as_bytes()[at - 1] == b'\r' => Self::CrLf,
            Some(_) => Self::Lf,
            None if text.contains('\r') => Self::Cr,
            None => Self::Lf,
        }
    }
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

/// The usual substitute of a character that Shift_JIS and EUC-JP lack.
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
    use crate::decode::{Text, decode};
    use crate::error::ReadError;

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
