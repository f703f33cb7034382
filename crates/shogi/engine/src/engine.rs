//! The facade: one engine with its options, its position and its memory.

use crate::book::{BookChoice, BookFile, BookFileError, BookMove, BookSource};
use crate::calibration::{CalibrationError, CalibrationSource};
use crate::control::SearchControl;
use crate::eval_files::EvalFiles;
use crate::goals::GoalSession;
use crate::handle::SearchHandle;
use crate::hooks::Hooks;
use crate::info::{Info, SearchHandler, SearchResult};
use crate::limits::SearchLimits;
use crate::observer::NoObserver;
use crate::options::{CLEAR_HASH_OPTION, EngineOptions, OptionError};
use crate::prob_cut::{ProbCutError, ProbCutModel, ProbCutSource};
use crate::request::{Quiet, SearchRequest};
use crate::search_memory::{BorrowedMemory, MemoryPlace, SearchMemory};
use crate::style;
use crate::technique::Technique;
use crate::threads::{STACK_BYTES, SearchJob};
use crate::tt::{Bound, Replacement, TableTooLarge};
use crate::weakened::Weakened;
use std::sync::Arc;
use zenpuku_core::Score;
use zenpuku_core::StopToken;
use zenpuku_shogi::{Color, MAX_PLY, Move, Position};
use zenpuku_shogi_eval::nnue::NetworkError;
use zenpuku_shogi_eval::{
    AnyEvaluator, Calibration, CpScale, EvalData, EvalKind, EvalPart, Evaluator,
};
use zenpuku_shogi_goals::explain::GoalReport;

/// Why an engine cannot execute a request.
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
    /// The thread cannot be created.
    #[error("no thread for the search: {0}")]
    Thread(#[from] std::io::Error),
}

/// A shogi engine.
///
/// Memory is taken when it is first needed: [`Engine::prepare`] or the first
/// search. Methods that need data used by a running search stop it and wait for
/// its end.
pub struct Engine {
    options: EngineOptions,
    position: Position,
    memory: MemoryPlace,
    eval_files: EvalFiles,
    prob_cut: ProbCutSource,
    calibration: CalibrationSource,
    book: BookSource,
    hooks: Hooks,
    /// Of the search started last.
    running: Option<SearchControl>,
    /// A table is filled ahead of its use until this stops.
    filling: StopToken,
}

impl Engine {
    /// An engine at the start position.
    #[must_use]
    pub fn new(options: EngineOptions) -> Self {
        Self {
            options,
            position: Position::startpos(),
            memory: MemoryPlace::new(),
            eval_files: EvalFiles::default(),
            prob_cut: ProbCutSource::default(),
            calibration: CalibrationSource::default(),
            book: BookSource::default(),
            hooks: Hooks::default(),
            running: None,
            filling: StopToken::new(),
        }
    }

    /// The same with a technique or an evaluation from outside.
    #[must_use]
    pub fn with_hooks(mut self, hooks: Hooks) -> Self {
        self.hooks = hooks;
        self
    }

    /// From now on memory is filled ahead of its use, which saves time later,
    /// until `stop`, for callers that may need an immediate answer.
    pub fn fill_memory_until(&mut self, stop: &StopToken) {
        self.filling = stop.clone();
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
    /// [`OptionError`] names the error; the options are then unchanged.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)?;
        if name.eq_ignore_ascii_case(CLEAR_HASH_OPTION) {
            self.clear_hash();
        }
        Ok(())
    }

    /// Allocates the memory and reads the weights required by the options, so
    /// that the first search starts immediately.
    ///
    /// # Errors
    /// [`EngineError::Table`] when the hash size is beyond the free memory;
    /// [`EngineError::Network`], [`EngineError::ProbCut`] and [`EngineError::Calibration`] when a
    /// file cannot be used: weights in use stay, ProbCut is off, the calibration is the built-in
    /// one, and the same file is not tried again before options change; [`EngineError::Book`] when
    /// there is no book for that reason.
    pub fn prepare(&mut self) -> Result<(), EngineError> {
        self.idle_memory().resize(&self.options, &self.filling)?;
        self.reload()
    }

    /// Guesses, and options that are on but have no effect, with the reason;
    /// each is reported once, here or to the next search's handler.
    /// [`Engine::prepare`] finds it out.
    pub fn pop_warning(&mut self) -> Option<String> {
        let eval = self.eval_files.pop_warning();
        eval.or_else(|| self.prob_cut.pop_warning()).or_else(|| self.book.pop_warning())
    }

    /// How values become chances and shown centipawns, by the evaluation that [`Engine::prepare`]
    /// or a search has read last.
    #[must_use]
    pub fn calibration(&self) -> Calibration {
        self.calibration.calibration()
    }

