//! Superko: the search with the past against plain minimax, and where no position can come back.

use zenpuku_core::Limits;
use zenpuku_go::{Board, Color, Game, KoRule, Rules, Scoring, Setup, Size, Suicide};
use zenpuku_go_endgame::{
    LocalLimits, Owned, SearchOptions, count, is_without_repetition, search, superko_score,
};

const SUPERKO: [KoRule; 2] = [KoRule::PositionalSuperko, KoRule::SituationalSuperko];

/// Every line to its end, without exclusions or cuts; stones are alive if they
/// are on the board. `None` above this number of nodes.
fn minimax(game: &mut Game<u64>, nodes: &mut u32) -> Option<i32> {
    *nodes = nodes.checked_sub(1)?;
    if game.is_over() {
        return Some(count(game.board(), &Owned::NONE, Scoring::Area));
    }
    let black = game.board().to_move() == Color::Black;
    let mut best: Option<i32> = None;
    for mv in game.legal_moves().collect::<Vec<_>>() {
        let undo = game.play(mv).unwrap();
        let value = minimax(game, nodes);
        game.undo(undo);
        let value = value?;
        best =
            Some(best.map_or(value, |best| if black { best.max(value) } else { best.min(value) }));
    }
    best
}

fn random_board(seed: &mut u64, width: usize, height: usize) -> Option<Board<u64>> {
    let size = Size::new(width, height).unwrap();
    let mut setup = Setup::empty(size);
    for point in size.points() {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let stone = [None, Some(Color::Black), Some(Color::White)][(*seed >> 60) as usize % 3];
        setup.set(point, stone);
    }
    setup.to_move = Color::BOTH[(*seed >> 40) as usize % 2];
    setup.board(Suicide::Forbidden).ok()
}

fn found(board: &Board<u64>, ko: KoRule) -> i32 {
    let rules = Rules::CHINESE.with_ko(ko);
    superko_score(board, &rules, 3_000_000, &LocalLimits::default()).unwrap().score
}

#[test]
fn the_search_finds_what_minimax_finds() {
    let mut seed = 5;
    let (mut compared, mut still) = (0, 0);
    for round in 0..1_500 {
        let (width, height) = [(3, 1), (4, 1), (2, 2), (5, 1), (3, 2), (6, 1)][round % 6];
        let Some(board) = random_board(&mut seed, width, height) else { continue };
        for ko in SUPERKO {
            let mut game = Game::new(board, Rules::CHINESE.with_ko(ko));
            let Some(truth) = minimax(&mut game, &mut 6_000) else { continue };
            assert_eq!(found(&board, ko), truth, "{ko:?}, {} first\n{board}", board.to_move());
            compared += 1;
            if is_without_repetition(&board, 10_000) == Some(true) {
                let limits = Limits::with_nodes(50_000);
                let table_bytes = Some(1 << 16);
                let options =
                    SearchOptions { limits, table_bytes, ..SearchOptions::new(Scoring::Area) };
                let simple = search(&board, &options).unwrap();
                assert_eq!((simple.score, simple.ended), (truth, true), "{board}");
                still += 1;
            }
        }
    }
    assert!(compared > 200 && still > 50, "{compared} compared, {still} without repetition");
}

#[test]
fn empty_boards_have_their_known_scores() {
    let empty = |width, height| {
        Board::empty(Size::new(width, height).unwrap(), Suicide::Forbidden).unwrap()
    };
    for ko in SUPERKO {
        assert_eq!(found(&empty(2, 2), ko), 1, "{ko:?}");
    }
    assert_eq!(found(&empty(3, 1), KoRule::PositionalSuperko), 3);
    assert_eq!(found(&empty(4, 1), KoRule::PositionalSuperko), 4);
}

#[test]
#[ignore = "a minute in release: 46 million nodes"]
fn two_by_three_is_worth_nothing() {
    let board: Board<u64> = Board::empty(Size::new(3, 2).unwrap(), Suicide::Forbidden).unwrap();
    let rules = Rules::CHINESE.with_ko(KoRule::PositionalSuperko);
    let found = superko_score(&board, &rules, 100_000_000, &LocalLimits::default()).unwrap();
    assert_eq!(found.score, 0);
}

#[test]
fn a_ko_can_come_back_and_a_corridor_cannot() {
    let board = |text: &str| -> Board<u64> {
        Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
    };
    let corridor = board("X..OO.O\nXXXXOOO\n.X.XO.O");
    assert_eq!(is_without_repetition(&corridor, 10_000), Some(true));
    assert_eq!(is_without_repetition(&corridor, 2), None);
    let ko = board(".XXO\nXXO.\nOOOO\n.O.O");
    assert_eq!(is_without_repetition(&ko, 10_000), Some(false));
}
