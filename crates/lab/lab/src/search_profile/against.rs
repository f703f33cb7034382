//! Another engine on the same positions: its depth at given numbers of nodes.

use std::time::Duration;

use zenpuku_arena::usi_process::{UsiCommand, UsiProcess};
use zenpuku_core::StopReason;
use zenpuku_core::StopToken;
use zenpuku_protocol::usi::Bound;

use super::Depths;
use crate::error::LabError;
use crate::measure::TestPosition;
use crate::options::RunOptions;

/// The longest a search may take.
const LIMIT: Duration = Duration::from_secs(300);

/// A running engine.
pub(super) struct Opponent {
    process: UsiProcess,
    stop: StopToken,
}

impl Opponent {
    pub(super) fn start(command: &UsiCommand, options: &RunOptions) -> Result<Self, LabError> {
        // The run's flag is checked between positions.
        options.check_stop()?;
        Ok(Self {
            process: UsiProcess::start(command, StopToken::new())?,
            stop: options.stop.clone(),
        })
    }

    pub(super) fn name(&self) -> &str {
        self.process.name()
    }

    /// One search up to the last checkpoint. A depth counts as complete at the
    /// nodes of its last line with an exact value.
    pub(super) fn depths(
        &mut self,
        place: &TestPosition,
        checkpoints: &[u64],
    ) -> Result<Depths, LabError> {
        if self.stop.is_stopped() {
            return Err(StopReason::Flag.into());
        }
        let most = checkpoints.last().copied().unwrap_or(1);
        self.process.new_game()?;
        let position = format!("position sfen {}", place.position.to_sfen());
        let mut complete: Vec<(u64, u32)> = Vec::new();
        self.process.go(&position, &format!("go nodes {most}"), LIMIT, |info| {
            let exact = info.score.as_ref().is_some_and(|score| score.bound == Bound::Exact);
            let first = info.multipv.is_none_or(|line| line == 1);
            if let (Some(depth), Some(nodes), true) = (info.depth, info.nodes, exact && first) {
                complete.push((nodes, depth));
            }
        })?;
        let at = |nodes: u64| {
            let reached = complete.iter().filter(|(at, _)| *at <= nodes).map(|(_, depth)| *depth);
            reached.max().unwrap_or(0)
        };
        Ok(Depths(checkpoints.iter().map(|&nodes| at(nodes)).collect()))
    }
}
