//! How long the engines of a match may think.

use zenpuku_arena::clock::TimeControl;

/// Milliseconds a move without a budget, as the help says.
const DEFAULT_MOVETIME: u64 = 100;

/// How long a move may take; exactly one way.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(super) struct Budget {
    /// Nodes a move
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long)]
    depth: Option<u32>,
    /// Milliseconds a move, all of it used [default: 100, without another budget]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Milliseconds of byoyomi a move
    #[arg(long, value_name = "MS")]
    byoyomi: Option<u64>,
    /// Main time and increment, in milliseconds
    #[arg(long, value_name = "MAIN,INCREMENT", value_parser = parse_pair::<u64>)]
    fischer: Option<(u64, u64)>,
}

/// Another budget for the second engine, where it shall not have the same; at most one way.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(super) struct SecondBudget {
    /// Nodes a move of the second engine
    #[arg(long, value_name = "NODES")]
    b_nodes: Option<u64>,
    /// Plies a move of the second engine
    #[arg(long, value_name = "DEPTH")]
    b_depth: Option<u32>,
    /// Milliseconds a move of the second engine, all of it used
    #[arg(long, value_name = "MS")]
    b_movetime: Option<u64>,
    /// Milliseconds of byoyomi a move of the second engine
    #[arg(long, value_name = "MS")]
    b_byoyomi: Option<u64>,
}

impl SecondBudget {
    /// The budget, if one is given.
    pub(super) fn control(&self) -> Option<TimeControl> {
        let byoyomi = |byoyomi| TimeControl::Clock { main: 0, byoyomi, increment: 0 };
        self.b_nodes
            .map(TimeControl::Nodes)
            .or(self.b_depth.map(TimeControl::Depth))
            .or(self.b_movetime.map(TimeControl::MoveTime))
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
            TimeControl::MoveTime(self.movetime.unwrap_or(DEFAULT_MOVETIME))
        }
    }
}

pub(super) fn parse_pair<T: std::str::FromStr>(text: &str) -> Result<(T, T), String> {
    let parse = |part: &str| part.trim().parse().map_err(|_| format!("`{part}` is no number"));
    let (first, second) = text.split_once(',').ok_or("two numbers with a comma expected")?;
    Ok((parse(first)?, parse(second)?))
}
