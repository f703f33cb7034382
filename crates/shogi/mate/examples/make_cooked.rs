//! Makes problems with a known second solution from sound ones.
//!
//! `cargo run --release -p zenpuku-shogi-mate --example make_cooked -- FILE COUNT`
//!
//! FILE has a JSON object with `id`, `sfen` and `mate` (plies) on every line. Of each problem a
//! piece is taken off the board or given to the attacker, one after the other, until a check other
//! than the solution's mates too. Prints at most COUNT such problems, one of each source, with the
//! solution and the second one.

mod common;

use std::process::ExitCode;
use zenpuku_core::Limits;
use zenpuku_shogi::{Color, HandPiece, Move, PieceType, Position, Setup, SetupRules, Square};
use zenpuku_shogi_mate::{Composition, Count, MateSolver, Second, SecondKind, Verdict};

/// Nodes of each question.
const NODES: u64 = 2_000;
/// Longest mate, in plies, of solution and second solution.
const LONGEST: u16 = 7;

/// Setups with one piece of the board, or one more, in a hand.
fn changes(setup: &Setup) -> Vec<(String, Setup)> {
    let give = |setup: &mut Setup, color: Color, kind: HandPiece, more: i8| {
        let count = setup.hand_count(color, kind).saturating_add_signed(more);
        setup.set_hand(color, kind, count);
    };
    let mut all = Vec::new();
    for square in Square::iter() {
        let piece = setup.piece_on(square);
        let kind = HandPiece::from_piece_type(piece.piece_type().demote());
        if let Some(kind) = kind.filter(|_| piece.piece_type() != PieceType::KING) {
            let mut less = setup.clone();
            less.clear(square);
            give(&mut less, Color::WHITE, kind, 1);
            all.push((format!("taken off {square}"), less));
        }
    }
    for kind in HandPiece::iter().filter(|&kind| setup.hand_count(Color::WHITE, kind) > 0) {
        let mut more = setup.clone();
        give(&mut more, Color::WHITE, kind, -1);
        give(&mut more, Color::BLACK, kind, 1);
        all.push((format!("{} added in hand", kind.to_piece_type()), more));
    }
    all
}

/// The solution and a fault of it that is not too long.
fn fault(solver: &mut MateSolver, position: &Position) -> Option<(Vec<Move>, Second)> {
    let limits = Limits::with_nodes(NODES);
    let report = solver.solve(position, &limits).ok()?;
    let known = report.verdict == Verdict::Mate && report.shortest && report.verified;
    if !known || !(3..=LONGEST).contains(&report.plies?) {
        return None;
    }
    let found = Composition::check(solver, position, &report.line, Count::Strict, &limits).ok()?;
    let fault = found.seconds.into_iter().find(|second| {
        let length = matches!(second.kind, SecondKind::Same | SecondKind::Late);
        length && second.plies <= LONGEST
    })?;
    Some((report.line, fault))
}

fn run(arguments: &[String]) -> Result<(), String> {
    let usage = "usage: make_cooked FILE COUNT";
    let [file, count] = arguments else { return Err(usage.into()) };
    let count: usize = count.parse().map_err(|_| usage)?;
    let mut solver = MateSolver::new(16);
    let mut made = 0;
    for row in common::rows(file)? {
        let plies = row.number(&["plies", "mate"]).unwrap_or(0);
        if made == count || !(3..=u64::from(LONGEST)).contains(&plies) {
            continue;
        }
        let (id, sfen) = (row.text("id")?, row.text("sfen")?);
        let setup = Setup::from_sfen(sfen).map_err(|error| format!("{}{error}", row.place))?;
        let mut changes = changes(&setup);
        // Not always the same piece.
        let first = made * 5 % changes.len().max(1);
        changes.rotate_left(first);
        for (change, setup) in changes {
            let Ok(position) = setup.position(SetupRules::Mate) else { continue };
            let Some((line, second)) = fault(&mut solver, &position) else { continue };
            made += 1;
            let pv: Vec<String> = line.iter().map(ToString::to_string).collect();
            let row = serde_json::json!({
                "id": format!("{id} {change}"),
                "sfen": position.to_sfen(), "mate": line.len(), "pv": pv.join(" "),
                "second": {
                    "ply": second.ply, "move": second.mv.to_string(), "plies": second.plies,
                    "kind": second.kind.name(),
                },
            });
            println!("{row}");
            break;
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    common::main("make_cooked", run)
}
