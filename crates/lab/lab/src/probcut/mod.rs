//! `lab probcut-*`: the four tables of [probcut2003].
//!
//! - [`RegressionExperiment`]: table 1, a, b, sigma and R2 by pair of depths;
//! - [`TransformExperiment`]: table 2, R2 before and after c tanh(v / c);
//! - [`SpreadExperiment`]: both on samples whose values are spread more and more;
//! - [`PercentileExperiment`]: table 3, games with ProbCut against the same program without;
//! - [`ReductionExperiment`]: table 4, speed-up and how often the same move is chosen.
//!
//! The program is the profile `probcut2003` with its evaluation. Different from the paper: games and
//! machine, the weights of the evaluation, and games with a number of nodes a move in place of ten
//! seconds, so that every figure but the times repeats.

mod by_game;
mod changes;
mod percentile;
mod reduction;
mod regression;
mod spread;
mod transform;

pub use percentile::PercentileExperiment;
pub use reduction::ReductionExperiment;
pub use regression::RegressionExperiment;
pub use spread::SpreadExperiment;
pub use transform::TransformExperiment;

use zenpuku_arena::openings::Opening;
use zenpuku_params::Params;
use zenpuku_shogi_engine::{DepthPair, Engine, EngineOptions, evaluation_checksum};
use zenpuku_shogi_eval::EvalKind;
use zenpuku_shogi_learn::probcut::{Measured, Sample, Sampling, lines, measure, measuring_options};

use crate::error::LabError;
use crate::experiment::Session;
use crate::options::RunOptions;

/// The profile of the paper's program.
const PROFILE: &str = "probcut2003";
/// Its evaluation.
const EVALUATION: EvalKind = EvalKind::KingDistance;
/// The built-in games.
const GAMES: &str = include_str!("../../data/whole-20.jsonl");
/// c of the transform, in centipawns: the paper does not give it.
const SCALE: f64 = 1000.0;

/// The paper's pairs, all to depth 5.
const fn pair(shallow: u32, deep: u32) -> DepthPair {
    DepthPair { shallow, deep }
}

/// A PERCENTILE in hundredths, as the paper writes it.
fn shown(percentile: i32) -> String {
    format!("{:.1}", f64::from(percentile) / 100.0)
}

/// The games that the options name, else the built-in ones.
fn games(options: &RunOptions) -> Result<Vec<Opening>, LabError> {
    match &options.data {
        Some(path) => Ok(lines::read(std::slice::from_ref(path))?),
        None => lines::from_json_lines(GAMES).map_err(|(line, reason)| LabError::Data {
            file: "games/whole-20.jsonl",
            line,
            reason,
        }),
    }
}

/// The engine of the paper's program.
fn program(hash: usize) -> Result<EngineOptions, LabError> {
    let params = Params::profile(PROFILE)?;
    Ok(EngineOptions { hash, eval: EVALUATION, params, ..EngineOptions::default() })
}

/// The sample of tables 1 and 2: plies 10 to 61 of 100 games.
struct Values {
    measured: Vec<Measured>,
    /// The game of each.
    games: Vec<usize>,
    checksum: u64,
}

/// Games of the paper's sample.
const SAMPLE_GAMES: usize = 100;

/// The positions of tables 1 and 2, each changed by at most so many random moves.
fn samples(options: &RunOptions, random_moves: u16) -> Result<Vec<Sample>, LabError> {
    let mut games = games(options)?;
    games.truncate(SAMPLE_GAMES);
    let positions = if options.quick { 12 } else { usize::MAX };
    let sampling = Sampling { seed: options.seed, plies: (10, 61), positions, random_moves };
    Ok(sampling.draw(&games))
}

impl Values {
    /// Searches every position of the sample to depth 5.
    fn measure(options: &RunOptions, session: &mut Session<'_>) -> Result<Values, LabError> {
        let samples = samples(options, 0)?;
        session.expect(samples.len() as u64);
        Values::of(&samples, options, session)
    }

    /// Searches these positions to depth 5.
    fn of(
        samples: &[Sample],
        options: &RunOptions,
        session: &mut Session<'_>,
    ) -> Result<Values, LabError> {
        let program = measuring_options(&program(4)?);
        let mut engine = Engine::new(program.clone());
        engine.prepare()?;
        let checksum = evaluation_checksum(program.eval, &program.params, engine.eval_data());
        let stop = options.stop.clone();
        let mut all = Vec::new();
        for sample in samples {
            let key = format!("game {} {}", sample.game + 1, sample.position.to_sfen());
            all.push(session.unit(&key, || {
                let values = measure(&mut engine, &sample.position, 5, &stop)?;
                options.check_stop()?;
                values.ok_or(LabError::Stopped(zenpuku_core::StopReason::Flag))
            })?);
        }
        if all.is_empty() {
            return Err(LabError::NoPosition("at plies 10 to 61".to_owned()));
        }
        let games = samples.iter().map(|sample| sample.game).collect();
        Ok(Values { measured: all, games, checksum })
    }
}
