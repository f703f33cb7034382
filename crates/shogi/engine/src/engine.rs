//! The facade: one engine with its options, its position and its memory.

use crate::book::{Book, BookChoice, BookFileError, BookMove, BookSource};
use crate::calibration::{CalibrationError, CalibrationSource};
use crate::cancel::CancelToken;
use crate::control::SearchControl;
use crate::eval_files::EvalFiles;
use crate::goals::{GoalMemory, GoalSession};
use crate::info::{Info, SearchHandler, SearchResult};
use crate::limits::SearchLimits;
use crate::observer::{NoObserver, SearchObserver};
use crate::options::{CLEAR_HASH_OPTION, EngineOptions, OptionError};
use crate::prob_cut::{ProbCutError, ProbCutModel, ProbCutSource};
use crate::search::ThreadData;
use crate::threads::{Job, STACK_BYTES};
use crate::time_control::Clock;
use crate::tt::{Bound, Replacement, TableTooLarge, TranspositionTable};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use zenpuku_gametree::Score;
use zenpuku_shogi::{Color, MAX_PLY, Move, Position};
use zenpuku_shogi_eval::nnue::NetworkError;
use zenpuku_shogi_eval::{
    AnyEvaluator, Calibration, CpScale, EvalData, EvalKind, EvalPart, Evaluator,
};
use zenpuku_shogi_goals::explain::GoalReport;
use zenpuku_shogi_mate::MateAttempt;

