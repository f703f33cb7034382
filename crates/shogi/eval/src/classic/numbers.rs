//! The numbers of the weights, without the derived tables.

use super::layout::{Group, GroupSet};

/// A number for every feature, in the order of [`Group::ALL`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    all: Vec<i16>,
    /// The groups that have a weight other than 0: the rest can be skipped.
    used: GroupSet,
}

impl Numbers {
    /// Numbers of all groups: as many as there are features.
    pub(super) fn new(all: Vec<i16>) -> Self {
        let used = |group: &Group| all[group.range()].iter().any(|&weight| weight != 0);
        let used = Group::ALL.into_iter().filter(used).fold(GroupSet::NONE, GroupSet::with);
        Self { all, used }
    }

    /// All numbers.
    pub(super) fn all(&self) -> &[i16] {
        &self.all
    }

    /// The groups that have a weight other than 0.
    pub(super) fn used(&self) -> GroupSet {
        self.used
    }

    /// Is there a weight other than 0 in a group that is not of the paper?
    pub(super) fn beyond_appendix(&self) -> bool {
        self.used.and(GroupSet::APPENDIX) != self.used
    }

    #[inline]
    pub(super) fn of(&self, group: Group, index: usize) -> i32 {
        i32::from(self.all[group.offset() + index])
    }
}
