// Generated from crates/front/app/src/protocol; do not edit. To write it again:
// ZENPUKU_WRITE=1 cargo test -p zenpuku-app protocol_in_typescript

export const PROTOCOL_VERSION = 1;
export const MAX_MESSAGE_BYTES = 1000000;
export const MAX_RECORD_BYTES = 10000000;
export const MAX_RECORD_MOVES = 50000;

/**
 * Requests for analysis. In parentheses: the reply.
 */
export type AnalysisRequest = { "type": "analysis_start",
/**
 * The position to analyse.
 */
target: AnalysisTarget,
/**
 * Lines, 1 to 10; that of the settings when absent.
 */
multi_pv?: number | null,
/**
 * Only these moves, USI.
 */
moves: Array<string>,
/**
 * The engines, at most four: ids of registered ones, 0 for the
 * built-in one. An empty list means the built-in one.
 */
engines: Array<number>, } | { "type": "analysis_stop" } | { "type": "move_judge",
/**
 * The position.
 */
sfen: string,
/**
 * The move in USI.
 */
usi: string,
/**
 * Also search the reasons why it is worse than the engine's move?
 */
reasons: boolean, } | { "type": "move_refute",
/**
 * The position before the move that is refuted.
 */
sfen: string,
/**
 * That move, the answer to it, and so on; the last one is to be answered. USI.
 */
moves: Array<string>,
/**
 * The gain that is claimed, in centipawns from the position on; absent for other claims.
 */
need?: number | null, } | { "type": "move_refute_proof",
/**
 * As in `move_refute`.
 */
sfen: string,
/**
 * As in `move_refute`.
 */
moves: Array<string>, } | { "type": "job_analyse",
/**
 * The document.
 */
document: number,
/**
 * The line that runs through this node; the main line when absent.
 */
node?: number | null,
/**
 * How long to think; that of the settings when absent.
 */
budget?: Budget | null, } | { "type": "report_get",
/**
 * The document.
 */
document: number, };

/**
 * The target of live analysis. Every update repeats it, so that a late one
 * cannot land on another position.
 */
export type AnalysisTarget = {
/**
 * The document, if the position belongs to one.
 */
document?: number | null,
/**
 * The node of that document.
 */
node?: number | null,
/**
 * The position, exactly as the node gives it.
 */
sfen: string, };

/**
 * A line of an engine's analysis, as its program wrote it.
 */
export type BookAnalysis = {
/**
 * Value, in the units and for the side of its program.
 */
value: number,
/**
 * Depth in plies.
 */
depth: number,
/**
 * Selective depth in plies.
 */
sel_depth: number,
/**
 * Nodes searched.
 */
nodes: number,
/**
 * The line, in any notation.
 */
line: string,
/**
 * Name of the engine.
 */
engine: string, };

/**
 * A book of the list.
 */
export type BookInfo = {
/**
 * Its number.
 */
book: number,
/**
 * Its name in the list.
 */
name: string,
/**
 * The path of its file; empty if it has none.
 */
path: string,
/**
 * Positions of its file.
 */
positions: number,
/**
 * Positions with unsaved changes.
 */
changed: number,
/**
 * Number of the last unsaved change; 0 if there is none.
 */
step: number,
/**
 * Is it small enough to be changed?
 */
editable: boolean,
/**
 * Why its file cannot be used, in English; absent when it can.
 */
fault: string | null, };

/**
 * Parts of a book that a format cannot hold, or that cannot be read in its own file.
 */
export type BookLoss = {
/**
 * Which parts, in English.
 */
part: string,
/**
 * How many.
 */
count: number, };

/**
 * What a book says about a move that was played.
 */
export type BookMark = { "type": "outside" } | { "type": "inside",
/**
 * Its place among the moves of the book, from 1.
 */
place: number,
/**
 * How often it was played, or its weight.
 */
count: number | null, } | { "type": "deviation",
/**
 * The book's favourite, USI.
 */
usi: string, };

/**
 * A move of a book as its file has it.
 */
export type BookMoveData = {
/**
 * The move in USI.
 */
usi: string,
/**
 * The expected reply in USI.
 */
reply?: string | null,
/**
 * Value for the side that moves, in centipawns.
 */
value?: number | null,
/**
 * Depth of the search that found the value, in plies.
 */
depth?: number | null,
/**
 * How often it was played, or its weight.
 */
count?: number | null,
/**
 * The author's opinion.
 */
mark?: BookMoveMark | null,
/**
 * Comment.
 */
comment: string, };

/**
 * An author's opinion of a move.
 */
export type BookMoveMark = "forced" | "good" | "doubtful" | "bad";

/**
 * A move played in a position.
 */
export type BookPlayed = {
/**
 * The position; its move number does not matter.
 */
sfen: string,
/**
 * The move in USI.
 */
usi: string, };

/**
 * What a book has for a position.
 */
export type BookPosition = {
/**
 * The position.
 */
sfen: string,
/**
 * The moves, the first one the book's favourite.
 */
moves: Array<BookShownMove>,
/**
 * Comment.
 */
comment: string,
/**
 * Results of games.
 */
results: BookResults | null,
/**
 * Analyses by engines.
 */
analyses: Array<BookAnalysis>,
/**
 * Parts of the file that cannot be read. Those of a file that is searched in place are counted when it is
 * saved.
 */
skipped: number, };

/**
 * Results of games through a position.
 */
export type BookResults = {
/**
 * Number of games.
 */
games: number,
/**
 * Games won by Black.
 */
black_wins: number,
/**
 * Games won by White.
 */
white_wins: number, };

/**
 * A move of a book with the position after it.
 */
export type BookShownMove = {
/**
 * The move in the usual notation.
 */
kif: string,
/**
 * The position after it.
 */
sfen: string,
/**
 * Has the book that position?
 */
more: boolean,
/**
 * The move in USI.
 */
usi: string,
/**
 * The expected reply in USI.
 */
reply?: string | null,
/**
 * Value for the side that moves, in centipawns.
 */
value?: number | null,
/**
 * Depth of the search that found the value, in plies.
 */
depth?: number | null,
/**
 * How often it was played, or its weight.
 */
count?: number | null,
/**
 * The author's opinion.
 */
mark?: BookMoveMark | null,
/**
 * Comment.
 */
comment: string, };

/**
 * Requests about opening books. In parentheses: the reply. Those with a path are carried out only when the
 * server listens on loopback.
 */
export type BooksRequest = { "type": "book_list" } | { "type": "book_open",
/**
 * Its full path.
 */
path: string, } | { "type": "book_new",
/**
 * Its name, 1 to 80 characters.
 */
name: string, } | { "type": "book_build",
/**
 * Its name, 1 to 80 characters.
 */
name: string,
/**
 * Which games count; order and page do not matter.
 */
query: LibraryQuery,
/**
 * Plies of each game that enter the book, 1 to 200.
 */
plies: number,
/**
 * Moves played less often are left out, from 1.
 */
least: number, } | { "type": "book_close",
/**
 * The book.
 */
book: number,
/**
 * Also with unsaved changes, which are lost.
 */
discard: boolean, } | { "type": "book_look",
/**
 * The book.
 */
book: number,
/**
 * The position; its move number does not matter.
 */
sfen: string, } | { "type": "book_marks",
/**
 * The book.
 */
book: number,
/**
 * Positions and the moves played in them, at most 500.
 */
played: Array<BookPlayed>, } | { "type": "book_move_set",
/**
 * The book.
 */
book: number,
/**
 * The position.
 */
sfen: string,
/**
 * The move.
 */
change: BookMoveData,
/**
 * Does it become the first move, the book's favourite? Otherwise it keeps its place.
 */
first: boolean, } | { "type": "book_move_remove",
/**
 * The book.
 */
book: number,
/**
 * The position.
 */
sfen: string,
/**
 * The move in USI.
 */
usi: string, } | { "type": "book_comment",
/**
 * The book.
 */
book: number,
/**
 * The position.
 */
sfen: string,
/**
 * At most 10,000 characters.
 */
comment: string, } | { "type": "book_merge",
/**
 * The book that changes.
 */
book: number,
/**
 * The book that is added.
 */
other: number, } | { "type": "book_undo",
/**
 * The book.
 */
book: number,
/**
 * Number of the change; another one is `stale`.
 */
step: number, } | { "type": "book_losses",
/**
 * The book.
 */
book: number,
/**
 * The full path; its ending is the format: `.db`, `.sbk` or `.ybb`.
 */
path: string, } | { "type": "book_save",
/**
 * The book.
 */
book: number,
/**
 * The full path; its ending is the format: `.db`, `.sbk` or `.ybb`.
 */
path: string,
/**
 * Writes a copy: the book keeps its own file and its unsaved changes.
 */
copy: boolean,
/**
 * Replaces another file that is there.
 */
overwrite: boolean, };

/**
 * The same in both languages.
 */
export type Both<T> = {
/**
 * In Japanese.
 */
ja: T,
/**
 * In English.
 */
en: T, };

/**
 * Is a value exact?
 */
export type BoundKind = "exact" | "lower" | "upper";

/**
 * How long to think about each position.
 */
export type Budget = { "type": "time",
/**
 * Milliseconds, 10 to 600,000.
 */
ms: number, } | { "type": "nodes",
/**
 * Nodes, 100 to 1,000,000,000.
 */
nodes: number, } | { "type": "depth",
/**
 * Plies, 1 to 60.
 */
plies: number, };

/**
 * A castle, standing or being built.
 */
export type CastleView = {
/**
 * Id, as `YAGURA`.
 */
id: string,
/**
 * Name.
 */
name: Words,
/**
 * Pieces in their place.
 */
have: number,
/**
 * Pieces that it takes.
 */
of: number,
/**
 * Is it aimed at because the opening book says so?
 */
from_book: boolean, };

/**
 * What a client sends.
 */
export type ClientMessage = {
/**
 * Chosen by the client; the reply repeats it.
 */
id: number,
/**
 * The request.
 */
request: Request, };

/**
 * The clock of a side.
 */
export type ClockSetting = { "type": "none" } | { "type": "byoyomi",
/**
 * Main time, at most a day.
 */
main_ms: number,
/**
 * Time for each move after it, at most an hour.
 */
byoyomi_ms: number, } | { "type": "fischer",
/**
 * Main time, at most a day.
 */
main_ms: number,
/**
 * Added after each move, at most an hour.
 */
increment_ms: number, } | { "type": "canadian",
/**
 * Main time, at most a day.
 */
main_ms: number,
/**
 * Time for each period, at most an hour.
 */
period_ms: number,
/**
 * Moves of a period, 1 to 100.
 */
moves: number, };

/**
 * One side's clock, at the time the message was made.
 */
export type ClockState = {
/**
 * Main time left.
 */
main_ms: number,
/**
 * Of the byoyomi of this move or of the Canadian period, left; 0 without them.
 */
byoyomi_ms: number,
/**
 * Moves left to make in the Canadian period; 0 without one.
 */
moves: number,
/**
 * Does it run now?
 */
running: boolean, };

/**
 * The better move.
 */
export type DailyAnswer = {
/**
 * Its line; empty in go.
 */
line: Array<LineStep>,
/**
 * The best moves, of go.
 */
best: Array<string>,
/**
 * Proved reasons why the move played in the game is worse; or the threat.
 */
reasons: Array<Explained>,
/**
 * What became of the attempt.
 */
result: MateResult, };

/**
 * A value to filter for, and how many mistakes have it.
 */
export type DailyChoice = {
/**
 * The value.
 */
value: string,
/**
 * How many.
 */
count: number, };

/**
 * The possible filter values.
 */
export type DailyChoices = {
/**
 * Motifs.
 */
motifs: Array<DailyChoice>,
/**
 * Openings.
 */
openings: Array<DailyChoice>,
/**
 * Players, those with the most mistakes first, at most 200.
 */
players: Array<DailyChoice>, };

/**
 * A problem of the list.
 */
export type DailyEntry = {
/**
 * The problem; its set is `mistakes` where a better move is to be found, `threats` where the other
 * side's move after a pass is, `go` where a better move of go is, `openings` where the moves of a
 * line are, otherwise it is a mate. The position of a threat is that after the pass; of go and of
 * lines `sfen` is only a name.
 */
problem: MateProblem,
/**
 * Was it never tried?
 */
fresh: boolean,
/**
 * The game and the move, of problems from games.
 */
origin: DailyOrigin | null,
/**
 * The board, of a problem of go.
 */
go: DailyGo | null,
/**
 * The opening line.
 */
opening: OpeningLine | null, };

/**
 * The state of training.
 */
export type DailyFigures = {
/**
 * Problems due now.
 */
due: number,
/**
 * Untried problems from the user's games.
 */
fresh: number,
/**
 * Problems done today that are not due again.
 */
done: number,
/**
 * Problems due by the end of today and on each of the next seven days.
 */
days: Array<number>,
/**
 * Share of repetitions that did not fail, over 30 days; absent without any.
 */
retention: number | null,
/**
 * How many repetitions those are.
 */
repetitions: number, };

/**
 * Which mistakes and threats; an empty field means all.
 */
export type DailyFilter = {
/**
 * Mistakes, threats, mistakes of go or opening lines.
 */
kind?: DailyKind | null,
/**
 * The part of the game.
 */
phase?: GamePhase | null,
/**
 * The motif of the first reason, `missed_mate`, or `none` where no reason is proved.
 */
motif?: string | null,
/**
 * The opening of either side, in Japanese.
 */
opening?: string | null,
/**
 * The mistakes of this player instead of the user's.
 */
player?: string | null, };

/**
 * A mistake in a game of go.
 */
export type DailyGo = {
/**
 * The position before it.
 */
position: GoPosition,
/**
 * Rules of the review, by name.
 */
rules: string,
/**
 * The other side's move before it.
 */
last: string | null,
/**
 * Points lost by it.
 */
points: number,
/**
 * The basis of the loss: `proved`, `bounds`, `agreed` or `likely`.
 */
basis: string,
/**
 * The step of the game that the mistake leads to.
 */
step: number, };

/**
 * A move in the position of a mistake, judged.
 */
export type DailyJudged = {
/**
 * Is it as good as the best move, within a margin?
 */
good: boolean,
/**
 * Win rate lost against the engine's move, 0..=1; 0 in go.
 */
loss: number,
/**
 * Points of go that it loses.
 */
points: number | null,
/**
 * Why a move of go cannot be judged: `ko` or `no-value`. It does not count as wrong.
 */
unknown: string | null,
/**
 * The line that answers it, in USI; of go as in GTP. In an opening line the other side's next move.
 */
answer: Array<string>,
/**
 * Proved reasons why it is worse that do not reveal the better move; of a good guess, the threat.
 */
reasons: Array<Explained>,
/**
 * The best line of the analysis, or the line of the threat, in USI; of go the best moves. Empty
 * unless the move is good.
 */
best: Array<string>,
/**
 * The opening line that the move belongs to, as in the attempt's `sfen`: at a branch it can be
 * another one than that asked for.
 */
line: string | null,
/**
 * What became of the attempt; absent where the move cannot be judged, and while an opening line
 * has more moves.
 */
result: MateResult | null, };

