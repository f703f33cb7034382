//! Measures how much processor time the first mate of every problem of a JSONL file takes.
//!
//! `cargo run --release -p zenpuku-shogi-mate --example mate_time -- FILE MILLISECONDS [MIB] [IDS]`
//!
//! A problem is abandoned after MILLISECONDS of processor time of its thread, as Linux counts
//! it; `IDS` (`zuko001,zuko017`) picks problems. Prints a line of JSON for every problem: its
//! name, the stated plies, the plies of the first mate found, nodes and seconds.

mod common;

use std::process::ExitCode;
use std::time::Duration;
use zenpuku_core::Limits;
use zenpuku_core::StopToken;
use zenpuku_shogi::{Setup, SetupRules};
use zenpuku_shogi_mate::MateSolver;

/// Processor time of a thread, from the first number of its `schedstat`.
fn processor_time(file: &str) -> Option<Duration> {
    let text = std::fs::read_to_string(file).ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// Stops `stop` when the thread has used `most`, and ends when `done` is stopped.
fn watch(file: &str, most: Duration, stop: &StopToken, done: &StopToken) {
    while !done.is_stopped() {
        std::thread::sleep(Duration::from_millis(5));
        if processor_time(file).is_none_or(|used| used >= most) {
            return stop.stop();
        }
    }
}

fn solve(solver: &mut MateSolver, row: &common::Row, most: Duration) -> Result<String, String> {
    let setup = Setup::from_sfen(row.text("sfen")?);
    let position = setup.and_then(|setup| setup.position(SetupRules::Mate));
    let position = position.map_err(|error| format!("{}{error}", row.place))?;
    let id = std::fs::read_link("/proc/thread-self").map_err(|error| error.to_string())?;
    let file = format!("/proc/{}/schedstat", id.display());
    let start = processor_time(&file).ok_or("no processor time here")?;
    let (stop, done) = (StopToken::new(), StopToken::new());
    let limits = Limits::none().stopped_by(stop.clone());
    let mut first = None;
    let report = std::thread::scope(|scope| {
        scope.spawn(|| watch(&file, start + most, &stop, &done));
        let report = solver.solve_with(&position, &limits, |news| {
            if first.is_none() && news.mate.is_some() {
                first = news.mate.zip(processor_time(&file));
                stop.stop();
            }
        });
        let end = processor_time(&file);
        done.stop();
        report.map(|report| (report, end.unwrap_or_default()))
    });
    let (report, end) = report.map_err(|error| error.to_string())?;
    let time = first.map_or(end, |(_, time)| time).saturating_sub(start).as_secs_f64();
    let row = serde_json::json!({
        "id": row.json["id"], "stated": row.number(&["plies", "mate"]),
        "verdict": report.verdict.to_string(), "plies": first.map(|(plies, _)| plies).or(report.plies),
        "verified": report.verified, "nodes": report.nodes, "seconds": (time * 1e4).round() / 1e4,
    });
    Ok(row.to_string())
}

fn run(arguments: &[String]) -> Result<(), String> {
    let usage = "usage: mate_time FILE MILLISECONDS [MIB] [IDS]";
    let [file, most, rest @ ..] = arguments else { return Err(usage.into()) };
    let most = Duration::from_millis(most.parse().map_err(|_| usage)?);
    let mebibytes = rest.first().map_or(Ok(1000), |text| text.parse()).map_err(|_| usage)?;
    let wanted: Option<Vec<&str>> = rest.get(1).map(|ids| ids.split(',').collect());
    let mut solver = MateSolver::new(mebibytes);
    for row in common::rows(file)? {
        let named = |ids: &Vec<&str>| ids.contains(&row.json["id"].as_str().unwrap_or_default());
        if wanted.as_ref().is_none_or(named) {
            println!("{}", solve(&mut solver, &row, most)?);
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    common::main("mate_time", run)
}
