//! Games of two engines in an experiment, a pair at a time.

use crate::error::LabError;
use crate::options::RunOptions;
use zenpuku_arena::game::GameRules;
use zenpuku_arena::matches::{EngineFactory, MatchPlan, PairRecord, StopRule, run};
use zenpuku_arena::openings::Opening;
use zenpuku_core::StopReason;

/// A match of an experiment, one game at a time, so that games by nodes or depth repeat.
pub(crate) fn match_plan(rules: GameRules, first: u64, pairs: u64, seed: u64) -> MatchPlan {
    MatchPlan { rules, first, pairs, seed, concurrency: 1, stop: StopRule::AllPairs }
}

/// Plays the pair with this number of a match: one opening with either colour, the first engine Black first.
///
/// # Errors
/// The run was stopped, or the arena cannot play.
pub(crate) fn play_pair(
    options: &RunOptions,
    rules: GameRules,
    number: u64,
    openings: &[Opening],
    engines: [&dyn EngineFactory; 2],
) -> Result<PairRecord, LabError> {
    let mut record = None;
    let keep = |one: &PairRecord, _: &_| record = Some(one.clone());
    let plan = match_plan(rules, number, 1, options.seed);
    run(&plan, openings, engines, Vec::new(), &options.stop, keep)?;
    options.check_stop()?;
    Ok(record.ok_or(StopReason::Flag)?)
}
