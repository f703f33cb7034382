//! The engine as an analyst, with the mate solver before it.

use crate::judge::{Analyst, Thought};
use crate::win_rate::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;
use zenpuku_gametree::{Limits, Score};
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{Engine, EngineError, SearchHandler, SearchLimits, SearchResult};
use zenpuku_shogi_mate::{MateSolver, Verdict};

/// How often a running search looks whether it was cancelled.
const POLL: Duration = Duration::from_millis(50);

/// Memory of the mate solver, in MiB.
const MATE_MEMORY: usize = 32;

/// Longest mate looked for, in plies.
const MATE_PLIES: u32 = 31;

/// Thinks with the mate solver, then with the engine, the same limits for
/// every position.
pub struct EngineAnalyst {
    engine: Engine,
    limits: SearchLimits,
    mates: MateSolver,
    mate_nodes: u64,
    stop: Arc<AtomicBool>,
    error: Option<EngineError>,
}

impl EngineAnalyst {
    /// An analyst that gives up when `stop` is raised. Each position is first
    /// searched for mate with `mate_nodes` nodes (0: not at all), so that a
    /// missed mate is proven, not guessed.
    #[must_use]
    pub fn new(
        engine: Engine,
        limits: SearchLimits,
        mate_nodes: u64,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let mates = MateSolver::new(if mate_nodes == 0 { 0 } else { MATE_MEMORY });
        Self { engine, limits, mates, mate_nodes, stop, error: None }
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.engine.new_game();
        self.mates.clear();
    }

    /// Why the last thought failed, if it was not cancelled.
    pub fn take_error(&mut self) -> Option<EngineError> {
        self.error.take()
    }

    fn mate(&mut self, position: &Position) -> Option<Thought> {
        if self.mate_nodes == 0 {
            return None;
        }
        let limits = Limits {
            depth: Some(MATE_PLIES),
            nodes: Some(self.mate_nodes),
            time: None,
            stop: Arc::clone(&self.stop).into(),
        };
        // A position without a king to mate is refused later, by the engine.
        let report = self.mates.solve(position, &limits).ok()?;
        let plies = u32::try_from(report.line.len()).ok()?;
        (report.verdict == Verdict::Mate).then(|| Thought {
            value: Value::Mate(i32::try_from(plies).unwrap_or(i32::MAX - 1)),
            pv: report.line,
            depth: plies,
            nodes: report.nodes,
        })
    }

    fn search(&mut self, position: &Position) -> Result<Option<SearchResult>, EngineError> {
        // Without history: a position that the players repeated is worth what it is.
        self.engine.set_position(position.without_history())?;
        let (send, receive) = mpsc::channel();
        self.engine.go(self.limits.clone(), Box::new(Done(send)))?;
        let mut cancelled = false;
        while let Err(RecvTimeoutError::Timeout) = receive.recv_timeout(POLL) {
            cancelled = self.stop.load(Ordering::Relaxed);
            if cancelled {
                self.engine.stop();
                break;
            }
        }
        let result = self.engine.wait();
        Ok(result.filter(|_| !cancelled))
    }
}

impl Analyst for EngineAnalyst {
    fn think(&mut self, position: &Position) -> Option<Thought> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if !position.has_legal_move() {
            return Some(Thought { value: Value::Mate(0), pv: Vec::new(), depth: 0, nodes: 0 });
        }
        if let Some(mate) = self.mate(position) {
            return Some(mate);
        }
        match self.search(position) {
            Ok(result) => result.map(|result| Thought {
                value: value(result.score),
                pv: result.pv().to_vec(),
                depth: result.depth,
                nodes: result.nodes,
            }),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

/// Tells when the search is over.
struct Done(Sender<()>);

impl SearchHandler for Done {
    fn done(&mut self, _result: &SearchResult) {
        // Nobody waits any more after a cancel.
        let _ = self.0.send(());
    }
}

fn value(score: Score) -> Value {
    match score.mate_plies().and_then(|plies| i32::try_from(plies).ok()) {
        Some(plies) if score.is_win() => Value::Mate(plies),
        Some(plies) => Value::Mate(-plies),
        None => Value::Cp(score.value()),
    }
}
