//! Speed of the rules: perft against the position core's own, do/undo, generators, SEE.
//!
//! `cargo bench -p zenpuku-shogi`; both perfts are built with the same flags,
//! so their ratio is meaningful on any machine.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
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

fn bench_perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for (name, sfen, depth, leaves) in POSITIONS {
        group.throughput(Throughput::Elements(leaves));
        let ours = position(sfen);
        group.bench_function(BenchmarkId::new("bulk", name), |b| {
            b.iter(|| assert_eq!(perft(black_box(&ours), depth), leaves));
        });
        let mut core = rsshogi::board::position_from_sfen(sfen).expect("legal");
        group.bench_function(BenchmarkId::new("core", name), |b| {
            b.iter(|| assert_eq!(rsshogi::board::perft::compute_perft(&mut core, depth), leaves));
        });
    }
    group.finish();
}

fn bench_do_undo(c: &mut Criterion) {
    let mut group = c.benchmark_group("do_undo");
    for (name, sfen, ..) in POSITIONS {
        let mut position = position(sfen);
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                for &mv in &moves {
                    position.do_move(mv);
                    position.undo_move(mv);
                }
            });
        });
    }
    group.finish();
}

fn bench_generators(c: &mut Criterion) {
    let mut group = c.benchmark_group("generate");
    let kinds = [MoveKind::LegalAll, MoveKind::Captures, MoveKind::Quiets, MoveKind::ChecksAll];
    for (name, sfen, ..) in POSITIONS {
        let position = position(sfen);
        for kind in kinds {
            group.bench_function(BenchmarkId::new(format!("{kind:?}"), name), |b| {
                let mut list = MoveList::new();
                b.iter(|| {
                    position.generate(kind, &mut list);
                    black_box(list.len())
                });
            });
        }
    }
    group.finish();
}

fn bench_see(c: &mut Criterion) {
    let worth = |kind: PieceType| 100 * i32::from(kind.raw());
    let values = ExchangeValues::new(worth, |kind: HandPiece| worth(kind.to_piece_type()));
    let mut group = c.benchmark_group("see");
    for (name, sfen, ..) in POSITIONS {
        let position = position(sfen);
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(BenchmarkId::new("see", name), |b| {
            b.iter(|| moves.iter().map(|&mv| position.see(mv, &values)).sum::<i32>());
        });
        group.bench_function(BenchmarkId::new("see_ge", name), |b| {
            b.iter(|| moves.iter().filter(|&&mv| position.see_ge(mv, 0, &values)).count());
        });
    }
    group.finish();
}

fn bench_clone(c: &mut Criterion) {
    let position = position(MATSURI);
    c.bench_function("clone_for_search", |b| {
        b.iter_batched(|| (), |()| position.clone_for_search(), BatchSize::SmallInput);
    });
}

criterion_group!(benches, bench_perft, bench_do_undo, bench_generators, bench_see, bench_clone);
criterion_main!(benches);
