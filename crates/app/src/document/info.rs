//! A document: a tree with its title, revision and ties.

use super::edit::{Changed, Editor};
use super::store::{Stored, StoredTree};
use super::tree::{ROOT, Step, Tree};
use crate::protocol::{DocumentChange, DocumentInfo, DocumentState, Side};
use std::time::{SystemTime, UNIX_EPOCH};
use zenpuku_shogi::Handicap;

/// A document in memory.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) id: u32,
    pub(crate) revision: u32,
    pub(crate) title: String,
    pub(crate) format: String,
    pub(crate) editor: Editor,
    pub(crate) warnings: Vec<String>,
    pub(crate) games_in_file: u32,
    /// The sample that this is, until it is edited.
    pub(crate) sample: Option<String>,
    /// The game of the Play room, and whether it goes on.
    pub(crate) game: Option<u32>,
    pub(crate) playing: bool,
    pub(crate) library: Option<i64>,
    pub(crate) changed_ms: u64,
    /// Not yet written to disk as it is now.
    pub(crate) dirty: bool,
}

/// Milliseconds since 1970.
pub(crate) fn changed_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl Document {
    pub(crate) fn new(id: u32, title: &str, tree: Tree) -> Self {
        Self {
            id,
            revision: 1,
            title: title.chars().take(200).collect(),
            format: String::new(),
            editor: Editor::new(tree),
            warnings: Vec::new(),
            games_in_file: 1,
            sample: None,
            game: None,
            playing: false,
            library: None,
            changed_ms: changed_now(),
            dirty: true,
        }
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.editor.tree
    }

    pub(crate) fn info(&self) -> DocumentInfo {
        let tree = self.tree();
        let plies = tree.moves_through(ROOT).len();
        DocumentInfo {
            id: self.id,
            revision: self.revision,
            title: self.title.clone(),
            black: tree.header(&["先手", "下手"]).to_owned(),
            white: tree.header(&["後手", "上手"]).to_owned(),
            result: tree.ending().map_or("", |(ending, side)| ending.kif(side)).to_owned(),
            winner: self.winner(),
            date: tree.header(&["開始日時", "対局日", "終了日時"]).chars().take(10).collect(),
            plies: u32::try_from(plies).unwrap_or(u32::MAX),
            format: self.format.clone(),
            game: self.game,
            library: self.library,
            sample: self.sample.clone(),
            changed_ms: self.changed_ms,
        }
    }

    pub(crate) fn winner(&self) -> Option<Side> {
        let (ending, side) = self.tree().ending()?;
        ending.winner(side).map(Into::into)
    }

    pub(crate) fn state(&self) -> DocumentState {
        let tree = self.tree();
        let nodes = tree.subtree(ROOT);
        DocumentState {
            info: self.info(),
            start_sfen: tree.start.to_sfen(),
            handicap: Handicap::of(&tree.start).map(|handicap| handicap.name_ja().to_owned()),
            headers: tree.headers.clone(),
            nodes: nodes.into_iter().filter_map(|id| tree.client_node(id)).collect(),
            can_undo: self.editor.can_undo(),
            can_redo: self.editor.can_redo(),
            warnings: self.warnings.clone(),
            games_in_file: self.games_in_file,
        }
    }

    /// Counts an edit, and says what clients must know; `None` when nothing changed.
    pub(crate) fn commit(&mut self, changed: &Changed) -> Option<DocumentChange> {
        if changed.nodes.is_empty() && changed.removed.is_empty() && !changed.headers {
            return None;
        }
        self.revision += 1;
        self.changed_ms = changed_now();
        self.dirty = true;
        self.sample = None;
        let tree = self.tree();
        Some(DocumentChange {
            info: self.info(),
            nodes: changed.nodes.iter().filter_map(|&id| tree.client_node(id)).collect(),
            removed: changed.removed.clone(),
            headers: changed.headers.then(|| tree.headers.clone()),
            can_undo: self.editor.can_undo(),
            can_redo: self.editor.can_redo(),
            node: Some(changed.node),
        })
    }

    pub(crate) fn stored(&self) -> Stored {
        Stored {
            title: self.title.clone(),
            format: self.format.clone(),
            revision: self.revision,
            warnings: self.warnings.clone(),
            games_in_file: self.games_in_file,
            sample: self.sample.clone(),
            tree: StoredTree::of(self.tree()),
        }
    }

    /// A document from disk; `None` when it was damaged.
    pub(crate) fn restore(id: u32, stored: &Stored) -> Option<Self> {
        let mut document = Self::new(id, &stored.title, stored.tree.tree()?);
        document.revision = stored.revision;
        document.format.clone_from(&stored.format);
        document.warnings.clone_from(&stored.warnings);
        document.games_in_file = stored.games_in_file;
        document.sample.clone_from(&stored.sample);
        document.dirty = false;
        Some(document)
    }

    /// The moves of the main line.
    pub(crate) fn main_moves(&self) -> Vec<String> {
        let line = self.tree().line_through(ROOT).into_iter();
        line.map_while(|id| match self.tree().node(id)?.step {
            Step::Move(mv) => Some(mv.to_string()),
            _ => None,
        })
        .collect()
    }
}
