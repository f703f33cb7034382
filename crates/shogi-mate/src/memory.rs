//! What the proof-number search remembers of one problem.

use crate::glances::Glances;
use crate::numbers::Table;
use crate::returns::Returns;

/// The tables of the proof-number search.
pub(crate) struct Memory {
    pub(crate) table: Table,
    pub(crate) returns: Returns,
    pub(crate) glances: Glances,
}

impl Memory {
    /// Tables of which the large one has at most `mebibytes`; the others have one each.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let (returns, glances) = (Returns::new(), Glances::new());
        Self { table: Table::new(mebibytes), returns, glances }
    }

    /// Begins a problem of which nothing is known.
    pub(crate) fn begin(&mut self) {
        self.table.begin();
        self.returns.begin();
        self.glances.begin();
    }
}
