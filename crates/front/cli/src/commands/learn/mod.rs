//! `zenpuku learn`: self-play, training data, networks, weights, parameters of ProbCut and what
//! values are worth.

mod ablate;
mod calibrate;
mod compare;
mod course;
mod experts;
mod export;
mod games;
mod judge;
mod network_file;
mod pack;
mod pipeline;
mod probcut;
mod relabel;
mod selfplay;
mod sources;
mod stats;
mod train;
mod values;

use crate::context::Context;
use crate::exit::Exit;

/// Arguments of `zenpuku learn`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn selfplay --out games --games 10000 --nodes 3000 --threads 2\n  \
    zenpuku learn stats games --out report\n  \
    zenpuku learn export games positions.psv\n  \
    zenpuku learn train --games games --out net --epochs 10 --threads 2\n  \
    zenpuku learn comparison --games records --out weights --threads 2\n  \
    zenpuku learn values --games games --out weights --leaves --threads 2\n  \
    zenpuku learn ablate --games records\n  \
    zenpuku learn relabel games --out deeper --nodes 20000\n  \
    zenpuku learn pack games generation-7.zst\n  \
    zenpuku learn probcut --games games --out fit --threads 2\n  \
    zenpuku learn calibrate games --out nnue.calibration\n  \
    zenpuku learn judge positions.jsonl\n  \
    zenpuku learn pipeline --out net --generations 3")]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

/// The steps of training.
#[derive(Debug, clap::Subcommand)]
enum Step {
    /// Play the engine against itself and keep the games
    Selfplay(selfplay::Args),
    /// Say how good games are: lengths, results, scores, repetitions
    Stats(stats::Args),
    /// Write games as training positions for other programs: psv, hcpe
    Export(export::Args),
    /// Train an evaluation network (K-P) on the CPU
    Train(train::Args),
    /// Learn the weights of the classic evaluation from the moves of experts
    #[command(alias = "compare")]
    Comparison(compare::Args),
    /// Learn the weights of the classic evaluation from the values of self-play
    Values(values::Args),
    /// Measure the effect of each group of features of the classic evaluation
    Ablate(ablate::Args),
    /// Fit the parameters of ProbCut to the evaluation: values of shallow and deep searches
    Probcut(probcut::Args),
    /// Give old games the values of a deeper search or a newer network
    Relabel(relabel::Args),
    /// Pack a finished generation of games into one file, check it, or unpack it
    Pack(pack::Args),
    /// Fit what values are worth to how games end: chances to win, shown centipawns
    Calibrate(calibrate::Args),
    /// Hold every evaluation against the results of games
    Judge(judge::Args),
    /// All steps, generation after generation: self-play, training, a match
    /// against the previous one
    Pipeline(pipeline::Args),
}

/// Runs one step.
///
/// # Errors
/// Those of the step.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    match &args.step {
        Step::Selfplay(args) => selfplay::run(args, context),
        Step::Stats(args) => stats::run(args, context),
        Step::Export(args) => export::run(args, context),
        Step::Train(args) => train::run(args, context),
        Step::Comparison(args) => compare::run(args, context),
        Step::Values(args) => values::run(args, context),
        Step::Ablate(args) => ablate::run(args, context),
        Step::Probcut(args) => probcut::run(args, context),
        Step::Relabel(args) => relabel::run(args, context),
        Step::Pack(args) => pack::run(args),
        Step::Calibrate(args) => calibrate::run(args, context),
        Step::Judge(args) => judge::run(args, context),
        Step::Pipeline(args) => pipeline::run(args, context),
    }
}
