//! Goals from an earlier search: what its line changes for the better [goals2001] 2.2.2.

use crate::aim::{Aim, Goal, Source};
use crate::scene::Scene;
use zenpuku_shogi::{HandPiece, Move, Piece, Position, Setup, SetupRules, Square};

/// A static evaluation: centipawns for the side to move.
pub type Evaluate<'e> = dyn FnMut(&Position) -> i32 + 'e;

/// The goals of `scene.owner` that lead from `scene.position` (B, after the chosen move) to the
/// end of the expected line (P), `line` being the moves after the chosen one; highest gain
/// first. A line that breaks off at an illegal move counts up to there.
#[must_use]
pub fn from_line(scene: &Scene<'_>, line: &[Move], evaluate: &mut Evaluate<'_>) -> Vec<Goal> {
    let params = &scene.settings.params;
    let mut goals = Vec::new();
    for difference in differences(scene, &play(scene, line)) {
        let Some(gain) = worth(scene, &difference, evaluate) else { continue };
        let aim = difference.aim;
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
    worth(scene, &Difference { aim, went: None }, evaluate)
}

/// The contribution of the difference alone to the static value for the owner.
/// The piece on the target square is another goal, and is removed before and after.
fn worth(scene: &Scene<'_>, difference: &Difference, evaluate: &mut Evaluate<'_>) -> Option<i32> {
    let after = apply(scene, difference)?.position(SetupRules::Play).ok()?;
    let target = match difference.aim {
        Aim::Placement { square, .. } => Some(square),
        Aim::Removal { .. } => difference.went.map(|went| went.0),
        Aim::Acquisition { .. } => None,
    };
    let mut before = scene.position.setup();
    if let Some(square) = target {
        before.clear(square);
    }
    let before = before.position(SetupRules::Play).ok()?;
    Some(owners_value(scene, &after, evaluate) - owners_value(scene, &before, evaluate))
}

fn owners_value(scene: &Scene<'_>, position: &Position, evaluate: &mut Evaluate<'_>) -> i32 {
    let value = evaluate(position);
    if position.side_to_move() == scene.owner { value } else { -value }
}

/// A difference between B and P that is a basic goal.
struct Difference {
    aim: Aim,
    /// Where the piece that shall go went, and as what; `None`: it was taken.
    went: Option<(Square, Piece)>,
}

/// The end of the line, with where the pieces of B went.
struct End {
    position: Position,
    /// By square of B: the square of its piece at the end; `None`: it was taken.
    stands: [Option<Square>; Square::COUNT],
    taken: Vec<Aim>,
}

/// Plays the line up to its first illegal move.
fn play(scene: &Scene<'_>, line: &[Move]) -> End {
    let mut end = scene.position.without_history();
    let mut stands: [Option<Square>; Square::COUNT] = core::array::from_fn(|index| {
        let square = Square::from_index(index);
        (!scene.position.piece_on(square).is_empty()).then_some(square)
    });
    let mut taken = Vec::new();
    for &mv in line {
        if !end.is_legal(mv) {
            break;
        }
        let victim = end.piece_on(mv.to());
        // Only a piece there in B can be a goal of B.
        let stood = scene.position.piece_on(mv.to()) == victim;
        if end.side_to_move() == scene.owner && end.is_capture(mv) && stood {
            taken.push(Aim::Acquisition { kind: victim.piece_type(), square: mv.to() });
        }
        for place in &mut stands {
            if *place == Some(mv.to()) {
                *place = None;
            } else if place.is_some() && *place == mv.from() {
                *place = Some(mv.to());
            }
        }
        end.do_move(mv);
    }
    End { position: end, stands, taken }
}

/// Differences between B and P that are basic goals, each once.
fn differences(scene: &Scene<'_>, end: &End) -> Vec<Difference> {
    let mut found: Vec<Difference> =
        end.taken.iter().map(|&aim| Difference { aim, went: None }).collect();
    let captured = |square: Square| end.taken.iter().any(|aim| aim.square() == square);
    for square in Square::iter() {
        let (before, after) = (scene.position.piece_on(square), end.position.piece_on(square));
        if before == after {
            continue;
        }
        if !after.is_empty() && after.color() == scene.owner {
            let aim = Aim::Placement { kind: after.piece_type(), square };
            found.push(Difference { aim, went: None });
        }
        if !before.is_empty() && after.is_empty() && !captured(square) {
            let went = end.stands[square.to_index()].map(|to| (to, end.position.piece_on(to)));
            let aim = Aim::Removal { square, of: before.color() };
            found.push(Difference { aim, went });
        }
    }
    found
}

/// The board with one goal achieved at a stroke.
fn apply(scene: &Scene<'_>, difference: &Difference) -> Option<Setup> {
    let mut setup = scene.position.setup();
    match difference.aim {
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
            if let Some((to, piece)) = difference.went {
                setup.put(to, piece);
            }
        }
        Aim::Acquisition { kind, square } => {
            let held = HandPiece::from_piece_type(kind.demote())?;
            let count = setup.hand_count(scene.owner, held) + 1;
            setup.clear(square).set_hand(scene.owner, held, count);
        }
    }
    Some(setup)
}
