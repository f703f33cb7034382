//! Bonanza's Fig. 2: the 13-node tree, searched and drawn with its cuts.

use zenpuku_core::Score;
use zenpuku_gametree::examples::LabelledTree;
use zenpuku_gametree::examples::bonanza_fig2::bonanza_fig2;
use zenpuku_gametree::synthetic::{NodeId, StaticValue, TreePosition};
use zenpuku_gametree::{Fail, Method, Outcome, Recorder, Searcher};
use zenpuku_report::{DrawnNode, TreeDrawing};

use crate::error::LabError;
use crate::findings::{Check, Plot};

/// Depth of the figure in plies.
const DEPTH: u32 = 2;

/// The figure and the facts read off it.
pub(super) struct Figure {
    pub(super) checks: Vec<Check>,
    pub(super) drawing: Plot,
}

/// Searches the tree by alpha-beta from the left.
pub(super) fn bonanza_figure() -> Result<Figure, LabError> {
    let figure = bonanza_fig2()?;
    let mut root = TreePosition::root(&figure.tree);
    let mut recorder = Recorder::new();
    let outcome = Searcher::new(&mut root, &mut StaticValue)
        .observed_by(&mut recorder)
        .run(Method::AlphaBeta(Fail::Hard), DEPTH)?;
    let visited: Vec<NodeId> =
        recorder.visits().iter().map(|visit| node_at(&figure, &visit.path)).collect();
    let best = node_at(&figure, &outcome.line[..outcome.line.len().min(1)]);
    let svg = draw(&figure, &visited, &outcome)?;
    Ok(Figure {
        checks: checks(&figure, &visited, outcome.value, best),
        drawing: Plot { name: "bonanza-fig2".into(), svg },
    })
}

fn node_at(figure: &LabelledTree, path: &[u32]) -> NodeId {
    path.iter().fold(figure.tree.root(), |node, &mv| figure.tree.children(node)[mv as usize])
}

fn checks(figure: &LabelledTree, visited: &[NodeId], value: Score, best: NodeId) -> Vec<Check> {
    let source = "bonanza2006, Fig. 2";
    let names = |nodes: Vec<NodeId>| {
        let names = nodes.into_iter().map(|node| figure.name(node).to_string());
        names.collect::<Vec<_>>().join(" ")
    };
    let mut cut: Vec<NodeId> = figure.tree.nodes().filter(|node| !visited.contains(node)).collect();
    cut.sort_by_key(|&node| figure.name(node));
    vec![
        Check::new("Fig. 2: positions", source, 13, figure.tree.node_count()),
        Check::new("Fig. 2: value of A", source, 7, value),
        Check::new("Fig. 2: best move, A to", source, 'B', figure.name(best)),
        Check::new(
            "Fig. 2: visited, in order",
            source,
            "A B E F G C H D K",
            names(visited.to_vec()),
        ),
        Check::new("Fig. 2: cut", source, "I J L M", names(cut)),
    ]
}

fn draw(
    figure: &LabelledTree,
    visited: &[NodeId],
    outcome: &Outcome<u32>,
) -> Result<String, LabError> {
    let tree = &figure.tree;
    let solved = tree.solve();
    let principal: Vec<NodeId> =
        (0..=outcome.line.len()).map(|end| node_at(figure, &outcome.line[..end])).collect();
    let is_reply = |node: NodeId| tree.children(tree.root()).contains(&node);
    let drawn = |node: NodeId| {
        let value = solved[node.index()];
        // Shown from the root player's view, as in the paper.
        let value = if is_reply(node) { -value } else { value };
        let leaf = tree.children(node).is_empty();
        let cut_short = tree.children(node).iter().any(|child| !visited.contains(child));
        DrawnNode {
            label: figure.name(node).to_string(),
            value: (leaf || !cut_short || node == tree.root())
                .then(|| value.to_string())
                .or_else(|| Some(format!("≤{}", bound(figure, visited, node)))),
            filled: !is_reply(node),
            visited: visited.contains(&node),
            principal: principal.contains(&node),
            children: tree.children(node).iter().map(|child| child.index()).collect(),
        }
    };
    let drawing = TreeDrawing {
        title: "Alpha-beta from left to right; crossed branches are cut".into(),
        nodes: tree.nodes().map(drawn).collect(),
        root: tree.root().index(),
    };
    Ok(drawing.to_svg()?)
}

/// The bound proved by the visited leaves below a reply: their minimum.
fn bound(figure: &LabelledTree, visited: &[NodeId], reply: NodeId) -> Score {
    let children = figure.tree.children(reply).iter();
    let seen = children.filter(|child| visited.contains(child));
    seen.map(|&child| figure.tree.value(child)).min().unwrap_or(Score::INFINITE)
}
