//! SGF: real trees, broken and hostile text, and round trips.

use proptest::prelude::*;
use zenpuku_go::sgf::{
    Change, Mark, Prop, SgfCollection, SgfDocument, SgfErrorKind, SgfGame, SgfTree,
};
use zenpuku_go::{
    Color, HalfPoints, Move, Point, PointSet, Rules, Scoring, Setup, Size, SizeError, Wide,
};

fn data(name: &str) -> String {
    let path = format!("{}/../../../testdata/go/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn rectangles_and_compressed_points_are_read() {
    let game = SgfGame::parse(&data("two-headed-dragon.sgf")).unwrap();
    let expected = ".OO.OO.\nOXXXXXO\nOX.X.XO\nOXXXXXO\n.OOOOO.";
    assert_eq!(game.start().unwrap().to_diagram(), expected);
    assert_eq!(game.rules.as_deref().map(str::parse), Some(Ok(Rules::CHINESE)));
    assert_eq!((game.komi, game.name.as_deref()), (Some(HalfPoints(0)), Some("two-headed dragon")));
}

#[test]
fn main_line_passes_comments_and_handicap_are_read() {
    let text = data("variations.sgf");
    let game = SgfGame::parse(&text).unwrap();
    assert_eq!((game.handicap, game.start().unwrap().to_move), (2, Color::White));
    let names: Vec<String> = game.moves().map(|(_, mv)| game.size.move_name(mv)).collect();
    assert_eq!(names, ["E5", "G5", "pass", "pass"]);
    assert_eq!(game.steps[0].comment.as_deref(), Some("A handicap game; White moves first."));
    assert_eq!(game.steps[1].comment.as_deref(), Some("main line: a colon : and a bracket ]"));
    let tree = SgfTree::parse(&text).unwrap();
    assert_eq!(tree.nodes()[1].children.len(), 2);
    let deepest = tree.nodes().last().unwrap();
    assert!(
        deepest.properties.iter().any(|p| matches!(&p.prop, Prop::C(c) if c.text == "deepest"))
    );
}

#[test]
fn a_game_has_players_every_position_komi_and_an_end() {
    let game = SgfGame::parse(&data("finished.sgf")).unwrap();
    assert_eq!(game.players.clone().map(Option::unwrap), ["Kuro", "Shiro"]);
    assert!(game.is_finished(Scoring::Area));
    let all = game.positions(usize::MAX).unwrap();
    assert_eq!(all.len(), game.steps.len());
    for (number, setup) in all.iter().enumerate() {
        assert_eq!(*setup, game.position(number + 1).unwrap(), "step {number}");
    }
    assert_eq!(game.positions(3).unwrap(), all[all.len() - 3..]);
    assert_eq!(game.with_komi(Rules::CHINESE).komi.to_f64(), 6.5);
    let handicap = SgfGame::parse("(;GM[1]SZ[9]HA[3]KM[0.5];W[ee])").unwrap();
    assert_eq!(handicap.with_komi(Rules::CHINESE).komi.to_f64(), 3.5);
    assert!(!handicap.is_finished(Scoring::Area));
}

#[test]
fn stones_are_edited_in_the_middle_and_illegal_moves_are_placed() {
    let game = SgfGame::parse(&data("setup-nodes.sgf")).unwrap();
    assert_eq!(game.steps.len(), 6);
    let told: Vec<String> = game.illegal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["SGF, byte 58: White at A3: the move is suicide"]);
    assert_eq!(game.end().unwrap().to_diagram(), ".XX..\nXOX..\n.O...");
    let whole = data("setup-nodes.sgf").replace(";W[aa]", ";W[ac]");
    let end = SgfGame::parse(&whole).unwrap().end().unwrap();
    assert_eq!(end.to_diagram(), ".XX..\nXOX..\nOO...");
    assert_eq!(end.to_move, Color::Black);
}

#[test]
fn every_corridor_board_is_a_position() {
    let text = data("corridor-sums-100.jsonl");
    let mut boards = 0;
    for line in text.lines() {
        let sgf = line.split("\"sgf\": \"").nth(1).unwrap().split("\"}").next().unwrap();
        let game = SgfGame::parse(sgf).unwrap();
        let setup = game.end().unwrap();
        assert_eq!((setup.size.area(), setup.to_move), (81, Color::Black));
        boards += 1;
    }
    assert_eq!(boards, 100);
}

fn kind(text: &str) -> (usize, SgfErrorKind) {
    let error = SgfGame::parse(text).and_then(|game| game.end()).unwrap_err();
    (error.offset, error.kind)
}

