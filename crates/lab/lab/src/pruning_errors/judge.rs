//! One position searched by every pruning, and some of the cuts compared with the truth.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use zenpuku_core::random::SplitMix64;
use zenpuku_core::{Limits, Score, StopReason};
use zenpuku_gametree::window::Side;
use zenpuku_gametree::{Fail, Game, Method, Outcome, Pruning, PruningNode, Searcher, Window};

use super::fit::keep;
use super::world::{Oracle, Root};
use crate::error::LabError;

/// A position at one depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Position {
    pub(super) name: String,
    pub(super) without: Searched,
    /// By pruning, in the order of [`super::rules::all`].
    pub(super) with: Vec<Pruned>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Searched {
    pub(super) nodes: u64,
    pub(super) value: i32,
    pub(super) best: String,
    /// By how much the move is worse than the best one, if the truth is known.
    pub(super) loss: Option<i32>,
}

/// The search with a pruning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pruned {
    pub(super) searched: Searched,
    /// Nodes that it cut, and those among them that were judged.
    pub(super) cuts: u64,
    pub(super) judged: Judged,
}

/// Cuts compared with the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Judged {
    /// Cuts compared with the search without pruning of the same depth.
    pub(super) cuts: u64,
    /// Of these: that search finds the opposite.
    pub(super) wrong: u64,
    /// Cuts whose exact value is known.
    pub(super) proved: u64,
    /// Of these: the exact value is on the other side of the bound.
    pub(super) wrong_in_truth: u64,
    /// Of the same: the search without pruning of the same depth is on the wrong side.
    pub(super) search_wrong_in_truth: u64,
}

/// A cut: the claim that the value of a node is at most alpha, or at least beta.
#[derive(Clone, Debug)]
struct Cut<G> {
    game: G,
    depth: u32,
    /// The claim is that the value is at least this, or that it is not.
    bound: Score,
    at_least: bool,
}

/// A pruning whose cuts are counted, and some of them, drawn at random, kept.
#[derive(Debug)]
struct Watched<'a, G: Game> {
    pruning: &'a mut dyn Pruning<G>,
    random: SplitMix64,
    room: usize,
    cuts: u64,
    kept: Vec<Cut<G>>,
}

impl<G: Game + Clone + Debug> Pruning<G> for Watched<'_, G> {
    fn cut(&mut self, node: &mut dyn PruningNode<G>) -> Result<Option<Score>, StopReason> {
        let Some(value) = self.pruning.cut(node)? else { return Ok(None) };
        let (depth, window) = (node.visit().depth, node.visit().window);
        let (bound, at_least) = match window.side(value) {
            Side::High => (window.beta(), true),
            // A value inside would be a claim without a bound; no pruning here makes one.
            Side::Low | Side::Inside => (window.alpha() + Score::new(1), false),
        };
        keep(&mut self.random, &mut self.cuts, &mut self.kept, self.room, || Cut {
            game: node.game().clone(),
            depth,
            bound,
            at_least,
        });
        Ok(Some(value))
    }
}

/// How positions of one world are measured.
pub(super) struct Judge<'a, G> {
    pub(super) evaluate: &'a mut dyn FnMut(&G) -> Score,
    pub(super) oracle: Option<Box<dyn Oracle<G>>>,
    /// Cuts judged for each position and pruning, at most.
    pub(super) room: usize,
    pub(super) seed: u64,
    pub(super) limits: &'a Limits,
}

impl<G: Game + Clone + Debug> Judge<'_, G> {
    /// Searches the position to `depth` without and with each pruning.
    ///
    /// # Errors
    /// [`LabError::Stopped`], or what the oracle says.
    pub(super) fn position(
        &mut self,
        root: &Root<G>,
        depth: u32,
        prunings: &mut [(&'static str, Box<dyn Pruning<G>>)],
    ) -> Result<Position, LabError> {
        let plain = self.search(&root.game, depth, None)?;
        let without = self.searched(&root.game, &plain)?;
        let mut with = Vec::new();
        for (_, pruning) in prunings {
            with.push(self.pruned(root, depth, &mut **pruning)?);
        }
        Ok(Position { name: root.name.clone(), without, with })
    }

    fn pruned(
        &mut self,
        root: &Root<G>,
        depth: u32,
        pruning: &mut dyn Pruning<G>,
    ) -> Result<Pruned, LabError> {
        let (random, room) = (SplitMix64::new(self.seed), self.room);
        let mut watched = Watched { pruning, random, room, cuts: 0, kept: Vec::new() };
        let outcome = self.search(&root.game, depth, Some(&mut watched))?;
        let (cuts, kept) = (watched.cuts, watched.kept);
        let mut judged = Judged::default();
        for cut in kept {
            self.judge(&cut, &mut judged)?;
        }
        Ok(Pruned { searched: self.searched(&root.game, &outcome)?, cuts, judged })
    }

    fn search(
        &mut self,
        game: &G,
        depth: u32,
        pruning: Option<&mut dyn Pruning<G>>,
    ) -> Result<Outcome<G::Move>, LabError> {
        let mut game = game.clone();
        let mut searcher = Searcher::new(&mut game, &mut self.evaluate).with_limits(self.limits);
        if let Some(pruning) = pruning {
            searcher = searcher.pruned_by(pruning);
        }
        Ok(searcher.run(Method::AlphaBeta(Fail::Soft), depth)?)
    }

    fn searched(&mut self, game: &G, outcome: &Outcome<G::Move>) -> Result<Searched, LabError> {
        let best = outcome.best();
        Ok(Searched {
            nodes: outcome.counters.visited(),
            value: outcome.value.value(),
            best: best.map_or_else(String::new, |mv| format!("{mv:?}")),
            loss: match best {
                Some(mv) => self.loss(game, mv)?,
                None => None,
            },
        })
    }

    /// By how much `mv` is worse than the best move.
    fn loss(&mut self, game: &G, mv: G::Move) -> Result<Option<i32>, LabError> {
        let Some(oracle) = &mut self.oracle else { return Ok(None) };
        let mut after = game.clone();
        after.play(mv);
        let best = oracle.value(game, self.limits)?;
        let after = oracle.value(&after, self.limits)?;
        Ok(best.zip(after).map(|(best, after)| best.value() + after.value()))
    }

    fn judge(&mut self, cut: &Cut<G>, judged: &mut Judged) -> Result<(), LabError> {
        let window = Window::at_least(cut.bound);
        let mut game = cut.game.clone();
        let value = Searcher::new(&mut game, &mut self.evaluate)
            .with_limits(self.limits)
            .alpha_beta(cut.depth, window, Fail::Soft)?;
        let searched = value >= cut.bound;
        judged.cuts += 1;
        judged.wrong += u64::from(searched != cut.at_least);
        let Some(oracle) = &mut self.oracle else { return Ok(()) };
        let Some(exact) = oracle.value(&cut.game, self.limits)? else { return Ok(()) };
        let truth = exact >= cut.bound;
        judged.proved += 1;
        judged.wrong_in_truth += u64::from(truth != cut.at_least);
        judged.search_wrong_in_truth += u64::from(truth != searched);
        Ok(())
    }
}
