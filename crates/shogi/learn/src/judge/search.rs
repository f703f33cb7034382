//! The same by searches instead of static values, and whether they find the listed moves.

use super::{Line, Positions, Verdict, clamped};
use zenpuku_core::StopToken;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{
    Engine, EngineError, EngineOptions, OptionError, STACK_BYTES, SearchLimits, SearchRequest,
};
use zenpuku_shogi_eval::EvalKind;

/// Why positions cannot be searched.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The engine cannot search.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine does not know the evaluation.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The thread cannot be created.
    #[error("no thread for searching: {0}")]
    Thread(#[source] std::io::Error),
}

/// Searches, the same for every position.
#[derive(Clone, Debug)]
pub struct Searches {
    /// The engine's options; its evaluation is replaced.
    pub options: EngineOptions,
    /// What ends a search.
    pub limits: SearchLimits,
    /// Positions searched at a time, each by its own engine.
    pub threads: usize,
}

/// The result of a search.
struct Found {
    value: i16,
    best: Move,
}

impl Searches {
    /// The quality of the search by `kind` on `positions`, with empty memory
    /// for each; `searched` is called for each one. `None` when `stop` was
    /// stopped.
    ///
    /// # Errors
    /// [`SearchError`] when there is no thread or the engine cannot search.
    pub fn verdict(
        &self,
        kind: EvalKind,
        positions: &Positions,
        stop: &StopToken,
        searched: impl Fn() + Sync,
    ) -> Result<Option<Verdict>, SearchError> {
        let share = positions.len().div_ceil(self.threads.max(1)).max(1);
        let searched = &searched;
        let found = std::thread::scope(|scope| {
            let worker = |part| {
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                let work = move || self.search_all(kind, part, stop, searched);
                thread.spawn_scoped(scope, work).map_err(SearchError::Thread)
            };
            let workers = positions.0.chunks(share).map(worker).collect::<Result<Vec<_>, _>>()?;
            let mut found = Vec::with_capacity(positions.len());
            for worker in workers {
                // A panic of the worker is propagated here.
                let part = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                found.extend(part?);
            }
            Ok::<_, SearchError>(found)
        })?;
        if stop.is_stopped() {
            return Ok(None);
        }
        let values: Vec<i16> = found.iter().map(|found| found.value).collect();
        let mut verdict = positions.verdict(kind.name(), &values);
        verdict.agreement = positions.agreement(found.iter().map(|found| found.best));
        Ok(Some(verdict))
    }

    /// The results of a search from each position, until `stop` is stopped.
    fn search_all(
        &self,
        kind: EvalKind,
        positions: &[(Position, Line)],
        stop: &StopToken,
        searched: impl Fn(),
    ) -> Result<Vec<Found>, SearchError> {
        let mut options = EngineOptions { threads: 1, ..self.options.clone() };
        options.set("Evaluation", kind.name())?;
        let mut engine = Engine::new(options);
        let mut found = Vec::with_capacity(positions.len());
        for (position, _) in positions {
            engine.new_game();
            engine.set_position(position.clone())?;
            let result = engine.search(SearchRequest::from(&self.limits).stopped_by(stop))?;
            if stop.is_stopped() {
                break;
            }
            found.push(Found { value: clamped(result.score.value()), best: result.best });
            searched();
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions() -> Positions {
        let mut positions = Positions::default();
        for (sfen, best) in [
            ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", r#","bestmove":"G*5b""#),
            ("4k4/4+P4/9/9/9/9/9/9/4K4 w - 1", r#","bestmove":"5a5b""#),
            ("4k4/9/9/4r4/4R4/9/9/9/4K4 b - 1", r#","bestmove":"5e1e""#),
            ("4k4/9/9/9/9/9/9/9/R3K4 b - 1", ""),
        ] {
            let line = format!(r#"{{"sfen":"{sfen}","eval":100,"gameResult":1{best}}}"#);
            positions.add(&line).unwrap();
        }
        positions
    }

    #[test]
    fn the_listed_moves_that_a_search_plays_are_counted() {
        let searches = Searches {
            options: EngineOptions { hash: 1, ..EngineOptions::default() },
            limits: SearchLimits { nodes: Some(3000), ..SearchLimits::default() },
            threads: 2,
        };
        let go = StopToken::new();
        let judge = |stop| searches.verdict(EvalKind::Material, &positions(), stop, || ()).unwrap();
        let verdict = judge(&go).unwrap();
        // The rook is not left to be taken.
        assert_eq!(verdict.agreement, Some(2.0 / 3.0));
        assert_eq!(Some(verdict), judge(&go));
        assert!(judge(&StopToken::stopped()).is_none());
    }

    #[test]
    fn a_sample_is_spread_evenly() {
        let mut positions = positions();
        let last = positions.0[3].1.clone();
        positions.thin_out(9);
        assert_eq!(positions.len(), 4);
        positions.thin_out(2);
        assert_eq!((positions.len(), &positions.0[1].1), (2, &last));
    }
}