#[test]
fn broken_files_say_what_and_where() {
    use SgfErrorKind as K;
    assert_eq!(kind(""), (0, K::NoGame));
    assert_eq!(kind("no game ( here"), (0, K::NoGame));
    assert_eq!(kind("(;B[aa]"), (7, K::UnclosedTree));
    assert_eq!(kind("(;B[aa];W[ab"), (9, K::UnclosedValue));
    assert_eq!(kind("(;C[a\\"), (3, K::UnclosedValue));
    assert!(matches!(kind("(;B[aa];W)"), (9, K::Unexpected { found: ')', .. })));
    assert!(matches!(kind("(;B[aa];=)"), (8, K::Unexpected { found: '=', .. })));
    assert!(matches!(kind("(;é)"), (2, K::Unexpected { found: 'é', .. })));
    assert_eq!(kind("(;GM[2])"), (2, K::OtherGame));
    assert_eq!(kind("(;SZ[25])"), (2, K::Size(SizeError { width: 25, height: 25 })));
    assert!(matches!(kind("(;SZ[0])"), (2, K::Size(_) | K::BadValue { .. })));
    assert_eq!(kind("(;SZ[9x9])"), (2, K::BadValue { property: "SZ".into() }));
    assert_eq!(kind("(;SZ[9];B[jj])"), (8, K::OffBoard { property: "B" }));
    assert_eq!(kind("(;SZ[9]AB[aa:jj])"), (7, K::OffBoard { property: "AB" }));
    assert_eq!(kind("(;SZ[9];B[a])"), (8, K::BadValue { property: "B".into() }));
    assert!(matches!(kind("(;SZ[3]AB[aa][ab][ba]AW[bb][ca][ac])"), (1, K::Setup(_))));
    assert!(matches!(kind("(;SZ[3]AB[aa]AW[aa])"), (1, K::Setup(_))));
}

#[test]
fn what_is_read_otherwise_is_told() {
    use SgfErrorKind as K;
    let read = |text: &str| SgfGame::parse(text).unwrap();
    let komi = |text: &str| {
        let game = read(text);
        (game.komi.map(HalfPoints::to_f64), game.warnings.len())
    };
    assert_eq!(komi("(;KM[375]AP[foxwq]RU[Chinese])"), (Some(7.5), 1));
    assert_eq!(komi("(;KM[50]AP[foxwq]RU[Japanese])"), (Some(0.5), 1));
    assert_eq!(komi("(;KM[650]AP[SGFC:2.0])"), (Some(6.5), 1));
    assert_eq!(komi("(;KM[3.75]RU[Chinese])"), (Some(7.5), 1));
    assert_eq!(komi("(;KM[6.5])"), (Some(6.5), 0));
    assert_eq!(komi("(;KM[0]AP[foxwq])"), (Some(0.0), 0));
    assert_eq!(komi("(;KM[1e9])"), (None, 1));
    let empty = read("(;SZ[9]AB[];B[ee])");
    assert!(matches!(empty.warnings[0].kind, K::NoPoints { .. }));
    assert_eq!(empty.end().unwrap().black.count(), 1);
    // On a stone, and back into a ko.
    let game = read("(;SZ[3];B[aa];W[aa])");
    assert!(matches!(&game.illegal_moves()[..], [told] if told.offset == 14));
    assert_eq!(game.end().unwrap().to_diagram(), "O..\n...\n...");
    let ko = read("(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc];B[cb];W[bb];B[cb])");
    assert_eq!(ko.illegal_moves().len(), 1);
    assert_eq!(ko.end().unwrap().to_diagram(), ".XO..\nX.XO.\n.XO..\n.....\n.....");
}

#[test]
fn blanks_in_numbers_and_points_mean_nothing() {
    let game = SgfGame::parse("(;SZ[ 9 ]KM[ 0.5\n]HA[ 2]AB[aa : ab]PL[ W ];W[ cc ];B[ ])").unwrap();
    assert_eq!((game.size.width(), game.handicap), (9, 2));
    assert_eq!(game.komi, Some(HalfPoints(1)));
    assert_eq!(game.start().unwrap().black.count(), 2);
    let names: Vec<String> = game.moves().map(|(_, mv)| game.size.move_name(mv)).collect();
    assert_eq!(names, ["C7", "pass"]);
    assert_eq!(game.warnings, []);
}

#[test]
fn information_may_stand_in_any_node_of_the_main_line() {
    let text = "(;SZ[9];KM[0.5]RU[Chinese]PB[a];B[aa]PW[b]RE[B+1]KM[7](;W[bb])(;W[cc]GN[other]))";
    let game = SgfGame::parse(text).unwrap();
    assert_eq!(game.named_rules(), Some(Rules::CHINESE));
    assert_eq!(game.komi, Some(HalfPoints(1)), "the first one counts");
    assert_eq!(game.players, ["a", "b"].map(|name| Some(name.to_owned())));
    assert_eq!((game.result.as_deref(), game.name), (Some("B+1"), None));
}

