//! A number for a position that never changes between versions of the program.

use zenpuku_core::hash::{fnv1a, fnv1a_variant};

/// The number of a position in SFEN: FNV-1a of board, side to move and hands. The writer sorts
/// hands, so that equal positions have equal texts. The move number at the end does not matter.
pub(crate) fn position_key(sfen: &str) -> i64 {
    let end = sfen.match_indices(' ').nth(2).map_or(sfen.len(), |(at, _)| at);
    fnv1a(&sfen.as_bytes()[..end]).cast_signed()
}

/// The identity of a game. The same moves by other players or on another day
/// are another game.
pub(super) struct Identity<'a> {
    /// Start position in SFEN; its move number does not matter.
    pub(super) start: &'a str,
    /// Moves in USI, with a space between two.
    pub(super) moves: &'a str,
    /// Player of Black.
    pub(super) black: &'a str,
    /// Player of White.
    pub(super) white: &'a str,
    /// Date as the library stores it.
    pub(super) date: &'a str,
}

impl Identity<'_> {
    /// The number of the game. Stored numbers depend on it: it must never change.
    pub(super) fn hash(&self) -> [u8; 16] {
        let board = self.start.rsplit_once(' ').map_or(self.start, |(board, _)| board);
        // Each on a separate line, so that their boundaries matter.
        let text = [board, self.moves, self.black, self.white, self.date].join("\n");
        let mut hash = [0; 16];
        hash[..8].copy_from_slice(&fnv1a(text.as_bytes()).to_le_bytes());
        hash[8..]
            .copy_from_slice(&fnv1a_variant(text.as_bytes(), 0x9e37_79b9_7f4a_7c15).to_le_bytes());
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_move_number_does_not_matter_and_the_side_does() {
        let start = zenpuku_shogi::STARTPOS;
        let other = start.replace(" 1", " 77");
        assert_eq!(position_key(start), position_key(&other));
        assert_ne!(position_key(start), position_key(&start.replace(" b ", " w ")));
        // Stored numbers depend on it: it must never change.
        assert_eq!(position_key(start), START);
    }

    #[test]
    fn a_game_is_its_moves_its_players_and_its_date() {
        let game = || Identity {
            start: zenpuku_shogi::STARTPOS,
            moves: "7g7f 3c3d",
            black: "甲",
            white: "乙",
            date: "2024-05-01",
        };
        let hash = game().hash();
        let later = zenpuku_shogi::STARTPOS.replace(" 1", " 77");
        assert_eq!(hash, Identity { start: &later, ..game() }.hash());
        for other in [
            Identity { moves: "7g7f", ..game() },
            Identity { black: "乙", white: "甲", ..game() },
            Identity { black: "甲乙", white: "", ..game() },
            Identity { date: "2024-05-02", ..game() },
        ] {
            assert_ne!(hash, other.hash());
        }
        // Stored numbers depend on it: it must never change.
        assert_eq!(hash[..4], [124, 152, 99, 127]);
    }

    /// Also computed by another program.
    const START: i64 = 3_466_910_889_084_779_985;
}
