//! JSON without recursion: variations may nest as deep as they like.
//!
//! Values live in one vector; reading and dropping them costs no stack.

use crate::error::ReadError;
use crate::place::Place;
use core::fmt::Write;

/// Index of a value in its [`Json`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ref(usize);

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Array(Vec<Ref>),
    Object(Vec<(String, Ref)>),
}

/// A JSON text; value 0 is the whole.
pub(crate) struct Json {
    /// Each value with the byte range of its text.
    values: Vec<(Value, core::ops::Range<usize>)>,
}

impl Json {
    pub(crate) const ROOT: Ref = Ref(0);

    /// Reads a JSON text.
    pub(crate) fn parse(text: &str) -> Result<Self, ReadError> {
        let mut parser = Parser { text, at: 0, values: Vec::new(), open: Vec::new() };
        parser.run().map_err(|(at, expected)| syntax(text, at, expected))?;
        Ok(Self { values: parser.values })
    }

    fn value(&self, at: Ref) -> &Value {
        self.values.get(at.0).map_or(&Value::Null, |(value, _)| value)
    }

    /// The text of a value.
    pub(crate) fn source<'a>(&self, at: Ref, text: &'a str) -> &'a str {
        self.values.get(at.0).and_then(|(_, range)| text.get(range.clone())).unwrap_or_default()
    }

    /// Where a value begins.
    pub(crate) fn place(&self, at: Ref, text: &str) -> Place {
        place(text, self.values.get(at.0).map_or(0, |(_, range)| range.start))
    }

    /// A member of an object; `null` counts as absent.
    pub(crate) fn get(&self, at: Ref, key: &str) -> Option<Ref> {
        let Value::Object(members) = self.value(at) else { return None };
        let found = members.iter().find(|(name, _)| name == key).map(|&(_, value)| value);
        found.filter(|&value| *self.value(value) != Value::Null)
    }

    /// Members of an object; none for other values.
    pub(crate) fn members(&self, at: Ref) -> &[(String, Ref)] {
        if let Value::Object(members) = self.value(at) { members } else { &[] }
    }

    /// Elements of an array.
    pub(crate) fn elements(&self, at: Ref) -> Option<&[Ref]> {
        if let Value::Array(elements) = self.value(at) { Some(elements) } else { None }
    }

    pub(crate) fn text(&self, at: Ref) -> Option<&str> {
        if let Value::Text(text) = self.value(at) { Some(text) } else { None }
    }

    pub(crate) fn bool(&self, at: Ref) -> Option<bool> {
        if let Value::Bool(value) = *self.value(at) { Some(value) } else { None }
    }

    /// A number that is whole and not negative.
    pub(crate) fn unsigned(&self, at: Ref) -> Option<u64> {
        match *self.value(at) {
            Value::Number(n) if n >= 0.0 && n.fract() == 0.0 && n < 9e15 => Some(n as u64),
            _ => None,
        }
    }

    /// A number of seconds in milliseconds.
    pub(crate) fn millis(&self, at: Ref) -> Option<u64> {
        match *self.value(at) {
            Value::Number(n) if (0.0..9e12).contains(&n) => Some((n * 1000.0).round() as u64),
            _ => None,
        }
    }
}

fn syntax(text: &str, at: usize, expected: &'static str) -> ReadError {
    ReadError::Syntax { place: place(text, at), expected: expected.to_owned() }
}

fn place(text: &str, at: usize) -> Place {
    let head = text.get(..at).unwrap_or(text);
    let line = head.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let start = head.rfind('\n').map_or(0, |newline| newline + 1);
    Place::in_line(u32::try_from(line).unwrap_or(u32::MAX), &text[start..], head.len() - start)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    values: Vec<(Value, core::ops::Range<usize>)>,
    /// Arrays and objects that are not closed yet.
    open: Vec<Ref>,
}

