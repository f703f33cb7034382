//! Invariant: Walls of ko positions agree with play next to a stack of moves; without ko they agree
//!   with the canonical form; bounds hold.

use std::collections::HashMap;

use zenpuku_go::{Board, Color, Point, PointSet, Setup, Suicide};

use super::graph::Lister;
use super::outlook::{Flat, Outlook};
use super::sweep::{Stretch, Walls, flat_wall, groups, update_walls};
use super::*;
use crate::points::{as_it_stands, prisoners};
use crate::{LocalSolver, Partition, partition};

fn board(text: &str) -> Board<u64> {
    Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
}

fn limits() -> LocalLimits {
    LocalLimits { positions: 3_000, ..LocalLimits::default() }
}

fn only_region(board: &Board<u64>, threats: Threats) -> Result<KoThermograph, LocalError> {
    let parts = partition(board);
    let [region] = parts.regions[..] else { panic!("{:?}\n{board}", parts.regions) };
    ko_thermograph(board, parts.safe, region, threats, &limits())
}

/// Temperature and count.
fn answer(text: &str, threats: Threats) -> (String, String) {
    let found = only_region(&board(text), threats).unwrap();
    (found.temperature().to_string(), found.count().to_string())
}

const EVERY_THREATS: [Threats; 3] =
    [Threats::None, Threats::Unlimited(Color::Black), Threats::Unlimited(Color::White)];

/// Rows of random points between living walls, black at the left and white at the right.
fn random_board(seed: &mut u64, rows: usize) -> Option<Board<u64>> {
    let mut text = String::new();
    for row in 0..3 {
        let ends = if row == 1 { ("XX", "OO") } else { (".X", "O.") };
        text += ends.0;
        for column in 0..4 {
            *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let wall = if column < 2 { 'X' } else { 'O' };
            let random = char::from(b"...XXOO."[(*seed >> 61) as usize]);
            text.push(if row < rows { random } else { wall });
        }
        text += ends.1;
        text.push('\n');
    }
    Setup::from_diagram(&text).unwrap().board(Suicide::Forbidden).ok()
}

/// Boards with one, two and three rows of random points in turn, and their regions.
fn random_boards(
    mut seed: u64,
    rounds: usize,
) -> impl Iterator<Item = (Board<u64>, Partition<u64>)> {
    let boards = (0..rounds).filter_map(move |round| random_board(&mut seed, 1 + round % 3));
    boards.map(|board| (board, partition(&board)))
}

/// The region with a stack of moves elsewhere, played out level by level, with
/// no point settled before play.
struct Coupons {
    boards: Vec<Board<u64>>,
    numbers: HashMap<Key, usize>,
    /// The targets of the moves of each board, and their captures for Black;
    /// and the target of a pass.
    moves: Vec<Vec<(usize, f64)>>,
    passes: Vec<usize>,
    counts: Vec<f64>,
}

/// The stones, the side to move, the side that may not retake.
type Key = (u64, u64, Color, Option<Point>);

/// More than a region is worth: what endless play within a level counts.
const ENDLESS: f64 = 1000.0;

impl Coupons {
    /// Lists the positions of play in the region; `None` if there are too many for a test.
    fn new(board: &Board<u64>, region: u64) -> Option<Self> {
        let mut all = Self {
            boards: Vec::new(),
            numbers: HashMap::new(),
            moves: Vec::new(),
            passes: Vec::new(),
            counts: Vec::new(),
        };
        for first in Color::BOTH {
            all.number(turned(board, first));
        }
        while let Some(&board) = all.boards.get(all.moves.len()) {
            if all.boards.len() > 1_500 {
                return None;
            }
            let moves = (board.legal_points() & region).iter().map(|point| {
                let mut after = board;
                after.play_unchecked(point);
                let gain = f64::from(prisoners(&after) - prisoners(&board));
                (all.number(after), gain)
            });
            let moves = moves.collect();
            all.moves.push(moves);
            let passed = all.number(turned(&board, board.to_move().opponent()));
            all.passes.push(passed);
            all.counts.push(f64::from(as_it_stands(&board, region)));
        }
        Some(all)
    }

