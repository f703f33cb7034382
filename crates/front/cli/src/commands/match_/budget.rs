//! How long the engines of a match may think.

use std::time::Duration;

use zenpuku_arena::clock::TimeControl;

use crate::arguments::{self, time_with_unit, whole_milliseconds};

/// Milliseconds a move without a budget, as the help says.
const DEFAULT_MOVETIME: u64 = 100;

/// How long a move may take; exactly one way.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(super) struct Budget {
    /// Nodes a move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Seconds a move, all of it used [default: 0.1, without another budget]
    #[arg(long, value_name = "SECONDS", value_parser = arguments::seconds)]
    time: Option<Duration>,
    /// Milliseconds a move, all of it used
    #[arg(long, value_name = "MS", hide = true, value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Byoyomi a move, such as 10s or 500ms; milliseconds without a unit
    #[arg(long, value_name = "TIME", value_parser = time_with_unit)]
    byoyomi: Option<u64>,
    /// Main time and increment, such as 5m,3s; milliseconds without a unit
    #[arg(long, value_name = "MAIN,INCREMENT", value_parser = parse_times)]
    fischer: Option<(u64, u64)>,
}

/// Another budget for the second engine, where it shall not have the same; at most one way.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(super) struct SecondBudget {
    /// Nodes a move of the second engine
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    b_nodes: Option<u64>,
    /// Plies a move of the second engine
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..))]
    b_depth: Option<u32>,
    /// Seconds a move of the second engine, all of it used
    #[arg(long, value_name = "SECONDS", value_parser = arguments::seconds)]
    b_time: Option<Duration>,
    /// Milliseconds a move of the second engine, all of it used
    #[arg(long, value_name = "MS", hide = true, value_parser = clap::value_parser!(u64).range(1..))]
    b_movetime: Option<u64>,
    /// Byoyomi a move of the second engine, as --byoyomi
    #[arg(long, value_name = "TIME", value_parser = time_with_unit)]
    b_byoyomi: Option<u64>,
}

impl SecondBudget {
    /// The budget, if one is given.
    pub(super) fn control(&self) -> Option<TimeControl> {
        let byoyomi = |byoyomi| TimeControl::Clock { main: 0, byoyomi, increment: 0 };
        self.b_nodes
            .map(TimeControl::Nodes)
            .or(self.b_depth.map(TimeControl::Depth))
            .or(self.b_time.map(whole_milliseconds).or(self.b_movetime).map(TimeControl::MoveTime))
            .or(self.b_byoyomi.map(byoyomi))
    }
}

impl Budget {
    /// The budget of both engines, or of the first.
    pub(super) fn control(&self) -> TimeControl {
        if let Some(nodes) = self.nodes {
            TimeControl::Nodes(nodes)
        } else if let Some(depth) = self.depth {
            TimeControl::Depth(depth)
        } else if let Some((main, increment)) = self.fischer {
            TimeControl::Clock { main, byoyomi: 0, increment }
        } else if let Some(byoyomi) = self.byoyomi {
            TimeControl::Clock { main: 0, byoyomi, increment: 0 }
        } else {
            let time = self.time.map(whole_milliseconds).or(self.movetime);
            TimeControl::MoveTime(time.unwrap_or(DEFAULT_MOVETIME))
        }
    }
}

pub(super) fn parse_pair<T: std::str::FromStr>(text: &str) -> Result<(T, T), String> {
    let parse = |part: &str| part.trim().parse().map_err(|_| format!("`{part}` is not a number"));
    let (first, second) = text.split_once(',').ok_or("two numbers with a comma expected")?;
    Ok((parse(first)?, parse(second)?))
}

fn parse_times(text: &str) -> Result<(u64, u64), String> {
    let (main, increment) = text.split_once(',').ok_or("two times with a comma expected")?;
    Ok((time_with_unit(main)?, time_with_unit(increment)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_read_with_or_without_units() {
        assert_eq!(parse_times("5m,3s"), Ok((300_000, 3_000)));
        assert_eq!(parse_times("300000, 3000"), Ok((300_000, 3_000)));
        for bad in ["5m", "5m,", "5m,x", "1,2,3"] {
            assert!(parse_times(bad).is_err(), "{bad}");
        }
    }
}
