//! The player of endgames in finished games: both sides continue until they pass in turn.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use zenpuku_go::sgf::SgfGame;
use zenpuku_go::{Game, KoRule, Move, PointSet, Rules, Setup, Wide};
use zenpuku_go_endgame::appraise::{Appraisal, AppraiseOptions, appraise};
use zenpuku_go_endgame::player::{Strength, Turn, choose};

use crate::error::LabError;

/// Time for a move.
const TIME: Duration = Duration::from_secs(2);
/// Random games for a move.
const PLAYOUTS: u32 = 20_000;
/// Nodes of a search for a proof.
const NODES: u64 = 200_000;
/// Number of moves after which the game counts as not ended.
const MOST: usize = 40;

/// The continuation of a finished game.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub(super) struct PlayedOn {
    /// Whether the side to move passed immediately.
    pub(super) passed: bool,
    /// Moves before both sides passed in turn; `None` if they did not.
    pub(super) moves: Option<u32>,
    /// Of them those on points that were territory when the game had ended.
    pub(super) inside: u32,
    /// Whether the first move was there.
    pub(super) first_inside: bool,
    /// Black's lead as the program counts the end, without komi, in points.
    pub(super) score: i32,
    /// Whether that is the recorded score.
    pub(super) is_recorded: bool,
    /// Whether the same side has won.
    pub(super) is_same_winner: bool,
}

/// Plays on from here.
pub(super) fn play_on(
    game: &SgfGame,
    steps: usize,
    (rules, recorded): (Rules, f64),
    seed: u64,
) -> Result<PlayedOn, LabError> {
    let setup = game.position(steps)?;
    let fresh = rules.with_ko(KoRule::PositionalSuperko);
    let mut game = Game::<Wide>::new(setup.board(rules.suicide)?, fresh);
    let territory = territory(&setup, &rules, seed)?;
    let strength = Strength { playouts: PLAYOUTS, nodes: NODES, seed };
    let mut played = Vec::new();
    while game.board().passes() < 2 && played.len() < MOST {
        let is_fresh = |mv| game.check(mv).is_ok();
        let was_passed = game.board().passes() == 1;
        let turn = Turn { setup: game.board().setup(), rules, was_passed, is_fresh: &is_fresh };
        let chosen = choose(&turn, &strength, TIME);
        let mv = if is_fresh(chosen) { chosen } else { Move::Pass };
        if game.play(mv).is_err() {
            break;
        }
        played.push(mv);
    }
    let is_inside = |mv: &Move| mv.point().is_some_and(|point| territory.contains(point));
    let score = counted(&game.board().setup(), &rules, seed)?.standing;
    let komi = rules.komi.to_f64();
    let winner = |lead: f64| (lead - komi).partial_cmp(&0.0);
    Ok(PlayedOn {
        passed: played.first() == Some(&Move::Pass),
        moves: (game.board().passes() >= 2).then_some(played.len() as u32 - 2),
        inside: played.iter().filter(|mv| is_inside(mv)).count() as u32,
        first_inside: played.first().is_some_and(is_inside),
        score,
        is_recorded: (f64::from(score) - recorded).abs() < 0.25,
        is_same_winner: winner(score.into()) == winner(recorded),
    })
}

/// The board as it is counted when both sides have passed.
fn counted(setup: &Setup, rules: &Rules, seed: u64) -> Result<Appraisal, LabError> {
    let mut options = AppraiseOptions::default().finished().until(Instant::now() + TIME);
    options.judge.seed = seed;
    Ok(appraise(setup, rules, &options)?)
}

/// The empty points of either side, with dead stones removed.
fn territory(setup: &Setup, rules: &Rules, seed: u64) -> Result<Wide, LabError> {
    let found = counted(setup, rules, seed)?;
    let owned = found.map.points_where(|point| point.owner.is_some());
    let living = (setup.black | setup.white).minus(found.dead);
    Ok(owned.minus(living | found.teire))
}