/**
 * A kind of problem from games.
 */
export type DailyKind = "mistake" | "threat" | "go" | "opening";

/**
 * The rest of a day's list, and the state of training.
 */
export type DailyList = {
/**
 * The problems, those due first in front.
 */
entries: Array<DailyEntry>,
/**
 * Figures of all problems; the filter does not change them.
 */
figures: DailyFigures,
/**
 * The possible filter values.
 */
choices: DailyChoices, };

/**
 * Where a problem comes from.
 */
export type DailyOrigin = {
/**
 * The game's number in the library.
 */
game: number,
/**
 * Black's name.
 */
black: string,
/**
 * White's name.
 */
white: string,
/**
 * Its date.
 */
date: string,
/**
 * The number of the move.
 */
ply: number,
/**
 * Who made the mistake, or whom the threat is against.
 */
side: Side,
/**
 * The move played, or the move that threatens, in USI; of go as in GTP.
 */
usi: string,
/**
 * The position before it, SFEN; absent where it is that of the problem.
 */
before: string | null,
/**
 * Win rate lost by it, 0..=1; 0 for a threat and in go.
 */
loss: number,
/**
 * Its class.
 */
class: MistakeClass | null,
/**
 * The part of the game.
 */
phase: GamePhase,
/**
 * As in [`DailyFilter::motif`]; empty in go.
 */
motif: string, };

/**
 * A request about the daily list. In parentheses: the reply.
 */
export type DailyRequest = { "type": "daily_list",
/**
 * Minutes by which the client's clock is before UTC, -1,440 to 1,440: days are the client's.
 */
utc_offset: number,
/**
 * Length of a day's list, 1 to 500.
 */
length: number,
/**
 * Problems that a day adds to the schedule at most, up to 500; a filter lifts this limit.
 */
new: number,
/**
 * Which mistakes; mates of sets are in the list only without a filter.
 */
filter: DailyFilter, } | { "type": "daily_move",
/**
 * The attempt before the move; its set is `mistakes`, `threats`, `go` or `openings`. Only one at
 * an opening line has moves: those played so far.
 */
attempt: MateAttempt,
/**
 * The move, in USI; of go as in GTP.
 */
usi: string, } | { "type": "daily_hint",
/**
 * The current attempt.
 */
attempt: MateAttempt,
/**
 * How much: 1 the piece, 2 its square too, 3 the move.
 */
degree: number, } | { "type": "daily_answer",
/**
 * The current attempt.
 */
attempt: MateAttempt, } | { "type": "opening_list" } | { "type": "opening_add",
/**
 * The line.
 */
line: NewOpeningLine, } | { "type": "opening_remove",
/**
 * Its number.
 */
id: number, };

/**
 * The changes of an edit. It brings revision `info.revision - 1` to
 * `info.revision`; a client with another one requests the whole document again.
 */
export type DocumentChange = {
/**
 * The current entry of the document.
 */
info: DocumentInfo,
/**
 * New nodes and nodes that changed, parents before children.
 */
nodes: Array<TreeNode>,
/**
 * Nodes that are gone.
 */
removed: Array<number>,
/**
 * The header fields, when they changed.
 */
headers: Array<HeaderField> | null,
/**
 * Is there something to undo?
 */
can_undo: boolean,
/**
 * Is there something to redo?
 */
can_redo: boolean,
/**
 * The node that the edit is about: a client that made it goes there.
 */
node: number | null,
/**
 * The user's state of a game of go, if it changed.
 */
go: GoKept | null, };

/**
 * An entry of a list of documents.
 */
export type DocumentInfo = {
/**
 * Its id.
 */
id: number,
/**
 * Which game it is.
 */
kind: GameKind,
/**
 * Grows by one with every change.
 */
revision: number,
/**
 * File name or title.
 */
title: string,
/**
 * Name of Black, empty when unknown.
 */
black: string,
/**
 * Name of White, empty when unknown.
 */
white: string,
/**
 * The result in the record's words, empty when unknown.
 */
result: string,
/**
 * Who won, where the record says it.
 */
winner: Side | null,
/**
 * The date in the record's words, empty when unknown.
 */
date: string,
/**
 * Moves of the main line.
 */
plies: number,
/**
 * Format it was read from: `KIF`, `CSA` ...; empty for documents made here.
 */
format: string,
/**
 * The game of the Play room that this document records.
 */
game: number | null,
/**
 * The library's game it came from or was saved as.
 */
library: number | null,
/**
 * The sample that this is, until it is edited.
 */
sample: string | null,
/**
 * Last change, milliseconds since 1970.
 */
changed_ms: number, };

/**
 * Requests about documents. In parentheses: the reply.
 */
export type DocumentRequest = { "type": "document_open",
/**
 * What to open.
 */
source: Source,
/**
 * Which game of a file with several, from 0.
 */
game_index?: number | null, } | { "type": "document_get",
/**
 * Its id.
 */
document: number, } | { "type": "document_close",
/**
 * Its id.
 */
document: number, } | { "type": "document_list",
/**
 * How many later ones are known already.
 */
offset: number,
/**
 * Only documents of this game; of all games when absent.
 */
kind?: GameKind | null, } | { "type": "comment_set",
/**
 * The document.
 */
document: number,
/**
 * The node.
 */
node: number,
/**
 * The comment, lines joined by `\n`.
 */
comment: string, } | { "type": "node_add",
/**
 * The document.
 */
document: number,
/**
 * The node before.
 */
parent: number,
/**
 * The move in USI.
 */
usi: string, } | { "type": "node_delete",
/**
 * The document.
 */
document: number,
/**
 * The node; not the start position.
 */
node: number, } | { "type": "node_promote",
/**
 * The document.
 */
document: number,
/**
 * The node.
 */
node: number,
/**
 * All the way: its line becomes the main line. Otherwise one place up.
 */
main: boolean, } | { "type": "headers_set",
/**
 * The document.
 */
document: number,
/**
 * All fields.
 */
headers: Array<HeaderField>, } | { "type": "undo",
/**
 * The document.
 */
document: number, } | { "type": "redo",
/**
 * The document.
 */
document: number, };

/**
 * A whole document. The fields from `start_sfen` to `can_redo` are empty for a game of go, which is in `go`.
 */
export type DocumentState = {
/**
 * What a list shows.
 */
info: DocumentInfo,
/**
 * The start position.
 */
start_sfen: string,
/**
 * Name of the handicap, when the start position is a customary one.
 */
handicap: string | null,
/**
 * Header fields in order.
 */
headers: Array<HeaderField>,
/**
 * All nodes, parents before children.
 */
nodes: Array<TreeNode>,
/**
 * Is there something to undo?
 */
can_undo: boolean,
/**
 * Is there something to redo?
 */
can_redo: boolean,
/**
 * Problems in the file, with their places.
 */
warnings: Array<string>,
/**
 * Games in the file it came from; open another one with `game_index`.
 */
games_in_file: number,
/**
 * The game of go, if it is one.
 */
go: GoContent | null, };

/**
 * Why a game ended.
 */
export type EndReason = "mate" | "resign" | "time_up" | "repetition" | "perpetual_check" | "declaration" | "false_declaration" | "illegal_move" | "engine_fault" | "max_moves" | "aborted";

/**
 * How a game ended.
 */
export type Ending = "mate" | "resignation" | "declaration" | "repetition" | "perpetual_check" | "max_plies" | "adjudication" | "illegal_move" | "false_declaration" | "time_loss" | "crash";

/**
 * One line of live analysis.
 */
export type EngineLine = {
/**
 * Rank, 1 for the best.
 */
rank: number,
/**
 * Its value, from Black's view.
 */
eval: Evaluation,
/**
 * Is the value exact?
 */
bound: BoundKind,
/**
 * Depth in plies.
 */
depth: number,
/**
 * The moves in USI.
 */
pv: Array<string>,
/**
 * The moves as people write them.
 */
kif: Array<string>, };

/**
 * An option of an engine.
 */
export type EngineOption = {
/**
 * Its name.
 */
name: string,
/**
 * Its kind.
 */
kind: EngineOptionKind, };

/**
 * The kind of an option, with its default and range.
 */
export type EngineOptionKind = { "type": "check",
/**
 * The default.
 */
default: boolean, } | { "type": "spin",
/**
 * The default.
 */
default: number,
/**
 * The least.
 */
min: number,
/**
 * The most.
 */
max: number, } | { "type": "combo",
/**
 * The default.
 */
default: string,
/**
 * The texts.
 */
choices: Array<string>, } | { "type": "button" } | { "type": "string",
/**
 * The default, may be empty.
 */
default: string, } | { "type": "filename",
/**
 * The default, may be empty.
 */
default: string, };

/**
 * How an engine is started.
 */
export type EngineProgram = {
/**
 * The program, with its absolute path.
 */
path: string,
/**
 * Its arguments.
 */
arguments: Array<string>,
/**
 * Its working folder, absolute; the program's own folder when absent.
 */
folder?: string | null, };

/**
 * Requests about registered engines. In parentheses: the reply.
 */
export type EnginesRequest = { "type": "engine_list" } | { "type": "engine_add",
/**
 * The program, with its absolute path.
 */
path: string,
/**
 * Its arguments.
 */
arguments: Array<string>,
/**
 * Its working folder, absolute; the program's own folder when absent.
 */
folder?: string | null, } | { "type": "engine_program",
/**
 * The engine.
 */
engine: number,
/**
 * The program, with its absolute path.
 */
path: string,
/**
 * Its arguments.
 */
arguments: Array<string>,
/**
 * Its working folder, absolute; the program's own folder when absent.
 */
folder?: string | null, } | { "type": "engine_check",
/**
 * The engine.
 */
engine: number, } | { "type": "engine_update",
/**
 * The engine.
 */
engine: number,
/**
 * Its new name.
 */
name?: string | null,
/**
 * All options that differ from their defaults; an empty text presses a button.
 */
values?: { [key in string]: string } | null, } | { "type": "engine_duplicate",
/**
 * The engine.
 */
engine: number, } | { "type": "engine_remove",
/**
 * The engine.
 */
engine: number, };

/**
 * By which rule a king in the enemy camp wins.
 */
export type EnteringKing = "points27" | "points24" | "try" | "none";

/**
 * An error.
 */
export type ErrorBody = {
/**
 * What kind it is.
 */
code: ErrorCode,
/**
 * What happened, where and what was expected, in English.
 */
message: string, };

/**
 * What kind of error it is; for the page's own words.
 */
export type ErrorCode = "bad_message" | "bad_hello" | "not_found" | "bad_record" | "bad_position" | "illegal_move" | "bad_value" | "wrong_state" | "stale" | "too_large" | "busy" | "forbidden" | "storage" | "engine";

/**
 * An evaluation, always from Black's view.
 */
export type Evaluation = {
/**
 * Centipawns; mates are +-32,000.
 */
cp: number,
/**
 * Plies to mate, positive when Black mates; absent without a mate. 0: the
 * position is mate, and the sign of `cp` gives the winner.
 */
mate: number | null,
/**
 * Black's chance to win, 0..=1.
 */
win_rate: number, };

/**
 * An event. Documents, games and reports reach only the clients that have the document open.
 */
export type Event = { "type": "document_changed",
/**
 * How.
 */
change: DocumentChange, } | { "type": "document",
/**
 * The document.
 */
document: DocumentState, } | { "type": "document_removed",
/**
 * Its id.
 */
document: number, } | { "type": "live",
/**
 * The news.
 */
update: LiveUpdate, } | { "type": "report",
/**
 * New moves only.
 */
report: GameReport, } | { "type": "job",
/**
 * The job.
 */
job: JobInfo, } | { "type": "match",
/**
 * The current state of the match.
 */
state: MatchState, } | { "type": "match_live",
/**
 * Its current state.
 */
game: MatchLiveGame, } | { "type": "play",
/**
 * The current state of the game.
 */
game: PlayState, } | { "type": "settings",
/**
 * The settings.
 */
settings: Settings, } | { "type": "engines",
/**
 * All of them.
 */
engines: Array<RegisteredEngine>, } | { "type": "folders",
/**
 * All of them.
 */
folders: Array<WatchedFolder>,
/**
 * The one that has vanished or is back; absent after a change by a client.
 */
found: number | null, } | { "type": "go_engine",
/**
 * The engine, if one is kept.
 */
engine: GoEngine | null, } | { "type": "books",
/**
 * All of them.
 */
books: Array<BookInfo>, } | { "type": "work",
/**
 * Depth just finished, in plies.
 */
depth: number,
/**
 * Positions visited.
 */
nodes: number, } | { "type": "mate_length",
/**
 * The position.
 */
sfen: string,
/**
 * `mate`, `nomate` or `unknown`.
 */
verdict: string,
/**
 * Plies to mate, as composers count them.
 */
plies: number | null, } | { "type": "unsaved",
/**
 * Unsaved data.
 */
unsaved: Unsaved, } | { "type": "missed",
/**
 * How many.
 */
events: number, } | { "type": "goodbye" };

/**
 * A reason with its sentences; in JSON the fields of both side by side.
 */
export type Explained = {
/**
 * Version of the format, [`SCHEMA`].
 */
schema: number,
/**
 * One or two sentences.
 */
text: Both<string>,
/**
 * The evidence as people write it, after the move explained: `☖３五歩 ☗同歩`. A threat is shown
 * with the moves that follow a pass.
 */
line_text: Both<Array<string>>,
/**
 * The position before the first move of `line_text`, SFEN.
 */
line_start: string,
/**
 * The moves of `line_text` in USI, with [`PASS`] for a pass.
 */
line_usi: Array<string>, };

/**
 * One move of the opening explorer.
 */
export type ExplorerMove = {
/**
 * The move in USI.
 */
usi: string,
/**
 * The move as people write it.
 */
kif: string,
/**
 * The position after it.
 */
sfen: string,
/**
 * Games with it.
 */
games: number,
/**
 * Of them won by Black.
 */
black_wins: number,
/**
 * Of them won by White.
 */
white_wins: number,
/**
 * Of them drawn.
 */
draws: number,
/**
 * Day of the latest, empty when unknown.
 */
last: string, };

