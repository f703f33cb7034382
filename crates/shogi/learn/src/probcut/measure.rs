//! The values of one position at all depths.

use serde::{Deserialize, Serialize};
use zenpuku_core::StopToken;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{
    Bound, Engine, EngineError, EngineOptions, Info, PhaseVariable, SearchHandler, SearchLimits,
    SearchRequest,
};

/// Values from here are not evaluations: the rules of repetition decide.
const DECIDED: i32 = 20_000;

/// The results of the searches of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// The value at depth 1, 2, ... for the side to move, in centipawns; `None`: a mate, or not
    /// searched so deep.
    pub values: Vec<Option<i32>>,
    /// The numbers of [`PhaseVariable::ALL`].
    pub phases: [i32; PhaseVariable::ALL.len()],
}

impl Measured {
    /// The value at a depth from 1, if it is neither a mate nor decided by the rules.
    #[must_use]
    pub fn value(&self, depth: u32) -> Option<i32> {
        let value = self.values.get(depth.checked_sub(1)? as usize).copied().flatten();
        value.filter(|value| value.abs() < DECIDED)
    }
}

/// The options for measuring: one thread, ProbCut off, every iteration reported.
#[must_use]
pub fn measuring_options(options: &EngineOptions) -> EngineOptions {
    let mut measuring = options.clone();
    (measuring.threads, measuring.multi_pv, measuring.pv_interval) = (1, 1, 0);
    measuring.params.prob_cut = false;
    measuring
}

/// Searches the position to `deepest` plies with empty memory, by an engine with
/// [`measuring_options`]. The value of each iteration equals that of a separate
/// search to that depth, which would begin with the same iterations. `None`:
/// stopped.
///
/// # Errors
/// If the engine cannot search.
pub fn measure(
    engine: &mut Engine,
    position: &Position,
    deepest: u32,
    stop: &StopToken,
) -> Result<Option<Measured>, EngineError> {
    engine.new_game();
    engine.set_position(position.clone())?;
    let limits = SearchLimits::depth(deepest);
    let mut values = Values(vec![None; deepest as usize]);
    engine.search(SearchRequest::new(limits).stopped_by(stop).report_to(&mut values))?;
    let phases = PhaseVariable::ALL.map(|variable| variable.measure(position));
    let stopped = stop.is_stopped();
    Ok((!stopped).then_some(Measured { values: values.0, phases }))
}

/// Receives the value of every iteration.
struct Values(Vec<Option<i32>>);

impl SearchHandler for Values {
    fn info(&mut self, info: &Info) {
        let place = (info.depth as usize).checked_sub(1).and_then(|index| self.0.get_mut(index));
        if let Some(value) = place.filter(|_| info.bound == Bound::Exact) {
            *value = (!info.score.is_mate()).then(|| info.score.value());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi_engine::BENCH_POSITIONS;

    #[test]
    fn each_value_is_that_of_a_search_to_its_depth() {
        let mut options = EngineOptions { hash: 4, ..EngineOptions::default() };
        options.set("Profile", "probcut2003").unwrap();
        let mut engine = Engine::new(measuring_options(&options));
        let position = Position::from_sfen(BENCH_POSITIONS[1]).unwrap();
        let go = StopToken::new();
        let measured = measure(&mut engine, &position, 4, &go).unwrap().unwrap();
        for depth in 1..=4 {
            engine.new_game();
            let result = engine.search(SearchLimits::depth(depth)).unwrap();
            assert_eq!(measured.value(depth), Some(result.score.value()), "depth {depth}");
        }
        assert_eq!((measured.value(0), measured.value(5)), (None, None));
        assert_eq!(measured.phases[0], i32::from(position.ply()));
        assert!(measure(&mut engine, &position, 4, &StopToken::stopped()).unwrap().is_none());
    }

    #[test]
    fn a_mate_has_no_value() {
        let mut engine =
            Engine::new(measuring_options(&EngineOptions { hash: 1, ..EngineOptions::default() }));
        let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G 1").unwrap();
        let measured = measure(&mut engine, &position, 2, &StopToken::new()).unwrap();
        assert_eq!(measured.unwrap().values, [None, None]);
    }
}
