//! The library of games on disk.

use crate::protocol::{Budget, GameKind, Side};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Requests about the library. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LibraryRequest {
    /// Searches the library (`library`).
    #[serde(rename = "library_search")]
    Search {
        /// What for.
        query: LibraryQuery,
    },
    /// The watched folders (`library_folders`).
    #[serde(rename = "library_folders")]
    Folders,
    /// Imports a folder of the server's machine, and looks at it again while the app runs
    /// (`library_folders`).
    #[serde(rename = "library_watch_folder")]
    WatchFolder {
        /// Its full path.
        path: String,
        /// Are new games put into the queue of analyses?
        analyse: bool,
    },
    /// Changes whether new games of a watched folder are analysed (`library_folders`).
    #[serde(rename = "library_change_folder")]
    ChangeFolder {
        /// The folder.
        folder: i64,
        /// Are new games put into the queue of analyses?
        analyse: bool,
    },
    /// Watches a folder no longer; its games stay (`library_folders`).
    #[serde(rename = "library_forget_folder")]
    ForgetFolder {
        /// The folder.
        folder: i64,
    },
    /// Imports games (`job`).
    #[serde(rename = "library_import")]
    Import {
        /// What.
        source: ImportSource,
    },
    /// Deletes games from the library (`ok`). For 30 days `library_restore` brings them back.
    #[serde(rename = "library_delete")]
    Delete {
        /// Their numbers, at most 1,000.
        games: Vec<i64>,
    },
    /// Brings deleted games back, with their analyses (`library_restored`).
    #[serde(rename = "library_restore")]
    Restore {
        /// Their numbers, at most 1,000.
        games: Vec<i64>,
    },
    /// Changes a mark of games: star, tag or note (`ok`).
    #[serde(rename = "library_mark")]
    Mark {
        /// Their numbers, at most 1,000; unknown ones do not matter.
        games: Vec<i64>,
        /// The mark.
        mark: LibraryMark,
    },
    /// The numbers of all games of a search (`library_numbers`).
    #[serde(rename = "library_numbers")]
    Numbers {
        /// What for; its page does not matter.
        query: LibraryQuery,
    },
    /// Puts games that have no analysis into the queue of analyses, as one job (`library_queued`).
    #[serde(rename = "library_analyse")]
    Analyse {
        /// Their numbers, at most 1,000.
        games: Vec<i64>,
        /// How long to think about a position; as in the settings if it is missing.
        budget: Option<Budget>,
    },
    /// Games that are there more than once (`library_duplicates`).
    #[serde(rename = "library_duplicates")]
    Duplicates,
    /// Players with the number of their games (`library_players`).
    #[serde(rename = "library_players")]
    Players,
    /// A player's games in numbers (`library_player`).
    #[serde(rename = "library_player")]
    Player {
        /// The player's names, 1 to 20; blanks, case and width of letters do not matter.
        names: Vec<String>,
    },
    /// The library in numbers (`library_stats`).
    #[serde(rename = "library_stats")]
    Stats,
    /// The moves played in a position (`explorer`).
    Explorer {
        /// The position; its move number does not matter.
        sfen: String,
        /// Which games count; position, order and page do not matter.
        #[serde(default)]
        query: Box<LibraryQuery>,
    },
}

/// A change of the user's marks of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LibraryMark {
    /// Sets or removes the star.
    Star {
        /// Is there one from now on?
        on: bool,
    },
    /// Adds or removes a tag.
    Tag {
        /// Its name: 1 to 40 characters in one line, blanks at the ends apart.
        name: String,
        /// Is it there from now on?
        on: bool,
    },
    /// Replaces the note.
    Note {
        /// At most 10,000 characters.
        text: String,
    },
}

/// The user's marks of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LibraryMarks {
    /// Has it a star?
    pub star: bool,
    /// The note; may be empty.
    pub note: String,
    /// Tags in the order of their names, at most 20.
    pub tags: Vec<String>,
}

/// Result to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum ResultFilter {
    /// Black won.
    Black,
    /// White won.
    White,
    /// A draw.
    Draw,
    /// Unknown or broken off.
    Open,
}

/// Order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum LibraryOrder {
    /// Latest game first.
    #[default]
    DateDown,
    /// Oldest game first.
    DateUp,
    /// Last imported first.
    Imported,
    /// Longest first.
    PliesDown,
    /// By Black's name.
    Black,
    /// By White's name.
    White,
}

