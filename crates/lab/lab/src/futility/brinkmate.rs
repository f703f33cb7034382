//! Brinkmates (必至): no series of checks mates, but after one quiet move every defence is mated. A search for mates
//! by checks alone cannot find that move; a full-width search can [bonanza2006].

use serde::{Deserialize, Serialize};
use zenpuku_core::Limits;
use zenpuku_report::{Cell, Table};
use zenpuku_shogi::{MoveList, Position};
use zenpuku_shogi_mate::{MateSolver, Verdict};

use super::wins::{Win, first_win, settings};
use super::{MATE_TABLE, Work};
use crate::error::LabError;
use crate::experiment::Session;
use crate::findings::{Check, Findings};
use crate::measure::Measurer;
use crate::options::RunOptions;

/// Our own positions with their key moves: Black to move and not under threat.
const BRINKMATES: [(&str, &str); 5] = [
    ("7k1/9/7p1/7nn/5N3/9/PP7/LG7/KNG6 b 2SPp 1", "4e3c+"),
    ("8k/9/6G2/6p1l/9/9/PP7/LG7/KNG6 b SPbg 1", "P*1c"),
    ("8k/9/5+Pllg/6n1p/9/9/PP7/LG7/KNG6 b BGs2p 1", "4c3b"),
    ("5g1pk/6n2/5l3/4N4/9/9/PP7/LG7/KNG6 b SNP 1", "S*1c"),
    ("6p1k/9/6g2/4+P2+P1/9/9/PP7/LG7/KNG6 b 2SP2sl 1", "S*1c"),
];

/// Depth in plies within which every defence is mated.
const LONGEST_MATE: u32 = 9;
/// Nodes at most for a mate; the positions are small.
const MATE_NODES: u64 = 100_000;

/// The mate solver's result for a brinkmate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Proof {
    /// Is there a mate by checks alone?
    by_checks: String,
    /// Defences after the key move, and how many of them are mated.
    defences: u32,
    mated: u32,
    /// The longest of those mates, in plies.
    longest: u16,
}

pub(super) fn units(work: &Work) -> u64 {
    let settings = settings(work).map_or(0, |list| list.len());
    ((settings + 1) * work.plan.brinkmates) as u64
}

pub(super) fn run(
    work: &Work,
    options: &RunOptions,
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    findings: &mut Findings,
) -> Result<(), LabError> {
    let columns = [
        "brinkmate",
        "mate by checks alone",
        "key move",
        "defences",
        "mated",
        "longest mate",
        "sfen",
    ];
    let mut proofs = Table::new("Brinkmates", columns);
    let title = format!("Brinkmates solved (at most {} nodes)", work.plan.win_nodes);
    let columns = ["brinkmate", "setting"].into_iter().chain(Win::COLUMNS).chain(["key move"]);
    let mut solved = Table::new(title, columns);
    let settings = settings(work)?;
    for (index, (sfen, key)) in BRINKMATES.iter().take(work.plan.brinkmates).enumerate() {
        let number = index + 1;
        let position = Position::from_sfen(sfen)?;
        let proof = session
            .unit(&format!("brinkmate {number}: proof"), || prove(&position, key, options))?;
        proofs.push(vec![
            number.into(),
            proof.by_checks.as_str().into(),
            (*key).into(),
            proof.defences.into(),
            proof.mated.into(),
            u32::from(proof.longest).into(),
            (*sfen).into(),
        ])?;
        findings.checks.extend(checks(number, &proof));
        for (name, params) in &settings {
            let unit = format!("brinkmate {number}: {name}");
            let nodes = work.plan.win_nodes;
            let win = session.unit(&unit, || first_win(measurer, params, &position, nodes))?;
            let is_key = win.as_ref().map(|win| if win.begins_with(key) { "yes" } else { "no" });
            let mut cells: Vec<Cell> = vec![number.into(), (*name).into()];
            cells.extend(Win::cells(win.as_ref()));
            cells.push(is_key.into());
            solved.push(cells)?;
        }
    }
    findings.ours.extend([proofs, solved]);
    Ok(())
}

/// Both must hold: no mate by checks, and a mate after every defence.
fn checks(number: usize, proof: &Proof) -> [Check; 2] {
    let fact = |what: &str| format!("brinkmate {number}: {what}");
    [
        Check::new(fact("mate by checks alone"), "mate solver", "nomate", &proof.by_checks),
        Check::new(fact("defences mated"), "mate solver", proof.defences, proof.mated),
    ]
}

/// Proves that there is no mate by checks and that the key move leaves no defence.
fn prove(position: &Position, key: &str, options: &RunOptions) -> Result<Proof, LabError> {
    let mut solver = MateSolver::new(MATE_TABLE);
    let limits = Limits::with_nodes(MATE_NODES).stopped_by(options.stop.clone());
    let by_checks = solver.solve(position, &limits)?.verdict.name().to_owned();
    let illegal = |reason: String| LabError::Data { file: "brinkmates", line: 1, reason };
    let mut after = position.clone();
    let mv = after.read_usi(key).map_err(|violation| illegal(format!("{key}: {violation}")))?;
    after.do_move(mv);
    let limits = Limits { depth: Some(LONGEST_MATE), ..limits };
    let mut proof = Proof { by_checks, defences: 0, mated: 0, longest: 0 };
    let mut defences = MoveList::new();
    after.legal_moves(&mut defences);
    for &defence in &defences {
        after.do_move(defence);
        let report = solver.solve(&after, &limits)?;
        after.undo_move(defence);
        options.check_stop()?;
        proof.defences += 1;
        if report.verdict == Verdict::Mate && report.verified {
            proof.mated += 1;
            proof.longest = proof.longest.max(report.plies.unwrap_or(0));
        }
    }
    Ok(proof)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_brinkmate_is_one_and_its_key_gives_no_check() {
        for (sfen, key) in BRINKMATES {
            let position = Position::from_sfen(sfen).unwrap();
            assert!(!position.gives_check(position.read_usi(key).unwrap()), "{sfen}");
            let proof = prove(&position, key, &RunOptions::default()).unwrap();
            assert_eq!(proof.by_checks, "nomate", "{sfen}");
            assert!(proof.defences > 0 && proof.mated == proof.defences, "{sfen}: {proof:?}");
        }
    }

    #[test]
    fn another_move_leaves_a_defence() {
        let (sfen, _) = BRINKMATES[1];
        let position = Position::from_sfen(sfen).unwrap();
        let proof = prove(&position, "9g9f", &RunOptions::default()).unwrap();
        assert!(proof.mated < proof.defences);
    }
}
