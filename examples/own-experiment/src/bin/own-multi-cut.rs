//! Multi-cut [bjornsson-marsland2001]: a node where a cut is expected is cut when some of its first
//! moves are at least beta in a shallower search. The engine has it only as part of the singular
//! extension; this is the technique by itself.

use std::process::ExitCode;
use std::sync::Arc;

use zenpuku_core::Score;
use zenpuku_lab::compare::Budget;
use zenpuku_lab::{OwnExperiment, Progress};
use zenpuku_shogi_engine::{Depth, EvalKind, Hooks, NodeSearch, Stopped, Technique};

/// The numbers of the paper: M moves are tried, C must cut, R plies shallower.
const TRIED: usize = 10;
const CUTS: usize = 3;
const REDUCTION: i32 = 2;
/// Least depth of a node in plies.
const LEAST_DEPTH: i32 = 4;

struct MultiCut;

impl Technique for MultiCut {
    fn cut(&self, node: &mut NodeSearch<'_>) -> Result<Option<Score>, Stopped> {
        let visit = *node.visit();
        let expects_cut = node.eval().is_some_and(|eval| eval >= visit.beta);
        let usable = !node.is_pv()
            && expects_cut
            && visit.depth >= Depth::plies(LEAST_DEPTH)
            && !visit.beta.is_mate();
        if !usable {
            return Ok(None);
        }
        let (below_beta, depth) =
            (visit.beta - Score::new(1), visit.depth - Depth::plies(1 + REDUCTION));
        let moves = node.moves(TRIED);
        // Inside the shallow searches there is no multi-cut.
        node.without_technique(|node| {
            let mut cuts = 0;
            for mv in moves {
                let value = node.search_after(mv, depth, below_beta, visit.beta)?;
                cuts += usize::from(value.is_some_and(|value| value >= visit.beta));
                if cuts == CUTS {
                    return Ok(Some(visit.beta));
                }
            }
            Ok(None)
        })
    }
}

fn main() -> ExitCode {
    let experiment = OwnExperiment {
        name: "multi-cut",
        // The paper's program without any forward pruning.
        profile: "foundation",
        evaluation: EvalKind::UNTRAINED,
        hooks: Hooks { technique: Some(Arc::new(MultiCut)), ..Hooks::default() },
        settings: serde_json::json!({
            "tried": TRIED, "cuts": CUTS, "reduction": REDUCTION, "least depth": LEAST_DEPTH,
        }),
        budget: Budget::Depth(5),
        game_budget: Budget::Nodes(2_000),
    };
    let report = |now: Progress<'_>| eprintln!("{}/{} {}", now.done, now.total, now.what);
    match experiment.run(std::env::args().skip(1), report) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
