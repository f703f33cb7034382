//! Positions of games as inputs of a model, with their labels.

use super::beside::Beside;
use super::model::Features;
use super::outcome::{Horizon, Outcome, outcomes};
use super::quiet_leaf::leaf;
use super::ranking::{Ranked, Ranker};
use super::teacher::Teacher;
use super::thinned::Thinner;
use crate::game::{Game, GameError, Moment};
use crate::leaf::LeafSearch;
use std::collections::HashSet;
use zenpuku_core::hash::fnv1a;
use zenpuku_shogi::Position;
use zenpuku_shogi_eval::AnyEvaluator;

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<F> {
    /// The model's inputs.
    pub features: F,
    /// Value of the search for the side to move, in centipawns.
    pub score: i16,
    /// What became of it; `None` for a position that no game had.
    pub outcome: Option<Outcome>,
    /// Its value by the fixed evaluation.
    pub beside: Beside,
}

/// Score and outcome for the side to move.
type Label = (i16, Option<Outcome>);

/// Which positions to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    /// Leave out positions with a value beyond this many centipawns for either side; mates are
    /// always left out.
    pub score_limit: i16,
    /// Leave out positions in check, and those in which the move played
    /// captures or promotes: their static evaluation differs from the search's
    /// value. With a search for leaves, their leaves are taken instead.
    pub quiet_only: bool,
    /// Leave out positions that have been seen.
    pub distinct: bool,
    /// One in this number of games is for validation; 0: none.
    pub validation_of: u64,
    /// The weights of later values; `None`: only the result counts.
    pub horizon: Option<Horizon>,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            score_limit: 3000,
            quiet_only: true,
            distinct: true,
            validation_of: 20,
            horizon: None,
        }
    }
}

impl Filter {
    /// Is a value beyond the limit?
    pub(crate) fn is_decided(&self, value: i32) -> bool {
        value.abs() > self.score_limit.min(MATE - 1).into()
    }
}

/// A game as a source of positions, with their common data.
struct Source<'a> {
    filter: &'a Filter,
    /// Are they to judge by?
    validates: bool,
}

impl<'a> Source<'a> {
    fn new(game: &Game, filter: &'a Filter) -> Self {
        Self { filter, validates: is_for_validation(game, filter.validation_of) }
    }
}

/// What became of the positions of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games read.
    pub games: u64,
    /// Positions taken.
    pub taken: u64,
    /// Of them leaves of positions that are not quiet.
    pub leaves: u64,
    /// Number of them with pieces removed.
    pub thinned: u64,
    /// Left out: opening moves without a score.
    pub unscored: u64,
    /// Left out: in check, or the move played takes or promotes.
    pub unquiet: u64,
    /// Left out: the value is beyond the limit.
    pub decided: u64,
    /// Left out: seen before.
    pub repeated: u64,
}

/// A few positions that are kept whole, to compare the engine's arithmetic with ours.
#[derive(Clone, Debug)]
pub struct Probe<F> {
    /// The position.
    pub position: Position,
    /// The same as features.
    pub features: F,
}

/// Samples for training and for validation.
#[derive(Clone, Debug)]
pub struct Samples<F> {
    /// To learn from.
    pub training: Vec<Sample<F>>,
    /// To judge by; from other games.
    pub validation: Vec<Sample<F>>,
    /// Some of the validation positions.
    pub probes: Vec<Probe<F>>,
    /// To learn the order of moves from.
    pub ranked: Vec<Ranked<F>>,
    /// To judge that by; from other games.
    pub ranked_validation: Vec<Ranked<F>>,
    /// What became of the positions.
    pub tally: Tally,
    /// The fixed evaluation, if any; to be set before positions are added.
    pub beside: Option<AnyEvaluator>,
    seen: HashSet<u64>,
}

/// Most positions to keep whole.
const PROBES: usize = 1000;
/// Interval of validation positions that are kept in full.
const PROBE_EVERY: usize = 17;
/// Values from here on are mates.
const MATE: i16 = 30_000;

impl<F> Default for Samples<F> {
    fn default() -> Self {
        Self {
            training: Vec::new(),
            validation: Vec::new(),
            probes: Vec::new(),
            ranked: Vec::new(),
            ranked_validation: Vec::new(),
            tally: Tally::default(),
            beside: None,
            seen: HashSet::new(),
        }
    }
}

impl<F: Features> Samples<F> {
    /// Adds the positions of a game; those that are not quiet as the quiet ones to which `leaves`
    /// leads, with the game's score from the view of the side to move there.
    ///
    /// # Errors
    /// [`GameError`] when the game is not legal; the positions before are taken.
    pub fn add(
        &mut self,
        game: &Game,
        filter: &Filter,
        mut leaves: Option<&mut LeafSearch<AnyEvaluator>>,
    ) -> Result<(), GameError> {
        self.tally.games += 1;
        let source = Source::new(game, filter);
        let mut outcomes = outcomes(game, filter.horizon)?.into_iter();
        game.replay(|moment| {
            let outcome = outcomes.next();
            let Some(score) = self.wanted_score(&moment, filter) else { return };
            if !(filter.quiet_only && moment.is_sharp()) {
                self.take_new(moment.position, (score, outcome), &source);
                return;
            }
            match leaves.as_mut().and_then(|search| leaf(search, moment.position)) {
                Some(leaf) if (leaf.value - i32::from(score)).abs() <= OFF => {
                    self.tally.leaves += 1;
                    let label = match leaf.turned {
                        true => (-score, outcome.map(Outcome::turned)),
                        false => (score, outcome),
                    };
                    self.take_new(&leaf.position, label, &source);
                }
                _ => self.tally.unquiet += 1,
            }
        })
    }

