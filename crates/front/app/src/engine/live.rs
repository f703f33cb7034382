//! Live analysis: one engine on a thread of its own that follows what a client looks at.

use super::scheduler::SearchScheduler;
use crate::analysis_model::engine_line;
use crate::protocol::{AnalysisTarget, LiveState, LiveUpdate};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use zenpuku_shogi::{Position, Square};
use zenpuku_shogi_engine::{
    Bound, Engine, EngineOptions, Info, SearchHandler, SearchLimits, SearchResult,
};

/// How often a running analysis looks whether it must give way.
const POLL: Duration = Duration::from_millis(30);

/// What to look at.
#[derive(Clone)]
pub(crate) struct LiveOrder {
    pub(crate) analysis: u32,
    pub(crate) target: AnalysisTarget,
    pub(crate) position: Position,
    /// Where the move before ended.
    pub(crate) last: Option<Square>,
    pub(crate) limits: SearchLimits,
    pub(crate) multi_pv: usize,
}

/// The newest state of an analysis; text is made only when it is sent.
#[derive(Clone)]
pub(crate) struct LiveNews {
    order: Arc<LiveOrder>,
    pub(crate) state: LiveState,
    lines: Vec<Info>,
}

impl LiveNews {
    /// Number of the analysis.
    pub(crate) fn analysis(&self) -> u32 {
        self.order.analysis
    }

    /// The update as clients see it.
    pub(crate) fn update(&self) -> LiveUpdate {
        let order = &self.order;
        let newest = self.lines.iter().max_by_key(|info| info.time);
        LiveUpdate {
            analysis: order.analysis,
            target: order.target.clone(),
            state: self.state,
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

/// Hears of news.
pub(crate) type Listener = Arc<dyn Fn(LiveNews) + Send + Sync>;

enum LiveCommand {
    Nothing,
    Look(Arc<LiveOrder>),
    End,
}

struct Shared {
    command: Mutex<LiveCommand>,
    changed: Condvar,
    scheduler: Arc<SearchScheduler>,
    threads: Arc<AtomicUsize>,
    listener: Listener,
}

/// The handle of a live analysis; dropping it ends its thread.
pub(crate) struct Live(Arc<Shared>);

impl Live {
    /// Starts the thread; `threads` is read at the start of every search.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn start(
        hash: usize,
        scheduler: Arc<SearchScheduler>,
        threads: Arc<AtomicUsize>,
        listener: Listener,
    ) -> std::io::Result<Self> {
        let command = Mutex::new(LiveCommand::Nothing);
        let shared =
            Arc::new(Shared { command, changed: Condvar::new(), scheduler, threads, listener });
        let worker = Arc::clone(&shared);
        let builder = std::thread::Builder::new().name("live analysis".into());
        builder.spawn(move || run(&worker, hash))?;
        Ok(Self(shared))
    }

    /// Looks at something else.
    pub(crate) fn look(&self, order: LiveOrder) {
        self.command(LiveCommand::Look(Arc::new(order)));
    }

    fn command(&self, command: LiveCommand) {
        *self.0.command() = command;
        self.0.changed.notify_all();
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.command(LiveCommand::End);
    }
}

impl Shared {
    fn command(&self) -> MutexGuard<'_, LiveCommand> {
        self.command.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for something to look at; `None` at the end.
    fn next(&self) -> Option<Arc<LiveOrder>> {
        let mut command = self.command();
        loop {
            match &*command {
                LiveCommand::Look(order) => return Some(Arc::clone(order)),
                LiveCommand::End => return None,
                LiveCommand::Nothing => {
                    command = self.changed.wait(command).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Is `order` still what shall be looked at?
    fn wants(&self, order: &Arc<LiveOrder>) -> bool {
        matches!(&*self.command(), LiveCommand::Look(wanted) if Arc::ptr_eq(wanted, order))
    }

    /// Waits as long as `order` is wanted and `until` says no.
    fn hold(&self, order: &Arc<LiveOrder>, until: impl Fn() -> bool) {
        let mut command = self.command();
        while matches!(&*command, LiveCommand::Look(wanted) if Arc::ptr_eq(wanted, order))
            && !until()
        {
            let woken = self.changed.wait_timeout(command, POLL);
            command = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Nothing more will come for `order`.
    fn finish(&self, order: &Arc<LiveOrder>) {
        let mut command = self.command();
        if matches!(&*command, LiveCommand::Look(wanted) if Arc::ptr_eq(wanted, order)) {
            *command = LiveCommand::Nothing;
        }
    }

    fn publish(&self, order: &Arc<LiveOrder>, state: LiveState, lines: Vec<Info>) {
        (self.listener)(LiveNews { order: Arc::clone(order), state, lines });
    }
}

fn run(shared: &Arc<Shared>, hash: usize) {
    let options = EngineOptions { hash, pv_interval: 0, ..EngineOptions::default() };
    let mut engine = Engine::new(options);
    while let Some(order) = shared.next() {
        if shared.scheduler.is_playing() {
            shared.publish(&order, LiveState::Paused, Vec::new());
            shared.hold(&order, || !shared.scheduler.is_playing());
        } else {
            look(shared, &mut engine, &order);
        }
    }
}

/// Analyses `order` until it is not wanted any more, or a game needs the machine.
fn look(shared: &Arc<Shared>, engine: &mut Engine, order: &Arc<LiveOrder>) {
    let nothing = !order.position.has_legal_move();
    if nothing || engine.set_position(order.position.clone()).is_err() {
        shared.publish(order, LiveState::Done, Vec::new());
        return shared.finish(order);
    }
    let live = shared.scheduler.live();
    let options = engine.options_mut();
    options.multi_pv = order.multi_pv;
    options.threads =
        (shared.threads.load(Ordering::Relaxed) / shared.scheduler.live_count()).max(1);
    let latest = Arc::new(Mutex::new(Vec::new()));
    let handler = Reporter {
        shared: Arc::clone(shared),
        order: Arc::clone(order),
        expected: order.multi_pv.min(order.position.count_legal_moves() as usize),
        lines: Vec::new(),
        latest: Arc::clone(&latest),
    };
    if engine.go(order.limits.clone(), Box::new(handler)).is_err() {
        shared.publish(order, LiveState::Stopped, Vec::new());
        return shared.finish(order);
    }
    shared.hold(order, || shared.scheduler.is_playing() || !engine.is_searching());
    let ended = !engine.is_searching();
    engine.stop();
    engine.wait();
    drop(live);
    if shared.wants(order) {
        let lines = std::mem::take(&mut *latest.lock().unwrap_or_else(PoisonError::into_inner));
        if ended {
            shared.publish(order, LiveState::Done, lines);
            shared.finish(order);
        } else {
            shared.publish(order, LiveState::Paused, lines);
        }
    }
}

/// Gathers the lines of an iteration and passes them on together.
struct Reporter {
    shared: Arc<Shared>,
    order: Arc<LiveOrder>,
    expected: usize,
    lines: Vec<Info>,
    latest: Arc<Mutex<Vec<Info>>>,
}

impl SearchHandler for Reporter {
    fn info(&mut self, info: &Info) {
        // Bounds come and go within milliseconds; numbers that jump help nobody.
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
        if self.lines.len() >= self.expected && self.shared.wants(&self.order) {
            let lines = self.lines.clone();
            (*self.latest.lock().unwrap_or_else(PoisonError::into_inner)).clone_from(&lines);
            self.shared.publish(&self.order, LiveState::Running, lines);
        }
    }

    fn done(&mut self, _result: &SearchResult) {}
}