    fn number(&mut self, board: Board<u64>) -> usize {
        let stones = Color::BOTH.map(|color| board.stones(color));
        let fresh = self.boards.len();
        let key = (stones[0], stones[1], board.to_move(), board.ko());
        let number = *self.numbers.entry(key).or_insert(fresh);
        if number == fresh {
            self.boards.push(board);
        }
        number
    }

    /// The best of the moves of a board.
    fn best(&self, values: &[f64], at: usize, tax: f64) -> Option<f64> {
        let mover = self.boards[at].to_move();
        let after = self.moves[at].iter().map(|&(to, gain)| {
            let value = values[to] + gain - tax * f64::from(mover.sign());
            if values[to].abs() > ENDLESS / 2.0 { values[to] } else { value }
        });
        after.reduce(|a, b| better(mover, a, b))
    }

    /// The values of all boards at a level from those of the level below.
    fn level(&self, below: Option<&[f64]>, tax: f64, start: f64) -> Vec<f64> {
        let mut values = vec![start; self.boards.len()];
        loop {
            let mut changed = false;
            for at in (0..values.len()).rev() {
                let mover = self.boards[at].to_move();
                let elsewhere = match below {
                    Some(below) => below[self.passes[at]],
                    None if self.boards[at].ko().is_some() => values[self.passes[at]],
                    None => {
                        let other = self.passes[at];
                        let best = self.best(&values, other, tax);
                        let counted = self.counts[at];
                        best.map_or(counted, |best| better(mover.opponent(), best, counted))
                    }
                };
                let best = self.best(&values, at, tax);
                let value = best.map_or(elsewhere, |best| better(mover, best, elsewhere));
                changed |= value != values[at];
                values[at] = value;
            }
            if !changed {
                return values;
            }
        }
    }

    /// The values of the first boards, Black to move and White to move, at each whole temperature from -1 on.
    fn values(&self, fine: i32, most: i32, start: f64) -> Vec<[f64; 2]> {
        let mut values = self.level(None, -1.0, start);
        let mut found = vec![[values[0], values[1]]];
        for level in 1..=(most + 1) * fine {
            let tax = f64::from(level) / f64::from(fine) - 1.0;
            values = self.level(Some(&values), tax, start);
            if level % fine == 0 {
                found.push([values[0], values[1]]);
            }
        }
        found
    }
}

fn better(color: Color, a: f64, b: f64) -> f64 {
    match color {
        Color::Black => a.max(b),
        Color::White => a.min(b),
    }
}

/// With this side to move, a ban on a ko being over.
fn turned(board: &Board<u64>, color: Color) -> Board<u64> {
    let mut board = *board;
    board.set_to_move(color.opponent());
    board.set_to_move(color);
    board
}

/// Compares walls with a stack of moves elsewhere; how many points of walls were compared.
fn compare_with_coupons(board: &Board<u64>) -> [u32; 2] {
    let (fine, most) = (16, 6);
    let (parts, mut compared) = (partition(board), [0, 0]);
    for &region in &parts.regions {
        let found = ko_thermograph(board, parts.safe, region, Threats::None, &limits());
        let (Ok(found), Some(stack)) = (found, Coupons::new(board, region)) else { continue };
        let [worst, best] = [-ENDLESS, ENDLESS].map(|start| stack.values(fine, most, start));
        for (i, (worst, best)) in worst.into_iter().zip(best).enumerate() {
            for first in Color::BOTH {
                let (worst, best) = (worst[first.index()], best[first.index()]);
                let wall = found.at(Exact::integer(i as i32 - 1), first).to_f64();
                // Each move elsewhere may cost a step of the tax.
                let slack = if i == 0 { 1e-9 } else { 3.0 / f64::from(fine) };
                assert!(
                    worst - slack <= wall && wall <= best + slack,
                    "{first} first at {}: {wall} for {worst} to {best}\n{board}",
                    i as i32 - 1
                );
                compared[usize::from(found.has_ko)] += u32::from(worst == best);
            }
        }
    }
    compared
}

#[test]
fn walls_are_those_of_a_stack_of_moves_elsewhere() {
    let (mut seed, mut compared) = (7, [0, 0]);
    for round in 0..300 {
        let Some(board) = random_board(&mut seed, 1 + round % 2) else { continue };
        for (sum, more) in compared.iter_mut().zip(compare_with_coupons(&board)) {
            *sum += more;
        }
    }
    assert!(compared[0] > 500 && compared[1] > 100, "{compared:?} compared");
}

