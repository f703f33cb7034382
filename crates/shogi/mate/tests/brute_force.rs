//! The solver against searches without any cleverness: AND/OR to seven plies, and the whole graph
//! of checks and replies where it is small.
//!
//! Invariant: Mate answers agree with brute force.

use crate::and_or::legal;
use crate::random;
use std::collections::HashMap;
use zenpuku_core::Limits;
use zenpuku_shogi::Position;
use zenpuku_shogi_mate::{MateReport, MateSolver, Verdict};

/// Depth of the AND/OR search, in plies.
const DEPTH: u16 = 7;
/// Positions of the whole law.
const ALL: u64 = 5_000;
/// Interval of those in the regular test.
const STEP: u64 = 50;
/// Nodes of the solver for each position.
const NODES: u64 = 200_000;
/// Positions in which the attacker is to move, of a graph that is gone through whole.
const GRAPH: usize = 400;

/// The positions after every check, the defender to move.
fn checks(position: &Position) -> Vec<Position> {
    after(position, Position::in_check)
}

/// The positions after every reply, the attacker to move.
fn replies(position: &Position) -> Vec<Position> {
    after(position, |_| true)
}

fn after(position: &Position, wanted: impl Fn(&Position) -> bool) -> Vec<Position> {
    let mut at = position.without_history();
    let mut found = Vec::new();
    for &mv in legal(position).iter() {
        at.do_move(mv);
        if wanted(&at) {
            found.push(at.without_history());
        }
        at.undo_move(mv);
    }
    found
}

/// AND/OR to a fixed depth; results are cached by position and depth.
#[derive(Default)]
struct AndOr(HashMap<(u64, u16), bool>);

impl AndOr {
    fn mates(&mut self, position: &Position, depth: u16) -> bool {
        let key = (position.key(), depth);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let mates = checks(position).iter().any(|check| {
            let replies = replies(check);
            replies.is_empty()
                || depth > 2 && replies.iter().all(|reply| self.mates(reply, depth - 2))
        });
        self.0.insert(key, mates);
        mates
    }

    fn shortest(&mut self, position: &Position) -> Option<u16> {
        (1..=DEPTH).step_by(2).find(|&depth| self.mates(position, depth))
    }
}

/// Plies of the shortest mate, `Some(None)` without any, from the whole graph of checks and
/// replies; `None` when it is too large.
fn whole_graph(start: &Position) -> Option<Option<u16>> {
    let mut index = HashMap::from([(start.key(), 0)]);
    let mut positions = vec![start.without_history()];
    // Of each position the replies to each check.
    let mut graph: Vec<Vec<Vec<usize>>> = Vec::new();
    while graph.len() < positions.len() {
        let mut node = Vec::new();
        for check in checks(&positions[graph.len()]) {
            let mut after = Vec::new();
            for reply in replies(&check) {
                let place = *index.entry(reply.key()).or_insert(positions.len());
                if place == positions.len() {
                    positions.push(reply);
                }
                after.push(place);
            }
            node.push(after);
        }
        graph.push(node);
        if positions.len() > GRAPH {
            return None;
        }
    }
    // Mates in one, then positions that lead to known mates, to a fixed point.
    let mut plies: Vec<Option<u16>> = vec![None; graph.len()];
    for depth in (1..).step_by(2) {
        let known = plies.clone();
        for (place, node) in graph.iter().enumerate() {
            let mated = |after: &Vec<usize>| after.iter().all(|&place| known[place].is_some());
            if known[place].is_none() && node.iter().any(mated) {
                plies[place] = Some(depth);
            }
        }
        if plies == known {
            break;
        }
    }
    Some(plies[0])
}

/// Statistics of the comparison.
#[derive(Debug, Default)]
struct Seen {
    mates: u64,
    none_within: u64,
    refuted: u64,
    whole: u64,
}

fn compare(solver: &mut MateSolver, number: u64, seen: &mut Seen) {
    let position = random::position(number);
    let report = solver.solve(&position, &Limits::with_nodes(NODES)).unwrap();
    let place = || format!("number {number}: {}", position.to_sfen());
    assert!(report.verdict == Verdict::Unknown || report.verified, "{}", place());
    let shortest = AndOr::default().shortest(&position);
    match shortest {
        Some(plies) => {
            assert_eq!(report.plies, Some(plies), "{}", place());
            assert!(report.shortest && report.verdict == Verdict::Mate, "{}", place());
            seen.mates += 1;
        }
        None => {
            assert!(report.plies.is_none_or(|plies| plies > DEPTH), "{}", place());
            let stopped = report.stopped.is_some();
            assert!(report.no_mate_within >= DEPTH || stopped, "{}", place());
            seen.none_within += 1;
        }
    }
    seen.refuted += u64::from(report.verdict == Verdict::NoMate);
    if let Some(plies) = whole_graph(&position) {
        agrees_with_graph(&report, plies, &place());
        seen.whole += 1;
    }
}

fn agrees_with_graph(report: &MateReport, plies: Option<u16>, place: &str) {
    match report.verdict {
        Verdict::Mate if report.shortest => assert_eq!(report.plies, plies, "{place}"),
        Verdict::Mate => assert!(plies.is_some_and(|plies| report.plies >= Some(plies)), "{place}"),
        Verdict::NoMate => assert_eq!(plies, None, "{place}"),
        // So small a graph is decided.
        Verdict::Unknown => panic!("{place}: not decided"),
    }
}

fn law(numbers: impl Iterator<Item = u64>) -> Seen {
    let (mut solver, mut seen) = (MateSolver::new(1), Seen::default());
    for number in numbers {
        compare(&mut solver, number, &mut seen);
    }
    seen
}

#[test]
fn shortest_mates_and_refutations_are_those_of_brute_force() {
    let seen = law((0..ALL).step_by(STEP as usize));
    assert!(seen.mates >= 10 && seen.refuted >= 50 && seen.whole >= 5, "{seen:?}");
}

#[test]
#[ignore = "the whole law takes half an hour; the test before it takes every 50th position"]
fn all_five_thousand() {
    let seen = law(0..ALL);
    println!("{seen:?}");
    assert!(seen.mates >= 500 && seen.refuted >= 2_500 && seen.whole >= 250, "{seen:?}");
}
