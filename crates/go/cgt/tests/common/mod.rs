//! A slow, independent theory of games: plain trees, the definitions, a memo only for outcomes.

#![allow(dead_code)]

use std::rc::Rc;

use zenpuku_cgt::{CgtError, GameId, Universe};

/// A game as its options.
#[derive(Debug)]
pub(crate) struct Tree {
    /// Left's options.
    pub(crate) left: Vec<Rc<Tree>>,
    /// Right's options.
    pub(crate) right: Vec<Rc<Tree>>,
}

impl Tree {
    /// `{left | right}`.
    pub(crate) fn new(left: Vec<Rc<Tree>>, right: Vec<Rc<Tree>>) -> Rc<Tree> {
        Rc::new(Tree { left, right })
    }

    /// An integer.
    pub(crate) fn integer(n: i64) -> Rc<Tree> {
        match n.signum() {
            1 => Self::new(vec![Self::integer(n - 1)], vec![]),
            -1 => Self::new(vec![], vec![Self::integer(n + 1)]),
            _ => Self::new(vec![], vec![]),
        }
    }

    /// The options of both players exchanged throughout.
    pub(crate) fn negative(&self) -> Rc<Tree> {
        let negatives = |side: &[Rc<Tree>]| side.iter().map(|g| g.negative()).collect();
        Self::new(negatives(&self.right), negatives(&self.left))
    }

    /// The value in a universe.
    pub(crate) fn value(&self, universe: &mut Universe) -> Result<GameId, CgtError> {
        let mut values = |side: &[Rc<Tree>]| {
            side.iter().map(|g| g.value(universe)).collect::<Result<Vec<_>, _>>()
        };
        let (left, right) = (values(&self.left)?, values(&self.right)?);
        universe.game(&left, &right)
    }
}

/// Whether Left, moving first in the sum, makes the last move.
pub(crate) fn left_first_wins(sum: &[Rc<Tree>]) -> bool {
    sum.iter().enumerate().any(|(i, g)| {
        g.left.iter().any(|option| {
            let mut next = sum.to_vec();
            next[i] = option.clone();
            !right_first_wins(&next)
        })
    })
}

/// Whether Right, moving first in the sum, makes the last move.
pub(crate) fn right_first_wins(sum: &[Rc<Tree>]) -> bool {
    sum.iter().enumerate().any(|(i, g)| {
        g.right.iter().any(|option| {
            let mut next = sum.to_vec();
            next[i] = option.clone();
            !left_first_wins(&next)
        })
    })
}
