//! The model in use: embedded or from a file, and whether it fits the evaluation.

use super::file::ModelError;
use super::model::ProbCutModel;
use crate::bench_positions::BENCH_POSITIONS;
use crate::fitted::{self, FittedFileError, Followed};
use crate::options::EngineOptions;
use std::sync::Arc;
use zenpuku_core::random::SplitMix64;
use zenpuku_params::Params;
use zenpuku_shogi::{MoveList, Position};
use zenpuku_shogi_eval::{AnyEvaluator, EvalData, EvalKind, Evaluator};

/// Models made by `zenpuku learn probcut`, by evaluation.
const EMBEDDED: [(EvalKind, &str); 4] = [
    (EvalKind::Ensemble, include_str!("../../probcut/ensemble.probcut")),
    (EvalKind::Nnue, include_str!("../../probcut/nnue.probcut")),
    (EvalKind::PieceSquare, include_str!("../../probcut/piece-square.probcut")),
    (EvalKind::KingDistance, include_str!("../../probcut/king-distance.probcut")),
];

/// How many moves of each position the checksum looks behind.
const CHECKSUM_MOVES: usize = 12;

/// Why a file of ProbCut parameters cannot be used.
pub type ProbCutError = FittedFileError<ModelError>;

/// A checksum of the evaluation's values on some hundred positions, to identify
/// the evaluation of a model's fit.
#[must_use]
pub fn evaluation_checksum(kind: EvalKind, params: &Params, data: &EvalData) -> u64 {
    let mut eval = AnyEvaluator::with_data(kind, params, data);
    let mut sum = 0;
    let mut add = |position: &Position| {
        let value = i64::from(eval.evaluate_afresh(position));
        sum = SplitMix64::new(sum ^ value.cast_unsigned()).next_u64();
    };
    let mut moves = MoveList::new();
    for mut position in BENCH_POSITIONS.iter().filter_map(|sfen| Position::from_sfen(sfen).ok()) {
        add(&position);
        position.legal_moves(&mut moves);
        let step = (moves.len() / CHECKSUM_MOVES).max(1);
        for &mv in moves.iter().step_by(step) {
            position.do_move(mv);
            add(&position);
            position.undo_move(mv);
        }
    }
    sum
}

/// The model selected by the options, and messages about it.
#[derive(Default)]
pub(crate) struct ProbCutSource {
    reloaded: Followed,
    model: Option<Arc<ProbCutModel>>,
    notice: Option<String>,
}

impl ProbCutSource {
    /// The model, if it fits the evaluation.
    pub(crate) fn model(&self) -> Option<Arc<ProbCutModel>> {
        self.model.clone()
    }

    /// Why `ProbCut` is on but has no effect; reported once.
    pub(crate) fn pop_warning(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// Finds the model for `options` if they changed since the last time.
    pub(crate) fn reload(
        &mut self,
        options: &EngineOptions,
        data: &EvalData,
    ) -> Result<(), ProbCutError> {
        if !self.reloaded.changes(options) {
            return Ok(());
        }
        (self.model, self.notice) = (None, None);
        if !options.params.prob_cut {
            return Ok(());
        }
        let named = &options.prob_cut_file;
        let eval = data.in_use(options.eval);
        let model = fitted::load::<ProbCutModel>(named, eval, &EMBEDDED)?;
        let Some(model) = model else {
            self.notice = Some(format!(
                "ProbCut is off: no parameters are built in for the evaluation {eval}; fit them \
                 with `zenpuku learn probcut` and name the file in ProbCutFile"
            ));
            return Ok(());
        };
        let found = evaluation_checksum(options.eval, &options.params, data);
        if model.checksum == found {
            self.model = Some(Arc::new(model));
        } else {
            self.notice = Some(format!(
                "ProbCut is off: its parameters were fitted to the evaluation {} with the checksum \
                 {:016x}, in use is {eval} with {found:016x}",
                model.evaluation, model.checksum
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(settings: &[(&str, &str)]) -> EngineOptions {
        let mut options = EngineOptions::default();
        for (name, value) in settings {
            options.set(name, value).unwrap();
        }
        options
    }

    #[test]
    fn the_embedded_models_fit_their_evaluations() {
        for (kind, _) in EMBEDDED {
            let mut source = ProbCutSource::default();
            let options = options(&[("Evaluation", kind.name()), ("ProbCut", "on")]);
            source.reload(&options, &EvalData::default()).unwrap();
            assert_eq!(source.pop_warning(), None);
            assert!(source.model().is_some(), "{kind}");
        }
    }

    #[test]
    fn a_model_of_another_evaluation_is_not_used_and_that_is_said_once() {
        let mut source = ProbCutSource::default();
        let changed =
            options(&[("ProbCut", "on"), ("Evaluation", "piece-square"), ("RookValue", "560")]);
        source.reload(&changed, &EvalData::default()).unwrap();
        assert!(source.model().is_none());
        assert!(source.pop_warning().unwrap().contains("checksum"));
        source.reload(&changed, &EvalData::default()).unwrap();
        assert_eq!(source.pop_warning(), None);
        let without = options(&[("ProbCut", "on"), ("Evaluation", "material")]);
        source.reload(&without, &EvalData::default()).unwrap();
        assert!(source.pop_warning().unwrap().contains("material"));
    }

    #[test]
    fn a_file_that_is_none_is_an_error() {
        let mut source = ProbCutSource::default();
        let missing = options(&[("ProbCut", "on"), ("ProbCutFile", "no such file")]);
        let error = source.reload(&missing, &EvalData::default()).unwrap_err();
        assert!(error.to_string().starts_with("no such file: "), "{error}");
    }

    #[test]
    fn the_checksum_tells_evaluations_apart() {
        let (params, data) = (Params::default(), EvalData::default());
        let mut sums = EvalKind::ALL.map(|kind| evaluation_checksum(kind, &params, &data)).to_vec();
        sums.push(evaluation_checksum(
            EvalKind::Material,
            &Params { pawn_value: 51, ..params },
            &data,
        ));
        sums.sort_unstable();
        sums.dedup();
        assert_eq!(sums.len(), EvalKind::ALL.len() + 1);
    }
}
