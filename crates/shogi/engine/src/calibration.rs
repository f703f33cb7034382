//! What values are worth: the fit of the evaluation in use, embedded or from a file.
//!
//! The file is text: a first line `zenpuku-calibration 1`, then lines `key value` for `evaluation`,
//! `checksum` (see [`evaluation_checksum`]), `scale`, `ply` and `hands` (see [`Calibration`]), in
//! any order; lines that begin with `#` are for people.

use crate::fitted::{self, FittedFileError, Followed};
use crate::options::EngineOptions;
use crate::prob_cut::evaluation_checksum;
use core::fmt;
use core::str::FromStr;
use std::path::PathBuf;
use zenpuku_shogi_eval::{Calibration, EvalData, EvalKind};

/// Fits made by `zenpuku learn calibrate`, by evaluation.
const EMBEDDED: [(EvalKind, &str); 2] = [
    (EvalKind::Ensemble, include_str!("../calibration/ensemble.calibration")),
    (EvalKind::Nnue, include_str!("../calibration/nnue.calibration")),
];

const FIRST_LINE: &str = "zenpuku-calibration 1";
const KEYS: [&str; 5] = ["evaluation", "checksum", "scale", "ply", "hands"];

/// A calibration, and the evaluation that it was fitted to.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedCalibration {
    /// Name of the evaluation.
    pub evaluation: String,
    /// Its checksum, see [`evaluation_checksum`].
    pub checksum: u64,
    /// The fit.
    pub calibration: Calibration,
}

impl fmt::Display for FittedCalibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Calibration { even, by_ply, by_hand } = self.calibration;
        writeln!(
            f,
            "{FIRST_LINE}\nevaluation {}\nchecksum {:016x}",
            self.evaluation, self.checksum
        )?;
        writeln!(f, "scale {even:.3}\nply {by_ply:.5}\nhands {by_hand:.5}")
    }
}

/// An error in the text of a calibration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct CalibrationFormatError {
    /// The line, 1 is the first; one past the last where something is missing.
    pub line: usize,
    /// The error.
    pub problem: String,
}

impl FromStr for FittedCalibration {
    type Err = CalibrationFormatError;

    fn from_str(text: &str) -> Result<Self, CalibrationFormatError> {
        let fail = |line, problem: String| CalibrationFormatError { line, problem };
        let mut values: [Option<(usize, &str)>; KEYS.len()] = [None; KEYS.len()];
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none_or(|(first, _)| first.trim() != FIRST_LINE) {
            return Err(fail(1, format!("expected `{FIRST_LINE}`")));
        }
        let mut end = 2;
        for (line, number) in lines {
            end = number + 1;
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let known = KEYS.iter().position(|known| *known == key);
            let known = known.ok_or_else(|| fail(number, format!("unknown key `{key}`")))?;
            values[known] = Some((number, value.trim()));
        }
        let value = |key: usize| {
            values[key].ok_or_else(|| fail(end, format!("`{}` is missing", KEYS[key])))
        };
        let number = |key: usize, low: f64, high: f64| {
            let (line, text) = value(key)?;
            let number = text.parse().ok().filter(|number| (low..=high).contains(number));
            number
                .ok_or_else(|| fail(line, format!("`{text}` is not a number from {low} to {high}")))
        };
        let (line, checksum) = value(1)?;
        let checksum = u64::from_str_radix(checksum, 16)
            .map_err(|_| fail(line, format!("`{checksum}` is not a hexadecimal number")))?;
        let calibration = Calibration {
            even: number(2, 10.0, 10_000.0)?,
            by_ply: number(3, -5.0, 5.0)?,
            by_hand: number(4, -5.0, 5.0)?,
        };
        Ok(Self { evaluation: value(0)?.1.to_owned(), checksum, calibration })
    }
}

/// Why a file with a calibration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CalibrationError {
    /// It cannot be read, or is no such file.
    #[error(transparent)]
    File(#[from] FittedFileError<CalibrationFormatError>),
    /// It belongs to another evaluation.
    #[error(
        "{path}: fitted to {evaluation} with the checksum {expected:016x}, in use is {found:016x}",
        path = path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// The evaluation it names.
        evaluation: String,
        /// Its checksum.
        expected: u64,
        /// The checksum of the evaluation in use.
        found: u64,
    },
}

/// The calibration in use.
#[derive(Default)]
pub(crate) struct CalibrationSource {
    reloaded: Followed,
    fitted: Option<Calibration>,
}

impl CalibrationSource {
    /// The fit of the evaluation in use, or the conventional one without a fit.
    pub(crate) fn calibration(&self) -> Calibration {
        self.fitted.unwrap_or(Calibration::CONVENTIONAL)
    }

