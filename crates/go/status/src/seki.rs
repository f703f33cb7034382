//! Sekis that random games seldom keep, and small fights: local search shows
//! that neither side can capture the other, or that one is captured with either
//! side first.
//!
//! Between chains whose liberties all lie in rooms that no other stone touches,
//! so that only these matter; one that is captured with either side to move is
//! dead. Inside a small group: stones there that it cannot take and live
//! although it moves first are not dead, and if it cannot be taken either, both
//! are in seki. Results are still only likely: the stones behind the chains may be captured.

use std::time::Instant;

use zenpuku_go::{Board, Color, PointSet, cannot_hold_two_eyes};

use crate::reading::walls;
use crate::{ChainStatus, Fate, Keep, Problem, Status, StatusBasis};

/// Empty points of the largest rooms that are searched.
const LARGEST: u32 = 7;
/// Points of the largest eye space that is searched, with the stones in it.
const LARGEST_EYE_SPACE: u32 = 10;
/// Positions of a search.
const NODES: u32 = 2_000;

/// The chains in seki, those that lost such a fight and those that won it, and the empty points between and in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sekis<S> {
    pub(crate) stones: S,
    pub(crate) lost: S,
    pub(crate) won: S,
    pub(crate) room: S,
}

impl<S: PointSet> Sekis<S> {
    const NONE: Self = Self { stones: S::EMPTY, lost: S::EMPTY, won: S::EMPTY, room: S::EMPTY };

    fn with(self, other: Self) -> Self {
        Self {
            stones: self.stones | other.stones,
            lost: self.lost | other.lost,
            won: self.won | other.won,
            room: self.room | other.room,
        }
    }
}

/// The sekis and decided fights of chains whose status is only assumed and not corrected.
pub(crate) fn sekis<S: PointSet>(
    board: &Board<S>,
    chains: &[ChainStatus<S>],
    told: S,
    deadline: Option<Instant>,
) -> Sekis<S> {
    let is_open =
        |chain: &ChainStatus<S>| chain.how == StatusBasis::Assumed && !chain.stones.meets(told);
    let fights = fights(board, chains, is_open, deadline);
    let inside = Color::BOTH.map(|color| inside_groups(board, chains, is_open, (color, deadline)));
    inside.into_iter().fold(fights, Sekis::with)
}

/// The fate of chains with common liberties if all their liberties are in rooms
/// that no other stone touches.
fn fights<S: PointSet>(
    board: &Board<S>,
    chains: &[ChainStatus<S>],
    is_open: impl Fn(&ChainStatus<S>) -> bool,
    deadline: Option<Instant>,
) -> Sekis<S> {
    let open: Vec<&ChainStatus<S>> = chains.iter().filter(|chain| is_open(chain)).collect();
    let all = open.iter().fold(S::EMPTY, |set, chain| set | chain.stones);
    let of = |color: Color| open.iter().filter(move |chain| chain.color == color);
    let walls = walls(chains);
    let is_late = || deadline.is_some_and(|by| Instant::now() >= by);
    let (mut found, mut seen) = (Sekis::NONE, Vec::new());
    for black in of(Color::Black).take_while(|_| !is_late()) {
        for white in of(Color::White) {
            let fight = Fight::between(board, [black.stones, white.stones]);
            let is_new = |fight: &Fight<S>| {
                fight.is_walled(board, walls)
                    && (fight.sides[0] | fight.sides[1]).is_subset(all)
                    && !seen.contains(&fight.room)
            };
            if let Some(fight) = fight.filter(is_new) {
                seen.push(fight.room);
                found = found.with(fight.ends(board));
            }
        }
    }
    found
}

/// Chains of both colours that only have liberties in rooms between and in them.
struct Fight<S> {
    /// Black's and White's chains.
    sides: [S; 2],
    room: S,
}

