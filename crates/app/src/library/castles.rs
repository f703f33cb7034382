//! Castles by the squares of their pieces.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use zenpuku_shogi::{Color, Piece, PieceType, Position, Square};

const TABLE: &str = include_str!("../../assets/castles.tsv");

struct Castle {
    name: &'static str,
    latest: u32,
    pieces: Vec<(Square, Piece)>,
}

static CASTLES: LazyLock<Vec<Castle>> =
    LazyLock::new(|| TABLE.lines().filter_map(read_line).collect());

fn read_line(line: &'static str) -> Option<Castle> {
    let mut fields = line.split('\t');
    let (name, latest, pieces) = (fields.next()?, fields.next()?, fields.next()?);
    let pieces: Option<Vec<_>> = pieces.split(' ').map(read_piece).collect();
    Some(Castle { name, latest: latest.parse().ok()?, pieces: pieces? })
}

/// `K2h`.
fn read_piece(text: &str) -> Option<(Square, Piece)> {
    let (kind, square) = text.split_at_checked(1)?;
    let piece = Piece::from_parts(Color::Black, kind.parse::<PieceType>().ok()?);
    Some((square.parse().ok()?, piece))
}

impl Castle {
    fn stands(&self, position: &Position, side: Color) -> bool {
        self.pieces.iter().all(|&(square, piece)| match side {
            Color::Black => position.piece_on(square) == piece,
            Color::White => {
                let theirs = Piece::from_parts(Color::White, piece.piece_type());
                position.piece_on(square.flip()) == theirs
            }
        })
    }

    /// Is it part of `other`, which has more pieces?
    fn is_part_of(&self, other: &Self) -> bool {
        self.pieces.len() < other.pieces.len()
            && self.pieces.iter().all(|piece| other.pieces.contains(piece))
    }
}

/// The castles of `side` that stand at `position`, `ply` moves into the game; of castles that
/// are part of one another only the larger.
pub(crate) fn castles(position: &Position, side: Color, ply: u32) -> BTreeSet<&'static str> {
    let stands = |castle: &&Castle| ply <= castle.latest && castle.stands(position, side);
    let found: Vec<&Castle> = CASTLES.iter().filter(stands).collect();
    let largest = |castle: &&&Castle| !found.iter().any(|other| castle.is_part_of(other));
    found.iter().filter(largest).map(|castle| castle.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_table_is_read() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(CASTLES.len(), lines);
    }

    #[test]
    fn a_mino_castle_of_either_side_and_only_the_larger_name() {
        let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1BRG2SK1/LNS2G1NL b - 1";
        let sfen = sfen.replace("1BRG2SK1", "1B1RG1SK1");
        let position = Position::from_sfen(&sfen).unwrap();
        let found = castles(&position, Color::Black, 20);
        assert!(found.contains("本美濃囲い"), "{found:?}");
        assert!(!found.contains("片美濃囲い"), "{found:?}");
        assert!(castles(&position, Color::White, 20).is_empty());
        let mut turned = zenpuku_shogi::Setup::from(&position).flipped();
        turned.set_side_to_move(Color::White);
        let turned = turned.position(zenpuku_shogi::SetupRules::Play).unwrap();
        assert_eq!(castles(&turned, Color::White, 20), found);
    }
}
