//! Mates: their distance, those with the next move, and the parallel search for long ones.

use super::Searcher;
use super::node_state::Node;
use super::shared::Shared;
use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::tt::Bound;
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Position, RepetitionState};
use zenpuku_shogi_mate::{MateAttempt, ProvedMate};

/// A mate is stored as if searched so much deeper: it stays right at any depth.
const PROVED: Depth = Depth::plies(6);

/// Table of the search for mate, in MiB; only as much is taken as it fills.
const MEBIBYTES: usize = 16;

/// Nodes of a bit at most, some milliseconds: a stop must not wait longer.
const BIT: u64 = 1_024;

/// Nodes of the first bit; later ones have an eighth of all before them, for each has to find its
/// way to where the last one was.
const FIRST_BIT: u64 = 64;

/// The search for mate of one main search.
pub(crate) struct MateBeside<'a> {
    attempt: &'a mut MateAttempt,
    /// In percent of the first thread's nodes.
    share: u64,
}

impl<'a> MateBeside<'a> {
    /// Begins at `root`; `None` when no check is at hand, or when the game has been here before,
    /// for then its repetitions would count. `place` stores the state for the next search.
    pub(crate) fn begin(
        place: &'a mut Option<MateAttempt>,
        root: &Position,
        params: &Params,
    ) -> Option<Self> {
        let been_here = root.search_repetition(root.ply().into()) != RepetitionState::None;
        if !params.mate_beside || been_here {
            return None;
        }
        let attempt = place.get_or_insert_with(|| MateAttempt::new(MEBIBYTES));
        attempt.begin(root);
        let wanted = attempt.is_open() || attempt.mate().is_some();
        wanted.then_some(Self { attempt, share: params.mate_beside_share.unsigned_abs().into() })
    }

    /// The mate found so far, if the rules leave the moves for it.
    pub(crate) fn mate(&self, shared: &Shared<'_>, root: &Position) -> Option<ProvedMate> {
        self.attempt.mate().filter(|mate| shared.rules.leaves(root, mate.plies().into()))
    }

    /// Nodes that it must search now, for the nodes searched by the first thread.
    fn due(&self, nodes: u64) -> u64 {
        let used = self.attempt.nodes();
        let owed = (nodes.saturating_mul(self.share) / 100).saturating_sub(used);
        let rests = !self.attempt.is_open() || owed < (used / 8).clamp(FIRST_BIT, BIT);
        if rests { 0 } else { owed.min(BIT) }
    }

    /// Searches `nodes` nodes, or fewer if the limit is reached. Is there a
    /// mate that was not there before?
    fn go_on(&mut self, shared: &Shared<'_>, nodes: u64) -> bool {
        let granted = shared.take_nodes(nodes);
        let before = self.attempt.nodes();
        let found = granted > 0 && self.attempt.go_on(granted);
        let used = self.attempt.nodes() - before;
        shared.give_back_nodes(granted - used);
        shared.publish_beside(self.attempt.nodes());
        found
    }

    /// Searches a shorter mate with all remaining nodes; `tell` is called for
    /// each. For when the main search has ended because of the mate.
    pub(crate) fn shorten(
        &mut self,
        shared: &Shared<'_>,
        root: &Position,
        mut tell: impl FnMut(&ProvedMate),
    ) {
        loop {
            shared.control.check_deadline();
            // On the own clock a mate is as good as a shorter one.
            let enough = shared.control.is_stopped() || shared.control.is_clocked();
            if enough || !self.attempt.is_open() || !shared.has_nodes() {
                return;
            }
            if self.go_on(shared, BIT)
                && let Some(mate) = self.mate(shared, root)
            {
                tell(&mate);
            }
        }
    }
}

impl<O: SearchObserver> Searcher<'_, O> {
    /// Mate-distance pruning: no line below this node can be better than a mate already found
    /// [chessprogramming]. Switch: `MateDistancePruning`.
    ///
    /// Narrows the window to the possible values: mated now at worst, mating
    /// with the next move at best. Cuts if it becomes empty.
    #[inline]
    pub(super) fn mate_distance_pruning(&self, node: &mut Node) -> Option<Score> {
        if !self.shared.params.mate_distance_pruning {
            return None;
        }
        let ply = node.ply as u32;
        let alpha = node.alpha.max(Score::mated_in(ply));
        let beta = node.beta.min(Score::mate_in(ply + 1));
        if alpha >= beta {
            return Some(alpha);
        }
        (node.alpha, node.beta) = (alpha, beta);
        None
    }

    /// Mate with the next move [bonanza2006]. Switches: `MateInOne`,
    /// `MateInOneOnce`.
    ///
    /// Cuts when the side to move mates with one move.
    #[inline]
    pub(super) fn mate_in_one(&mut self, node: &Node) -> Option<Score> {
        if !self.shared.params.mate_in_one {
            return None;
        }
        self.find_mate_in_one(node)
    }

    /// Cuts in the first phase of the quiescence search when the side to move mates with one move.
    /// Switch: `QuiescenceMateInOne`.
    #[inline]
    pub(super) fn quiescence_mate_in_one(
        &mut self,
        node: &Node,
        quiescence_ply: i32,
    ) -> Option<Score> {
        let params = &self.shared.params;
        if !params.quiescence_mate_in_one || quiescence_ply >= params.quiescence_first_phase {
            return None;
        }
        self.find_mate_in_one(node)
    }

    fn find_mate_in_one(&mut self, node: &Node) -> Option<Score> {
        let once = self.shared.params.mate_in_one_once;
        if node.in_check || (once && node.tt_entry.is_some()) {
            return None;
        }
        let mv = self.position.mate_in_one()?;
        if node.pv {
            self.data.stack.clear_line(node.ply + 1);
            self.data.stack.update_line(node.ply, mv);
        }
        let score = Score::mate_in(node.ply as u32 + 1);
        if once {
            let deepest = Node { depth: node.depth.max(Depth::ZERO) + PROVED, ..*node };
            self.store_in_tt(&deepest, score, mv, Bound::Exact);
        }
        Some(score)
    }

    /// Continues the mate search when it is its turn. Has it, now or before, proved a mate?
    pub(super) fn mate_beside_proves(&mut self) -> bool {
        let (nodes, shared) = (self.nodes, self.shared);
        let Some(beside) = &mut self.beside else { return shared.is_proved() };
        let due = beside.due(nodes);
        if !shared.is_proved() && due > 0 {
            let before = beside.attempt.nodes();
            let found = beside.go_on(shared, due);
            let mate = if found { beside.mate(shared, shared.root) } else { None };
            let mate = mate.map(|mate| mate.plies());
            self.observer.mate_beside(beside.attempt.nodes() - before, mate);
            if mate.is_some() {
                shared.prove();
            }
        }
        shared.is_proved()
    }
}
