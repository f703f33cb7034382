//! A number for a position that never changes between versions of the program.

/// The two fields that the number depends on are board, side to move and hands; FNV-1a of their
/// SFEN, whose writer sorts hands, so that equal positions have equal texts.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

pub(super) fn fnv(text: &[u8], offset: u64) -> u64 {
    text.iter().fold(OFFSET ^ offset, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// The number of a position in SFEN; the move number at its end does not matter.
pub(crate) fn position_key(sfen: &str) -> i64 {
    let end = sfen.match_indices(' ').nth(2).map_or(sfen.len(), |(at, _)| at);
    fnv(&sfen.as_bytes()[..end], 0).cast_signed()
}

/// The number of a game: its start position and its moves.
pub(super) fn game_hash(start: &str, moves: &[String]) -> [u8; 16] {
    let mut text = start.rsplit_once(' ').map_or(start, |(board, _)| board).to_owned();
    for mv in moves {
        text.push(' ');
        text.push_str(mv);
    }
    let mut hash = [0; 16];
    hash[..8].copy_from_slice(&fnv(text.as_bytes(), 0).to_le_bytes());
    hash[8..].copy_from_slice(&fnv(text.as_bytes(), 0x9e37_79b9_7f4a_7c15).to_le_bytes());
    hash
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

    /// Also computed by another program.
    const START: i64 = 3_466_910_889_084_779_985;
}
