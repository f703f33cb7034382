//! Solves every problem of a JSONL file and compares with the lengths it states.
//!
//! `cargo run --release -p zenpuku-shogi-mate --example mate_file -- FILE LIMIT [LONGEST] [MIB]`
//!
//! The limit of every problem is a number of nodes, or of milliseconds as in `5000ms`.
//! Reads the fields `sfen`, `mate` or `plies` (none: no length known) and prints
//! a line for every problem that is not solved with that length, then a summary.

mod common;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use zenpuku_core::Limits;
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

fn run(arguments: &[String]) -> Result<(), String> {
    let usage = "usage: mate_file FILE LIMIT [LONGEST] [MIB]";
    let [file, limit, rest @ ..] = arguments else { return Err(usage.into()) };
    let limit = match limit.strip_suffix("ms") {
        Some(time) => time.parse().map(|time| Limits::with_time(Duration::from_millis(time))),
        None => limit.parse().map(Limits::with_nodes),
    };
    let limits = limit.map_err(|_| usage)?;
    let number = |index: usize, usual: u64| {
        rest.get(index).map_or(Ok(usual), |text| text.parse()).map_err(|_| usage)
    };
    let (longest, mebibytes) = (number(0, u64::MAX)?, number(1, 32)?);
    let mut summaries: BTreeMap<u64, Summary> = BTreeMap::new();
    let mut solver = MateSolver::new(mebibytes as usize);
    let started = Instant::now();
    for row in common::rows(file)? {
        let (stated, id) = (row.number(&["plies", "mate"]), &row.json["id"]);
        if stated.unwrap_or(0) > longest {
            continue;
        }
        let sfen = row.text("sfen")?;
        let position = match Setup::from_sfen(sfen).and_then(|s| s.position(SetupRules::Mate)) {
            Ok(position) => position,
            Err(error) => {
                println!("{id} {sfen}: {error}");
                continue;
            }
        };
        let report = solver.solve(&position, &limits).map_err(|error| error.to_string())?;
        if !summaries.entry(stated.unwrap_or(0)).or_default().add(stated, &report) {
            let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
            let (verdict, plies) = (report.verdict, report.plies);
            println!(
                "{id} {sfen}: {verdict} {plies:?} stated {stated:?} shortest {} {:.3} s {}",
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
    common::main("mate_file", run)
}