/**
 * The moves played in a position.
 */
export type ExplorerPage = {
/**
 * The position.
 */
sfen: string,
/**
 * Games in which it occurred.
 */
games: number,
/**
 * The moves, most frequent first.
 */
moves: Array<ExplorerMove>, };

/**
 * Which game a document or a game of the library is.
 */
export type GameKind = "shogi" | "go";

/**
 * A part of a game.
 */
export type GamePhase = "opening" | "middle" | "endgame";

/**
 * Where the parts of a game begin. The opening begins at 0.
 */
export type GamePhases = {
/**
 * Moves before the first position of the middle game; absent if the game has none.
 */
middle: number | null,
/**
 * Moves before the first position of the endgame.
 */
endgame: number | null, };

/**
 * The analysis of one line of a document, so far.
 */
export type GameReport = {
/**
 * The document.
 */
document: number,
/**
 * The job that makes or made it; absent for stored analyses.
 */
job: number | null,
/**
 * How long was thought about each position.
 */
budget: Budget,
/**
 * Evaluation of the start position; absent until it is computed.
 */
start: Evaluation | null,
/**
 * Moves judged: all of them in a reply, only new ones in an event.
 */
moves: Array<MoveReport>,
/**
 * Is the whole line judged?
 */
complete: boolean,
/**
 * Nodes of the moves that decided the game, at most three, in their order; empty until the
 * whole line is judged.
 */
decisive: Array<number>,
/**
 * Where the phases of the line begin.
 */
phases: GamePhases,
/**
 * Both players in numbers, Black first, for the moves judged so far.
 */
summary: [PlayerSummary, PlayerSummary], };

/**
 * How a game ended.
 */
export type GameResult = {
/**
 * Who won; absent for draws and games broken off.
 */
winner: Side | null,
/**
 * Why.
 */
reason: EndReason, };

/**
 * How many games of a job are done.
 */
export type GamesDone = {
/**
 * Games analysed.
 */
done: number,
/**
 * Games in all.
 */
total: number, };

/**
 * The results for one side moving first.
 */
export type GoAnswer = {
/**
 * The score; null unless it is exact.
 */
score: number | null,
/**
 * `proved`, `proved-as-marked`, `bounds` or `unproved`.
 */
status: string,
/**
 * How it was proved or why not, in English.
 */
reason: string,
/**
 * The least score.
 */
low: number,
/**
 * The greatest.
 */
high: number,
/**
 * Moves without loss.
 */
best: Array<string>,
/**
 * The best line.
 */
line: Array<string>,
/**
 * Every move that was searched, the best first.
 */
moves: Array<GoCandidate>, };

/**
 * Bent fours in the corner.
 */
export type GoBentFours = {
/**
 * The stones that are dead by the rule.
 */
dead: Array<string>,
/**
 * The score with Black first, these stones taken as dead.
 */
black_first: GoScoreRange,
/**
 * With White first.
 */
white_first: GoScoreRange, };

/**
 * A line that leaves a game: its steps up to one of them, then other moves.
 */
export type GoBranch = {
/**
 * The last step of the game that belongs to the line, from 0.
 */
from: number,
/**
 * The moves played from there, at most 1,000. Without moves the line is the whole game.
 */
moves: Array<string>, };

/**
 * A move and its value.
 */
export type GoCandidate = {
/**
 * The move.
 */
move: string,
/**
 * The score after it.
 */
score: number,
/**
 * Points it loses.
 */
loss: number, };

/**
 * The judgement of a chain.
 */
export type GoChainStatus = {
/**
 * Its stones.
 */
stones: Array<string>,
/**
 * Whose they are.
 */
color: Side,
/**
 * `alive`, `dead`, `seki` or `unsettled`.
 */
status: string,
/**
 * The chance that this is so, 0 to 1, to a thousandth.
 */
probability: number,
/**
 * `unconditional`, `proved` or `assumed`.
 */
how: string, };

/**
 * A document's game of go.
 */
export type GoContent = {
/**
 * The original game. Of a position that was set up it has the only step.
 */
record: GoRecord,
/**
 * The user's state.
 */
kept: GoKept, };

/**
 * A chain about which the two differ.
 */
export type GoDifference = {
/**
 * Its stones.
 */
stones: Array<string>,
/**
 * Our status: `alive`, `seki` or `dead`.
 */
ours: string,
/**
 * Our basis: `unconditional`, `proved` or `assumed`. One that is not assumed is right.
 */
basis: string,
/**
 * Does the chain stay, in the other program's opinion?
 */
stays: boolean, };

/**
 * The Go engine that gives second opinions.
 */
export type GoEngine = {
/**
 * How it is started.
 */
program: EngineProgram,
/**
 * Its name and version, as it says.
 */
name: string, };

/**
 * The likely score with one side first.
 */
export type GoEstimate = {
/**
 * The least score.
 */
low: number,
/**
 * The greatest.
 */
high: number,
/**
 * The likeliest.
 */
best: number,
/**
 * The best moves.
 */
moves: Array<string>, };

/**
 * The stored user's state of a game of go.
 */
export type GoKept = {
/**
 * Rules by name.
 */
rules: string,
/**
 * The line on the board.
 */
branch: GoBranch,
/**
 * The last review.
 */
review: GoKeptReview | null, };

/**
 * The review of a line.
 */
export type GoKeptReview = {
/**
 * Rules by name.
 */
rules: string,
/**
 * The line.
 */
branch: GoBranch,
/**
 * The moves reviewed.
 */
moves: Array<GoReviewedStep>, };

/**
 * Bounds of count and temperature, proved without ko threats elsewhere: fractions as text, and as numbers.
 */
export type GoKoBounds = {
/**
 * The least mean value.
 */
count_low: number,
/**
 * As a fraction.
 */
count_low_exact: string,
/**
 * The greatest.
 */
count_high: number,
/**
 * As a fraction.
 */
count_high_exact: string,
/**
 * Lower bound of the value of a move; -1 is no information.
 */
temperature_low: number,
/**
 * As a fraction.
 */
temperature_low_exact: string,
/**
 * Why the bounds do not meet, in English.
 */
reason: string, };

/**
 * A thermograph's foot and top: exact fractions as text, and as numbers.
 */
export type GoKoThermograph = {
/**
 * The temperature.
 */
temperature: number,
/**
 * As a fraction.
 */
temperature_exact: string,
/**
 * The mean value.
 */
count: number,
/**
 * As a fraction.
 */
count_exact: string, };

/**
 * Count and temperature of a region with ko.
 */
export type GoKoValues = {
/**
 * As of other regions.
 */
kind: string,
/**
 * Are they the same with any threats?
 */
whatever_threats: boolean,
/**
 * With as many threats as needed for Black; null where not found.
 */
black_threats: GoKoThermograph | null,
/**
 * For White.
 */
white_threats: GoKoThermograph | null,
/**
 * The temperature.
 */
temperature: number,
/**
 * As a fraction.
 */
temperature_exact: string,
/**
 * The mean value.
 */
count: number,
/**
 * As a fraction.
 */
count_exact: string, };

/**
 * A line to be written.
 */
export type GoLine = {
/**
 * The position that it begins with.
 */
start: GoPosition,
/**
 * The moves, at most 1,000.
 */
moves: Array<GoSaidMove>,
/**
 * Rules by name.
 */
rules: string,
/**
 * Komi in points; absent where it is not known.
 */
komi: number | null,
/**
 * The game's name; empty without. Names and comments have at most 2,000 bytes.
 */
name: string,
/**
 * The players' names; empty without.
 */
black: string,
/**
 * White's.
 */
white: string, };

/**
 * A best move in a region.
 */
export type GoLocalMove = {
/**
 * The move.
 */
move: string,
/**
 * The mean value after it, as people write it.
 */
count: string, };

/**
 * The judgement of a point.
 */
export type GoPointStatus = {
/**
 * The point.
 */
coord: string,
/**
 * `alive`, `dead`, `seki`, `territory`, `teire`, `dame` or `unsettled`.
 */
status: string,
/**
 * Whose it is at the end.
 */
owner: Side | null,
/**
 * The chance that this is so, 0 to 1, to a thousandth.
 */
probability: number,
/**
 * `unconditional`, `proved` or `assumed`.
 */
how: string, };

/**
 * A position of go.
 */
export type GoPosition = {
/**
 * Rows from the top, joined by `\n`: `.` empty, `X` black, `O` white; 1x1 to 19x19.
 */
diagram: string,
/**
 * Side to move.
 */
turn: Side,
/**
 * The point where the ko may not be retaken.
 */
ko: string | null,
/**
 * Stones captured by Black and by White.
 */
prisoners: [number, number], };

/**
 * A game read from an SGF: its main line.
 */
export type GoRecord = {
/**
 * The game's name; empty without.
 */
name: string,
/**
 * Rules by name: `japanese`, `chinese`, `tromp-taylor`, `aga`, `new-zealand`; absent when the
 * file names none.
 */
rules: string | null,
/**
 * The file's name for its rules when it is none of these; `rules` are then the nearest ones, or absent.
 */
unknown_rules: string | null,
/**
 * The players' names; empty without.
 */
black: string,
/**
 * White's.
 */
white: string,
/**
 * The result as the file has it (`B+8.5`); empty without.
 */
result: string,
/**
 * The date as the file has it; empty without.
 */
date: string,
/**
 * The event; empty without.
 */
event: string,
/**
 * Komi in points, with what White gets for handicap stones; absent when the file names none.
 */
komi: number | null,
/**
 * Does it end with two passes?
 */
finished: boolean,
/**
 * Moves in it.
 */
moves: number,
/**
 * The position before the first move, with the root's stones, and that after each step of the
 * main line; of a longer game the last 1,000. Prisoners are those of its moves.
 */
steps: Array<GoStep>,
/**
 * Deviations from the text of the file, in English.
 */
warnings: Array<string>, };

/**
 * A region as a combinatorial game, by territory.
 */
export type GoRegion = {
/**
 * Its points.
 */
points: Array<string>,
/**
 * Its value in the notation of combinatorial games.
 */
value: string,
/**
 * The value cooled by one.
 */
chilled: string,
/**
 * The temperature, which is the miai value of a move.
 */
temperature: number,
/**
 * The temperature as people write it: `3 1/2`.
 */
temperature_text: string,
/**
 * The mean value.
 */
count: number,
/**
 * The mean value as people write it.
 */
count_text: string,
/**
 * `settled`, `dame`, `gote`, `black-sente` or `white-sente`.
 */
kind: string,
/**
 * The side that must add a protective move (teire) here eventually.
 */
protector: Side | null,
/**
 * Black's best move.
 */
black_move: GoLocalMove | null,
/**
 * White's.
 */
white_move: GoLocalMove | null, };

/**
 * Requests of the room of Go endgames. In parentheses: the reply.
 */
export type GoRequest = { "type": "go_read",
/**
 * The text.
 */
sgf: string, } | { "type": "go_write",
/**
 * The line.
 */
line: GoLine, } | { "type": "go_keep",
/**
 * The document.
 */
document: number,
/**
 * The line and its review.
 */
kept: GoKept, } | { "type": "go_play",
/**
 * The position, the first of the game.
 */
position: GoPosition,
/**
 * Rules by name.
 */
rules: string,
/**
 * The moves, at most 400.
 */
moves: Array<string>, } | { "type": "go_status",
/**
 * The position.
 */
position: GoPosition,
/**
 * Rules by name.
 */
rules: string,
/**
 * Komi in points.
 */
komi: number,
/**
 * Have both sides passed?
 */
finished: boolean,
/**
 * Points whose chains are to be taken as alive.
 */
alive: Array<string>,
/**
 * Points whose chains are to be taken as dead.
 */
dead: Array<string>,
/**
 * Is the Go engine of the settings asked too?
 */
second: boolean, } | { "type": "go_review",
/**
 * The positions of the line, 2 to 24.
 */
positions: Array<GoPosition>,
/**
 * The moves between them.
 */
moves: Array<string>,
/**
 * The first move to review, from 0; the earlier ones show whether a ko is being fought.
 */
first: number,
/**
 * Rules by name.
 */
rules: string,
/**
 * Komi in points, for the second opinion.
 */
komi: number,
/**
 * Is the Go engine of the settings asked about losses that only our estimates show?
 */
second: boolean, } | { "type": "go_answer",
/**
 * The first position of the line.
 */
position: GoPosition,
/**
 * The moves from there.
 */
moves: Array<string>,
/**
 * Rules by name.
 */
rules: string,
/**
 * Komi in points.
 */
komi: number, } | { "type": "go_solve",
/**
 * The position.
 */
position: GoPosition,
/**
 * Rules by name.
 */
rules: string,
/**
 * Time limit, 1 to 3,600.
 */
seconds: number, } | { "type": "go_engine_get" } | { "type": "go_engine_set",
/**
 * How it is started; null for none.
 */
program: EngineProgram | null, };

/**
 * The judgement of a move of a game.
 */
export type GoReviewedMove = {
/**
 * Who moved. Documents of the first version have it as `side`.
 */
color: Side,
/**
 * The move. Documents of the first version have it as `mv`.
 */
move: string,
/**
 * Points lost, 0 by a best move; null without a judgement, with the reason in `unknown`.
 */
loss: number | null,
/**
 * `ko`: a ko is fought; `no-value`: the move is in a place without value; `unconfirmed`: a loss that only our
 * estimates show, without a second opinion; `disputed`: a second opinion sees no loss.
 */
unknown: string | null,
/**
 * The points of an unconfirmed loss; absent for other moves.
 */
possible?: number,
/**
 * Its basis: `proved`; `bounds`, which hold if the points counted as
 * settled are settled; `agreed`, if a second opinion also sees a loss; or `likely`, for best moves and moves that
 * are not judged. Documents of earlier versions also have losses that are only likely.
 */
basis: string,
/**
 * Points lost by the second opinion, less than 0 where the move gains; absent if none was asked.
 */
second?: number,
/**
 * The best moves.
 */
best: Array<string>,
/**
 * The likeliest score before the move.
 */
score: number,
/**
 * The least score then.
 */
low: number,
/**
 * The greatest.
 */
high: number, };

/**
 * A reviewed move with its place.
 */
