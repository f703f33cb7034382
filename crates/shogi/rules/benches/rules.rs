//! Speed of the rules: perft against the position core's own, do/undo, generators, SEE.
//!
//! `cargo bench -p zenpuku-shogi`; both perfts are built with the same flags,
//! so their ratio is meaningful on any machine.

#[path = "../../../../tools/benches/measure.rs"]
mod measure;

use measure::bench;
use std::hint::black_box;
use zenpuku_shogi::{
    ExchangeValues, HandPiece, MoveKind, MoveList, PieceType, Position, STARTPOS, perft,
};

const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
const POSITIONS: [(&str, &str, u8, u64); 2] =
    [("startpos", STARTPOS, 4, 719_731), ("matsuri", MATSURI, 3, 4_809_015)];

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).expect("the bench's positions are legal")
}

fn bench_perft() {
    for (name, sfen, depth, leaves) in POSITIONS {
        let ours = position(sfen);
        bench(&format!("perft, bulk, {name}"), Some(leaves), || {
            assert_eq!(perft(black_box(&ours), depth), leaves);
        });
        let mut core = rsshogi::board::position_from_sfen(sfen).expect("legal");
        bench(&format!("perft, core, {name}"), Some(leaves), || {
            assert_eq!(rsshogi::board::perft::compute_perft(&mut core, depth), leaves);
        });
    }
}

fn legal_moves(position: &Position) -> (MoveList, u64) {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let count = moves.len() as u64;
    (moves, count)
}

fn bench_do_undo() {
    for (name, sfen, ..) in POSITIONS {
        let mut position = position(sfen);
        let (moves, count) = legal_moves(&position);
        bench(&format!("do and undo, {name}"), Some(count), || {
            for &mv in &moves {
                position.do_move(mv);
                position.undo_move(mv);
            }
        });
    }
}

fn bench_generators() {
    let kinds = [MoveKind::LegalAll, MoveKind::Captures, MoveKind::Quiets, MoveKind::ChecksAll];
    for (name, sfen, ..) in POSITIONS {
        let position = position(sfen);
        for kind in kinds {
            let mut list = MoveList::new();
            bench(&format!("generate {kind:?}, {name}"), None, || {
                position.generate(kind, &mut list);
                black_box(list.len())
            });
        }
    }
}

fn bench_see() {
    let worth = |kind: PieceType| 100 * i32::from(kind.raw());
    let values = ExchangeValues::new(worth, |kind: HandPiece| worth(kind.to_piece_type()));
    for (name, sfen, ..) in POSITIONS {
        let position = position(sfen);
        let (moves, count) = legal_moves(&position);
        bench(&format!("see, {name}"), Some(count), || {
            moves.iter().map(|&mv| position.see(mv, &values)).sum::<i32>()
        });
        bench(&format!("see_ge, {name}"), Some(count), || {
            moves.iter().filter(|&&mv| position.see_ge(mv, 0, &values)).count()
        });
    }
}

fn main() {
    bench_perft();
    bench_do_undo();
    bench_generators();
    bench_see();
    let matsuri = position(MATSURI);
    bench("clone for a search", None, || matsuri.clone_for_search());
}