/// Why an engine cannot do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The position is a mate problem, not a game.
    #[error("the position has no king of {0}; it can be solved but not played")]
    NoKing(&'static str),
    /// The game is longer than the position core can count.
    #[error("move {0} of a game: at most {MAX_PLY} can be searched")]
    TooLong(u16),
    /// The transposition table does not fit.
    #[error(transparent)]
    Table(#[from] TableTooLarge),
    /// A file of weights that the options name cannot be used.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A file of ProbCut parameters that the options name cannot be used.
    #[error(transparent)]
    ProbCut(#[from] ProbCutError),
    /// A file with a calibration that the options name cannot be used.
    #[error(transparent)]
    Calibration(#[from] CalibrationError),
    /// An opening book that the options name cannot be used.
    #[error(transparent)]
    Book(#[from] BookFileError),
    /// The system gives no thread.
    #[error("no thread for the search: {0}")]
    Thread(#[from] std::io::Error),
}

/// What searches write to, kept between them.
#[derive(Default)]
struct Core {
    table: Option<TranspositionTable>,
    thread_data: Vec<ThreadData>,
    goals: GoalMemory,
    /// The search for mate at the root; made when it is first wanted.
    mates: Option<MateAttempt>,
    /// Games begun, so that not all have the same opening.
    games: u64,
    /// Move number and value of the last search.
    last_search: Option<(u16, Score)>,
}

impl Core {
    /// Brings table and threads to the size that the options ask for.
    fn fit(
        &mut self,
        options: &EngineOptions,
        cancel: &CancelToken,
    ) -> Result<&mut TranspositionTable, TableTooLarge> {
        let threads = options.threads.max(1);
        self.thread_data.truncate(threads);
        self.thread_data.resize_with(threads, ThreadData::new);
        let table = match self.table.take() {
            Some(table) if table.mebibytes() == options.hash => table,
            // The old table's memory is free by now.
            _ => TranspositionTable::prepared(options.hash, cancel)?,
        };
        Ok(self.table.insert(table))
    }
}

/// A search on a thread of its own.
struct Running {
    control: SearchControl,
    thread: JoinHandle<Option<SearchResult>>,
}

/// A shogi engine.
///
/// Memory is taken when it is first needed: [`Engine::prepare`] or the first search. Methods
/// that need what a running search uses stop it and wait for its end.
pub struct Engine {
    options: EngineOptions,
    position: Position,
    core: Arc<Mutex<Core>>,
    eval_files: EvalFiles,
    prob_cut: ProbCutSource,
    calibration: CalibrationSource,
    book: BookSource,
    running: Option<Running>,
    cancel: CancelToken,
}

impl Engine {
    /// An engine at the start position.
    #[must_use]
    pub fn new(options: EngineOptions) -> Self {
        Self {
            options,
            position: Position::startpos(),
            core: Arc::default(),
            eval_files: EvalFiles::default(),
            prob_cut: ProbCutSource::default(),
            calibration: CalibrationSource::default(),
            book: BookSource::default(),
            running: None,
            cancel: CancelToken::default(),
        }
    }

    /// Leaves preparing memory early while this token is asked to.
    #[must_use]
    pub fn cancel_token(&self) -> CancelToken {
        self.cancel.clone()
    }

    /// The options in force.
    #[must_use]
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// The options, to be changed; the next search uses them.
    pub fn options_mut(&mut self) -> &mut EngineOptions {
        &mut self.options
    }

    /// Sets an option or a row of the parameter table by name; `Clear_Hash` empties the table.
    ///
    /// # Errors
    /// [`OptionError`] names what is wrong; nothing is changed then.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)?;
        if name.eq_ignore_ascii_case(CLEAR_HASH_OPTION) {
            self.clear_hash();
        }
        Ok(())
    }

    /// Takes the memory and reads the weights that the options ask for, so that the first search
    /// starts at once.
    ///
    /// # Errors
    /// [`EngineError::Table`] when the hash size is beyond the free memory;
    /// [`EngineError::Network`], [`EngineError::ProbCut`] and [`EngineError::Calibration`] when a
    /// file cannot be used: weights in use stay, ProbCut is off, the calibration is the built-in
    /// one, and the same file is not tried again before options change; [`EngineError::Book`] when
    /// there is no book for that reason.
    pub fn prepare(&mut self) -> Result<(), EngineError> {
        let options = self.options.clone();
        let cancel = self.cancel_token();
        self.idle_core().fit(&options, &cancel)?;
        self.follow(&options)
    }

    /// What was guessed, or is on but without effect, with the reason; each told once, here or to
    /// the next search's handler. [`Engine::prepare`] finds it out.
    pub fn take_notice(&mut self) -> Option<String> {
        let eval = self.eval_files.take_notice();
        eval.or_else(|| self.prob_cut.take_notice()).or_else(|| self.book.take_notice())
    }

    /// How values become chances and shown centipawns, by the evaluation that [`Engine::prepare`]
    /// or a search has read last.
    #[must_use]
    pub fn calibration(&self) -> Calibration {
        self.calibration.calibration()
    }

    /// Reads the files that `options` name.
    fn follow(&mut self, options: &EngineOptions) -> Result<(), EngineError> {
        self.eval_files.follow(options)?;
        self.prob_cut.follow(options, self.eval_files.data())?;
        self.calibration.follow(options, self.eval_files.data())?;
        if options.own_book {
            self.book.follow(&options.book_file)?;
        }
        Ok(())
    }

    /// The book in use, if the options want one.
    fn own_book(&mut self, options: &EngineOptions) -> Option<Arc<Book>> {
        let book = options.own_book.then(|| self.book.follow(&options.book_file));
        // A file that cannot be used was an error of `follow` before.
        book.and_then(Result::ok).flatten()
    }

    /// Forgets everything about the last game.
    pub fn new_game(&mut self) {
        self.forget_searches();
        let mut core = self.idle_core();
        core.goals.clear();
        core.games += 1;
    }

    /// Forgets what searches have found, but not what the sides aim at.
    pub fn forget_searches(&mut self) {
        self.clear_hash();
        let mut core = self.idle_core();
        core.thread_data.iter_mut().for_each(ThreadData::clear);
        core.mates.iter_mut().for_each(MateAttempt::forget);
        core.last_search = None;
    }

    /// What the side to move of the position set last aims at, without a search; `line` is what
    /// it expects, empty when nothing is known. Goals go on from those of its last turn, when
    /// that was searched or explained too.
    pub fn explain(&mut self, line: &[Move]) -> GoalReport {
        let (options, position) = (self.options.clone(), self.root());
        let data = self.eval_data().clone();
        let mut core = self.idle_core();
        GoalSession::new(
            &mut core.goals,
            &position,
            &EngineOptions { goal_info: true, ..options },
            &data,
        )
        .end(line, true)
        .unwrap_or_default()
    }

    /// Empties the transposition table.
    pub fn clear_hash(&mut self) {
        let (threads, cancel) = (self.options.threads, self.cancel_token());
        if let Some(table) = &mut self.idle_core().table {
            table.clear(threads, &cancel);
        }
    }

    /// Sets the position to search, with the history of its game.
    ///
    /// # Errors
    /// [`EngineError::NoKing`] for a mate problem without one of the kings,
    /// [`EngineError::TooLong`] beyond the longest game.
    pub fn set_position(&mut self, position: Position) -> Result<(), EngineError> {
        for (color, name) in [(Color::BLACK, "Black"), (Color::WHITE, "White")] {
            if position.king(color).is_none() {
                return Err(EngineError::NoKing(name));
            }
        }
        if position.ply() > MAX_PLY {
            return Err(EngineError::TooLong(position.ply()));
        }
        self.position = position;
        Ok(())
    }

    /// The position that a search would start from.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The networks and weights in use.
    #[must_use]
    pub fn eval_data(&self) -> &EvalData {
        self.eval_files.data()
    }

    /// The evaluation in use, see [`EvalData::in_use`].
    #[must_use]
    pub fn eval_kind(&self) -> EvalKind {
        self.eval_data().in_use(self.options.eval)
    }

    /// The static evaluation of the position taken apart, for the side to move, by the network
    /// that [`Engine::prepare`] or a search has read last.
    #[must_use]
    pub fn evaluate(&self) -> Vec<EvalPart> {
        let data = self.eval_data();
        let mut eval = AnyEvaluator::with_data(self.options.eval, &self.options.params, data);
        eval.refresh(&self.position);
        eval.parts(&self.position)
    }

    /// A control for a search with these limits; its clock starts now.
    #[must_use]
    pub fn control(&self, limits: &SearchLimits) -> SearchControl {
        let (side, ply) = (self.position.side_to_move(), self.position.ply());
        SearchControl::new(limits, side, ply, &self.options.time)
    }

    /// Searches on this thread until the limits end it.
    ///
    /// # Errors
    /// As [`Engine::prepare`].
    pub fn search(
        &mut self,
        limits: &SearchLimits,
        handler: &mut dyn SearchHandler,
    ) -> Result<SearchResult, EngineError> {
        self.search_watched(&self.control(limits), limits, handler, NoObserver)
    }

    /// Searches on this thread under a control made by [`Engine::control`], which another
    /// thread may hold to stop it; `observer` watches the first search thread. It is no type
    /// parameter: the search would be compiled once more for every observer of every crate.
    ///
    /// # Errors
    /// As [`Engine::prepare`].
    pub fn search_under(
        &mut self,
        control: &SearchControl,
        limits: &SearchLimits,
        handler: &mut dyn SearchHandler,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchResult, EngineError> {
        self.search_watched(control, limits, handler, observer)
    }

    fn search_watched(
        &mut self,
        control: &SearchControl,
        limits: &SearchLimits,
        handler: &mut dyn SearchHandler,
        observer: impl SearchObserver,
    ) -> Result<SearchResult, EngineError> {
        self.follow(&self.options.clone())?;
        let input = self.input(handler);
        run(&mut self.idle_core(), &input, control, limits, handler, observer)
    }

    /// Starts a search on a thread of its own and answers at once. `handler` hears of the
    /// result; [`Engine::wait`] gives it too.
    ///
    /// # Errors
    /// As [`Engine::prepare`]; [`EngineError::Thread`] when the system gives no thread.
    pub fn go(
        &mut self,
        limits: SearchLimits,
        mut handler: Box<dyn SearchHandler>,
    ) -> Result<SearchControl, EngineError> {
        let control = self.control(&limits);
        self.prepare()?;
        let input = self.input(handler.as_mut());
        let (core, search_control) = (Arc::clone(&self.core), control.clone());
        let builder = std::thread::Builder::new().name("search".into()).stack_size(STACK_BYTES);
        let thread = builder.spawn(move || {
            let mut core = core.lock().unwrap_or_else(PoisonError::into_inner);
            run(&mut core, &input, &search_control, &limits, handler.as_mut(), NoObserver).ok()
        })?;
        self.running = Some(Running { control: control.clone(), thread });
        Ok(control)
    }

    /// What the next search takes over; `handler` hears of what was guessed.
    fn input(&mut self, handler: &mut dyn SearchHandler) -> SearchInput {
        while let Some(notice) = self.take_notice() {
            handler.notice(&notice);
        }
        let options = self.options.clone();
        SearchInput {
            position: self.root(),
            data: self.eval_data().clone(),
            prob_cut: self.prob_cut.model(),
            calibration: self.calibration(),
            book: self.own_book(&options),
            cancel: self.cancel_token(),
            options,
        }
    }

    /// Is a search running that was started by [`Engine::go`]?
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.thread.is_finished())
    }

    /// Makes the running search give its result now; without one, does nothing.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Tells the running search that the expected move was played; see
    /// [`SearchControl::ponderhit`].
    pub fn ponderhit(&self, clock: Option<Clock>) {
        if let Some(running) = &self.running {
            running.control.ponderhit(clock);
        }
    }

    /// Waits for the result of the search started last; `None` when there is none to wait for.
    pub fn wait(&mut self) -> Option<SearchResult> {
        self.running.take().and_then(|running| running.thread.join().ok().flatten())
    }

    /// The memory, after the end of a running search.
    fn idle_core(&mut self) -> MutexGuard<'_, Core> {
        self.stop();
        self.wait();
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position with the entering-king rule that the options ask for.
    fn root(&self) -> Position {
        let mut position = self.position.clone();
        position.set_entering_king_rule(self.options.entering_king_rule);
        position
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

impl core::fmt::Debug for Engine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let searching = self.is_searching();
        f.debug_struct("Engine")
            .field("position", &self.position)
            .field("searching", &searching)
            .finish_non_exhaustive()
    }
}

/// What a search takes over from its engine.
struct SearchInput {
    options: EngineOptions,
    position: Position,
    data: EvalData,
    prob_cut: Option<Arc<ProbCutModel>>,
    calibration: Calibration,
    book: Option<Arc<Book>>,
    cancel: CancelToken,
}

impl SearchInput {
    /// The book's move, where one may be played without thinking.
    fn book_move(&self, limits: &SearchLimits, games: u64) -> Option<&BookMove> {
        let thinks = limits.infinite || limits.ponder || !limits.search_moves.is_empty();
        let book = self.book.as_deref().filter(|_| !thinks)?;
        let seed = self.options.book.seed.wrapping_add(games);
        book.choose(&self.position, &BookChoice { seed, ..self.options.book })
    }
}

/// What a book's move is as the result of a search.
fn from_book(found: &BookMove, control: &SearchControl) -> SearchResult {
    let (score, depth) = (Score::eval(found.eval.unwrap_or(0)), found.depth.unwrap_or(0));
    // What a book says is told as it is written.
    let scale = CpScale::SHOWN;
    let info = Info {
        depth: depth.max(1),
        sel_depth: depth.max(1),
        multi_pv: 1,
        score,
        scale,
        bound: Bound::Exact,
        nodes: 0,
        time: control.elapsed(),
        hashfull: 0,
        pv: core::iter::once(found.mv).chain(found.reply).collect(),
    };
    let time = control.elapsed();
    let (best, ponder) = (found.mv, found.reply);
    let (lines, nodes, goals) = (vec![info], 0, None);
    SearchResult { best, ponder, lines, score, scale, depth, nodes, time, goals }
}

/// One search from beginning to end.
fn run<O: SearchObserver>(
    core: &mut Core,
    input: &SearchInput,
    control: &SearchControl,
    limits: &SearchLimits,
    handler: &mut dyn SearchHandler,
    observer: O,
) -> Result<SearchResult, EngineError> {
    let SearchInput { options, position, data, .. } = input;
    let prob_cut = input.prob_cut.as_deref();
    if let Some(found) = input.book_move(limits, core.games) {
        if let Some(castle) = found.castle() {
            core.goals.note_book_castle(position.side_to_move(), castle);
        }
        let result = from_book(found, control);
        handler.notice(&format!("book move {}", found.mv));
        handler.done(&result);
        return Ok(result);
    }
    let latest = options.params.table_latest_move;
    let replacement = if latest { Replacement::LATEST_MOVE } else { Replacement::DEEPEST_MOVE };
    core.fit(options, &input.cancel)?.new_search(replacement);
    let Core { table: Some(table), thread_data, goals, mates, last_search, .. } = core else {
        return Err(EngineError::Table(TableTooLarge { mebibytes: options.hash, available: 0 }));
    };
    let mut session = GoalSession::new(goals, position, options, data);
    let goals = options.params.goals.then(|| session.begin());
    let scale = input.calibration.at(position);
    let own_turn = last_search.filter(|(ply, _)| ply + 2 == position.ply());
    let last_turn = own_turn.map(|(_, score)| score);
    let job =
        Job { table, control, options, data, prob_cut, scale, limits, position, goals, last_turn };
    let mut result = job.run(thread_data, mates, handler, observer);
    *last_search = (result.depth > 0).then_some((position.ply(), result.score));
    result.goals = session.end(result.pv(), handler.wants_goals()).map(Box::new);
    control.wait_until_released();
    handler.done(&result);
    Ok(result)
}
