//! Where problems come from: arguments, lines of files, start positions of records.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;

use anyhow::Context as _;
use zenpuku_shogi::{Move, Position, Setup, SetupRules};
use zenpuku_shogi_record::{Format, Record};

use crate::exit::Usage;
use crate::files::{self, STANDARD};

/// A position to be searched for mate.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) place: Place,
    /// Its name in the file, if it has one.
    pub(super) id: Option<String>,
    pub(super) position: Position,
    /// Plies to mate as the file states them.
    pub(super) stated: Option<u64>,
    /// The solution that the file gives; empty if it gives none.
    pub(super) intended: Vec<Move>,
    /// Did pieces of the box come into the defender's hand?
    pub(super) rest: bool,
}

impl Problem {
    fn new(place: Place, (position, rest): (Position, bool)) -> Self {
        Self { place, id: None, position, stated: None, intended: Vec::new(), rest }
    }
}

/// The place of a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// `None` for an argument.
    pub(super) file: Option<String>,
    /// Line, or game in a file of games; from 1.
    pub(super) number: Option<usize>,
}

impl Place {
    /// An error message that begins with the place.
    pub(super) fn error(&self, error: &impl fmt::Display) -> String {
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

/// Whose are the pieces that a problem does not have?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// The defender's, in hand: so problems are meant that do not name his hand.
    Defender,
    /// Belongs to no one.
    AsGiven,
}

impl Rest {
    /// The position of a setup, and whether pieces came into the defender's hand.
    fn open(self, setup: &Setup) -> Result<(Position, bool), String> {
        let mut whole = setup.clone();
        if self == Self::Defender {
            whole.rest_to_hand(setup.side_to_move().flip());
        }
        let position = whole.position(SetupRules::Mate).map_err(|error| error.to_string())?;
        Ok((position, whole != *setup))
    }
}

/// All problems of all arguments; a bad line of a file is a separate error.
pub(super) fn collect(
    inputs: &[OsString],
    rest: Rest,
) -> anyhow::Result<Vec<Result<Problem, String>>> {
    if let Some(sfen) = unquoted(inputs) {
        return Ok(vec![Ok(argument(&sfen, rest)?)]);
    }
    let mut problems = Vec::new();
    for input in inputs {
        let path = Path::new(input);
        if path.is_dir() {
            problems.extend(folder(path, rest)?);
        } else if input == STANDARD || path.exists() {
            problems.extend(file(path, rest)?);
        } else if let Some(sfen) = sfen_words(input) {
            problems.push(Ok(argument(sfen, rest)?));
        } else {
            let input = path.display();
            anyhow::bail!("{input}: no such file, and no position in SFEN (board, side, hands)");
        }
    }
    Ok(problems)
}

/// The fields of an SFEN that the shell has taken apart.
fn unquoted(inputs: &[OsString]) -> Option<String> {
    let fields: Vec<&str> = inputs.iter().map(|input| input.to_str()).collect::<Option<_>>()?;
    let fields = fields.strip_prefix(&["sfen"]).unwrap_or(&fields);
    let parted = matches!(fields, [board, side, _, ..]
        if board.contains('/') && matches!(*side, "b" | "w"));
    parted.then(|| fields.join(" "))
}

/// An argument of several words, which may be a position.
fn sfen_words(input: &OsStr) -> Option<&str> {
    input.to_str().filter(|text| text.split_whitespace().nth(1).is_some())
}

fn argument(sfen: &str, rest: Rest) -> anyhow::Result<Problem> {
    let position =
        position(sfen, rest).map_err(|error| Usage::new(format!("{error} in `{sfen}`")))?;
    Ok(Problem::new(Place { file: None, number: None }, position))
}

/// A position whose side to move attacks and may have no king.
fn position(sfen: &str, rest: Rest) -> Result<(Position, bool), String> {
    let sfen = sfen.trim();
    let sfen = sfen.strip_prefix("position ").unwrap_or(sfen).trim_start();
    let sfen = sfen.strip_prefix("sfen ").unwrap_or(sfen);
    rest.open(&Setup::from_sfen(sfen).map_err(|error| error.to_string())?)
}

fn file(path: &Path, rest: Rest) -> anyhow::Result<Vec<Result<Problem, String>>> {
    let name = path.display().to_string();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let problems = match Format::from_extension(&extension) {
        Some(format) if format != Format::Usi => record(path, &name, rest)?,
        _ => lines(&files::read_text(path).with_context(|| name.clone())?, &name, rest),
    };
    anyhow::ensure!(!problems.is_empty(), "{name}: no position in this file");
    Ok(problems)
}

/// Every file of problems below a folder, in the order of their names. A file
/// that cannot be read is a separate error.
fn folder(path: &Path, rest: Rest) -> anyhow::Result<Vec<Result<Problem, String>>> {
    let mut files = Vec::new();
    let mut open = vec![path.to_owned()];
    while let Some(folder) = open.pop() {
        let name = || folder.display().to_string();
        for entry in std::fs::read_dir(&folder).with_context(name)? {
            let entry = entry.with_context(name)?;
            // Links are not followed: they may lead back.
            let kind = entry.file_type().with_context(name)?;
            if kind.is_dir() {
                open.push(entry.path());
            } else if kind.is_file() && is_problem_file(&entry.path()) {
                files.push(entry.path());
            }
        }
    }
    anyhow::ensure!(!files.is_empty(), "{}: no file of problems in this folder", path.display());
    files.sort();
    let read = |path: &std::path::PathBuf| {
        file(path, rest).unwrap_or_else(|error| vec![Err(format!("{error:#}"))])
    };
    Ok(files.iter().flat_map(read).collect())
}

fn is_problem_file(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let lines = matches!(extension.as_str(), "jsonl" | "sfen" | "txt");
    let record = Format::from_extension(&extension).is_some_and(|format| !format.is_binary());
    lines || record && extension != "log"
}

/// The start positions of a record's games, their main lines as the intended solutions.
fn record(path: &Path, name: &str, rest: Rest) -> anyhow::Result<Vec<Result<Problem, String>>> {
    let document = files::read_record(path).with_context(|| name.to_owned())?;
    let many = document.records.len() > 1;
    let problem = |(index, record): (usize, &Record)| {
        let number = many.then_some(index + 1);
        let place = Place { file: Some(name.to_owned()), number };
        let position = rest.open(record.start()).map_err(|error| place.error(&error))?;
        let moves = record.main_line().map_while(|id| record.node(id).played());
        Ok(Problem { intended: moves.collect(), ..Problem::new(place, position) })
    };
    Ok(document.records.iter().enumerate().map(problem).collect())
}

fn lines(text: &str, name: &str, rest: Rest) -> Vec<Result<Problem, String>> {
    text.trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(index, line)| {
            let place = Place { file: Some(name.to_owned()), number: Some(index + 1) };
            parse(line, &place, rest).map_err(|error| place.error(&error))
        })
        .collect()
}

