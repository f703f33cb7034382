//! The network's inputs for a position: the features of the engine, as lists.

use super::model::Features;
use super::params::FEATURES;
use zenpuku_shogi::{Position, Square};
use zenpuku_shogi_eval::nnue::MAX_ACTIVE;

/// The features that are on: for the side to move, then for its opponent.
pub type FeatureLists = [[u16; MAX_ACTIVE]; 2];

impl Features for FeatureLists {
    fn of(position: &Position) -> Self {
        let us = position.side_to_move();
        [us, us.flip()].map(|perspective| {
            let mut list = [0; MAX_ACTIVE];
            for (slot, &index) in list.iter_mut().zip(FEATURES.active(position, perspective).iter())
            {
                *slot = index as u16;
            }
            list
        })
    }

    fn numbers(&self) -> impl Iterator<Item = u64> {
        self.iter().flatten().map(|&index| index.into())
    }
}

/// First feature of a piece on the board; those before are in hand.
const BOARD: usize = 90;

/// Where each feature goes when left and right are exchanged, which changes no position's value.
#[must_use]
pub fn mirror_table() -> Vec<u16> {
    let mirrored = |index: usize| {
        if index < BOARD {
            return index;
        }
        let square = (index - BOARD) % Square::COUNT;
        let (file, rank) = (square / 9, square % 9);
        index - square + (8 - file) * 9 + rank
    };
    (0..FEATURES.dimensions()).map(|index| mirrored(index) as u16).collect()
}

/// The same position with left and right exchanged.
#[must_use]
pub fn mirrored(features: &FeatureLists, table: &[u16]) -> FeatureLists {
    features.map(|list| list.map(|index| table[usize::from(index)]))
}
