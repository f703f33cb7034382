//! Small boards from empty as intervals under simple ko, by area.

use zenpuku_go::{Board, Size, Suicide};
use zenpuku_go_endgame::{Exclusion, LoopValue, loop_value};

fn empty(width: usize, height: usize) -> LoopValue {
    let board: Board<u64> =
        Board::empty(Size::new(width, height).unwrap(), Suicide::Forbidden).unwrap();
    loop_value(&board, Exclusion::Nothing, 5_000_000).unwrap()
}

#[test]
fn the_smallest_boards() {
    assert_eq!(empty(2, 2), LoopValue { low: -4, high: 4 });
    assert_eq!(empty(3, 2), LoopValue { low: -6, high: 6 });
    assert_eq!(empty(4, 2).exact(), Some(8));
    assert_eq!(empty(5, 2).exact(), Some(10));
    assert_eq!(empty(3, 3).exact(), Some(9));
}

#[test]
#[ignore = "a minute"]
fn three_by_four() {
    assert_eq!(empty(4, 3), LoopValue { low: 4, high: 12 });
}
