//! Where the rules as printed in [kakeme] are wrong, and that the exact mode is right there.

use zenpuku_core::Limits;
use zenpuku_gametree::Method;
use zenpuku_go::{Board, Color, PointSet, Scoring, Setup, Suicide};
use zenpuku_go_endgame::{
    DefenderRegions, Exclusion, EyeReading, Found, SearchOptions, false_eye_judgement, judged_dame,
    loop_value, paper_methods, partition, search, solve_territory, sound_dame,
};

const READINGS: [EyeReading; 2] = [EyeReading::Corner, EyeReading::Edge];

fn board(text: &str, to_move: Color) -> Board<u128> {
    let setup = Setup::from_diagram(text).unwrap().with_to_move(to_move);
    setup.board(Suicide::Forbidden).unwrap()
}

fn solve(board: &Board<u128>, exclusion: Exclusion, scoring: Scoring) -> Found {
    let options = SearchOptions::new(scoring).with_exclusion(exclusion);
    let limits = Limits::with_nodes(2_000_000);
    search(board, &SearchOptions { table_bytes: Some(8 << 20), depth: 60, limits, ..options })
        .unwrap()
}

const KO_EYE: &str = ".XXO\nXXO.\nOOOO\n.O.O";

#[test]
fn a_ko_eye_is_overlooked() {
    let board = board(KO_EYE, Color::Black);
    for reading in READINGS {
        let judgement = false_eye_judgement(&board, reading);
        assert_eq!(judgement.owned.0[0], 0);
        let found = solve(&board, Exclusion::FalseEyes(reading), Scoring::Area);
        assert_eq!(found.score, -16, "{reading:?}");
    }
    let truth = loop_value(&board, Exclusion::Exact, Scoring::Area, 1_000_000).unwrap();
    assert_eq!(truth.exact(), Some(-2));
    let exact = solve(&board, Exclusion::Exact, Scoring::Area);
    assert_eq!((exact.score, exact.ended), (-2, true));
}

/// The same with a point to spare for White, who waits there until the ko may be retaken.
#[test]
fn a_settled_point_is_a_move_to_wait_with_in_a_ko() {
    for (rows, score) in [(".O.O", -2), (".OO.", -2), (".O..", -16), ("..O.", -16)] {
        let text = KO_EYE.replace(".O.O", rows);
        let board = board(&text, Color::Black);
        let truth = loop_value(&board, Exclusion::Exact, Scoring::Area, 1_000_000).unwrap();
        assert_eq!(truth.exact(), Some(score), "{board}");
    }
}

const DRAGON: &str = ".OO.OO.\nOXXXXXO\nOX.X.XO\nOXXXXXO\n.OOOOO.";

#[test]
fn a_ring_around_a_living_dragon_lives_too() {
    let board = board(DRAGON, Color::White);
    for reading in READINGS {
        let found = solve(&board, Exclusion::FalseEyes(reading), Scoring::Area);
        assert_eq!(found.score, 35, "{reading:?}");
    }
    let exact = solve(&board, Exclusion::Exact, Scoring::Area);
    assert_eq!((exact.score, exact.ended), (-5, true));
}

const DAME: &str = ".X.O.\nXXO.O\n.XOOO";

#[test]
fn dame_count_by_area() {
    let board = board(DAME, Color::Black);
    for reading in READINGS {
        let found = solve(&board, Exclusion::FalseEyes(reading), Scoring::Area);
        assert_eq!(found.score, -2, "{reading:?}");
    }
    assert_eq!(solve(&board, Exclusion::SimpleDame(EyeReading::Corner), Scoring::Area).score, -2);
    let exact = solve(&board, Exclusion::Exact, Scoring::Area);
    assert_eq!((exact.score, exact.ended), (-1, true));
    assert_eq!(
        loop_value(&board, Exclusion::Exact, Scoring::Area, 100_000).unwrap().exact(),
        Some(-1)
    );
}

/// D3 is dame between living stones of both colours, and there is a ko at C1.
const DAME_AND_KO: &str = ".XX.O.\nXXXOOO\n.XO.O.";

