//! How much is searched, in a quick run and in the whole one.

use zenpuku_shogi_engine::SearchLimits;

use crate::measure::Phase;

/// The sizes of every part.
pub(super) struct Plan {
    /// Base depth of Fig. 4a, in plies.
    pub(super) figure_depth: u32,
    /// Depth of the positions by phase: opening, middle, endgame, problem.
    pub(super) depths: [u32; 4],
    /// Positions of each phase.
    pub(super) per_phase: usize,
    /// Positions of each phase where forms are taken one by one, and for the null move.
    pub(super) few: usize,
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
                depths: [3; 4],
                per_phase: 3,
                few: 1,
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
                depths: [7, 6, 5, 5],
                per_phase: 100,
                few: 6,
                cap: 4_000_000,
                budgets: &[10_000, 40_000, 160_000],
                problems: 38,
                win_nodes: 2_000_000,
                brinkmates: 5,
                mates_each: 2,
                zuko: 4,
                hash: 32,
            }
        }
    }

    /// The limits of a position by its phase.
    pub(super) fn limits(&self, phase: Phase) -> SearchLimits {
        let depth = self.depths[phase as usize];
        SearchLimits { nodes: Some(self.cap), ..SearchLimits::depth(depth) }
    }

    /// The limits of Fig. 4a, whose search may take five times as many nodes.
    pub(super) fn figure_limits(&self) -> SearchLimits {
        SearchLimits { nodes: Some(5 * self.cap), ..SearchLimits::depth(self.figure_depth) }
    }

    /// The depths in words.
    pub(super) fn depths_text(&self) -> String {
        let names = Phase::ALL.iter().zip(self.depths);
        names
            .map(|(phase, depth)| format!("{} {depth}", phase.name()))
            .collect::<Vec<_>>()
            .join(", ")
    }
}
