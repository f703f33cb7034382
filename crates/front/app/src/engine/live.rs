//! Live analysis: one engine on its own thread that follows the position of a
//! client. The engine is the built-in one or a registered one.

use super::outside::{Answer, OutsideEngine, OutsideOrder, start_alike};
use super::scheduler::SearchScheduler;
use crate::analysis_model::engine_line;
use crate::protocol::{AnalysisTarget, LiveState, LiveUpdate, RegisteredEngine};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use zenpuku_core::StopToken;
use zenpuku_shogi::{Position, Square};
use zenpuku_shogi_engine::{
    Bound, Engine, EngineOptions, Info, SearchHandler, SearchLimits, SearchRequest,
};

/// The position to analyse.
#[derive(Clone)]
pub(crate) struct LiveOrder {
    pub(crate) analysis: u32,
    pub(crate) target: AnalysisTarget,
    pub(crate) position: Position,
    /// Where the move before ended.
    pub(crate) last: Option<Square>,
    pub(crate) limits: SearchLimits,
    pub(crate) multi_pv: usize,
    /// The engine; the built-in one when absent.
    pub(crate) engine: Option<RegisteredEngine>,
}

impl LiveOrder {
    /// The id of the engine; 0 is the built-in one.
    fn engine(&self) -> u32 {
        self.engine.as_ref().map_or(0, |engine| engine.engine)
    }
}

/// The newest state of an analysis; text is made only when it is sent.
#[derive(Clone)]
pub(crate) struct LiveNews {
    order: Arc<LiveOrder>,
    pub(crate) state: LiveState,
    /// Why the engine failed, if it did.
    pub(crate) fault: Option<String>,
    lines: Vec<Info>,
}

impl LiveNews {
    /// Number of the analysis.
    pub(crate) fn analysis(&self) -> u32 {
        self.order.analysis
    }

    /// The id of the engine.
    pub(crate) fn engine(&self) -> u32 {
        self.order.engine()
    }

    /// The update as clients see it.
    pub(crate) fn update(&self) -> LiveUpdate {
        let order = &self.order;
        let newest = self.lines.iter().max_by_key(|info| info.time);
        LiveUpdate {
            analysis: order.analysis,
            engine: order.engine(),
            target: order.target.clone(),
            state: self.state,
            fault: self.fault.clone(),
            depth: self.lines.first().map_or(0, |info| info.depth),
            sel_depth: self.lines.iter().map(|info| info.sel_depth).max().unwrap_or(0),
            nodes: newest.map_or(0, |info| info.nodes),
            nps: newest.map_or(0, Info::nps),
            time_ms: newest.map_or(0, |info| info.time.as_millis() as u64),
            hashfull: newest.map_or(0, |info| info.hashfull),
            lines: self
                .lines
                .iter()
                .map(|info| engine_line(&order.position, order.last, info))
                .collect(),
        }
    }
}

/// Receives updates.
pub(crate) type Listener = Arc<dyn Fn(LiveNews) + Send + Sync>;

enum LiveCommand {
    Nothing,
    /// The order, and what stops when it is not wanted any more.
    Look(Arc<LiveOrder>, StopToken),
    End,
}

struct Shared {
    command: Mutex<LiveCommand>,
    changed: Condvar,
    scheduler: Arc<SearchScheduler>,
    listener: Listener,
}

/// The handle of a live analysis; dropping it ends its thread.
pub(crate) struct Live {
    shared: Arc<Shared>,
    /// Stopped with it.
    gone: StopToken,
}

impl Live {
    /// Starts the thread of the built-in engine; `threads` is read at the start of every search.
    ///
    /// # Errors
    /// If the thread cannot be created.
    pub(crate) fn start(
        hash: usize,
        scheduler: Arc<SearchScheduler>,
        threads: Arc<AtomicUsize>,
        listener: Listener,
    ) -> std::io::Result<Self> {
        Self::spawn(scheduler, StopToken::new(), listener, move || {
            let options = EngineOptions { hash, pv_interval: 0, ..EngineOptions::default() };
            let mut engine = Engine::new(options);
            move |shared, order, stop| look(shared, &threads, &mut engine, order, stop)
        })
    }

    /// Starts the thread of a registered engine; `stop` gives the engine up.
    ///
    /// # Errors
    /// If the thread cannot be created.
    pub(crate) fn start_outside(
        scheduler: Arc<SearchScheduler>,
        stop: StopToken,
        listener: Listener,
    ) -> std::io::Result<Self> {
        let gone = stop.child();
        let ended = gone.clone();
        Self::spawn(scheduler, gone, listener, move || {
            let mut outside = Outside { running: None, failed: None, ended };
            move |shared, order, stop| outside.look(shared, order, stop)
        })
    }