export type GoReviewedStep = {
/**
 * The step of the line that it leads to.
 */
at: number,
/**
 * Who moved. Documents of the first version have it as `side`.
 */
color: Side,
/**
 * The move. Documents of the first version have it as `mv`.
 */
move: string,
/**
 * Points lost, 0 by a best move; null without a judgement, with the reason in `unknown`.
 */
loss: number | null,
/**
 * `ko`: a ko is fought; `no-value`: the move is in a place without value; `unconfirmed`: a loss that only our
 * estimates show, without a second opinion; `disputed`: a second opinion sees no loss.
 */
unknown: string | null,
/**
 * The points of an unconfirmed loss; absent for other moves.
 */
possible?: number,
/**
 * Its basis: `proved`; `bounds`, which hold if the points counted as
 * settled are settled; `agreed`, if a second opinion also sees a loss; or `likely`, for best moves and moves that
 * are not judged. Documents of earlier versions also have losses that are only likely.
 */
basis: string,
/**
 * Points lost by the second opinion, less than 0 where the move gains; absent if none was asked.
 */
second?: number,
/**
 * The best moves.
 */
best: Array<string>,
/**
 * The likeliest score before the move.
 */
score: number,
/**
 * The least score then.
 */
low: number,
/**
 * The greatest.
 */
high: number, };

/**
 * A move of a line, and its judgement.
 */
export type GoSaidMove = {
/**
 * Who moved.
 */
side: Side,
/**
 * The move.
 */
mv: string,
/**
 * The comment; empty without.
 */
comment: string,
/**
 * Better moves: a variation each, and the move is crossed.
 */
better: Array<string>, };

/**
 * Bounds of a score.
 */
export type GoScoreRange = {
/**
 * The least.
 */
low: number,
/**
 * The greatest.
 */
high: number, };

/**
 * The opinion of another program about a position.
 */
export type GoSecondOpinion = {
/**
 * The program's name and version.
 */
engine: string,
/**
 * The result: `B+3.5`. Counted by our rules with its dead stones, or what the program expects.
 */
result: string,
/**
 * Black's lead in points, less komi: `result` as a number.
 */
lead: number,
/**
 * How it goes on, beginning with the side to move; empty if the game was over.
 */
moves: Array<string>,
/**
 * Did it play the position out to the end? Otherwise the moves are the line that it expects.
 */
played_out: boolean,
/**
 * The stones that are dead in the end.
 */
dead: Array<string>,
/**
 * The points of Black and of White in the end: their stones, and what they surround.
 */
owned: [Array<string>, Array<string>],
/**
 * The chains of the position that one of the two takes for alive and the other for dead.
 */
differences: Array<GoDifference>, };

/**
 * The results for a position.
 */
export type GoSolution = {
/**
 * With Black first.
 */
black_first: GoAnswer,
/**
 * With White first.
 */
white_first: GoAnswer,
/**
 * Bent fours in the corner, which Japanese rules decide without play;
 * absent if there are none, and by area.
 */
bent_four?: GoBentFours,
/**
 * False eyes.
 */
false_eyes: Array<string>,
/**
 * Positions that were searched.
 */
nodes: number,
/**
 * Those with a value, the hottest first.
 */
regions: Array<GoRegion>,
/**
 * Those without.
 */
unsolved: Array<GoUnsolved>,
/**
 * Points that gain nobody anything.
 */
dame: Array<string>,
/**
 * Protective moves that have to be played some time.
 */
teire: Array<GoTeire>,
/**
 * Unconditionally alive stones of Black and of White.
 */
safe: [Array<string>, Array<string>],
/**
 * Points that no play can take from Black and from White.
 */
settled: [Array<string>, Array<string>], };

/**
 * The judgement of a position.
 */
export type GoStatus = {
/**
 * The side to move.
 */
to_move: Side,
/**
 * Every point, row by row from the top.
 */
points: Array<GoPointStatus>,
/**
 * The chains.
 */
chains: Array<GoChainStatus>,
/**
 * The score if play ends now.
 */
standing: number,
/**
 * `proved`, `proved-as-marked`, `likely`, or `marked` if counted by the user's corrections.
 */
trust: string,
/**
 * The score with the side to move first.
 */
score: GoEstimate,
/**
 * With Black first.
 */
black_first: GoEstimate,
/**
 * With White first.
 */
white_first: GoEstimate,
/**
 * The stones to be removed.
 */
dead: Array<string>,
/**
 * The stones in seki.
 */
seki: Array<string>,
/**
 * Points without an owner.
 */
dame: Array<string>,
/**
 * Empty points that their owner has to fill.
 */
teire: Array<string>,
/**
 * Places where play can still gain something.
 */
places_left: number,
/**
 * Open regions with a value, the hottest first.
 */
open: Array<GoRegion>,
/**
 * Open regions without.
 */
unsolved: Array<GoUnsolved>, };

/**
 * A step of a game.
 */
export type GoStep = {
/**
 * The move that led here; absent where stones were set up.
 */
mv: string | null,
/**
 * The position.
 */
position: GoPosition, };

/**
 * A protective move.
 */
export type GoTeire = {
/**
 * The side that must play it.
 */
color: Side,
/**
 * The move.
 */
move: string, };

/**
 * A region without a value.
 */
export type GoUnsolved = {
/**
 * Its points.
 */
points: Array<string>,
/**
 * Why it has none, in English.
 */
reason: string,
/**
 * Its minimum contribution to the score.
 */
low: number,
/**
 * At most.
 */
high: number,
/**
 * Count and temperature in spite of ko and repetition; absent if they were
 * not computed or not found.
 */
thermograph?: GoKoValues,
/**
 * Their bounds; absent if not computed or exact.
 */
thermograph_bounds?: GoKoBounds, };

/**
 * What kind of basic goal.
 */
export type GoalKind = "placement" | "removal" | "acquisition";

/**
 * The castles along a line of a document.
 */
export type GoalLine = {
/**
 * The document.
 */
document: number,
/**
 * Its revision.
 */
revision: number,
/**
 * A move each, from the first.
 */
moves: Array<GoalMove>, };

/**
 * The castles after one move.
 */
export type GoalMove = {
/**
 * The node after the move.
 */
node: number,
/**
 * The castle that Black and White build after the move, and how complete it is.
 */
building: [CastleView | null, CastleView | null],
/**
 * Castles of Black and White on the board after the move.
 */
standing: [Array<CastleView>, Array<CastleView>], };

/**
 * Everything about the goals of one side in one position.
 */
export type GoalReport = {
/**
 * Whose goals: `black` or `white`.
 */
side: string,
/**
 * The goals, highest priority first.
 */
goals: Array<GoalView>,
/**
 * The goals as plans that a player would name, at most three, most important first.
 */
plans: Array<PlanView>,
/**
 * The castle aimed at.
 */
castle: CastleView | null,
/**
 * Complete castles and formations.
 */
standing: Array<CastleView>,
/**
 * Goals achieved since the last own turn.
 */
achieved: Array<Words>,
/**
 * Goals given up since the last own turn.
 */
given_up: Array<Words>,
/**
 * The expected line.
 */
line: Array<ServedMove>, };

/**
 * Where a goal comes from.
 */
export type GoalSource = "hypothesis" | "search" | "knowledge";

/**
 * One goal of the side.
 */
export type GoalView = {
/**
 * Placement, removal or acquisition.
 */
kind: GoalKind,
/**
 * The piece in SFEN letters, as `G` or `+R`; of a removal the piece that shall go.
 */
piece: string,
/**
 * The square in USI.
 */
square: string,
/**
 * Where it comes from.
 */
sources: Array<GoalSource>,
/**
 * Weight in centipawns.
 */
priority: number,
/**
 * Own moves it still needs.
 */
moves_needed: number,
/**
 * Held since before the last own move.
 */
inherited: boolean,
/**
 * The plan's next moves, USI, best guesses first, at most five.
 */
next: Array<string>,
/**
 * The goal in words, with the moves left.
 */
text: Words, };

/**
 * The goals of both sides at a node.
 */
export type GoalsAround = {
/**
 * The document.
 */
document: number,
/**
 * Its revision.
 */
revision: number,
/**
 * The node.
 */
node: number,
/**
 * The goals of the side that moved last, before its move; absent at the start.
 */
before: GoalReport | null,
/**
 * Places in `before.goals` of those that the move serves.
 */
served: Array<number>,
/**
 * The goals of the side to move; absent if it has no move.
 */
after: GoalReport | null, };

/**
 * Requests about the goals of both sides. In parentheses: the reply.
 */
export type GoalsRequest = { "type": "goals_get",
/**
 * The document.
 */
document: number,
/**
 * The node.
 */
node: number, } | { "type": "goals_line",
/**
 * The document.
 */
document: number,
/**
 * The node.
 */
node: number, };

/**
 * A customary start position.
 */
export type HandicapInfo = {
/**
 * The Japanese name, which is also its id: `二枚落ち`.
 */
name: string,
/**
 * The English name.
 */
english: string,
/**
 * The start position.
 */
sfen: string, };

/**
 * A line before the first move: names, date, event.
 */
export type HeaderField = {
/**
 * KIF's Japanese key: `先手`, `後手`, `開始日時`, `棋戦`, `場所` ...
 */
key: string,
/**
 * Its text.
 */
value: string, };

/**
 * The engine's candidate moves for the player.
 */
export type Hint = {
/**
 * The position.
 */
sfen: string,
/**
 * Up to three lines, best first.
 */
lines: Array<EngineLine>, };

/**
 * A file that could not be imported, or a folder that could not be read.
 */
export type ImportFailure = {
/**
 * The file or folder.
 */
file: string,
/**
 * Why.
 */
message: string, };

/**
 * How an import went so far.
 */
export type ImportReport = {
/**
 * Games added.
 */
added: number,
/**
 * Games that were there already: the same start position, moves, players and date.
 */
duplicates: number,
/**
 * Files that failed, and folders below the imported one that cannot be read.
 */
failed: number,
/**
 * The first hundred failures.
 */
failures: Array<ImportFailure>, };

/**
 * What to import.
 */
export type ImportSource = { "type": "folder",
/**
 * Its path.
 */
path: string, } | { "type": "uploads",
/**
 * Their ids.
 */
uploads: Array<string>, } | { "type": "document",
/**
 * Its id.
 */
document: number, };

/**
 * A job.
 */
export type JobInfo = {
/**
 * Its id.
 */
job: number,
/**
 * Its task.
 */
kind: JobKind,
/**
 * Document or folder it works on, for people; of several games the one at work.
 */
title: string,
/**
 * The document analysed.
 */
document: number | null,
/**
 * Of an analysis of several games: how far it is.
 */
games: GamesDone | null,
/**
 * Its progress.
 */
state: JobState,
/**
 * Its place among the waiting jobs of its kind: the lowest is done first.
 */
order: number,
/**
 * Moves or files done.
 */
done: number,
/**
 * Moves or files in all; 0 while unknown.
 */
total: number,
/**
 * Milliseconds at work.
 */
elapsed_ms: number,
/**
 * Estimated milliseconds remaining, if known.
 */
remaining_ms: number | null,
/**
 * Why it failed, in English; for a running experiment: the part just finished.
 */
message: string,
/**
 * Of an import: how it went so far.
 */
import: ImportReport | null, };

/**
 * What kind of work a job is.
 */
export type JobKind = "analysis" | "import" | "match" | "lab";

/**
 * Requests about jobs. In parentheses: the reply.
 */
export type JobRequest = { "type": "job_cancel",
/**
 * The job.
 */
job: number, } | { "type": "job_pause",
/**
 * The job, waiting or at work.
 */
job: number, } | { "type": "job_move",
/**
 * The job.
 */
job: number,
/**
 * Towards the front of the queue?
 */
up: boolean, } | { "type": "job_resume",
/**
 * The job.
 */
job: number, } | { "type": "job_list" };

/**
 * The progress of a job.
 */
export type JobState = "queued" | "running" | "paused" | "held" | "done" | "cancelled" | "failed";

/**
 * A document that a client has kept over a lost connection.
 */
export type KnownDocument = {
/**
 * Its id.
 */
document: number,
/**
 * The revision the client has.
 */
revision: number, };

/**
 * An experiment.
 */
export type LabExperiment = {
/**
 * Its name, as on the command line.
 */
name: string,
/**
 * Its topic, in English.
 */
summary: string,
/**
 * The command of its quick version.
 */
command: string,
/**
 * Is there something to show already?
 */
found: boolean, };

/**
 * The results of an experiment.
 */
export type LabFindings = {
/**
 * The experiment.
 */
name: string,
/**
 * The commit of the program that found it; empty for a run here.
 */
commit: string,
/**
 * The command that finds it again.
 */
command: string,
/**
 * Is it the quick version, run here? Otherwise the full one, committed with the program.
 */
quick: boolean,
/**
 * Seconds it took.
 */
seconds: number,
/**
 * The papers' tables.
 */
paper: Array<LabTable>,
/**
 * Ours.
 */
ours: Array<LabTable>,
/**
 * Plots and drawings.
 */
plots: Array<LabPlot>,
/**
 * Facts that must be exact but are not.
 */
broken: number, };

/**
 * A plot.
 */
export type LabPlot = {
/**
 * Its name.
 */
name: string,
/**
 * The picture as SVG.
 */
svg: string, };

/**
 * Requests of the laboratory. In parentheses: the reply.
 */
export type LabRequest = { "type": "lab_list" } | { "type": "lab_get",
/**
 * Its name.
 */
name: string,
/**
 * The committed results, ignoring those of this machine.
 */
full: boolean, } | { "type": "lab_run",
/**
 * Its name.
 */
name: string, };

/**
 * A table.
 */
export type LabTable = {
/**
 * Its title.
 */
title: string,
/**
 * The headings.
 */
columns: Array<string>,
/**
 * The cells; absent if empty.
 */
rows: Array<Array<string | null>>, };

/**
 * A legal move of a position.
 */
export type LegalMove = {
/**
 * The move in USI: `7g7f`, `8h2b+`, `P*5e`.
 */
usi: string,
/**
 * Origin square in USI (`7g`); absent for drops.
 */
from: string | null,
/**
 * Dropped kind, one of `PLNSGBR`; absent for board moves.
 */
drop: string | null,
/**
 * Target square in USI.
 */
to: string,
/**
 * Does the piece promote? Where both moves with the same origin and target are in the
 * list, the player has the choice.
 */
promote: boolean, };

/**
 * The possible actions of a player in a position.
 */
export type LegalMoves = {
/**
 * The position asked about.
 */
sfen: string,
/**
 * Side to move.
 */
turn: Side,
/**
 * Is the side to move in check?
 */
check: boolean,
/**
 * May the side to move win by declaration now (27 points)?
 */
declare: boolean,
/**
 * Every legal move, non-promotions included; empty: the side to move has lost.
 */
moves: Array<LegalMove>, };

/**
 * How often nodes were left for a cause.
 */
export type LensCount = {
/**
 * The cause, as in [`LensNode::cause`].
 */
cause: string,
/**
 * Nodes.
 */
nodes: number, };

