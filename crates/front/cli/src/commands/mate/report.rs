//! Results, for people and for programs.

use serde::Serialize;

use zenpuku_shogi::Move;
use zenpuku_shogi_mate::{MateReport, Replay, Verdict};
use zenpuku_shogi_record::kif_text;

use super::check::Check;
use super::inputs::Problem;
use super::{Extra, REST, Told};
use crate::output;

/// The JSON of `zenpuku mate --json`, and a line of its file of results.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Mate"))]
pub(crate) struct Report<'a> {
    /// `mate`, `no_mate` or `unknown`.
    result: &'static str,
    /// Length of the mate; null without one.
    plies: Option<u16>,
    /// The mate, USI.
    line: Vec<String>,
    /// Is there no shorter one?
    shortest: bool,
    /// Was the proof replayed?
    verified: bool,
    /// Positions searched.
    nodes: u64,
    /// Time used.
    seconds: f64,
    /// The position.
    sfen: String,
    /// Pieces that the problem did not have were put into the defender's hand.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    rest_in_hand: bool,
    /// How plies are counted.
    count: &'static str,
    /// Plies with every legal interposition, if that is another number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    strict_plies: Option<u16>,
    /// For an undecided problem: there is no mate within this number of plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    no_mate_within: Option<u16>,
    /// Of an undecided problem: the root's proof number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    proof_number: Option<u32>,
    /// Its disproof number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    disproof_number: Option<u32>,
    /// Plies as the file states them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    stated: Option<u64>,
    /// What `--verify` has gone through.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    replayed: Option<Replayed>,
    /// What `--check` found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    check: Option<&'a Check>,
    /// The problem's name in its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    id: Option<&'a str>,
    /// Its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    file: Option<&'a str>,
    /// Its line there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    line_number: Option<usize>,
    /// Why the search ended before the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    stopped: Option<String>,
}

/// What `--verify` has gone through.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "MateReplay"))]
struct Replayed {
    /// Positions.
    positions: u64,
    /// Moves.
    moves: u64,
}

impl<'a> Report<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        report: &MateReport,
        extra: &'a Extra,
        told: &Told<'_>,
    ) -> Self {
        let undecided = report.verdict == Verdict::Unknown;
        Self {
            result: report.verdict.name(),
            plies: told.plies,
            line: told.line.iter().map(ToString::to_string).collect(),
            shortest: told.shortest,
            verified: report.verified,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            sfen: problem.position.to_sfen(),
            rest_in_hand: problem.rest,
            count: told.count.name(),
            strict_plies: report.plies.filter(|_| report.plies != told.plies),
            no_mate_within: undecided.then_some(report.no_mate_within),
            proof_number: report.proof_number.filter(|_| undecided),
            disproof_number: report.disproof_number.filter(|_| undecided),
            stated: problem.stated,
            replayed: extra
                .replay
                .map(|seen| Replayed { positions: seen.positions, moves: seen.moves }),
            check: extra.check.as_ref(),
            id: problem.id.as_deref(),
            file: problem.place.file.as_deref(),
            line_number: problem.place.number,
            stopped: report.stopped.map(|reason| reason.to_string()),
        }
    }
}

/// Prints one result for people; of `many` each takes a line.
pub(super) fn print(
    problem: &Problem,
    report: &MateReport,
    extra: &Extra,
    told: &Told<'_>,
    many: bool,
) -> anyhow::Result<()> {
    let label = if many { problem.place.to_string() } else { String::new() };
    let used = format!("{} nodes, {:.3} s", report.nodes, report.elapsed.as_secs_f64());
    output::line(format_args!("{label}{} ({used})", verdict(report, told)))?;
    if !many && !told.line.is_empty() {
        output::line(kif_line(told.line))?;
    }
    if let Some(seen) = extra.replay.filter(|_| !many) {
        let what = if report.verdict == Verdict::Mate { "defences" } else { "checks" };
        let Replay { positions, moves, .. } = seen;
        output::line(format_args!("replayed: {moves} {what} in {positions} positions"))?;
    }
    if problem.rest && !many {
        output::line(format_args!("{REST} (--as-given: leave it out)"))?;
    }
    extra.check.as_ref().map_or(Ok(()), Check::print)
}

fn verdict(report: &MateReport, told: &Told<'_>) -> String {
    let checked = if report.verified { "verified" } else { "not verified" };
    match report.verdict {
        Verdict::Mate => {
            let plies = told.plies.unwrap_or_default();
            let strict = match report.plies.filter(|&strict| strict != plies) {
                Some(strict) => format!(" ({strict} with useless interpositions)"),
                None => String::new(),
            };
            let shortest = if told.shortest { "shortest" } else { "perhaps not the shortest" };
            let line: Vec<String> = told.line.iter().map(ToString::to_string).collect();
            format!("mate in {plies}{strict}, {shortest}, {checked}: {}", line.join(" "))
        }
        Verdict::NoMate => format!("no mate, {checked}"),
        Verdict::Unknown => {
            let reason = report.stopped.map(|reason| format!("{reason}, ")).unwrap_or_default();
            let numbers = report.proof_number.zip(report.disproof_number);
            let numbers = numbers
                .map(|(proof, disproof)| {
                    format!(", proof number {proof}, disproof number {disproof}")
                })
                .unwrap_or_default();
            format!("not decided: {reason}no mate in {}{numbers}", report.no_mate_within)
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
