//! Perft numbers against published counts, and the ways of counting against each other.
//!
//! Invariant: Perft counts are the published ones.

use crate::common::testdata;
use zenpuku_shogi::{Position, STARTPOS, divide, perft, perft_parallel, perft_plain};

/// Deeper counts are left to `deep_counts`, which is run by hand.
const MOST_LEAVES: u64 = 20_000_000;

#[test]
fn counts_equal_the_published_ones() {
    let table: serde_json::Value =
        serde_json::from_str(&testdata("perft/perft_expectations.json")).unwrap();
    for (name, entry) in table.as_object().unwrap() {
        let position = Position::from_sfen(entry["sfen"].as_str().unwrap()).unwrap();
        for (depth, leaves) in entry["depths"].as_object().unwrap() {
            let (depth, leaves) = (depth.parse().unwrap(), leaves.as_u64().unwrap());
            if leaves <= MOST_LEAVES {
                assert_eq!(perft(&position, depth), leaves, "{name} depth {depth}");
            }
        }
    }
}

#[test]
fn all_ways_of_counting_agree() {
    let matsuri = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    for sfen in [STARTPOS, matsuri, "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"] {
        let position = Position::from_sfen(sfen).unwrap();
        for depth in 0..=2 {
            let leaves = perft(&position, depth);
            assert_eq!(perft_plain(&position, depth), leaves, "{sfen} depth {depth}");
            assert_eq!(perft_parallel(&position, depth, 3), leaves, "{sfen} depth {depth}");
            let parts: u64 = divide(&position, depth).iter().map(|&(_, leaves)| leaves).sum();
            assert_eq!(parts, if depth == 0 { 0 } else { leaves });
        }
    }
}

#[test]
fn counting_does_not_touch_the_position() {
    let mut position = Position::startpos();
    for usi in ["2g2f", "8c8d", "2h2g", "8b8c", "2g2h", "8c8b"] {
        position.try_do_move(position.read_usi(usi).unwrap()).unwrap();
    }
    let before = (position.to_sfen(), position.key());
    assert_eq!(perft(&position, 2), perft(&position.without_history(), 2));
    assert_eq!((position.to_sfen(), position.key()), before);
}

/// `cargo test --release -p zenpuku-shogi --test perft -- --ignored`
#[test]
#[ignore = "half a billion leaves: seconds with --release"]
fn deep_start_position() {
    assert_eq!(perft(&Position::startpos(), 6), 547_581_517);
}

#[test]
#[ignore = "half a billion leaves: seconds with --release"]
fn deep_matsuri_position() {
    let matsuri = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    assert_eq!(perft(&Position::from_sfen(matsuri).unwrap(), 4), 516_925_165);
}
