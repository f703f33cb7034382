//! Lazy SMP: every thread deepens on its own, and they help each other through the shared
//! table [chessprogramming], by going on from the deepest iteration that any has completed, and
//! by putting off the moves that others are searching.

use crate::control::SearchControl;
use crate::info::{Info, SearchHandler, SearchResult};
use crate::limits::SearchLimits;
use crate::observer::{NoObserver, SearchObserver};
use crate::options::EngineOptions;
use crate::prob_cut::ProbCutModel;
use crate::report::Reporter;
use crate::search::mate::MateBeside;
use crate::search::papers::goals2001::GoalContext;
use crate::search::root::{Root, Unreported};
use crate::search::shared::Shared;
use crate::search::{Searcher, ThreadData, root_moves};
use crate::technique::Technique;
use crate::time_scale::TimeScale;
use crate::tt::TranspositionTable;
use core::time::Duration;
use zenpuku_core::Score;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_eval::{AnyEvaluator, CpScale, EvalData};
use zenpuku_shogi_goals::{GoalSet, Settings};
use zenpuku_shogi_mate::{MateAttempt, ProvedMate};

/// The deepest iteration, in plies.
const MAX_DEPTH: u32 = 120;

/// Stack of a thread that searches: room for the deepest line of the recursive search, with much to
/// spare.
pub const STACK_BYTES: usize = 16 << 20;

/// One search: everything but its threads' memory.
pub(crate) struct SearchJob<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) control: &'a SearchControl,
    pub(crate) options: &'a EngineOptions,
    pub(crate) data: &'a EvalData,
    pub(crate) prob_cut: Option<&'a ProbCutModel>,
    /// The technique from outside.
    pub(crate) technique: Option<&'a dyn Technique>,
    /// What values are worth at the root.
    pub(crate) scale: CpScale,
    pub(crate) limits: &'a SearchLimits,
    pub(crate) position: &'a Position,
    /// The goals to play by.
    pub(crate) goals: Option<&'a GoalSet>,
    /// The value of the own turn before this one, where it was searched too.
    pub(crate) last_turn: Option<Score>,
}

