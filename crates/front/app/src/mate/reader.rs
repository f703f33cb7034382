//! From files to problems: lines of SFEN or JSON, and records whose start is a problem.

use super::MateFailure;
use super::store::{OwnProblem, key};
use crate::document::{open_all, setup_position};
use crate::library::extensions::is_record;
use crate::protocol::MAX_RECORD_BYTES;
use std::path::Path;
use zenpuku_shogi::{Position, Setup, SetupRules};

/// Most problems of a set.
pub(super) const MAX_PROBLEMS: usize = 10_000;
/// Maximum number of reported failures, and of characters in a name.
const MAX_FAILURES: usize = 100;
const MAX_NAME: usize = 100;
/// Extensions of files that hold a problem a line.
const LINES: [&str; 3] = ["jsonl", "ndjson", "sfen"];

/// Collects problems from files.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) problems: Vec<OwnProblem>,
    /// The number of invalid entries, and the first of them.
    pub(super) failed: u32,
    pub(super) failures: Vec<MateFailure>,
}

impl Reader {
    /// Does a file of a folder hold problems, by its name?
    pub(super) fn takes(path: &Path) -> bool {
        has_extension(path, &LINES) || has_extension(path, &["txt"]) || is_record(path)
    }

    /// Is it full?
    pub(super) fn is_full(&self) -> bool {
        self.problems.len() >= MAX_PROBLEMS
    }

    /// Reads a file.
    pub(super) fn file(&mut self, name: &str, bytes: &[u8]) {
        if bytes.len() > MAX_RECORD_BYTES {
            return self.fail(name, None, format!("more than {MAX_RECORD_BYTES} bytes"));
        }
        let lines = |text: &str| has_extension(Path::new(name), &LINES) || looks_like_lines(text);
        match std::str::from_utf8(bytes) {
            Ok(text) if lines(text) => self.lines(name, text),
            Err(error) if lines(&String::from_utf8_lossy(bytes)) => {
                let before = &bytes[..error.valid_up_to()];
                let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
                self.fail(name, Some(line), "text in UTF-8 is expected");
            }
            _ => self.record(name, bytes),
        }
    }

    /// Records an invalid entry.
    pub(super) fn fail(&mut self, file: &str, line: Option<usize>, message: impl Into<String>) {
        self.failed += 1;
        if self.failures.len() < MAX_FAILURES {
            let line = line.and_then(|line| u32::try_from(line).ok());
            self.failures.push(MateFailure {
                file: file.to_owned(),
                line,
                message: message.into(),
            });
        }
    }

    fn lines(&mut self, file: &str, text: &str) {
        let stem = stem(file);
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match parse(line) {
                Ok((name, position, plies)) => {
                    let name = name.unwrap_or_else(|| format!("{stem} {}", index + 1));
                    if !self.put(file, Some(index + 1), &name, &position, plies) {
                        return;
                    }
                }
                Err(message) => self.fail(file, Some(index + 1), message),
            }
        }
    }

    fn record(&mut self, file: &str, bytes: &[u8]) {
        let games = match open_all(bytes, file) {
            Ok(games) => games,
            Err(error) => return self.fail(file, None, error.to_string()),
        };
        let many = games.len() > 1;
        for (index, game) in games.iter().enumerate() {
            let number = many.then_some(index + 1);
            let name = match number {
                Some(number) => format!("{} {number}", stem(file)),
                None => stem(file).to_owned(),
            };
            let tree = game.tree().map_err(|error| error.to_string());
            match tree.and_then(|tree| problem(&tree.start)) {
                Ok(position) if !self.put(file, number, &name, &position, None) => return,
                Ok(_) => {}
                Err(message) => self.fail(file, number, message),
            }
        }
    }

    /// Takes a problem; is there room for more?
    fn put(
        &mut self,
        file: &str,
        line: Option<usize>,
        name: &str,
        position: &Position,
        plies: Option<u32>,
    ) -> bool {
        if self.is_full() {
            self.fail(file, line, format!("a set has at most {MAX_PROBLEMS} problems"));
            return false;
        }
        let sfen = key(position);
        let name = name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        self.problems.push(OwnProblem { name, sfen, plies });
        true
    }
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|e| extensions.contains(&e.to_ascii_lowercase().as_str()))
}

