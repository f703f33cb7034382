//! An analyst that remembers every thought, so that work goes on where it was.

use super::Running;
use crate::engine::{Task, Thinker};
use crate::hub::Hub;
use crate::library::position_key;
use crate::protocol::{Budget, JobState};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use zenpuku_analysis::{Analyst, EngineAnalyst, Search, Thought, Value};
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{SearchLimits, SearchResult};

/// What a budget allows a search.
pub(crate) fn limits(budget: Budget) -> SearchLimits {
    match budget {
        Budget::Time { ms } => SearchLimits::movetime(Duration::from_millis(u64::from(ms))),
        Budget::Nodes { nodes } => SearchLimits::nodes(u64::from(nodes)),
        Budget::Depth { plies } => SearchLimits::depth(plies),
    }
}

/// A budget as a column of the store; thoughts of another version of the engine do not count.
fn budget_key(budget: Budget) -> String {
    let amount = match budget {
        Budget::Time { ms } => format!("{ms}ms"),
        Budget::Nodes { nodes } => format!("{nodes}n"),
        Budget::Depth { plies } => format!("{plies}d"),
    };
    let mate_nodes = EngineAnalyst::<JobSearch<'_>>::MATE_NODES;
    format!("{amount} {} mate {mate_nodes}", env!("CARGO_PKG_VERSION"))
}

/// A thought on disk, its value for the side to move.
#[derive(Serialize, Deserialize)]
struct StoredThought {
    cp: Option<i32>,
    mate: Option<i32>,
    pv: Vec<String>,
    depth: u32,
    nodes: u64,
}

impl StoredThought {
    fn of(thought: &Thought) -> Self {
        let (cp, mate) = match thought.value {
            Value::Cp(cp) => (Some(cp), None),
            Value::Mate(plies) => (None, Some(plies)),
        };
        let pv = thought.pv.iter().map(ToString::to_string).collect();
        Self { cp, mate, pv, depth: thought.depth, nodes: thought.nodes }
    }

    /// The thought about `position`; `None` when it fits another one.
    fn thought(&self, position: &Position) -> Option<Thought> {
        let mut at = position.clone();
        let mut pv = Vec::with_capacity(self.pv.len());
        for usi in &self.pv {
            let mv = at.parse_usi(usi)?;
            at.try_do_move(mv).ok()?;
            pv.push(mv);
        }
        let value = self.mate.map(Value::Mate).or(self.cp.map(Value::Cp))?;
        Some(Thought { value, pv, depth: self.depth, nodes: self.nodes })
    }
}

/// The engine of jobs, which gives way to games.
struct JobSearch<'a> {
    hub: &'a Arc<Hub>,
    running: &'a Running<'a>,
    thinker: Thinker,
    error: Option<String>,
}

impl Search for JobSearch<'_> {
    fn search(&mut self, position: &Position, limits: &SearchLimits) -> Option<SearchResult> {
        let waits = self.hub.pool.gate.is_playing();
        if waits {
            self.running.tell(|info| info.state = JobState::Paused);
        }
        let task = Task {
            position,
            limits: limits.clone(),
            multi_pv: 1,
            threads: self.hub.pool.job_threads(),
            hash: None,
            fresh: false,
            goals: false,
            yields: true,
        };
        let found = self.thinker.think(&task, &self.running.stop);
        if waits {
            self.running.tell(|info| info.state = JobState::Running);
        }
        found.unwrap_or_else(|error| {
            self.error = Some(error.to_string());
            None
        })
    }
}

/// The analyst of one job, with a memory on disk.
pub(super) struct JobAnalyst<'a> {
    hub: &'a Arc<Hub>,
    running: &'a Running<'a>,
    analyst: EngineAnalyst<JobSearch<'a>>,
    key: String,
    /// The value of the first position thought about, and its side to move's view.
    pub(super) first: Option<Value>,
}

impl<'a> JobAnalyst<'a> {
    pub(super) fn new(hub: &'a Arc<Hub>, running: &'a Running<'a>, budget: Budget) -> Self {
        let search = JobSearch { hub, running, thinker: hub.pool.job_thinker(), error: None };
        let mate_nodes = EngineAnalyst::<JobSearch<'_>>::MATE_NODES;
        let stop = Arc::clone(&running.stop);
        let analyst = EngineAnalyst::new(search, limits(budget), mate_nodes, stop);
        Self { hub, running, analyst, key: budget_key(budget), first: None }
    }

    /// Why the engine failed, if it did.
    pub(super) fn take_error(&mut self) -> Option<String> {
        self.analyst.search_mut().error.take()
    }

    fn remembered(&self, position: &Position, key: i64) -> Option<Thought> {
        let stored = self.hub.storage.thought::<StoredThought>(key, &self.key).ok().flatten();
        stored.and_then(|stored| stored.thought(position)).filter(|thought| thought.depth > 0)
    }

    fn remember(&self, key: i64, thought: &Thought) {
        let stored = StoredThought::of(thought);
        if let Err(error) = self.hub.storage.save_thought(key, &self.key, &stored) {
            tracing::warn!("a thought is not stored: {error}");
        }
    }
}

impl Analyst for JobAnalyst<'_> {
    fn think(&mut self, position: &Position) -> Option<Thought> {
        if self.running.stopped() {
            return None;
        }
        let key = position_key(&position.to_sfen());
        let thought = match self.remembered(position, key) {
            Some(thought) => thought,
            None => {
                let thought = self.analyst.think(position)?;
                self.remember(key, &thought);
                thought
            }
        };
        self.first.get_or_insert(thought.value);
        Some(thought)
    }
}
