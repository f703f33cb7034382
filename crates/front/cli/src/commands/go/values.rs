//! `zenpuku go values`: the open regions.

use super::input::Problem;
use super::{ValuesArgs, show};
use crate::exit::Exit;
use crate::output;
use std::time::Instant;

use zenpuku_go_endgame::LocalLimits;
use zenpuku_go_endgame::outcome::values;
use zenpuku_go_endgame::report::Regions;

/// Shows the regions.
///
/// # Errors
/// If the file is not a position or stdout cannot be written.
pub(super) fn run(args: &ValuesArgs) -> anyhow::Result<Exit> {
    let problem = Problem::load(&args.position)?;
    let limits = LocalLimits {
        positions: args.positions,
        deadline: args.time.map(|time| Instant::now() + time),
        ..LocalLimits::default()
    };
    let regions = values(&problem.setup, &problem.rules, &problem.given, &limits)?;
    if args.position.json {
        output::json(&Regions::new(problem.setup.size, &regions))?;
    } else {
        output::line(show::values(&problem, &regions))?;
    }
    Ok(Exit::Done)
}
