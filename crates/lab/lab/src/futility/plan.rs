//! Extent of the searches, in a quick run and in the whole one.

use zenpuku_shogi_engine::SearchLimits;

use crate::measure::Phase;

/// The sizes of every part.
pub(super) struct Plan {
    /// Base depth of Fig. 4a, in plies.
    pub(super) figure_depth: u32,
    /// The same where forms are taken one by one.
    pub(super) figure_forms_depth: u32,
    /// Depth of the positions by phase: opening, middle, endgame, problem.
    pub(super) depths: [u32; 4],
    /// Positions of each phase.
    pub(super) per_phase: usize,
    /// Positions of each phase where forms are taken one by one.
    pub(super) few: usize,
    /// Depths at which the null move is measured, and positions of each phase there.
    pub(super) null_move_depths: &'static [u32],
    pub(super) null_move_places: usize,
    /// Nodes at most for a search of fixed depth.
    pub(super) cap: u64,
    /// Nodes for each problem, one column each.
    pub(super) budgets: &'static [u64],
    /// Problems.
    pub(super) problems: usize,
    /// Nodes at most for a brinkmate or a long mate.
    pub(super) win_nodes: u64,
    /// Brinkmates.
    pub(super) brinkmates: usize,
    /// Generated mates of each length.
    pub(super) mates_each: usize,
    /// Mates of Shogi Zuko.
    pub(super) zuko: usize,
    /// MiB of the transposition table.
    pub(super) hash: usize,
}

impl Plan {
    pub(super) fn new(quick: bool) -> Plan {
        if quick {
            Plan {
                figure_depth: 5,
                figure_forms_depth: 4,
                depths: [3; 4],
                per_phase: 3,
                few: 1,
                null_move_depths: &[3, 4],
                null_move_places: 1,
                cap: 20_000,
                budgets: &[1_000, 4_000],
                problems: 8,
                win_nodes: 40_000,
                brinkmates: 2,
                mates_each: 1,
                zuko: 0,
                hash: 2,
            }
        } else {
            Plan {
                figure_depth: 10,
                figure_forms_depth: 7,
                depths: [6, 5, 5, 5],
                per_phase: 100,
                few: 6,
                null_move_depths: &[5, 6, 7, 8, 9, 10],
                null_move_places: 4,
                cap: 4_000_000,
                budgets: &[10_000, 40_000, 160_000],
                problems: 38,
                win_nodes: 1_000_000,
                brinkmates: 5,
                mates_each: 2,
                zuko: 4,
                hash: 32,
            }
        }
    }

    /// The depth of a position by its phase, in plies.
    pub(super) fn depth(&self, phase: Phase) -> u32 {
        self.depths[phase as usize]
    }

    /// The limits of a position by its phase.
    pub(super) fn limits(&self, phase: Phase) -> SearchLimits {
        self.to_depth(self.depth(phase))
    }

    /// The limits of a search to a depth.
    pub(super) fn to_depth(&self, depth: u32) -> SearchLimits {
        SearchLimits { nodes: Some(self.cap), ..SearchLimits::depth(depth) }
    }

    /// The limits of Fig. 4a at a depth; its search may take ten times as many nodes.
    pub(super) fn figure_limits(&self, depth: u32) -> SearchLimits {
        SearchLimits { nodes: Some(10 * self.cap), ..SearchLimits::depth(depth) }
    }
}
