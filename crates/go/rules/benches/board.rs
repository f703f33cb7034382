//! Play, undo, legal moves and unconditional life on middle-game boards.

#[path = "../../../../tools/benches/measure.rs"]
mod measure;

use std::hint::black_box;

use measure::bench;
use zenpuku_go::{Board, Color, Point, PointSet, Size, Suicide, Wide, unconditional_life};

/// A board after random moves by a fixed generator; every eye-like point is left alone.
fn random_board<S: PointSet>(side: usize, moves: usize) -> Board<S> {
    let size = Size::square(side).expect("side is at most 19");
    let mut board = Board::empty(size, Suicide::Forbidden).expect("the set fits");
    let mut seed = 7u64;
    for _ in 0..moves {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let own = board.stones(board.to_move());
        let eye = |p: Point| board.geometry().neighbours(S::single(p)).is_subset(own);
        let points: Vec<Point> = board.legal_points().iter().filter(|&p| !eye(p)).collect();
        if points.is_empty() {
            board.pass();
        } else {
            board.play_unchecked(points[(seed >> 33) as usize % points.len()]);
        }
    }
    board
}

fn bench_size<S: PointSet>(name: &str, side: usize) {
    let area = side * side;
    let mut middle = random_board::<S>(side, area * 6 / 10);
    let late = random_board::<S>(side, area * 3);
    let points: Vec<Point> = middle.legal_points().iter().collect();
    bench(&format!("{name}: play and undo {} moves", points.len()), None, || {
        for &point in &points {
            let undo = middle.play_unchecked(black_box(point));
            middle.undo(undo);
        }
    });
    bench(&format!("{name}: legal points"), None, || black_box(&middle).legal_points());
    bench(&format!("{name}: unconditional life, late"), None, || {
        unconditional_life(black_box(&late), Color::Black)
    });
}

fn main() {
    bench_size::<u128>("9x9 u128", 9);
    bench_size::<Wide>("9x9 wide", 9);
    bench_size::<Wide>("19x19 wide", 19);
}
