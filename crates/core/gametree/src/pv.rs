//! The principal variation: the triangular array of best lines by ply.

/// Best lines found so far, one per ply of the current path. Lines keep their memory,
/// so a running search does not allocate.
#[derive(Clone, Debug)]
pub(crate) struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub(crate) fn new() -> Self {
        PvTable { lines: Vec::new() }
    }

    /// Clears the line of `ply` for a node just entered.
    pub(crate) fn reset(&mut self, ply: usize) {
        if self.lines.len() < ply + 2 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// Makes `mv` and the line of the ply below the line of `ply`.
    pub(crate) fn update(&mut self, ply: usize, mv: M) {
        if let Some([line, below]) = self.lines.get_mut(ply..ply + 2) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(below);
        }
    }

    /// The line of the root.
    pub(crate) fn root(&self) -> &[M] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }
}
