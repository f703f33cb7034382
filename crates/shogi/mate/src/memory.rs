//! The proof-number search's memory of one problem.

use crate::dfpn_table::DfPnTable;
use crate::glances::Glances;
use crate::graph_history::GraphHistoryTable;

/// The tables of the proof-number search.
pub(crate) struct Memory {
    pub(crate) table: DfPnTable,
    pub(crate) graph_history: GraphHistoryTable,
    pub(crate) glances: Glances,
}

impl Memory {
    /// Tables of which the large one has at most `mebibytes`; the others have one each.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let (graph_history, glances) = (GraphHistoryTable::new(), Glances::new());
        Self { table: DfPnTable::new(mebibytes), graph_history, glances }
    }

    /// Begins a problem without stored results.
    pub(crate) fn begin(&mut self) {
        self.table.begin();
        self.graph_history.begin();
        self.glances.begin();
    }
}