    /// Takes a position unless it has been seen.
    fn take_new(&mut self, position: &Position, label: Label, source: &Source<'_>) {
        if !self.is_repeated(position, source.filter) {
            self.take(position, label, source.validates);
        }
    }

    /// Adds the positions of a game and, from each, those that `teacher` finds near it, with the
    /// teacher's values instead of the game's scores.
    ///
    /// # Errors
    /// [`GameError`] when the game is not legal; the positions before are taken.
    pub fn add_taught(
        &mut self,
        game: &Game,
        filter: &Filter,
        teacher: &mut Teacher,
    ) -> Result<(), GameError> {
        self.tally.games += 1;
        let source = Source::new(game, filter);
        game.replay(|moment| {
            teacher.near(moment.position, |position, value| {
                if !self.is_decided(value, filter) {
                    self.take_new(position, (value as i16, None), &source);
                }
            });
        })
    }

    /// Adds the leaves of moves in positions of a game that have a score within the limit.
    ///
    /// # Errors
    /// [`GameError`] when the game is not legal; the positions before are taken.
    pub fn add_ranked(
        &mut self,
        game: &Game,
        filter: &Filter,
        ranker: &mut Ranker,
    ) -> Result<(), GameError> {
        let validates = Source::new(game, filter).validates;
        let Self { ranked, ranked_validation, beside, .. } = self;
        let list = if validates { ranked_validation } else { ranked };
        game.replay(|Moment { position, played, score }| {
            if score.is_some_and(|score| !filter.is_decided(score.into())) {
                list.extend(ranker.ranked(position, played, beside.as_mut()));
            }
        })
    }

    /// Adds positions of a game, the opening included, with pieces removed.
    ///
    /// # Errors
    /// [`GameError`] when the game is not legal; the positions before are taken.
    pub fn add_thinned(
        &mut self,
        game: &Game,
        filter: &Filter,
        thinner: &mut Thinner,
    ) -> Result<(), GameError> {
        let source = Source::new(game, filter);
        game.replay(|moment| {
            let Some((position, value)) = thinner.thinned(moment.position) else { return };
            if !self.is_decided(value, filter) {
                self.tally.thinned += 1;
                self.take(&position, (value as i16, None), source.validates);
            }
        })
    }

    fn take(&mut self, position: &Position, (score, outcome): Label, validates: bool) {
        let beside = Beside::of(self.beside.as_mut(), position);
        let sample = Sample { features: F::of(position), score, outcome, beside };
        self.tally.taken += 1;
        if !validates {
            self.training.push(sample);
            return;
        }
        if self.validation.len().is_multiple_of(PROBE_EVERY) && self.probes.len() < PROBES {
            let (position, features) = (position.clone(), sample.features.clone());
            self.probes.push(Probe { position, features });
        }
        self.validation.push(sample);
    }

    /// A number that identifies the training positions with near certainty.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let values = self.training.iter().fold(self.training.len() as u64, |hash, sample| {
            let hash = sample.features.numbers().fold(hash, step);
            let later = sample.outcome.map_or(0, |outcome| outcome.later.to_bits());
            step(hash, u64::from(sample.score.cast_unsigned()) << 32 | u64::from(later))
        });
        self.ranked.iter().flatten().fold(values, |hash, leaf| {
            step(leaf.features.numbers().fold(hash, step), leaf.ours.into())
        })
    }

    /// The score of a position that has one within the limit.
    fn wanted_score(&mut self, moment: &Moment<'_>, filter: &Filter) -> Option<i16> {
        self.tally.unscored += u64::from(moment.score.is_none());
        moment.score.filter(|&score| !self.is_decided(score.into(), filter))
    }

    /// Is a value beyond the limit? Notes it.
    fn is_decided(&mut self, value: i32, filter: &Filter) -> bool {
        let decided = filter.is_decided(value);
        self.tally.decided += u64::from(decided);
        decided
    }

    /// Is the position left out as one seen before? Notes it.
    fn is_repeated(&mut self, position: &Position, filter: &Filter) -> bool {
        let repeated = filter.distinct && !self.seen.insert(position.key());
        self.tally.repeated += u64::from(repeated);
        repeated
    }
}

/// If a leaf's value differs from the game's score by this many centipawns, the
/// score does not apply to it.
const OFF: i32 = 300;

/// One step of a hash.
fn step(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Equal games are on the same side regardless of their folder.
fn is_for_validation(game: &Game, of: u64) -> bool {
    let moves: Vec<u8> = game.moves.iter().flat_map(|bits| bits.to_le_bytes()).collect();
    of > 0 && (fnv1a(&moves) >> 32).is_multiple_of(of)
}