    /// Finds the fit for `options` if they changed since the last time.
    pub(crate) fn reload(
        &mut self,
        options: &EngineOptions,
        data: &EvalData,
    ) -> Result<(), CalibrationError> {
        if !self.reloaded.changes(options) {
            return Ok(());
        }
        let found = evaluation_checksum(options.eval, &options.params, data);
        let kind = data.in_use(options.eval);
        let named = named(&options.calibration_file, kind, found);
        self.fitted = match named {
            Ok(Some(fit)) => Some(fit),
            _ => built_in(kind, found)?,
        };
        named.map(drop)
    }
}

/// The built-in fit, if there is one for the evaluation with the checksum `found`.
fn built_in(kind: EvalKind, found: u64) -> Result<Option<Calibration>, CalibrationError> {
    let fit = fitted::load::<FittedCalibration>("", kind, &EMBEDDED)?;
    Ok(fit.filter(|fit| fit.checksum == found).map(|fit| fit.calibration))
}

/// The fit in the file of this name, if there is a name, for the evaluation with the checksum `found`.
fn named(name: &str, kind: EvalKind, found: u64) -> Result<Option<Calibration>, CalibrationError> {
    if name.is_empty() {
        return Ok(None);
    }
    let Some(fit) = fitted::load::<FittedCalibration>(name, kind, &[])? else { return Ok(None) };
    if fit.checksum != found {
        let (path, evaluation) = (PathBuf::from(name), fit.evaluation);
        return Err(CalibrationError::Other { path, evaluation, expected: fit.checksum, found });
    }
    Ok(Some(fit.calibration))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIT: FittedCalibration = FittedCalibration {
        evaluation: String::new(),
        checksum: 0x0123_4567_89ab_cdef,
        calibration: Calibration { even: 380.5, by_ply: 0.25, by_hand: -0.125 },
    };

    #[test]
    fn texts_come_back_and_mistakes_are_named() {
        let fit = FittedCalibration { evaluation: "nnue".into(), ..FIT };
        let text = fit.to_string();
        assert_eq!(text.parse(), Ok(fit));
        let message = |text: &str| text.parse::<FittedCalibration>().unwrap_err().to_string();
        assert_eq!(message(""), "line 1: expected `zenpuku-calibration 1`");
        assert_eq!(message(&text.replace("ply", "plies")), "line 5: unknown key `plies`");
        assert_eq!(message(&text.replace("hands -0.12500\n", "")), "line 6: `hands` is missing");
        assert!(message(&text.replace("380.5", "-1")).starts_with("line 4: `-1"));
        assert!(message(&text.replace("0123", "x")).contains("not a hexadecimal number"));
    }

    #[test]
    fn the_embedded_fits_belong_to_their_evaluations() {
        for (kind, text) in EMBEDDED {
            let fitted: FittedCalibration = text.parse().unwrap();
            let options = EngineOptions { eval: kind, ..EngineOptions::default() };
            let data = EvalData::default();
            assert_eq!(fitted.checksum, evaluation_checksum(kind, &options.params, &data));
            let mut source = CalibrationSource::default();
            source.reload(&options, &data).unwrap();
            assert_eq!(source.calibration(), fitted.calibration);
            let material = EngineOptions { eval: EvalKind::Material, ..options };
            source.reload(&material, &data).unwrap();
            assert_eq!(source.calibration(), Calibration::CONVENTIONAL);
        }
    }

    #[test]
    fn a_file_that_cannot_be_used_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fit");
        let named = path.display().to_string();
        let options = EngineOptions { calibration_file: named, ..EngineOptions::default() };
        let follow = || {
            let mut source = CalibrationSource::default();
            let reloaded = source.reload(&options, &EvalData::default());
            let built_in = EMBEDDED[0].1.parse::<FittedCalibration>().unwrap().calibration;
            assert_eq!(reloaded.is_err(), source.calibration() == built_in);
            reloaded.map(|()| source.calibration())
        };
        assert!(matches!(follow(), Err(CalibrationError::File(FittedFileError::Read { .. }))));
        std::fs::write(&path, "nonsense").unwrap();
        assert!(matches!(follow(), Err(CalibrationError::File(FittedFileError::Parse { .. }))));
        std::fs::write(&path, FIT.to_string()).unwrap();
        assert!(matches!(follow(), Err(CalibrationError::Other { .. })));
        let checksum = evaluation_checksum(options.eval, &options.params, &EvalData::default());
        std::fs::write(&path, FittedCalibration { checksum, ..FIT }.to_string()).unwrap();
        assert_eq!(follow().unwrap(), FIT.calibration);
    }
}
