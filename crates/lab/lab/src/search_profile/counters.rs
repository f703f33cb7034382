//! Counters of a search by remaining depth, by iteration and by move number.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zenpuku_core::Score;
use zenpuku_shogi::Move;
use zenpuku_shogi_engine::{
    CutCause, Depth, Expansion, ExtensionKind, MoveTry, Research, SearchObserver, Visit,
};

/// Counts of the nodes of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(crate) nodes: u64,
    pub(crate) probes: u64,
    pub(crate) hits: u64,
    pub(crate) evaluations: u64,
    /// Moves listed.
    pub(crate) listed: u64,
    /// Nodes that went over to their moves; of these: in check, without a table move.
    pub(crate) expanded: u64,
    pub(crate) expanded_in_check: u64,
    pub(crate) without_table_move: u64,
    /// Nodes cut by a move; of these: by the first; the sum of the numbers of the cutting moves.
    pub(crate) cut: u64,
    pub(crate) cut_by_first: u64,
    pub(crate) cut_numbers: u64,
    /// Passes tried.
    pub(crate) passes: u64,
    /// Moves searched; of these with a reduction, in half plies all together.
    pub(crate) trials: u64,
    pub(crate) reduced: u64,
    pub(crate) reduction_units: i64,
    /// Moves searched again at full depth, and with the whole window.
    pub(crate) again_reduced: u64,
    pub(crate) again_window: u64,
    /// Why nodes were left.
    pub(crate) causes: BTreeMap<String, u64>,
}

impl Counts {
    pub(crate) fn add(&mut self, other: &Counts) {
        self.nodes += other.nodes;
        self.probes += other.probes;
        self.hits += other.hits;
        self.evaluations += other.evaluations;
        self.listed += other.listed;
        self.expanded += other.expanded;
        self.expanded_in_check += other.expanded_in_check;
        self.without_table_move += other.without_table_move;
        self.cut += other.cut;
        self.cut_by_first += other.cut_by_first;
        self.cut_numbers += other.cut_numbers;
        self.passes += other.passes;
        self.trials += other.trials;
        self.reduced += other.reduced;
        self.reduction_units += other.reduction_units;
        self.again_reduced += other.again_reduced;
        self.again_window += other.again_window;
        for (cause, count) in &other.causes {
            *self.causes.entry(cause.clone()).or_default() += count;
        }
    }

    /// How many nodes were left for this cause.
    pub(crate) fn left(&self, cause: CutCause) -> u64 {
        self.causes.get(&format!("{cause:?}")).copied().unwrap_or(0)
    }
}

/// Nodes of one iteration: all, at the horizon, and deeper in the quiescence search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Iteration {
    pub(crate) nodes: u64,
    pub(crate) horizon: u64,
    pub(crate) deeper: u64,
    /// Nodes of the whole search when it was complete; 0: it was not.
    pub(crate) complete_at: u64,
}

/// Half plies of the first reduction of a move, from no reduction (or deeper) to eight plies and
/// more.
pub(crate) const REDUCTIONS: usize = 17;

/// The classes of move numbers, by the last number of each.
pub(crate) const NUMBERS: [u32; 9] = [1, 2, 3, 4, 6, 10, 20, 40, u32::MAX];

/// The effect of one extension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Extended {
    pub(crate) moves: u64,
    pub(crate) units: i64,
}

/// All that is counted in one search; the observer of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Counters {
    /// By class: deeper quiescence, horizon, then remaining depths of 1 ply and more.
    pub(crate) by_depth: Vec<Counts>,
    /// By depth of the iteration, 0 unused.
    pub(crate) iterations: Vec<Iteration>,
    /// First reductions in half plies, by class of move number.
    pub(crate) reductions: Vec<Vec<u64>>,
    pub(crate) extensions: BTreeMap<String, Extended>,
    /// Lines that reached the horizon, the half plies they had gained, and the most.
    pub(crate) lines: u64,
    pub(crate) gained_units: i64,
    pub(crate) most_gained_units: i32,
    #[serde(skip)]
    open: Vec<Frame>,
    #[serde(skip)]
    iteration: usize,
    #[serde(skip)]
    total: u64,
}

/// A node that is open.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    ply: usize,
    class: usize,
    /// Number of the move tried last; of children, in the quiescence search.
    number: u32,
    /// Half plies that the line to here gained.
    gained: i32,
    /// The same with the move tried last.
    gained_below: i32,
    /// Half plies by which the first search of the last tried move is shallower; not reported yet.
    reduction: Option<i32>,
}

