//! What a client may ask for.

use super::{
    AnalysisTarget, Budget, ClockSetting, GoPosition, HeaderField, ImportSource, LibraryQuery,
    Seat, Settings, Side, Source,
};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A request. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// First message of every connection (`welcome`).
    Hello {
        /// [`super::PROTOCOL_VERSION`] of the client.
        protocol: u32,
        /// The session to resume.
        #[serde(default)]
        session: Option<String>,
        /// Documents the client still has, with their revisions; others come as events.
        #[serde(default)]
        known: Vec<KnownDocument>,
    },
    /// State of the server (`status`).
    Status,
    /// Changes the settings (`settings`).
    SettingsSet {
        /// All of them.
        settings: Settings,
    },

    /// Opens a record as a new document (`document`).
    DocumentOpen {
        /// What to open.
        source: Source,
        /// Which game of a file with several, from 0.
        #[serde(default)]
        game_index: Option<u32>,
    },
    /// A document as it is; the client hears of its changes from now on (`document`).
    DocumentGet {
        /// Its id.
        document: u32,
    },
    /// The client leaves the document. It is kept as long as another session or a game has it
    /// (`ok`).
    DocumentClose {
        /// Its id.
        document: u32,
    },
    /// All documents on this server, latest first (`documents`).
    DocumentList,
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
    /// Sets the comment of a node; empty: none (`edited`).
    CommentSet {
        /// The document.
        document: u32,
        /// The node.
        node: u32,
        /// The comment, lines joined by `\n`.
        comment: String,
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

    /// Legal moves of a position, for dots and promotion (`legal_moves`).
    LegalMoves {
        /// The position.
        sfen: String,
    },
    /// The positions along a line of moves (`line`).
    Line {
        /// The position.
        sfen: String,
        /// The moves in USI, at most 200.
        moves: Vec<String>,
    },
    /// Judges a position of the editor (`position`).
    PositionCheck {
        /// The position, possibly impossible.
        sfen: String,
    },

    /// Starts live analysis, in place of the one that runs (`analysis_started`).
    AnalysisStart {
        /// What to look at.
        target: AnalysisTarget,
        /// Lines, 1 to 10; that of the settings when absent.
        #[serde(default)]
        multi_pv: Option<u32>,
        /// Only these moves, USI.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// Stops live analysis (`ok`).
    AnalysisStop,
    /// Judges one move (`verdict`).
    MoveJudge {
        /// The position.
        sfen: String,
        /// The move in USI.
        usi: String,
    },
    /// Analyses a whole game in the background (`job`).
    JobAnalyse {
        /// The document.
        document: u32,
        /// The line that runs through this node; the main line when absent.
        #[serde(default)]
        node: Option<u32>,
        /// How long to think; that of the settings when absent.
        #[serde(default)]
        budget: Option<Budget>,
    },
    /// Cancels a job; what is finished is kept (`job`).
    JobCancel {
        /// The job.
        job: u32,
    },
    /// Goes on with a job that was cancelled or failed (`job`).
    JobResume {
        /// The job.
        job: u32,
    },
    /// Jobs that wait, run or ended lately (`jobs`).
    JobList,
    /// The analysis of a document so far (`report`; `not_found` when there is none).
    ReportGet {
        /// The document.
        document: u32,
    },

    /// Starts a game (`play_started`).
    PlayNew {
        /// Who plays Black.
        black: Seat,
        /// Who plays White.
        white: Seat,
        /// Start position: SFEN, or absent for the even game.
        #[serde(default)]
        sfen: Option<String>,
        /// The clock.
        clock: ClockSetting,
        /// Seed of the engine's choices; chosen when absent.
        #[serde(default)]
        seed: Option<u32>,
    },
    /// A game as it stands; the client hears of its changes from now on (`play`).
    PlayGet {
        /// The game.
        game: u32,
    },
    /// A player's move (`play`).
    PlayMove {
        /// The game.
        game: u32,
        /// Moves played before, so that a late message is no move of another position.
        ply: u32,
        /// The move in USI.
        usi: String,
    },
    /// Takes back the last move, against the engine the last two (`play`).
    PlayTakeBack {
        /// The game.
        game: u32,
    },
    /// What the engine would consider (`hint`).
    PlayHint {
        /// The game.
        game: u32,
    },
    /// A player resigns (`play`).
    PlayResign {
        /// The game.
        game: u32,
        /// Who; the side to move when absent, against the engine always the player.
        #[serde(default)]
        side: Option<Side>,
    },
    /// The player to move declares a win by 27 points (`play`; an error when the conditions are
    /// not met, and the game goes on).
    PlayDeclare {
        /// The game.
        game: u32,
    },
    /// Breaks the game off (`play`).
    PlayAbort {
        /// The game.
        game: u32,
    },

    /// Searches the library (`library`).
    LibrarySearch {
        /// What for.
        query: LibraryQuery,
    },
    /// Imports games (`job`).
    LibraryImport {
        /// What.
        source: ImportSource,
    },
    /// Deletes games from the library (`ok`).
    LibraryDelete {
        /// Their numbers, at most 1,000.
        games: Vec<i64>,
    },
    /// The library in numbers (`library_stats`).
    LibraryStats,
    /// What was played in a position (`explorer`).
    Explorer {
        /// The position; its move number does not matter.
        sfen: String,
    },

    /// Stops the search that this client waits for; its reply comes with what is known (`ok`).
    WorkStop,
    /// Reads an SGF of go (`go_record`).
    GoRead {
        /// The text.
        sgf: String,
    },
    /// Plays moves, sides in turn (`go_played`).
    GoPlay {
        /// The position, the first of the game.
        position: GoPosition,
        /// Rules by name.
        rules: String,
        /// The moves, at most 400.
        moves: Vec<String>,
    },
    /// Searches a mate, in place of the search that this client waits for (`mate_solved`).
    MateSolve {
        /// The position; the side to move attacks and may have no king.
        sfen: String,
        /// Time limit, 1 to 3,600.
        seconds: u32,
    },
    /// What the proof found last says after these moves (`mate_step`; `stale` when it is the proof
    /// of another position).
    MateStep {
        /// The position solved.
        sfen: String,
        /// The moves played from there, in USI.
        moves: Vec<String>,
    },
    /// What both sides aim at, along the line through a node (`goals`).
    GoalsGet {
        /// The document.
        document: u32,
        /// The node.
        node: u32,
    },
    /// The experiments of the laboratory (`lab_list`).
    LabList,
    /// What an experiment found here, or else what is committed (`lab`).
    LabGet {
        /// Its name.
        name: String,
    },
    /// Runs the quick version of an experiment (`job`).
    LabRun {
        /// Its name.
        name: String,
    },
    /// Techniques that the lens can switch (`lens_techniques`).
    LensTechniques,
    /// The 13-node tree of the Bonanza paper, searched step by step (`lens_lesson`).
    LensLesson {
        /// By alpha-beta; otherwise every node is visited.
        cuts: bool,
    },
    /// Searches a position under the lens, in place of the search that this client waits for
    /// (`lens_searched`).
    LensSearch {
        /// The position.
        sfen: String,
        /// Depth in plies, 1 to 16.
        depth: u32,
        /// Techniques turned the other way than usual, by id.
        turned: Vec<String>,
        /// Is the tree wanted?
        tree: bool,
    },
    /// Solves an endgame, in place of the search that this client waits for (`go_solved`).
    GoSolve {
        /// The position.
        position: GoPosition,
        /// Rules by name.
        rules: String,
    },
}

/// A document that a client has kept over a lost connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct KnownDocument {
    /// Its id.
    pub document: u32,
    /// The revision the client has.
    pub revision: u32,
}
