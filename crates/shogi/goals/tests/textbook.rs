//! Positions with the goals that a textbook would name. All composed for this test.

use zenpuku_shogi::{Color, PieceType, Position};
use zenpuku_shogi_goals::{Aim, GoalSet, Scene, Settings, castles, explain, from_line};

/// The topic of the position, its SFEN, a required goal (`-` empties a square,
/// `x` takes, `*` places), and the castle being built, if any.
const POSITIONS: [(&str, &str, &str, &str); 21] = [
    ("knight fork on two golds", "4k4/9/3g1g3/9/9/9/9/9/4K4 b N 1", "N*5e", ""),
    ("silver drop behind rook and gold", "3k5/4r1g2/9/9/9/9/9/9/K8 b S 1", "S*4a", ""),
    (
        "bishop to be won: its drop forks king and rook",
        "4k4/9/9/9/6r2/9/2b6/9/2G2K3 b - 1",
        "xB7g",
        "",
    ),
    ("rook between bishop and silver", "4k4/9/9/9/2b4s1/9/9/9/4K4 b R 1", "R*4e", ""),
    ("gold at the bishop's head", "4k4/6r2/9/9/4b4/9/9/9/4K4 b G 1", "G*5f", ""),
    ("own pawn before the rook", "4k4/1r7/9/9/9/1P7/9/1R7/4K4 b - 1", "-8f", ""),
    (
        "the rook's pawn of the start",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "-2g",
        "",
    ),
    ("dangling pawn", "4k4/4g4/4p4/9/9/9/9/4R4/4K4 b P 1", "P*2d", ""),
    (
        "rook drop into the camp",
        "l4g1nl/2s2gk2/2np1sppp/p1p1pp3/1p1P5/P1P1SP3/1PSGP1PPP/2GK3R1/LN5NL b RBb 1",
        "R*7a",
        "",
    ),
    (
        "bishop drop behind the lines",
        "l4g1nl/2s2gk2/2np1sppp/p1p1pp3/1p1P5/P1P1SP3/1PSGP1PPP/2GK3R1/LN5NL b RBb 1",
        "B*7a",
        "",
    ),
    (
        "Yagura: the king goes in",
        "l4g1nl/2s2gk2/2np1sppp/p1p1pp3/1p1P5/P1P1SP3/1PSGP1PPP/2GK3R1/LN5NL b RBb 1",
        "K*8h",
        "YAGURA",
    ),
    (
        "Yagura: the second gold",
        "ln1g1g1nl/1ks2r3/1pppps1pp/p5p2/5p3/P1PPP1P2/1PS2P1PP/1KGG1S1R1/LN5NL b Bb 1",
        "G*6g",
        "YAGURA",
    ),
    (
        "Mino: silver up",
        "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2PP5/PP2PPPPP/1B1R3K1/LNSG1GSNL b - 1",
        "S*3h",
        "KATA_MINO",
    ),
    (
        "Mino: the left gold",
        "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2PP5/PP2PPPPP/1B1R2SK1/LNSG1G1NL b - 1",
        "G*5h",
        "HON_MINO",
    ),
    (
        "High Mino",
        "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2PP1P3/PP2P1PPP/1BSRG1SK1/LN3G1NL b - 1",
        "G*4g",
        "TAKA_MINO",
    ),
    (
        "Silver Crown",
        "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2PP3P1/PP2PPPSP/1B1R3K1/LNSG1G1NL b - 1",
        "G*3h",
        "",
    ),
    (
        "Anaguma: the king into the corner",
        "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/P1P6/1PBPPPPPP/LKS4R1/1N1G1GSNL b - 1",
        "K*9i",
        "ANAGUMA",
    ),
    (
        "Boat castle: the right gold",
        "lnsg1gsnl/1r3k1b1/p1pppp1pp/1p4p2/9/2P4P1/PP1PPPP1P/1BK4R1/LNSG1GSNL b - 1",
        "G*5h",
        "FUNAGAKOI",
    ),
    (
        "Central house: the right gold",
        "lnsgk1snl/1r4gb1/p1ppppppp/9/9/2P6/PP1PPPP1P/1BG1K2R1/LNS2GSNL b Pp 1",
        "G*3h",
        "NAKAZUMAI",
    ),
    (
        "Left Mino: silver up",
        "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PPBPPPPPP/1K5R1/LNSG1GSNL b - 1",
        "S*7h",
        "HIDARI_MINO",
    ),
    ("lance drop before the rook", "4k4/9/1r7/9/9/9/9/9/4K4 b L 1", "L*8h", ""),
];

fn goals_of(position: &Position) -> GoalSet {
    let mut goals = GoalSet::new(position.side_to_move());
    goals.begin_turn(position, &[], &Settings::default(), &mut |_| 0);
    goals
}