/**
 * A node of the sampled tree: all visits to the same moves from the root.
 */
export type LensNode = {
/**
 * Place of the parent in the list; the root is its own.
 */
parent: number,
/**
 * The move that led here, USI; `null` after a pass, empty at the root.
 */
usi: string,
/**
 * Nodes visited here and below.
 */
nodes: number,
/**
 * Visits of the node itself.
 */
visits: number,
/**
 * Why it was left last: `searched`, `beta`, `table`, `null-move`, `futility`, `prob-cut`,
 * `leaf`, `stand-pat`, `mate`, `rule`, `razoring`, `multi-cut`, `stopped`.
 */
cause: string,
/**
 * Its last value, centipawns for Black.
 */
cp: number,
/**
 * Remaining depth at the last visit, in plies; zero or less in the quiescence search.
 */
depth: number, };

/**
 * Requests of the search lens. In parentheses: the reply.
 */
export type LensRequest = { "type": "lens_techniques" } | { "type": "lens_lesson",
/**
 * By alpha-beta; otherwise every node is visited.
 */
cuts: boolean, } | { "type": "lens_search",
/**
 * The position.
 */
sfen: string,
/**
 * Depth in plies, 1 to 16.
 */
depth: number,
/**
 * Techniques turned the other way than usual, by id.
 */
turned: Array<string>,
/**
 * Is the tree wanted?
 */
tree: boolean, };

/**
 * The result and the cost of one search.
 */
export type LensRun = {
/**
 * The best move in USI.
 */
best: string,
/**
 * As people write it.
 */
kif: string,
/**
 * Its value.
 */
eval: Evaluation,
/**
 * Depth of the last complete iteration, in plies.
 */
depth: number,
/**
 * Was the depth asked for reached within the limit of nodes?
 */
complete: boolean,
/**
 * Nodes visited.
 */
nodes: number,
/**
 * Milliseconds used.
 */
ms: number,
/**
 * Why nodes were left, the most frequent first.
 */
causes: Array<LensCount>,
/**
 * The sampled tree: every node behind its parent; empty when it was not asked for.
 */
tree: Array<LensNode>, };

/**
 * A technique that can be switched.
 */
export type LensTechnique = {
/**
 * Its id: `futility`.
 */
id: string,
/**
 * The engine switches that it represents.
 */
switches: Array<string>,
/**
 * Is it on in the engine's usual setting?
 */
on: boolean, };

/**
 * A small tree searched step by step.
 */
export type Lesson = {
/**
 * The nodes, the root first.
 */
nodes: Array<LessonNode>,
/**
 * The kind of search.
 */
steps: Array<LessonStep>,
/**
 * The root's value.
 */
value: number, };

/**
 * A node of a lesson's tree.
 */
export type LessonNode = {
/**
 * Its name.
 */
name: string,
/**
 * Place of the parent in the list; absent at the root.
 */
parent: number | null,
/**
 * The value of a leaf, for the player at the root.
 */
value: number | null, };

/**
 * One step of a search, seen by the player at the root.
 */
export type LessonStep = {
/**
 * Place of the node in the list.
 */
node: number,
/**
 * Is the node entered? Otherwise it is left.
 */
enter: boolean,
/**
 * The window's lower end on entering; absent without bound.
 */
alpha: number | null,
/**
 * The window's upper end.
 */
beta: number | null,
/**
 * The value when it is left.
 */
value: number | null,
/**
 * Was it left before all its moves were tried?
 */
cut: boolean, };

/**
 * A strength level.
 */
export type LevelInfo = {
/**
 * Its number, from 1 (weakest).
 */
level: number,
/**
 * Name in Japanese.
 */
name_ja: string,
/**
 * Name in English.
 */
name_en: string,
/**
 * Nodes it may search for a move; 0: as many as the clock allows.
 */
nodes: number, };

/**
 * A game of the library.
 */
export type LibraryGame = {
/**
 * Its number.
 */
game: number,
/**
 * Which game it is.
 */
kind: GameKind,
/**
 * Name of Black.
 */
black: string,
/**
 * Name of White.
 */
white: string,
/**
 * Day, `YYYY-MM-DD` or shorter, empty when unknown.
 */
date: string,
/**
 * Event, empty when unknown.
 */
event: string,
/**
 * Who won.
 */
winner: Side | null,
/**
 * How it ended, in the record's words.
 */
result: string,
/**
 * Moves.
 */
plies: number,
/**
 * Openings, Black's then White's, as far as recognised.
 */
openings: [string, string],
/**
 * Castles that were built, `☗美濃囲い`.
 */
castles: Array<string>,
/**
 * Handicap, empty for even games.
 */
handicap: string,
/**
 * File it was imported from.
 */
file: string,
/**
 * Is there a stored analysis?
 */
analysed: boolean,
/**
 * With a position in the query: the ply at which it occurred first.
 */
ply: number | null,
/**
 * The user's marks.
 */
marks: LibraryMarks, };

/**
 * A change of the user's marks of a game.
 */
export type LibraryMark = { "type": "star",
/**
 * Is there one from now on?
 */
on: boolean, } | { "type": "tag",
/**
 * Its name: 1 to 40 characters in one line, blanks at the ends apart.
 */
name: string,
/**
 * Is it there from now on?
 */
on: boolean, } | { "type": "note",
/**
 * At most 10,000 characters.
 */
text: string, };

/**
 * The user's marks of a game.
 */
export type LibraryMarks = {
/**
 * Has it a star?
 */
star: boolean,
/**
 * The note; may be empty.
 */
note: string,
/**
 * Tags in the order of their names, at most 20.
 */
tags: Array<string>, };

/**
 * Order of a list.
 */
export type LibraryOrder = "date_down" | "date_up" | "imported" | "plies_down" | "black" | "white";

/**
 * A page of a search.
 */
export type LibraryPage = {
/**
 * Games found in all.
 */
total: number,
/**
 * Those of the page.
 */
games: Array<LibraryGame>, };

/**
 * The query. Absent fields are ignored; all given conditions must hold.
 */
export type LibraryQuery = {
/**
 * Only this game.
 */
kind?: GameKind | null,
/**
 * Part of a player's name, either side.
 */
player?: string | null,
/**
 * The player must have had this side.
 */
player_side?: Side | null,
/**
 * First day, `YYYY-MM-DD` or a beginning of it.
 */
date_from?: string | null,
/**
 * Last day, `YYYY-MM-DD` or a beginning of it.
 */
date_to?: string | null,
/**
 * Part of the event's name.
 */
event?: string | null,
/**
 * Result.
 */
result?: ResultFilter | null,
/**
 * Part of the name of an opening: `四間飛車`, `居飛車`.
 */
opening?: string | null,
/**
 * Part of the name of a castle built in the game: `美濃`.
 */
castle?: string | null,
/**
 * A position that occurred, SFEN; its move number does not matter.
 */
sfen?: string | null,
/**
 * Pieces on their squares and in hand at some time of the game, as the SFEN of a board with nothing else;
 * whose turn it is does not matter.
 */
pieces?: string | null,
/**
 * The pieces may also be the other side's, with the board turned.
 */
pieces_turned?: boolean | null,
/**
 * First moves in USI, in this order.
 */
moves?: Array<string> | null,
/**
 * Only games with a star, or only those without one.
 */
starred?: boolean | null,
/**
 * A tag, its whole name.
 */
tag?: string | null,
/**
 * A kind of mistake in an analysed game, by the searched player, if any:
 * `mistake`, `blunder`, `missed_mate`, or the motif of a reason, as
 * `fork`.
 */
mistake?: string | null,
/**
 * Only games of these numbers, at most 1,000.
 */
games?: Array<number> | null,
/**
 * Order of the list.
 */
order: LibraryOrder,
/**
 * Entries to skip.
 */
offset: number,
/**
 * Entries wanted, at most 200; 50 when 0.
 */
limit: number, };

/**
 * What became of games that were to be analysed.
 */
export type LibraryQueued = {
/**
 * Those that wait for their analysis now.
 */
queued: Array<number>,
/**
 * Those that need no analysis or cannot have one: analysed or waiting already, games of go, games without moves.
 */
skipped: Array<number>,
/**
 * Those for which the queue has no room.
 */
left: Array<number>, };

/**
 * Requests about the library. In parentheses: the reply.
 */
export type LibraryRequest = { "type": "library_search",
/**
 * What for.
 */
query: LibraryQuery, } | { "type": "library_folders" } | { "type": "library_watch_folder",
/**
 * Its full path.
 */
path: string,
/**
 * Are new games put into the queue of analyses?
 */
analyse: boolean, } | { "type": "library_change_folder",
/**
 * The folder.
 */
folder: number,
/**
 * Are new games put into the queue of analyses?
 */
analyse: boolean, } | { "type": "library_forget_folder",
/**
 * The folder.
 */
folder: number, } | { "type": "library_import",
/**
 * What.
 */
source: ImportSource, } | { "type": "library_delete",
/**
 * Their numbers, at most 1,000.
 */
games: Array<number>, } | { "type": "library_restore",
/**
 * Their numbers, at most 1,000.
 */
games: Array<number>, } | { "type": "library_mark",
/**
 * Their numbers, at most 1,000; unknown ones do not matter.
 */
games: Array<number>,
/**
 * The mark.
 */
mark: LibraryMark, } | { "type": "library_numbers",
/**
 * What for; its page does not matter.
 */
query: LibraryQuery, } | { "type": "library_analyse",
/**
 * Their numbers, at most 1,000.
 */
games: Array<number>,
/**
 * How long to think about a position; as in the settings if it is missing.
 */
budget: Budget | null, } | { "type": "library_duplicates" } | { "type": "library_players" } | { "type": "library_player",
/**
 * The player's names, 1 to 20; blanks, case and width of letters do not matter.
 */
names: Array<string>, } | { "type": "library_stats" } | { "type": "explorer",
/**
 * The position; its move number does not matter.
 */
sfen: string,
/**
 * Which games count; position, order and page do not matter.
 */
query: LibraryQuery, };

/**
 * The library in numbers.
 */
export type LibraryStats = {
/**
 * Games.
 */
games: number,
/**
 * Distinct players' names.
 */
players: number,
/**
 * Games with an analysis.
 */
analysed: number,
/**
 * Games with a star.
 */
starred: number,
/**
 * Tags with the number of their games, by name.
 */
tags: Array<[string, number]>,
/**
 * Date of the earliest game, empty when unknown.
 */
first_date: string,
/**
 * Date of the latest game, empty when unknown.
 */
last_date: string,
/**
 * Openings by number of games, most frequent first, at most 50.
 */
openings: Array<[string, number]>,
/**
 * Castles by number of games, most frequent first, at most 50.
 */
castles: Array<[string, number]>, };

/**
 * A position and the move that led to it.
 */
export type LineStep = {
/**
 * The move in USI.
 */
usi: string,
/**
 * The move as people write it, with the mark of its side: `☗７六歩(77)`.
 */
kif: string,
/**
 * The position after it.
 */
sfen: string,
/**
 * Does it give check?
 */
check: boolean, };

/**
 * What live analysis is doing.
 */
export type LiveState = "running" | "paused" | "done" | "stopped";

/**
 * News of live analysis by one engine; at most ten a second. All lines come together, best first.
 */
export type LiveUpdate = {
/**
 * Number of the analysis, from the reply that started it; grows with each start.
 */
analysis: number,
/**
 * The id of the engine; 0 is the built-in one.
 */
engine: number,
/**
 * The analysed position.
 */
target: AnalysisTarget,
/**
 * Its state.
 */
state: LiveState,
/**
 * Why a registered engine failed, in English, with its name; else absent.
 */
fault: string | null,
/**
 * Depth in plies.
 */
depth: number,
/**
 * Longest visited line, in plies.
 */
sel_depth: number,
/**
 * Nodes so far.
 */
nodes: number,
/**
 * Nodes per second.
 */
nps: number,
/**
 * Milliseconds since the start.
 */
time_ms: number,
/**
 * How full the table is, per mille.
 */
hashfull: number,
/**
 * The lines; empty until the first is known and after mate.
 */
lines: Array<EngineLine>, };

/**
 * An Elo figure with its 95 % interval.
 */
export type MatchElo = {
/**
 * The estimate.
 */
elo: number,
/**
 * Lower end of the interval.
 */
low: number,
/**
 * Upper end.
 */
high: number, };

/**
 * A game of a match.
 */
export type MatchGame = {
/**
 * Its number in the match.
 */
game: number,
/**
 * Place of Black in [`MatchState::names`].
 */
black: number,
/**
 * Of White.
 */
white: number,
/**
 * Of the winner; absent after a draw.
 */
winner: number | null,
/**
 * How it ended.
 */
ending: Ending,
/**
 * Moves, the opening's included.
 */
plies: number,
/**
 * What exactly a fault was, in English.
 */
detail: string | null, };

/**
 * A game of a match that is being played, or has ended before its pair is complete.
 */
export type MatchLiveGame = {
/**
 * The match.
 */
id: number,
/**
 * Its number in the match.
 */
game: number,
/**
 * Place of Black in [`MatchState::names`].
 */
black: number,
/**
 * Of White.
 */
white: number,
/**
 * Start position in SFEN.
 */
start: string,
/**
 * Moves in USI, the opening's included.
 */
moves: Array<string>,
/**
 * Plies of the opening.
 */
opening_plies: number,
/**
 * Evaluation of each move after the opening by the engine that played it, from Black's view in
 * centipawns (mates as +-32,000), if it sent one.
 */
scores: Array<number | null>,
/**
 * Main time left of Black and White before the current move, in milliseconds; absent without
 * clocks.
 */
clocks: [number, number] | null,
/**
 * Milliseconds since when the side to move thinks.
 */
thinking_ms: number,
/**
 * How it ended; absent while it is played.
 */
result: MatchGame | null, };

/**
 * The start lines of a match.
 */
export type MatchOpenings = { "type": "built_in" } | { "type": "lines",
/**
 * The lines.
 */
text: string, } | { "type": "games",
/**
 * Numbers of the games.
 */
games: Array<number>,
/**
 * Moves of each, 1 to 100.
 */
plies: number, };

/**
 * The participants and conditions of a match.
 */
export type MatchSetup = {
/**
 * Two to eight engines: registered ones by their ids, 0 for the built-in one.
 */
players: Array<number>,
/**
 * Games each time two of them meet, an even number: every opening is played with both colours.
 */
games: number,
/**
 * The thinking budget of each side.
 */
time: TimeControl,
/**
 * Games at a time.
 */
concurrency: number,
/**
 * Chooses the order of the openings.
 */
seed: number,
/**
 * Of two players: the test that ends the match when it is decided; absent to play all games.
 */
sprt: SprtTest | null, };

