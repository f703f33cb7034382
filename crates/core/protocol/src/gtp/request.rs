//! A line of a GTP controller, before it has a meaning.

use std::fmt;

/// A command word with its number and arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The number that the answer repeats.
    pub id: Option<u32>,
    /// The command word in lower case.
    pub name: String,
    /// The raw arguments.
    pub arguments: Vec<String>,
}

impl Request {
    /// Reads a line: control characters are dropped, tabs are blanks, `#` begins a comment.
    /// `None` for an empty line, which needs no answer.
    pub fn parse(line: &str) -> Option<Self> {
        let text = without_comment_and_controls(line);
        let mut words = text.split_ascii_whitespace().peekable();
        let id = words.peek().and_then(|word| parse_id(word));
        if id.is_some() {
            words.next();
        }
        let name = words.next().map(str::to_ascii_lowercase);
        if id.is_none() && name.is_none() {
            return None;
        }
        let arguments = words.map(str::to_owned).collect();
        Some(Self { id, name: name.unwrap_or_default(), arguments })
    }
}

fn without_comment_and_controls(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    line.chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_ascii_control())
        .collect()
}

fn parse_id(word: &str) -> Option<u32> {
    word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok())?
}

impl fmt::Display for Request {
    /// The line without its ending.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}
