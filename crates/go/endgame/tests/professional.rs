//! The end of a professional game: Ke Jie (Black) against AlphaGo, Wuzhen 2017, after move 284.

use std::time::Instant;

use zenpuku_go::sgf::SgfGame;
use zenpuku_go::{Board, Color, Rules, Suicide, Wide};
use zenpuku_go_endgame::appraise::{AppraiseOptions, appraise};
use zenpuku_go_endgame::{LoopValue, Owned, Solution, SolveOptions, Status, check_given, solve};

fn game() -> SgfGame {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/go/ke-jie-alphago-2017.sgf");
    SgfGame::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn solved(board: &Board<Wide>, given: Owned<Wide>) -> Solution<Wide> {
    solve(board, &Rules::JAPANESE, &SolveOptions { given, ..SolveOptions::default() })
}

fn scores(solution: &Solution<Wide>) -> [Option<i32>; 2] {
    assert_eq!(solution.first.each_ref().map(|a| a.status.clone()), [Status::Given, Status::Given]);
    solution.first.each_ref().map(|answer| answer.score.exact())
}

#[test]
fn what_is_left_are_dame_and_one_threat() {
    let game = game();
    let mut board: Board<Wide> = game.end().unwrap().board(Suicide::Forbidden).unwrap();
    let given = Owned(game.territory);
    assert_eq!(check_given(&board, &given), Ok(()));
    assert_eq!(Color::BOTH.map(|color| board.prisoners(color)), [11, 8]);
    // Six points before komi, with either side first: White wins by half a point.
    let solution = solved(&board, given);
    assert_eq!(scores(&solution), [Some(6), Some(6)]);
    // Black's M12 threatens nine points; White has to answer.
    let threat = board.size().parse_vertex("M12").unwrap().unwrap();
    board.set_to_move(Color::Black);
    board.play_unchecked(threat);
    assert_eq!(scores(&solved(&board, given)), [Some(15), Some(6)]);
}

#[test]
fn the_players_moves_lose_nothing() {
    let game = game();
    let given = Owned(game.territory);
    let mut board: Board<Wide> = game.end().unwrap().board(Suicide::Forbidden).unwrap();
    board.set_to_move(Color::Black);
    for name in ["M12", "N12", "M10", "J14", "H16"] {
        let solution = solved(&board, given);
        let point = board.size().parse_vertex(name).unwrap().unwrap();
        let candidates = &solution.first[board.to_move().index()].candidates;
        let played = candidates.iter().find(|c| c.mv == zenpuku_go::Move::Play(point)).unwrap();
        assert_eq!(played.loss, 0, "{name}");
        board.play_unchecked(point);
    }
    assert!(solved(&board, given).regions.is_empty());
}

/// The bounds of the score a number of moves before the end, with games cut short or not.
fn interval(before: usize, rules: &Rules, in_no_time: bool) -> LoopValue {
    let game = game();
    let setup = game.position(game.steps.len() - before).unwrap();
    let mut options = AppraiseOptions::default();
    // This tests the result without a proof.
    (options.proof.nodes, options.proof.loop_positions) = (1, 1);
    if in_no_time {
        options = options.until(Instant::now());
    }
    appraise(&setup, rules, &options).unwrap().first[setup.to_move.index()].range
}

#[test]
fn an_interval_never_lies_beyond_the_board() {
    // Black's lead by the record, without komi, by territory and by area.
    for (rules, recorded) in [(Rules::JAPANESE, 6), (Rules::CHINESE, 7)] {
        for before in [0, 10, 20, 40, 60] {
            let range = interval(before, &rules, true);
            let shown = format!("{before} {range:?} {}", rules.name().unwrap_or_default());
            assert!(-361 <= range.low && range.high <= 361, "{shown}");
            assert!((range.low..=range.high).contains(&recorded), "{shown}");
        }
        for before in [0, 20, 40] {
            let range = interval(before, &rules, false);
            assert!(range.high - range.low < 20, "{before} {range:?}");
            assert!((range.low..=range.high).contains(&recorded), "{before} {range:?}");
        }
    }
}
