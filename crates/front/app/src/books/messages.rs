//! Opening books.

use crate::protocol::LibraryQuery;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Requests about opening books. In parentheses: the reply. Those with a path are carried out only when the
/// server listens on loopback.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BooksRequest {
    /// All books of the list (`books`).
    #[serde(rename = "book_list")]
    List,
    /// Adds a file of this machine to the list (`books`); a file that is there already is not added again.
    #[serde(rename = "book_open")]
    Open {
        /// Its full path.
        path: String,
    },
    /// Adds an empty book (`books`).
    #[serde(rename = "book_new")]
    New {
        /// Its name, 1 to 80 characters.
        name: String,
    },
    /// Adds a book of the moves played in games of the library (`books`). `work_stop` stops it.
    #[serde(rename = "book_build")]
    Build {
        /// Its name, 1 to 80 characters.
        name: String,
        /// Which games count; order and page do not matter.
        query: Box<LibraryQuery>,
        /// Plies of each game that enter the book, 1 to 200.
        plies: u32,
        /// Moves played less often are left out, from 1.
        least: u32,
    },
    /// Removes a book from the list (`books`); its file stays. Refused (`wrong_state`) when it has unsaved
    /// changes.
    #[serde(rename = "book_close")]
    Close {
        /// The book.
        book: u32,
        /// Also with unsaved changes, which are lost.
        discard: bool,
    },
    /// What a book has for a position (`book`).
    #[serde(rename = "book_look")]
    Look {
        /// The book.
        book: u32,
        /// The position; its move number does not matter.
        sfen: String,
    },
    /// Which moves are those of a book (`book_marks`).
    #[serde(rename = "book_marks")]
    Marks {
        /// The book.
        book: u32,
        /// Positions and the moves played in them, at most 500.
        played: Vec<BookPlayed>,
    },
    /// Adds a move to a position, or changes the one that is there (`books`).
    #[serde(rename = "book_move_set")]
    MoveSet {
        /// The book.
        book: u32,
        /// The position.
        sfen: String,
        /// The move.
        change: BookMoveData,
        /// Does it become the first move, the book's favourite? Otherwise it keeps its place.
        first: bool,
    },
    /// Removes a move of a position (`books`).
    #[serde(rename = "book_move_remove")]
    MoveRemove {
        /// The book.
        book: u32,
        /// The position.
        sfen: String,
        /// The move in USI.
        usi: String,
    },
    /// Replaces the comment of a position (`books`).
    #[serde(rename = "book_comment")]
    Comment {
        /// The book.
        book: u32,
        /// The position.
        sfen: String,
        /// At most 10,000 characters.
        comment: String,
    },
    /// Adds all that another book has to a book, as one change (`books`). Of a move in both, counts are added;
    /// value, depth and reply come from the deeper search; comments and marks of the first book are kept.
    #[serde(rename = "book_merge")]
    Merge {
        /// The book that changes.
        book: u32,
        /// The book that is added.
        other: u32,
    },
    /// Takes back the last unsaved change (`books`).
    #[serde(rename = "book_undo")]
    Undo {
        /// The book.
        book: u32,
        /// Number of the change; another one is `stale`.
        step: u32,
    },
    /// What a file of this name would not have (`book_losses`).
    #[serde(rename = "book_losses")]
    Losses {
        /// The book.
        book: u32,
        /// The full path; its ending is the format: `.db`, `.sbk` or `.ybb`.
        path: String,
    },
    /// Writes a book into a file (`books`).
    #[serde(rename = "book_save")]
    Save {
        /// The book.
        book: u32,
        /// The full path; its ending is the format: `.db`, `.sbk` or `.ybb`.
        path: String,
        /// Writes a copy: the book keeps its own file and its unsaved changes.
        copy: bool,
        /// Replaces another file that is there.
        overwrite: bool,
    },
}

/// A book of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct BookInfo {
    /// Its number.
    pub book: u32,
    /// Its name in the list.
    pub name: String,
    /// The path of its file; empty if it has none.
    pub path: String,
    /// Positions of its file.
    pub positions: u64,
    /// Positions with unsaved changes.
    pub changed: u32,
    /// Number of the last unsaved change; 0 if there is none.
    pub step: u32,
    /// Is it small enough to be changed?
    pub editable: bool,
    /// Why its file cannot be used, in English; absent when it can.
    pub fault: Option<String>,
}

/// A move of a book as its file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(default)]
pub struct BookMoveData {
    /// The move in USI.
    pub usi: String,
    /// The expected reply in USI.
    pub reply: Option<String>,
    /// Value for the side that moves, in centipawns.
    pub value: Option<i32>,
    /// Depth of the search that found the value, in plies.
    pub depth: Option<u32>,
    /// How often it was played, or its weight.
    pub count: Option<u64>,
    /// The author's opinion.
    pub mark: Option<BookMoveMark>,
    /// Comment.
    pub comment: String,
}

/// An author's opinion of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum BookMoveMark {
    /// The only move.
    Forced,
    /// A good move.
    Good,
    /// A doubtful move.
    Doubtful,
    /// A bad move.
    Bad,
}

/// A move of a book with the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct BookShownMove {
    /// The move.
    #[serde(flatten)]
    pub data: BookMoveData,
    /// The move in the usual notation.
    pub kif: String,
    /// The position after it.
    pub sfen: String,
    /// Has the book that position?
    pub more: bool,
}

/// Results of games through a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct BookResults {
    /// Number of games.
    pub games: u32,
    /// Games won by Black.
    pub black_wins: u32,
    /// Games won by White.
    pub white_wins: u32,
}

/// A line of an engine's analysis, as its program wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct BookAnalysis {
    /// Value, in the units and for the side of its program.
    pub value: i32,
    /// Depth in plies.
    pub depth: i32,
    /// Selective depth in plies.
    pub sel_depth: i32,
    /// Nodes searched.
    pub nodes: i64,
    /// The line, in any notation.
    pub line: String,
    /// Name of the engine.
    pub engine: String,
}

/// What a book has for a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct BookPosition {
    /// The position.
    pub sfen: String,
    /// The moves, the first one the book's favourite.
    pub moves: Vec<BookShownMove>,
    /// Comment.
    pub comment: String,
    /// Results of games.
    pub results: Option<BookResults>,
    /// Analyses by engines.
    pub analyses: Vec<BookAnalysis>,
    /// Parts of the file that cannot be read. Those of a file that is searched in place are counted when it is
    /// saved.
    pub skipped: u32,
}

/// A move played in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct BookPlayed {
    /// The position; its move number does not matter.
    pub sfen: String,
    /// The move in USI.
    pub usi: String,
}

/// What a book says about a move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BookMark {
    /// The book has no move in the position.
    Outside,
    /// The book has the move.
    Inside {
        /// Its place among the moves of the book, from 1.
        place: u32,
        /// How often it was played, or its weight.
        count: Option<u64>,
    },
    /// The book has other moves.
    Deviation {
        /// The book's favourite, USI.
        usi: String,
    },
}

/// Parts of a book that a format cannot hold, or that cannot be read in its own file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct BookLoss {
    /// Which parts, in English.
    pub part: String,
    /// How many.
    pub count: u32,
}
