//! Game records as trees that several clients may view and edit.

use crate::protocol::{GoContent, GoKept, GoPosition, Side};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Requests about documents. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DocumentRequest {
    /// Opens a record as a new document (`document`).
    #[serde(rename = "document_open")]
    Open {
        /// What to open.
        source: Source,
        /// Which game of a file with several, from 0.
        #[serde(default)]
        game_index: Option<u32>,
    },
    /// The current document; later changes reach the client as `document` events.
    #[serde(rename = "document_get")]
    Get {
        /// Its id.
        document: u32,
    },
    /// The client leaves the document. It is kept as long as another session or a game has it
    /// (`ok`).
    #[serde(rename = "document_close")]
    Close {
        /// Its id.
        document: u32,
    },
    /// Documents on this server, latest first, some at a time (`documents`).
    #[serde(rename = "document_list")]
    List {
        /// How many later ones are known already.
        #[serde(default)]
        offset: u32,
        /// Only documents of this game; of all games when absent.
        #[serde(default)]
        kind: Option<GameKind>,
    },
    /// Sets the comment of a node; empty: none (`edited`).
    CommentSet {
        /// The document.
        document: u32,
        /// The node.
        node: u32,
        /// The comment, lines joined by `\n`.
        comment: String,
    },
    /// Adds a move after a node, or finds it there (`edited`).
    NodeAdd {
        /// The document.
        document: u32,
        /// The node before.
        parent: u32,
        /// The move in USI.
        usi: String,
    },
    /// Deletes a node with all that follows (`edited`; its node is the parent).
    NodeDelete {
        /// The document.
        document: u32,
        /// The node; not the start position.
        node: u32,
    },
    /// Makes a variation more important (`edited`).
    NodePromote {
        /// The document.
        document: u32,
        /// The node.
        node: u32,
        /// All the way: its line becomes the main line. Otherwise one place up.
        main: bool,
    },
    /// Sets the header fields (`edited`).
    HeadersSet {
        /// The document.
        document: u32,
        /// All fields.
        headers: Vec<HeaderField>,
    },
    /// Takes back the last edit (`edited`).
    Undo {
        /// The document.
        document: u32,
    },
    /// Makes the edit again that was taken back (`edited`).
    Redo {
        /// The document.
        document: u32,
    },
}

/// Where a document comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Source {
    /// A file sent before by `POST /api/upload`.
    Upload {
        /// The id that the upload was given.
        upload: String,
    },
    /// Pasted text of any record format, or one SFEN. Text that begins as SGF does, or whose name ends with `.sgf`,
    /// is a game of go.
    Text {
        /// The text.
        text: String,
        /// A file name, if there is one; its extension is a hint only.
        #[serde(default)]
        name: Option<String>,
    },
    /// A built-in sample.
    Sample {
        /// Its id.
        sample: String,
    },
    /// A game of the library.
    Library {
        /// Its number there.
        game: i64,
    },
    /// A position without moves.
    Position {
        /// The position.
        sfen: String,
    },
    /// An empty game.
    New {
        /// Name of the handicap; the even game when absent.
        #[serde(default)]
        handicap: Option<String>,
    },
    /// A position of go without moves.
    GoPosition {
        /// The position.
        position: GoPosition,
        /// Rules by name.
        rules: String,
    },
}

/// Which game a document or a game of the library is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// Shogi.
    #[default]
    Shogi,
    /// Go.
    Go,
}

impl GameKind {
    /// Returns its name, as in messages and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shogi => "shogi",
            Self::Go => "go",
        }
    }
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// The start position; node 0.
    Start,
    /// A legal move.
    Move,
    /// The end of the game: resignation, mate, repetition ...
    End,
    /// Text of the file that could not be read as moves.
    Broken,
}

