//! From bytes to text: the encoding an SGF file names.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

/// Decodes a file: by its byte order mark, else as UTF-8 if it is, else by its `CA` property.
///
/// Bytes that fit no known encoding become replacement characters; they can only be in comments and names.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => named_encoding(bytes).unwrap_or(UTF_8).decode(bytes).0,
    }
}

fn named_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.windows(3).position(|window| window == b"CA[")? + 3;
    let rest = &bytes[start..];
    let end = rest.iter().position(|&byte| byte == b']')?;
    Encoding::for_label(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shift_jis_brackets_inside_characters_are_no_brackets() {
        let (bytes, ..) = encoding_rs::SHIFT_JIS.encode("(;CA[Shift_JIS]C[ソ十表ー];B[aa])");
        assert!(std::str::from_utf8(&bytes).is_err());
        assert!(decode(&bytes).contains("ソ十表ー"));
        assert_eq!(decode(b"\xEF\xBB\xBF(;)"), "(;)");
        assert!(decode(b"(;C[\xFF])").contains('\u{FFFD}'));
    }
}
