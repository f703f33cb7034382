//! An analyst that remembers every thought, so that work goes on where it was.

use super::Running;
use crate::analysis_model::value;
use crate::engine::{Task, Thinker};
use crate::hub::Hub;
use crate::library::position_key;
use crate::protocol::{Budget, JobState};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use zenpuku_analysis::{Analyst, Thought, Value};
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::SearchLimits;

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
    format!("{amount} {}", env!("CARGO_PKG_VERSION"))
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

/// The engine as an analyst for one job.
pub(super) struct JobAnalyst<'a> {
    hub: &'a Arc<Hub>,
    running: &'a Running<'a>,
    thinker: Thinker,
    budget: Budget,
    key: String,
    /// The value of the first position thought about, and its side to move's view.
    pub(super) first: Option<Value>,
    pub(super) error: Option<String>,
}

impl<'a> JobAnalyst<'a> {
    pub(super) fn new(hub: &'a Arc<Hub>, running: &'a Running<'a>, budget: Budget) -> Self {
        let thinker = hub.pool.job_thinker();
        let key = budget_key(budget);
        Self { hub, running, thinker, budget, key, first: None, error: None }
    }

    fn search(&mut self, position: &Position) -> Option<Thought> {
        let waits = self.hub.pool.gate.is_playing();
        if waits {
            self.running.tell(|info| info.state = JobState::Paused);
        }
        let task = Task {
            position,
            limits: limits(self.budget),
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
        match found {
            Ok(result) => result.map(|result| Thought {
                value: value(result.score),
                pv: result.pv().to_vec(),
                depth: result.depth,
                nodes: result.nodes,
            }),
            Err(error) => {
                self.error = Some(error.to_string());
                None
            }
        }
    }

    fn remembered(&self, position: &Position, key: i64) -> Option<Thought> {
        let stored = self.hub.storage.thought::<StoredThought>(key, &self.key).ok().flatten();
        stored.and_then(|stored| stored.thought(position))
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
        // Without history: a position that the players repeated is worth what it is.
        let position = Position::from_sfen(&position.to_sfen()).ok()?;
        let key = position_key(&position.to_sfen());
        let thought = if !position.has_legal_move() {
            Thought { value: Value::Mate(0), pv: Vec::new(), depth: 0, nodes: 0 }
        } else if let Some(thought) = self.remembered(&position, key) {
            thought
        } else {
            let thought = self.search(&position)?;
            self.remember(key, &thought);
            thought
        };
        self.first.get_or_insert(thought.value);
        Some(thought)
    }
}
