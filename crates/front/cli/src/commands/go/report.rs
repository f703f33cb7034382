//! The JSON of `zenpuku go solve`: the solution of `zenpuku-go-endgame` with its file and the count.

use serde::Serialize;
use zenpuku_go_endgame::appraise::Appraisal;
use zenpuku_go_endgame::outcome::{Outcome, false_eyes};
use zenpuku_go_endgame::report::{Estimate, Solution, points};

use super::input::Problem;
use super::{count, names};

/// `zenpuku go solve --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GoSolve"))]
pub(crate) struct Report {
    /// The file as given.
    file: String,
    /// The rules, by name.
    rules: String,
    /// Points in a row.
    width: usize,
    /// Rows.
    height: usize,
    /// The score as people count it.
    count: Count,
    #[serde(flatten)]
    solution: Solution,
    /// Time used.
    seconds: f64,
}

/// The score as people count it, prisoners of the file's own moves included, without komi.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GoCount"))]
struct Count {
    /// If play ends now.
    standing: i32,
    /// Reliability: `proved`, `proved-as-marked`, `likely` or `marked`.
    trust: String,
    /// Of `standing`, with komi: `B+3.5`.
    result: String,
    /// Stones captured by Black and by White.
    prisoners: [u16; 2],
    /// The stones to be removed.
    dead: Vec<String>,
    /// Points without an owner.
    dame: Vec<String>,
    /// The likely result with Black first.
    black_first: Estimate,
    /// With White first.
    white_first: Estimate,
}

/// The whole result.
///
/// # Errors
/// If the position is not possible on a board.
pub(super) fn report(
    problem: &Problem,
    counted: &Appraisal,
    outcome: &Outcome,
    seconds: f64,
) -> anyhow::Result<Report> {
    let size = problem.setup.size;
    let false_eyes = false_eyes(&problem.setup, &problem.rules)?;
    Ok(Report {
        file: problem.file.clone(),
        rules: names::rules(&problem.rules),
        width: size.width(),
        height: size.height(),
        count: count_of(problem, counted),
        solution: Solution::new(size, outcome, false_eyes),
        seconds,
    })
}

fn count_of(problem: &Problem, found: &Appraisal) -> Count {
    let size = problem.setup.size;
    let [black_first, white_first] =
        found.first.each_ref().map(|estimate| Estimate::new(size, estimate));
    Count {
        standing: found.standing,
        trust: found.trust.name().to_owned(),
        result: count::result(found.standing, problem.rules.komi),
        prisoners: problem.counted.prisoners,
        dead: points(size, found.dead),
        dame: points(size, found.dame),
        black_first,
        white_first,
    }
}