#[test]
fn games_with_canonical_values_have_the_same_count_and_temperature() {
    let mut compared = 0;
    for (board, parts) in random_boards(3, 1500) {
        let mut solver = LocalSolver::new(limits());
        for &region in &parts.regions {
            let Ok(value) = solver.value(&board, parts.safe, region) else { continue };
            let truth = solver.universe.thermograph(value).unwrap();
            for threats in EVERY_THREATS {
                let found = ko_thermograph(&board, parts.safe, region, threats, &limits());
                let Ok(found) = found else { continue };
                assert_eq!(found.count().to_string(), truth.mean().to_string(), "{board}");
                if truth.temperature().signum() > 0 {
                    let temperature = truth.temperature().to_string();
                    assert_eq!(found.temperature().to_string(), temperature, "{board}");
                } else {
                    assert!(found.temperature().signum() <= 0, "{board}");
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared} compared");
}

/// Temperatures at which walls are compared.
fn temperatures() -> impl Iterator<Item = Exact> {
    let quarter = Exact::integer(1).over(4).unwrap();
    (-4..24).map(move |n| quarter.times(n))
}

/// Checks that bounds from few positions hold the walls from all; whether they have met.
fn check_bounds(
    (board, region): (&Board<u64>, u64),
    truth: &KoThermograph,
    (threats, positions): (Threats, usize),
) -> bool {
    let safe = partition(board).safe;
    let limits = LocalLimits { positions, ..LocalLimits::default() };
    let found = thermograph_bounds(board, safe, region, threats, &limits).unwrap();
    let turns = truth.walls.iter().flatten().map(|stretch| stretch.from);
    for at in temperatures().chain(turns) {
        for first in Color::BOTH {
            let [low, wall, high] =
                [&found.low, truth, &found.high].map(|thermograph| thermograph.at(at, first));
            assert!(low <= wall && wall <= high, "{low} {wall} {high} at {at}\n{board}");
        }
    }
    assert!(found.least_temperature() <= truth.temperature(), "{board}");
    let Some(exact) = found.exact() else { return false };
    assert_eq!(exact.temperature(), truth.temperature(), "{board}");
    assert_eq!((exact.count(), exact.kind()), (truth.count(), truth.kind()), "{board}");
    true
}

/// Checks random regions; how many, how often the bounds met, how often before all was listed, and how often
/// there was a ko.
fn check_random_bounds(seed: u64, rounds: usize) -> [u32; 4] {
    let [mut regions, mut met, mut met_early, mut with_ko] = [0; 4];
    for (board, parts) in random_boards(seed, rounds) {
        for &region in &parts.regions {
            for threats in EVERY_THREATS {
                let truth = ko_thermograph(&board, parts.safe, region, threats, &limits());
                let Ok(truth) = truth else { continue };
                for part in [6, 2] {
                    let at = (threats, (truth.positions / part).max(1));
                    met_early += u32::from(check_bounds((&board, region), &truth, at));
                }
                met += u32::from(check_bounds((&board, region), &truth, (threats, 6_000)));
                with_ko += u32::from(truth.has_ko);
                regions += 1;
            }
        }
    }
    [regions, met, met_early, with_ko]
}

#[test]
fn bounds_from_some_positions_hold_the_walls_and_are_the_walls_where_they_meet() {
    let found @ [regions, met, met_early, with_ko] = check_random_bounds(5, 60);
    assert!(regions > 60 && met_early > 8 && with_ko > 40, "{found:?}");
    assert!(met * 20 >= regions * 19, "{found:?}");
}

#[test]
#[ignore = "minutes, with optimizations"]
fn bounds_of_many_random_regions_hold_the_walls() {
    let found = check_random_bounds(23, 1_000);
    assert!(found.iter().all(|&n| n > 200), "{found:?}");
}

#[test]
fn colours_exchanged_negate_the_walls() {
    let mut compared = 0;
    for (board, parts) in random_boards(11, 300) {
        let mirrored: String = board.to_string().lines().map(exchanged).collect();
        let other = self::board(&mirrored);
        let others = partition(&other);
        if parts.regions.len() != 1 || others.regions.len() != 1 {
            continue;
        }
        let pairs = [
            (Threats::None, Threats::None),
            (Threats::Unlimited(Color::Black), Threats::Unlimited(Color::White)),
        ];
        for (threats, exchanged) in pairs {
            let find = |board, threats| only_region(board, threats).ok();
            let (Some(found), Some(other)) = (find(&board, threats), find(&other, exchanged))
            else {
                continue;
            };
            assert_eq!(found.temperature(), other.temperature(), "{board}");
            assert_eq!(found.count(), Exact::default().minus(other.count()), "{board}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} compared");
}

/// A line of a diagram read from the right, colours exchanged.
fn exchanged(line: &str) -> String {
    let swap = |stone| match stone {
        'X' => Some('O'),
        'O' => Some('X'),
        '.' => Some('.'),
        _ => None,
    };
    line.chars().rev().filter_map(swap).chain(['\n']).collect()
}

#[test]
fn a_ko_is_worth_a_third_of_what_it_decides_whatever_the_threats() {
    // Black connects, or White captures a stone and connects: four points.
    for threats in EVERY_THREATS {
        let (temperature, _) = answer(KO, threats);
        assert_eq!(temperature, "4/3", "{threats:?}");
    }
    assert!(compare_with_coupons(&board(KO))[1] > 0);
}

const KO: &str = ".XX.OO.\nXXXOXOO\n.XXX.O.\nXXXXOOO\n.X.XO.O";

/// Lists all positions of a region and compares the static bounds of each with
/// its walls; returns the number compared. Endless play makes no difference in
/// a region that has a thermograph.
fn check_outlooks(board: &Board<u64>, safe: [u64; 2], region: u64) -> usize {
    let limits = limits();
    let mut lister = Lister::new(Threats::None, &limits);
    lister.begin(board, safe, region).unwrap();
    lister.expand_all().unwrap();
    let count = lister.open.len();
    let (flat, fresh) = (vec![Flat::default(); count], vec![true; count]);
    let runs = [Endless::Worst, Endless::Best].map(|endless| {
        let mut walls = Walls::new();
        let groups = groups(&lister.graph);
        update_walls(&mut walls, &lister.graph, &groups, &fresh, (&flat, endless), &limits)
            .unwrap();
        walls
    });
    for (number, open) in lister.open.iter().enumerate() {
        let outlook = Outlook::of(open);
        let [low, high] = [outlook.low, outlook.high].map(flat_wall);
        for at in temperatures() {
            for color in [0, 1] {
                let [worst, best] =
                    runs.each_ref().map(|walls| value_at(&walls[number][color], at));
                let [low, high] = [&low, &high].map(|wall| value_at(wall, at));
                assert!(
                    low <= worst && best <= high,
                    "{low} {worst} {best} {high} at {at}, {:?} banned, points {:?}\n{}",
                    open.banned,
                    open.points.iter().map(|p| board.size().vertex(p)).collect::<Vec<_>>(),
                    open.board
                );
            }
        }
    }
    count
}

#[test]
fn no_position_is_worth_less_or_more_than_it_looks() {
    let mut compared = 0;
    for (board, parts) in random_boards(17, 120) {
        for &region in &parts.regions {
            if ko_thermograph(&board, parts.safe, region, Threats::None, &limits()).is_ok() {
                compared += check_outlooks(&board, parts.safe, region);
            }
        }
    }
    assert!(compared > 10_000, "{compared} compared");
}

#[test]
fn bounds_that_meet_only_above_are_no_answer() {
    let flat = |points| flat_wall(Flat { points, more_at_minus_one: 0 });
    let thermograph = |left: Wall| KoThermograph {
        walls: [left, flat(5)],
        settled: 0,
        has_ko: false,
        positions: 1,
        exact_from: Exact::MINUS_ONE,
    };
    // Black moves first: at most 7 at temperature -1 and 5 from 1 on, or 5 at all of them.
    let falling = Stretch { from: Exact::MINUS_ONE, value: Exact::integer(7), slope: -1 };
    let mast = Stretch { from: Exact::integer(1), value: Exact::integer(5), slope: 0 };
    let low = thermograph(flat(5));
    let bounds =
        |high: Wall| ThermographBounds { low: low.clone(), high: thermograph(high), stopped: None };
    assert_eq!(bounds(vec![falling, mast]).exact(), None);
    assert_eq!(bounds(flat(5)).exact(), Some(low.clone()));
}
