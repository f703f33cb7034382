//! An evaluation from outside this crate.

use crate::evaluator::{EvalPart, Evaluator};
use core::fmt;
use std::sync::{Arc, OnceLock};
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveDelta, Position};

/// The largest value, in centipawns, that an evaluation may return; beyond lie mates.
const LARGEST: i32 = Score::MAX_EVAL.value();

/// Makes an evaluator for each search thread.
type Maker = dyn Fn(&Params) -> Box<dyn Evaluator + Send + Sync> + Send + Sync;

/// An evaluation that a program brings along, in place of one of [`EvalKind`](crate::EvalKind).
#[derive(Clone)]
pub struct OwnEvaluation {
    maker: Arc<Maker>,
    fault: Arc<OnceLock<String>>,
}

impl OwnEvaluation {
    /// An evaluation whose evaluators `maker` makes, one for each search thread.
    pub fn new(
        maker: impl Fn(&Params) -> Box<dyn Evaluator + Send + Sync> + Send + Sync + 'static,
    ) -> Self {
        Self { maker: Arc::new(maker), fault: Arc::default() }
    }

    /// Returns what was wrong with the first value that is none: value and position. The search
    /// goes on with the nearest possible one; who measures must look here.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        self.fault.get().cloned()
    }

    pub(crate) fn evaluator(&self, params: &Params) -> OwnEvaluator {
        OwnEvaluator {
            inner: (self.maker)(params),
            params: Box::new(*params),
            evaluation: self.clone(),
        }
    }
}

impl fmt::Debug for OwnEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnEvaluation").field("fault", &self.fault()).finish_non_exhaustive()
    }
}

/// An evaluator from outside, whose values are checked.
pub struct OwnEvaluator {
    inner: Box<dyn Evaluator + Send + Sync>,
    params: Box<Params>,
    evaluation: OwnEvaluation,
}

impl Clone for OwnEvaluator {
    /// A new evaluator of the same kind; refresh it before use.
    fn clone(&self) -> Self {
        self.evaluation.evaluator(&self.params)
    }
}

impl OwnEvaluator {
    #[cold]
    fn note_fault(&self, value: i32, position: &Position) {
        self.evaluation.fault.get_or_init(|| {
            let sfen = position.to_sfen();
            format!("the evaluation is {value} centipawns, more than {LARGEST}, at {sfen}")
        });
    }
}

impl fmt::Debug for OwnEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnEvaluator").finish_non_exhaustive()
    }
}

impl Evaluator for OwnEvaluator {
    fn refresh(&mut self, position: &Position) {
        self.inner.refresh(position);
    }

    fn apply(&mut self, delta: &MoveDelta, after: &Position) {
        self.inner.apply(delta, after);
    }

    fn undo(&mut self) {
        self.inner.undo();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        let value = self.inner.evaluate(position);
        if !(-LARGEST..=LARGEST).contains(&value) {
            self.note_fault(value, position);
        }
        value.clamp(-LARGEST, LARGEST)
    }

    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        self.inner.move_gain(position, mv)
    }

    fn move_gain_is_exact(&self) -> bool {
        self.inner.move_gain_is_exact()
    }

    fn material(&self, position: &Position) -> i32 {
        self.inner.material(position)
    }

    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        self.inner.parts(position)
    }
}
