//! Small boards that Black, moving first, wins as a whole: 2x4 = 8, 2x5 = 10, 3x3 = 9, 3x5 = 15 and, as
//! a long test, 4x5 = 20, by area. 5x5 = 25 [vanderwerf2003] is **not** proved here yet.
//!
//! The search decides whether Black wins every point within a number of plies,
//! under simple ko, and deepens by two. The answer is of the position alone,
//! however it came about, so that a table needs no care for positions that come
//! back; Black never passes in a proof. From move to move of a proof the plies
//! that are left become fewer, so its positions never come back either, and it
//! holds however endless play counts. A search without a result proves nothing,
//! so the search may prune positions that look hopeless.
//!
//! A position is won when Black's stones are safe if every intrusion is answered and White has room to live nowhere
//! [mueller1997]. Rules and safety are written down here on masks, for speed, and every proof is walked through again by
//! the library's rules and its [`alternating_safety`].
//!
//! The search is limited by memory latency, so the moves of a position are
//! looked up together; and it learns from its results which moves to try first
//! and which positions to prune ([`judge`]).
//! `experiments/whole-boards/README.md` has the figures.

#[path = "../masks/mod.rs"]
mod masks;

mod board;
mod judge;
mod patterns;
mod prover;
mod safety;
mod table;
mod walk;

use board::Position;
use prover::Prover;
use walk::Walk;
use zenpuku_go::{Board, Setup, Size, Suicide};

fn tell(plies: u8, nodes: u64) {
    println!("{plies} plies: {nodes} nodes");
}

/// The plies and nodes of the proof and the positions of its walk.
fn proved(width: u32, height: u32, moves: &[&str], bits: u32) -> (u8, u64, usize) {
    let size = Size::new(width as usize, height as usize).unwrap();
    let mut board: Board<u64> = Setup::empty(size).board(Suicide::Forbidden).unwrap();
    for name in moves {
        board.play(size.parse_vertex(name).unwrap().unwrap()).unwrap();
    }
    let mut prover = Prover::new(width, height, bits);
    let plies = prover.prove(&Position::of(&board), 40, tell).unwrap();
    let nodes = prover.nodes;
    let mut walk = Walk::new(&mut prover, plies);
    assert!(walk.check(&board), "{board}");
    (plies, nodes, walk.positions())
}

#[test]
fn black_wins_all_of_small_boards() {
    for (width, height) in [(4, 2), (5, 2), (3, 3), (5, 3)] {
        let (plies, nodes, positions) = proved(width, height, &[], 16);
        println!("{width}x{height}: {plies} plies, {nodes} nodes, {positions} positions walked");
    }
}

#[test]
fn what_is_not_won_is_not_proved() {
    for (width, height) in [(2, 2), (3, 2), (4, 3)] {
        let mut prover = Prover::new(width, height, 16);
        let root = Position { stones: [0; 2], ko: 0, white: false };
        assert_eq!(prover.prove(&root, 19, |_, _| ()), None, "{width}x{height}");
    }
}

/// 24 plies after the first stone, 11,917,586 nodes, 3,397,433 positions walked: 53 seconds, walk included, on a busy core.
#[test]
#[ignore = "1 GB, a minute: cargo test --release -p zenpuku-go-endgame --test whole_board -- --ignored four_by_five --nocapture"]
fn four_by_five() {
    let (plies, nodes, positions) = proved(5, 4, &["C2"], 24);
    println!("{plies} plies, {nodes} nodes, {positions} positions walked");
}

/// Black's first move at the centre wins everything [vanderwerf2003].
#[test]
#[ignore = "4 GB, not seen to end, none within 32 plies in half an hour: cargo test --release -p zenpuku-go-endgame --test whole_board -- --ignored five_by_five --nocapture"]
fn five_by_five() {
    let mut prover = Prover::new(5, 5, 26);
    let root = Position { stones: [1 << 12, 0], ko: 0, white: true };
    assert!(prover.prove(&root, 40, tell).is_some());
}
