//! Answers of the server to requests.

use super::{
    BookInfo, BookLoss, BookMark, BookPosition, DailyAnswer, DailyJudged, DailyList, DocumentInfo,
    DocumentState, ExplorerPage, GameReport, GoEngine, GoPosition, GoRecord, GoReviewedMove,
    GoSecondOpinion, GoSolution, GoStatus, GoalLine, GoalsAround, Hint, JobInfo, LabExperiment,
    LabFindings, LegalMoves, LensRun, LensTechnique, Lesson, LibraryGame, LibraryPage,
    LibraryQueued, LibraryStats, LineStep, MatchGame, MatchLiveGame, MatchState, MateAdded,
    MateBegun, MateCheck, MateHint, MateJudged, MateOverview, MateProblem, MateResult,
    MateSolution, MateStep, MoveVerdict, OpeningLine, PlayState, PlayerPage, PositionVerdict,
    RefutationStep, RegisteredEngine, ServerStatus, Settings, WatchedFolder, Welcome,
};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// Done, without data.
    Ok,
    /// Answers `hello`.
    Welcome {
        /// The data for the start of a client.
        welcome: Box<Welcome>,
    },
    /// Answers `status`.
    Status {
        /// The state.
        status: ServerStatus,
    },
    /// Answers `settings_set`.
    Settings {
        /// The settings now in force.
        settings: Settings,
    },
    /// Answers the requests about registered engines.
    Engines {
        /// All of them, as they are now.
        engines: Vec<RegisteredEngine>,
        /// The one that was added.
        added: Option<u32>,
    },
    /// Answers `document_open` and `document_get`.
    Document {
        /// The document.
        document: Box<DocumentState>,
    },
    /// Answers `document_list`.
    Documents {
        /// The documents.
        documents: Vec<DocumentInfo>,
    },
    /// Answers every edit. The change itself comes as the event `document_changed`, before
    /// this reply.
    Edited {
        /// The document.
        document: u32,
        /// Its revision after the edit.
        revision: u32,
        /// The node to go to.
        node: u32,
    },
    /// Answers `legal_moves`.
    LegalMoves {
        /// The moves.
        legal: LegalMoves,
    },
    /// Answers `line`.
    Line {
        /// The position at its beginning.
        sfen: String,
        /// One step for every move.
        steps: Vec<LineStep>,
    },
    /// Answers `position_check`.
    Position {
        /// The verdict.
        verdict: PositionVerdict,
    },
    /// Answers `analysis_start`.
    AnalysisStarted {
        /// Number of the analysis; updates with another one are late.
        analysis: u32,
    },
    /// Answers `move_judge`.
    Verdict {
        /// The verdict.
        verdict: MoveVerdict,
    },
    /// Answers `move_refute`.
    Refuted {
        /// The answer to the last move.
        step: RefutationStep,
    },
    /// Answers `move_refute_proof`.
    RefutedProof {
        /// The proof as `zenpuku mate --proof` writes it.
        proof: String,
    },
    /// Answers `job_analyse`, `job_cancel`, `job_resume` and `library_import`.
    Job {
        /// The job.
        job: JobInfo,
    },
    /// Answers `job_list`.
    Jobs {
        /// The jobs.
        jobs: Vec<JobInfo>,
    },
    /// Answers `report_get`.
    Report {
        /// The analysis so far.
        report: GameReport,
    },
    /// Answers `play_new`.
    PlayStarted {
        /// The game.
        game: PlayState,
        /// The document that records it.
        document: Box<DocumentState>,
    },
    /// Answers the other `play_` requests.
    Play {
        /// The game.
        game: PlayState,
    },
    /// Answers `play_hint`.
    Hint {
        /// The hint.
        hint: Hint,
    },
    /// Answers `library_search`.
    Library {
        /// The games found.
        page: LibraryPage,
    },
    /// Answers `library_numbers`.
    LibraryNumbers {
        /// The numbers in the order of the search, at most 10,000.
        games: Vec<i64>,
    },
    /// Answers `library_analyse`.
    LibraryQueued {
        /// What became of them.
        queued: LibraryQueued,
    },
    /// Answers `library_folders` and the changes of watched folders.
    LibraryFolders {
        /// All of them.
        folders: Vec<WatchedFolder>,
    },
    /// Answers `library_duplicates`.
    LibraryDuplicates {
        /// Copies of the same game together, first the one to keep; at most 200 groups.
        groups: Vec<Vec<LibraryGame>>,
    },
    /// Answers `library_players`.
    LibraryPlayers {
        /// Names with their games, most games first, at most 500.
        players: Vec<(String, u32)>,
    },
    /// Answers `library_player`.
    LibraryPlayer {
        /// The player.
        player: Box<PlayerPage>,
    },
    /// Answers `library_restore`.
    LibraryRestored {
        /// How many games are back; those that were imported again meanwhile do not count.
        games: u32,
    },
    /// Answers `library_stats`.
    LibraryStats {
        /// The numbers.
        stats: LibraryStats,
    },
    /// Answers `explorer`.
    Explorer {
        /// The moves played here.
        page: ExplorerPage,
    },
    /// Answers the requests that change books or their list.
    Books {
        /// All books, as they are now.
        books: Vec<BookInfo>,
        /// The one that was added or was there already.
        added: Option<u32>,
    },
    /// Answers `book_look`.
    Book {
        /// What the book has for the position.
        position: BookPosition,
    },
    /// Answers `book_marks`.
    BookMarks {
        /// In the order of the moves.
        marks: Vec<BookMark>,
    },
    /// Answers `book_losses`.
    BookLosses {
        /// What the file would not have.
        losses: Vec<BookLoss>,
        /// Would another file be replaced?
        exists: bool,
    },
    /// Answers `go_read`.
    GoRecord {
        /// What was read.
        record: GoRecord,
    },
    /// Answers `go_write`.
    GoWritten {
        /// The text of the file.
        sgf: String,
    },
    /// Answers `go_play`.
    GoPlayed {
        /// The position after each move.
        positions: Vec<GoPosition>,
    },
    /// Answers `go_status`.
    GoStatus {
        /// The judgement.
        status: Box<GoStatus>,
        /// What the Go engine of the settings thinks; null unless it was asked.
        second: Option<Box<GoSecondOpinion>>,
        /// Milliseconds used for the judgement.
        ms: u64,
    },
    /// Answers `go_review`.
    GoReviewed {
        /// The moves, in their order; fewer when it was stopped.
        moves: Vec<GoReviewedMove>,
        /// Why the Go engine gave no second opinion; it was not asked about the later moves.
        fault: Option<String>,
    },
    /// Answers `go_answer`.
    GoAnswered {
        /// The move (`C3`, `pass`), or `resign`.
        mv: String,
    },
    /// Answers `go_engine_get` and `go_engine_set`.
    GoEngine {
        /// The engine, if one is kept.
        engine: Option<GoEngine>,
        /// May it be changed from this page?
        local: bool,
    },
    /// Answers `go_solve`.
    GoSolved {
        /// What is known.
        solution: Box<GoSolution>,
        /// Milliseconds used.
        ms: u64,
        /// Was it stopped before the end?
        stopped: bool,
    },
    /// Answers `match_list`.
    Matches {
        /// The matches.
        matches: Vec<MatchState>,
    },
    /// Answers `match_start` and `match_resume`.
    Match {
        /// The match.
        state: Box<MatchState>,
    },
    /// Answers `match_games`.
    MatchGames {
        /// The games, in the order in which they count.
        games: Vec<MatchGame>,
    },
    /// Answers `match_watch`.
    MatchLiveGames {
        /// The games under way.
        games: Vec<MatchLiveGame>,
    },
    /// Answers `mate_solve`.
    MateSolved {
        /// The solution.
        solution: MateSolution,
    },
    /// Answers `mate_check`.
    MateChecked {
        /// The verdict.
        check: MateCheck,
    },
    /// Answers `mate_step`.
    MateStep {
        /// The position and its moves.
        step: MateStep,
    },
    /// Answers `mate_overview`.
    MateOverview {
        /// Sets and training.
        overview: MateOverview,
    },
    /// Answers `mate_problems`.
    MateProblems {
        /// The problems, in their order.
        problems: Vec<MateProblem>,
    },
    /// Answers `mate_begin`.
    MateBegun {
        /// What is to be solved.
        begun: MateBegun,
    },
    /// Answers `mate_move` and `mate_try`.
    MateJudged {
        /// The move, judged.
        judged: MateJudged,
    },
    /// Answers `mate_hint` and `daily_hint`.
    MateHint {
        /// The hint.
        hint: MateHint,
    },
    /// Answers `mate_answer`.
    MateAnswer {
        /// The solution from here on, attacker first.
        line: Vec<LineStep>,
        /// What became of the attempt.
        result: MateResult,
    },
    /// Answers `mate_set_add` and `mate_missed`.
    MateAdded {
        /// What was added.
        added: MateAdded,
    },
    /// Answers `daily_list`.
    Daily {
        /// The list.
        list: Box<DailyList>,
    },
    /// Answers `daily_move`.
    DailyJudged {
        /// The move, judged.
        judged: Box<DailyJudged>,
    },
    /// Answers `daily_answer`.
    DailyAnswer {
        /// The better move.
        answer: Box<DailyAnswer>,
    },
    /// Answers `opening_list`, `opening_add` and `opening_remove`.
    Openings {
        /// The lines, those with the same beginning next to each other.
        lines: Vec<OpeningLine>,
    },
    /// Answers `lens_techniques`.
    LensTechniques {
        /// The techniques.
        techniques: Vec<LensTechnique>,
    },
    /// Answers `lens_lesson`.
    LensLesson {
        /// The lesson.
        lesson: Lesson,
    },
    /// Answers `lens_search`.
    LensSearched {
        /// The result of the search.
        run: Box<LensRun>,
    },
    /// Answers `goals_get`.
    Goals {
        /// The goals.
        goals: Box<GoalsAround>,
    },
    /// Answers `goals_line`.
    GoalLine {
        /// The castles.
        line: Box<GoalLine>,
    },
    /// Answers `lab_list`.
    LabList {
        /// The experiments.
        experiments: Vec<LabExperiment>,
    },
    /// Answers `lab_get`.
    Lab {
        /// The findings.
        findings: Box<LabFindings>,
    },
}