/// The class of the main search at a remaining depth of one ply.
pub(crate) const MAIN: usize = 2;

/// Depths from here on count as one, in plies.
const DEEPEST: i32 = 40;

fn class_of(depth: Depth) -> usize {
    match depth.to_units() {
        units if units >= Depth::UNITS_PER_PLY => {
            MAIN - 1 + depth.whole_plies().clamp(1, DEEPEST) as usize
        }
        units if units > -Depth::UNITS_PER_PLY => 1,
        _ => 0,
    }
}

impl Counters {
    /// Adds another search's counts; iterations stay apart.
    pub(crate) fn add(&mut self, other: &Counters) {
        for (class, counts) in other.by_depth.iter().enumerate() {
            self.class(class).add(counts);
        }
        for (class, histogram) in other.reductions.iter().enumerate() {
            for (index, count) in histogram.iter().enumerate() {
                self.histogram(class)[index] += count;
            }
        }
        for (kind, extended) in &other.extensions {
            let sum = self.extensions.entry(kind.clone()).or_default();
            sum.moves += extended.moves;
            sum.units += extended.units;
        }
        self.lines += other.lines;
        self.gained_units += other.gained_units;
        self.most_gained_units = self.most_gained_units.max(other.most_gained_units);
    }

    fn class(&mut self, class: usize) -> &mut Counts {
        if self.by_depth.len() <= class {
            self.by_depth.resize_with(class + 1, Counts::default);
        }
        &mut self.by_depth[class]
    }

    fn histogram(&mut self, class: usize) -> &mut Vec<u64> {
        self.reductions.resize_with(NUMBERS.len(), || vec![0; REDUCTIONS]);
        &mut self.reductions[class]
    }

    /// Counts of the node entered last.
    fn here(&mut self) -> &mut Counts {
        let class = self.open.last().map_or(MAIN, |frame| frame.class);
        self.class(class)
    }

    /// The move tried last is done with, reduced or not.
    fn close_trial(&mut self) {
        let Some(frame) = self.open.last_mut() else { return };
        let (class, number) = (frame.class, frame.number);
        let Some(units) = frame.reduction.take() else { return };
        let place = NUMBERS.iter().position(|&last| number <= last).unwrap_or(NUMBERS.len() - 1);
        self.histogram(place)[units.clamp(0, REDUCTIONS as i32 - 1) as usize] += 1;
        if units > 0 {
            let counts = self.class(class);
            counts.reduced += 1;
            counts.reduction_units += i64::from(units);
        }
    }

    fn begin_iteration(&mut self, plies: usize) {
        if plies > self.iteration {
            self.complete_iteration();
            self.iteration = plies;
            self.iterations.resize(plies + 1, Iteration::default());
        }
    }

    /// The iteration that runs is complete.
    pub(crate) fn complete_iteration(&mut self) {
        let total = self.total;
        if let Some(iteration) = self.iterations.get_mut(self.iteration) {
            iteration.complete_at = total;
        }
    }
}

impl SearchObserver for Counters {
    fn enter(&mut self, visit: &Visit) {
        if visit.ply == 0 {
            self.begin_iteration(visit.depth.whole_plies().max(0) as usize);
        }
        self.total += 1;
        let class = class_of(visit.depth);
        let mut frame = Frame { ply: visit.ply, class, ..Frame::default() };
        let mut pass_of = None;
        if let Some(parent) = self.open.last_mut() {
            // A search of the node itself, such as a verification, is not a child.
            let child = parent.ply < visit.ply;
            frame.gained = if child { parent.gained_below } else { parent.gained };
            if child && parent.class < MAIN {
                parent.number += 1;
            }
            pass_of = (child && visit.previous_move == Move::NULL).then_some(parent.class);
        }
        frame.gained_below = frame.gained;
        if class == 1 {
            self.lines += 1;
            self.gained_units += i64::from(frame.gained);
            self.most_gained_units = self.most_gained_units.max(frame.gained);
        }
        self.open.push(frame);
        if let Some(class) = pass_of {
            self.class(class).passes += 1;
        }
        self.class(class).nodes += 1;
        if let Some(iteration) = self.iterations.get_mut(self.iteration) {
            iteration.nodes += 1;
            iteration.horizon += u64::from(class == 1);
            iteration.deeper += u64::from(class == 0);
        }
    }

