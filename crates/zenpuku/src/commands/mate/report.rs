//! What was found, for people and for programs.

use serde::Serialize;

use zenpuku_shogi::Move;
use zenpuku_shogi_mate::{MateReport, Verdict};
use zenpuku_shogi_record::kif_text;

use super::inputs::Problem;
use crate::output;

/// The JSON of `zenpuku mate --json`.
#[derive(Serialize)]
struct Report<'a> {
    result: &'static str,
    plies: Option<u16>,
    line: Vec<String>,
    shortest: bool,
    verified: bool,
    nodes: u64,
    seconds: f64,
    sfen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_number: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// Prints one result; `many` results take a line each.
pub(super) fn print(
    problem: &Problem,
    report: &MateReport,
    json: bool,
    many: bool,
) -> anyhow::Result<()> {
    if json {
        return output::json(&Report {
            result: report.verdict.name(),
            plies: report.plies,
            line: report.line.iter().map(ToString::to_string).collect(),
            shortest: report.shortest,
            verified: report.verified,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            sfen: problem.position.to_sfen(),
            id: problem.id.as_deref(),
            file: problem.place.file.as_deref(),
            line_number: problem.place.number,
            stopped: report.stopped.map(|reason| reason.to_string()),
        });
    }
    let label = if many { problem.place.to_string() } else { String::new() };
    let used = format!("{} nodes, {:.3} s", report.nodes, report.elapsed.as_secs_f64());
    output::line(format_args!("{label}{} ({used})", verdict(report)))?;
    if !many && !report.line.is_empty() {
        output::line(kif_line(&report.line))?;
    }
    Ok(())
}

fn verdict(report: &MateReport) -> String {
    let checked = if report.verified { "verified" } else { "not verified" };
    match report.verdict {
        Verdict::Mate => {
            let plies = report.plies.unwrap_or_default();
            let shortest = if report.shortest { "shortest" } else { "perhaps not the shortest" };
            let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
            format!("mate in {plies}, {shortest}, {checked}: {}", line.join(" "))
        }
        Verdict::NoMate => format!("no mate, {checked}"),
        Verdict::Unknown => {
            let reason = report.stopped.map(|reason| format!("{reason}, ")).unwrap_or_default();
            format!("not decided: {reason}no mate in {}", report.no_mate_within)
        }
    }
}

/// The line as KIF writes it, with the sides' signs.
fn kif_line(line: &[Move]) -> String {
    let mut last = None;
    let mut moves = Vec::with_capacity(line.len());
    for &mv in line {
        let black = mv.piece_after().color() == zenpuku_shogi::Color::BLACK;
        moves.push(format!("{}{}", if black { '☗' } else { '☖' }, kif_text(mv, last)));
        last = Some(mv.to());
    }
    moves.join(" ")
}
