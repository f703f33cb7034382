//! Goals from knowledge: castles as applied goals [goals2001] 2.2.3.

use crate::aim::{Aim, Goal, Source};
use crate::castles::{self, Castle};
use crate::scene::Scene;
use crate::set::{CastleAim, Choice};
use crate::settings::Settings;
use zenpuku_shogi::{PieceType, Square};

/// The castle to aim at: the book's, while it is neither complete nor hopeless; else the one that
/// the position looks like, or resembled while half of its pieces are still in place.
#[must_use]
pub(crate) fn choose(scene: &Scene<'_>, held: Option<CastleAim>) -> Option<CastleAim> {
    let recognised = || {
        let found = castles::likeliest(scene.position, scene.owner, scene.ways())?;
        Some(CastleAim { castle: found.castle, choice: Choice::Recognised })
    };
    let held = held.filter(|aim| {
        let progress = aim.castle.progress(scene.position, scene.owner);
        let begun = aim.choice == Choice::Book || 2 * progress.have >= progress.of;
        let open = goals(scene, aim.castle);
        let king = aim.castle.king(scene.owner);
        let home = king.is_none_or(|king| open_or_standing(scene, &open, PieceType::KING, king));
        begun && home && !open.is_empty()
    });
    let from_book = held.filter(|aim| aim.choice == Choice::Book);
    from_book.or_else(recognised).or(held)
}

fn open_or_standing(scene: &Scene<'_>, open: &[Goal], kind: PieceType, square: Square) -> bool {
    let aim = Aim::Placement { kind, square };
    aim.stands(scene.position, scene.owner) || open.iter().any(|goal| goal.aim == aim)
}

/// The open goals of a castle: every piece of its full shape that is not in its place and can
/// still get there. A pawn that has advanced too far, a lost piece: impossible goals are dropped.
#[must_use]
pub fn goals(scene: &Scene<'_>, castle: &Castle) -> Vec<Goal> {
    let owner = scene.owner;
    let far = scene.settings.params.goals_max_castle_moves as u32;
    let king = castle.king(owner);
    let open = castle.full_shape(owner).filter_map(|(square, kind)| {
        let aim = Aim::Placement { kind, square };
        if aim.stands(scene.position, owner) || !is_on_the_board(scene, kind, square) {
            return None;
        }
        let needed = scene.moves_needed(aim).filter(|&moves| moves <= far)?;
        let score = priority(scene.settings, kind, square, king);
        Some(Goal::new(aim, Source::Knowledge, score, needed))
    });
    open.collect()
}

/// Achieved goals of castles: pieces in place of the intended castle, and of complete ones.
#[must_use]
pub fn held(scene: &Scene<'_>, aimed: Option<&'static Castle>) -> Vec<Goal> {
    let owner = scene.owner;
    let complete = castles::standing(scene.position, owner).into_iter();
    let mut held: Vec<Goal> = Vec::new();
    for castle in aimed.into_iter().chain(complete) {
        let king = castle.king(owner);
        for (square, kind) in castle.pieces_of(owner) {
            let aim = Aim::Placement { kind, square };
            let known = held.iter().any(|goal| goal.aim == aim);
            if known || !aim.stands(scene.position, owner) {
                continue;
            }
            let score = priority(scene.settings, kind, square, king);
            let mut goal = Goal::new(aim, Source::Knowledge, score, 0);
            goal.priority = score;
            held.push(goal);
        }
    }
    held
}

/// A castle is built of pieces on the board, not of the opponent's.
fn is_on_the_board(scene: &Scene<'_>, kind: PieceType, square: Square) -> bool {
    let board = scene.own_of(kind).any(|(_, reach)| reach.moves(square, kind).is_some());
    board || scene.holds(kind)
}

/// Formula (1) [goals2001]: `Vmax * (SV(K) / SVmax) / (d + 1)`, d the king's moves between the
/// goal and the king's goal; the king's own goal gets Vmax. In centipawns, at least 1.
#[must_use]
pub fn priority(settings: &Settings, kind: PieceType, square: Square, king: Option<Square>) -> i32 {
    let most = settings.castle_king_priority();
    if kind == PieceType::KING {
        return most;
    }
    let distance = king.map_or(0, |king| i32::from(king.distance(square)));
    let value = settings.values.on_board(kind);
    (most * value / settings.highest_value() / (distance + 1)).max(1)
}