impl<S: PointSet> Fight<S> {
    /// The fight that two chains with common liberties belong to, if its rooms are small.
    fn between(board: &Board<S>, mut sides: [S; 2]) -> Option<Self> {
        let geometry = board.geometry();
        if !board.liberties(sides[0]).meets(board.liberties(sides[1])) {
            return None;
        }
        loop {
            let liberties = board.liberties(sides[0] | sides[1]);
            let room = geometry.flood(liberties, board.empties());
            if room.count() > LARGEST {
                return None;
            }
            let beside = geometry.neighbours(room);
            let all = Color::BOTH.map(|color| {
                let stones = board.stones(color);
                geometry.flood((beside & stones) | sides[color.index()], stones)
            });
            if all == sides {
                return Some(Self { sides, room });
            }
            sides = all;
        }
    }

    /// Whether all stones around are sure to stay: one that could be taken would be a way out.
    fn is_walled(&self, board: &Board<S>, walls: S) -> bool {
        let all = self.sides[0] | self.sides[1];
        let around = board.geometry().neighbours(all) & board.occupied();
        around.is_subset(all | walls)
    }

    /// A seki if neither side can be captured although the other one moves first and wins every ko, and neither can
    /// have two eyes; a chain is lost if it is captured although its side does, by stones that live on.
    fn ends(&self, board: &Board<S>) -> Sekis<S> {
        let geometry = board.geometry();
        let region = self.room | self.sides[0] | self.sides[1];
        let stays = |stones: S, color: Color| stays(board, (stones, color), region, S::EMPTY);
        let is_bound = |color: Color| {
            self.has_one_eye(board, color) && stays(self.sides[color.index()], color)
        };
        if Color::BOTH.into_iter().all(is_bound) {
            let stones = self.sides[0] | self.sides[1];
            return Sekis { stones, room: self.room, ..Sekis::NONE };
        }
        let chains = |color: Color| geometry.components(self.sides[color.index()]);
        let all =
            |chains: &mut dyn Iterator<Item = S>| chains.fold(S::EMPTY, |set, chain| set | chain);
        let falls = |chain: S, color: Color| {
            let stones = self.sides[color.opponent().index()];
            let keep = Keep { stones, if_unknown: false };
            let problem = problem(board, chain, region, color);
            problem.solve_keeping(keep, color, NODES).fate == Fate::Captured
        };
        let lost =
            Color::BOTH.map(|color| all(&mut chains(color).filter(|&chain| falls(chain, color))));
        let (lost, winner) = match lost.map(S::is_empty) {
            [false, true] => (lost[0], Color::White),
            [true, false] => (lost[1], Color::Black),
            _ => return Sekis::NONE,
        };
        let won = all(&mut chains(winner).filter(|&chain| stays(chain, winner)));
        Sekis { lost, won, room: self.room, ..Sekis::NONE }
    }

    /// Whether the separate rooms of each group of a colour are too small for two eyes. Chains that only meet in a
    /// common room with the other side are different groups: a side that can join them takes the other side.
    fn has_one_eye(&self, board: &Board<S>, color: Color) -> bool {
        let geometry = board.geometry();
        let other = self.sides[color.opponent().index()];
        let parts = geometry.components(self.room);
        let own = parts.filter(|&part| !geometry.neighbours(part).meets(other));
        let own = own.fold(S::EMPTY, |set, part| set | part);
        let mut groups = geometry.components(own | self.sides[color.index()]);
        groups.all(|group| cannot_hold_two_eyes(geometry, group & own))
    }
}

fn problem<S: PointSet>(board: &Board<S>, target: S, region: S, kos_won_by: Color) -> Problem<S> {
    let safe = board.occupied().minus(region);
    Problem { board: *board, target, region, safe, kos_won_by }
}