#[test]
fn komi_in_words_is_read_or_named() {
    let komi = |written: &str| {
        let game = SgfGame::parse(&format!("(;SZ[9]KM[{written}])")).unwrap();
        let told: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
        (game.komi.map(HalfPoints::to_f64), told.join(" "))
    };
    assert_eq!(komi("6,5"), (Some(6.5), String::new()));
    assert_eq!(komi("6.5目"), (Some(6.5), String::new()));
    assert_eq!(komi(""), (None, String::new()));
    assert_eq!(
        komi("六目半"),
        (None, "SGF, byte 7: KM[六目半] cannot be read: passed over".into())
    );
}

#[test]
fn handicap_games_without_komi_have_half_a_point() {
    let komi = |text: &str| SgfGame::parse(text).unwrap().rules_or(None).komi.to_f64();
    assert_eq!(komi("(;SZ[9]HA[2]RU[Japanese])"), 0.5);
    assert_eq!(komi("(;SZ[9]HA[2]RU[Chinese])"), 2.5);
    assert_eq!(komi("(;SZ[9]HA[0]RU[Japanese])"), 6.5);
    assert_eq!(komi("(;SZ[9]HA[3]KM[0]RU[koSIMPLEscoreAREAtaxNONEsui0whbN-1])"), 2.0);
    let game = SgfGame::parse("(;SZ[9]HA[2])").unwrap();
    assert!(matches!(game.warnings[0].kind, SgfErrorKind::HandicapKomi { stones: 2, .. }));
}

#[test]
fn every_game_of_a_file_is_read_or_named() {
    use SgfErrorKind as K;
    let text = "(;SZ[9]PB[a];B[aa])(;SZ[99])(;SZ[7]PB[c])(;B[";
    let found = SgfCollection::parse_bytes(text.as_bytes()).unwrap();
    assert_eq!((found.games.len(), found.encoding), (3, "UTF-8"));
    assert!(matches!(&found.games[1], Err(error) if error.offset == 21), "{:?}", found.games[1]);
    assert_eq!(found.games[2].as_ref().unwrap().players[0].as_deref(), Some("c"));
    assert!(matches!(found.warnings[0].kind, K::AfterGames { games: 3, .. }));
    let first = SgfGame::parse(text).unwrap();
    assert_eq!(first.players[0].as_deref(), Some("a"));
    assert!(first.warnings.iter().any(|one| matches!(one.kind, K::MoreGames { games: 3 })));
    assert_eq!(SgfGame::parse("(;SZ[9])").unwrap().warnings, []);
    assert!(SgfCollection::parse("no game").is_err());
    let many = SgfCollection::parse(&"(;)".repeat(20_000)).unwrap();
    assert_eq!(many.games.len(), 10_000);
    assert!(many.warnings[0].to_string().contains("more than 10000 games"));
}

#[test]
fn warnings_for_a_user_are_capped() {
    let game = SgfGame::parse(&format!("(;SZ[9]{})", "AW[]".repeat(100))).unwrap();
    let lines = game.warning_lines();
    assert_eq!((game.warnings.len(), lines.len()), (100, 21));
    assert!(lines[20].starts_with("80 more warnings"), "{}", lines[20]);
}

#[test]
fn hostile_files_end_quickly() {
    let deep = format!("{}{}", "(;".repeat(200_000), ")".repeat(200_000));
    assert_eq!(SgfTree::parse(&deep).unwrap().nodes().len(), 200_000);
    let unclosed = "(;".repeat(200_000);
    assert!(matches!(SgfTree::parse(&unclosed).unwrap_err().kind, SgfErrorKind::UnclosedTree));
    let parentheses = format!("(;{}", "(".repeat(1_000_000));
    assert!(SgfTree::parse(&parentheses).is_err());
    let long = format!("({})", ";".repeat(400_000));
    assert!(matches!(SgfTree::parse(&long).unwrap_err().kind, SgfErrorKind::TooManyNodes { .. }));
    let points = format!("(;AB{})", "[aa:ZZ]".repeat(100_000));
    assert_eq!(SgfTree::parse(&points).unwrap_err().kind, SgfErrorKind::TooManyRectangles);
    let large = " ".repeat(9 << 20);
    assert!(matches!(SgfTree::parse(&large).unwrap_err().kind, SgfErrorKind::TooLong { .. }));
}

