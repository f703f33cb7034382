//! State that all threads of one search share.

use super::abdada::Abdada;
use super::papers::goals2001::GoalContext;
use super::reductions::Reductions;
use super::root::Root;
use super::rules::Rules;
use crate::control::SearchControl;
use crate::options::EngineOptions;
use crate::prob_cut::{Checks, ProbCutModel};
use crate::technique::Technique;
use crate::tt::TranspositionTable;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use zenpuku_params::Params;
use zenpuku_shogi::{ExchangeValues, HandPiece, Move, PieceType, Position};
use zenpuku_shogi_eval::PieceValues;

/// Nodes between two checks of the stop switch, about a millisecond.
const POLL_INTERVAL: u64 = 1024;

/// A counter on a separate cache line, so that threads do not slow each other down.
#[derive(Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

/// Everything about a search but its threads.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) control: &'a SearchControl,
    /// The position searched, with its history.
    pub(crate) root: &'a Position,
    pub(crate) params: Params,
    pub(crate) exchange: ExchangeValues,
    pub(crate) reductions: Reductions,
    pub(crate) rules: Rules,
    /// The checks of ProbCut; `None`: off.
    pub(crate) prob_cut: Option<Checks>,
    /// The moves being searched by the threads; `None`: off.
    pub(crate) abdada: Option<Abdada>,
    /// The goals to play by.
    pub(crate) goals: Option<GoalContext>,
    /// What they and the technique mix into the table's keys; 0 without them.
    pub(crate) key_salt: u64,
    /// The technique from outside.
    pub(crate) technique: Option<&'a dyn Technique>,
    /// Search every legal move, the useless non-promotions too.
    pub(crate) all_moves: bool,
    /// Nodes not yet granted to a thread; `None`: no limit.
    nodes_left: Option<AtomicU64>,
    /// Nodes of every thread, and of the parallel mate search.
    counters: Box<[Counter]>,
    /// The search for mate has proved one.
    proved: AtomicBool,
    /// The root after the deepest iteration that any of several threads has completed.
    deepest: Option<Mutex<Option<Root>>>,
    /// That iteration's depth in plies.
    completed: AtomicU32,
}

impl<'a> Shared<'a> {
    /// The table's move in a position, if it has a legal one.
    pub(crate) fn known_move(&self, position: &Position) -> Option<Move> {
        position.move_from_bits(self.table.probe(position.key() ^ self.key_salt)?.move_bits)
    }

    pub(crate) fn new(
        table: &'a TranspositionTable,
        control: &'a SearchControl,
        options: &EngineOptions,
        model: Option<&ProbCutModel>,
        root: &'a Position,
        node_limit: Option<u64>,
        threads: usize,
    ) -> Self {
        let params = options.params;
        let values = PieceValues::new(&params);
        Self {
            table,
            control,
            root,
            exchange: exchange_values(&values),
            reductions: Reductions::new(&params),
            rules: Rules::new(options, root.side_to_move()),
            prob_cut: model.and_then(|model| Checks::new(model, &params)),
            abdada: (threads > 1 && params.defer_busy_moves).then(Abdada::new),
            all_moves: options.generate_all_legal_moves || !params.skip_useless_non_promotions,
            params,
            goals: None,
            key_salt: 0,
            technique: None,
            nodes_left: node_limit.map(AtomicU64::new),
            counters: (0..=threads).map(|_| Counter::default()).collect(),
            proved: AtomicBool::new(false),
            deepest: (threads > 1).then(|| Mutex::new(None)),
            completed: AtomicU32::new(0),
        }
    }

    /// The same with goals to play by.
    pub(crate) fn with_goals(self, goals: Option<GoalContext>) -> Self {
        Self { key_salt: goals.as_ref().map_or(0, GoalContext::key), goals, ..self }
    }

    /// The same with a technique from outside.
    pub(crate) fn with_technique(self, technique: Option<&'a dyn Technique>) -> Self {
        let key = technique.map_or(0, <dyn Technique>::table_key);
        Self { technique, key_salt: self.key_salt ^ key, ..self }
    }

    /// Grants a thread its next nodes; 0: none are left.
    pub(crate) fn grant_nodes(&self) -> u64 {
        self.take_nodes(POLL_INTERVAL)
    }

    /// Takes this number of the remaining nodes, or all of them if fewer remain.
    pub(crate) fn take_nodes(&self, nodes: u64) -> u64 {
        let Some(left) = &self.nodes_left else { return nodes };
        let take = |left: u64| Some(left.saturating_sub(nodes));
        let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        before.min(nodes)
    }

    /// Gives nodes back that were taken and not used.
    pub(crate) fn give_back_nodes(&self, nodes: u64) {
        if let Some(left) = &self.nodes_left {
            left.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    /// Are there nodes left?
    pub(crate) fn has_nodes(&self) -> bool {
        self.nodes_left.as_ref().is_none_or(|left| left.load(Ordering::Relaxed) > 0)
    }

    /// Makes the nodes of the search for mate known.
    pub(crate) fn publish_beside(&self, nodes: u64) {
        if let Some(counter) = self.counters.last() {
            counter.0.store(nodes, Ordering::Relaxed);
        }
    }

    /// A mate is proved: all threads end.
    pub(crate) fn prove(&self) {
        self.proved.store(true, Ordering::Relaxed);
    }

    /// Is a mate proved?
    pub(crate) fn is_proved(&self) -> bool {
        self.proved.load(Ordering::Relaxed)
    }

    /// Makes a thread's node count known to the others.
    pub(crate) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.counters[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// After an iteration: other threads may continue from this root, or this
    /// thread continues from the deeper root of another. Is it another's now?
    pub(crate) fn share_root(&self, root: &mut Root) -> bool {
        let Some(deepest) = &self.deepest else { return false };
        let mut deepest = deepest.lock().unwrap_or_else(PoisonError::into_inner);
        match &*deepest {
            Some(other) if other.completed > root.completed => {
                root.clone_from(other);
                true
            }
            Some(other) if other.completed == root.completed => false,
            _ => {
                *deepest = Some(root.clone());
                self.completed.store(root.completed, Ordering::Relaxed);
                false
            }
        }
    }

    /// Has another thread completed the iteration of this depth in plies?
    pub(crate) fn is_overtaken(&self, depth: u32) -> bool {
        self.completed.load(Ordering::Relaxed) >= depth
    }

    /// Published nodes of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }
}

fn exchange_values(values: &PieceValues) -> ExchangeValues {
    let board = |kind: PieceType| values.kind(kind);
    ExchangeValues::new(board, |piece: HandPiece| values.kind(piece.to_piece_type()))
}
