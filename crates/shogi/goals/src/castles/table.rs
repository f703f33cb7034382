//! The table of castles, from `data/castles.tsv`.

use core::hash::{Hash, Hasher};
use std::sync::LazyLock;
use zenpuku_shogi::{PieceType, Square};

const TABLE: &str = include_str!("../../data/castles.tsv");

/// A castle or formation, as Black builds it.
#[derive(Debug)]
pub struct Castle {
    /// Name without blanks, in capitals; two shapes of one castle share it.
    pub id: &'static str,
    /// Japanese name.
    pub ja: &'static str,
    /// English name.
    pub en: &'static str,
    /// The pieces of the castle.
    pub pieces: Vec<(Square, PieceType)>,
    /// What completes its shape: pawns, lance and knight.
    pub further: Vec<(Square, PieceType)>,
}

/// Castles are compared by their place in the table.
impl PartialEq for Castle {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.pieces == other.pieces
    }
}

impl Eq for Castle {}

impl Hash for Castle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

static CASTLES: LazyLock<Vec<Castle>> =
    LazyLock::new(|| TABLE.lines().filter_map(read_line).collect());

/// All castles and formations.
#[must_use]
pub fn all() -> &'static [Castle] {
    &CASTLES
}

/// The castle of this id, its first shape.
#[must_use]
pub fn find(id: &str) -> Option<&'static Castle> {
    all().iter().find(|castle| castle.id.eq_ignore_ascii_case(id))
}

fn read_line(line: &'static str) -> Option<Castle> {
    if line.starts_with('#') {
        return None;
    }
    let mut fields = line.split('\t');
    let (id, ja, en) = (fields.next()?, fields.next()?, fields.next()?);
    let pieces = read_pieces(fields.next()?)?;
    Some(Castle { id, ja, en, pieces, further: read_pieces(fields.next().unwrap_or(""))? })
}

/// `K8h G7h`.
fn read_pieces(text: &str) -> Option<Vec<(Square, PieceType)>> {
    text.split_whitespace()
        .map(|piece| {
            let (kind, square) = piece.split_at_checked(1)?;
            Some((square.parse().ok()?, kind.parse().ok()?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(all().len(), lines);
        assert!(all().iter().all(|castle| castle.pieces.len() >= 2));
        assert_eq!(find("yagura").map(|castle| castle.further.len()), Some(7));
    }
}
