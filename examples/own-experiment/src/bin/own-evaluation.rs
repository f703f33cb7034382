//! An evaluation of your own: material, and the golds and silvers next to the kings.

use std::process::ExitCode;

use zenpuku_lab::compare::Budget;
use zenpuku_lab::{OwnExperiment, Progress};
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Move, MoveDelta, PieceType, Position, king_zone};
use zenpuku_shogi_engine::{EvalKind, Hooks, OwnEvaluation};
use zenpuku_shogi_eval::{EvalPart, Evaluator, Material};

/// Centipawns for each gold or silver of the own next to a king.
const GUARD: i32 = 40;

/// What is kept move by move is the material; guards are counted when a value is asked for.
struct Guards {
    material: Material,
}

fn guards(position: &Position, color: Color) -> i32 {
    let Some(king) = position.king(color) else { return 0 };
    let kinds = [PieceType::GOLD, PieceType::SILVER];
    kinds
        .into_iter()
        .map(|kind| (position.pieces(kind, color) & king_zone(king)).count() as i32)
        .sum()
}

fn bonus(position: &Position) -> i32 {
    let us = position.side_to_move();
    GUARD * (guards(position, us) - guards(position, !us))
}

impl Evaluator for Guards {
    fn refresh(&mut self, position: &Position) {
        self.material.refresh(position);
    }

    fn apply(&mut self, delta: &MoveDelta, after: &Position) {
        self.material.apply(delta, after);
    }

    fn undo(&mut self) {
        self.material.undo();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        self.material.evaluate(position) + bonus(position)
    }

    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        self.material.move_gain(position, mv)
    }

    fn material(&self, position: &Position) -> i32 {
        self.material.material(position)
    }

    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        let mut parts = self.material.parts(position);
        parts.push(EvalPart { name: "guards", cp: bonus(position) });
        parts
    }
}

fn main() -> ExitCode {
    let make = |params: &Params| -> Box<dyn Evaluator + Send + Sync> {
        Box::new(Guards { material: Material::new(params) })
    };
    let experiment = OwnExperiment {
        name: "guards",
        // Today's search with the smallest evaluation.
        profile: "default",
        evaluation: EvalKind::Material,
        hooks: Hooks { evaluation: Some(OwnEvaluation::new(make)), ..Hooks::default() },
        settings: serde_json::json!({ "guard": GUARD }),
        budget: Budget::Nodes(5_000),
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
