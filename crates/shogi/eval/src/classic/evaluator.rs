//! The evaluation.

use super::features::each;
use super::layout::{Group, GroupSet};
use super::sums::{Stack, Tables};
use super::weights::{UNIT, Weights};
use crate::evaluator::{EvalPart, Evaluator, for_side_to_move};
use crate::material::Material;
use std::sync::Arc;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Move, MoveDelta, PieceType, Position};

/// The features of Bonanza's appendix [bonanza2006], and ours where they have weights, times their
/// weights.
#[derive(Clone, Debug)]
pub struct Classic {
    weights: Arc<Weights>,
    groups: GroupSet,
    /// The weights of the groups, laid out for speed.
    tables: Arc<Tables>,
    stack: Stack,
    /// Not part of the value: the search's futility bounds need it.
    material: Material,
}

impl Classic {
    /// An evaluator with `weights`, and with the piece values of `params` for
    /// [`Evaluator::material`]; [`Evaluator::refresh`] it before use.
    #[must_use]
    pub fn new(weights: Arc<Weights>, params: &Params) -> Self {
        let (groups, tables) = (weights.used(), weights.tables());
        Self { weights, groups, tables, stack: Stack::new(), material: Material::new(params) }
    }

    /// Restricts the evaluation to `groups`; to be called before [`Evaluator::refresh`].
    #[must_use]
    pub fn with_groups(mut self, groups: GroupSet) -> Self {
        self.groups = groups.and(self.weights.used());
        if self.groups != self.weights.used() {
            self.tables = self.weights.within(self.groups).tables();
        }
        self
    }

    /// The groups in use.
    #[must_use]
    pub const fn groups(&self) -> GroupSet {
        self.groups
    }

    /// Sums of the groups from Black's view, in units of 1/[`UNIT`] centipawn, by listing.
    fn sums(&self, position: &Position) -> [i32; Group::ALL.len()] {
        let mut sums = [0; Group::ALL.len()];
        each(position, self.groups, &mut |group, index, sign| {
            sums[group as usize] += sign * self.weights.of(group, index);
        });
        sums
    }
}

impl Evaluator for Classic {
    fn refresh(&mut self, position: &Position) {
        self.stack.refresh(&self.tables, position);
        // Later positions start from the root's effects. A search that finds
        // the root's value in its table would never compute them.
        self.tables.effects(position, &mut self.stack);
        self.material.refresh(position);
    }

    #[inline]
    fn apply(&mut self, delta: &MoveDelta, after: &Position) {
        self.stack.push(delta);
        self.material.apply(delta, after);
    }

    #[inline]
    fn undo(&mut self) {
        self.stack.pop();
        self.material.undo();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let sum = self.stack.sum(&self.tables) + self.tables.effects(position, &mut self.stack);
        for_side_to_move(sum, position) / UNIT
    }

    /// The gain of the move by capture and promotion, and the change of its king-piece terms; a
    /// king's move changes those of all pieces, and only its captures are counted [bonanza2006].
    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        let material = self.material.move_gain(position, mv);
        let (after, to) = (mv.piece_after(), mv.to());
        if after.piece_type() == PieceType::KING || !self.groups.has(Group::KingPiece) {
            return material;
        }
        let kings = [Color::BLACK, Color::WHITE].map(|us| position.king(us));
        let terms = |square, piece| self.tables.king_piece(kings, square, piece);
        let mut change = terms(to, after) - terms(to, position.piece_on(to));
        if let Some(from) = mv.from() {
            change -= terms(from, position.piece_on(from));
        }
        material + for_side_to_move(change, position) / UNIT
    }

    #[inline]
    fn material(&self, position: &Position) -> i32 {
        self.material.material(position)
    }

    /// A part for each group; what rounding to whole centipawns leaves is with the first.
    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        let sums = self.sums(position);
        let mut parts: Vec<EvalPart> = Group::ALL
            .iter()
            .filter(|group| self.groups.has(**group))
            .map(|group| EvalPart {
                name: group.name(),
                cp: for_side_to_move(sums[*group as usize], position) / UNIT,
            })
            .collect();
        let rest = self.evaluate(position) - parts.iter().map(|part| part.cp).sum::<i32>();
        if let Some(first) = parts.first_mut() {
            first.cp += rest;
        }
        parts
    }
}
