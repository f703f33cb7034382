//! The goals of a side as the few plans that a player would name: a castle, a climbing silver, an
//! attack on the edge.
//!
//! A plan here is several goals that belong together; the paper's plan of a single goal is
//! [`crate::Plan`]. The grouping is ours.

mod kind;
mod words;

use super::{GoalReport, ServedMove, Words};
use crate::castles::Castle;
use crate::set::GoalSet;
use kind::{Board, Theme};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_shogi::{Color, Position};

pub use kind::PlanKind;

/// Plans shown of a side.
const MOST: usize = 3;
/// Moves shown of a plan.
const MOVES: usize = 3;

/// Goals that belong together, as a player would name them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlanView {
    /// What kind of plan.
    pub kind: PlanKind,
    /// Its name.
    pub text: Words,
    /// Places of its goals in [`GoalReport::goals`].
    pub goals: Vec<u32>,
    /// Own moves that carry it, USI, at most three: those of the expected line in their order; without
    /// an expected line, moves that are possible now.
    pub moves: Vec<String>,
    /// Own moves that the nearest of its goals still needs.
    pub moves_needed: u32,
}

/// Goals of one theme.
struct Group {
    theme: Theme,
    goals: Vec<u32>,
}

/// The plans of a report, most important first. Where there is an expected line, only those that the
/// side's own moves in it follow.
pub(super) fn plans(report: &GoalReport, goals: &GoalSet, position: &Position) -> Vec<PlanView> {
    let castle = goals.castle().map(|aim| aim.castle);
    let mut found: Vec<(usize, i32, PlanView)> = grouped(goals, position)
        .into_iter()
        .filter_map(|group| {
            let when = followed(&group, &report.line)?;
            let weight = weight(&group, report);
            Some((when, -weight, view(group, report, goals.owner(), castle)))
        })
        .collect();
    found.sort_by_key(|&(when, weight, _)| (when, weight));
    found
        .into_iter()
        .map(|(_, _, plan)| plan)
        .filter(|plan| !plan.moves.is_empty())
        .take(MOST)
        .collect()
}

/// The goals by theme, in the order of the most important goal.
fn grouped(goals: &GoalSet, position: &Position) -> Vec<Group> {
    let board = Board::new(position, goals.owner());
    let mut groups: Vec<Group> = Vec::new();
    for (place, goal) in (0_u32..).zip(goals.goals()) {
        let theme = board.theme(goal);
        match groups.iter_mut().find(|group| group.theme == theme) {
            Some(group) => group.goals.push(place),
            None => groups.push(Group { theme, goals: vec![place] }),
        }
    }
    groups
}

/// Place in the line of the first move that serves a goal of the group; 0 without a line. A plan is
/// followed if the next move serves it, or two moves of the line; few of the others are followed.
fn followed(group: &Group, line: &[ServedMove]) -> Option<usize> {
    if line.is_empty() {
        return Some(0);
    }
    let mut serving = (0..line.len()).filter(|&place| serves(&line[place], group));
    let first = serving.next()?;
    (first == 0 || serving.next().is_some()).then_some(first)
}

fn serves(mv: &ServedMove, group: &Group) -> bool {
    mv.goals.iter().any(|goal| group.goals.contains(goal))
}

/// The most important goal counts whole, the others a quarter: many small goals
/// are no large one. A castle comes first without expected moves.
fn weight(group: &Group, report: &GoalReport) -> i32 {
    if report.line.is_empty() && group.theme.kind == PlanKind::Castle {
        return i32::MAX;
    }
    let priorities = group.goals.iter().map(|&goal| report.goals[goal as usize].priority);
    let (sum, most) =
        priorities.fold((0, 0), |(sum, most), priority| (sum + priority, most.max(priority)));
    most + (sum - most) / 4
}

fn view(
    group: Group,
    report: &GoalReport,
    owner: Color,
    castle: Option<&'static Castle>,
) -> PlanView {
    let needed = group.goals.iter().map(|&goal| report.goals[goal as usize].moves_needed).min();
    PlanView {
        kind: group.theme.kind,
        text: words::name(&group.theme, owner, castle),
        moves: moves(&group, report),
        moves_needed: needed.unwrap_or_default(),
        goals: group.goals,
    }
}

fn moves(group: &Group, report: &GoalReport) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    let expected = report.line.iter().filter(|mv| serves(mv, group)).map(|mv| &mv.usi);
    let possible = group.goals.iter().flat_map(|&goal| report.goals[goal as usize].next.iter());
    let possible = possible.filter(|_| report.line.is_empty());
    for usi in expected.chain(possible) {
        if moves.len() < MOVES && !moves.contains(usi) {
            moves.push(usi.clone());
        }
    }
    moves
}
