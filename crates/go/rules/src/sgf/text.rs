//! From bytes to text: the encoding that an SGF file names, or the one that fits its bytes best.

use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

use super::detect;
use super::error::{SgfError, SgfErrorKind};

/// The text of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfText<'a> {
    /// The decoded text.
    pub text: Cow<'a, str>,
    /// The name of its encoding, such as `UTF-8` or `Shift_JIS`.
    pub encoding: &'static str,
    /// Says if the encoding is a guess or bytes fitted no character.
    pub warnings: Vec<SgfError>,
}

/// Decodes a file as [`decode_text`] does and returns the text alone.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    decode_text(bytes).text
}

/// Decodes a file: by its byte order mark, else as UTF-8 if it is, else by its `CA` property, else by
/// the encoding that fits best.
///
/// In Shift_JIS, Big5 and GBK the second byte of a character may be that of `\` or `]`. Read in another
/// encoding it hides the end of a value, and the properties behind it vanish.
/// An encoding in which more of the file is properties is therefore the better
/// one, overriding a `CA` that names a single-byte encoding. Bytes that fit no
/// character become replacement characters.
#[must_use]
pub fn decode_text(bytes: &[u8]) -> SgfText<'_> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return lossy(bytes, encoding, None);
    }
    let name = name(bytes);
    let named = name.as_deref().and_then(by_name);
    if let Ok(text) = std::str::from_utf8(bytes) {
        // The only encoding here whose text is plain ASCII for other programs.
        if named == Some(ISO_2022_JP) && text.contains("\x1B$") {
            return lossy(bytes, ISO_2022_JP, None);
        }
        return SgfText { text: Cow::Borrowed(text), encoding: UTF_8.name(), warnings: Vec::new() };
    }
    if let Some(encoding) = named.filter(|encoding| may_be(bytes, encoding)) {
        return lossy(bytes, encoding, None);
    }
    let encoding = detect::best(bytes, named);
    let name = name.unwrap_or_default();
    let warning = match named {
        Some(named) if named == encoding => None,
        _ if name.is_empty() => Some(SgfErrorKind::GuessedEncoding { encoding: encoding.name() }),
        _ => Some(SgfErrorKind::OtherEncoding { named: name, encoding: encoding.name() }),
    };
    lossy(bytes, encoding, warning)
}

/// Is the encoding that the file names to be believed without a comparison? Of several bytes a
/// character, and fitting everywhere.
fn may_be(bytes: &[u8], encoding: &'static Encoding) -> bool {
    !encoding.is_single_byte()
        && encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

fn lossy<'a>(
    bytes: &'a [u8],
    encoding: &'static Encoding,
    warning: Option<SgfErrorKind>,
) -> SgfText<'a> {
    let (text, encoding, bad) = encoding.decode(bytes);
    let count = if bad { text.matches('\u{FFFD}').count() } else { 0 };
    let replaced = SgfErrorKind::BadBytes { encoding: encoding.name(), count };
    let warnings = warning.into_iter().chain((count > 0).then_some(replaced));
    let warnings = warnings.map(|kind| kind.at(0)).collect();
    SgfText { text, encoding: encoding.name(), warnings }
}

/// The value of the first `CA` property.
fn name(bytes: &[u8]) -> Option<String> {
    let starts = |at: &usize| at.checked_sub(1).is_none_or(|at| !bytes[at].is_ascii_alphanumeric());
    let mut found =
        (0..bytes.len().saturating_sub(3)).filter(|&at| bytes[at..].starts_with(b"CA["));
    let rest = &bytes[found.find(starts)? + 3..];
    let end = rest.iter().position(|&byte| byte == b']')?;
    let name: String = rest[..end.min(40)].iter().map(|&byte| char::from(byte)).collect();
    Some(name.trim().to_owned())
}

