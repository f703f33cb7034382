//! The analyst of jobs: it gives way to games, and stores its analyses on disk,
//! so that work resumes where it stopped.

use crate::engine::{EngineWorker, Player, Task};
use crate::jobs::Running;
use crate::protocol::{Budget, JobState};
use crate::state::AppState;
use crate::storage::position_key;
use std::collections::HashMap;
use std::time::Duration;
use zenpuku_analysis::{
    AnalysisStore, Analyst, CachedAnalyst, EngineAnalyst, PositionAnalysis, Search, StoredAnalysis,
    Value,
};
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{SearchLimits, SearchResult};
use zenpuku_shogi_mate::Threat;
use zenpuku_shogi_reasons::{Budget as ReasonBudget, Question, Reason};

/// The limits that a budget sets for a search.
pub(crate) fn limits(budget: Budget) -> SearchLimits {
    match budget {
        Budget::Time { ms } => SearchLimits::movetime(Duration::from_millis(u64::from(ms))),
        Budget::Nodes { nodes } => SearchLimits::nodes(u64::from(nodes)),
        Budget::Depth { plies } => SearchLimits::depth(plies),
    }
}

/// A budget as a column of the store; analyses of another version of the engine do not count.
fn budget_key(budget: Budget) -> String {
    let amount = match budget {
        Budget::Time { ms } => format!("{ms}ms"),
        Budget::Nodes { nodes } => format!("{nodes}n"),
        Budget::Depth { plies } => format!("{plies}d"),
    };
    let mate_nodes = EngineAnalyst::<JobSearch<'_>>::MATE_NODES;
    // cp600: displayed values follow the custom of shogi programs.
    format!("{amount} {} mate {mate_nodes} cp600", env!("CARGO_PKG_VERSION"))
}

/// The engine of jobs, which gives way to games.
struct JobSearch<'a> {
    state: &'a AppState,
    running: &'a Running<'a>,
    worker: EngineWorker,
    error: Option<String>,
}

impl Search for JobSearch<'_> {
    fn search(&mut self, position: &Position, limits: &SearchLimits) -> Option<SearchResult> {
        let task = Task {
            position,
            limits: limits.clone(),
            multi_pv: 1,
            threads: self.state.pool.job_threads(),
            hash: None,
            fresh: false,
            player: Player::default(),
            enough: None,
            yields: true,
        };
        let running = self.running;
        let waits = |waits| {
            let state = if waits { JobState::Paused } else { JobState::Running };
            running.update(|info| info.state = state);
        };
        let found = self.worker.think_with_waits(&task, &running.stop, waits);
        found.unwrap_or_else(|error| {
            self.error = Some(error.to_string());
            None
        })
    }
}

/// When the analyses of positions are written to disk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// Each at once: an interrupted game goes on at its next move.
    AtOnce,
    /// At the end of the game: an interrupted game begins again, and by nodes or depth it gets the analysis that it
    /// would have got without the interruption. Otherwise the search would go on with an empty hash table.
    AtTheEnd,
}

/// Analyses of positions on disk, those of one budget.
struct DiskStore<'a> {
    state: &'a AppState,
    budget: String,
    /// Those that are not written yet, by position; `None` if each is written at once.
    waiting: Option<HashMap<i64, StoredAnalysis>>,
}

impl DiskStore<'_> {
    fn write(&self, position: i64, analysis: &StoredAnalysis) {
        let written = self.state.storage.save_position_analysis(position, &self.budget, analysis);
        if let Err(error) = written {
            tracing::warn!("an analysis is not stored: {error}");
        }
    }

    /// Writes those that wait.
    fn write_waiting(&mut self) {
        let waiting = self.waiting.as_mut().map(std::mem::take).unwrap_or_default();
        for (position, analysis) in waiting {
            self.write(position, &analysis);
        }
    }
}

impl AnalysisStore for DiskStore<'_> {
    fn find(&self, position: &Position) -> Option<StoredAnalysis> {
        let key = position_key(&position.to_sfen());
        let waiting = self.waiting.as_ref().and_then(|waiting| waiting.get(&key)).cloned();
        waiting.or_else(|| self.state.storage.position_analysis(key, &self.budget).ok().flatten())
    }

    fn keep(&mut self, position: &Position, analysis: &StoredAnalysis) {
        let key = position_key(&position.to_sfen());
        match &mut self.waiting {
            Some(waiting) => drop(waiting.insert(key, analysis.clone())),
            None => self.write(key, analysis),
        }
    }
}

/// The analyst of one job.
pub(super) struct JobAnalyst<'a> {
    running: &'a Running<'a>,
    analyst: CachedAnalyst<EngineAnalyst<JobSearch<'a>>, DiskStore<'a>>,
    /// The value of the first position thought about, and its side to move's view.
    pub(super) first: Option<Value>,
}

impl<'a> JobAnalyst<'a> {
    pub(super) fn new(
        state: &'a AppState,
        running: &'a Running<'a>,
        budget: Budget,
        keep: Keep,
    ) -> Self {
        let search = JobSearch { state, running, worker: state.pool.job_worker(), error: None };
        let mate_nodes = EngineAnalyst::<JobSearch<'_>>::MATE_NODES;
        let stop = running.stop.clone();
        let analyst = EngineAnalyst::new(search, limits(budget), mate_nodes, stop)
            .with_reasons(ReasonBudget::USUAL);
        let waiting = (keep == Keep::AtTheEnd).then(HashMap::new);
        let store = DiskStore { state, budget: budget_key(budget), waiting };
        Self { running, analyst: CachedAnalyst::new(analyst, store), first: None }
    }

    /// Writes the analyses that wait for the end of the game.
    pub(super) fn keep(&mut self) {
        self.analyst.store_mut().write_waiting();
    }

    /// Why the engine failed, if it did.
    pub(super) fn take_error(&mut self) -> Option<String> {
        self.analyst.analyst_mut().search_mut().error.take()
    }
}

impl Analyst for JobAnalyst<'_> {
    fn think(&mut self, position: &Position) -> Option<PositionAnalysis> {
        if self.running.stopped() {
            return None;
        }
        let analysis = self.analyst.think(position)?;
        self.first.get_or_insert(analysis.value);
        Some(analysis)
    }

    fn threat(&mut self, position: &Position) -> Option<Threat> {
        self.analyst.threat(position)
    }

    fn reasons(&mut self, question: &Question<'_>) -> Vec<Reason> {
        self.analyst.reasons(question)
    }
}
