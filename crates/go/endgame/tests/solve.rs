//! The public interface: what it proves, by which method, and what it does not prove.

use zenpuku_go::{Board, Color, Move, PointSet, Rules, Scoring, Setup, Suicide, Wide};
use zenpuku_go_endgame::{
    Exclusion, LoopValue, Owned, SolveMethod, SolveOptions, Status, check_given, count, loop_value,
    partition, solve,
};

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
        assert_eq!(answer.status, Status::Proved(SolveMethod::Sum));
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
fn area_is_a_sum_or_searched() {
    let board = board(".X.O.\nXXO.O\n.XOOO");
    let rules = Rules { ko: zenpuku_go::KoRule::Simple, ..Rules::CHINESE };
    let solution = solve(&board, &rules, &options());
    assert_eq!(solution.first[0].score, LoopValue { low: -1, high: -1 });
    assert_eq!(solution.first[0].status, Status::Proved(SolveMethod::Sum));
    // No position can repeat here, so superko is irrelevant.
    let superko = &solve(&board, &Rules::CHINESE, &options()).first[0];
    assert_eq!((&superko.status, superko.score.low), (&Status::Proved(SolveMethod::Sum), -1));
    // Where own stones may be given up it is not a sum.
    let setup = Setup::from_diagram(".X.O.\nXXO.O\n.XOOO").unwrap();
    let giving: Board<u128> = setup.board(Suicide::MultiStone).unwrap();
    let rules = Rules { suicide: Suicide::MultiStone, ..rules };
    let searched = &solve(&giving, &rules, &options()).first[0];
    assert_eq!((&searched.status, searched.score.low), (&Status::Proved(SolveMethod::Search), -1));
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
fn superko_is_searched_with_the_past_or_not_claimed() {
    let small = &solve(&board("..\n.."), &Rules::CHINESE, &options()).first[0];
    assert_eq!((&small.status, small.score.exact()), (&Status::Proved(SolveMethod::Past), Some(1)));
    let ko = &solve(&board(".XXO\nXXO.\nOOOO\n.O.O"), &Rules::CHINESE, &options()).first[0];
    let Status::NotProved(why) = &ko.status else { panic!("{ko:?}") };
    assert!(why.contains("-2 under simple ko"), "{why}");
}

#[test]
fn given_points_are_taken_as_settled() {
    // White's wall has one eye only; the room in the lower right is taken as White's.
    let text = "X..OO...\nXXXXO...\n.X.XOOOO\nXXXXOOOO";
    let board = board(text);
    let point = |name| board.size().parse_vertex(name).unwrap().unwrap();
    let mut room = Wide::EMPTY;
    for name in ["F4", "G4", "H4", "F3", "G3", "H3"] {
        room |= Wide::single(point(name));
    }
    let given = Owned([Wide::EMPTY, room]);
    let options = SolveOptions { given, ..options() };
    let solution = solve(&board, &Rules::JAPANESE, &options);
    assert_eq!(solution.first.each_ref().map(|a| a.status.clone()), [Status::Given, Status::Given]);
    // A corridor of two points, two eyes, six points.
    assert_eq!(solution.first.each_ref().map(|a| a.score.exact()), [Some(-3), Some(-4)]);
    let open = Owned([Wide::EMPTY, room | Wide::single(point("C4"))]);
    let narrow = |owned: &Owned<Wide>| Owned(owned.0.map(u128::from_wide));
    assert_eq!(check_given(&board, &narrow(&given)), Ok(()));
    let error = check_given(&board, &narrow(&open)).unwrap_err().to_string();
    assert_eq!(error, "C4 is given to White, but B4 next to it is open");
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
    let tight = SolveOptions { nodes: 10, loop_positions: 10, ..options() };
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
fn a_ko_beside_a_corridor_is_worth_the_same_by_search_and_by_listing() {
    let mut board = board("X...OO.O\nXXXXXOOO\n.X.X.XOO\nXXXXXXO.\nXXOOOOOO\nXO.OOO.O");
    let solution = solve(&board, &Rules::JAPANESE, &options());
    for color in Color::BOTH {
        board.set_to_move(color);
        let listed = loop_value(&board, Exclusion::Exact, Scoring::Territory, 300_000).unwrap();
        let answer = &solution.first[color.index()];
        assert_eq!((&answer.status, answer.score), (&Status::Proved(SolveMethod::Search), listed));
    }
}

/// A group with one eye each and a liberty between them: who fills it is captured. Both have two eyes' points
/// elsewhere.
const SEKI: &str = ".X.O.\nXXOOO\nOOXXX\n.OX.X\nOOXXX\n.OX.X\nOOXXX";

#[test]
fn seki_is_solved_and_nobody_moves() {
    for rules in [Rules::JAPANESE, Rules { ko: zenpuku_go::KoRule::Simple, ..Rules::CHINESE }] {
        let solution = solve(&board(SEKI), &rules, &options());
        for answer in &solution.first {
            assert!(matches!(answer.status, Status::Proved(_)), "{answer:?}");
            assert_eq!(answer.line.first(), Some(&Move::Pass), "{answer:?}");
            let filled = answer.candidates.iter().find(|c| {
                matches!(c.mv, Move::Play(point)
                if point.index() == 2)
            });
            assert!(filled.is_some_and(|c| c.loss > 5), "{answer:?}");
        }
        let score = |color: Color| solution.first[color.index()].score;
        assert_eq!(score(Color::Black), score(Color::White));
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
