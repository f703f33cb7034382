//! `zenpuku go values`: the open regions.

use super::input::Problem;
use super::{PositionArgs, report, show};
use crate::exit::Exit;
use crate::output;
use zenpuku_go_endgame::outcome::values;

/// Shows the regions.
///
/// # Errors
/// If the file is no position or stdout cannot be written.
pub(super) fn run(args: &PositionArgs) -> anyhow::Result<Exit> {
    let problem = Problem::load(args)?;
    let regions = values(&problem.setup, &problem.rules, &problem.given)?;
    if args.json {
        output::json(&report::values(&problem, &regions))?;
    } else {
        output::line(show::values(&problem, &regions))?;
    }
    Ok(Exit::Done)
}