/// The query. Absent fields are ignored; all given conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(default)]
pub struct LibraryQuery {
    /// Only this game.
    pub kind: Option<GameKind>,
    /// Part of a player's name, either side.
    pub player: Option<String>,
    /// The player must have had this side.
    pub player_side: Option<Side>,
    /// First day, `YYYY-MM-DD` or a beginning of it.
    pub date_from: Option<String>,
    /// Last day, `YYYY-MM-DD` or a beginning of it.
    pub date_to: Option<String>,
    /// Part of the event's name.
    pub event: Option<String>,
    /// Result.
    pub result: Option<ResultFilter>,
    /// Part of the name of an opening: `四間飛車`, `居飛車`.
    pub opening: Option<String>,
    /// Part of the name of a castle built in the game: `美濃`.
    pub castle: Option<String>,
    /// A position that occurred, SFEN; its move number does not matter.
    pub sfen: Option<String>,
    /// Pieces on their squares and in hand at some time of the game, as the SFEN of a board with nothing else;
    /// whose turn it is does not matter.
    pub pieces: Option<String>,
    /// The pieces may also be the other side's, with the board turned.
    pub pieces_turned: Option<bool>,
    /// First moves in USI, in this order.
    pub moves: Option<Vec<String>>,
    /// Only games with a star, or only those without one.
    pub starred: Option<bool>,
    /// A tag, its whole name.
    pub tag: Option<String>,
    /// A kind of mistake in an analysed game, by the searched player, if any:
    /// `mistake`, `blunder`, `missed_mate`, or the motif of a reason, as
    /// `fork`.
    pub mistake: Option<String>,
    /// Only games of these numbers, at most 1,000.
    pub games: Option<Vec<i64>>,
    /// Order of the list.
    pub order: LibraryOrder,
    /// Entries to skip.
    pub offset: u32,
    /// Entries wanted, at most 200; 50 when 0.
    pub limit: u32,
}

/// A game of the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LibraryGame {
    /// Its number.
    pub game: i64,
    /// Which game it is.
    pub kind: GameKind,
    /// Name of Black.
    pub black: String,
    /// Name of White.
    pub white: String,
    /// Day, `YYYY-MM-DD` or shorter, empty when unknown.
    pub date: String,
    /// Event, empty when unknown.
    pub event: String,
    /// Who won.
    pub winner: Option<Side>,
    /// How it ended, in the record's words.
    pub result: String,
    /// Moves.
    pub plies: u32,
    /// Openings, Black's then White's, as far as recognised.
    pub openings: [String; 2],
    /// Castles that were built, `☗美濃囲い`.
    pub castles: Vec<String>,
    /// Handicap, empty for even games.
    pub handicap: String,
    /// File it was imported from.
    pub file: String,
    /// Is there a stored analysis?
    pub analysed: bool,
    /// With a position in the query: the ply at which it occurred first.
    pub ply: Option<u32>,
    /// The user's marks.
    pub marks: LibraryMarks,
}

/// A page of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LibraryPage {
    /// Games found in all.
    pub total: u32,
    /// Those of the page.
    pub games: Vec<LibraryGame>,
}

/// What became of games that were to be analysed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LibraryQueued {
    /// Those that wait for their analysis now.
    pub queued: Vec<i64>,
    /// Those that need no analysis or cannot have one: analysed or waiting already, games of go, games without moves.
    pub skipped: Vec<i64>,
    /// Those for which the queue has no room.
    pub left: Vec<i64>,
}

/// What to import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ImportSource {
    /// A folder of the machine that the server runs on, with all below it.
    Folder {
        /// Its path.
        path: String,
    },
    /// Files sent before by `POST /api/upload`.
    Uploads {
        /// Their ids.
        uploads: Vec<String>,
    },
    /// An open document.
    Document {
        /// Its id.
        document: u32,
    },
}

/// A file that could not be imported, or a folder that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ImportFailure {
    /// The file or folder.
    pub file: String,
    /// Why.
    pub message: String,
}

/// How an import went so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ImportReport {
    /// Games added.
    pub added: u32,
    /// Games that were there already: the same start position, moves, players and date.
    pub duplicates: u32,
    /// Files that failed, and folders below the imported one that cannot be read.
    pub failed: u32,
    /// The first hundred failures.
    pub failures: Vec<ImportFailure>,
}

/// One move of the opening explorer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ExplorerMove {
    /// The move in USI.
    pub usi: String,
    /// The move as people write it.
    pub kif: String,
    /// The position after it.
    pub sfen: String,
    /// Games with it.
    pub games: u32,
    /// Of them won by Black.
    pub black_wins: u32,
    /// Of them won by White.
    pub white_wins: u32,
    /// Of them drawn.
    pub draws: u32,
    /// Day of the latest, empty when unknown.
    pub last: String,
}

/// The moves played in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ExplorerPage {
    /// The position.
    pub sfen: String,
    /// Games in which it occurred.
    pub games: u32,
    /// The moves, most frequent first.
    pub moves: Vec<ExplorerMove>,
}

/// The library in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LibraryStats {
    /// Games.
    pub games: u32,
    /// Distinct players' names.
    pub players: u32,
    /// Games with an analysis.
    pub analysed: u32,
    /// Games with a star.
    pub starred: u32,
    /// Tags with the number of their games, by name.
    pub tags: Vec<(String, u32)>,
    /// Date of the earliest game, empty when unknown.
    pub first_date: String,
    /// Date of the latest game, empty when unknown.
    pub last_date: String,
    /// Openings by number of games, most frequent first, at most 50.
    pub openings: Vec<(String, u32)>,
    /// Castles by number of games, most frequent first, at most 50.
    pub castles: Vec<(String, u32)>,
}

/// A folder whose new and changed records are imported while the app runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct WatchedFolder {
    /// Its number.
    pub folder: i64,
    /// Its full path.
    pub path: String,
    /// Are new games put into the queue of analyses?
    pub analyse: bool,
    /// Could it not be found when it was looked at last?
    pub missing: bool,
    /// Files that were read.
    pub files: u32,
}