/// One line: SFEN, or a JSON object with `sfen`, perhaps `id`, the plies `plies` or `mate`, and
/// the solution `pv`.
fn parse(line: &str, place: &Place, rest: Rest) -> Result<Problem, String> {
    if !line.trim_start().starts_with('{') {
        return Ok(Problem::new(place.clone(), position(line, rest)?));
    }
    let value: serde_json::Value =
        serde_json::from_str(line).map_err(|error| format!("JSON: {error}"))?;
    let sfen = value["sfen"].as_str().ok_or("JSON: a text field `sfen` is expected")?;
    let id = match &value["id"] {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let opened = position(sfen, rest)?;
    let stated = value["plies"].as_u64().or_else(|| value["mate"].as_u64());
    let intended = intended(&opened.0, value["pv"].as_str().unwrap_or_default())?;
    Ok(Problem { id, stated, intended, ..Problem::new(place.clone(), opened) })
}

/// The moves of a solution in USI notation.
fn intended(position: &Position, moves: &str) -> Result<Vec<Move>, String> {
    let mut at = position.clone();
    let play = |usi: &str| {
        let mv = at.read_usi(usi).map_err(|error| format!("JSON `pv`: {error}"))?;
        at.do_move(mv);
        Ok(mv)
    };
    moves.split_whitespace().map(play).collect()
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
            lines(&text, "f", Rest::Defender).into_iter().collect::<Result<_, _>>().unwrap();
        let numbers: Vec<_> = problems.iter().map(|problem| problem.place.number).collect();
        assert_eq!(numbers, [Some(3), Some(4), Some(5)]);
        assert_eq!(problems[2].id.as_deref(), Some("7"));
    }

    #[test]
    fn errors_name_file_and_line() {
        let error = |text: &str| lines(text, "f", Rest::Defender).remove(0).unwrap_err();
        assert!(error("\n9/9 b - 1").starts_with("f:2: SFEN board: 2 ranks"));
        assert!(error("{\"sfen\": 3}").starts_with("f:1: JSON: a text field `sfen`"));
        assert!(error("{").starts_with("f:1: JSON: "));
    }

    #[cfg(unix)]
    #[test]
    fn files_without_an_end_are_refused() {
        let error = collect(&["/dev/zero".into()], Rest::Defender).unwrap_err();
        assert!(format!("{error:#}").starts_with("/dev/zero: more than the limit"), "{error:#}");
    }

    #[test]
    fn an_sfen_need_not_be_quoted() {
        let words: Vec<OsString> = ONE.split(' ').map(OsString::from).collect();
        assert_eq!(unquoted(&words).as_deref(), Some(ONE));
        assert_eq!(unquoted(&["a/b".into(), "c".into()]), None);
        assert!(
            collect(&[ONE.into(), ONE.into()], Rest::Defender).unwrap().iter().all(Result::is_ok)
        );
        let error = collect(&["9/9 b - 1".into()], Rest::Defender).unwrap_err();
        assert!(error.is::<Usage>(), "{error}");
    }
}
