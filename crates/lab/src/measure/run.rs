//! One search of one position.

use serde::{Deserialize, Serialize};
use zenpuku_gametree::limits::StopFlag;
use zenpuku_params::Params;
use zenpuku_report::Cell;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{
    Engine, EngineOptions, Quiet, SearchControl, SearchHandler, SearchLimits, StopWatcher, Timer,
};
use zenpuku_shogi_eval::EvalKind;

use crate::error::LabError;
use crate::experiment::RunOptions;

/// What one search found and what it cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The move, in USI.
    pub(crate) best: String,
    /// Its value for the side to move: centipawns, or a mate in plies.
    pub(crate) value: String,
    /// Depth of the last complete iteration, in plies.
    pub(crate) depth: u32,
    /// Nodes visited.
    pub(crate) nodes: u64,
    /// Did it end before its limit of nodes?
    pub(crate) ended: bool,
    /// Time of the processor, where the system tells it, else time on the clock.
    pub(crate) seconds: f64,
}

impl Run {
    /// The nodes; absent if the limit ended the search.
    pub(crate) fn nodes_cell(&self) -> Cell {
        if self.ended { self.nodes.into() } else { Cell::Absent }
    }

    /// The seconds; absent if the limit ended the search.
    pub(crate) fn seconds_cell(&self) -> Cell {
        if self.ended { Cell::fixed(self.seconds, 3) } else { Cell::Absent }
    }
}

/// The engine, on one thread, forgetting everything before each search, so that nodes come out the same every time.
pub(crate) struct Measurer {
    engine: Engine,
    stop: StopFlag,
}

impl Measurer {
    /// An engine with a table of `hash` MiB that obeys the run's stop flag.
    pub(crate) fn new(options: &RunOptions, hash: usize) -> Measurer {
        // Every improvement is reported, however soon after the last.
        let (eval, pv_interval) = (EvalKind::UNTRAINED, 0);
        let engine =
            EngineOptions { hash, eval, threads: 1, pv_interval, ..EngineOptions::default() };
        Measurer { engine: Engine::new(engine), stop: options.stop.clone() }
    }

    /// The same with another evaluation.
    pub(crate) fn with_evaluation(mut self, eval: EvalKind) -> Measurer {
        self.engine.options_mut().eval = eval;
        self
    }

    /// Searches `position` with these switches and parameters.
    pub(crate) fn search(
        &mut self,
        params: &Params,
        position: &Position,
        limits: &SearchLimits,
    ) -> Result<Run, LabError> {
        self.search_with(params, position, limits, |_| Quiet).map(|(run, _)| run)
    }

    /// As [`Measurer::search`], telling a handler, which may stop the search, of every improvement.
    pub(crate) fn search_with<H: SearchHandler>(
        &mut self,
        params: &Params,
        position: &Position,
        limits: &SearchLimits,
        handler: impl FnOnce(SearchControl) -> H,
    ) -> Result<(Run, H), LabError> {
        self.engine.options_mut().params = *params;
        self.engine.prepare()?;
        self.engine.new_game();
        self.engine.set_position(position.clone())?;
        let control = self.engine.control(limits);
        let mut watcher = StopWatcher::new(&control, || self.stop.is_raised());
        let before = Timer::Processor.now();
        let mut handler = handler(control.clone());
        let result = self.engine.search_under(&control, limits, &mut handler, &mut watcher)?;
        let spent = Timer::Processor.now() - before;
        if self.stop.is_raised() {
            return Err(zenpuku_gametree::limits::StopReason::Flag.into());
        }
        let run = Run {
            best: result.best.to_string(),
            value: result.score.to_string(),
            depth: result.depth,
            nodes: result.nodes,
            ended: limits.nodes.is_none_or(|limit| result.nodes < limit),
            seconds: spent.as_secs_f64(),
        };
        Ok((run, handler))
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
    fn a_raised_flag_is_an_error() {
        let options = RunOptions::default();
        options.stop.raise();
        let mut measurer = Measurer::new(&options, 1);
        let ended = measurer.search(&Params::default(), &Position::startpos(), &depth(9, u64::MAX));
        assert!(matches!(ended, Err(LabError::Stopped(_))));
    }
}
