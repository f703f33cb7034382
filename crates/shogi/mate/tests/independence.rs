//! An answer does not depend on earlier problems, their order, the number of
//! threads, the size of the table, or interruptions.
//!
//! Invariant: Mate answers do not depend on earlier questions, order, table size, threads or
//!   interruptions.

use crate::random::{self, Random};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use zenpuku_core::StopToken;
use zenpuku_core::{Limits, StopReason};
use zenpuku_shogi::{Move, Position, Setup, SetupRules};
use zenpuku_shogi_mate::{MateReport, MateSolver, Verdict};

/// All that an answer says.
type Answer = (Verdict, Option<u16>, Vec<Move>, bool, u16, u64);

fn answer(report: &MateReport) -> Answer {
    let MateReport { verdict, plies, line, shortest, no_mate_within, nodes, .. } = report;
    (*verdict, *plies, line.clone(), *shortest, *no_mate_within, *nodes)
}

fn limits() -> Limits {
    Limits::with_nodes(20_000)
}

/// Composed mates of all lengths among random positions of games.
fn mixed() -> Vec<Position> {
    let file = "../../../testdata/mate/generated-1-to-11.jsonl";
    let text = std::fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file));
    let rows: Vec<Value> =
        text.unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let composed = rows.iter().step_by(6).map(|row| {
        let setup = Setup::from_sfen(row["sfen"].as_str().unwrap()).unwrap();
        setup.position(SetupRules::Mate).unwrap()
    });
    let drawn = (0..40).map(|number| random::position(7_000 + number));
    composed.zip(drawn).flat_map(|(one, other)| [one, other]).collect()
}

/// The problems with the report of a fresh solver. Computed once for all tests.
fn alone() -> &'static [(Position, MateReport)] {
    static ALONE: LazyLock<Vec<(Position, MateReport)>> = LazyLock::new(|| {
        let solve = |problem: Position| {
            let report = MateSolver::new(1).solve(&problem, &limits()).unwrap();
            (problem, report)
        };
        mixed().into_iter().map(solve).collect()
    });
    &ALONE
}

#[test]
fn what_was_asked_before_and_in_which_order_changes_nothing() {
    let mut solver = MateSolver::new(1);
    let mut order: Vec<&(Position, MateReport)> = alone().iter().collect();
    let mut random = Random::new(2026);
    for _ in 0..2 {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        for (problem, alone) in &order {
            let seen = solver.solve(problem, &limits()).unwrap();
            assert_eq!(answer(&seen), answer(alone), "{}", problem.to_sfen());
        }
    }
}

#[test]
fn the_size_of_the_table_changes_no_decided_answer() {
    let mut solvers = [1, 2, 64].map(MateSolver::new);
    let mut decided = 0;
    for problem in mixed() {
        let seen = solvers.each_mut().map(|solver| solver.solve(&problem, &limits()).unwrap());
        let known: Vec<_> = seen
            .iter()
            .filter(|report| report.verdict == Verdict::NoMate || report.shortest)
            .map(|report| (report.verdict, report.plies))
            .collect();
        assert!(known.windows(2).all(|pair| pair[0] == pair[1]), "{}", problem.to_sfen());
        decided += usize::from(known.len() == seen.len());
    }
    assert!(decided >= 30, "{decided}");
}

#[test]
fn the_number_of_threads_changes_no_answer() {
    let (mut alone, mut together) = (MateSolver::new(1), MateSolver::new(1));
    let mut long = 0;
    for problem in mixed() {
        let one = alone.solve(&problem, &limits()).unwrap();
        if one.stopped.is_some() || one.nodes < 1_000 {
            continue;
        }
        long += 1;
        for threads in [3, 2] {
            together.set_threads(threads);
            let other = together.solve(&problem, &limits()).unwrap();
            assert!(other.nodes <= one.nodes);
            let told = |report: &MateReport| {
                let MateReport { verdict, plies, line, shortest, verified, .. } = report;
                (*verdict, *plies, line.clone(), *shortest, *verified)
            };
            assert_eq!(told(&other), told(&one), "{}", problem.to_sfen());
        }
    }
    assert!(long >= 3, "{long}");
}

#[test]
fn what_was_broken_off_is_answered_as_if_nothing_had_been() {
    let mut solver = MateSolver::new(1);
    let mut random = Random::new(77);
    for (problem, whole) in alone() {
        for _ in 0..3 {
            let nodes = random.below(whole.nodes as usize + 1) as u64 + 1;
            let part = solver.solve(problem, &Limits::with_nodes(nodes)).unwrap();
            agrees(&part, whole, problem);
        }
        assert_eq!(answer(&solver.solve(problem, &limits()).unwrap()), answer(whole));
    }
}

/// The answers of a search that was stopped early agree with its final answer.
fn agrees(part: &MateReport, whole: &MateReport, problem: &Position) {
    let place = problem.to_sfen();
    match part.verdict {
        Verdict::Unknown => assert!(part.stopped.is_some(), "{place}"),
        Verdict::NoMate => assert_eq!(whole.verdict, Verdict::NoMate, "{place}"),
        Verdict::Mate => {
            assert_eq!(whole.verdict, Verdict::Mate, "{place}");
            assert!(part.plies >= whole.plies, "{place}");
            assert!(!part.shortest || part.plies == whole.plies, "{place}");
        }
    }
    if let Some(plies) = whole.plies {
        assert!(part.no_mate_within < plies, "{place}");
    }
}

#[test]
fn a_flag_raised_at_any_time_ends_it_soon_and_without_harm() {
    // A long problem of Shogi Zuko, and an undecided one.
    let hard = [
        "2lS5/1kgp5/pB3+r3/3+b+P4/PlpgS4/9/9/9/9 b R2SP2g4n2l12p 1",
        "9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1",
    ];
    let mut solver = MateSolver::new(16);
    let mut late = Vec::new();
    for (number, sfen) in hard.iter().cycle().take(12).enumerate() {
        let setup = Setup::from_sfen(sfen).unwrap();
        let problem = setup.position(SetupRules::Mate).unwrap();
        let flag = StopToken::new();
        let stopper = flag.clone();
        let raise = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(7 * number as u64));
            let raised = Instant::now();
            stopper.stop();
            raised
        });
        let report = solver.solve(&problem, &Limits::none().stopped_by(flag)).unwrap();
        let ended = Instant::now();
        late.push(ended.saturating_duration_since(raise.join().unwrap()));
        let mate = report.verdict == Verdict::Mate && report.verified;
        assert!(mate || report.stopped == Some(StopReason::Flag), "{sfen}");
    }
    // Ten milliseconds on an idle machine. Tests share theirs, and any one of
    // them may have to wait for a processor, but not every third.
    late.sort();
    assert!(late[late.len() / 3] < Duration::from_millis(250), "{late:?}");
}