    /// Reads the files that the options name.
    fn reload(&mut self) -> Result<(), EngineError> {
        let options = &self.options;
        self.eval_files.reload(options)?;
        self.prob_cut.reload(options, self.eval_files.data())?;
        self.calibration.reload(options, self.eval_files.data())?;
        if options.own_book {
            self.book.reload(&options.book_file)?;
        }
        Ok(())
    }

    /// The book in use, if the options want one.
    fn own_book(&mut self) -> Option<Arc<BookFile>> {
        let options = &self.options;
        let book = options.own_book.then(|| self.book.reload(&options.book_file));
        // A file that cannot be used was an error of `reload` before.
        book.and_then(Result::ok).flatten()
    }

    /// Forgets everything about the last game.
    pub fn new_game(&mut self) {
        self.forget_searches();
        let mut memory = self.idle_memory();
        memory.goals.clear();
        memory.games += 1;
    }

    /// Clears the results of searches, but not the sides' goals.
    pub fn forget_searches(&mut self) {
        self.idle_memory().forget(self.options.threads, &self.filling);
    }

    /// The goals of the side to move in the current position, without a search;
    /// `line` is the line it expects, possibly empty. Goals continue those of
    /// its last turn, if that was searched or explained too.
    pub fn explain(&mut self, line: &[Move]) -> GoalReport {
        let options = EngineOptions { goal_info: true, ..self.options.clone() };
        let (position, data) = (self.root(), self.search_data());
        let mut memory = self.idle_memory();
        let mut session = GoalSession::new(&mut memory.goals, &position, &options, &data);
        session.end(line, true).unwrap_or_default()
    }

    /// Empties the transposition table.
    pub fn clear_hash(&mut self) {
        let mut memory = self.idle_memory();
        if let Some(table) = &mut memory.table {
            table.clear(self.options.threads, &self.filling);
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

    /// The data of the evaluators of a search: those in use, and an evaluation from outside.
    fn search_data(&self) -> EvalData {
        EvalData { own: self.hooks.evaluation.clone(), ..self.eval_data().clone() }
    }

    /// The evaluation in use, see [`EvalData::in_use`].
    #[must_use]
    pub fn eval_kind(&self) -> EvalKind {
        self.eval_data().in_use(self.options.eval)
    }

    /// The static evaluation of the position taken apart, for the side to move: by the one of
    /// [`Hooks`], else by the network that [`Engine::prepare`] or a search has read last.
    #[must_use]
    pub fn evaluate(&self) -> Vec<EvalPart> {
        let data = self.search_data();
        let mut eval = AnyEvaluator::with_data(self.options.eval, &self.options.params, &data);
        eval.refresh(&self.position);
        eval.parts(&self.position)
    }

    /// Searches on this thread until the limits or a stop end it.
    ///
    /// # Errors
    /// As [`Engine::prepare`].
    pub fn search<'a>(
        &mut self,
        request: impl Into<SearchRequest<'a>>,
    ) -> Result<SearchResult, EngineError> {
        let mut request = request.into();
        let control = self.control(&request);
        self.reload()?;
        let input = self.input(&mut request);
        let mut memory = self.idle_memory();
        run(&mut memory, &input, &control, &mut request)
    }

    /// Starts a search on a separate thread and returns immediately. The
    /// request's handler receives the result; [`SearchHandle::wait`] returns it
    /// too.
    ///
    /// # Errors
    /// As [`Engine::prepare`]; [`EngineError::Thread`] when the thread cannot be created.
    pub fn start(
        &mut self,
        request: impl Into<SearchRequest<'static>>,
    ) -> Result<SearchHandle, EngineError> {
        let mut request = request.into();
        let control = self.control(&request);
        self.prepare()?;
        let input = self.input(&mut request);
        let (mut memory, search_control) = (self.idle_memory(), control.clone());
        let builder = std::thread::Builder::new().name("search".into()).stack_size(STACK_BYTES);
        let thread =
            builder.spawn(move || run(&mut memory, &input, &search_control, &mut request).ok())?;
        self.running = Some(control.clone());
        Ok(SearchHandle { control, thread: Some(thread) })
    }

    /// The control of a search; its clock starts now.
    fn control(&self, request: &SearchRequest<'_>) -> SearchControl {
        let turn = (self.position.side_to_move(), self.position.ply());
        SearchControl::new(&request.limits, &request.stop, turn, &self.options.time)
    }

    /// The state passed to the next search; guesses are reported to its handler.
    fn input(&mut self, request: &mut SearchRequest<'_>) -> SearchInput {
        while let Some(warning) = self.pop_warning() {
            request.handler.notice(&warning);
        }
        SearchInput {
            position: self.root(),
            data: self.search_data(),
            technique: self.hooks.technique.clone(),
            prob_cut: self.prob_cut.model(),
            calibration: self.calibration(),
            book: self.own_book(),
            filling: self.filling.clone(),
            options: self.options.clone(),
        }
    }

    /// The memory; a search that has it is stopped first.
    fn idle_memory(&self) -> BorrowedMemory {
        if let Some(running) = &self.running {
            running.stop();
        }
        self.memory.take()
    }

    /// The position with the entering-king rule of the options.
    fn root(&self) -> Position {
        let mut position = self.position.clone();
        position.set_entering_king_rule(self.options.entering_king_rule);
        position
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The thread of a search that runs ends with it.
        drop(self.idle_memory());
    }
}

impl core::fmt::Debug for Engine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Engine").field("position", &self.position).finish_non_exhaustive()
    }
}

