//! Sekis of two chains that random games seldom keep: local search shows that neither can take the other.
//!
//! All liberties of the two chains lie in rooms that no other stone touches, so that only these two chains matter. What is
//! found is called likely all the same: the stones behind the chains may fall.

use std::time::Instant;

use zenpuku_go::{Board, Color, PointSet, cannot_hold_two_eyes};

use crate::{ChainStatus, Fate, How, Problem};

/// Empty points of the largest rooms that are searched.
const LARGEST: u32 = 7;
/// Positions of a search.
const NODES: u32 = 2_000;

/// The chains in seki, and the empty points between and in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sekis<S> {
    pub(crate) stones: S,
    pub(crate) room: S,
}

/// The sekis of two chains that are only assumed to be what they are and of which nobody has told anything.
pub(crate) fn sekis<S: PointSet>(
    board: &Board<S>,
    chains: &[ChainStatus<S>],
    told: S,
    deadline: Option<Instant>,
) -> Sekis<S> {
    let of = |color: Color| {
        chains.iter().filter(move |chain| {
            chain.color == color && chain.how == How::Assumed && !chain.stones.meets(told)
        })
    };
    let is_late = || deadline.is_some_and(|by| Instant::now() >= by);
    let mut found = Sekis { stones: S::EMPTY, room: S::EMPTY };
    for black in of(Color::Black).take_while(|_| !is_late()) {
        for white in of(Color::White) {
            let pair = [black.stones, white.stones];
            if let Some(room) = room(board, pair).filter(|&room| is_seki(board, pair, room)) {
                found.stones |= black.stones | white.stones;
                found.room |= room;
            }
        }
    }
    found
}

/// The empty points around two chains with common liberties, if no other stone touches them and neither chain can have two
/// eyes there.
fn room<S: PointSet>(board: &Board<S>, pair: [S; 2]) -> Option<S> {
    let geometry = board.geometry();
    let [black, white] = pair.map(|chain| board.liberties(chain));
    if !black.meets(white) {
        return None;
    }
    let room = geometry.flood(black | white, board.empties());
    let is_closed = geometry.neighbours(room).is_subset(room | pair[0] | pair[1]);
    let has_one_eye = |other: S| {
        let parts = geometry.components(room);
        let own = parts.filter(|&part| !geometry.neighbours(part).meets(other));
        cannot_hold_two_eyes(geometry, own.fold(S::EMPTY, |set, part| set | part))
    };
    let is_small = room.count() <= LARGEST;
    (is_small && is_closed && has_one_eye(pair[0]) && has_one_eye(pair[1])).then_some(room)
}

/// Whether neither chain can be captured although the other side moves first and wins every ko.
fn is_seki<S: PointSet>(board: &Board<S>, pair: [S; 2], room: S) -> bool {
    let region = room | pair[0] | pair[1];
    let safe = board.occupied().minus(region);
    Color::BOTH.into_iter().all(|color| {
        let (target, attacker) = (pair[color.index()], color.opponent());
        let problem = Problem { board: *board, target, region, safe, kos_won_by: attacker };
        problem.solve(attacker, NODES).fate == Fate::Lives
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{JudgeOptions, judge};
    use zenpuku_go::{Setup, Suicide};

    fn board(text: &str) -> Board<u64> {
        Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
    }

    fn in_seki(text: &str) -> u64 {
        let board = board(text);
        let map = judge(&board, &JudgeOptions { games: 200, ..JudgeOptions::default() });
        sekis(&board, &map.chains, 0, None).stones
    }

    const ONE_EYE_EACH: &str = ".X.O.\nXXOOO\nOOXXX\n.OX.X\nOOXXX\n.OX.X\nOOXXX";

    #[test]
    fn one_eye_each_and_a_common_liberty_are_a_seki() {
        let board = board(ONE_EYE_EACH);
        let stones = board.occupied() & 0b11_1111_1111;
        assert_eq!(in_seki(ONE_EYE_EACH), stones);
        let map = judge(&board, &JudgeOptions::default());
        assert_eq!((map.seki(), map.dead()), (stones, 0));
    }

    #[test]
    fn an_eye_against_none_is_no_seki() {
        // Black has the eye A7 and C7 in common with White, who has no eye.
        assert_eq!(in_seki(".X.OO\nXXOOX\nOOXXX\n.OX.X\nOOXXX\n.OX.X\nOOXXX"), 0);
    }

    #[test]
    fn two_eyes_are_no_seki() {
        assert_eq!(in_seki(".X.X.O.O\nXXXXXOOO\nOOOOOO.O\n.O.O.OOO"), 0);
    }
}
