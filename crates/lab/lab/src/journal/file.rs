//! Finished work kept in a file, so that an interrupted experiment resumes.
//!
//! A journal is JSON lines: the first is the identity of the run it belongs to, each further one
//! holds the key and result of a finished unit. A last line cut short by a crash is dropped. Its
//! name has the identity's digest: runs that differ in anything have different journals in one
//! folder, and neither serves or destroys the other.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Journal;
use crate::error::LabError;
use crate::identity::Identity;

/// A journal in a file.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    file: File,
    results: HashMap<String, Value>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    result: Value,
}

impl JournalFile {
    /// The path of a run's journal in its output folder.
    #[must_use]
    pub fn path(folder: &Path, identity: &Identity) -> PathBuf {
        folder.join(format!(".journal-{}.jsonl", identity.digest()))
    }

    /// Opens the journal of a run in its output folder, or starts one.
    ///
    /// # Errors
    /// [`LabError::File`], or [`LabError::Journal`] if the file is something else.
    pub fn open(folder: &Path, identity: &Identity) -> Result<JournalFile, LabError> {
        let path = &JournalFile::path(folder, identity);
        let run = identity.to_json();
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(LabError::file(path)(error)),
        };
        let results = read(path, &text, run)?;
        let fresh = results.is_none();
        let results = results.unwrap_or_default();
        let mut lines = vec![run.to_string()];
        if !fresh {
            lines = complete_lines(&text).map(str::to_owned).collect();
        }
        let mut whole = lines.join("\n");
        whole.push('\n');
        fs::write(path, whole).map_err(LabError::file(path))?;
        let file = OpenOptions::new().append(true).open(path).map_err(LabError::file(path))?;
        Ok(JournalFile { path: path.to_owned(), file, results })
    }

    /// Removes the journal of a run that is complete.
    ///
    /// # Errors
    /// [`LabError::File`].
    pub fn remove(folder: &Path, identity: &Identity) -> Result<(), LabError> {
        let path = JournalFile::path(folder, identity);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(LabError::file(path)(error))
            }
            _ => Ok(()),
        }
    }
}

impl Journal for JournalFile {
    fn recall(&self, key: &str) -> Option<Value> {
        self.results.get(key).cloned()
    }

    fn keep(&mut self, key: &str, result: &Value) -> Result<(), LabError> {
        let line = json!({ "key": key, "result": result });
        writeln!(self.file, "{line}").map_err(LabError::file(&self.path))?;
        self.results.insert(key.to_owned(), result.clone());
        Ok(())
    }
}

/// Lines ended by a line feed; an incomplete last line is dropped.
fn complete_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'))
}

/// The results in a journal of this run; `None` if it is empty or of another run.
fn read(path: &Path, text: &str, run: &Value) -> Result<Option<HashMap<String, Value>>, LabError> {
    let bad = |line: usize, reason: String| LabError::Journal {
        path: path.to_owned(),
        line: line + 1,
        reason,
    };
    let mut lines = complete_lines(text).enumerate();
    let Some((number, first)) = lines.next() else {
        // A non-empty file without a line is not a journal.
        let empty = text.is_empty() || text.starts_with("{\"journal\"");
        return if empty { Ok(None) } else { Err(bad(0, "no line".to_owned())) };
    };
    let header: Value = serde_json::from_str(first).map_err(|e| bad(number, e.to_string()))?;
    if header.get("journal").is_none() {
        return Err(bad(number, "the first line does not say `journal`".to_owned()));
    }
    if header != *run {
        return Ok(None);
    }
    let mut results = HashMap::new();
    for (number, line) in lines {
        let Line { key, result } =
            serde_json::from_str(line).map_err(|error| bad(number, error.to_string()))?;
        results.insert(key, result);
    }
    Ok(Some(results))
}
