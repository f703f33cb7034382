//! The search of [goals2001]: moves that serve goals first, a bonus for leaves
//! that achieve them (2.5.2, 2.5.3), and a limited number of moves at each ply
//! (3.1). Switches: `Goals`, `GoalsOrdering`, `GoalsAchievement`,
//! `SelectiveWidth`, `SelectiveWidthAll`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::node_state::{Candidate, Node};
use crate::search::root_moves::RootMove;
use crate::search::stack::Stack;
use core::sync::atomic::{AtomicI32, Ordering};
use zenpuku_core::Score;
use zenpuku_shogi::{Color, Move, PieceType, Position, Square};
use zenpuku_shogi_goals::{
    Achievement, Goal, GoalSet, OrderTable, Scene, Settings, Source, Weight, first_moves,
    held_castle_goals, key_of,
};

/// The goals of the side to move at the root, laid out for one search.
#[derive(Debug)]
pub(crate) struct GoalContext {
    owner: Color,
    /// What moves are worth to the goals; `None`: they are ordered as without goals.
    order: Option<OrderTable>,
    /// The root's moves from plans with the sum of the priorities that they serve.
    planned: Vec<(Move, i32)>,
    /// The goals that leaves can achieve; `None`: no bonus.
    achievement: Option<Achievement>,
    /// Distinguishes table entries of different goals; 0 if the goals do not change values.
    key: u64,
    /// s_max of (3) in the running iteration, and the largest s met in it.
    s_max: AtomicI32,
    largest: AtomicI32,
    /// s_max is never less.
    least_max: i32,
}

impl GoalContext {
    /// The part of `goals` needed by one search, held by the side to move of
    /// `position`; `None` without goals.
    pub(crate) fn new(goals: &GoalSet, position: &Position, settings: &Settings) -> Option<Self> {
        let params = &settings.params;
        if goals.goals().is_empty() && !params.goals_hold_castle {
            return None;
        }
        let scene = Scene::new(position, goals.owner(), settings);
        let order = params.goals_ordering.then(|| OrderTable::new(&scene, goals.goals()));
        let planned = if params.goals_ordering { planned(&scene, goals) } else { Vec::new() };
        let counted = |goal: &&Goal| {
            goal.is_from(Source::Knowledge)
                || (params.goals_achieved_hypotheses && goal.is_from(Source::Hypothesis))
                || (params.goals_achieved_past_search && goal.is_from(Source::PastSearch))
        };
        let mut counted: Vec<Goal> = goals.goals().iter().filter(counted).copied().collect();
        if params.goals_hold_castle {
            counted.extend(held_castle_goals(&scene, goals.castle().map(|aim| aim.castle)));
        }
        let achievement = params.goals_achievement.then(|| Achievement::new(&counted));
        let s_max = achievement.as_ref().map_or(0, Achievement::total).max(params.goals_least_max);
        let counts = achievement.is_some() && params.goals_alpha > 0;
        Some(Self {
            owner: goals.owner(),
            order,
            planned,
            achievement,
            key: if counts { key_of(goals.owner(), &counted) } else { 0 },
            s_max: AtomicI32::new(s_max),
            largest: AtomicI32::new(0),
            least_max: params.goals_least_max,
        })
    }

    /// A value mixed into the keys of the transposition table.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// The table that orders the moves of `side`.
    #[inline]
    pub(crate) fn order_of(&self, side: Color) -> Option<&OrderTable> {
        self.order.as_ref().filter(|_| side == self.owner)
    }

    /// Sorts the root's moves by the goals that they serve, those that serve none as they were.
    pub(crate) fn sort_root(&self, moves: &mut [RootMove]) {
        let weight = |mv: Move| {
            self.planned.iter().find(|planned| planned.0 == mv).map_or(0, |planned| planned.1)
        };
        moves.sort_by_key(|root| core::cmp::Reverse(weight(root.mv)));
    }

