//! Random openings.

use zenpuku_arena::openings::Opening;
use zenpuku_gametree::synthetic::SplitMix64;
use zenpuku_shogi::{Move, MoveList, Position, RepetitionState};

/// The generator of game `number` of a run.
pub(super) fn generator(seed: u64, number: u64) -> SplitMix64 {
    let run = SplitMix64::new(seed).next_u64();
    SplitMix64::new(run ^ SplitMix64::new(!number).next_u64())
}

/// A random prefix of a random line, then random legal moves; `None` where the game is over
/// by then.
pub(super) fn draw(
    lines: &[Opening],
    random_plies: (u16, u16),
    random: &mut SplitMix64,
) -> Option<(Opening, Position)> {
    let index = random.below(lines.len() as u64) as usize;
    let mut moves: Vec<Move> = Vec::new();
    let start = lines.get(index).map_or_else(Position::startpos, |line| line.start.clone());
    let mut position = start.clone();
    if let Some(line) = lines.get(index) {
        let count = random.below(line.moves.len() as u64 + 1) as usize;
        for &mv in &line.moves[..count] {
            position.do_move(mv);
            moves.push(mv);
        }
    }
    let (fewest, most) = random_plies;
    let plies = u64::from(fewest) + random.below(u64::from(most.saturating_sub(fewest)) + 1);
    let mut list = MoveList::new();
    for _ in 0..plies {
        position.legal_moves(&mut list);
        let mv = *list.get(random.below(list.len() as u64) as usize)?;
        position.do_move(mv);
        moves.push(mv);
    }
    let goes_on = position.has_legal_move() && position.game_repetition() == RepetitionState::None;
    goes_on.then_some((Opening { start, moves }, position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_draw_equal_openings_and_others_differ() {
        let draw = |number| {
            let (opening, position) = draw(&[], (6, 10), &mut generator(7, number)).unwrap();
            assert!((6..=10).contains(&opening.moves.len()));
            position.to_sfen()
        };
        assert_eq!(draw(3), draw(3));
        let different: std::collections::HashSet<String> = (0..50).map(draw).collect();
        assert!(different.len() > 45);
    }

    #[test]
    fn a_line_is_followed_before_the_random_moves() {
        let line = zenpuku_arena::openings::read("startpos moves 7g7f 3c3d 2g2f").unwrap();
        for number in 0..20 {
            let (opening, _) = draw(&line, (1, 2), &mut generator(1, number)).unwrap();
            let random = opening.moves.len() - opening.moves.len().min(3);
            assert!(random <= 2);
            let followed =
                opening.moves.iter().zip(&line[0].moves).take_while(|(a, b)| a == b).count();
            assert!(followed + 2 >= opening.moves.len());
        }
    }
}
