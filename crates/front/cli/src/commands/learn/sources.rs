//! The positions that a training of values learns from.

use std::path::PathBuf;

use anyhow::Context as _;
use zenpuku_core::StopToken;
use zenpuku_shogi_eval::{AnyEvaluator, EvalKind};
use zenpuku_shogi_learn::leaf::LeafSearch;
use zenpuku_shogi_learn::train::model::Features;
use zenpuku_shogi_learn::train::ranking::Ranker;
use zenpuku_shogi_learn::train::samples::{Filter, Samples};
use zenpuku_shogi_learn::train::teacher::Teacher;
use zenpuku_shogi_learn::train::thinned::Thinner;

use super::course::Course;
use super::games::{for_each_shard, game_name};
use crate::context::Context;

/// Which positions, and what about them.
#[derive(Debug, clap::Args)]
pub(super) struct Sources {
    /// Files of games, or folders of them
    #[arg(long, required = true, num_args = 1.., value_name = "PATH")]
    games: Vec<PathBuf>,
    /// Learn the static values of this evaluation (also of positions near those
    /// of the games) instead of the games' scores: many examples without noise,
    /// for a later training with --start
    #[arg(long, value_name = "EVALUATION")]
    teacher: Option<EvalKind>,
    /// With --teacher: random walks of one to three plies from each position
    #[arg(long, default_value_t = 8, requires = "teacher",
        value_parser = clap::value_parser!(u32).range(0..=1000))]
    walks: u32,
    /// Percentage of positions learned a second time with pieces removed at
    /// random, for handicap games and thin endings, which self-play seldom
    /// reaches
    #[arg(long, default_value_t = 0, value_name = "PERCENT", conflicts_with = "teacher",
        value_parser = clap::value_parser!(u8).range(0..=100))]
    thinned: u8,
    /// Leave out positions with a score beyond this many centipawns
    #[arg(long, default_value_t = 3000, value_name = "CP",
        value_parser = clap::value_parser!(i16).range(1..))]
    score_limit: i16,
    /// Keep positions in check and those where the move played takes or promotes
    #[arg(long)]
    all_positions: bool,
    /// Instead of positions in check and those where the move played captures
    /// or promotes, learn from the quiet ones at the end of their quiescence
    /// search with the initial weights
    #[arg(long, conflicts_with_all = ["teacher", "all_positions"])]
    pub(super) leaves: bool,
    /// Learn from repeated positions as often as they occur
    #[arg(long)]
    repeated: bool,
    /// One in this number of games is for validation; 0: none
    #[arg(long, default_value_t = 20, value_name = "GAMES")]
    validation: u64,
}

/// Inspects positions while they are read; the default does nothing.
#[derive(Default)]
pub(super) struct Helpers {
    /// The quiescence search of `--leaves`.
    pub(super) leaves: Option<LeafSearch<AnyEvaluator>>,
    /// Of `--ranking`.
    pub(super) ranker: Option<Ranker>,
    /// The evaluation of `--beside`.
    pub(super) beside: Option<AnyEvaluator>,
}

impl Sources {
    /// The samples and a fingerprint of their sources; `course` has their
    /// horizon and the random seed. They are not complete when `stop` was
    /// stopped.
    ///
    /// # Errors
    /// If games cannot be read or no positions remain.
    pub(super) fn read<F: Features>(
        &self,
        course: &Course,
        Helpers { mut leaves, mut ranker, beside }: Helpers,
        context: &Context,
        stop: &StopToken,
    ) -> anyhow::Result<(Samples<F>, u64)> {
        let filter = Filter {
            score_limit: self.score_limit,
            quiet_only: !self.all_positions,
            distinct: !self.repeated,
            validation_of: self.validation,
            horizon: course.horizon(),
        };
        let mut samples = Samples::default();
        samples.beside = beside;
        let mut teacher = self.teacher.map(|kind| Teacher::new(kind, self.walks, course.seed));
        let thinner = || Thinner::new(self.thinned, course.seed);
        let mut thinner = (self.thinned > 0).then(thinner);
        for_each_shard(&self.games, context, stop, |shard| {
            shard.games.iter().try_for_each(|game| {
                let added = match &mut teacher {
                    Some(teacher) => samples.add_taught(game, &filter, teacher),
                    None => samples.add(game, &filter, leaves.as_mut()),
                };
                added.with_context(|| game_name(game))?;
                if let Some(ranker) = &mut ranker {
                    let ranked = samples.add_ranked(game, &filter, ranker);
                    ranked.with_context(|| game_name(game))?;
                }
                let Some(thinner) = &mut thinner else { return Ok(()) };
                samples.add_thinned(game, &filter, thinner).with_context(|| game_name(game))
            })
        })?;
        anyhow::ensure!(
            stop.is_stopped() || !samples.training.is_empty(),
            "no position is left to learn from: {:?}",
            samples.tally
        );
        let data = samples.fingerprint();
        Ok((samples, data))
    }
}
