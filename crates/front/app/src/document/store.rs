//! The stored form of a document: JSON that a later version can read.

use super::go::{GoGame, StoredGo};
use super::tree::{ROOT, Step, Tree};
use crate::protocol::{GameKind, HeaderField, Side};
use serde::{Deserialize, Serialize};
use zenpuku_shogi::Setup;
use zenpuku_shogi_record::{Broken, Ending, Fault, Note};

/// A document on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Stored {
    pub(crate) title: String,
    pub(crate) format: String,
    pub(crate) revision: u32,
    #[serde(default)]
    pub(crate) warnings: Vec<String>,
    #[serde(default)]
    pub(crate) games_in_file: u32,
    /// The sample that this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sample: Option<String>,
    /// In a field named after its kind.
    #[serde(flatten)]
    pub(crate) content: StoredContent,
}

/// The contents of a document on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum StoredContent {
    /// A tree of shogi moves.
    #[serde(rename = "tree")]
    Shogi(StoredTree),
    /// A game of go.
    #[serde(rename = "go")]
    Go(Box<StoredGo>),
}

impl Stored {
    /// Returns which game it is.
    pub(crate) const fn kind(&self) -> GameKind {
        match self.content {
            StoredContent::Shogi(_) => GameKind::Shogi,
            StoredContent::Go(_) => GameKind::Go,
        }
    }

    /// Returns its game of go, if it is one.
    pub(crate) fn go_game(&self) -> Option<GoGame> {
        match &self.content {
            StoredContent::Shogi(_) => None,
            StoredContent::Go(stored) => GoGame::restore(stored),
        }
    }
}

/// A tree on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredTree {
    start: String,
    headers: Vec<HeaderField>,
    next: u32,
    /// Parents before children.
    nodes: Vec<StoredNode>,
}

/// A node on disk, without derivable data.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredNode {
    id: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parent: Option<u32>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    usi: String,
    /// KIF's word of an ending, in unreadable text too.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    end: String,
    /// The side to move at an ending in unreadable text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<Side>,
    /// Unreadable text, and why; an illegal move may be known as `usi`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    broken: Option<(String, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<u64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bookmarks: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    /// Only where they do not follow the order of ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    children: Vec<u32>,
}

impl StoredTree {
    pub(crate) fn of(tree: &Tree) -> Self {
        let ids = tree.subtree(ROOT);
        Self {
            start: tree.start.to_sfen(),
            headers: tree.headers.clone(),
            next: tree.next,
            nodes: ids.into_iter().filter_map(|id| stored_node(tree, id)).collect(),
        }
    }

    /// The tree again; `None` when the text was damaged.
    pub(crate) fn tree(&self) -> Option<Tree> {
        let mut tree = Tree::new(Setup::from_sfen(&self.start).ok()?)?;
        tree.headers.clone_from(&self.headers);
        for stored in &self.nodes {
            restore_node(&mut tree, stored)?;
        }
        for stored in self.nodes.iter().filter(|stored| !stored.children.is_empty()) {
            let node = tree.nodes.get_mut(&stored.id)?;
            let (mut old, mut new) = (node.children.clone(), stored.children.clone());
            node.children.clone_from(&stored.children);
            old.sort_unstable();
            new.sort_unstable();
            if old != new {
                return None;
            }
        }
        tree.next = tree.next.max(self.next);
        Some(tree)
    }
}

fn stored_node(tree: &Tree, id: u32) -> Option<StoredNode> {
    let node = tree.node(id)?;
    let (mut usi, mut end, mut turn, mut broken) = (String::new(), String::new(), None, None);
    match &node.step {
        Step::Start => {}
        Step::Move(mv) => usi = mv.to_string(),
        Step::End(ending) => ending.kif(node.turn).clone_into(&mut end),
        Step::Broken(text) => {
            broken = Some((text.text.clone(), text.fault.to_string()));
            usi = text.attempt.map(|mv| mv.to_string()).unwrap_or_default();
            if let Some((ending, side)) = &text.ending {
                ending.kif(*side).clone_into(&mut end);
                turn = Some((*side).into());
            }
        }
    }
    let texts = |wanted: fn(&Note) -> Option<&String>| {
        node.notes.iter().filter_map(wanted).cloned().collect()
    };
    Some(StoredNode {
        id,
        parent: node.parent,
        usi,
        end,
        turn,
        broken,
        time: node.time_ms,
        comment: node.comment.clone(),
        bookmarks: texts(|note| match note {
            Note::Bookmark(text) => Some(text),
            _ => None,
        }),
        remarks: texts(|note| match note {
            Note::Remark(text) => Some(text),
            _ => None,
        }),
        children: if node.children.is_sorted() { Vec::new() } else { node.children.clone() },
    })
}

fn ending(word: &str) -> Ending {
    Ending::from_kif(word).unwrap_or_else(|| Ending::Other(word.to_owned()))
}

fn restore_node(tree: &mut Tree, stored: &StoredNode) -> Option<()> {
    if let Some(parent) = stored.parent {
        if stored.id <= parent || tree.nodes.contains_key(&stored.id) {
            return None;
        }
        let position = tree.position(parent)?;
        let step = if let Some((text, fault)) = &stored.broken {
            Step::Broken(Box::new(Broken {
                text: text.clone(),
                fault: Fault::Told(fault.clone()),
                ending: stored.turn.map(|side| (ending(&stored.end), side.into())),
                attempt: Broken::attempt_of(&position, &stored.usi),
                comments: Vec::new(),
            }))
        } else if !stored.usi.is_empty() {
            Step::Move(position.parse_usi(&stored.usi)?)
        } else {
            Step::End(ending(&stored.end))
        };
        let node = tree.make(parent, step, &position)?;
        tree.push(stored.id, node);
    } else if stored.id != ROOT {
        return None;
    }
    let node = tree.nodes.get_mut(&stored.id)?;
    node.time_ms = stored.time;
    node.comment.clone_from(&stored.comment);
    node.notes = stored.bookmarks.iter().cloned().map(Note::Bookmark).collect();
    node.notes.extend(stored.remarks.iter().cloned().map(Note::Remark));
    Some(())
}
