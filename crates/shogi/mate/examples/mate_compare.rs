//! Compares solvers on the same problems: a table, and a plot of solved problems against time.
//!
//! `cargo run -p zenpuku-shogi-mate --example mate_compare -- PLOT.svg NAME=FILE NAME=FILE`
//!
//! A FILE has a line of JSON for each problem, as `mate_time` prints them. Prints Markdown. The
//! times of the first solver are compared with those of the second.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;
use zenpuku_report::plot::line_chart;
use zenpuku_report::{Chart, Legend, Series};

/// Seconds within which solved problems are counted. Runs end a little late: 2 % are allowed.
const WITHIN: [f64; 3] = [1.0, 5.0, 60.0];
const LATE: f64 = 1.02;

/// Problems that the second solver has sooner are left out of the mean of ratios.
const TRIFLE: f64 = 0.02;

#[derive(Clone)]
struct Row {
    stated: Option<u64>,
    plies: Option<u64>,
    seconds: f64,
}

type Rows = BTreeMap<String, Row>;

fn read(file: &str) -> Result<Rows, String> {
    let mut rows = Rows::new();
    for row in common::rows(file)? {
        let (id, seconds) = (row.text("id")?, row.json["seconds"].as_f64());
        let seconds = seconds.ok_or_else(|| format!("{}no field `seconds`", row.place))?;
        let (stated, plies) = (row.number(&["stated"]), row.number(&["plies"]));
        rows.insert(id.to_owned(), Row { stated, plies, seconds });
    }
    Ok(rows)
}

/// When the problems were solved, soonest first.
fn times(rows: &Rows) -> Vec<f64> {
    let solved = rows.values().filter(|row| row.plies.is_some());
    let mut times: Vec<f64> = solved.map(|row| row.seconds).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// The geometric mean of time ratios where both solved it, and of how many.
fn ratio(ours: &Rows, other: &Rows) -> (f64, usize) {
    let both = ours.iter().filter_map(|(id, row)| {
        let beside = other.get(id)?;
        let counts = row.plies.and(beside.plies).is_some() && beside.seconds > TRIFLE;
        counts.then(|| (row.seconds.max(1e-4) / beside.seconds).ln())
    });
    let logs: Vec<f64> = both.collect();
    ((logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp(), logs.len())
}

fn summary(solvers: &[(&str, Rows)]) -> String {
    let mut text = String::from("| within |");
    for (name, _) in solvers {
        let _ = write!(text, " {name} |");
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(solvers.len()));
    for limit in WITHIN {
        let _ = write!(text, "| {limit} s |");
        for (_, rows) in solvers {
            let solved = times(rows).partition_point(|&time| time <= limit * LATE);
            let _ = write!(text, " {solved} of {} |", rows.len());
        }
        text.push('\n');
    }
    if let [(_, ours), (_, other), ..] = solvers {
        let (ratio, count) = ratio(ours, other);
        let _ =
            writeln!(text, "\nGeometric mean of the times' ratios: {ratio:.3} ({count} problems)");
    }
    text
}

fn table(solvers: &[(&str, Rows)]) -> String {
    let mut text = String::from("| problem | listed |");
    for (name, _) in solvers {
        let _ = write!(text, " {name}: plies | seconds |");
    }
    let _ = writeln!(text, "\n|---|---|{}", "---|---|".repeat(solvers.len()));
    for (id, first) in solvers.first().map(|(_, rows)| rows).into_iter().flatten() {
        let number = |plies: Option<u64>| plies.map_or("–".to_owned(), |plies| plies.to_string());
        let _ = write!(text, "| {id} | {} |", number(first.stated));
        for (_, rows) in solvers {
            let _ = match rows.get(id) {
                Some(row) => write!(text, " {} | {:.2} |", number(row.plies), row.seconds),
                None => write!(text, " | |"),
            };
        }
        text.push('\n');
    }
    text
}

fn plot(solvers: &[(&str, Rows)]) -> Result<String, String> {
    let series: Vec<Series> = solvers
        .iter()
        .map(|(name, rows)| {
            let times = times(rows).into_iter().enumerate();
            let points = times.map(|(before, time)| (time.max(1e-3), (before + 1) as f64));
            Series::new(*name, points.collect())
        })
        .collect();
    let chart = Chart::new("Mates found", "seconds of processor time", "problems solved");
    let chart = chart.with_log_x().with_legend(Legend::LowerRight);
    line_chart(&chart, &series).map_err(|error| error.to_string())
}

fn run(arguments: &[String]) -> Result<(), String> {
    let usage = "usage: mate_compare PLOT.svg NAME=FILE NAME=FILE";
    let [picture, files @ ..] = arguments else { return Err(usage.into()) };
    let mut solvers = Vec::new();
    for file in files {
        let (name, file) = file.split_once('=').ok_or(usage)?;
        solvers.push((name, read(file)?));
    }
    std::fs::write(picture, plot(&solvers)?).map_err(|error| format!("{picture}: {error}"))?;
    println!("{}\n{}", summary(&solvers), table(&solvers));
    Ok(())
}

fn main() -> ExitCode {
    common::main("mate_compare", run)
}