impl SearchJob<'_> {
    /// Searches with a thread per memory.
    pub(crate) fn run<O: SearchObserver>(
        &self,
        thread_data: &mut [ThreadData],
        mates: &mut Option<MateAttempt>,
        handler: &mut dyn SearchHandler,
        observer: O,
    ) -> SearchResult {
        match self.without_search() {
            // Who analyses wants to see lines, also where the game could be ended.
            Some(ended) if self.limits.infinite && self.position.has_legal_move() => {
                let searched = self.search(thread_data, mates, handler, observer);
                SearchResult { best: ended.best, ponder: None, ..searched }
            }
            Some(ended) => ended,
            None => self.search(thread_data, mates, handler, observer),
        }
    }

    /// The answer if there is nothing to search: a declaration, or no legal move.
    fn without_search(&self) -> Option<SearchResult> {
        let answer = |best, score| SearchResult {
            best,
            ponder: None,
            lines: Vec::new(),
            score,
            scale: self.scale,
            depth: 0,
            nodes: 0,
            time: self.control.elapsed(),
            goals: None,
        };
        if let Some(best) = self.position.declaration_move() {
            return Some(answer(best, Score::mate_in(1)));
        }
        let mated = !self.position.has_legal_move();
        mated.then(|| answer(Move::RESIGN, Score::mated_in(0)))
    }

    fn search<O: SearchObserver>(
        &self,
        thread_data: &mut [ThreadData],
        mates: &mut Option<MateAttempt>,
        handler: &mut dyn SearchHandler,
        observer: O,
    ) -> SearchResult {
        let limit = |limit: u64| (limit > 0).then_some(limit);
        let nodes = self.limits.nodes.into_iter().chain(limit(self.options.nodes_limit)).min();
        let (table, control) = (self.table, self.control);
        let (options, model, threads) = (self.options, self.prob_cut, thread_data.len());
        let goals = self.goals();
        let shared = Shared::new(table, control, options, model, self.position, nodes, threads);
        let shared = shared.with_goals(goals).with_technique(self.technique);
        let only = &self.limits.search_moves;
        let mut moves = root_moves::list(self.position, shared.all_moves, only);
        if let Some(goals) = &shared.goals {
            goals.sort_root(&mut moves);
        }
        let root = Root::new(moves, only.is_empty(), self.options.multi_pv);
        let interval = Duration::from_millis(self.options.pv_interval);
        let scale = self.scale;
        let time = TimeScale::new(&options.params, scale, self.last_turn);
        let mut reporter = Reporter { shared: &shared, handler, scale, interval, last: None, time };
        let beside = self.beside(mates, root.lines);
        if beside.as_ref().is_some_and(|beside| beside.mate(&shared, self.position).is_some()) {
            shared.prove();
        }
        let threads = (thread_data, beside);
        let (mut root, beside) =
            self.iterative_deepening(&shared, threads, &root, &mut reporter, observer);
        if let Some(beside) = beside.filter(|_| shared.is_proved()) {
            self.take_mate(&shared, beside, &mut root, &mut reporter);
        }
        self.control.finish();
        let lines = reporter.finish(&root);
        self.result(&shared, &root, lines)
    }

    /// The search for mate, where one may run.
    fn beside<'a>(
        &self,
        mates: &'a mut Option<MateAttempt>,
        lines: usize,
    ) -> Option<MateBeside<'a>> {
        let by_depth = self.limits.depth.is_some() || self.options.depth_limit > 0;
        if by_depth || lines > 1 || !self.limits.search_moves.is_empty() {
            return None;
        }
        MateBeside::begin(mates, self.position, &self.options.params)
    }

    /// Takes over the mate that ended the search, and shorter ones while there is time for them.
    fn take_mate(
        &self,
        shared: &Shared<'_>,
        mut beside: MateBeside<'_>,
        root: &mut Root,
        reporter: &mut Reporter<'_>,
    ) {
        let mut take = |mate: &ProvedMate| {
            if root_moves::lead(&mut root.moves, &mate.line) {
                let info = reporter.info(root, 0, mate.line.len());
                reporter.handler.info(&info);
            }
        };
        beside.mate(shared, self.position).iter().for_each(&mut take);
        beside.shorten(shared, self.position, take);
    }

    fn goals(&self) -> Option<GoalContext> {
        let settings = Settings::new(&self.options.params);
        self.goals.and_then(|goals| GoalContext::new(goals, self.position, &settings))
    }

    /// Lets all threads deepen and chooses whose root to believe.
    fn iterative_deepening<'s, O: SearchObserver>(
        &self,
        shared: &'s Shared<'s>,
        (thread_data, beside): (&'s mut [ThreadData], Option<MateBeside<'s>>),
        root: &Root,
        reporter: &mut Reporter<'_>,
        observer: O,
    ) -> (Root, Option<MateBeside<'s>>) {
        let last = self.last_depth();
        let Some((first, helpers)) = thread_data.split_first_mut() else {
            return (root.clone(), beside);
        };
        std::thread::scope(|scope| {
            let mut spawned = Vec::new();
            for (index, data) in helpers.iter_mut().enumerate() {
                let thread = index + 1;
                let mut root = root.clone();
                let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                let help = move || {
                    let mut searcher = self.searcher(shared, data, NoObserver, thread);
                    searcher.iterative_deepening(&mut root, (1, last), &mut Unreported);
                    // Who first completes all that was asked for ends the search.
                    if root.lines == 1 && root.completed == last {
                        self.control.finish();
                    }
                    root
                };
                // A thread that cannot be had is done without.
                spawned.extend(builder.spawn_scoped(scope, help));
            }
            let mut best = root.clone();
            let searcher = self.searcher(shared, first, observer, 0);
            let mut searcher = searcher.with_beside(beside);
            searcher.iterative_deepening(&mut best, (1, last), reporter);
            // A mate ends the other threads too, and keeps the control for the
            // search for shorter mates.
            if !shared.is_proved() {
                self.control.finish();
            }
            for helper in spawned {
                // A panicked helper contributes no result.
                let Ok(other) = helper.join() else { continue };
                best = better(best, other);
            }
            (best, searcher.into_beside())
        })
    }

    fn searcher<'s, O: SearchObserver>(
        &self,
        shared: &'s Shared<'s>,
        data: &'s mut ThreadData,
        observer: O,
        thread: usize,
    ) -> Searcher<'s, O> {
        let options = self.options;
        let eval = AnyEvaluator::with_data(options.eval, &options.params, self.data);
        let position = self.position.clone_for_search();
        Searcher::new(shared, position, eval, data, observer, thread)
    }

    fn last_depth(&self) -> u32 {
        let option = (self.options.depth_limit > 0).then_some(self.options.depth_limit);
        let asked = self.limits.depth.into_iter().chain(option).min();
        asked.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
    }

    fn result(&self, shared: &Shared<'_>, root: &Root, lines: Vec<Info>) -> SearchResult {
        let best = &root.moves[0];
        let score = best.latest().unwrap_or(Score::ZERO);
        let shown = if score.is_mate() { score.value() } else { self.scale.shown(score.value()) };
        let resigns = shown <= -self.options.resign_value;
        SearchResult {
            best: if resigns { Move::RESIGN } else { best.mv },
            ponder: best.pv.get(1).copied().or_else(|| self.expected_reply(shared, best.mv)),
            lines,
            score,
            scale: self.scale,
            depth: root.completed,
            nodes: shared.nodes(),
            time: self.control.elapsed(),
            goals: None,
        }
    }

    /// The table's move after `mv`, when the line ends too early to name the reply.
    fn expected_reply(&self, shared: &Shared<'_>, mv: Move) -> Option<Move> {
        let mut after = self.position.clone();
        after.do_move(mv);
        shared.known_move(&after)
    }
}

/// The root of the thread that got further: deeper, or as deep with a better value. With
/// several lines, the first thread's.
fn better(first: Root, other: Root) -> Root {
    let rank = |root: &Root| (root.completed, root.moves[0].latest());
    if first.lines == 1 && other.completed > 0 && rank(&other) > rank(&first) {
        other
    } else {
        first
    }
}
