//! One search of one position.

use serde::{Deserialize, Serialize};
use zenpuku_core::StopToken;
use zenpuku_params::Params;
use zenpuku_report::Cell;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{
    Engine, EngineOptions, Hooks, SearchHandler, SearchLimits, SearchObserver, SearchRequest, Timer,
};
use zenpuku_shogi_eval::EvalKind;

use crate::error::LabError;
use crate::options::RunOptions;

/// The result and the cost of one search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The move, in USI.
    pub best: String,
    /// Its value for the side to move: centipawns, or a mate in plies.
    pub value: String,
    /// Depth of the last complete iteration, in plies.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Did it end before its limit of nodes?
    pub ended: bool,
    /// Processor time, if the operating system reports it, else wall-clock time.
    pub seconds: f64,
}

impl Run {
    /// The nodes; absent if the limit ended the search.
    #[must_use]
    pub fn nodes_cell(&self) -> Cell {
        if self.ended { self.nodes.into() } else { Cell::Absent }
    }

    /// The seconds; absent if the limit ended the search.
    #[must_use]
    pub fn seconds_cell(&self) -> Cell {
        if self.ended { Cell::fixed(self.seconds, 3) } else { Cell::Absent }
    }
}

/// The engine, on one thread, forgetting everything before each search, so that
/// node counts are reproducible.
pub struct Measurer {
    engine: Engine,
    stop: StopToken,
}

impl Measurer {
    /// An engine with a table of `hash` MiB that obeys the run's stop; its
    /// evaluation is the one without trained weights.
    #[must_use]
    pub fn new(options: &RunOptions, hash: usize) -> Measurer {
        let eval = EvalKind::UNTRAINED;
        Measurer::of(options, EngineOptions { hash, eval, ..EngineOptions::default() })
    }

    /// An engine with these options, on one thread and without a book.
    #[must_use]
    pub fn of(options: &RunOptions, engine: EngineOptions) -> Measurer {
        // Every improvement is reported, however soon after the last.
        let engine = EngineOptions { threads: 1, pv_interval: 0, own_book: false, ..engine };
        Measurer { engine: Engine::new(engine), stop: options.stop.clone() }
    }

    /// The same with a technique or an evaluation from outside.
    #[must_use]
    pub fn with_hooks(mut self, hooks: Hooks) -> Measurer {
        self.engine = self.engine.with_hooks(hooks);
        self
    }

    /// The same with another evaluation.
    #[must_use]
    pub fn with_evaluation(mut self, eval: EvalKind) -> Measurer {
        self.set_evaluation(eval);
        self
    }

    /// Evaluates by `eval` from now on.
    pub fn set_evaluation(&mut self, eval: EvalKind) {
        self.engine.options_mut().eval = eval;
    }

    /// Searches `position` with these switches and parameters.
    ///
    /// # Errors
    /// [`LabError::Stopped`], or the engine's error.
    pub fn search(
        &mut self,
        params: &Params,
        position: &Position,
        limits: &SearchLimits,
    ) -> Result<Run, LabError> {
        self.engine.options_mut().params = *params;
        self.search_as_it_is(position, limits)
    }

    /// As [`Measurer::search`], watched by an observer.
    ///
    /// # Errors
    /// As [`Measurer::search`].
    pub fn search_watched(
        &mut self,
        params: &Params,
        position: &Position,
        limits: &SearchLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Run, LabError> {
        self.engine.options_mut().params = *params;
        let request = self.request(limits).watched_by(observer);
        self.run(position, request)
    }

    /// Searches with the options as they are.
    pub(crate) fn search_as_it_is(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
    ) -> Result<Run, LabError> {
        self.run(position, self.request(limits))
    }

    /// As [`Measurer::search`], telling a handler, which may stop the search, of every improvement.
    pub(crate) fn search_with<H: SearchHandler>(
        &mut self,
        params: &Params,
        position: &Position,
        limits: &SearchLimits,
        handler: impl FnOnce(StopToken) -> H,
    ) -> Result<(Run, H), LabError> {
        self.engine.options_mut().params = *params;
        let stop = self.stop.child();
        let mut handler = handler(stop.clone());
        let request = SearchRequest::from(limits).stopped_by(&stop).report_to(&mut handler);
        let run = self.run(position, request)?;
        Ok((run, handler))
    }

    fn request(&self, limits: &SearchLimits) -> SearchRequest<'static> {
        SearchRequest::from(limits).stopped_by(&self.stop)
    }

    fn run(&mut self, position: &Position, request: SearchRequest<'_>) -> Result<Run, LabError> {
        let most = request.limits().nodes;
        self.engine.prepare()?;
        self.engine.new_game();
        self.engine.set_position(position.clone())?;
        let before = Timer::Processor.now();
        let result = self.engine.search(request)?;
        let spent = Timer::Processor.now() - before;
        if self.stop.is_stopped() {
            return Err(zenpuku_core::StopReason::Flag.into());
        }
        Ok(Run {
            best: result.best.to_string(),
            value: result.score.to_string(),
            depth: result.depth,
            nodes: result.nodes,
            ended: most.is_none_or(|limit| result.nodes < limit),
            seconds: spent.as_secs_f64(),
        })
    }
}

impl std::fmt::Debug for Measurer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Measurer").field("options", self.engine.options()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(plies: u32, nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..SearchLimits::depth(plies) }
    }

    #[test]
    fn the_same_search_costs_the_same_and_limits_are_seen() {
        let mut measurer = Measurer::new(&RunOptions::default(), 1);
        let (params, position) = (Params::default(), Position::startpos());
        let first = measurer.search(&params, &position, &depth(4, 1_000_000)).unwrap();
        let again = measurer.search(&params, &position, &depth(4, 1_000_000)).unwrap();
        assert_eq!((first.nodes, &first.best), (again.nodes, &again.best));
        assert!(first.ended && first.depth == 4);
        let cut = measurer.search(&params, &position, &depth(10, 500)).unwrap();
        assert!(!cut.ended && cut.nodes == 500);
        assert_eq!(cut.nodes_cell(), Cell::Absent);
    }

    #[test]
    fn a_stopped_token_is_an_error() {
        let options = RunOptions::default();
        options.stop.stop();
        let mut measurer = Measurer::new(&options, 1);
        let ended = measurer.search(&Params::default(), &Position::startpos(), &depth(9, u64::MAX));
        assert!(matches!(ended, Err(LabError::Stopped(_))));
    }
}
