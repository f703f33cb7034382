//! The first lesson: the 13-node tree of [bonanza2006], Fig. 2, searched step by step.

use crate::errors::{AppResult, error};
use crate::protocol::{ErrorCode, Lesson, LessonNode, LessonStep};
use std::collections::HashMap;
use zenpuku_core::Score;
use zenpuku_gametree::examples::bonanza_fig2::{LabelledTree, bonanza_fig2};
use zenpuku_gametree::observer::{Cause, SearchObserver, Visit};
use zenpuku_gametree::synthetic::{NodeId, StaticValue, TreePosition};
use zenpuku_gametree::{Fail, Method, Searcher};

/// Depth of the figure in plies.
const DEPTH: u32 = 2;

/// The lesson: with cuts, or every node visited.
pub(crate) fn lesson(cuts: bool) -> AppResult<Lesson> {
    let failed =
        |why: &dyn std::fmt::Display| error(ErrorCode::Engine, format!("the lesson's tree: {why}"));
    let figure = bonanza_fig2().map_err(|why| failed(&why))?;
    let shown = Shown::of(&figure);
    let mut watcher = Watcher { shown: &shown, path: Vec::new(), steps: Vec::new() };
    let mut root = TreePosition::root(&figure.tree);
    let method = if cuts { Method::AlphaBeta(Fail::Soft) } else { Method::NegaMax };
    let outcome = Searcher::new(&mut root, &mut StaticValue)
        .observed_by(&mut watcher)
        .run(method, DEPTH)
        .map_err(|why| failed(&why))?;
    let steps = watcher.steps;
    Ok(Lesson { nodes: shown.nodes, steps, value: outcome.value.value() })
}

/// The tree in the order of reading: level by level.
struct Shown {
    nodes: Vec<LessonNode>,
    /// Place of a node by the moves that lead to it.
    places: HashMap<Vec<u32>, u32>,
}

impl Shown {
    fn of(figure: &LabelledTree) -> Self {
        let mut shown = Self { nodes: Vec::new(), places: HashMap::new() };
        let mut level: Vec<(NodeId, Vec<u32>, Option<u32>)> =
            vec![(figure.tree.root(), Vec::new(), None)];
        while !level.is_empty() {
            let mut next = Vec::new();
            for (node, path, parent) in level {
                let place = shown.nodes.len() as u32;
                let children = figure.tree.children(node);
                // Leaves lie an even number of plies below the root, so their values are its player's.
                let value = children.is_empty().then(|| figure.tree.value(node).value());
                let name = figure.name(node).to_string();
                shown.nodes.push(LessonNode { name, parent, value });
                for (mv, &child) in children.iter().enumerate() {
                    let path = [path.as_slice(), &[mv as u32]].concat();
                    next.push((child, path, Some(place)));
                }
                shown.places.insert(path, place);
            }
            level = next;
        }
        shown
    }
}

/// Writes down every step, seen by the player at the root.
struct Watcher<'a> {
    shown: &'a Shown,
    path: Vec<u32>,
    steps: Vec<LessonStep>,
}

impl Watcher<'_> {
    fn place(&self) -> u32 {
        self.shown.places.get(&self.path).copied().unwrap_or_default()
    }
}

/// The bound as people write it; infinite ones are left out.
fn bound(score: Score) -> Option<i32> {
    (score.value().abs() < Score::INFINITE.value()).then(|| score.value())
}

impl SearchObserver<u32> for Watcher<'_> {
    fn enter(&mut self, visit: &Visit<u32>) {
        self.path.extend(visit.previous_move);
        let (alpha, beta) = (visit.window.alpha(), visit.window.beta());
        let (alpha, beta) =
            if visit.ply.is_multiple_of(2) { (alpha, beta) } else { (-beta, -alpha) };
        let (node, enter) = (self.place(), true);
        let (alpha, beta) = (bound(alpha), bound(beta));
        self.steps.push(LessonStep { node, enter, alpha, beta, value: None, cut: false });
    }

    fn leave(&mut self, visit: &Visit<u32>, value: Score, cause: Cause<u32>) {
        let value = if visit.ply.is_multiple_of(2) { value } else { -value };
        let cut = matches!(cause, Cause::BetaCut { .. });
        let (node, value) = (self.place(), Some(value.value()));
        self.steps.push(LessonStep { node, enter: false, alpha: None, beta: None, value, cut });
        self.path.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entered(lesson: &Lesson) -> String {
        let entered = lesson.steps.iter().filter(|step| step.enter);
        entered.map(|step| lesson.nodes[step.node as usize].name.as_str()).collect()
    }

    #[test]
    fn alpha_beta_visits_nine_of_thirteen_nodes_as_the_paper_says() {
        let [with, without] = [lesson(true).unwrap(), lesson(false).unwrap()];
        assert_eq!(entered(&with), "ABEFGCHDK");
        assert_eq!(entered(&without).len(), 13);
        assert_eq!((with.value, without.value), (7, 7));
        let cuts = with.steps.iter().filter(|step| step.cut);
        let names: String = cuts.map(|step| with.nodes[step.node as usize].name.as_str()).collect();
        assert_eq!(names, "CD");
        // C is searched for anything above the 7 of B.
        let c = with.steps.iter().find(|step| step.enter && step.node == 2).unwrap();
        assert_eq!((c.alpha, c.beta), (Some(7), None));
    }
}
