//! Random small endgames: the exact exclusion against the unpruned reference, and the sum of games against search.
//!
//! Invariant: Go results are those of the unpruned search.

use zenpuku_core::Limits;
use zenpuku_go::{Board, Color, PointSet, Scoring, Setup, Size, Suicide};
use zenpuku_go_endgame::{
    Exclusion, Found, Kos, LocalLimits, LocalSolver, Plan, SearchOptions, SolveError, loop_values,
    partition, search, settled_bounds, solve_territory,
};
use zenpuku_go_status::{JudgeOptions, StatusBasis, judge};

fn find(board: &Board<u64>, exclusion: Exclusion, scoring: Scoring) -> Option<Found> {
    let options = SearchOptions {
        table_bytes: Some(1 << 20),
        depth: 80,
        limits: Limits::with_nodes(20_000),
        ..SearchOptions::new(scoring).with_exclusion(exclusion)
    };
    search(board, &options).ok().filter(|found| found.ended)
}

/// Bytes of a fixed generator, a fresh batch at each call.
struct Bytes(u64);

impl Bytes {
    fn next(&mut self) -> [u8; 12] {
        std::array::from_fn(|_| {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 56) as u8
        })
    }
}

/// Every position of a size, with either side to move.
fn every_board(width: usize, height: usize) -> Vec<Board<u64>> {
    let size = Size::new(width, height).unwrap();
    let mut boards = Vec::new();
    for number in 0..3u32.pow(size.area() as u32) {
        let mut setup = Setup::empty(size);
        let mut rest = number;
        for point in size.points() {
            setup.set(point, [None, Some(Color::Black), Some(Color::White)][(rest % 3) as usize]);
            rest /= 3;
        }
        boards.extend(
            Color::BOTH.iter().filter_map(|&color| {
                setup.with_to_move(color).board::<u64>(Suicide::Forbidden).ok()
            }),
        );
    }
    boards
}

/// Every position of the size: the interval with the exact exclusion is the one without.
fn check_intervals(width: usize, height: usize, scoring: Scoring) -> usize {
    let boards = every_board(width, height);
    let values = |exclusion| {
        let plan = Plan::new(&boards[0], exclusion, scoring);
        loop_values(&boards, &plan, 2_000_000).unwrap()
    };
    let (reference, pruned) = (values(Exclusion::Nothing), values(Exclusion::Exact));
    let mut settled = 0;
    for ((board, reference), pruned) in boards.iter().zip(reference).zip(pruned) {
        assert_eq!(reference, pruned, "{} first\n{board}", board.to_move());
        settled += usize::from(!partition(board).settled.all().is_empty());
    }
    settled
}

#[test]
fn exact_exclusion_keeps_every_interval() {
    let settled: usize = [(7, 1), (9, 1), (3, 2), (4, 2), (3, 3), (5, 2)]
        .map(|(w, h)| check_intervals(w, h, Scoring::Area))
        .iter()
        .sum();
    assert!(settled > 100, "only {settled} positions with settled points");
}

#[test]
fn exact_exclusion_keeps_every_interval_by_territory() {
    for (width, height) in [(7, 1), (9, 1), (3, 2), (4, 2), (3, 3), (5, 2)] {
        check_intervals(width, height, Scoring::Territory);
    }
}

#[test]
fn exact_exclusion_keeps_scores_between_living_walls() {
    let mut bytes = Bytes(2);
    let mut compared = [0; 2];
    for round in 0..300 {
        let mut board = walled(&bytes.next(), 1 + round % 2);
        board.set_to_move(Color::BOTH[round / 2 % 2]);
        for scoring in [Scoring::Area, Scoring::Territory] {
            let Some(pruned) = find(&board, Exclusion::Exact, scoring) else { continue };
            let Some(reference) = find(&board, Exclusion::OwnEyes, scoring) else { continue };
            assert_eq!(reference.score, pruned.score, "{} first\n{board}", board.to_move());
            compared[scoring as usize] += 1;
        }
    }
    assert!(compared.iter().all(|&n| n > 50), "{compared:?}");
}

/// The result of the search is within the bounds of a partly solved board. How
/// many results were compared.
fn bounds_hold(board: &Board<u64>) -> u32 {
    let limits = LocalLimits { positions: 3_000, ..LocalLimits::default() };
    let partial = LocalSolver::new(limits).solve_partly(board).unwrap();
    let mut compared = 0;
    for first in Color::BOTH {
        let mut board = *board;
        board.set_to_move(first);
        if let Some(found) = find(&board, Exclusion::Exact, Scoring::Territory) {
            for bounds in
                [partial.scores[first.index()], settled_bounds(&board, Scoring::Territory)]
            {
                let holds = (bounds.low..=bounds.high).contains(&found.score);
                assert!(holds, "{} not in {bounds:?}, {first} first\n{board}", found.score);
            }
            compared += 1;
        }
    }
    compared
}

