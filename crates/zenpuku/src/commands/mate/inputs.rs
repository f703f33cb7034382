//! Where problems come from: arguments, lines of files, start positions of records.

use std::fmt;
use std::path::Path;

use anyhow::Context as _;
use zenpuku_shogi::{Position, Setup, SetupRules};
use zenpuku_shogi_record::Format;

use crate::exit::Usage;
use crate::files::{self, STANDARD};

/// A position to be searched for mate.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) place: Place,
    /// Its name in the file, if it has one.
    pub(super) id: Option<String>,
    pub(super) position: Position,
}

/// Where a problem stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// `None` for an argument.
    pub(super) file: Option<String>,
    /// Line, or game in a file of games; from 1.
    pub(super) number: Option<usize>,
}

impl Place {
    /// An error message that begins with the place.
    pub(super) fn tell(&self, error: &impl fmt::Display) -> String {
        format!("{self}{error}")
    }
}

impl fmt::Display for Place {
    /// `FILE:LINE: `, `FILE: ` or nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.number) {
            (Some(file), Some(number)) => write!(f, "{file}:{number}: "),
            (Some(file), None) => write!(f, "{file}: "),
            (None, _) => Ok(()),
        }
    }
}

/// All problems of all arguments; a bad line of a file is an error of its own.
pub(super) fn collect(inputs: &[String]) -> anyhow::Result<Vec<Result<Problem, String>>> {
    if let Some(sfen) = unquoted(inputs) {
        return Ok(vec![Ok(argument(&sfen)?)]);
    }
    let mut problems = Vec::new();
    for input in inputs {
        let path = Path::new(input);
        if input == STANDARD || path.exists() {
            problems.extend(file(path)?);
        } else if input.split_whitespace().nth(1).is_some() {
            problems.push(Ok(argument(input)?));
        } else {
            anyhow::bail!("{input}: no such file, and no position in SFEN (board, side, hands)");
        }
    }
    Ok(problems)
}

/// The fields of an SFEN that the shell has taken apart.
fn unquoted(inputs: &[String]) -> Option<String> {
    let fields = inputs.strip_prefix(&["sfen".to_owned()]).unwrap_or(inputs);
    let parted = matches!(fields, [board, side, _, ..]
        if board.contains('/') && matches!(side.as_str(), "b" | "w"));
    parted.then(|| fields.join(" "))
}

fn argument(sfen: &str) -> anyhow::Result<Problem> {
    let position = position(sfen).map_err(|error| Usage::new(format!("{error} in `{sfen}`")))?;
    Ok(Problem { place: Place { file: None, number: None }, id: None, position })
}

/// A position whose side to move attacks and may have no king.
fn position(sfen: &str) -> Result<Position, String> {
    let sfen = sfen.trim();
    let sfen = sfen.strip_prefix("position ").unwrap_or(sfen).trim_start();
    let sfen = sfen.strip_prefix("sfen ").unwrap_or(sfen);
    let setup = Setup::from_sfen(sfen).map_err(|error| error.to_string())?;
    setup.position(SetupRules::Mate).map_err(|error| error.to_string())
}

fn file(path: &Path) -> anyhow::Result<Vec<Result<Problem, String>>> {
    let name = path.display().to_string();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let problems = match Format::from_extension(&extension) {
        Some(format) if format != Format::Usi => record(path, &name)?,
        _ => lines(&files::read_text(path).with_context(|| name.clone())?, &name),
    };
    anyhow::ensure!(!problems.is_empty(), "{name}: no position in this file");
    Ok(problems)
}

/// The start positions of a record's games.
fn record(path: &Path, name: &str) -> anyhow::Result<Vec<Result<Problem, String>>> {
    let document = files::read_record(path).with_context(|| name.to_owned())?;
    let many = document.records.len() > 1;
    let problem = |(index, record): (usize, &zenpuku_shogi_record::Record)| {
        let number = many.then_some(index + 1);
        let place = Place { file: Some(name.to_owned()), number };
        match record.start().position(SetupRules::Mate) {
            Ok(position) => Ok(Problem { place, id: None, position }),
            Err(error) => Err(place.tell(&error)),
        }
    };
    Ok(document.records.iter().enumerate().map(problem).collect())
}

fn lines(text: &str, name: &str) -> Vec<Result<Problem, String>> {
    text.trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(index, line)| {
            let place = Place { file: Some(name.to_owned()), number: Some(index + 1) };
            parse(line).map_err(|error| place.tell(&error)).map(|(id, position)| Problem {
                place,
                id,
                position,
            })
        })
        .collect()
}

/// One line: SFEN, or a JSON object with `sfen` and perhaps `id`.
fn parse(line: &str) -> Result<(Option<String>, Position), String> {
    if !line.trim_start().starts_with('{') {
        return Ok((None, position(line)?));
    }
    let value: serde_json::Value =
        serde_json::from_str(line).map_err(|error| format!("JSON: {error}"))?;
    let sfen = value["sfen"].as_str().ok_or("JSON: a text field `sfen` is expected")?;
    let id = match &value["id"] {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    Ok((id, position(sfen)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "8k/9/8P/8L/9/9/9/9/9 b 2r2b4g4s4n2l17p 1";

    #[test]
    fn lines_are_sfen_or_json() {
        let text =
            format!("\u{feff}# one\n\n{ONE}\r\nsfen {ONE}\n{{\"id\": 7, \"sfen\": \"{ONE}\"}}");
        let problems: Vec<Problem> =
            lines(&text, "f").into_iter().collect::<Result<_, _>>().unwrap();
        let numbers: Vec<_> = problems.iter().map(|problem| problem.place.number).collect();
        assert_eq!(numbers, [Some(3), Some(4), Some(5)]);
        assert_eq!(problems[2].id.as_deref(), Some("7"));
    }

    #[test]
    fn errors_name_file_and_line() {
        let error = |text: &str| lines(text, "f").remove(0).unwrap_err();
        assert!(error("\n9/9 b - 1").starts_with("f:2: SFEN board: 2 ranks"));
        assert!(error("{\"sfen\": 3}").starts_with("f:1: JSON: a text field `sfen`"));
        assert!(error("{").starts_with("f:1: JSON: "));
    }

    #[cfg(unix)]
    #[test]
    fn files_without_an_end_are_refused() {
        let error = collect(&["/dev/zero".to_owned()]).unwrap_err();
        assert!(format!("{error:#}").starts_with("/dev/zero: more than the limit"), "{error:#}");
    }

    #[test]
    fn an_sfen_need_not_be_quoted() {
        let words: Vec<String> = ONE.split(' ').map(str::to_owned).collect();
        assert_eq!(unquoted(&words).as_deref(), Some(ONE));
        assert_eq!(unquoted(&["a/b".to_owned(), "c".to_owned()]), None);
        assert!(collect(&[ONE.to_owned(), ONE.to_owned()]).unwrap().iter().all(Result::is_ok));
        let error = collect(&["9/9 b - 1".to_owned()]).unwrap_err();
        assert!(error.is::<Usage>(), "{error}");
    }
}