/// The state that a search takes from its engine.
struct SearchInput {
    options: EngineOptions,
    position: Position,
    data: EvalData,
    technique: Option<Arc<dyn Technique>>,
    prob_cut: Option<Arc<ProbCutModel>>,
    calibration: Calibration,
    book: Option<Arc<BookFile>>,
    filling: StopToken,
}

impl SearchInput {
    /// The book's move, where one may be played without thinking.
    fn book_move(&self, limits: &SearchLimits, games: u64) -> Option<BookMove> {
        let thinks = limits.infinite || limits.ponder || !limits.search_moves.is_empty();
        let book = self.book.as_deref().filter(|_| !thinks)?;
        let seed = self.options.book.seed.wrapping_add(games);
        book.choose(&self.position, &BookChoice { seed, ..self.options.book })
    }
}

/// A book move as the result of a search.
fn from_book(found: &BookMove, control: &SearchControl) -> SearchResult {
    let (score, depth) = (Score::eval(found.eval.unwrap_or(0)), found.depth.unwrap_or(0));
    // Values of a book are reported unchanged.
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
fn run(
    memory: &mut SearchMemory,
    input: &SearchInput,
    control: &SearchControl,
    request: &mut SearchRequest<'_>,
) -> Result<SearchResult, EngineError> {
    let SearchInput { options, position, data, .. } = input;
    let SearchRequest { limits, handler, observer, .. } = request;
    let handler = handler.as_mut();
    if let Some(found) = input.book_move(limits, memory.games) {
        if let Some(castle) = found.castle() {
            memory.goals.note_book_castle(position.side_to_move(), castle);
        }
        let result = from_book(&found, control);
        handler.notice(&format!("book move {}", found.mv));
        handler.done(&result);
        return Ok(result);
    }
    let asked: &SearchLimits = limits;
    let weakened = Weakened::new(options, asked, position, memory.games);
    let options = weakened.as_ref().map_or(options, |weakened| &weakened.options);
    let limits = weakened.as_ref().map_or(asked, |weakened| &weakened.limits);
    let latest = options.params.table_latest_move;
    let replacement = if latest { Replacement::LATEST_MOVE } else { Replacement::DEEPEST_MOVE };
    memory.resize(options, &input.filling)?.new_search(replacement);
    let SearchMemory { table: Some(table), thread_data, goals, mates, last_search, .. } = memory
    else {
        return Err(EngineError::Table(TableTooLarge { mebibytes: options.hash, available: 0 }));
    };
    let mut session = GoalSession::new(goals, position, options, data);
    let goals = options.params.goals.then(|| session.begin());
    let prob_cut = input.prob_cut.as_deref();
    let oversight = weakened.as_ref().map(|weakened| &weakened.oversight as &dyn Technique);
    let technique = input.technique.as_deref().or(oversight);
    let scale = input.calibration.at(position);
    let own_turn = last_search.filter(|(ply, _)| ply + 2 == position.ply());
    let last_turn = own_turn.map(|(_, score)| score);
    let job = SearchJob {
        table,
        control,
        options,
        data,
        prob_cut,
        technique,
        scale,
        limits,
        position,
        goals,
        last_turn,
    };
    let mut result = match observer {
        Some(observer) => job.run(thread_data, mates, handler, observer.as_mut()),
        None => job.run(thread_data, mates, handler, NoObserver),
    };
    if request.one_iteration && result.depth == 0 && result.nodes > 0 {
        let limits = SearchLimits::depth(1);
        let control = control.without_stop(&limits);
        let job = SearchJob { limits: &limits, control: &control, ..job };
        result = job.run(thread_data, mates, handler, NoObserver);
    }
    let again = |job: &SearchJob<'_>| job.run(thread_data, mates, &mut Quiet, NoObserver);
    result = style::choose(&job, result, asked, handler, again);
    *last_search = (result.depth > 0).then_some((position.ply(), result.score));
    result.goals = session.end(result.pv(), handler.wants_goals()).map(Box::new);
    control.wait_until_released();
    handler.done(&result);
    Ok(result)
}