/**
 * The results of one player.
 */
export type MatchStanding = {
/**
 * Its place in [`MatchState::names`].
 */
player: number,
/**
 * Games won.
 */
wins: number,
/**
 * Drawn.
 */
draws: number,
/**
 * Lost.
 */
losses: number,
/**
 * Elo above the mean of all, as soon as games link all players.
 */
elo: MatchElo | null,
/**
 * Games lost by time, an illegal move or a crash.
 */
faults: number, };

/**
 * The current state of a match.
 */
export type MatchState = {
/**
 * Its number.
 */
id: number,
/**
 * The participants and conditions.
 */
setup: MatchSetup,
/**
 * Names of the players, in the order of the set-up.
 */
names: Array<string>,
/**
 * The day it was set up, `YYYY-MM-DD`.
 */
created: string,
/**
 * The job that plays it; absent after a restart when it was not being played.
 */
job: number | null,
/**
 * Games played.
 */
played: number,
/**
 * Games in all.
 */
total: number,
/**
 * Are all games played, or is the test decided?
 */
finished: boolean,
/**
 * Start lines that the user chose; absent for those of the program.
 */
openings: number | null,
/**
 * Where the test stands; absent without one.
 */
sprt: Sprt | null,
/**
 * Games in no figure: a game of their pair repeats an earlier one move for move.
 */
repeated: number,
/**
 * The best first.
 */
standings: Array<MatchStanding>,
/**
 * Of two players: Elo of the first above the second.
 */
elo: MatchElo | null,
/**
 * Of two players: the probability that the first is the stronger one.
 */
superiority: number | null, };

/**
 * Requests about matches. In parentheses: the reply.
 */
export type MatchesRequest = { "type": "match_list" } | { "type": "match_start",
/**
 * The participants and conditions.
 */
setup: MatchSetup,
/**
 * The start lines; those of the program when absent.
 */
openings: MatchOpenings, } | { "type": "match_resume",
/**
 * The match.
 */
id: number, } | { "type": "match_games",
/**
 * The match.
 */
id: number, } | { "type": "match_watch",
/**
 * The match.
 */
id: number | null, } | { "type": "match_open",
/**
 * The match.
 */
id: number,
/**
 * The game's number.
 */
game: number, } | { "type": "match_delete",
/**
 * The match.
 */
id: number, };

/**
 * The additions to the user's problems.
 */
export type MateAdded = {
/**
 * Id of the set.
 */
set: string,
/**
 * Its name.
 */
name: string,
/**
 * Problems added.
 */
added: number,
/**
 * Problems that were there already.
 */
duplicates: number,
/**
 * Invalid entries.
 */
failed: number,
/**
 * The first of them.
 */
failures: Array<MateFailure>, };

/**
 * The client's state of an attempt at a problem: any connection can continue it.
 */
export type MateAttempt = {
/**
 * Chosen by the client, 1 to 64 letters, digits or `-`; the same attempt counts once.
 */
token: string,
/**
 * Id of the set, for the statistics.
 */
set: string,
/**
 * The problem.
 */
sfen: string,
/**
 * The moves played so far, both sides', in USI.
 */
moves: Array<string>,
/**
 * Moves tried that do not mate.
 */
wrong: number,
/**
 * The highest degree of the hints given, 0 without any.
 */
hints: number,
/**
 * Time used so far, in ms.
 */
ms: number, };

/**
 * A problem that is ready to be solved. The answer stays on the server.
 */
export type MateBegun = {
/**
 * The position, the attacker to move.
 */
sfen: string,
/**
 * Who attacks.
 */
attacker: Side,
/**
 * Plies to mate from here, as composers count them.
 */
plies: number, };

/**
 * A problem, checked as composers check it. Plies are counted as they count them.
 */
export type MateCheck = {
/**
 * The position.
 */
sfen: string,
/**
 * `mate`, `nomate` or `unknown`.
 */
verdict: string,
/**
 * Plies to mate.
 */
plies: number | null,
/**
 * Is there no shorter mate? Other solutions are searched only then.
 */
shortest: boolean,
/**
 * A solution.
 */
line: Array<LineStep>,
/**
 * Is the solution unique, apart from conventional exceptions? Absent if
 * undecided or not searched.
 */
sound: boolean | null,
/**
 * Other mates, in the order of the plies at which they branch.
 */
others: Array<MateSecond>,
/**
 * Other checks that were left undecided.
 */
undecided: number,
/**
 * Pieces of the attacker that are left in hand at the end, a letter each as in SFEN.
 */
left_over: Array<string>,
/**
 * Pieces that are not needed: squares as in USI, or `G*` for a gold in hand.
 */
spare: Array<string>,
/**
 * Some pieces were left undecided.
 */
spare_open: boolean, };

/**
 * A move of a proof.
 */
export type MateChoice = {
/**
 * The move.
 */
mv: LegalMove,
/**
 * As people write it.
 */
kif: string,
/**
 * Plies within which it is mate from before this move on; absent in a refutation.
 */
plies: number | null, };

/**
 * An invalid entry of a file.
 */
export type MateFailure = {
/**
 * The file.
 */
file: string,
/**
 * The line, or the game of a record file, from 1.
 */
line: number | null,
/**
 * Why, in English.
 */
message: string, };

/**
 * Where the problems of a set come from.
 */
export type MateFamily = "composed" | "games" | "zuko" | "missed" | "own";

/**
 * A hint, as much of it as was asked for.
 */
export type MateHint = {
/**
 * How much it says, 1 to 3.
 */
degree: number,
/**
 * The square of the piece that moves.
 */
from: string | null,
/**
 * Or the piece to be dropped, as in USI.
 */
drop: string | null,
/**
 * Where it goes, from degree 2 on.
 */
to: string | null,
/**
 * The move, from degree 3 on.
 */
usi: string | null,
/**
 * What became of the attempt, for the move itself counts as failed.
 */
result: MateResult | null, };

/**
 * A move, judged.
 */
export type MateJudged = {
/**
 * Its verdict.
 */
verdict: MateVerdict,
/**
 * The defence: the longest one, or one that escapes. In USI.
 */
reply: string | null,
/**
 * Plies to mate: after the defence, or by the longer way.
 */
plies: number | null,
/**
 * What became of the attempt, when this move decided it.
 */
result: MateResult | null, };

/**
 * How the latest attempt at a problem went.
 */
export type MateOutcome = "solved" | "helped" | "failed";

/**
 * The sets, and the state of training.
 */
export type MateOverview = {
/**
 * The sets.
 */
sets: Array<MateSet>,
/**
 * The set of the latest attempt.
 */
last_set: string | null,
/**
 * Problems that are to be repeated now.
 */
due: number,
/**
 * Problems to be repeated, by when they are due: now, within a day, within a week, within four
 * weeks, later.
 */
coming: Array<number>,
/**
 * When the next problem is due that is not due yet, in ms since 1970.
 */
next_due_ms: number | null,
/**
 * Problems solved without help in a row, up to now.
 */
streak: number,
/**
 * The longest such row.
 */
best_streak: number,
/**
 * Days in a row with a problem solved, up to today or yesterday.
 */
days: number,
/**
 * Problems solved today, with help or without.
 */
today: number, };

/**
 * A problem of a set.
 */
export type MateProblem = {
/**
 * Its set; differs from the requested one in `repeat`.
 */
set: string,
/**
 * Its name there: a number, or what its file says.
 */
name: string,
/**
 * The position.
 */
sfen: string,
/**
 * Plies to mate, if the set states them.
 */
plies: number | null,
/**
 * How the latest attempt went.
 */
outcome: MateOutcome | null,
/**
 * The shortest time in which it was solved without help, in ms.
 */
best_ms: number | null,
/**
 * When it is due for repetition, in ms since 1970.
 */
due_ms: number | null, };

/**
 * A request of the room of mate problems. In parentheses: the reply.
 */
export type MateRequest = { "type": "mate_solve",
/**
 * The position; the side to move attacks and may have no king.
 */
sfen: string,
/**
 * Time limit, 1 to 3,600.
 */
seconds: number, } | { "type": "mate_check",
/**
 * The position; the side to move attacks and may have no king.
 */
sfen: string,
/**
 * Time limit of the solution, 1 to 3,600; the check itself takes as long as it needs.
 */
seconds: number, } | { "type": "mate_step",
/**
 * The position solved.
 */
sfen: string,
/**
 * The moves played from there, in USI.
 */
moves: Array<string>, } | { "type": "mate_try",
/**
 * The problem.
 */
sfen: string,
/**
 * The moves played from there, both sides', in USI.
 */
moves: Array<string>,
/**
 * The move, in USI.
 */
usi: string, } | { "type": "mate_overview",
/**
 * Minutes by which the client's clock is before UTC, -1,440 to 1,440: days are the
 * client's.
 */
utc_offset: number, } | { "type": "mate_problems",
/**
 * Id of the set, or `repeat` for those to be repeated, the first due first.
 */
set: string, } | { "type": "mate_begin",
/**
 * The problem.
 */
sfen: string,
/**
 * The moves played already, both sides', in USI.
 */
moves: Array<string>, } | { "type": "mate_move",
/**
 * The attempt before the move.
 */
attempt: MateAttempt,
/**
 * The move, in USI.
 */
usi: string, } | { "type": "mate_hint",
/**
 * The current attempt.
 */
attempt: MateAttempt,
/**
 * How much: 1 the piece, 2 its square too, 3 the move.
 */
degree: number, } | { "type": "mate_answer",
/**
 * The current attempt.
 */
attempt: MateAttempt, } | { "type": "mate_set_add",
/**
 * What; a document is not a set.
 */
source: ImportSource, } | { "type": "mate_set_remove",
/**
 * Its id.
 */
set: string, } | { "type": "mate_missed",
/**
 * The document, analysed.
 */
document: number,
/**
 * The node of the move that missed the mate.
 */
node: number, };

/**
 * What became of an attempt.
 */
export type MateResult = {
/**
 * How it went.
 */
outcome: MateOutcome,
/**
 * Time used, in ms.
 */
ms: number,
/**
 * Problems solved without help in a row, up to now.
 */
streak: number,
/**
 * When it is due for repetition, in ms since 1970; absent when it need not be repeated.
 */
due_ms: number | null,
/**
 * Is it on disk? If not, it is kept in memory and tried again.
 */
saved: boolean, };

/**
 * Another mate than the solution's.
 */
export type MateSecond = {
/**
 * Ply of the solution at which it branches, from 1.
 */
ply: number,
/**
 * The other move, in USI.
 */
usi: string,
/**
 * Plies from the start within which it mates.
 */
plies: number,
/**
 * `final`, `promotion`, `early`, `same` or `late`.
 */
kind: string,
/**
 * Does the convention of composers excuse it?
 */
tolerated: boolean, };

/**
 * A set of problems.
 */
export type MateSet = {
/**
 * Its id.
 */
id: string,
/**
 * Where its problems come from.
 */
family: MateFamily,
/**
 * Name of a user's set; empty otherwise.
 */
name: string,
/**
 * Plies of every problem, if all have the same.
 */
plies: number | null,
/**
 * Source and licence of a built-in set; empty otherwise.
 */
source: string,
/**
 * Problems.
 */
total: number,
/**
 * Problems whose latest attempt solved them without help.
 */
solved: number,
/**
 * Problems whose latest attempt failed or needed hints.
 */
failed: number,
/**
 * Median time of attempts that solved without help, in ms.
 */
median_ms: number | null, };

/**
 * The solver's result.
 */
export type MateSolution = {
/**
 * The position.
 */
sfen: string,
/**
 * `mate`, `nomate` or `unknown`.
 */
verdict: string,
/**
 * Plies to mate with the best defence.
 */
plies: number | null,
/**
 * The line of longest resistance; empty unless mate.
 */
line: Array<LineStep>,
/**
 * Is there no shorter mate?
 */
shortest: boolean,
/**
 * Was the proof or the refutation checked by the rules?
 */
verified: boolean,
/**
 * There is no mate within this many plies.
 */
no_mate_within: number,
/**
 * Can it be played through with `mate_step`?
 */
proof: boolean,
/**
 * Positions with an answer in the proof or refutation.
 */
answers: number,
/**
 * Positions visited.
 */
nodes: number,
/**
 * Milliseconds used.
 */
ms: number,
/**
 * Why the search ended early, in English.
 */
stopped: string | null, };

/**
 * A position of a proof, and its moves.
 */
export type MateStep = {
/**
 * The position.
 */
sfen: string,
/**
 * Side to move.
 */
turn: Side,
/**
 * Is the attacker to move?
 */
attacks: boolean,
/**
 * Is the side to move in check?
 */
check: boolean,
/**
 * Has it no move?
 */
mated: boolean,
/**
 * The moves of the proof: the attacker's answer and every defence of a
 * mate; every check and the defender's reply of a refutation.
 */
choices: Array<MateChoice>, };

/**
 * The verdict on a move.
 */
export type MateVerdict = "right" | "mated" | "longer" | "no_check" | "escapes" | "undecided";

/**
 * How bad a move is. A move that loses less than 5 % has no class.
 */
export type MistakeClass = "inaccuracy" | "dubious" | "mistake" | "blunder";

/**
 * One move of an analysed game.
 */
export type MoveReport = {
/**
 * Its node in the document.
 */
node: number,
/**
 * Number of the move, 1 for the first.
 */
ply: number,
/**
 * Who moved.
 */
side: Side,
/**
 * The move in USI.
 */
usi: string,
/**
 * The move in KIF notation with its side's mark, as ☗７六歩(77).
 */
kif: string,
/**
 * Position after the move, SFEN.
 */
sfen: string,
/**
 * The engine's move in the position before, USI.
 */
best: string,
/**
 * The engine's line from the position before, beginning with `best`, USI.
 */
pv: Array<string>,
/**
 * The same line as people write it.
 */
pv_kif: Array<string>,
/**
 * Depth in plies to which the position before was searched.
 */
depth: number,
/**
 * Nodes of that search.
 */
nodes: number,
/**
 * Win rate lost by the mover against the engine's move, 0..=1.
 */
loss: number,
/**
 * Class of the mistake, absent for good moves.
 */
class: MistakeClass | null,
/**
 * A mate that the mover had and let go, in plies.
 */
missed_mate: number | null,
/**
 * The threat of mate after the move; absent in older analyses.
 */
threat?: ThreatAnalysis,
/**
 * Why the move is bad, if it is a mistake or a blunder; absent without a proof.
 */
reasons?: Array<Explained>,
/**
 * Goals that the move serves, in Japanese.
 */
goals: Array<string>,
/**
 * Castles of both sides on the board after the move, as ☗矢倉.
 */
castles: Array<string>,
/**
 * The goals of the moving side before the move; absent in older analyses.
 */
goal_report: GoalReport | null,
/**
 * Centipawns; mates as +-32,000.
 */
eval_cp: number,
/**
 * Plies to mate, positive when Black mates; absent without a mate.
 */
mate: number | null,
/**
 * Black's chance to win, 0..=1.
 */
win_rate: number, };

