//! The file of results of a long run, which is taken up again where it was left.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;
use zenpuku_shogi_mate::{Count, Verdict};

use crate::json;

/// A file of one JSON object a line, in the order in which the problems were finished.
#[derive(Debug)]
pub(super) struct Results {
    file: File,
    name: String,
    done: HashMap<String, Kept>,
}

/// Results of an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) verdict: Verdict,
    pub(super) plies: Option<u64>,
}

/// Selects the valid results of an earlier run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keep {
    /// Those that count plies so.
    pub(super) count: Count,
    /// Only those decided to the end.
    pub(super) retry: bool,
    /// Of those that claim something, only replayed ones.
    pub(super) verify: bool,
    /// Of the shortest mates, only those checked as compositions.
    pub(super) check: bool,
}

impl Keep {
    fn keeps(self, row: &Row) -> bool {
        let open = row.verdict == Verdict::Unknown || row.verdict == Verdict::Mate && !row.shortest;
        let composition = row.verdict == Verdict::Mate && row.shortest;
        row.count == self.count.name()
            && !(self.retry && open)
            && (!self.verify || row.replayed || row.verdict == Verdict::Unknown)
            && (!self.check || row.checked || !composition)
    }
}

impl Results {
    /// Opens or creates the file, and reads the results accepted by `keep`. A
    /// last line that was not written whole is dropped.
    ///
    /// # Errors
    /// If the file cannot be read or written, or a line in it is not a result.
    pub(super) fn open(path: &Path, keep: Keep) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.with_context(|| name.clone())?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| name.clone())?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let text = std::str::from_utf8(&bytes[..whole]).with_context(|| name.clone())?;
        let mut done = HashMap::new();
        for (index, line) in text.lines().enumerate() {
            let (sfen, row) =
                row(line).with_context(|| format!("{name}:{}: no result", index + 1))?;
            if keep.keeps(&row) {
                done.insert(sfen, Kept { verdict: row.verdict, plies: row.plies });
            } else {
                done.remove(&sfen);
            }
        }
        file.set_len(whole as u64).with_context(|| name.clone())?;
        file.seek(SeekFrom::End(0)).with_context(|| name.clone())?;
        Ok(Self { file, name, done })
    }

    /// The stored result of the position.
    pub(super) fn find(&self, sfen: &str) -> Option<Kept> {
        self.done.get(sfen).copied()
    }

    /// Adds a finished problem.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn add(&mut self, row: &impl serde::Serialize) -> anyhow::Result<()> {
        let line = format!("{}\n", json::encode(row)?);
        self.file.write_all(line.as_bytes()).with_context(|| self.name.clone())
    }
}

struct Row {
    verdict: Verdict,
    plies: Option<u64>,
    shortest: bool,
    count: String,
    replayed: bool,
    checked: bool,
}

fn row(line: &str) -> Option<(String, Row)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let verdict = [Verdict::Mate, Verdict::NoMate, Verdict::Unknown]
        .into_iter()
        .find(|verdict| value["result"] == verdict.name())?;
    let row = Row {
        verdict,
        plies: value["plies"].as_u64(),
        shortest: value["shortest"].as_bool()?,
        count: value["count"].as_str()?.to_owned(),
        replayed: value["replayed"].is_object(),
        checked: value["check"].is_object(),
    };
    Some((value["sfen"].as_str()?.to_owned(), row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const KEEP: Keep = Keep { count: Count::Strict, retry: false, verify: false, check: false };

    fn line(sfen: &str, result: &str, shortest: bool) -> Value {
        json!({"sfen": sfen, "result": result, "plies": null, "shortest": shortest, "count": "strict"})
    }

    #[test]
    fn what_was_finished_is_known_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let mut results = Results::open(&path, KEEP).unwrap();
        results.add(&line("a", "mate", true)).unwrap();
        results.add(&line("b", "unknown", false)).unwrap();
        assert_eq!(results.find("a"), None);
        // A crash in the middle of a line.
        results.file.write_all(br#"{"sfen": "c", "resu"#).unwrap();
        let mut results = Results::open(&path, KEEP).unwrap();
        assert_eq!(results.find("a"), Some(Kept { verdict: Verdict::Mate, plies: None }));
        assert!(results.find("b").is_some() && results.find("c").is_none());
        results.add(&line("c", "nomate", false)).unwrap();
        let results = Results::open(&path, Keep { retry: true, ..KEEP }).unwrap();
        assert!(results.find("a").is_some() && results.find("c").is_some());
        assert_eq!(results.find("b"), None);
        for keep in [
            Keep { count: Count::Composer, ..KEEP },
            Keep { verify: true, ..KEEP },
            Keep { check: true, ..KEEP },
        ] {
            assert_eq!(Results::open(&path, keep).unwrap().find("a"), None, "{keep:?}");
        }
    }

    #[test]
    fn a_file_of_other_things_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        std::fs::write(&path, "one\ntwo").unwrap();
        let error = Results::open(&path, KEEP).unwrap_err();
        assert!(error.to_string().ends_with("notes.txt:1: no result"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo");
    }
}