#[test]
fn every_position_has_the_goal_it_is_about() {
    let mut wrong = Vec::new();
    for (about, sfen, wanted, castle) in POSITIONS {
        let position = Position::from_sfen(sfen).unwrap();
        let goals = goals_of(&position);
        let aims: Vec<String> = goals.goals().iter().map(|goal| goal.aim.to_string()).collect();
        let found = goals.castle().map_or("", |aim| aim.castle.id);
        if !aims.iter().any(|aim| aim == wanted) || (!castle.is_empty() && found != castle) {
            wrong.push(format!("{about}: {wanted} {castle}; {found} {aims:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_same_holds_for_white() {
    for (about, sfen, wanted, castle) in POSITIONS {
        let position = Position::from_sfen(sfen).unwrap().flipped();
        let goals = goals_of(&position);
        assert_eq!(goals.owner(), Color::White);
        let aims: Vec<String> =
            goals.goals().iter().map(|goal| goal.aim.flip().to_string()).collect();
        assert!(aims.iter().any(|aim| aim == wanted), "{about}: {wanted} not in {aims:?}");
        let found = goals.castle().map_or("", |aim| aim.castle.id);
        assert!(castle.is_empty() || found == castle, "{about}: {found}");
    }
}

#[test]
fn castles_that_stand_are_named() {
    let names = |sfen: &str| {
        let position = Position::from_sfen(sfen).unwrap();
        let list = castles::standing(&position, Color::Black);
        list.iter().map(|castle| castle.id).collect::<Vec<_>>()
    };
    let mino = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2PP1P3/PP2P1PPP/1BSRG1SK1/LN3G1NL b - 1";
    assert_eq!(names(mino), ["HON_MINO"]);
    assert!(names(zenpuku_shogi::STARTPOS).is_empty());
}

#[test]
fn a_recognised_castle_follows_the_position_and_a_book_castle_stays() {
    let settings = Settings::default();
    let turn = |goals: &mut GoalSet, sfen: &str| {
        let position = Position::from_sfen(sfen).unwrap();
        goals.begin_turn(&position, &[], &settings, &mut |_| 0);
        goals.end_turn(&position, &[], &settings, &mut |_| 0);
        goals.castle().map(|aim| aim.castle.id)
    };
    let boat = "lnsg1gsnl/1r3k1b1/p1pppp1pp/1p4p2/9/2P4P1/PP1PPPP1P/1BK4R1/LNSG1GSNL b - 1";
    let anaguma = "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/P1P6/1PBPPPPPP/LKS4R1/1N1G1GSNL b - 1";
    let mut recognised = GoalSet::new(Color::Black);
    assert_eq!(turn(&mut recognised, boat), Some("FUNAGAKOI"));
    assert_eq!(turn(&mut recognised, anaguma), Some("ANAGUMA"));
    let mut book = GoalSet::new(Color::Black);
    book.set_book_castle(castles::find("ANAGUMA").unwrap());
    assert_eq!(turn(&mut book, boat), Some("ANAGUMA"));
}

#[test]
fn goals_are_told_in_both_languages() {
    let sfen = "l4g1nl/2s2gk2/2np1sppp/p1p1pp3/1p1P5/P1P1SP3/1PSGP1PPP/2GK3R1/LN5NL b RBb 1";
    let position = Position::from_sfen(sfen).unwrap();
    let report = explain::report(&goals_of(&position), &position, &[], &Settings::default());
    let texts: Vec<_> = report.goals.iter().map(|goal| goal.text.clone()).collect();
    assert!(texts.iter().any(|text| text.en == "Yagura: king to 8h, 2 moves left"), "{texts:?}");
    assert!(texts.iter().any(|text| text.ja == "金矢倉：８八玉（あと2手）"), "{texts:?}");
    assert!(texts.iter().any(|text| text.en == "rook drop at 7a, 1 move left"), "{texts:?}");
}

/// Material for the side to move, in the settings' values.
fn material(position: &Position, settings: &Settings) -> i32 {
    let us = position.side_to_move();
    let worth = |side: Color| -> i32 {
        let kind = |square| position.piece_on(square).piece_type();
        let value = |square| settings.values.on_board(kind(square));
        position.pieces_of(side).iter().filter(|&at| kind(at) != PieceType::KING).map(value).sum()
    };
    worth(us) - worth(us.flip())
}

/// Goals of Black from a line of moves in USI, White to move first.
fn goals_of_line(sfen: &str, line: &[&str]) -> Vec<(Aim, i32)> {
    let settings = Settings::default();
    let position = Position::from_sfen(sfen).unwrap();
    let mut now = position.without_history();
    let moves: Vec<_> = line
        .iter()
        .map(|usi| {
            let mv = now.read_usi(usi).unwrap();
            now.do_move(mv);
            mv
        })
        .collect();
    let scene = Scene::new(&position, Color::Black, &settings);
    let goals = from_line(&scene, &moves, &mut |position| material(position, &settings));
    goals.iter().map(|goal| (goal.aim, goal.scores[1])).collect()
}

#[test]
fn a_piece_of_the_opponent_that_only_moves_away_is_no_goal() {
    let goals = goals_of_line("4k4/1r7/9/9/9/9/9/7R1/4K4 w - 1", &["8b7b", "2h3h"]);
    assert!(goals.is_empty(), "{goals:?}");
}

#[test]
fn a_piece_taken_in_the_line_counts_as_taken_not_as_cleared_too() {
    let line = ["1a1b", "2h2d"];
    let goals = goals_of_line("8k/9/9/7s1/9/9/9/7R1/4K4 w - 1", &line);
    let silver = Aim::Acquisition { kind: PieceType::SILVER, square: "2d".parse().unwrap() };
    let value = Settings::default().values.on_board(PieceType::SILVER);
    assert_eq!(goals, [(silver, value)], "the test's material counts no hands");
}
