//! The table of known values [mathgo1994]: one shape on a board, walls unconditionally alive.

use zenpuku_cgt::Notation;
use zenpuku_go::{Board, Color, Point, PointSet, Setup, Suicide};
use zenpuku_go_endgame::{Kos, LocalLimits, LocalSolver, solve_territory};

/// Raw and chilled value of the board's only open region, and the settled part.
fn value(text: &str) -> (String, String) {
    let board: Board<u128> = Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap();
    let (solution, mut solver) = solve_territory(&board, LocalLimits::default()).unwrap();
    let [region] = solution.regions.as_slice() else { panic!("one region expected\n{text}") };
    let mut show = |g| solver.universe.format(g, Notation::Ascii).unwrap();
    (show(region.raw), show(region.chilled))
}

/// Black's corridor along the top: `dead` white stones at its end, `empty` points, White at the mouth.
fn corridor(empty: usize, dead: usize) -> String {
    let width = empty + dead + 6;
    let line = |left: &str, fill: char, right: &str| {
        let middle = fill.to_string().repeat(width - left.len() - right.len());
        format!("{left}{middle}{right}\n")
    };
    let first = format!("X{}{}OOOO.\n", "O".repeat(dead), ".".repeat(empty));
    [first, line("", 'X', "OOO"), line(".X.", 'X', "O.O"), line("", 'X', "OOO")].concat()
}

/// The same corridor with White at both ends.
fn open_corridor(empty: usize) -> String {
    let width = empty + 6;
    let middle = width - 6;
    [
        format!(".OO{}OO.\n", ".".repeat(empty)),
        format!("OOO{}OOO\n", "X".repeat(middle)),
        format!("O.O{}O.O\n", "X".repeat(middle)),
        format!("OOO{}OOO\n", "X".repeat(middle)),
        format!("{}\n", "X".repeat(width)),
        format!(".X.{}\n", "X".repeat(width - 3)),
    ]
    .concat()
}

fn same(text: &str, expected: &str, empty: &str) {
    let board: Board<u128> = Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap();
    let (solution, mut solver) = solve_territory(&board, LocalLimits::default()).unwrap();
    let chilled: Vec<_> = solution.regions.iter().map(|r| r.chilled).collect();
    let sum = solver.universe.sum(&chilled).unwrap();
    let wanted = solver.universe.parse(expected).unwrap();
    let shown = solver.universe.format(sum, Notation::Ascii).unwrap();
    assert_eq!(sum, wanted, "{empty}: {shown} instead of {expected}\n{text}");
}

#[test]
fn blocked_corridors() {
    for (n, expected) in
        [(1, "0"), (2, "1/2"), (3, "5/4"), (4, "17/8"), (5, "49/16"), (6, "129/32")]
    {
        same(&corridor(n, 0), expected, "blocked");
    }
}

#[test]
fn corridors_with_one_dead_stone() {
    for (n, expected) in [(1, "1*"), (2, "2^"), (3, "3^^*"), (4, "4^3")] {
        same(&corridor(n, 1), expected, "one dead stone");
    }
}

#[test]
fn corridors_with_more_dead_stones() {
    for s in 2..=4 {
        same(&corridor(1, s), &format!("{{{}|1}}", 2 * s - 1), "n = 1");
        same(&corridor(2, s), &format!("{{{}||{}|2}}", 2 * s, 2 * s), "n = 2");
        let n = 2 * s + 1;
        same(&corridor(3, s), &format!("{{{n}|||{n}||{n}|3}}"), "n = 3");
    }
}

#[test]
fn corridors_open_at_both_ends() {
    for (n, expected) in [(1, "0"), (2, "0"), (3, "0"), (4, "1/2"), (5, "5/4"), (6, "17/8")] {
        same(&open_corridor(n), expected, "open");
    }
}

/// The board with colours exchanged.
fn exchanged(text: &str) -> String {
    let other = |c| match c {
        'X' => 'O',
        'O' => 'X',
        other => other,
    };
    text.chars().map(other).collect()
}

#[test]
fn whites_corridors_negate_blacks() {
    for (n, dead, expected) in [(2, 0, "-1/2"), (4, 0, "-17/8"), (2, 1, "-2v"), (3, 1, "-3vv*")] {
        same(&exchanged(&corridor(n, dead)), expected, "White's");
    }
    same(&exchanged(&open_corridor(5)), "-5/4", "White's open");
}

#[test]
fn corridors_have_their_raw_temperatures() {
    for (n, expected) in [(1, "0"), (2, "1/2"), (3, "3/4"), (4, "7/8"), (5, "15/16"), (6, "31/32")]
    {
        let setup = Setup::from_diagram(&corridor(n, 0)).unwrap();
        let board: Board<u128> = setup.board(Suicide::Forbidden).unwrap();
        let (solution, _) = solve_territory(&board, LocalLimits::default()).unwrap();
        assert_eq!(solution.regions[0].temperature.to_string(), expected, "{n} points");
    }
}

#[test]
fn a_dame_is_a_star_and_chills_to_nothing() {
    assert_eq!(value(&corridor(1, 0)), ("*".to_owned(), "0".to_owned()));
    let (raw, chilled) = value(".X.O.\nXXXOO\n.XOO.\nXXXOO\n.XOO.");
    assert_eq!((raw.as_str(), chilled.as_str()), ("*", "0"));
}

/// What Black's move at F4 leads to if values may be likely: four white stones are taken in the row above, and this is the
/// row below, a column each.
fn after_big_capture(row: &str) -> String {
    let text = format!("XXXXXXX\nXOOOO.X\nXXXXXXX\n{row}\nXXXXXX.");
    let mut board: Board<u64> =
        Setup::from_diagram(&text).unwrap().board(Suicide::Forbidden).unwrap();
    board.set_to_move(Color::Black);
    let inner = |start: usize| (start + 1..start + 6).map(Point::new);
    let region = u64::from_points(inner(7).chain(inner(21)));
    let safe = Color::BOTH.map(|color| board.stones(color).minus(region));
    let mut solver = LocalSolver::new(LocalLimits::default()).with_kos(Kos::FirstTaker);
    let value = solver.after(&board, safe, region, Point::new(12)).unwrap();
    solver.universe.format(value, Notation::Ascii).unwrap()
}

#[test]
fn beyond_a_big_capture_the_rest_keeps_its_value() {
    // Eight points for the capture, and five points with a dead stone.
    assert_eq!(after_big_capture("X.O...X"), "14");
    // The first mover captures or saves the other four stones.
    assert_eq!(after_big_capture("XOOOO.O"), "{16|8}");
}

#[test]
fn a_ko_that_was_taken_can_be_answered_beside_it() {
    // Black takes at D2, and five white stones hang on D4: Black takes them, or White connects.
    let text = "OOOOOO.\nXXX.XXX\nXXOOOXX\nXXO.OXX\nXXXOXX.";
    let mut board: Board<u64> =
        Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap();
    board.set_to_move(Color::Black);
    let region = u64::from_points([10, 16, 17, 18, 23, 24, 25, 31].map(Point::new));
    let safe = Color::BOTH.map(|color| board.stones(color).minus(region));
    let mut solver = LocalSolver::new(LocalLimits::default()).with_kos(Kos::FirstTaker);
    let value = solver.after(&board, safe, region, Point::new(24)).unwrap();
    assert_eq!(solver.universe.format(value, Notation::Ascii).unwrap(), "{12|2}");
}