/// Whether stones of this colour cannot be captured by play in the region, without losing those that are to be kept,
/// although the other side moves first and wins every ko.
fn stays<S: PointSet>(board: &Board<S>, (target, color): (S, Color), region: S, keep: S) -> bool {
    let attacker = color.opponent();
    let problem = problem(board, target, region, attacker);
    let keep = Keep { stones: keep, if_unknown: true };
    problem.solve_keeping(keep, attacker, NODES).fate == Fate::Lives
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

/// Of the chains of this colour, taken for dead in a region of the other side,
/// those that can only be captured at the cost of a chain around them, with
/// those around; `None` if there are none, or a chain around can be taken.
fn not_taken<S: PointSet>(
    board: &Board<S>,
    region: S,
    inside: impl Iterator<Item = S>,
    color: Color,
) -> Option<S> {
    let other = color.opponent();
    let own: Vec<S> = board.geometry().components(region & board.stones(other)).collect();
    let around = |stones: S| {
        let beside =
            own.iter().filter(|&&chain| board.liberties(chain).meets(board.liberties(stones)));
        beside.fold(S::EMPTY, |set, &chain| set | chain)
    };
    let kept = inside.filter(|&chain| stays(board, (chain, color), region, around(chain)));
    let kept = kept.fold(S::EMPTY, |set, chain| set | chain);
    let around = around(kept);
    let stands = |chain: S| stays(board, (chain, other), region, S::EMPTY);
    let is_seki = !around.is_empty() && board.geometry().components(around).all(stands);
    is_seki.then_some(kept | around)
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
        // Black has the eye A7 and shares the liberty C7 with White, who has no eye.
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

    fn judged(text: &str) -> [Vec<String>; 2] {
        let board = board(text);
        let map = judge(&board, &JudgeOptions { games: 400, ..JudgeOptions::default() });
        let names = |points: u64| points.iter().map(|point| board.size().vertex(point)).collect();
        [names(map.seki()), names(map.dead())]
    }

    #[test]
    fn prisoners_whose_capture_costs_the_life_of_the_group_are_in_seki() {
        // Black can take F2, F1 and G1, but then White plays at F1 again.
        let text = ".O.OOOOOOO.\nOOOOOXOOOOO\nOOOXXXXXOOO\n.XOX.OXXXOO\nXXXXXOO.XXO";
        let [seki, dead] = judged(text);
        assert!(dead.is_empty() && seki.contains(&"F2".to_owned()), "{seki:?} {dead:?}");
        // With another eye, Black captures them.
        let text = ".O.OOOOOOO..\nOOOOOXOOOOOO\nOOOXXXXXXXOO\n.XOX.OXXX.XO\nXXXXXOO.XXXO";
        let [seki, dead] = judged(text);
        assert_eq!((seki.len(), dead), (0, vec!["F2".into(), "F1".into(), "G1".into()]));
    }

    #[test]
    fn an_eye_against_none_kills_what_has_none() {
        // Black has the eye A7 and shares the liberty C7 with White, who has no eye.
        let [seki, dead] = judged(".X.OO\nXXOOX\nOOXXX\n.OX.X\nOOXXX\n.OX.X\nOOXXX");
        assert_eq!(
            (seki.len(), dead),
            (0, vec!["D7".into(), "E7".into(), "C6".into(), "D6".into()])
        );
    }

    #[test]
    fn a_group_can_be_in_two_sekis() {
        // White shares D7 with one black group and F7 with the other, each of which has an eye. If Black fills one of
        // them, White captures that group before the other one is filled.
        let text = ".XX.O.XX.\nXXOOOOOXX\nOOXXXXXOO\n.OX.X.XO.\nOOXXXXXOO\n.OX...XO.\nOOXXXXXOO";
        let [seki, dead] = judged(text);
        assert_eq!((seki.len(), dead.len()), (14, 0), "{seki:?} {dead:?}");
    }

    #[test]
    fn two_eyes_are_no_seki() {
        assert_eq!(in_seki(".X.X.O.O\nXXXXXOOO\nOOOOOO.O\n.O.O.OOO"), 0);
    }
}