    /// A new iteration: s_max becomes the largest sum that a leaf of the last one achieved.
    pub(crate) fn begin_iteration(&self) {
        let largest = self.largest.swap(0, Ordering::Relaxed);
        if largest > 0 {
            self.s_max.store(largest.max(self.least_max), Ordering::Relaxed);
        }
    }

    /// (3) for the side to move after the line to `ply`; a leaf's sum counts for s_max.
    fn value(&self, position: &Position, line: (&Stack, usize), alpha: i32, leaf: bool) -> i32 {
        let Some(achievement) = &self.achievement else { return 0 };
        let sum = achievement.sum(position, self.owner, captures(line));
        if leaf && sum > self.largest.load(Ordering::Relaxed) {
            self.largest.fetch_max(sum, Ordering::Relaxed);
        }
        let value = Achievement::value(sum, self.s_max.load(Ordering::Relaxed), alpha);
        if position.side_to_move() == self.owner { value } else { -value }
    }
}

/// Moves searched at the plies of the line, the last one at all plies beyond.
const SELECTIVE_WIDTHS: [u32; 7] = [80, 80, 40, 40, 10, 10, 10];

impl<O: SearchObserver> Searcher<'_, O> {
    /// Goals in the search: moves that serve them first, leaves that achieve them worth more
    /// [goals2001] 2.5.2, 2.5.3. Switches: `Goals`, `GoalsOrdering`, `GoalsAchievement`.
    ///
    /// (2): a static value plus the bonus of goals achieved at the node `ply`,
    /// a `leaf` or not, for the side to move.
    #[inline]
    pub(in crate::search) fn with_goal_achievement(
        &self,
        (ply, leaf): (usize, bool),
        value: Score,
    ) -> Score {
        let Some(goals) = &self.shared.goals else { return value };
        let (line, alpha) = ((&self.data.stack, ply), self.shared.params.goals_alpha);
        let achieved = goals.value(&self.position, line, alpha, leaf);
        Score::eval(value.value() + achieved)
    }

    /// The value of a move of the side to move for its goals.
    #[inline]
    pub(in crate::search) fn goal_weight(&self, mv: Move) -> Weight {
        let side = self.position.side_to_move();
        let order = self.shared.goals.as_ref().and_then(|goals| goals.order_of(side));
        order.map_or(Weight::default(), |order| order.weight(mv))
    }

    /// Selective search: a limited number of moves at each ply [goals2001].
    /// Switches: `SelectiveWidth`, `SelectiveWidthAll`.
    ///
    /// Is the candidate beyond the width? Important moves never are: evasions, moves for goals of high
    /// priority and, without `SelectiveWidthAll`, captures and checks.
    #[inline]
    pub(in crate::search) fn beyond_selective_width(
        &self,
        node: &Node,
        candidate: &Candidate,
    ) -> bool {
        let params = &self.shared.params;
        let width = SELECTIVE_WIDTHS[node.ply.min(SELECTIVE_WIDTHS.len() - 1)];
        params.selective_width
            && candidate.number > width
            && (params.selective_width_all || !(candidate.tactical || candidate.gives_check))
            && !node.in_check
            && !self.goal_weight(candidate.mv).important
    }
}

/// The root's moves from all plans.
fn planned(scene: &Scene<'_>, goals: &GoalSet) -> Vec<(Move, i32)> {
    let mut planned: Vec<(Move, i32)> = Vec::new();
    for goal in goals.goals() {
        for mv in first_moves(scene, goal.aim, goal.priority) {
            match planned.iter_mut().find(|known| known.0 == mv) {
                Some(known) => known.1 += goal.priority,
                None => planned.push((mv, goal.priority)),
            }
        }
    }
    planned
}

/// The captures of the root's side on the line to `ply`.
fn captures((stack, ply): (&Stack, usize)) -> impl Iterator<Item = (PieceType, Square)> + Clone {
    let own = (0..ply).step_by(2).map(|ply| stack.at(ply));
    own.filter(|frame| frame.captures()).map(|frame| (frame.taken, frame.current.to()))
}