#[test]
fn a_dame_is_a_move_to_wait_with_in_a_ko() {
    let board = board(DAME_AND_KO, Color::Black);
    let dame = board.size().parse_vertex("D3").unwrap().unwrap();
    assert!(sound_dame(&board, partition(&board).safe).contains(dame));
    let exact = solve(&board, Exclusion::Exact, Scoring::Territory);
    assert_eq!((exact.score, exact.ended), (1, true), "2 without the dame");
    let reference = solve(&board, Exclusion::OwnEyes, Scoring::Territory);
    assert_eq!((reference.score, reference.ended), (1, true));
}

/// C2 is dame by the printed rule; White captures the stone next to it if Black does not connect.
const PROTECTED_DAME: &str = ".XXOO.\nXX.XOO\n.XXOO.";

#[test]
fn a_judged_dame_is_worth_a_move_by_territory() {
    let board = board(PROTECTED_DAME, Color::Black);
    let point = board.size().parse_vertex("C2").unwrap().unwrap();
    for reading in READINGS {
        let judgement = false_eye_judgement(&board, reading);
        assert!(judged_dame(&board, &judgement, reading).contains(point));
        let found = solve(&board, Exclusion::FalseEyes(reading), Scoring::Territory);
        assert_eq!(found.score, 1, "{reading:?}: a point that Black has to fill");
    }
    let exact = solve(&board, Exclusion::Exact, Scoring::Territory);
    assert_eq!((exact.score, exact.ended), (0, true));
    let sound = sound_dame(&board, partition(&board).safe);
    assert!(!sound.contains(point), "a stone next to it is not safe");
}

/// Black's corridors of 3 and of 2 empty points; walls are alive and White waits at both mouths.
const CORRIDORS: &str = "X...OO.O\nXXXXXOOO\nX..OOO.O\nXXXXXOOO\n.X.X.XOO\nXXXXXXO.";

#[test]
fn the_defender_extension_gives_a_free_answer() {
    let board = board(CORRIDORS, Color::White);
    let (solution, _) = solve_territory(&board, Default::default()).unwrap();
    let exact = solve(&board, Exclusion::Exact, Scoring::Territory);
    assert_eq!((exact.score, exact.ended), (solution.scores[1], true));
    let restricted = |regions| {
        let exclusion = Exclusion::FalseEyesDefender(EyeReading::Corner, regions);
        solve(&board, exclusion, Scoring::Territory).score
    };
    assert_eq!(restricted(DefenderRegions::Both), exact.score + 1, "one point too many for Black");
    // The corridors touch both colours: by the other reading there is no defender.
    assert_eq!(restricted(DefenderRegions::OneColor), exact.score);
    let printed = solve(&board, Exclusion::FalseEyes(EyeReading::Corner), Scoring::Territory);
    assert_eq!(printed.score, exact.score);
}

#[test]
fn every_method_has_one_value_in_every_mode() {
    let modes = [
        Exclusion::Exact,
        Exclusion::SimpleDame(EyeReading::Corner),
        Exclusion::FalseEyes(EyeReading::Corner),
        Exclusion::FalseEyesDefender(EyeReading::Corner, DefenderRegions::Both),
        Exclusion::FalseEyesDefender(EyeReading::Corner, DefenderRegions::OneColor),
        Exclusion::FalseEyesDefenderWide(EyeReading::Corner, DefenderRegions::Both, 7),
    ];
    let board = board("X..O.\nXXXOO\n.XOO.\nXXXOO\n.XO.O", Color::Black);
    for exclusion in modes {
        for scoring in [Scoring::Area, Scoring::Territory] {
            let options = SearchOptions {
                table_bytes: Some(1 << 20),
                depth: 40,
                ..SearchOptions::new(scoring)
            };
            let found: Vec<Found> = paper_methods(25)
                .into_iter()
                .map(|method: Method| {
                    let options = options.clone().with_exclusion(exclusion).with_method(method);
                    search(&board, &options).unwrap()
                })
                .collect();
            assert!(
                found.iter().all(|f| f.score == found[0].score && f.ended),
                "{exclusion:?} {found:?}"
            );
        }
    }
}
