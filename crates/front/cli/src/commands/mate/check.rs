//! `zenpuku mate --check`: the tests of a composed problem.

use serde::Serialize;

use zenpuku_core::Limits;
use zenpuku_shogi::{HandPiece, Move};
use zenpuku_shogi_mate::{Composition, CompositionError, MateSolver, Second};

use super::Told;
use super::inputs::Problem;
use crate::output;

/// The check of one problem; plies of other mates are counted as those of the solution.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "MateCheck"))]
pub(crate) struct Check {
    /// `None` when the limits left it open.
    sound: Option<bool>,
    /// Why other mates were not searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    not_checked: Option<&'static str>,
    /// The solution along which other mates were searched.
    solution: Vec<String>,
    /// What differs from the composer's solution or length.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    intended: Option<String>,
    /// Checks that mate as well.
    seconds: Vec<Branch>,
    /// Checks that the limits left open.
    undecided: Vec<Branch>,
    /// Pieces of the attacker that are left in hand, as SFEN writes hands.
    left_over: String,
    /// Pieces that are not needed: a square, or a piece in hand as in `G*`.
    spare: Vec<String>,
    /// Some pieces are undecided.
    spare_open: bool,
}

/// Another check at a ply of the solution.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "MateBranch"))]
struct Branch {
    /// From 1.
    ply: u16,
    /// The move, USI.
    #[serde(rename = "move")]
    mv: String,
    /// Plies from the start of the problem within which it mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    plies: Option<u16>,
    /// `another-mate`, or what else it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    kind: Option<&'static str>,
}

/// Checks a mate. Of one that is not shown to be the shortest only the length
/// is compared. `limits` apply to each search.
///
/// # Errors
/// [`CompositionError`] when interrupted, or when the line found does not end in mate.
pub(super) fn check(
    solver: &mut MateSolver,
    problem: &Problem,
    told: &Told<'_>,
    length: Option<u64>,
    limits: &Limits,
) -> Result<Check, CompositionError> {
    let mut intended = compare(problem, told, length);
    if !told.shortest {
        let sound = intended.is_some().then_some(false);
        let not_checked = Some("the mate is not shown to be the shortest");
        return Ok(Check { sound, not_checked, intended, ..Check::default() });
    }
    let mut line = told.line;
    let same = problem.intended.len() == line.len();
    let mut found = None;
    if same {
        match Composition::check(solver, &problem.position, &problem.intended, told.count, limits) {
            Err(CompositionError::NoSolution) => {
                intended = Some("the intended solution does not end in mate".to_owned());
            }
            other => {
                line = &problem.intended[..];
                found = Some(other?);
            }
        }
    }
    let found = match found {
        Some(found) => found,
        None => Composition::check(solver, &problem.position, line, told.count, limits)?,
    };
    Ok(Check {
        sound: found.is_sound().filter(|&sound| !sound || intended.is_none()).or_else(|| {
            // A length other than intended is a fault, regardless of undecided checks.
            intended.is_some().then_some(false)
        }),
        not_checked: None,
        solution: line.iter().map(Move::to_string).collect(),
        intended,
        seconds: found.seconds.iter().map(second).collect(),
        undecided: found.undecided.iter().map(open).collect(),
        left_over: found.left_over.iter().map(held).collect(),
        spare: found.spare.iter().map(ToString::to_string).collect(),
        spare_open: found.spare_open,
    })
}

/// What differs from the length that is meant: the one given, the file's, or
/// its solution's. A mate that may not be the shortest is a fault only if it is
/// shorter than intended.
fn compare(problem: &Problem, told: &Told<'_>, length: Option<u64>) -> Option<String> {
    let line = (!problem.intended.is_empty()).then_some(problem.intended.len() as u64);
    let meant = length.or(problem.stated).or(line)?;
    let plies = u64::from(told.plies?);
    match told.shortest {
        true => {
            (meant != plies).then(|| format!("meant as mate in {meant}, it is mate in {plies}"))
        }
        false => {
            (meant > plies).then(|| format!("meant as mate in {meant}, one in {plies} is there"))
        }
    }
}

fn second(second: &Second) -> Branch {
    Branch {
        ply: second.ply,
        mv: second.mv.to_string(),
        plies: Some(second.plies),
        kind: Some(second.kind.name()),
    }
}

fn open(&(ply, mv): &(u16, Move)) -> Branch {
    Branch { ply, mv: mv.to_string(), plies: None, kind: None }
}

fn held(&(kind, count): &(HandPiece, u8)) -> String {
    let count = if count > 1 { count.to_string() } else { String::new() };
    format!("{count}{}", kind.to_piece_type())
}

impl Check {
    /// Prints the check for people.
    pub(super) fn print(&self) -> anyhow::Result<()> {
        let verdict = match self.sound {
            Some(true) => "sound",
            Some(false) => "faulty",
            None => "not decided",
        };
        output::line(format_args!("  composition: {verdict}"))?;
        if let Some(text) = &self.intended {
            output::line(format_args!("  intended: {text}"))?;
        }
        if let Some(reason) = self.not_checked {
            output::line(format_args!("  not checked for other mates: {reason}"))?;
        }
        for Branch { ply, mv, plies, kind } in &self.seconds {
            let (plies, kind) = (plies.unwrap_or_default(), kind.unwrap_or_default());
            output::line(format_args!("  ply {ply}: {mv} mates too, in {plies} ({kind})"))?;
        }
        for Branch { ply, mv, .. } in &self.undecided {
            output::line(format_args!("  ply {ply}: {mv} is not decided"))?;
        }
        if !self.left_over.is_empty() {
            output::line(format_args!("  left in hand: {}", self.left_over))?;
        }
        if !self.spare.is_empty() {
            output::line(format_args!("  not needed: {}", self.spare.join(" ")))?;
        }
        if self.spare_open {
            output::line("  not every piece is decided")?;
        }
        Ok(())
    }
}