/// A node of a game tree. Ids are never used again within a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TreeNode {
    /// Its id.
    pub id: u32,
    /// The node before; absent for the start position.
    pub parent: Option<u32>,
    /// The continuations: the first is the line itself, the others are variations.
    pub children: Vec<u32>,
    /// Number of the move in its line, 0 for the start position.
    pub ply: u32,
    /// What it is.
    pub kind: NodeKind,
    /// The move in USI, empty for other kinds.
    pub usi: String,
    /// The move as people write it (`☗７六歩(77)`), the word of an ending, or the broken text.
    pub text: String,
    /// The position at the node.
    pub sfen: String,
    /// Side to move at the node.
    pub turn: Side,
    /// Is the side to move in check?
    pub check: bool,
    /// Milliseconds spent on the move, where known.
    pub time_ms: Option<u64>,
    /// The comment, lines joined by `\n`; empty without.
    pub comment: String,
    /// Why the text is broken; empty for other kinds.
    pub fault: String,
}

/// A line before the first move: names, date, event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct HeaderField {
    /// KIF's Japanese key: `先手`, `後手`, `開始日時`, `棋戦`, `場所` ...
    pub key: String,
    /// Its text.
    pub value: String,
}

/// An entry of a list of documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DocumentInfo {
    /// Its id.
    pub id: u32,
    /// Which game it is.
    pub kind: GameKind,
    /// Grows by one with every change.
    pub revision: u32,
    /// File name or title.
    pub title: String,
    /// Name of Black, empty when unknown.
    pub black: String,
    /// Name of White, empty when unknown.
    pub white: String,
    /// The result in the record's words, empty when unknown.
    pub result: String,
    /// Who won, where the record says it.
    pub winner: Option<Side>,
    /// The date in the record's words, empty when unknown.
    pub date: String,
    /// Moves of the main line.
    pub plies: u32,
    /// Format it was read from: `KIF`, `CSA` ...; empty for documents made here.
    pub format: String,
    /// The game of the Play room that this document records.
    pub game: Option<u32>,
    /// The library's game it came from or was saved as.
    pub library: Option<i64>,
    /// The sample that this is, until it is edited.
    pub sample: Option<String>,
    /// Last change, milliseconds since 1970.
    pub changed_ms: u64,
}

/// A whole document. The fields from `start_sfen` to `can_redo` are empty for a game of go, which is in `go`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DocumentState {
    /// What a list shows.
    pub info: DocumentInfo,
    /// The start position.
    pub start_sfen: String,
    /// Name of the handicap, when the start position is a customary one.
    pub handicap: Option<String>,
    /// Header fields in order.
    pub headers: Vec<HeaderField>,
    /// All nodes, parents before children.
    pub nodes: Vec<TreeNode>,
    /// Is there something to undo?
    pub can_undo: bool,
    /// Is there something to redo?
    pub can_redo: bool,
    /// Problems in the file, with their places.
    pub warnings: Vec<String>,
    /// Games in the file it came from; open another one with `game_index`.
    pub games_in_file: u32,
    /// The game of go, if it is one.
    pub go: Option<Box<GoContent>>,
}

/// The changes of an edit. It brings revision `info.revision - 1` to
/// `info.revision`; a client with another one requests the whole document again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DocumentChange {
    /// The current entry of the document.
    pub info: DocumentInfo,
    /// New nodes and nodes that changed, parents before children.
    pub nodes: Vec<TreeNode>,
    /// Nodes that are gone.
    pub removed: Vec<u32>,
    /// The header fields, when they changed.
    pub headers: Option<Vec<HeaderField>>,
    /// Is there something to undo?
    pub can_undo: bool,
    /// Is there something to redo?
    pub can_redo: bool,
    /// The node that the edit is about: a client that made it goes there.
    pub node: Option<u32>,
    /// The user's state of a game of go, if it changed.
    pub go: Option<Box<GoKept>>,
}

/// A built-in sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SampleInfo {
    /// Its id.
    pub id: String,
    /// The room that shows it: `analyse` or `play`.
    pub room: String,
    /// Title in Japanese.
    pub title_ja: String,
    /// Title in English.
    pub title_en: String,
}
