//! A document: a tree with its title, revision and ties.

use super::edit::{Changed, EditError, Editor};
use super::go::GoGame;
use super::store::{Stored, StoredContent, StoredTree};
use super::tree::{ROOT, Step, Tree};
use crate::protocol::{DocumentChange, DocumentInfo, DocumentState, GameKind, GoKept, Side};
use std::time::{SystemTime, UNIX_EPOCH};
use zenpuku_shogi::Handicap;

/// The contents of a document.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// A tree of shogi moves, with its undo history.
    Shogi(Editor),
    /// A game of go.
    Go(Box<GoGame>),
}

impl From<Tree> for Content {
    fn from(tree: Tree) -> Self {
        Self::Shogi(Editor::new(tree))
    }
}

impl From<GoGame> for Content {
    fn from(game: GoGame) -> Self {
        Self::Go(Box::new(game))
    }
}

impl Content {
    pub(crate) const fn kind(&self) -> GameKind {
        match self {
            Self::Shogi(_) => GameKind::Shogi,
            Self::Go(_) => GameKind::Go,
        }
    }

    /// The tree of a shogi game.
    ///
    /// # Errors
    /// [`EditError::State`] for a game of go.
    pub(crate) const fn tree(&self) -> Result<&Tree, EditError> {
        match self {
            Self::Shogi(editor) => Ok(&editor.tree),
            Self::Go(_) => Err(IS_GO),
        }
    }
}

/// The error for a request for the other kind of game.
const IS_GO: EditError = EditError::State("this document is a game of go");
const IS_SHOGI: EditError = EditError::State("this document is a game of shogi");

/// A document in memory.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) id: u32,
    pub(crate) revision: u32,
    pub(crate) title: String,
    pub(crate) format: String,
    pub(crate) content: Content,
    pub(crate) warnings: Vec<String>,
    pub(crate) games_in_file: u32,
    /// The sample that this is, until it is edited.
    pub(crate) sample: Option<String>,
    /// The game of the Play room, and whether it is running.
    pub(crate) game: Option<u32>,
    pub(crate) playing: bool,
    pub(crate) library: Option<i64>,
    pub(crate) changed_ms: u64,
    /// The current state is not yet written to disk.
    pub(crate) dirty: bool,
}

