//! Sekis that random games seldom keep: local search shows that neither side can take the other.
//!
//! Between two chains: all their liberties lie in rooms that no other stone touches, so that only these two matter. Inside a
//! small group: stones there that it cannot take although it moves first are not dead, and if it cannot be taken either, both
//! are in seki. What is found is called likely all the same: the stones behind the chains may fall.

use std::time::Instant;

use zenpuku_go::{Board, Color, PointSet, cannot_hold_two_eyes};

use crate::{ChainStatus, Fate, Problem, Status, StatusBasis};

/// Empty points of the largest rooms that are searched.
const LARGEST: u32 = 7;
/// Points of the largest eye space that is searched, with the stones in it.
const LARGEST_EYE_SPACE: u32 = 10;
/// Positions of a search.
const NODES: u32 = 2_000;

/// The chains in seki, and the empty points between and in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sekis<S> {
    pub(crate) stones: S,
    pub(crate) room: S,
}

impl<S: PointSet> Sekis<S> {
    const NONE: Self = Self { stones: S::EMPTY, room: S::EMPTY };
}

/// The sekis of chains that are only assumed to be what they are and of which nobody has told anything.
pub(crate) fn sekis<S: PointSet>(
    board: &Board<S>,
    chains: &[ChainStatus<S>],
    told: S,
    deadline: Option<Instant>,
) -> Sekis<S> {
    let is_open =
        |chain: &ChainStatus<S>| chain.how == StatusBasis::Assumed && !chain.stones.meets(told);
    let pairs = between_two(board, chains, is_open, deadline);
    let inside = Color::BOTH.map(|color| inside_groups(board, chains, is_open, (color, deadline)));
    inside.into_iter().fold(pairs, |all, more| Sekis {
        stones: all.stones | more.stones,
        room: all.room | more.room,
    })
}

fn between_two<S: PointSet>(
    board: &Board<S>,
    chains: &[ChainStatus<S>],
    is_open: impl Fn(&ChainStatus<S>) -> bool,
    deadline: Option<Instant>,
) -> Sekis<S> {
    let open: Vec<&ChainStatus<S>> = chains.iter().filter(|chain| is_open(chain)).collect();
    let of = |color: Color| open.iter().filter(move |chain| chain.color == color);
    let is_late = || deadline.is_some_and(|by| Instant::now() >= by);
    let mut found = Sekis::NONE;
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
    Color::BOTH.into_iter().all(|color| stays(board, pair[color.index()], color, region))
}

/// Whether stones of this colour cannot be captured by play in the region although the other side moves first and wins
/// every ko.
fn stays<S: PointSet>(board: &Board<S>, target: S, color: Color, region: S) -> bool {
    let (attacker, safe) = (color.opponent(), board.occupied().minus(region));
    let problem = Problem { board: *board, target, region, safe, kos_won_by: attacker };
    problem.solve(attacker, NODES).fate == Fate::Lives
}

/// Sekis inside small groups whose prisoners are of this colour.
fn inside_groups<S: PointSet>(
    board: &Board<S>,
    chains: &[ChainStatus<S>],
    is_open: impl Fn(&ChainStatus<S>) -> bool,
    (color, deadline): (Color, Option<Instant>),
) -> Sekis<S> {
    let geometry = board.geometry();
    let dead = chains.iter().filter(|chain| chain.color == color && chain.status == Status::Dead);
    let dead: Vec<&ChainStatus<S>> = dead.collect();
    let living = dead.iter().fold(board.stones(color), |set, chain| set.minus(chain.stones));
    let is_late = || deadline.is_some_and(|by| Instant::now() >= by);
    let mut found = Sekis::NONE;
    for region in geometry.components(geometry.full().minus(living)).take_while(|_| !is_late()) {
        if region.minus(board.stones(color.opponent())).count() > LARGEST_EYE_SPACE {
            continue;
        }
        let inside = dead.iter().filter(|chain| is_open(chain) && chain.stones.is_subset(region));
        if let Some(stones) = not_taken(board, region, inside.map(|chain| chain.stones), color) {
            found.stones |= stones;
            found.room |= region & board.empties();
        }
    }
    found
}

/// Of the chains of this colour, taken for dead in a region of the other side, those that stay, with the chains around
/// them; `None` if there are none, or a chain around can be taken.
fn not_taken<S: PointSet>(
    board: &Board<S>,
    region: S,
    inside: impl Iterator<Item = S>,
    color: Color,
) -> Option<S> {
    let other = color.opponent();
    let kept = inside.filter(|&chain| stays(board, chain, color, region));
    let kept = kept.fold(S::EMPTY, |set, chain| set | chain);
    let own = board.geometry().components(region & board.stones(other));
    let around = own.filter(|&chain| board.liberties(chain).meets(board.liberties(kept)));
    let around: Vec<S> = around.collect();
    let is_seki =
        !around.is_empty() && around.iter().all(|&chain| stays(board, chain, other, region));
    is_seki.then(|| around.iter().fold(kept, |set, &chain| set | chain))
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
    fn stones_inside_a_group_that_cannot_take_them_are_in_seki() {
        // If Black plays B2 to take A2 and B1, White takes all at D1.
        let board = board(".O.OOOO\nOOOOOOO\nXXXOOOO\nO.XXXXO\n.OXO.XO");
        let map = judge(&board, &JudgeOptions { games: 400, ..JudgeOptions::default() });
        let names = |points: u64| -> Vec<String> {
            points.iter().map(|point| board.size().vertex(point)).collect()
        };
        let white = names(map.seki() & board.stones(Color::White));
        assert_eq!((white, names(map.dead())), (vec!["A2".into(), "B1".into()], vec!["D1".into()]));
        assert!(board.stones(Color::Black).is_subset(map.seki()));
    }

    #[test]
    fn stones_inside_a_group_that_can_take_them_are_dead() {
        // The same with another eye for Black.
        let board = board(".O.OOOOO\nOOOOOOOO\nXXXOOOOO\nO.XXXXXX\n.OXO.X.X");
        let map = judge(&board, &JudgeOptions { games: 400, ..JudgeOptions::default() });
        assert_eq!(map.seki(), 0);
    }

    #[test]
    fn two_eyes_are_no_seki() {
        assert_eq!(in_seki(".X.X.O.O\nXXXXXOOO\nOOOOOO.O\n.O.O.OOO"), 0);
    }
}