#[test]
fn sums_of_games_agree_with_search() {
    let mut bytes = Bytes(3);
    let (mut compared, mut solved, mut bounded) = (0, 0, 0);
    let mut why: std::collections::BTreeMap<String, u32> = Default::default();
    for round in 0..6000 {
        let board = walled(&bytes.next(), 1 + round % 3);
        let (solution, mut solver) = match solve_territory(
            &board,
            LocalLimits { positions: 3_000, ..LocalLimits::default() },
        ) {
            Ok(solved) => solved,
            Err(SolveError::Region { reason, .. }) => {
                *why.entry(reason.to_string()).or_insert(0) += 1;
                if round % 10 == 0 && !board.occupied().is_empty() {
                    bounded += bounds_hold(&board);
                }
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        solved += 1;
        for first in Color::BOTH {
            let mut board = board;
            board.set_to_move(first);
            if let Some(found) = find(&board, Exclusion::Exact, Scoring::Territory) {
                assert_eq!(found.score, solution.scores[first.index()], "{first} first\n{board}");
                compared += 1;
            }
            let moves = solver.candidates(&board, &solution, first).unwrap();
            assert!(moves.iter().all(|m| m.loss >= 0), "{first} first\n{board}");
            assert!(moves.iter().any(|m| m.loss == 0), "{first} first\n{board}");
        }
    }
    assert!(compared > 500, "{solved} solved, {compared} compared, {why:?}");
    assert!(bounded > 10, "{bounded} bounded");
}

#[test]
fn likely_values_are_the_exact_ones_where_there_are_any() {
    let mut bytes = Bytes(5);
    let limits = || LocalLimits { positions: 3_000, ..LocalLimits::default() };
    let (mut compared, mut with_ko) = (0, 0);
    for round in 0..600 {
        let board = walled(&bytes.next(), 1 + round % 3);
        let exact = LocalSolver::new(limits()).solve_partly(&board).unwrap();
        if !exact.unsolved.is_empty() && round % 20 != 0 {
            continue;
        }
        for kos in [Kos::FirstTaker, Kos::WonBy(Color::Black), Kos::WonBy(Color::White)] {
            let mut solver = LocalSolver::new(limits()).with_kos(kos);
            let likely = solver.solve_partly(&board).unwrap();
            with_ko += u32::from(solver.has_ko());
            if exact.unsolved.is_empty() {
                assert!(!solver.has_ko(), "{board}");
                assert_eq!(likely.scores, exact.scores, "{kos:?}\n{board}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100 && with_ko > 20, "{compared} compared, {with_ko} with a ko");
}

/// Rows of four random points between a living black wall at the left and a living white wall at the right.
fn walled(bytes: &[u8], rows: usize) -> Board<u64> {
    let mut text = String::new();
    for row in 0..3 {
        let middle: String = (0..4)
            .map(|column| {
                let byte = bytes[row * 4 + column];
                if row >= rows {
                    if column < 2 { 'X' } else { 'O' }
                } else {
                    b"......XO"[byte as usize % 8] as char
                }
            })
            .collect();
        let ends = if row == 1 { ("XX", "OO") } else { (".X", "O.") };
        text.push_str(&format!("{}{middle}{}\n", ends.0, ends.1));
    }
    let setup = Setup::from_diagram(&text).unwrap();
    setup
        .board(Suicide::Forbidden)
        .unwrap_or_else(|_| Board::empty(setup.size, Suicide::Forbidden).unwrap())
}

#[test]
fn walls_of_the_generator_are_alive() {
    let board = walled(&[0; 12], 2);
    let parts = partition(&board);
    assert_eq!(parts.safe.map(PointSet::count), [6, 6]);
    assert_eq!(parts.regions.len(), 1);
}

/// Unconditional and proved statuses hold against every play: the owner gets
/// those points by area, even if endless play counts as the worst result for
/// it. All positions of a size, either side to move.
fn check_statuses(width: usize, height: usize) -> [usize; 2] {
    let boards = every_board(width, height);
    let plan = Plan::new(&boards[0], Exclusion::Nothing, Scoring::Area);
    let values = loop_values(&boards, &plan, 2_000_000).unwrap();
    let area = (width * height) as i32;
    let options = JudgeOptions { games: 2, ..JudgeOptions::default() };
    let mut claims = [0; 2];
    for (board, value) in boards.iter().zip(values) {
        let map = judge(board, &options);
        for color in Color::BOTH {
            let sure = |how| map.points_where(|p| p.owner == Some(color) && p.how == how);
            let (always, answered) = (sure(StatusBasis::Unconditional), sure(StatusBasis::Proved));
            claims[0] += usize::from(!always.is_empty());
            claims[1] += usize::from(!answered.is_empty());
            let least = 2 * (always | answered).count() as i32 - area;
            let worst = if color == Color::Black { value.low } else { -value.high };
            assert!(worst >= least, "{board}\n{color}: {worst} < {least}");
        }
    }
    claims
}

#[test]
fn proved_statuses_hold_on_every_board_of_nine_and_ten_points() {
    let nine = check_statuses(3, 3);
    let ten = check_statuses(5, 2);
    assert!(nine[0] > 0 && ten[0] > 0, "{nine:?} {ten:?}");
}

#[test]
#[ignore = "minutes: a million positions"]
fn proved_statuses_hold_on_every_board_of_twelve_points() {
    let claims = check_statuses(4, 3);
    println!("{} boards with unconditional claims, {} with proved ones", claims[0], claims[1]);
}
