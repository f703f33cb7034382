//! A reduction of your own: quiet moves that come late are searched shallower, the later the
//! more, unless they give check or land next to a king.

use std::process::ExitCode;
use std::sync::Arc;

use zenpuku_lab::compare::Budget;
use zenpuku_lab::{OwnExperiment, Progress};
use zenpuku_shogi::{Color, Move, Position, contains, king_zone};
use zenpuku_shogi_engine::{Depth, EvalKind, Hooks, MoveTry, Technique};

/// Moves of a node that are never reduced.
const ALWAYS: u32 = 4;
/// 1024ths of a ply for each doubling of the place in the order beyond them.
const PER_DOUBLING: i32 = 512;

struct LateQuiets;

impl Technique for LateQuiets {
    fn reduction(&self, position: &Position, trial: &MoveTry, by: i32) -> i32 {
        let plain = trial.number > ALWAYS
            && trial.depth >= Depth::plies(3)
            && trial.eval.is_some()
            && !trial.gives_check
            && !position.is_capture(trial.mv)
            && !trial.mv.is_promotion()
            && !is_near_a_king(position, trial.mv);
        if !plain {
            return by;
        }
        by + PER_DOUBLING * (trial.number / ALWAYS).ilog2() as i32 + PER_DOUBLING
    }
}

fn is_near_a_king(position: &Position, mv: Move) -> bool {
    let kings = [Color::BLACK, Color::WHITE].into_iter().filter_map(|color| position.king(color));
    kings.into_iter().any(|king| contains(king_zone(king), mv.to()))
}

fn main() -> ExitCode {
    let experiment = OwnExperiment {
        name: "late-quiets",
        // The paper's program without any reduction.
        profile: "foundation",
        evaluation: EvalKind::UNTRAINED,
        hooks: Hooks { technique: Some(Arc::new(LateQuiets)), ..Hooks::default() },
        settings: serde_json::json!({ "always": ALWAYS, "per doubling": PER_DOUBLING }),
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