    /// Starts a thread that analyses the ordered positions, with the engine
    /// that `looker` creates there.
    fn spawn<L>(
        scheduler: Arc<SearchScheduler>,
        gone: StopToken,
        listener: Listener,
        looker: impl FnOnce() -> L + Send + 'static,
    ) -> std::io::Result<Self>
    where
        L: FnMut(&Arc<Shared>, &Arc<LiveOrder>, &StopToken),
    {
        let command = Mutex::new(LiveCommand::Nothing);
        let shared = Arc::new(Shared { command, changed: Condvar::new(), scheduler, listener });
        let worker = Arc::clone(&shared);
        let builder = std::thread::Builder::new().name("live analysis".into());
        builder.spawn(move || run(&worker, looker()))?;
        Ok(Self { shared, gone })
    }

    /// Switches to another position.
    pub(crate) fn look(&self, order: LiveOrder) {
        self.command(LiveCommand::Look(Arc::new(order), StopToken::new()));
    }

    fn command(&self, command: LiveCommand) {
        let before = std::mem::replace(&mut *self.shared.command(), command);
        self.shared.changed.notify_all();
        if let LiveCommand::Look(_, stop) = before {
            stop.stop();
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.command(LiveCommand::End);
        self.gone.stop();
    }
}

impl Shared {
    fn command(&self) -> MutexGuard<'_, LiveCommand> {
        self.command.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a position; `None` at the end.
    fn next(&self) -> Option<(Arc<LiveOrder>, StopToken)> {
        let mut command = self.command();
        loop {
            match &*command {
                LiveCommand::Look(order, stop) => return Some((Arc::clone(order), stop.clone())),
                LiveCommand::End => return None,
                LiveCommand::Nothing => {
                    command = self.changed.wait(command).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// No more updates for `order`.
    fn finish(&self, order: &Arc<LiveOrder>) {
        let mut command = self.command();
        if matches!(&*command, LiveCommand::Look(wanted, _) if Arc::ptr_eq(wanted, order)) {
            *command = LiveCommand::Nothing;
        }
    }

    fn publish(&self, order: &Arc<LiveOrder>, state: LiveState, lines: Vec<Info>) {
        (self.listener)(LiveNews { order: Arc::clone(order), state, fault: None, lines });
    }

    /// A search has ended without being stopped.
    fn end(&self, order: &Arc<LiveOrder>, give_way: &StopToken, lines: Vec<Info>) {
        if give_way.is_stopped() {
            self.publish(order, LiveState::Paused, lines);
        } else {
            self.publish(order, LiveState::Done, lines);
            self.finish(order);
        }
    }

    /// The engine has failed.
    fn fail(&self, order: &Arc<LiveOrder>, fault: &str) {
        let (order, fault) = (Arc::clone(order), Some(fault.to_owned()));
        let news = LiveNews { order, state: LiveState::Stopped, fault, lines: Vec::new() };
        self.finish(&news.order);
        (self.listener)(news);
    }
}

fn run(shared: &Arc<Shared>, mut look: impl FnMut(&Arc<Shared>, &Arc<LiveOrder>, &StopToken)) {
    while let Some((order, stop)) = shared.next() {
        if shared.scheduler.give_way().is_stopped() {
            shared.publish(&order, LiveState::Paused, Vec::new());
            shared.scheduler.wait(&stop);
        } else {
            look(shared, &order, &stop);
        }
    }
}

/// Analyses `order` until `stop`, or until a game needs the machine.
fn look(
    shared: &Arc<Shared>,
    threads: &AtomicUsize,
    engine: &mut Engine,
    order: &Arc<LiveOrder>,
    stop: &StopToken,
) {
    let nothing = !order.position.has_legal_move();
    if nothing || engine.set_position(order.position.clone()).is_err() {
        shared.publish(order, LiveState::Done, Vec::new());
        return shared.finish(order);
    }
    let live = shared.scheduler.live();
    let options = engine.options_mut();
    options.multi_pv = order.multi_pv;
    options.threads = (threads.load(Ordering::Relaxed) / shared.scheduler.live_count()).max(1);
    let latest = Arc::new(Mutex::new(Vec::new()));
    let handler = Reporter {
        shared: Arc::clone(shared),
        order: Arc::clone(order),
        stop: stop.clone(),
        expected: order.multi_pv.min(order.position.count_legal_moves() as usize),
        lines: Vec::new(),
        latest: Arc::clone(&latest),
    };
    let (ending, give_way) = (stop.child(), shared.scheduler.give_way());
    let _gives_way = ending.stop_with(&give_way);
    let request = SearchRequest::from(&order.limits).stopped_by(&ending).report_to(handler);
    let Ok(search) = engine.start(request) else {
        shared.publish(order, LiveState::Stopped, Vec::new());
        return shared.finish(order);
    };
    // The lines have gone to the handler.
    let _ = search.wait();
    drop(live);
    if !stop.is_stopped() {
        let lines = std::mem::take(&mut *latest.lock().unwrap_or_else(PoisonError::into_inner));
        shared.end(order, &give_way, lines);
    }
}

/// A registered engine that analyses positions. It is started when the first one comes.
struct Outside {
    running: Option<OutsideEngine>,
    /// A set-up that failed, and why: it is not started again at every position.
    failed: Option<(RegisteredEngine, String)>,
    /// Stopped when no client is left, or when the server ends.
    ended: StopToken,
}

impl Outside {
    fn look(&mut self, shared: &Arc<Shared>, order: &Arc<LiveOrder>, stop: &StopToken) {
        let Some(wanted) = &order.engine else { return shared.finish(order) };
        if !order.position.has_legal_move() {
            shared.publish(order, LiveState::Done, Vec::new());
            return shared.finish(order);
        }
        let (ending, give_way) = (stop.child(), shared.scheduler.give_way());
        let _gives_way = ending.stop_with(&give_way);
        let mut latest = Vec::new();
        let found = self.search(wanted, order, &ending, |lines| {
            latest.clone_from(&lines);
            if !ending.is_stopped() {
                shared.publish(order, LiveState::Running, lines);
            }
        });
        match found {
            Err(_) if self.ended.is_stopped() => self.running = None,
            Err(fault) => {
                (self.running, self.failed) = (None, Some((wanted.clone(), fault.clone())));
                shared.fail(order, &fault);
            }
            Ok(()) if !stop.is_stopped() => shared.end(order, &give_way, latest),
            Ok(()) => {}
        }
    }

    fn search(
        &mut self,
        wanted: &RegisteredEngine,
        order: &LiveOrder,
        enough: &StopToken,
        hear: impl FnMut(Vec<Info>),
    ) -> Result<(), String> {
        match &self.failed {
            Some((failed, fault)) if start_alike(failed, wanted) => return Err(fault.clone()),
            _ => self.failed = None,
        }
        if !self.running.as_ref().is_some_and(|running| running.is(wanted)) {
            // The old one ends before the new one begins: they may share a file.
            self.running = None;
            self.running = Some(OutsideEngine::start(wanted, &self.ended)?);
        }
        let Some(engine) = &mut self.running else { return Ok(()) };
        if enough.is_stopped() {
            return Ok(());
        }
        let moves = &order.limits.search_moves;
        let words = moves.iter().map(|mv| format!(" {mv}")).collect::<String>();
        let searched = if words.is_empty() { words } else { format!(" searchmoves{words}") };
        let order = OutsideOrder {
            start: &order.position,
            moves: String::new(),
            go: format!("go infinite{searched}"),
            lines: order.multi_pv,
            limit: None,
            enough,
        };
        match engine.search(&order, hear)? {
            Answer::Illegal(fault) => Err(fault),
            _ => Ok(()),
        }
    }
}

/// Gathers the lines of an iteration and passes them on together.
struct Reporter {
    shared: Arc<Shared>,
    order: Arc<LiveOrder>,
    stop: StopToken,
    expected: usize,
    lines: Vec<Info>,
    latest: Arc<Mutex<Vec<Info>>>,
}

impl SearchHandler for Reporter {
    fn info(&mut self, info: &Info) {
        // Bounds change within milliseconds; jumping numbers are not useful.
        if info.bound != Bound::Exact || info.pv.is_empty() {
            return;
        }
        let index = info.multi_pv as usize - 1;
        if index == 0 {
            self.lines.clear();
        }
        if index != self.lines.len() {
            return;
        }
        self.lines.push(info.clone());
        if self.lines.len() >= self.expected && !self.stop.is_stopped() {
            let lines = self.lines.clone();
            (*self.latest.lock().unwrap_or_else(PoisonError::into_inner)).clone_from(&lines);
            self.shared.publish(&self.order, LiveState::Running, lines);
        }
    }
}
