//! Random games on random sizes: the board against a plain flood-fill implementation.

use crate::common::Plain;
use proptest::prelude::*;
use zenpuku_go::{
    Board, Color, Game, KoRule, Move, Point, PointSet, Rules, Setup, Size, Suicide, Wide,
    area_score,
};

fn stones<S: PointSet>(board: &Board<S>) -> Vec<u8> {
    board.size().points().map(|p| board.color_at(p).map_or(0, |c| c.index() as u8 + 1)).collect()
}

fn assert_same<S: PointSet>(board: &Board<S>, plain: &Plain, suicide: bool) {
    assert_eq!(stones(board), plain.stones);
    assert_eq!(board.hash(), board.recomputed_hash());
    assert_eq!(board.to_move().index() as u8 + 1, plain.to_move);
    for color in Color::BOTH {
        assert_eq!(board.prisoners(color) as usize, plain.captured_by[color.index() + 1]);
    }
    assert_eq!(area_score(board, S::EMPTY).margin(), plain.area());
    let legal = board.legal_points();
    for point in board.size().points() {
        let plays = plain.play_simple_ko(point.index(), suicide);
        assert_eq!(legal.contains(point), plays.is_some(), "{board}\n{point:?}");
        assert_eq!(board.check(point).is_ok(), plays.is_some(), "{board}\n{point:?}");
        let chain = board.chain_at(point);
        if board.color_at(point).is_some() {
            let (points, _) = plain.flood(point.index());
            assert!(
                chain.iter().map(Point::index).collect::<std::collections::HashSet<_>>() == points
            );
            assert_eq!(board.liberties(chain).count() as usize, plain.liberties(point.index()));
        } else {
            assert!(chain.is_empty());
        }
    }
}

/// Plays a random game and takes it all back.
fn play_and_undo<S: PointSet>(size: Size, suicide: Suicide, choices: &[u16]) {
    let allowed = suicide == Suicide::MultiStone;
    let mut board = Board::<S>::empty(size, suicide).unwrap();
    let mut plain = Plain::new(size.width(), size.height());
    let mut past = Vec::new();
    for &choice in choices {
        assert_same(&board, &plain, allowed);
        let moves: Vec<Move> = board.legal_moves().collect();
        // Passes are rare, or the boards stay empty.
        let count =
            if choice % 16 == 0 || moves.len() == 1 { moves.len() } else { moves.len() - 1 };
        let mv = moves[choice as usize % count];
        let before = board;
        let undo = board.play_move(mv).unwrap();
        let mut again = board;
        again.undo(undo);
        assert_eq!(again, before);
        past.push((undo, before));
        plain = match mv {
            Move::Play(point) => plain.play_simple_ko(point.index(), allowed).unwrap(),
            Move::Pass => plain.pass(),
        };
        assert_eq!(board.setup().board::<S>(suicide).unwrap().setup(), board.setup());
    }
    while let Some((undo, before)) = past.pop() {
        board.undo(undo);
        assert_eq!(board, before);
    }
}

/// Plays a random game with superko in both implementations.
fn play_superko(size: Size, ko: KoRule, suicide: Suicide, choices: &[u16]) {
    let rules = Rules { ko, suicide, ..Rules::CHINESE };
    let mut game = Game::new(Board::<u64>::empty(size, suicide).unwrap(), rules);
    let mut plain = Plain::new(size.width(), size.height());
    let mut past = vec![(plain.stones.clone(), plain.to_move)];
    for &choice in choices {
        let fresh = |after: &Plain| {
            !past.iter().any(|(stones, to_move)| {
                *stones == after.stones
                    && (ko == KoRule::PositionalSuperko || *to_move == after.to_move)
            })
        };
        let suicide = suicide == Suicide::MultiStone;
        let expected: Vec<usize> = (0..size.area())
            .filter(|&p| plain.place(p, suicide).is_some_and(|after| fresh(&after)))
            .collect();
        let moves: Vec<Move> = game.legal_moves().collect();
        let found: Vec<usize> = moves.iter().filter_map(|m| m.point()).map(Point::index).collect();
        assert_eq!(found, expected);
        let mv = moves[choice as usize % moves.len()];
        plain = match mv {
            Move::Play(point) => plain.place(point.index(), suicide).unwrap(),
            Move::Pass => plain.pass(),
        };
        let _ = game.play(mv).unwrap();
        past.push((plain.stones.clone(), plain.to_move));
    }
}

fn any_suicide() -> impl Strategy<Value = Suicide> {
    prop_oneof![Just(Suicide::Forbidden), Just(Suicide::MultiStone)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn tiny_boards(w in 1usize..5, h in 1usize..5, s in any_suicide(),
                   choices in prop::collection::vec(any::<u16>(), 1..80)) {
        play_and_undo::<u64>(Size::new(w, h).unwrap(), s, &choices);
    }

    #[test]
    fn middle_boards(w in 1usize..12, h in 1usize..12, s in any_suicide(),
                     choices in prop::collection::vec(any::<u16>(), 1..120)) {
        play_and_undo::<u128>(Size::new(w, h).unwrap(), s, &choices);
    }

    #[test]
    fn superko_on_tiny_boards(w in 1usize..4, h in 1usize..4, s in any_suicide(), positional: bool,
                              choices in prop::collection::vec(any::<u16>(), 1..60)) {
        let ko = if positional { KoRule::PositionalSuperko } else { KoRule::SituationalSuperko };
        play_superko(Size::new(w, h).unwrap(), ko, s, &choices);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn wide_boards(w in 1usize..20, h in 1usize..20, s in any_suicide(),
                   choices in prop::collection::vec(any::<u16>(), 100..160)) {
        play_and_undo::<Wide>(Size::new(w, h).unwrap(), s, &choices);
    }
}

#[test]
fn legal_positions_are_as_many_as_tromp_counted() {
    // [tromp-legal], square and rectangular boards.
    let counts = [
        (1, 1, 1),
        (1, 2, 5),
        (1, 3, 15),
        (1, 4, 41),
        (1, 5, 113),
        (1, 6, 313),
        (1, 7, 867),
        (2, 2, 57),
        (2, 3, 489),
        (2, 4, 4125),
        (2, 5, 35117),
        (3, 3, 12675),
    ];
    for (width, height, expected) in counts {
        let size = Size::new(width, height).unwrap();
        let mut legal = 0;
        for mut number in 0..3u32.pow(size.area() as u32) {
            let mut setup = Setup::empty(size);
            for point in size.points() {
                let color = [None, Some(Color::Black), Some(Color::White)][(number % 3) as usize];
                setup.set(point, color);
                number /= 3;
            }
            legal += u32::from(setup.board::<u64>(Suicide::Forbidden).is_ok());
        }
        assert_eq!(legal, expected, "{width}x{height}");
    }
}
