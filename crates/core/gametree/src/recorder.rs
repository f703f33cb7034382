//! An observer that keeps the visited tree, to be drawn or compared.

use crate::observer::{Cause, Pass, Purpose, SearchObserver, Visit};
use zenpuku_core::Score;

/// One visit of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedVisit<M> {
    /// The visit itself.
    pub visit: Visit<M>,
    /// Index of the visit to the node above, `None` for a pass's first node.
    pub parent: Option<usize>,
    /// The moves from the root to here.
    pub path: Vec<M>,
    /// The search's result, `None` while it is still inside.
    pub result: Option<(Score, Cause<M>)>,
}

/// Records every visit of the value passes, in the order of entering. Passes
/// that only search a line are left out.
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    visits: Vec<RecordedVisit<M>>,
    open: Vec<usize>,
    muted: bool,
}

impl<M> Default for Recorder<M> {
    fn default() -> Self {
        Recorder { visits: Vec::new(), open: Vec::new(), muted: false }
    }
}

impl<M> Recorder<M> {
    /// An empty record.
    #[must_use]
    pub fn new() -> Self {
        Recorder::default()
    }

    /// The visits in order of entering.
    #[must_use]
    pub fn visits(&self) -> &[RecordedVisit<M>] {
        &self.visits
    }

    /// Nodes entered and not yet left; 0 after every search.
    #[must_use]
    pub fn open_count(&self) -> usize {
        self.open.len()
    }
}

impl<M: Copy> SearchObserver<M> for Recorder<M> {
    fn begin_pass(&mut self, pass: &Pass) {
        self.muted = pass.purpose == Purpose::Line;
    }

    fn enter(&mut self, visit: &Visit<M>) {
        if self.muted {
            return;
        }
        let parent = self.open.last().copied();
        let mut path = parent.map_or_else(Vec::new, |index| self.visits[index].path.clone());
        path.extend(visit.previous_move);
        self.open.push(self.visits.len());
        self.visits.push(RecordedVisit { visit: *visit, parent, path, result: None });
    }

    fn leave(&mut self, _visit: &Visit<M>, value: Score, cause: Cause<M>) {
        if self.muted {
            return;
        }
        if let Some(index) = self.open.pop() {
            self.visits[index].result = Some((value, cause));
        }
    }
}
