//! The front door: what it proves, how, and what it does not.

use zenpuku_go::{Board, Color, Move, Rules, Setup, Suicide};
use zenpuku_go_endgame::{LoopValue, SolveOptions, Status, Way, count, partition, solve};

fn board(text: &str) -> Board<u128> {
    Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
}

fn options() -> SolveOptions {
    SolveOptions { nodes: 200_000, table_bytes: 4 << 20, ..SolveOptions::default() }
}

const CORRIDORS: &str = "X...OO.O\nXXXXXOOO\nX..OOO.O\nXXXXXOOO\n.X.X.XOO\nXXXXXXO.";

#[test]
fn a_sum_is_proved_and_its_line_ends_at_its_score() {
    let board = board(CORRIDORS);
    let solution = solve(&board, &Rules::JAPANESE, &options());
    for color in Color::BOTH {
        let answer = &solution.first[color.index()];
        assert_eq!(answer.status, Status::Proved(Way::Sum));
        let mut played = board;
        played.set_to_move(color);
        for &mv in &answer.line {
            played.play_move(mv).unwrap();
        }
        let owned = partition(&played).settled;
        let score = count(&played, &owned, Rules::JAPANESE.scoring);
        assert_eq!(answer.score, LoopValue { low: score, high: score }, "{color} first");
        assert_eq!(answer.candidates[0].mv, answer.line[0]);
        assert!(answer.candidates.iter().any(|c| c.mv == Move::Pass && c.loss > 0));
    }
    assert_eq!((solution.regions.len(), solution.unsolved.len()), (2, 0));
}

#[test]
fn area_is_searched() {
    let board = board(".X.O.\nXXO.O\n.XOOO");
    let rules = Rules { ko: zenpuku_go::KoRule::Simple, ..Rules::CHINESE };
    let solution = solve(&board, &rules, &options());
    assert_eq!(solution.first[0].score, LoopValue { low: -1, high: -1 });
    assert_eq!(solution.first[0].status, Status::Proved(Way::Search));
    let superko = solve(&board, &Rules::CHINESE, &options());
    assert!(matches!(superko.first[0].status, Status::NotProved(_)));
}

#[test]
fn loops_are_intervals() {
    let rules = Rules { ko: zenpuku_go::KoRule::Simple, ..Rules::CHINESE };
    let options = SolveOptions { nodes: 20_000, ..options() };
    let answer = &solve(&board("..\n.."), &rules, &options).first[0];
    assert_eq!(answer.status, Status::Loop);
    assert_eq!(answer.score, LoopValue { low: -4, high: 4 });
}

#[test]
fn what_is_not_proved_says_why() {
    let open = &solve(&board(&".......\n".repeat(7)), &Rules::JAPANESE, &options()).first[0];
    let Status::NotProved(why) = &open.status else { panic!("{open:?}") };
    assert!(why.contains("no unconditionally alive stone"), "{why}");
    assert_eq!((open.score, open.line.len()), (LoopValue { low: -49, high: 49 }, 0));
}

#[test]
fn a_ko_leaves_bounds_around_the_rest() {
    // A corridor of three points, and a ko in the lower left corner.
    let text = "X...OO.O\nXXXXXOOO\n.X.X.XOO\nXXXXXXO.\nXXOOOOOO\nXO.OOO.O";
    let board = board(text);
    let tight = SolveOptions { nodes: 10, ..options() };
    let solution = solve(&board, &Rules::JAPANESE, &tight);
    assert_eq!(solution.regions.len(), 1);
    let [unsolved] = solution.unsolved.as_slice() else { panic!("{:?}", solution.unsolved) };
    for answer in &solution.first {
        let Status::Bounds(why) = &answer.status else { panic!("{answer:?}") };
        assert!(why.contains("ko"), "{why}");
        let width = unsolved.range.high - unsolved.range.low;
        assert_eq!(answer.score.high - answer.score.low, width);
        assert!(width < 14, "{width}");
    }
}

#[test]
fn searched_answers_have_candidates_with_losses() {
    let board = board(".X.O.\nXXO.O\n.XOOO");
    let rules = Rules { ko: zenpuku_go::KoRule::Simple, ..Rules::CHINESE };
    let answer = &solve(&board, &rules, &options()).first[0];
    assert_eq!(answer.candidates[0].loss, 0);
    assert_eq!(answer.candidates[0].score, answer.score.low);
    assert!(answer.candidates.iter().all(|c| c.loss >= 0));
    assert!(answer.candidates.iter().any(|c| c.mv == Move::Pass));
}