#[test]
fn collections_and_text_around_games_are_read() {
    let games = SgfTree::parse_collection("Dear friend,\n(;B[aa])\n(;W[bb];B[cc])\n").unwrap();
    assert_eq!(games.iter().map(|g| g.nodes().len()).collect::<Vec<_>>(), [1, 2]);
    assert!(SgfTree::parse_collection("(;B[aa]) ;").is_err());
    let old = SgfGame::parse("(;GaMe[1]SiZe[7]AddBlack[aa]\n;White[bb])").unwrap();
    assert_eq!((old.size.width(), old.moves().count()), (7, 1));
}

#[test]
fn an_annotated_document_is_read_back() {
    let setup = Setup::from_diagram("X.O..\n.....\n....O").unwrap().with_to_move(Color::White);
    let mut document = SgfDocument::new(&setup, Some("Japanese"), Some(HalfPoints(13)));
    let root = document.root();
    document.info("GN", "a ] bracket");
    document.comment(root, "two\nlines \\ and ] : all");
    document.label(root, Point::new(1), "old");
    document.label(root, Point::new(1), "+1/2");
    document.label(root, Point::new(3), "B");
    document.mark(root, Mark::Territory(Color::Black), 0b10_0000u64);
    document.mark(root, Mark::Circle, 0b100u64);
    let first = document.add_move(root, Color::White, Move::Play(Point::new(6)));
    document.add_move(first, Color::Black, Move::Pass);
    let second = document.add_move(root, Color::White, Move::Pass);
    document.comment(second, "worse");
    let text = document.to_sgf();
    let game = SgfGame::parse(&text).unwrap();
    assert_eq!(game.start().unwrap(), setup);
    assert_eq!(game.name.as_deref(), Some("a ] bracket"));
    assert_eq!(game.komi, Some(HalfPoints(13)));
    assert_eq!(game.steps[0].comment.as_deref(), Some("two\nlines \\ and ] : all"));
    assert_eq!(
        game.moves().collect::<Vec<_>>(),
        [(Color::White, Move::Play(Point::new(6))), (Color::Black, Move::Pass)]
    );
    assert!(matches!(game.steps[1].change, Change::Move(Color::White, _)));
    let tree = SgfTree::parse(&text).unwrap();
    assert_eq!(tree.root().children.len(), 2);
    let labels = tree.root().properties.iter().find_map(|p| match &p.prop {
        Prop::LB(labels) => Some(labels.len()),
        _ => None,
    });
    assert_eq!(labels, Some(2));
    assert!(tree.root().properties.iter().all(|p| !matches!(p.prop, Prop::Invalid(..))), "{text}");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[(;)\\[\\]\\\\a-cA-CWSZ:0-9 é\n]{0,60}") {
        let _ = SgfGame::parse(&text).and_then(|game| game.end());
        let _ = SgfTree::parse_collection(&format!("(;{text})"));
    }

    #[test]
    fn any_position_round_trips(w in 1usize..20, h in 1usize..20, seed in any::<u64>()) {
        let size = Size::new(w, h).unwrap();
        let mut setup = Setup::empty(size);
        let mut state = seed;
        for point in size.points() {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            match state >> 61 {
                0 => setup.set(point, Some(Color::Black)),
                1 => setup.set(point, Some(Color::White)),
                _ => {}
            }
        }
        let legal = setup.board::<Wide>(zenpuku_go::Suicide::Forbidden).is_ok();
        let read = SgfGame::parse(&SgfDocument::new(&setup, None, None).to_sgf()).unwrap().start();
        prop_assert_eq!(read.is_ok(), legal);
        if legal {
            prop_assert_eq!(read.unwrap(), setup);
        }
        prop_assert_eq!((setup.black | setup.white).count() > 0, !(setup.black | setup.white).is_empty());
    }
}

#[test]
fn a_game_is_finished_by_passes_or_a_counted_result() {
    let game = |text: &str| SgfGame::parse(text).unwrap();
    let lead = |result: &str| game(&format!("(;SZ[9]RE[{result}];B[aa])")).counted_lead();
    assert_eq!((lead("B+3.50"), lead("W+12")), (Some(3.5), Some(-12.0)));
    for other in ["B+R", "W+Resign", "0", "Void", "?+3", "B+inf"] {
        assert_eq!(lead(other), None, "{other}");
    }
    for (text, territory, area) in [
        ("(;SZ[9];B[aa];W[];B[])", true, true),
        ("(;SZ[9]RE[B+3.5];B[aa])", true, false),
        ("(;SZ[9]RE[B+R];B[aa];W[])", false, false),
    ] {
        let finished =
            [Scoring::Territory, Scoring::Area].map(|scoring| game(text).is_finished(scoring));
        assert_eq!(finished, [territory, area], "{text}");
    }
}