/// Milliseconds since 1970.
pub(crate) fn changed_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl Document {
    pub(crate) fn new(id: u32, title: &str, content: impl Into<Content>) -> Self {
        Self {
            id,
            revision: 1,
            title: title.chars().take(200).collect(),
            format: String::new(),
            content: content.into(),
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

    /// The tree of a shogi game.
    ///
    /// # Errors
    /// [`EditError::State`] for a game of go.
    pub(crate) const fn tree(&self) -> Result<&Tree, EditError> {
        self.content.tree()
    }

    /// The tree of a shogi game, to be edited.
    ///
    /// # Errors
    /// [`EditError::State`] for a game of go.
    pub(crate) fn editor(&mut self) -> Result<&mut Editor, EditError> {
        match &mut self.content {
            Content::Shogi(editor) => Ok(editor),
            Content::Go(_) => Err(IS_GO),
        }
    }

    /// The game of go.
    ///
    /// # Errors
    /// [`EditError::State`] for a game of shogi.
    pub(crate) fn go(&self) -> Result<&GoGame, EditError> {
        match &self.content {
            Content::Go(game) => Ok(game),
            Content::Shogi(_) => Err(IS_SHOGI),
        }
    }

    pub(crate) fn info(&self) -> DocumentInfo {
        let mut info = DocumentInfo {
            id: self.id,
            kind: self.content.kind(),
            revision: self.revision,
            title: self.title.clone(),
            black: String::new(),
            white: String::new(),
            result: String::new(),
            winner: self.winner(),
            date: String::new(),
            plies: 0,
            format: self.format.clone(),
            game: self.game,
            library: self.library,
            sample: self.sample.clone(),
            changed_ms: self.changed_ms,
        };
        match &self.content {
            Content::Shogi(editor) => describe(&editor.tree, &mut info),
            Content::Go(game) => {
                info.black.clone_from(&game.record.black);
                info.white.clone_from(&game.record.white);
                info.result.clone_from(&game.record.result);
                info.date = game.record.date.chars().take(10).collect();
                info.plies = game.plies();
                if !game.record.name.is_empty() {
                    info.title.clone_from(&game.record.name);
                }
            }
        }
        info
    }

    pub(crate) fn winner(&self) -> Option<Side> {
        match &self.content {
            Content::Shogi(editor) => {
                let (ending, side) = editor.tree.ending()?;
                ending.winner(side).map(Into::into)
            }
            Content::Go(game) => game.winner(),
        }
    }

    pub(crate) fn state(&self) -> DocumentState {
        let mut state = DocumentState {
            info: self.info(),
            start_sfen: String::new(),
            handicap: None,
            headers: Vec::new(),
            nodes: Vec::new(),
            can_undo: false,
            can_redo: false,
            warnings: self.warnings.clone(),
            games_in_file: self.games_in_file,
            go: None,
        };
        match &self.content {
            Content::Shogi(editor) => {
                let tree = &editor.tree;
                state.start_sfen = tree.start.to_sfen();
                let handicap = Handicap::of(&tree.start);
                state.handicap = handicap.map(|handicap| handicap.name_ja().to_owned());
                state.headers.clone_from(&tree.headers);
                let nodes = tree.subtree(ROOT).into_iter();
                state.nodes = nodes.filter_map(|id| tree.client_node(id)).collect();
                (state.can_undo, state.can_redo) = (editor.can_undo(), editor.can_redo());
            }
            Content::Go(game) => state.go = Some(Box::new(game.content())),
        }
        state
    }

    /// Counts an edit and returns the message for clients; `None` if nothing changed.
    pub(crate) fn commit(&mut self, changed: &Changed) -> Option<DocumentChange> {
        if changed.nodes.is_empty() && changed.removed.is_empty() && !changed.headers {
            return None;
        }
        let mut change = self.count_edit();
        let Content::Shogi(editor) = &self.content else { return Some(change) };
        let tree = &editor.tree;
        change.nodes = changed.nodes.iter().filter_map(|&id| tree.client_node(id)).collect();
        change.removed.clone_from(&changed.removed);
        change.headers = changed.headers.then(|| tree.headers.clone());
        (change.can_undo, change.can_redo) = (editor.can_undo(), editor.can_redo());
        change.node = Some(changed.node);
        Some(change)
    }

    /// Stores the user's state of a game of go and returns the message for
    /// clients; `None` if nothing changed.
    ///
    /// # Errors
    /// [`EditError::State`] for a game of shogi.
    pub(crate) fn keep_go(&mut self, kept: GoKept) -> Result<Option<DocumentChange>, EditError> {
        let Content::Go(game) = &mut self.content else { return Err(IS_SHOGI) };
        if game.kept == kept {
            return Ok(None);
        }
        game.kept.clone_from(&kept);
        let go = Some(Box::new(kept));
        Ok(Some(DocumentChange { go, ..self.count_edit() }))
    }

    /// Counts an edit: a change that only reports the new revision.
    fn count_edit(&mut self) -> DocumentChange {
        self.revision += 1;
        self.changed_ms = changed_now();
        self.dirty = true;
        self.sample = None;
        DocumentChange {
            info: self.info(),
            nodes: Vec::new(),
            removed: Vec::new(),
            headers: None,
            can_undo: false,
            can_redo: false,
            node: None,
            go: None,
        }
    }

    pub(crate) fn stored(&self) -> Stored {
        Stored {
            title: self.title.clone(),
            format: self.format.clone(),
            revision: self.revision,
            warnings: self.warnings.clone(),
            games_in_file: self.games_in_file,
            sample: self.sample.clone(),
            content: match &self.content {
                Content::Shogi(editor) => StoredContent::Shogi(StoredTree::of(&editor.tree)),
                Content::Go(game) => StoredContent::Go(Box::new(game.stored())),
            },
        }
    }

    /// A document from disk; `None` when it was damaged.
    pub(crate) fn restore(id: u32, stored: &Stored) -> Option<Self> {
        let content: Content = match &stored.content {
            StoredContent::Shogi(tree) => tree.tree()?.into(),
            StoredContent::Go(game) => GoGame::restore(game)?.into(),
        };
        let mut document = Self::new(id, &stored.title, content);
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
        match &self.content {
            Content::Shogi(editor) => shogi_moves(&editor.tree),
            Content::Go(game) => game.moves().into_iter().map(str::to_owned).collect(),
        }
    }
}

/// The entry of a shogi game in a list.
fn describe(tree: &Tree, info: &mut DocumentInfo) {
    info.black = tree.header(&["先手", "下手"]).to_owned();
    info.white = tree.header(&["後手", "上手"]).to_owned();
    info.result = tree.ending().map_or("", |(ending, side)| ending.kif(side)).to_owned();
    info.date = tree.header(&["開始日時", "対局日", "終了日時"]).chars().take(10).collect();
    info.plies = u32::try_from(tree.moves_through(ROOT).len()).unwrap_or(u32::MAX);
}

fn shogi_moves(tree: &Tree) -> Vec<String> {
    let line = tree.line_through(ROOT).into_iter();
    line.map_while(|id| match tree.node(id)?.step {
        Step::Move(mv) => Some(mv.to_string()),
        _ => None,
    })
    .collect()
}
