//! Solves every problem of a JSONL file and compares with the lengths it states.
//!
//! `cargo run --release -p zenpuku-shogi-mate --example mate_file -- FILE LIMIT [LONGEST] [MIB]`
//!
//! The limit of every problem is a number of nodes, or of milliseconds as in `5000ms`.
//! Reads the fields `sfen`, `mate` or `plies` (none: no length known) and prints
//! a line for every problem that is not solved with that length, then a summary.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use zenpuku_gametree::Limits;
use zenpuku_shogi::{Setup, SetupRules};
use zenpuku_shogi_mate::{MateReport, MateSolver, Verdict};

#[derive(Default)]
struct Summary {
    total: u64,
    right: u64,
    longer: u64,
    shorter: u64,
    no_mate: u64,
    unknown: u64,
    unverified: u64,
    nodes: u64,
}

impl Summary {
    fn add(&mut self, stated: Option<u64>, report: &MateReport) -> bool {
        let found = report.plies.map(u64::from);
        self.total += 1;
        self.nodes += report.nodes;
        let slot = match (report.verdict, stated) {
            (Verdict::Unknown, _) => &mut self.unknown,
            (Verdict::NoMate, _) => &mut self.no_mate,
            (Verdict::Mate, Some(_)) if found > stated => &mut self.longer,
            (Verdict::Mate, Some(_)) if found < stated => &mut self.shorter,
            (Verdict::Mate, _) => &mut self.right,
        };
        *slot += 1;
        self.unverified += u64::from(report.verdict != Verdict::Unknown && !report.verified);
        report.verdict == Verdict::Mate && (stated.is_none() || found == stated)
    }
}

fn run(
    file: &str,
    limits: &Limits,
    longest: u64,
    mebibytes: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut summaries: BTreeMap<u64, Summary> = BTreeMap::new();
    let mut solver = MateSolver::new(mebibytes as usize);
    let started = Instant::now();
    for line in std::fs::read_to_string(file)?.lines() {
        let row: serde_json::Value = serde_json::from_str(line)?;
        let stated = row["mate"].as_u64().or(row["plies"].as_u64());
        if stated.unwrap_or(0) > longest {
            continue;
        }
        let sfen = row["sfen"].as_str().ok_or("no field `sfen`")?;
        let position = match Setup::from_sfen(sfen).and_then(|s| s.position(SetupRules::Mate)) {
            Ok(position) => position,
            Err(error) => {
                println!("{} {sfen}: {error}", row["id"]);
                continue;
            }
        };
        solver.clear();
        let report = solver.solve(&position, limits)?;
        if !summaries.entry(stated.unwrap_or(0)).or_default().add(stated, &report) {
            let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
            let (verdict, plies) = (report.verdict, report.plies);
            println!(
                "{} {sfen}: {verdict} {plies:?} stated {stated:?} shortest {} {:.3} s {}",
                row["id"],
                report.shortest,
                report.elapsed.as_secs_f64(),
                line.join(" ")
            );
        }
    }
    for (plies, s) in &summaries {
        println!(
            "stated {plies}: {} of {} right, {} longer, {} shorter, {} nomate, {} unknown, \
             {} not verified, {} nodes each",
            s.right,
            s.total,
            s.longer,
            s.shorter,
            s.no_mate,
            s.unknown,
            s.unverified,
            s.nodes / s.total.max(1)
        );
    }
    println!("{:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| arguments.get(index).map(|text| text.parse::<u64>());
    let limit = arguments.get(1).and_then(|text| match text.strip_suffix("ms") {
        Some(time) => Some(Limits::with_time(Duration::from_millis(time.parse().ok()?))),
        None => Some(Limits::with_nodes(text.parse().ok()?)),
    });
    let (Some(file), Some(limits)) = (arguments.first(), limit) else {
        eprintln!("usage: mate_file FILE LIMIT [LONGEST] [MIB]");
        return ExitCode::from(2);
    };
    let optional = |index, usual| number(index).and_then(Result::ok).unwrap_or(usual);
    match run(file, &limits, optional(2, u64::MAX), optional(3, 32)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mate_file: {error}");
            ExitCode::FAILURE
        }
    }
}
