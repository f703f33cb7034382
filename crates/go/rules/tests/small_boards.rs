//! The smallest boards solved by plain search under superko, by area.

use zenpuku_go::{Board, Game, KoRule, Move, Rules, Size, Suicide, area_score};

/// Black's best margin by exhaustive search; two passes end the game.
fn solve(game: &mut Game<u64>, mut low: i32, mut high: i32) -> i32 {
    if game.is_over() {
        return area_score(game.board(), 0).margin();
    }
    let black = game.board().to_move() == zenpuku_go::Color::Black;
    // The pass first: it often cuts immediately.
    let mut moves: Vec<Move> = game.legal_moves().collect();
    moves.reverse();
    let mut best = if black { i32::MIN } else { i32::MAX };
    for mv in moves {
        let undo = game.play(mv).unwrap();
        let value = solve(game, low, high);
        game.undo(undo);
        if black {
            best = best.max(value);
            low = low.max(best);
        } else {
            best = best.min(value);
            high = high.min(best);
        }
        if low >= high {
            break;
        }
    }
    best
}

/// The value from the empty board, Black first.
fn value(width: usize, height: usize, ko: KoRule, window: std::ops::RangeInclusive<i32>) -> i32 {
    let size = Size::new(width, height).unwrap();
    let board = Board::empty(size, Suicide::Forbidden).unwrap();
    let mut game = Game::new(board, Rules::CHINESE.with_ko(ko));
    solve(&mut game, *window.start(), *window.end())
}

#[test]
fn two_by_two_is_worth_one_point() {
    // A window around the value proves it as well as the full one, and faster.
    assert_eq!(value(2, 2, KoRule::PositionalSuperko, 0..=2), 1);
    assert_eq!(value(2, 2, KoRule::SituationalSuperko, 0..=2), 1);
}

#[test]
fn lines_have_their_known_values() {
    let values: Vec<i32> =
        (1..=4).map(|n| value(n, 1, KoRule::PositionalSuperko, -9..=9)).collect();
    assert_eq!(values, [0, 0, 3, 4]);
    assert_eq!(value(1, 3, KoRule::PositionalSuperko, -9..=9), 3);
}