/**
 * A single move judged against the engine's, for learning from mistakes.
 */
export type MoveVerdict = {
/**
 * The position.
 */
sfen: string,
/**
 * The move judged.
 */
usi: string,
/**
 * Evaluation after it.
 */
eval: Evaluation,
/**
 * Win rate lost against the engine's move, 0..=1.
 */
loss: number,
/**
 * The class that the loss earns.
 */
class: MistakeClass | null,
/**
 * The engine's line, USI.
 */
pv: Array<string>,
/**
 * The same as people write it.
 */
pv_kif: Array<string>,
/**
 * What answers the move judged: the engine's line from behind it, USI.
 */
answer: Array<string>,
/**
 * Proved reasons why it is worse than the engine's move; empty unless requested.
 */
reasons: Array<Explained>,
/**
 * Index of the reason that says what the other side does after it.
 */
refuted_by: number | null,
/**
 * The gain that this reason proves, in centipawns; absent for a mate or a threat.
 */
need: number | null, };

/**
 * An opening line to be learned by one side.
 */
export type NewOpeningLine = {
/**
 * The side that learns it; the other side's moves are played.
 */
side: Side,
/**
 * The position that it begins with, SFEN.
 */
start: string,
/**
 * The moves of both sides, in USI, at most 200.
 */
moves: Array<string>,
/**
 * Its name, at most 100 characters; may be empty.
 */
name: string, };

/**
 * The kind of a node.
 */
export type NodeKind = "start" | "move" | "end" | "broken";

/**
 * A stored opening line.
 */
export type OpeningLine = {
/**
 * Its number.
 */
id: number,
/**
 * The line.
 */
line: NewOpeningLine,
/**
 * When it is due, in ms since 1970; absent before the first attempt.
 */
due_ms: number | null, };

/**
 * The player's moves in a phase of the analysed games.
 */
export type PhaseFigures = {
/**
 * Moves that were judged.
 */
moves: number,
/**
 * Mean win rate lost a move, 0..=1; 0 without moves.
 */
mean_loss: number,
/**
 * Inaccuracies, dubious moves, mistakes, blunders.
 */
classes: [number, number, number, number], };

/**
 * Kinds of plans.
 */
export type PlanKind = "castle" | "climbing_silver" | "rook_file" | "edge_attack" | "king_head" | "king_attack" | "entering_king" | "king_move" | "win" | "drive_away" | "promotion" | "diagonal" | "develop";

/**
 * Goals that belong together, as a player would name them.
 */
export type PlanView = {
/**
 * What kind of plan.
 */
kind: PlanKind,
/**
 * Its name.
 */
text: Words,
/**
 * Places of its goals in [`GoalReport::goals`].
 */
goals: Array<number>,
/**
 * Own moves that carry it, USI, at most three: those of the expected line in their order; without
 * an expected line, moves that are possible now.
 */
moves: Array<string>,
/**
 * Own moves that the nearest of its goals still needs.
 */
moves_needed: number, };

/**
 * Requests about games. In parentheses: the reply.
 */
export type PlayRequest = { "type": "play_new",
/**
 * Black's player.
 */
black: Seat,
/**
 * White's player.
 */
white: Seat,
/**
 * Start position: SFEN, or absent for the even game.
 */
sfen?: string | null,
/**
 * The clock of both sides, or of Black.
 */
clock: ClockSetting,
/**
 * The clock of White, if it differs.
 */
white_clock?: ClockSetting | null,
/**
 * The rule for entering kings; 27 points when absent.
 */
entering_king?: EnteringKing | null,
/**
 * Seed of the engine's choices; chosen when absent.
 */
seed?: number | null, } | { "type": "play_get",
/**
 * The game.
 */
game: number, } | { "type": "play_move",
/**
 * The game.
 */
game: number,
/**
 * Moves played before, so that a late message is not a move of another position.
 */
ply: number,
/**
 * The move in USI.
 */
usi: string, } | { "type": "play_take_back",
/**
 * The game.
 */
game: number, } | { "type": "play_hint",
/**
 * The game.
 */
game: number, } | { "type": "play_move_now",
/**
 * The game.
 */
game: number, } | { "type": "play_resign",
/**
 * The game.
 */
game: number,
/**
 * Who; the side to move when absent, against the engine always the player.
 */
side?: Side | null, } | { "type": "play_declare",
/**
 * The game.
 */
game: number, } | { "type": "play_abort",
/**
 * The game.
 */
game: number, };

/**
 * The current state of a game.
 */
export type PlayState = {
/**
 * Its id.
 */
game: number,
/**
 * Grows with every change: of two states the one with the lower number is outdated.
 */
revision: number,
/**
 * The document that records it.
 */
document: number,
/**
 * The last node of the game in that document.
 */
node: number,
/**
 * Number of moves played.
 */
ply: number,
/**
 * The position.
 */
sfen: string,
/**
 * Side to move.
 */
turn: Side,
/**
 * Black's player.
 */
black: Seat,
/**
 * White's player.
 */
white: Seat,
/**
 * The clock of Black as agreed.
 */
clock: ClockSetting,
/**
 * The clock of White.
 */
white_clock: ClockSetting,
/**
 * The rule for entering kings.
 */
entering_king: EnteringKing,
/**
 * Both clocks, Black first.
 */
clocks: [ClockState, ClockState],
/**
 * Is the engine thinking about its move?
 */
thinking: boolean,
/**
 * No client has the game open: clocks are stopped until one does.
 */
paused: boolean,
/**
 * May a move be taken back?
 */
can_take_back: boolean,
/**
 * May the side to move declare a win now?
 */
can_declare: boolean,
/**
 * How it ended.
 */
result: GameResult | null,
/**
 * Seed of the engine's choices: makes the game reproducible.
 */
seed: number, };

/**
 * An analysed game of the player.
 */
export type PlayerGame = {
/**
 * Its number in the library.
 */
game: number,
/**
 * Day, `YYYY-MM-DD` or shorter, empty when unknown.
 */
date: string,
/**
 * Name of the opponent, empty when unknown.
 */
opponent: string,
/**
 * The player's side.
 */
side: Side,
/**
 * How it ended.
 */
result: PlayerResult,
/**
 * The player's moves in all phases.
 */
whole: PhaseFigures,
/**
 * The same in the opening, the middle game and the endgame.
 */
phases: [PhaseFigures, PhaseFigures, PhaseFigures], };

/**
 * Results of the games that have something in common.
 */
export type PlayerGroup = {
/**
 * Its name as in the library; empty for even games among handicaps.
 */
name: string,
/**
 * The results.
 */
score: PlayerScore, };

/**
 * A player's games in numbers. Groups are in the order of their games, most first.
 */
export type PlayerPage = {
/**
 * The spellings of the name that the library has.
 */
names: Array<string>,
/**
 * All games.
 */
score: PlayerScore,
/**
 * Games as Black, then as White.
 */
sides: [PlayerScore, PlayerScore],
/**
 * By the player's opening; games without one are left out.
 */
openings: Array<PlayerGroup>,
/**
 * Openings of at least five games with a result in which the player scores more than in all
 * games together, best first, at most three.
 */
strongest: Array<PlayerGroup>,
/**
 * The same for openings in which the player scores less, worst first.
 */
weakest: Array<PlayerGroup>,
/**
 * By castles that the player built; one game may be in several.
 */
castles: Array<PlayerGroup>,
/**
 * By handicap.
 */
handicaps: Array<PlayerGroup>,
/**
 * By time control in the words of the record; games without one are left out.
 */
time_controls: Array<PlayerGroup>,
/**
 * By opponent, at most 20.
 */
opponents: Array<PlayerGroup>,
/**
 * The player's moves in the opening (moves 1 to 40 of the game), the middle game (to 80) and
 * the endgame of all analysed games.
 */
phases: [PhaseFigures, PhaseFigures, PhaseFigures],
/**
 * Number of analysed games.
 */
analysed: number,
/**
 * Analysed games in the order of their dates, the latest 500.
 */
course: Array<PlayerGame>, };

/**
 * How a game ended for the player.
 */
export type PlayerResult = "won" | "lost" | "drawn" | "open";

/**
 * Results of games from the player's view.
 */
export type PlayerScore = {
/**
 * Games, those with an unknown result too.
 */
games: number,
/**
 * Won.
 */
wins: number,
/**
 * Lost.
 */
losses: number,
/**
 * Drawn.
 */
draws: number, };

/**
 * One player's game in numbers.
 */
export type PlayerSummary = {
/**
 * Moves played.
 */
moves: number,
/**
 * Moves equal to the engine's.
 */
matches: number,
/**
 * Mean win rate lost a move, 0..=1; 0 without moves.
 */
mean_loss: number,
/**
 * Inaccuracies, dubious moves, mistakes, blunders.
 */
classes: [number, number, number, number],
/**
 * Mates let go.
 */
missed_mates: number, };

/**
 * Questions about positions that need no document. In parentheses: the reply.
 */
export type PositionRequest = { "type": "legal_moves",
/**
 * The position.
 */
sfen: string, } | { "type": "line",
/**
 * The position.
 */
sfen: string,
/**
 * The moves in USI, at most 200.
 */
moves: Array<string>, } | { "type": "position_check",
/**
 * The position, possibly impossible.
 */
sfen: string, };

/**
 * The verdict on a position of the editor.
 */
export type PositionVerdict = {
/**
 * The position in canonical SFEN when it is legal for play.
 */
sfen: string | null,
/**
 * Other errors.
 */
problem: SetupProblem | null,
/**
 * Legal as a mate problem (the side to move may have no king)?
 */
mate_problem: boolean, };

/**
 * An answer to a defence.
 */
export type RefutationStep = {
/**
 * The answer, USI; absent where none is needed, or the refuting side is mated.
 */
answer: string | null,
/**
 * Material won with it by the refuting side, in centipawns from the first position on.
 */
gain: number,
/**
 * Plies to a proved mate, the answer included.
 */
mate: number | null,
/**
 * Is the claim reached: mate, or a gain that no capture takes back?
 */
reached: boolean, };

/**
 * A registered engine: a program with its options.
 */
export type RegisteredEngine = {
/**
 * Its id, from 1; 0 stands for the built-in engine.
 */
engine: number,
/**
 * Its name given by the user.
 */
name: string,
/**
 * Its own name.
 */
id_name: string,
/**
 * Who wrote it, as it says; may be empty.
 */
author: string,
/**
 * The options that it lists, in its order.
 */
options: Array<EngineOption>,
/**
 * Options that differ from their defaults. A button that is here is pressed at every start.
 */
values: { [key in string]: string },
/**
 * Why it failed the last time, in English; absent when it did not.
 */
fault: string | null,
/**
 * The program, with its absolute path.
 */
path: string,
/**
 * Its arguments.
 */
arguments: Array<string>,
/**
 * Its working folder, absolute; the program's own folder when absent.
 */
folder?: string | null, };

/**
 * A reply.
 */