    fn leave(&mut self, _visit: &Visit, _value: Score, _best: Move, cause: CutCause) {
        self.close_trial();
        let Some(frame) = self.open.pop() else { return };
        let counts = self.class(frame.class);
        *counts.causes.entry(format!("{cause:?}")).or_default() += 1;
        if cause == CutCause::Beta && frame.number > 0 {
            counts.cut += 1;
            counts.cut_by_first += u64::from(frame.number == 1);
            counts.cut_numbers += u64::from(frame.number);
        }
    }

    fn probe(&mut self, found: bool) {
        let counts = self.here();
        counts.probes += 1;
        counts.hits += u64::from(found);
    }

    fn evaluate(&mut self) {
        self.here().evaluations += 1;
    }

    fn generate(&mut self, moves: usize) {
        self.here().listed += moves as u64;
    }

    fn expand(&mut self, expansion: &Expansion) {
        let counts = self.here();
        counts.expanded += 1;
        counts.expanded_in_check += u64::from(expansion.in_check);
        counts.without_table_move += u64::from(!expansion.tt_move);
    }

    fn try_move(&mut self, tried: &MoveTry) {
        self.close_trial();
        let extension = tried.extension.to_units();
        if let Some(frame) = self.open.last_mut() {
            frame.number = tried.number;
            frame.gained_below = frame.gained + extension.max(0);
            frame.reduction = Some(0);
        }
        self.here().trials += 1;
        if let Some(kind) = tried.extended_by.filter(|_| extension > 0) {
            let extended = self.extensions.entry(kind_name(kind).to_owned()).or_default();
            extended.moves += 1;
            extended.units += i64::from(extension);
        }
    }

    fn reduce(&mut self, by: Depth) {
        if let Some(frame) = self.open.last_mut() {
            frame.reduction = Some(by.to_units());
        }
    }

    fn research(&mut self, why: Research) {
        let counts = self.here();
        match why {
            Research::Reduced => counts.again_reduced += 1,
            Research::Window => counts.again_window += 1,
        }
    }
}

fn kind_name(kind: ExtensionKind) -> &'static str {
    match kind {
        ExtensionKind::Check => "check",
        ExtensionKind::Recapture => "recapture",
        ExtensionKind::OneReply => "one reply",
        ExtensionKind::Singular => "singular",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::Position;
    use zenpuku_shogi_engine::{
        BENCH_POSITIONS, Engine, EngineOptions, SearchLimits, SearchRequest,
    };

    #[test]
    fn every_node_is_in_one_class_and_one_iteration() {
        for sfen in &BENCH_POSITIONS[..4] {
            let mut options = EngineOptions { hash: 4, ..EngineOptions::default() };
            options.params.mate_beside = false;
            let mut engine = Engine::new(options);
            engine.set_position(Position::from_sfen(sfen).unwrap()).unwrap();
            let limits = SearchLimits::nodes(20_000);
            let mut counters = Counters::default();
            let result =
                engine.search(SearchRequest::from(&limits).watched_by(&mut counters)).unwrap();
            let nodes: u64 = counters.by_depth.iter().map(|counts| counts.nodes).sum();
            let by_iteration: u64 = counters.iterations.iter().map(|one| one.nodes).sum();
            let causes: u64 =
                counters.by_depth.iter().flat_map(|counts| counts.causes.values()).sum();
            assert_eq!((nodes, by_iteration, causes), (result.nodes, result.nodes, result.nodes));
            let complete = counters.iterations.iter().rposition(|one| one.complete_at > 0);
            assert_eq!(complete, Some(result.depth as usize));
            let trials: u64 = counters.by_depth.iter().map(|counts| counts.trials).sum();
            let in_histogram: u64 = counters.reductions.iter().flatten().sum();
            assert_eq!(trials, in_histogram);
            assert!(counters.by_depth.iter().all(|one| one.cut_by_first <= one.cut));
            assert!(counters.open.is_empty());
        }
    }

    #[test]
    fn depths_have_classes() {
        let plies = |plies| class_of(Depth::plies(plies));
        assert_eq!([plies(-3), plies(0), plies(1), plies(2)], [0, 1, MAIN, MAIN + 1]);
        assert_eq!(class_of(Depth::units(3)), MAIN);
    }
}
