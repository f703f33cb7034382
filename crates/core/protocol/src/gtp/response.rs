//! The answer to a request.

use std::fmt;

/// Why a command failed; the texts are those the protocol prescribes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GtpError {
    /// The engine does not know the command.
    #[error("unknown command")]
    UnknownCommand,
    /// An argument is missing or malformed.
    #[error("syntax error")]
    SyntaxError,
    /// The rules forbid the move, or the point is not on the board.
    #[error("illegal move")]
    IllegalMove,
    /// The engine does not play on boards of this size.
    #[error("unacceptable size")]
    UnacceptableSize,
    /// There is no move to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// The game record cannot be read.
    #[error("cannot load file")]
    CannotLoadFile,
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

/// An answer: `=[id] text` or `?[id] message`, and the empty line that ends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The request's number.
    pub id: Option<u32>,
    /// The text of a success (it may have several lines) or the failure.
    pub result: Result<String, GtpError>,
}

impl Response {
    /// The head of an answer whose text streams in later and is ended by an empty line, as for
    /// the analyze commands.
    pub fn stream_head(id: Option<u32>) -> String {
        format!("={}\n", id.map(|id| id.to_string()).unwrap_or_default())
    }

    /// Reads an answer, from its first character to the empty line that ends it; an unknown
    /// message is [`GtpError::Other`]. `None` if it begins neither with `=` nor with `?`.
    pub fn parse(answer: &str) -> Option<Self> {
        let status = answer.chars().next().filter(|c| matches!(c, '=' | '?'))?;
        let rest = &answer[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let text = rest[digits..].trim().to_owned();
        let result = if status == '=' { Ok(text) } else { Err(GtpError::from_text(text)) };
        Some(Self { id: rest[..digits].parse().ok(), result })
    }
}

impl GtpError {
    fn from_text(text: String) -> Self {
        let prescribed = [
            Self::UnknownCommand,
            Self::SyntaxError,
            Self::IllegalMove,
            Self::UnacceptableSize,
            Self::CannotUndo,
            Self::CannotLoadFile,
        ];
        let same = |error: &Self| error.to_string() == text;
        prescribed.into_iter().find(same).unwrap_or(Self::Other(text))
    }
}

impl fmt::Display for Response {
    /// The whole answer with both line ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (status, text) = match &self.result {
            Ok(text) => ('=', text.clone()),
            Err(error) => ('?', error.to_string()),
        };
        write!(f, "{status}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        let text = without_empty_lines(&text);
        if !text.is_empty() {
            write!(f, " {text}")?;
        }
        f.write_str("\n\n")
    }
}

/// The text's lines without empty ones, which would end the answer, and without control characters.
fn without_empty_lines(text: &str) -> String {
    let clean = |line: &str| line.chars().filter(|c| !c.is_control()).collect::<String>();
    let lines: Vec<String> = text.lines().map(clean).collect();
    lines
        .iter()
        .map(|line| line.trim_end())
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}