/// The encoding of a name, also by the numbers of code pages that programs for Windows write.
fn by_name(name: &str) -> Option<&'static Encoding> {
    let label = name.to_ascii_lowercase().replace(' ', "");
    let page = ["cp", "cp-", "codepage", "ms"].iter().find_map(|start| label.strip_prefix(start));
    let label = match page.unwrap_or(&label) {
        "932" => "shift_jis",
        "936" => "gbk",
        "949" => "euc-kr",
        "950" => "big5",
        "65001" => "utf-8",
        _ => &label,
    };
    Encoding::for_label(label.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GBK, SHIFT_JIS, WINDOWS_1252};

    #[test]
    fn shift_jis_brackets_inside_characters_are_no_brackets() {
        let (bytes, ..) = SHIFT_JIS.encode("(;CA[Shift_JIS]C[ソ十表ー];B[aa])");
        assert!(std::str::from_utf8(&bytes).is_err());
        assert!(decode(&bytes).contains("ソ十表ー"));
        assert_eq!(decode(b"\xEF\xBB\xBF(;)"), "(;)");
        assert!(decode(b"(;CA[UTF-8]C[\xC3\xA9\xC3\xA9\xFF])").contains("éé\u{FFFD}"));
    }

    #[test]
    fn names_of_code_pages_are_known() {
        for (name, encoding) in [
            ("cp932", SHIFT_JIS),
            ("SJIS", SHIFT_JIS),
            ("Shift-JIS", SHIFT_JIS),
            ("MS932", SHIFT_JIS),
            ("CP949", EUC_KR),
            ("cp936", GBK),
            ("GB2312", GBK),
            ("codepage 950", BIG5),
            ("utf8", UTF_8),
            ("ISO-8859-1", WINDOWS_1252),
        ] {
            assert_eq!(by_name(name), Some(encoding), "{name}");
        }
        assert_eq!(by_name("nonsense"), None);
    }

    /// Names from real files, including second bytes `\` and `]`.
    #[test]
    fn encodings_that_are_not_named_are_found() {
        let texts: [(&'static Encoding, &str); 6] = [
            (SHIFT_JIS, "PB[田中表]PW[ソ]EV[本因坊戦挑戦手合]C[黒の好手、白は予定変更。]"),
            (EUC_JP, "PB[井山裕太]PW[張栩]EV[第三十四期名人戦]C[この手が勝着になりました。]"),
            (GBK, "PB[柯洁]PW[時越]EV[第十三届春兰杯决赛]C[黑棋先手得利，白棋不满。]"),
            (BIG5, "PB[許功]PW[周俊勳]EV[中環盃職業圍棋賽]C[黑棋成功，白棋不滿。]"),
            (EUC_KR, "PB[이세돌]PW[박정환]EV[명인전 결승]C[흑의 좋은 수입니다]"),
            (WINDOWS_1252, "PB[Müller]PW[José]EV[Çà et là]C[déjà vu, naïveté]"),
        ];
        for (encoding, text) in texts {
            let sgf = format!("(;GM[1]SZ[9]{text}AB[ea:ei]AW[fa:fi];B[aa])");
            let (bytes, _, bad) = encoding.encode(&sgf);
            assert!(!bad, "{}", encoding.name());
            let found = decode_text(&bytes);
            assert_eq!((found.encoding, found.text.as_ref()), (encoding.name(), sgf.as_str()));
            let guessed = SgfErrorKind::GuessedEncoding { encoding: encoding.name() };
            assert_eq!(found.warnings, [guessed.at(0)]);
            // An impossible name is ignored.
            let named = [b"(;CA[UTF-8]", &bytes[2..]].concat();
            let found = decode_text(&named);
            assert_eq!(found.encoding, encoding.name());
            assert_eq!(found.warnings.len(), 1);
        }
    }

    #[test]
    fn an_alphabet_of_single_bytes_hides_no_properties() {
        let sgf = "(;CA[ISO-8859-1]PB[ソ]AB[ea:ei];B[aa])";
        let (bytes, ..) = SHIFT_JIS.encode(sgf);
        let found = decode_text(&bytes);
        assert_eq!((found.encoding, found.text.as_ref()), ("Shift_JIS", sgf));
        assert_eq!(found.warnings.len(), 1);
        let (bytes, ..) = WINDOWS_1252.encode("(;CA[ISO-8859-1]PB[Müller];B[aa])");
        assert_eq!(decode_text(&bytes).warnings, []);
    }
}