fn stem(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// Does a text hold a problem a line, rather than a record?
fn looks_like_lines(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    // A record in JSON is one object over many lines, or of a field `header` or `moves`.
    let object = first.starts_with('{') && first.ends_with('}') && first.contains("\"sfen\"");
    let words = first.trim_start_matches("position ").trim_start_matches("sfen ");
    let board = words.split_whitespace().next().unwrap_or_default();
    object || board.matches('/').count() >= 2
}

/// One line: SFEN, or a JSON object with `sfen`, perhaps `id` or `name`, `plies` or `mate`.
fn parse(line: &str) -> Result<(Option<String>, Position, Option<u32>), String> {
    if !line.starts_with('{') {
        return Ok((None, sfen(line)?, None));
    }
    let value: serde_json::Value =
        serde_json::from_str(line).map_err(|error| format!("JSON: {error}"))?;
    let text = value["sfen"].as_str().ok_or("JSON: a text field `sfen` is expected")?;
    let name = ["name", "id"].iter().find_map(|&field| match &value[field] {
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    let plies = value["plies"].as_u64().or_else(|| value["mate"].as_u64());
    Ok((name, sfen(text)?, plies.and_then(|plies| u32::try_from(plies).ok())))
}

fn sfen(text: &str) -> Result<Position, String> {
    let text = text.trim();
    let text = text.strip_prefix("position ").unwrap_or(text).trim_start();
    let text = text.strip_prefix("sfen ").unwrap_or(text);
    problem(&Setup::from_sfen(text).map_err(|error| error.to_string())?)
}

fn problem(setup: &Setup) -> Result<Position, String> {
    if *setup == Setup::startpos() {
        return Err("this is the start of a game, no problem".to_owned());
    }
    setup.check(SetupRules::Mate).map_err(|error| error.to_string())?;
    let position = setup_position(setup).ok_or("nothing can be played from there")?;
    if position.king(position.side_to_move().flip()).is_none() {
        return Err("the defender has no king".to_owned());
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "8k/9/8P/8L/9/9/9/9/9 b 2r2b4g4s4n2l17p 1";
    const THREE: &str = "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1";

    fn read(name: &str, text: &str) -> Reader {
        let mut reader = Reader::default();
        reader.file(name, text.as_bytes());
        reader
    }

    #[test]
    fn lines_are_sfen_or_json() {
        let text = format!(
            "\u{feff}# mine\n\n{ONE}\r\nsfen {THREE}\n{{\"id\": 7, \"sfen\": \"{ONE}\", \"mate\": 1}}"
        );
        let reader = read("a/b.txt", &text);
        let found: Vec<_> =
            reader.problems.iter().map(|p| (p.name.as_str(), p.sfen.as_str(), p.plies)).collect();
        assert_eq!(found, [("a/b 3", ONE, None), ("a/b 4", THREE, None), ("7", ONE, Some(1))]);
        assert_eq!(reader.failed, 0);
    }

    #[test]
    fn failures_name_file_and_line() {
        let text = format!(
            "{THREE}\n9/9 b - 1\n{{\"sfen\": 3}}\n{{\n9/9/9/9/4K4/9/9/9/9 b r2b4g4s4n4l18p 1\n"
        );
        let reader = read("set.jsonl", &text);
        let told: Vec<_> = reader.failures.iter().map(|f| (f.line, f.message.as_str())).collect();
        assert_eq!(reader.problems.len(), 1);
        assert_eq!(told.len(), 4, "{told:?}");
        assert!(told[0].0 == Some(2) && told[0].1.starts_with("SFEN board: 2 ranks"), "{told:?}");
        assert_eq!(told[1], (Some(3), "JSON: a text field `sfen` is expected"));
        assert!(told[2].0 == Some(4) && told[2].1.starts_with("JSON: "), "{told:?}");
        assert_eq!(told[3].0, Some(5));
        let mut reader = Reader::default();
        reader.file("bad.txt", &[ONE.as_bytes(), b"\n\xff\xfe"].concat());
        assert_eq!(reader.failures[0].line, Some(2));
    }

    #[test]
    fn a_record_is_the_problem_at_its_start() {
        let kif = "後手の持駒：飛　角二　金三　銀四　桂四　香四　歩十八\n\
            \x20 ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|二\n\
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ 飛 金|四\n\
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n\
            先手の持駒：なし\n先手番\n";
        let reader = read("三手.kif", kif);
        assert_eq!(reader.failures, []);
        assert_eq!(
            (reader.problems[0].name.as_str(), reader.problems[0].sfen.as_str()),
            ("三手", THREE)
        );
        let reader = read("x.kif", "nothing at all");
        assert_eq!(reader.failures[0].message, "this is the start of a game, no problem");
        let reader = read("x.csa", "nothing at all");
        assert_eq!((reader.problems.len(), reader.failures.len()), (0, 1));
    }

    #[test]
    fn folders_give_files_of_problems_only() {
        for (name, taken) in [("a.jsonl", true), ("b.KIF", true), ("c.txt", true), ("d.png", false)]
        {
            assert_eq!(Reader::takes(Path::new(name)), taken, "{name}");
        }
    }
}