export type Reply = { "type": "ok" } | { "type": "welcome",
/**
 * The data for the start of a client.
 */
welcome: Welcome, } | { "type": "status",
/**
 * The state.
 */
status: ServerStatus, } | { "type": "settings",
/**
 * The settings now in force.
 */
settings: Settings, } | { "type": "engines",
/**
 * All of them, as they are now.
 */
engines: Array<RegisteredEngine>,
/**
 * The one that was added.
 */
added: number | null, } | { "type": "document",
/**
 * The document.
 */
document: DocumentState, } | { "type": "documents",
/**
 * The documents.
 */
documents: Array<DocumentInfo>, } | { "type": "edited",
/**
 * The document.
 */
document: number,
/**
 * Its revision after the edit.
 */
revision: number,
/**
 * The node to go to.
 */
node: number, } | { "type": "legal_moves",
/**
 * The moves.
 */
legal: LegalMoves, } | { "type": "line",
/**
 * The position at its beginning.
 */
sfen: string,
/**
 * One step for every move.
 */
steps: Array<LineStep>, } | { "type": "position",
/**
 * The verdict.
 */
verdict: PositionVerdict, } | { "type": "analysis_started",
/**
 * Number of the analysis; updates with another one are late.
 */
analysis: number, } | { "type": "verdict",
/**
 * The verdict.
 */
verdict: MoveVerdict, } | { "type": "refuted",
/**
 * The answer to the last move.
 */
step: RefutationStep, } | { "type": "refuted_proof",
/**
 * The proof as `zenpuku mate --proof` writes it.
 */
proof: string, } | { "type": "job",
/**
 * The job.
 */
job: JobInfo, } | { "type": "jobs",
/**
 * The jobs.
 */
jobs: Array<JobInfo>, } | { "type": "report",
/**
 * The analysis so far.
 */
report: GameReport, } | { "type": "play_started",
/**
 * The game.
 */
game: PlayState,
/**
 * The document that records it.
 */
document: DocumentState, } | { "type": "play",
/**
 * The game.
 */
game: PlayState, } | { "type": "hint",
/**
 * The hint.
 */
hint: Hint, } | { "type": "library",
/**
 * The games found.
 */
page: LibraryPage, } | { "type": "library_numbers",
/**
 * The numbers in the order of the search, at most 10,000.
 */
games: Array<number>, } | { "type": "library_queued",
/**
 * What became of them.
 */
queued: LibraryQueued, } | { "type": "library_folders",
/**
 * All of them.
 */
folders: Array<WatchedFolder>, } | { "type": "library_duplicates",
/**
 * Copies of the same game together, first the one to keep; at most 200 groups.
 */
groups: Array<Array<LibraryGame>>, } | { "type": "library_players",
/**
 * Names with their games, most games first, at most 500.
 */
players: Array<[string, number]>, } | { "type": "library_player",
/**
 * The player.
 */
player: PlayerPage, } | { "type": "library_restored",
/**
 * How many games are back; those that were imported again meanwhile do not count.
 */
games: number, } | { "type": "library_stats",
/**
 * The numbers.
 */
stats: LibraryStats, } | { "type": "explorer",
/**
 * The moves played here.
 */
page: ExplorerPage, } | { "type": "books",
/**
 * All books, as they are now.
 */
books: Array<BookInfo>,
/**
 * The one that was added or was there already.
 */
added: number | null, } | { "type": "book",
/**
 * What the book has for the position.
 */
position: BookPosition, } | { "type": "book_marks",
/**
 * In the order of the moves.
 */
marks: Array<BookMark>, } | { "type": "book_losses",
/**
 * What the file would not have.
 */
losses: Array<BookLoss>,
/**
 * Would another file be replaced?
 */
exists: boolean, } | { "type": "go_record",
/**
 * What was read.
 */
record: GoRecord, } | { "type": "go_written",
/**
 * The text of the file.
 */
sgf: string, } | { "type": "go_played",
/**
 * The position after each move.
 */
positions: Array<GoPosition>, } | { "type": "go_status",
/**
 * The judgement.
 */
status: GoStatus,
/**
 * What the Go engine of the settings thinks; null unless it was asked.
 */
second: GoSecondOpinion | null,
/**
 * Milliseconds used for the judgement.
 */
ms: number, } | { "type": "go_reviewed",
/**
 * The moves, in their order; fewer when it was stopped.
 */
moves: Array<GoReviewedMove>,
/**
 * Why the Go engine gave no second opinion; it was not asked about the later moves.
 */
fault: string | null, } | { "type": "go_answered",
/**
 * The move (`C3`, `pass`), or `resign`.
 */
mv: string, } | { "type": "go_engine",
/**
 * The engine, if one is kept.
 */
engine: GoEngine | null,
/**
 * May it be changed from this page?
 */
local: boolean, } | { "type": "go_solved",
/**
 * What is known.
 */
solution: GoSolution,
/**
 * Milliseconds used.
 */
ms: number,
/**
 * Was it stopped before the end?
 */
stopped: boolean, } | { "type": "matches",
/**
 * The matches.
 */
matches: Array<MatchState>, } | { "type": "match",
/**
 * The match.
 */
state: MatchState, } | { "type": "match_games",
/**
 * The games, in the order in which they count.
 */
games: Array<MatchGame>, } | { "type": "match_live_games",
/**
 * The games under way.
 */
games: Array<MatchLiveGame>, } | { "type": "mate_solved",
/**
 * The solution.
 */
solution: MateSolution, } | { "type": "mate_checked",
/**
 * The verdict.
 */
check: MateCheck, } | { "type": "mate_step",
/**
 * The position and its moves.
 */
step: MateStep, } | { "type": "mate_overview",
/**
 * Sets and training.
 */
overview: MateOverview, } | { "type": "mate_problems",
/**
 * The problems, in their order.
 */
problems: Array<MateProblem>, } | { "type": "mate_begun",
/**
 * What is to be solved.
 */
begun: MateBegun, } | { "type": "mate_judged",
/**
 * The move, judged.
 */
judged: MateJudged, } | { "type": "mate_hint",
/**
 * The hint.
 */
hint: MateHint, } | { "type": "mate_answer",
/**
 * The solution from here on, attacker first.
 */
line: Array<LineStep>,
/**
 * What became of the attempt.
 */
result: MateResult, } | { "type": "mate_added",
/**
 * What was added.
 */
added: MateAdded, } | { "type": "daily",
/**
 * The list.
 */
list: DailyList, } | { "type": "daily_judged",
/**
 * The move, judged.
 */
judged: DailyJudged, } | { "type": "daily_answer",
/**
 * The better move.
 */
answer: DailyAnswer, } | { "type": "openings",
/**
 * The lines, those with the same beginning next to each other.
 */
lines: Array<OpeningLine>, } | { "type": "lens_techniques",
/**
 * The techniques.
 */
techniques: Array<LensTechnique>, } | { "type": "lens_lesson",
/**
 * The lesson.
 */
lesson: Lesson, } | { "type": "lens_searched",
/**
 * The result of the search.
 */
run: LensRun, } | { "type": "goals",
/**
 * The goals.
 */
goals: GoalsAround, } | { "type": "goal_line",
/**
 * The castles.
 */
line: GoalLine, } | { "type": "lab_list",
/**
 * The experiments.
 */
experiments: Array<LabExperiment>, } | { "type": "lab",
/**
 * The findings.
 */
findings: LabFindings, };

/**
 * A request.
 */
export type Request = SessionRequest | SettingsRequest | EnginesRequest | DocumentRequest | PositionRequest | AnalysisRequest | JobRequest | PlayRequest | LibraryRequest | BooksRequest | GoRequest | MateRequest | DailyRequest | MatchesRequest | GoalsRequest | LabRequest | LensRequest;

/**
 * Result to search.
 */
export type ResultFilter = "black" | "white" | "draw" | "open";

/**
 * A built-in sample.
 */
export type SampleInfo = {
/**
 * Its id.
 */
id: string,
/**
 * The room that shows it: `analyse` or `play`.
 */
room: string,
/**
 * Title in Japanese.
 */
title_ja: string,
/**
 * Title in English.
 */
title_en: string, };

/**
 * The player of a side.
 */
export type Seat = { "type": "human",
/**
 * Name, may be empty.
 */
name: string, } | { "type": "engine",
/**
 * Strength, one of [`LevelInfo::level`].
 */
level: number,
/**
 * The opening it likes, one of [`Styles::openings`]; absent: any.
 */
opening?: string | null,
/**
 * The castle it likes, one of [`Styles::castles`]; absent: any.
 */
castle?: string | null, } | { "type": "usi",
/**
 * Its id.
 */
engine: number,
/**
 * Its name; the server fills it in.
 */
name: string, };

/**
 * A move of a line with the goals that it serves.
 */
export type ServedMove = {
/**
 * The move, USI.
 */
usi: string,
/**
 * Places of the goals served in [`GoalReport::goals`]; none for the opponent's moves.
 */
goals: Array<number>, };

/**
 * What the server sends.
 */
export type ServerMessage = { "type": "reply",
/**
 * The request's id.
 */
id: number,
/**
 * The answer.
 */
reply: Reply, } | { "type": "error",
/**
 * The request's id; absent when the message could not be read that far.
 */
id: number | null,
/**
 * The error.
 */
error: ErrorBody, } | { "type": "event",
/**
 * The news.
 */
event: Event, };

/**
 * The state of the server.
 */
export type ServerStatus = {
/**
 * Version of the program.
 */
version: string,
/**
 * Milliseconds since its start.
 */
uptime_ms: number,
/**
 * Connected clients.
 */
connections: number,
/**
 * Live analyses that run.
 */
live: number,
/**
 * Jobs that wait or run.
 */
jobs: number,
/**
 * Running games.
 */
games: number,
/**
 * Search threads.
 */
threads: number,
/**
 * Memory for tables in MiB.
 */
hash_mb: number,
/**
 * Folder of library and settings.
 */
data_folder: string,
/**
 * Games in the library.
 */
library_games: number,
/**
 * May folders of this machine be imported? Only when the server listens on loopback.
 */
folder_import: boolean, };

/**
 * Requests about the session and the server. In parentheses: the reply.
 */
export type SessionRequest = { "type": "hello",
/**
 * [`crate::protocol::PROTOCOL_VERSION`] of the client.
 */
protocol: number,
/**
 * The session to resume.
 */
session?: string | null,
/**
 * Documents the client still has, with their revisions; others come as events.
 */
known: Array<KnownDocument>, } | { "type": "status" } | { "type": "work_stop" };

/**
 * The user's settings; stored on disk.
 */
export type Settings = {
/**
 * Search threads, 1 to 512.
 */
threads: number,
/**
 * Memory for the engine's tables in MiB, 16 to 65,536.
 */
hash_mb: number,
/**
 * Lines of live analysis, 1 to 10.
 */
multi_pv: number,
/**
 * Milliseconds a move for whole-game analysis, 10 to 600,000.
 */
analysis_ms: number,
/**
 * The user's names as records spell them: at most 20 of at most 200 characters.
 */
my_names: Array<string>,
/**
 * What belongs to the page alone (language, theme, pieces ...): at most 100 entries of at
 * most 64 bytes of name and 4,096 bytes of text.
 */
page: { [key in string]: string }, };

/**
 * Requests about the settings. In parentheses: the reply.
 */
export type SettingsRequest = { "type": "settings_set",
/**
 * All of them.
 */
settings: Settings, };

/**
 * An error of a position in the editor.
 */
export type SetupProblem = {
/**
 * A word for the rule broken, for translation: `missing_king`, `two_kings`,
 * `too_many_pieces`, `two_pawns`, `dead_piece`, `opponent_in_check`, `syntax`.
 */
code: string,
/**
 * The rule broken and the place, in English.
 */
message: string,
/**
 * Squares concerned, in USI.
 */
squares: Array<string>, };

/**
 * A side, named in lower case in JSON.
 */
export type Side = "black" | "white";

/**
 * Where a document comes from.
 */
export type Source = { "type": "upload",
/**
 * The id that the upload was given.
 */
upload: string, } | { "type": "text",
/**
 * The text.
 */
text: string,
/**
 * A file name, if there is one; its extension is a hint only.
 */
name: string | null, } | { "type": "sample",
/**
 * Its id.
 */
sample: string, } | { "type": "library",
/**
 * Its number there.
 */
game: number, } | { "type": "position",
/**
 * The position.
 */
sfen: string, } | { "type": "new",
/**
 * Name of the handicap; the even game when absent.
 */
handicap: string | null, } | { "type": "go_position",
/**
 * The position.
 */
position: GoPosition,
/**
 * Rules by name.
 */
rules: string, };

/**
 * Where a test stands.
 */
export type Sprt = {
/**
 * Log likelihood ratio.
 */
llr: number,
/**
 * H0 is accepted at this bound.
 */
lower: number,
/**
 * H1 is accepted at this one.
 */
upper: number,
/**
 * Its current verdict.
 */
verdict: Verdict, };

/**
 * The two hypotheses and the error rates allowed.
 */
export type SprtTest = {
/**
 * H0: the first engine is this many Elo stronger.
 */
elo0: number,
/**
 * H1: the first engine is this many Elo stronger; above `elo0`.
 */
elo1: number,
/**
 * Chance to accept H1 although H0 holds, 0..0.5.
 */
alpha: number,
/**
 * Chance to accept H0 although H1 holds, 0..0.5.
 */
beta: number, };

/**
 * An opening or a castle to choose.
 */
export type StyleInfo = {
/**
 * Its name without blanks.
 */
id: string,
/**
 * Name in Japanese.
 */
name_ja: string,
/**
 * Name in English.
 */
name_en: string,
/**
 * Is it played with a ranging rook?
 */
ranging: boolean, };

/**
 * What a level below full strength can like to play.
 */
export type Styles = {
/**
 * Openings, by the file of the rook.
 */
openings: Array<StyleInfo>,
/**
 * Castles.
 */
castles: Array<StyleInfo>, };

/**
 * A threat of mate by the side that has just moved.
 */
export type ThreatAnalysis = {
/**
 * How it can be met.
 */
kind: ThreatName,
/**
 * The mate after a pass, in plies; it need not be the shortest.
 */
plies: number,
/**
 * Its line, USI.
 */
line: Array<string>, };

/**
 * How a threat of mate can be met, in lower case in JSON.
 */
export type ThreatName = "threatmate" | "brinkmate";

/**
 * The budget of each move.
 */
export type TimeControl = { "nodes": number } | { "depth": number } | { "move_time": number } | { "clock": {
/**
 * Main time of each side.
 */
main: number,
/**
 * Byoyomi a move after the main time.
 */
byoyomi: number,
/**
 * Fischer increment a move.
 */
increment: number, } };

/**
 * A node of a game tree. Ids are never used again within a document.
 */
export type TreeNode = {
/**
 * Its id.
 */
id: number,
/**
 * The node before; absent for the start position.
 */
parent: number | null,
/**
 * The continuations: the first is the line itself, the others are variations.
 */
children: Array<number>,
/**
 * Number of the move in its line, 0 for the start position.
 */
ply: number,
/**
 * What it is.
 */
kind: NodeKind,
/**
 * The move in USI, empty for other kinds.
 */
usi: string,
/**
 * The move as people write it (`☗７六歩(77)`), the word of an ending, or the broken text.
 */
text: string,
/**
 * The position at the node.
 */
sfen: string,
/**
 * Side to move at the node.
 */
turn: Side,
/**
 * Is the side to move in check?
 */
check: boolean,
/**
 * Milliseconds spent on the move, where known.
 */
time_ms: number | null,
/**
 * The comment, lines joined by `\n`; empty without.
 */
comment: string,
/**
 * Why the text is broken; empty for other kinds.
 */
fault: string, };

/**
 * Changed documents that the disk does not take. They stay in memory and are tried again.
 */
export type Unsaved = {
/**
 * How many; 0: all is saved.
 */
documents: number,
/**
 * Why, in English; empty when all is saved.
 */
reason: string, };

/**
 * The verdict of the games so far.
 */
export type Verdict = "continue" | "accepth0" | "accepth1";

/**
 * A folder whose new and changed records are imported while the app runs.
 */
export type WatchedFolder = {
/**
 * Its number.
 */
folder: number,
/**
 * Its full path.
 */
path: string,
/**
 * Are new games put into the queue of analyses?
 */
analyse: boolean,
/**
 * Could it not be found when it was looked at last?
 */
missing: boolean,
/**
 * Files that were read.
 */
files: number, };

/**
 * The server's first message.
 */
export type Welcome = {
/**
 * Version of the server's protocol.
 */
protocol: number,
/**
 * Version of the program.
 */
version: string,
/**
 * The session: keep it (one per tab) and say it in the next `hello`.
 */
session: string,
/**
 * Was the session known, so that its state is back?
 */
resumed: boolean,
/**
 * Documents open in this session, and every running game.
 */
documents: Array<DocumentInfo>,
/**
 * Running games, and the last one of this session.
 */
games: Array<PlayState>,
/**
 * Jobs that wait, run or ended lately.
 */
jobs: Array<JobInfo>,
/**
 * The settings.
 */
settings: Settings,
/**
 * Built-in samples.
 */
samples: Array<SampleInfo>,
/**
 * Strength levels, weakest first.
 */
levels: Array<LevelInfo>,
/**
 * What a level can like to play.
 */
styles: Styles,
/**
 * Customary start positions.
 */
handicaps: Array<HandicapInfo>,
/**
 * Something the user must know, as a rebuilt library; in English.
 */
notice: string | null,
/**
 * Data that the disk currently refuses.
 */
unsaved: Unsaved, };

/**
 * A sentence in both languages.
 */
export type Words = {
/**
 * Japanese.
 */
ja: string,
/**
 * English.
 */
en: string, };
