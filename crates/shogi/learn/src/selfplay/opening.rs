//! Random openings.

use zenpuku_arena::openings::Opening;
use zenpuku_core::random::SplitMix64;
use zenpuku_shogi::{Move, MoveList, Position, RepetitionState};

/// The generator of game `number` of a run.
pub(super) fn generator(seed: u64, number: u64) -> SplitMix64 {
    let run = SplitMix64::new(seed).next_u64();
    SplitMix64::new(run ^ SplitMix64::new(!number).next_u64())
}

/// Lines that games begin with, and the games that they get.
#[derive(Clone, Debug)]
pub struct OpeningSet {
    /// Start lines; none: the start position.
    pub lines: Vec<Opening>,
    /// Games that begin with one of them, as a part of the shares of all sets together.
    pub share: u32,
    /// Openings whose value is beyond this many centipawns are drawn again; `None`: as in the plan.
    pub limit: Option<i32>,
}

/// A random prefix of a random line, then random legal moves, with the limit of the line's set;
/// `None` where the game is over by then.
pub(super) fn draw(
    sets: &[OpeningSet],
    random_plies: (u16, u16),
    random: &mut SplitMix64,
) -> Option<(Opening, Position, Option<i32>)> {
    let set = choose(sets, random);
    let lines = set.map_or(&[][..], |set| &set.lines);
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
    goes_on.then(|| (Opening { start, moves }, position, set.and_then(|set| set.limit)))
}

/// One of the sets by their shares. A single one is not drawn, so that it gives the games that it
/// always gave.
fn choose<'s>(sets: &'s [OpeningSet], random: &mut SplitMix64) -> Option<&'s OpeningSet> {
    let whole: u64 = sets.iter().map(|set| u64::from(set.share)).sum();
    if sets.len() < 2 || whole == 0 {
        return sets.first();
    }
    let mut place = random.below(whole);
    sets.iter().find(|set| {
        let share = u64::from(set.share);
        let found = place < share;
        place = place.saturating_sub(share);
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::slice;
    use zenpuku_shogi::Color;

    #[test]
    fn equal_numbers_draw_equal_openings_and_others_differ() {
        let draw = |number| {
            let (opening, position, _) = draw(&[], (6, 10), &mut generator(7, number)).unwrap();
            assert!((6..=10).contains(&opening.moves.len()));
            position.to_sfen()
        };
        assert_eq!(draw(3), draw(3));
        let different: std::collections::HashSet<String> = (0..50).map(draw).collect();
        assert!(different.len() > 45);
    }

    #[test]
    fn a_line_is_followed_before_the_random_moves() {
        let line = set("startpos moves 7g7f 3c3d 2g2f", 1);
        for number in 0..20 {
            let (opening, ..) =
                draw(slice::from_ref(&line), (1, 2), &mut generator(1, number)).unwrap();
            let random = opening.moves.len() - opening.moves.len().min(3);
            assert!(random <= 2);
            let followed =
                opening.moves.iter().zip(&line.lines[0].moves).take_while(|(a, b)| a == b).count();
            assert!(followed + 2 >= opening.moves.len());
        }
    }

    fn set(line: &str, share: u32) -> OpeningSet {
        let lines = zenpuku_arena::openings::read(line).unwrap();
        OpeningSet { lines, share, limit: None }
    }

    #[test]
    fn every_set_gets_its_share() {
        let lance = "sfen lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
        let sets = [set("startpos", 3), OpeningSet { limit: Some(900), ..set(lance, 1) }];
        let drawn = (0..800).map(|number| draw(&sets, (1, 1), &mut generator(5, number)).unwrap());
        let (handicaps, even): (Vec<_>, Vec<_>) =
            drawn.partition(|(opening, ..)| opening.start.side_to_move() == Color::White);
        assert!((160..240).contains(&handicaps.len()), "{}", handicaps.len());
        assert!(handicaps.iter().all(|(.., limit)| *limit == Some(900)));
        assert!(even.iter().all(|(.., limit)| limit.is_none()));
    }
}
