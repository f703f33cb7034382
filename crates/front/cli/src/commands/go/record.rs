//! The position with its answers as SGF: a variation for each colour, labels
//! with the losses of moves.

use zenpuku_go::sgf::{Mark, NodeId, SgfDocument};
use zenpuku_go::{Color, Move};

use super::input::Problem;
use super::names;
use zenpuku_go_endgame::outcome::Outcome;

/// The annotated SGF.
pub(super) fn sgf(problem: &Problem, outcome: &Outcome, colors: &[Color]) -> String {
    let rules = names::rules(&problem.rules);
    let mut document = SgfDocument::new(&problem.setup, Some(&rules), None);
    let root = document.root();
    document.comment(root, &root_comment(problem, outcome));
    for color in Color::BOTH {
        document.mark(root, Mark::Territory(color), outcome.regions.settled[color.index()]);
    }
    for &color in colors {
        variation(&mut document, root, problem, outcome, color);
    }
    document.to_sgf()
}

fn root_comment(problem: &Problem, outcome: &Outcome) -> String {
    let size = problem.setup.size;
    let mut lines: Vec<String> = Color::BOTH.iter().map(|&color| summary(outcome, color)).collect();
    for region in &outcome.regions.open {
        lines.push(format!(
            "{}: {}, temperature {}, count {}, value {}",
            names::places(size, region.points),
            names::kind_in_words(region.kind),
            region.temperature,
            region.count,
            region.value
        ));
    }
    lines.join("\n")
}

fn summary(outcome: &Outcome, color: Color) -> String {
    let answer = &outcome.first[color.index()];
    format!(
        "{color} first: {}, {} ({})",
        names::score(answer.score),
        answer.status.name(),
        answer.status.reason()
    )
}

fn variation(
    document: &mut SgfDocument,
    root: NodeId,
    problem: &Problem,
    outcome: &Outcome,
    color: Color,
) {
    let answer = &outcome.first[color.index()];
    let start = document.add_node(root);
    document.player(start, color);
    document.comment(start, &format!("{}\nLabels: points lost by a move", summary(outcome, color)));
    for candidate in &answer.candidates {
        if let Move::Play(point) = candidate.mv {
            document.label(start, point, &candidate.loss.to_string());
        }
    }
    let (mut node, mut player) = (start, color);
    for (i, &mv) in answer.line.iter().enumerate() {
        node = document.add_move(node, player, mv);
        if i == 0 {
            let name = problem.setup.size.move_name(mv);
            document.comment(node, &format!("The best line begins with {name}."));
        }
        player = player.opponent();
    }
}
