//! Watching a search: which moves lead where, how many nodes below, and why each node was left.

use std::collections::HashMap;
use zenpuku_core::Score;
use zenpuku_shogi::{Color, Move};
use zenpuku_shogi_engine::{CutCause, Depth, SearchObserver, Visit};

/// Plies below the root that are kept; deeper nodes are only counted.
const DEEPEST: usize = 12;
/// Nodes that are kept during the search.
const KEPT: usize = 300_000;

/// The causes that the lens distinguishes, in the order of the counts.
pub(super) const CAUSES: [&str; 13] = [
    "searched",
    "beta",
    "table",
    "null-move",
    "futility",
    "prob-cut",
    "leaf",
    "stand-pat",
    "mate",
    "rule",
    "razoring",
    "multi-cut",
    "stopped",
];

/// The place of a cause in [`CAUSES`].
const fn cause_index(cause: CutCause) -> u8 {
    match cause {
        CutCause::Searched => 0,
        CutCause::Beta => 1,
        CutCause::Table => 2,
        CutCause::NullMove => 3,
        CutCause::ReverseFutility | CutCause::Futility | CutCause::Technique => 4,
        CutCause::ProbCut | CutCause::CaptureProbCut => 5,
        CutCause::Leaf => 6,
        CutCause::StandPat => 7,
        CutCause::Mated | CutCause::MateInOne | CutCause::MateDistance => 8,
        CutCause::Rule | CutCause::Declaration => 9,
        CutCause::Razoring => 10,
        CutCause::MultiCut => 11,
        CutCause::Stopped => 12,
    }
}

/// A kept node.
pub(super) struct Kept {
    pub(super) parent: u32,
    pub(super) previous_move: Move,
    pub(super) nodes: u64,
    pub(super) visits: u32,
    pub(super) cause: u8,
    /// For the side to move at the node.
    pub(super) value: Score,
    pub(super) depth: Depth,
    pub(super) ply: u16,
}

/// The watcher; one tree for all iterations, so that equal lines are one node.
pub(super) struct Sampler {
    pub(super) counts: [u64; CAUSES.len()],
    kept: Vec<Kept>,
    children: HashMap<(u32, Move), u32>,
    /// The kept node at every open ply, if there is one, and the nodes seen when it was entered.
    open: Vec<(Option<u32>, u64)>,
    seen: u64,
    sampling: bool,
}

impl Sampler {
    /// A watcher; without `sampling` it only counts.
    pub(super) fn new(sampling: bool) -> Self {
        Self {
            counts: [0; CAUSES.len()],
            kept: Vec::new(),
            children: HashMap::new(),
            open: Vec::with_capacity(128),
            seen: 0,
            sampling,
        }
    }

    fn place(&mut self, visit: &Visit) -> Option<u32> {
        if !self.sampling || self.open.len() > DEEPEST {
            return None;
        }
        let parent = match self.open.last() {
            Some(&(parent, _)) => parent?,
            None => 0,
        };
        // A search inside another (ProbCut, internal deepening) enters the same node again.
        if visit.ply > 0 && visit.ply == self.kept[parent as usize].ply as usize {
            return Some(parent);
        }
        let key = (if self.open.is_empty() { u32::MAX } else { parent }, visit.previous_move);
        if let Some(&known) = self.children.get(&key) {
            return Some(known);
        }
        if self.kept.len() >= KEPT {
            return None;
        }
        let place = self.kept.len() as u32;
        self.children.insert(key, place);
        self.kept.push(Kept {
            parent: if self.open.is_empty() { place } else { parent },
            previous_move: visit.previous_move,
            nodes: 0,
            visits: 0,
            cause: 0,
            value: Score::ZERO,
            depth: visit.depth,
            ply: visit.ply as u16,
        });
        Some(place)
    }

    /// The nodes with most below them, every node behind its parent.
    pub(super) fn largest(&self, most: usize) -> Vec<(u32, &Kept)> {
        let mut order: Vec<u32> = (0..self.kept.len() as u32).collect();
        // Parents are older than children and have at least as many nodes: none is left out.
        order.sort_by_key(|&place| (std::cmp::Reverse(self.kept[place as usize].nodes), place));
        order.truncate(most);
        let places: HashMap<u32, u32> =
            order.iter().enumerate().map(|(new, &old)| (old, new as u32)).collect();
        let parent = |kept: &Kept| places.get(&kept.parent).copied().unwrap_or_default();
        order
            .iter()
            .map(|&place| &self.kept[place as usize])
            .map(|kept| (parent(kept), kept))
            .collect()
    }
}

impl SearchObserver for Sampler {
    fn enter(&mut self, visit: &Visit) {
        self.seen += 1;
        let place = self.place(visit);
        self.open.push((place, self.seen));
    }

    fn leave(&mut self, visit: &Visit, value: Score, _best: Move, cause: CutCause) {
        let cause = cause_index(cause);
        self.counts[cause as usize] += 1;
        let Some((Some(place), before)) = self.open.pop() else { return };
        let again = self.open.last().is_some_and(|&(outer, _)| outer == Some(place));
        let kept = &mut self.kept[place as usize];
        (kept.cause, kept.value, kept.depth) = (cause, value, visit.depth);
        kept.visits = kept.visits.saturating_add(1);
        if !again {
            kept.nodes += self.seen - before + 1;
        }
    }
}

/// A value at a node in centipawns for Black.
pub(super) fn black_cp(kept: &Kept, root: Color) -> i32 {
    let mover = if kept.ply.is_multiple_of(2) { root } else { root.flip() };
    let cp = kept.value.value().clamp(-32_000, 32_000);
    if mover == Color::Black { cp } else { -cp }
}
