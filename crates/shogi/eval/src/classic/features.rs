//! Features of a position.

use super::layout::{Group, GroupSet};
use super::view::View;
use super::{control, neighbours, pieces};
use zenpuku_shogi::{Color, Position};

/// Features of a position: the index of a weight and +1 for Black's features, -1 for White's. An
/// index may occur more than once.
pub type FeatureList = Vec<(u32, i8)>;

/// Lists the features of `position` in `groups`; clears `list` before.
pub fn features(position: &Position, groups: GroupSet, list: &mut FeatureList) {
    list.clear();
    each(position, groups, &mut |group, index, sign| {
        list.push(((group.offset() + index) as u32, sign as i8));
    });
}

/// Takes a feature: its group, its index in the group, and +1 for Black, -1 for White.
pub(super) trait Visit: FnMut(Group, usize, i32) {}

impl<F: FnMut(Group, usize, i32)> Visit for F {}

/// Calls `visit` for every feature of `position` in `groups`.
#[inline]
pub(super) fn each(position: &Position, groups: GroupSet, visit: &mut impl Visit) {
    let of_effects = [Group::KingEffects, Group::SquareControl, Group::PieceControl];
    let effects = of_effects.iter().any(|&group| groups.has(group)).then(|| position.effect_map());
    for (us, sign) in [(Color::BLACK, 1), (Color::WHITE, -1)] {
        let view = View::new(position, us);
        type Part = (Group, fn(&View<'_>, &mut dyn FnMut(usize)));
        if groups.has(Group::Material) {
            pieces::material(&view, &mut |index| visit(Group::Material, index, sign));
        }
        if groups.has(Group::KingPiece) {
            neighbours::king_piece(&view, &mut |index| visit(Group::KingPiece, index, sign));
        }
        if groups.has(Group::KingTwoPieces) {
            let each = &mut |index| visit(Group::KingTwoPieces, index, sign);
            neighbours::king_two_pieces(&view, each);
        }
        // The smaller groups do not justify separate code for each visitor.
        let parts: [Part; 7] = [
            (Group::AdjacentPairs, |view, each| neighbours::adjacent_pairs(view, each)),
            (Group::PieceEffects, |view, each| pieces::effects(view, each)),
            (Group::Mobility, |view, each| pieces::mobility(view, each)),
            (Group::Pins, |view, each| pieces::pins(view, each)),
            (Group::BishopColour, |view, each| pieces::bishop_colour(view, each)),
            (Group::Advance, |view, each| pieces::advance(view, each)),
            (Group::PawnLines, |view, each| pieces::pawn_lines(view, each)),
        ];
        for (group, part) in parts {
            if groups.has(group) {
                part(&view, &mut |index| visit(group, index, sign));
            }
        }
        let Some(effects) = &effects else { continue };
        if groups.has(Group::KingEffects) {
            let each = &mut |index| visit(Group::KingEffects, index, sign);
            neighbours::king_effects(&view, effects, each);
        }
        if groups.has(Group::SquareControl) {
            let each = &mut |index| visit(Group::SquareControl, index, sign);
            control::square_control(&view, effects, each);
        }
        if groups.has(Group::PieceControl) {
            let each = &mut |index| visit(Group::PieceControl, index, sign);
            control::piece_control(&view, effects, each);
        }
    }
}
