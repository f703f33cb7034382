//! The tokens of SGF text, with offsets.

use super::error::{SgfError, SgfErrorKind};

/// Parentheses, semicolons and properties.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Open,
    Close,
    Node,
    Property { name: String, values: Vec<String> },
}

/// Reads tokens one after the other.
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) const fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte == 0) {
            self.at += 1;
        }
    }

    /// The next token and its offset; `None` at the end of the text.
    pub(crate) fn next_token(&mut self) -> Result<Option<(usize, Token)>, SgfError> {
        self.skip_blanks();
        let start = self.at;
        let Some(byte) = self.peek() else { return Ok(None) };
        let token = match byte {
            b'(' => Token::Open,
            b')' => Token::Close,
            b';' => Token::Node,
            b'a'..=b'z' | b'A'..=b'Z' => return Ok(Some((start, self.property()?))),
            _ => return Err(self.unexpected("a property, `;`, `(` or `)`")),
        };
        self.at += 1;
        Ok(Some((start, token)))
    }

    fn unexpected(&self, expected: &'static str) -> SgfError {
        match self.text[self.at..].chars().next() {
            Some(found) => SgfErrorKind::Unexpected { expected, found }.at(self.at),
            None => SgfErrorKind::UnclosedTree.at(self.at),
        }
    }

    fn property(&mut self) -> Result<Token, SgfError> {
        let mut name = String::new();
        while let Some(byte) = self.peek().filter(u8::is_ascii_alphanumeric) {
            // Older files spell names out: `White` is W.
            if !byte.is_ascii_lowercase() {
                name.push(byte as char);
            }
            self.at += 1;
        }
        self.skip_blanks();
        if self.peek() != Some(b'[') {
            return Err(self.unexpected("`[` after a property's name"));
        }
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            values.push(self.value()?);
            self.skip_blanks();
        }
        Ok(Token::Property { name, values })
    }

    /// A value with its escapes undone.
    fn value(&mut self) -> Result<String, SgfError> {
        let start = self.at;
        let mut value = String::new();
        let mut chars = self.text[start + 1..].char_indices().peekable();
        while let Some((i, c)) = chars.next() {
            match c {
                ']' => {
                    self.at = start + 1 + i + 1;
                    return Ok(value);
                }
                '\\' => match chars.next() {
                    // An escaped line break is not a line break; it may have two characters.
                    Some((_, first @ ('\n' | '\r'))) => {
                        let other = if first == '\n' { '\r' } else { '\n' };
                        chars.next_if(|&(_, next)| next == other);
                    }
                    Some((_, escaped)) => value.push(escaped),
                    None => break,
                },
                c => value.push(c),
            }
        }
        Err(SgfErrorKind::UnclosedValue.at(start))
    }
}
