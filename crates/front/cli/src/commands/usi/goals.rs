//! The engine's goals, as lines for the GUI.

use zenpuku_shogi_goals::explain::{CastleView, GoalReport, GoalSource, GoalView, PlanView};

/// Goals shown a move.
const MOST: usize = 5;

/// The intended castle, the plans, the most important goals, and achieved and
/// abandoned ones: `goal plan Build the Yagura: 7i8h 8h8i`,
/// `goal Yagura: king to 8h, 2 moves left (knowledge, 112) plan 7i8h`.
pub(super) fn lines(report: &GoalReport) -> Vec<String> {
    let castle = report.castle.as_ref().map(castle_line);
    let standing =
        report.standing.iter().map(|castle| format!("goal castle {} stands", castle.name.en));
    let plans = report.plans.iter().map(plan_line);
    let goals = report.goals.iter().take(MOST).map(goal_line);
    let achieved = report.achieved.iter().map(|words| format!("goal achieved: {}", words.en));
    let given_up = report.given_up.iter().map(|words| format!("goal given up: {}", words.en));
    let served = served_line(report);
    let ends = achieved.chain(given_up).take(2 * MOST);
    standing.chain(castle).chain(plans).chain(goals).chain(served).chain(ends).collect()
}

fn castle_line(castle: &CastleView) -> String {
    let CastleView { name, have, of, .. } = castle;
    format!("goal castle {}, {have} of {of} pieces", name.en)
}

fn plan_line(plan: &PlanView) -> String {
    format!("goal plan {}: {}", plan.text.en, plan.moves.join(" "))
}

fn goal_line(goal: &GoalView) -> String {
    let sources: Vec<&str> = goal.sources.iter().map(|&source| source_name(source)).collect();
    let held = if goal.inherited { ", held" } else { "" };
    let plan = if goal.next.is_empty() { String::new() } else { " plan ".into() };
    let (text, priority) = (&goal.text.en, goal.priority);
    let (sources, next) = (sources.join("+"), goal.next.join(" "));
    format!("goal {text} ({sources}, {priority}{held}){plan}{next}")
}

/// The own moves of the expected line that serve goals among those shown.
fn served_line(report: &GoalReport) -> Option<String> {
    let shown = |index: &&u32| (**index as usize) < MOST;
    let served = report.line.iter().filter_map(|mv| {
        let texts: Vec<&str> = mv
            .goals
            .iter()
            .filter(shown)
            .map(|&index| report.goals[index as usize].text.en.as_str())
            .map(|text| text.rsplit_once(", ").map_or(text, |parts| parts.0))
            .collect();
        (!texts.is_empty()).then(|| format!("{} for {}", mv.usi, texts.join(" and ")))
    });
    let served: Vec<String> = served.collect();
    (!served.is_empty()).then(|| format!("goal line {}", served.join("; ")))
}

const fn source_name(source: GoalSource) -> &'static str {
    match source {
        GoalSource::Hypothesis => "hypothesis",
        GoalSource::Search => "search",
        GoalSource::Knowledge => "knowledge",
    }
}
