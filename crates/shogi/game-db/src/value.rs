//! Values as the database has them: the mover's, mates near 32,000.

use zenpuku_shogi::Color;
use zenpuku_shogi_record::Score;

/// A mate in no moves.
const MATE: i64 = 32_000;

/// Mates of up to this many plies are distinguished from centipawns.
const LONGEST_MATE: i64 = 246;

/// The value of a row when `mover` has moved.
pub(crate) fn read(value: i64, mover: Color) -> Option<Score> {
    let winner = if value > 0 { mover } else { mover.flip() };
    let plies = MATE - value.abs();
    if (0..=LONGEST_MATE).contains(&plies) {
        // Programs that do not know the length say the limit itself.
        let plies = u32::try_from(plies).ok().filter(|&plies| plies > 0);
        return Some(Score::Mate { winner, plies });
    }
    let cp = i32::try_from(value).ok()?;
    Some(Score::Centipawns(if mover == Color::Black { cp } else { cp.checked_neg()? }))
}

/// The value for a row when `mover` has moved.
pub(crate) fn write(score: Score, mover: Color) -> i64 {
    match score {
        Score::Centipawns(cp) => {
            let limit = MATE - LONGEST_MATE - 1;
            let cp = i64::from(cp).clamp(-limit, limit);
            if mover == Color::Black { cp } else { -cp }
        }
        Score::Mate { winner, plies } => {
            let value = MATE - i64::from(plies.unwrap_or(0)).min(LONGEST_MATE);
            if winner == mover { value } else { -value }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_from_either_side() {
        for mover in [Color::Black, Color::White] {
            for value in [0, 55, -1_496, 31_753, -31_753, 31_999, -31_998, 32_000, -32_000] {
                assert_eq!(write(read(value, mover).unwrap(), mover), value);
            }
            assert_eq!(read(i64::MIN + 1, mover), None);
        }
        assert_eq!(read(-40, Color::White), Some(Score::Centipawns(40)));
        let mate = Score::Mate { winner: Color::White, plies: Some(2) };
        assert_eq!(read(-31_998, Color::Black), Some(mate));
    }
}
