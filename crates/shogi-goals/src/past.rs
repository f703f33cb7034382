//! Goals from an earlier search: what its line changes for the better [goals2001] 2.2.2.

use crate::aim::{Aim, Goal, Source};
use crate::scene::Scene;
use zenpuku_shogi::{HandPiece, Move, Piece, Position, SetupRules, Square};

/// A static evaluation: centipawns for the side to move.
pub type Evaluate<'e> = dyn FnMut(&Position) -> i32 + 'e;

/// The goals of `scene.owner` that lead from `scene.position` (B, after the chosen move) to the
/// end of the expected line (P), `line` being the moves after the chosen one; highest gain
/// first. A line that breaks off at an illegal move counts up to there.
#[must_use]
pub fn from_line(scene: &Scene<'_>, line: &[Move], evaluate: &mut Evaluate<'_>) -> Vec<Goal> {
    let params = &scene.settings.params;
    let before = owners_value(scene, scene.position, evaluate);
    let mut goals = Vec::new();
    for aim in differences(scene, line) {
        let Some(applied) = apply(scene, aim) else { continue };
        let gain = owners_value(scene, &applied, evaluate) - before;
        let needed =
            scene.moves_needed(aim).filter(|&moves| moves <= params.goals_max_moves as u32);
        if let Some(needed) = needed.filter(|_| gain >= params.goals_search_gain) {
            goals.push(Goal::new(aim, Source::PastSearch, gain, needed));
        }
    }
    goals.sort_by_key(|goal| core::cmp::Reverse(goal.scores[Source::PastSearch as usize]));
    goals.truncate(params.goals_search_limit as usize);
    goals
}

/// What `aim` alone would add to the static value of the scene's position for its owner, in
/// centipawns: for renewing a goal. `None` where it cannot be applied.
pub(crate) fn gain(scene: &Scene<'_>, aim: Aim, evaluate: &mut Evaluate<'_>) -> Option<i32> {
    let applied = apply(scene, aim)?;
    let before = owners_value(scene, scene.position, evaluate);
    Some(owners_value(scene, &applied, evaluate) - before)
}

fn owners_value(scene: &Scene<'_>, position: &Position, evaluate: &mut Evaluate<'_>) -> i32 {
    let value = evaluate(position);
    if position.side_to_move() == scene.owner { value } else { -value }
}

/// Differences between B and P that are basic goals, each once.
fn differences(scene: &Scene<'_>, line: &[Move]) -> Vec<Aim> {
    let owner = scene.owner;
    let mut end = scene.position.without_history();
    let mut aims = Vec::new();
    for &mv in line {
        if !end.is_legal(mv) {
            break;
        }
        let taken = end.piece_on(mv.to());
        // Only what stands there in B can be a goal of B.
        let stood = scene.position.piece_on(mv.to()) == taken;
        if end.side_to_move() == owner && end.is_capture(mv) && stood {
            aims.push(Aim::Acquisition { kind: taken.piece_type(), square: mv.to() });
        }
        end.do_move(mv);
    }
    for square in Square::iter() {
        let (before, after) = (scene.position.piece_on(square), end.piece_on(square));
        if before == after {
            continue;
        }
        if !after.is_empty() && after.color() == owner {
            aims.push(Aim::Placement { kind: after.piece_type(), square });
        }
        let captured = aims
            .iter()
            .any(|aim| matches!(aim, Aim::Acquisition { square: at, .. } if *at == square));
        if !before.is_empty() && after.is_empty() && !captured {
            aims.push(Aim::Removal { square, of: before.color() });
        }
    }
    aims
}

/// The position with one goal achieved at a stroke, if that is legal.
fn apply(scene: &Scene<'_>, aim: Aim) -> Option<Position> {
    let mut setup = scene.position.setup();
    match aim {
        Aim::Placement { kind, square } => {
            let held = HandPiece::from_piece_type(kind).filter(|_| scene.holds(kind));
            let near =
                scene.own_of(kind).filter_map(|(at, reach)| Some((reach.moves(square, kind)?, at)));
            match (near.min(), held) {
                (Some((_, from)), _) => {
                    setup.clear(from);
                }
                (None, Some(held)) => {
                    let left = setup.hand_count(scene.owner, held).saturating_sub(1);
                    setup.set_hand(scene.owner, held, left);
                }
                (None, None) => return None,
            }
            setup.put(square, Piece::from_parts(scene.owner, kind));
        }
        Aim::Removal { square, .. } => {
            setup.clear(square);
        }
        Aim::Acquisition { kind, square } => {
            let held = HandPiece::from_piece_type(kind.demote())?;
            let count = setup.hand_count(scene.owner, held) + 1;
            setup.clear(square).set_hand(scene.owner, held, count);
        }
    }
    setup.position(SetupRules::Play).ok()
}