type Expected = (usize, &'static str);

impl Parser<'_> {
    fn run(&mut self) -> Result<(), Expected> {
        self.blanks();
        self.begin(None)?;
        while let Some(&container) = self.open.last() {
            self.blanks();
            self.inside(container)?;
        }
        self.blanks();
        if self.at < self.text.len() { Err((self.at, "the end of the JSON text")) } else { Ok(()) }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Continues within an array or object: the next member, or its end.
    fn inside(&mut self, container: Ref) -> Result<(), Expected> {
        let (array, empty) = match &self.values[container.0].0 {
            Value::Array(elements) => (true, elements.is_empty()),
            Value::Object(members) => (false, members.is_empty()),
            _ => return Err((self.at, "a JSON value")),
        };
        if self.take(if array { b']' } else { b'}' }) {
            self.values[container.0].1.end = self.at;
            self.open.pop();
            return Ok(());
        }
        if !empty && !self.take(b',') {
            return Err((self.at, if array { "`,` or `]`" } else { "`,` or `}`" }));
        }
        self.blanks();
        if array {
            return self.begin(Some((container, None)));
        }
        let name = self.string("a property name in quotes")?;
        self.blanks();
        if !self.take(b':') {
            return Err((self.at, "`:`"));
        }
        self.blanks();
        self.begin(Some((container, Some(name))))
    }

    /// Reads a value, or opens an array or object.
    fn begin(&mut self, owner: Option<(Ref, Option<String>)>) -> Result<(), Expected> {
        let start = self.at;
        let id = Ref(self.values.len());
        let value = match self.peek() {
            Some(b'[') => Value::Array(Vec::new()),
            Some(b'{') => Value::Object(Vec::new()),
            Some(b'"') => Value::Text(self.string("a string")?),
            Some(b'-' | b'0'..=b'9') => Value::Number(self.number()?),
            _ => self.word()?,
        };
        let opens = matches!(value, Value::Array(_) | Value::Object(_));
        self.at += usize::from(opens);
        self.values.push((value, start..self.at));
        match owner.map(|(owner, name)| (&mut self.values[owner.0].0, name)) {
            Some((Value::Array(elements), _)) => elements.push(id),
            Some((Value::Object(members), Some(name))) => members.push((name, id)),
            _ => {}
        }
        if opens {
            self.open.push(id);
        }
        Ok(())
    }

    fn word(&mut self) -> Result<Value, Expected> {
        let words =
            [("null", Value::Null), ("true", Value::Bool(true)), ("false", Value::Bool(false))];
        for (word, value) in words {
            if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err((self.at, "a JSON value"))
    }

    fn number(&mut self) -> Result<f64, Expected> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        self.text[start..self.at].parse().map_err(|_| (start, "a number"))
    }

    fn string(&mut self, expected: &'static str) -> Result<String, Expected> {
        if !self.take(b'"') {
            return Err((self.at, expected));
        }
        let mut out = String::new();
        loop {
            let run = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1F)) {
                self.at += 1;
            }
            out.push_str(&self.text[run..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                // Control characters are not allowed, but harmless.
                Some(byte) => {
                    out.push(char::from(byte));
                    self.at += 1;
                }
                None => return Err((self.at, "the end of the string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Expected> {
        let start = self.at;
        self.at += 1;
        let byte = self.peek().ok_or((self.at, "an escape sequence"))?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{C}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.code_point(start),
            _ => return Err((start, "an escape sequence")),
        })
    }

    fn code_point(&mut self, start: usize) -> Result<char, Expected> {
        let high = self.hex(start)?;
        if !(0xD800..0xDC00).contains(&high) {
            return char::from_u32(high).ok_or((start, "a character"));
        }
        if !(self.take(b'\\') && self.take(b'u')) {
            return Err((start, "a pair of surrogates"));
        }
        let low = self.hex(start)?;
        if !(0xDC00..0xE000).contains(&low) {
            return Err((start, "a pair of surrogates"));
        }
        let code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        char::from_u32(code).ok_or((start, "a character"))
    }

    fn hex(&mut self, start: usize) -> Result<u32, Expected> {
        let digits = self.text.get(self.at..self.at + 4);
        let code = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let code = code.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += 4;
        code.ok_or((start, "four hexadecimal digits"))
    }
}

/// Appends a string in quotes.
pub(crate) fn push_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 0x20 => {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_every_kind() {
        let text = r#" {"a": [1, -2.5e1, true, null], "b": "\u3042\ud83d\ude00\n\"", "c": {}} "#;
        let json = Json::parse(text).expect("JSON");
        let a = json.get(Json::ROOT, "a").expect("a");
        assert_eq!(json.elements(a).map(<[Ref]>::len), Some(4));
        assert_eq!(json.source(a, text), "[1, -2.5e1, true, null]");
        let b = json.get(Json::ROOT, "b").and_then(|b| json.text(b));
        assert_eq!(b, Some("あ😀\n\""));
        let mut out = String::new();
        push_string(&mut out, "あ\n\"\u{1}");
        assert_eq!(out, "\"あ\\n\\\"\\u0001\"");
    }

    #[test]
    fn faults_are_placed() {
        let place = |text| match Json::parse(text) {
            Err(ReadError::Syntax { place, .. }) => Some((place.line, place.column)),
            _ => None,
        };
        assert_eq!(place("{\n \"あ\" 1}"), Some((2, 6)));
        assert_eq!(place("[1,]"), Some((1, 4)));
        assert_eq!(place("[1"), Some((1, 3)));
        assert_eq!(place("\"\\ud800\""), Some((1, 2)));
        assert_eq!(place("[1] x"), Some((1, 5)));
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = "[".repeat(1_000_000);
        assert!(Json::parse(&deep).is_err());
        let closed = deep.clone() + &"]".repeat(1_000_000);
        assert!(Json::parse(&closed).is_ok());
    }
}
