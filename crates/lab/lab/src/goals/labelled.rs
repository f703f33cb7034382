//! Games with labels of people: what castles and openings they saw in them.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};
use zenpuku_report::{Cell, Table};
use zenpuku_shogi::{Move, Position};

use crate::error::LabError;

/// A game as its file has it.
#[derive(Deserialize)]
pub(super) struct LabelledGame {
    /// Its line in the file, from 1.
    #[serde(skip)]
    pub(super) line: usize,
    sfen: String,
    moves: String,
    #[serde(default)]
    labels: Map<String, Value>,
}

impl LabelledGame {
    /// The labels under a key, which are parted by commas.
    pub(super) fn labels_of(&self, key: &str) -> impl Iterator<Item = &str> {
        let text = self.labels.get(key).and_then(Value::as_str).unwrap_or_default();
        text.split(',').map(str::trim).filter(|label| !label.is_empty())
    }

    /// Calls `follow` for every move: the position before it, the move, the position after it.
    pub(super) fn replay(
        &self,
        path: &Path,
        mut follow: impl FnMut(&Position, Move, &Position),
    ) -> Result<(), LabError> {
        let mut before = if self.sfen == "startpos" {
            Position::startpos()
        } else {
            Position::from_sfen(&self.sfen).map_err(|error| bad(path, self.line, &error))?
        };
        for usi in self.moves.split_whitespace() {
            let mv = before.read_usi(usi).map_err(|error| bad(path, self.line, &error))?;
            let mut after = before.without_history();
            after.try_do_move(mv).map_err(|error| bad(path, self.line, &error))?;
            follow(&before, mv, &after);
            before = after;
        }
        Ok(())
    }
}

/// The games of the file that have labels under one of the `keys`.
pub(super) fn read(path: &Path, keys: &[&str]) -> Result<Vec<LabelledGame>, LabError> {
    let text = fs::read_to_string(path).map_err(LabError::file(path))?;
    let mut games = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut game: LabelledGame =
            serde_json::from_str(line).map_err(|error| bad(path, index + 1, &error))?;
        game.line = index + 1;
        // A file may contain games without labels.
        if keys.iter().any(|key| game.labels.contains_key(*key)) {
            games.push(game);
        }
    }
    Ok(games)
}

fn bad(path: &Path, line: usize, reason: &dyn std::fmt::Display) -> LabError {
    LabError::GivenData { path: path.to_owned(), line, reason: reason.to_string() }
}

/// How often a label was given by people, by us, by both.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    labelled: u64,
    found: u64,
    both: u64,
}

impl Counts {
    /// Notes a game, or a side of it: who gives the label, if only one does.
    pub(super) fn note(&mut self, labelled: bool, found: bool) -> Option<&'static str> {
        self.labelled += u64::from(labelled);
        self.found += u64::from(found);
        self.both += u64::from(labelled && found);
        (labelled != found).then_some(if found { "we" } else { "the label" })
    }
}

/// A row of counts, precision and recall for each name in the column `what`; the sum's is named `all`.
pub(super) fn table<'a>(
    title: String,
    what: &'static str,
    names: impl Iterator<Item = &'a str>,
    counts: &[Counts],
    all: &'a str,
) -> Result<Table, LabError> {
    let columns = [what, "labelled", "recognised", "both", "precision", "recall"];
    let mut table = Table::new(title, columns);
    let sum = counts.iter().fold(Counts::default(), |sum, count| Counts {
        labelled: sum.labelled + count.labelled,
        found: sum.found + count.found,
        both: sum.both + count.both,
    });
    for (name, count) in names.chain([all]).zip(counts.iter().chain([&sum])) {
        let part = |of: u64| Cell::fixed(count.both as f64 / of.max(1) as f64, 3);
        table.push(vec![
            name.into(),
            count.labelled.into(),
            count.found.into(),
            count.both.into(),
            part(count.found),
            part(count.labelled),
        ])?;
    }
    Ok(table)
}
