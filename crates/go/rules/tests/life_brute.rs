//! Life that is claimed against free play on tiny boards.

use std::collections::HashSet;

use proptest::prelude::*;
use zenpuku_go::{
    Board, Color, Point, PointSet, Setup, Size, Suicide, alternating_safety, unconditional_life,
};

/// Whether the attacker, the side to move at every turn, can capture a claimed stone when the owner always
/// passes. Ko never binds the attacker then.
fn capturable_by_free_play(board: Board<u64>, claimed: u64, owner: Color) -> bool {
    let mut seen = HashSet::new();
    let mut todo = vec![board];
    while let Some(mut board) = todo.pop() {
        if !claimed.is_subset(board.stones(owner)) {
            return true;
        }
        board.set_to_move(owner.opponent());
        if seen.insert([Color::Black, Color::White].map(|c| board.stones(c))) {
            for point in board.legal_points().iter() {
                let mut next = board;
                next.play_unchecked(point);
                todo.push(next);
            }
        }
    }
    false
}

/// The attacker wins by capturing a claimed stone; the defender may pass, and so may the attacker. Solved as
/// a reachability game over all positions, so repetition is safe for the defender. The attacker is never
/// bound by ko (it has all threats); the defender always is.
fn capturable_alternating(start: Board<u64>, claimed: u64, owner: Color) -> bool {
    let mut nodes: Vec<Board<u64>> = Vec::new();
    let mut index = std::collections::HashMap::new();
    let mut edges: Vec<Vec<usize>> = Vec::new();
    let mut first = start;
    first.set_to_move(owner.opponent());
    let mut todo = vec![first];
    let key =
        |b: &Board<u64>| (b.stones(Color::Black), b.stones(Color::White), b.to_move(), b.ko());
    index.insert(key(&first), 0);
    nodes.push(first);
    edges.push(Vec::new());
    while let Some(board) = todo.pop() {
        let from = index[&key(&board)];
        if !claimed.is_subset(board.stones(owner)) {
            continue;
        }
        let mut nexts = Vec::new();
        let mut passed = board;
        passed.pass();
        nexts.push(passed);
        for point in board.legal_points().iter() {
            let mut next = board;
            next.play_unchecked(point);
            if next.to_move() == owner.opponent() {
                // Lift the ko for the attacker.
                let setup = Setup { ko: None, ..next.setup() };
                next = setup.board(board.suicide()).unwrap();
            }
            nexts.push(next);
        }
        for next in nexts {
            let number = *index.entry(key(&next)).or_insert_with(|| {
                nodes.push(next);
                edges.push(Vec::new());
                todo.push(next);
                nodes.len() - 1
            });
            edges[from].push(number);
        }
    }
    let mut lost: Vec<bool> = nodes.iter().map(|b| !claimed.is_subset(b.stones(owner))).collect();
    loop {
        let mut changed = false;
        for i in 0..nodes.len() {
            let now = if nodes[i].to_move() == owner {
                !edges[i].is_empty() && edges[i].iter().all(|&next| lost[next])
            } else {
                edges[i].iter().any(|&next| lost[next])
            };
            if now && !lost[i] {
                lost[i] = true;
                changed = true;
            }
        }
        if !changed {
            return lost[0];
        }
    }
}

fn board_of(width: usize, height: usize, contents: &[u8], suicide: Suicide) -> Option<Board<u64>> {
    let size = Size::new(width, height).unwrap();
    let mut setup = Setup::empty(size);
    for (point, content) in size.points().zip(contents) {
        let color = match content % 8 {
            0..=3 => Some(Color::Black),
            4 | 5 => None,
            _ => Some(Color::White),
        };
        setup.set(point, color);
    }
    setup.board(suicide).ok()
}

fn suicides() -> impl Strategy<Value = Suicide> {
    prop_oneof![Just(Suicide::Forbidden), Just(Suicide::MultiStone)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn unconditionally_alive_stones_are_never_captured(
        (w, h) in prop_oneof![Just((3usize, 3usize)), Just((4, 3)), Just((5, 2)), Just((4, 4)), Just((7, 1))],
        contents in prop::collection::vec(any::<u8>(), 16), suicide in suicides(),
    ) {
        if let Some(board) = board_of(w, h, &contents, suicide) {
            for color in Color::BOTH {
                let life = unconditional_life(&board, color);
                if !life.stones.is_empty() {
                    prop_assert!(!capturable_by_free_play(board, life.stones, color), "{board}\n{suicide:?}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    #[test]
    fn stones_safe_under_alternating_play_are_never_captured(
        (w, h) in prop_oneof![Just((3usize, 3usize)), Just((4, 3)), Just((5, 2)), Just((6, 2))],
        contents in prop::collection::vec(any::<u8>(), 12), suicide in suicides(),
    ) {
        if let Some(board) = board_of(w, h, &contents, suicide) {
            for color in Color::BOTH {
                let safety = alternating_safety(&board, color);
                let sure = unconditional_life(&board, color).stones;
                prop_assert!(sure.is_subset(safety.stones));
                if safety.stones != sure {
                    prop_assert!(!capturable_alternating(board, safety.stones, color), "{board}\n{suicide:?}");
                }
            }
        }
    }
}

/// Every position of a size, not a sample.
fn every_board(width: usize, height: usize, suicide: Suicide, mut check: impl FnMut(Board<u64>)) {
    let size = Size::new(width, height).unwrap();
    for mut number in 0..3u32.pow(size.area() as u32) {
        let mut setup = Setup::empty(size);
        for point in size.points() {
            setup.set(point, [None, Some(Color::Black), Some(Color::White)][(number % 3) as usize]);
            number /= 3;
        }
        if let Ok(board) = setup.board(suicide) {
            check(board);
        }
    }
}

#[test]
fn every_claim_on_small_boards_holds() {
    let mut found = [0; 3];
    for suicide in [Suicide::Forbidden, Suicide::MultiStone] {
        for (width, height) in [(7, 1), (4, 2), (5, 2), (3, 3)] {
            every_board(width, height, suicide, |board| {
                let life = unconditional_life(&board, Color::Black).stones;
                let safe = alternating_safety(&board, Color::Black).stones;
                found[0] += usize::from(!life.is_empty());
                assert!(life.is_empty() || !capturable_by_free_play(board, life, Color::Black));
                if safe != life {
                    found[1] += 1;
                    assert!(
                        !capturable_alternating(board, safe, Color::Black),
                        "{board}\n{suicide:?}"
                    );
                }
            });
        }
    }
    found[2] = unconditional_count_3x3();
    assert!(found.iter().all(|&count| count > 20), "{found:?}");
}

/// A position where free play never captures a chain is one Benson must find: completeness, 3x3.
fn unconditional_count_3x3() -> usize {
    let mut count = 0;
    every_board(3, 3, Suicide::Forbidden, |board| {
        let life = unconditional_life(&board, Color::Black).stones;
        for chain in board.chains(Color::Black) {
            if !capturable_by_free_play(board, chain, Color::Black) {
                assert!(chain.is_subset(life), "missed\n{board}");
                count += 1;
            }
        }
    });
    count
}

#[test]
fn brute_force_knows_a_capturable_chain() {
    let board: Board<u64> =
        Setup::from_diagram("XX.\nOOO\n...").unwrap().board(Suicide::Forbidden).unwrap();
    let stone = board.chain_at(Point::new(0));
    assert!(capturable_by_free_play(board, stone, Color::Black));
    assert!(capturable_alternating(board, stone, Color::Black));
}
