//! What all threads of one search read.

use super::rules::Rules;
use super::steps::late_move_reduction::Reductions;
use crate::control::SearchControl;
use crate::options::EngineOptions;
use crate::prob_cut::{Checks, ProbCutModel};
use crate::table::Table;
use core::sync::atomic::{AtomicU64, Ordering};
use zenpuku_params::Params;
use zenpuku_shogi::{Color, ExchangeValues, HandPiece, PieceType};
use zenpuku_shogi_eval::PieceValues;

/// Nodes between two looks at the stop switch, about a millisecond.
const POLL_INTERVAL: u64 = 1024;

/// A counter on a cache line of its own, so that threads do not slow each other down.
#[derive(Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

/// Everything about a search but its threads.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) control: &'a SearchControl,
    pub(crate) params: Params,
    pub(crate) exchange: ExchangeValues,
    pub(crate) reductions: Reductions,
    pub(crate) rules: Rules,
    /// What ProbCut checks; `None`: nothing.
    pub(crate) prob_cut: Option<Checks>,
    /// Search every legal move, the useless non-promotions too.
    pub(crate) all_moves: bool,
    /// Nodes not yet granted to a thread; `None`: no limit.
    nodes_left: Option<AtomicU64>,
    counters: Box<[Counter]>,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        table: &'a Table,
        control: &'a SearchControl,
        options: &EngineOptions,
        model: Option<&ProbCutModel>,
        root_color: Color,
        node_limit: Option<u64>,
        threads: usize,
    ) -> Self {
        let params = options.params;
        let values = PieceValues::new(&params);
        Self {
            table,
            control,
            exchange: exchange_values(&values),
            reductions: Reductions::new(&params),
            rules: Rules::new(options, root_color),
            prob_cut: model.and_then(|model| Checks::new(model, &params)),
            all_moves: options.generate_all_legal_moves || !params.skip_useless_non_promotions,
            params,
            nodes_left: node_limit.map(AtomicU64::new),
            counters: (0..threads).map(|_| Counter::default()).collect(),
        }
    }

    /// Grants a thread its next nodes; 0: none are left.
    pub(crate) fn grant_nodes(&self) -> u64 {
        let Some(left) = &self.nodes_left else { return POLL_INTERVAL };
        let take = |left: u64| Some(left.saturating_sub(POLL_INTERVAL));
        let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        before.min(POLL_INTERVAL)
    }

    /// Makes a thread's node count known to the others.
    pub(crate) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.counters[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// Nodes of all threads, as far as published.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }
}

fn exchange_values(values: &PieceValues) -> ExchangeValues {
    let board = |kind: PieceType| values.kind(kind);
    ExchangeValues::new(board, |piece: HandPiece| values.kind(piece.to_piece_type()))
}
