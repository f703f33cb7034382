//! The nodes after which a search first finds a win.

use serde::{Deserialize, Serialize};
use zenpuku_core::StopToken;
use zenpuku_params::Params;
use zenpuku_report::Cell;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{Bound, Info, SearchHandler, SearchLimits};

use super::Work;
use crate::error::LabError;
use crate::measure::{Measurer, profile};

/// The first news of a won mate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Win {
    depth: u32,
    nodes: u64,
    best: String,
    value: String,
}

/// Keeps the first news and ends the search.
struct FirstWin {
    win: Option<Win>,
    stop: StopToken,
}

impl SearchHandler for FirstWin {
    fn info(&mut self, info: &Info) {
        let wins = info.score.is_win() && info.bound != Bound::Upper;
        if let (None, true, Some(best)) = (&self.win, wins, info.pv.first()) {
            self.win = Some(Win {
                depth: info.depth,
                nodes: info.nodes,
                best: best.to_string(),
                value: info.score.to_string(),
            });
            self.stop.stop();
        }
    }
}

impl Win {
    /// The columns of [`Win::cells`].
    pub(super) const COLUMNS: [&'static str; 4] = ["depth", "nodes", "move", "value"];

    /// Where the win was known, with its first move and value; absent if it was not.
    pub(super) fn cells(win: Option<&Win>) -> Vec<Cell> {
        let Some(win) = win else { return vec![Cell::Absent; 4] };
        let text = |text: &String| Cell::from(text.as_str());
        vec![win.depth.into(), win.nodes.into(), text(&win.best), text(&win.value)]
    }

    /// Is this its first move?
    pub(super) fn begins_with(&self, usi: &str) -> bool {
        self.best == usi
    }
}

/// The programs that search wins: the paper's, with full and with selective width, and today's.
pub(super) fn settings(work: &Work) -> Result<Vec<(&'static str, Params)>, LabError> {
    let mut settings = vec![("bonanza2006", work.with)];
    settings.extend(work.selective().map(|params| ("bonanza2006, selective width", params)));
    settings.push(("default", profile("default")?));
    Ok(settings)
}

/// Searches until the win is found, or at most `nodes` nodes.
pub(super) fn first_win(
    measurer: &mut Measurer,
    params: &Params,
    position: &Position,
    nodes: u64,
) -> Result<Option<Win>, LabError> {
    let limits = SearchLimits::nodes(nodes);
    let first = |stop| FirstWin { win: None, stop };
    Ok(measurer.search_with(params, position, &limits, first)?.1.win)
}
