//! Stones that live independently of everything outside a region, if every move
//! of the opponent there is answered: found by local search, checked
//! separately.
//!
//! Everything outside the region is given to the opponent, as stones that are never captured. A strategy of the owner that
//! from there never loses a stone in the region holds on the real board. Proof. Keep a shadow game in which the outside
//! is the opponent's. The owner's stones in the region are the same in both, and the opponent's in the real game are among
//! those of the shadow: stones missing in the real game were connected to the
//! outside in the shadow, because any other chain has the same liberties in
//! both. So every move of the opponent in the real game is legal in the shadow,
//! or already there, which equals a pass; the owner's answer is legal in the
//! real game too, as none of its stones was captured that a ko could forbid to
//! retake; and it loses no stone, as its chains have at least the liberties of
//! the shadow. The strategy ends with stones that need no answer [benson1976]
//! even with the opponent's stones in the region removed, which covers those
//! missing in the real game.
//!
//! Invariant: Stones that live by answering are never lost; an independent walk checks their
//!   strategy.

use std::collections::HashSet;
use std::time::Instant;

use zenpuku_go::{Board, Color, Point, PointSet, Setup, unconditional_life};

use crate::image::least_image;
use crate::{Defence, Problem};

/// Maximum number of empty points and stones of the opponent in a region.
const LARGEST: u32 = 12;
/// Positions of a search.
const NODES: u32 = 1_500;

/// Stones that live by answers, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fortress<S> {
    pub(crate) stones: S,
    /// Where every move is answered.
    pub(crate) region: S,
}

/// The fortresses of a colour with their stones among these candidates; their regions have no point in common with each
/// other.
pub(crate) fn fortresses<S: PointSet>(
    board: &Board<S>,
    color: Color,
    candidates: S,
    deadline: Option<Instant>,
) -> Vec<Fortress<S>> {
    let mut found: Vec<Fortress<S>> = Vec::new();
    let regions = board.geometry().components(candidates);
    for region in regions.flat_map(|region| searchable(board, color, region)) {
        if deadline.is_some_and(|by| Instant::now() >= by) {
            break;
        }
        let stones = region & board.stones(color);
        found.extend(is_fortress(board, color, region).then_some(Fortress { stones, region }));
    }
    found
}

/// The region if it is small enough, or else its smallest rooms with the adjacent chains.
fn searchable<S: PointSet>(board: &Board<S>, color: Color, region: S) -> Vec<S> {
    let geometry = board.geometry();
    let stones = region & board.stones(color);
    let rooms: Vec<S> = geometry.components(region.minus(stones)).collect();
    let up_to = |size: u32| {
        let small = rooms.iter().filter(|room| room.count() <= size);
        small.fold(S::EMPTY, |set, &room| set | room)
    };
    // Rooms of one size together, so that the result does not depend on the
    // orientation of the board.
    let fitting = (1..=LARGEST).rev().map(up_to).find(|set| set.count() <= LARGEST);
    let chosen = fitting.unwrap_or(S::EMPTY);
    let beside = geometry.flood(geometry.neighbours(chosen) & stones, stones);
    let regions = geometry.components(chosen | beside);
    regions.filter(|region| region.meets(stones) && region.meets(chosen)).collect()
}

/// Whether search finds a strategy that saves all stones of the colour in the region, and the check finds it sound.
fn is_fortress<S: PointSet>(board: &Board<S>, color: Color, region: S) -> bool {
    let sets = [board.stones(color), board.stones(color.opponent()), region];
    let Some(([own, other, region], _)) = least_image(board.size(), sets) else { return false };
    let Some(shadow) = shadow(board, [own, other], region) else { return false };
    let (target, safe) = (region & own, shadow.stones(Color::White).minus(region));
    let problem = Problem { board: shadow, target, region, safe, kos_won_by: Color::White };
    problem.defence(NODES).is_some_and(|defence| holds(&problem, &defence))
}

/// The board with all outside the region given to the attacker, who is White
/// and to move, except for one point in each piece as a liberty, which is never
/// played and is connected to all stones of the piece; `None` if a piece has no
/// such point away from the region.
fn shadow<S: PointSet>(board: &Board<S>, [own, other]: [S; 2], region: S) -> Option<Board<S>> {
    let geometry = board.geometry();
    let beside = geometry.neighbours(region);
    let mut outside = geometry.full().minus(region);
    for piece in geometry.components(outside).collect::<Vec<_>>() {
        let breathes = |&point: &Point| {
            let rest = piece.minus(S::single(point));
            geometry.flood(geometry.neighbours(S::single(point)) & rest, rest) == rest
        };
        outside = outside.minus(S::single(piece.minus(beside).iter().find(breathes)?));
    }
    let (black, white) = ((region & own).to_wide(), ((region & other) | outside).to_wide());
    let setup = Setup { black, white, ..Setup::empty(board.size()) };
    let mut shadow: Board<S> = setup.board(board.suicide()).ok()?;
    shadow.set_to_move(Color::White);
    Some(shadow)
}

/// Checks a strategy without the search that found it: from every position that the attacker can bring about no stone of
/// the defender is ever taken.
fn holds<S: PointSet>(problem: &Problem<S>, defence: &Defence<S>) -> bool {
    let attacker = problem.board.to_move();
    let defender = attacker.opponent();
    let mut seen: HashSet<[S; 2]> = HashSet::new();
    let mut open = vec![problem.board];
    while let Some(position) = open.pop() {
        if !seen.insert(Color::BOTH.map(|color| position.stones(color)))
            || needs_no_answer(problem, &position, defender)
        {
            continue;
        }
        for point in (problem.region & position.empties()).iter() {
            // The attacker may always retake a ko.
            let mut next = position;
            next.wait();
            next.wait();
            if next.play(point).is_err() {
                continue;
            }
            let own = next.stones(defender);
            let answer = defence.answers.get(&Color::BOTH.map(|color| next.stones(color)));
            let Some(&answer) = answer else { return false };
            match answer {
                Some(answer) if !problem.region.contains(answer) || next.play(answer).is_err() => {
                    return false;
                }
                Some(_) => {}
                None => next.wait(),
            }
            let keeps = position.stones(defender).is_subset(own);
            if !keeps || !problem.safe.is_subset(next.stones(attacker)) {
                return false;
            }
            open.push(next);
        }
    }
    true
}

/// Whether the target stays although its owner always passes, also without the
/// attacker's stones in the region.
fn needs_no_answer<S: PointSet>(problem: &Problem<S>, position: &Board<S>, owner: Color) -> bool {
    let lifted = position.stones(owner.opponent()) & problem.region;
    let bare = position.without(lifted);
    problem.target.is_subset(unconditional_life(&bare, owner).stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::life_and_death::tests::captured_by_force;
    use zenpuku_go::{Size, Suicide};

    fn board(text: &str) -> Board<u64> {
        Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
    }

    #[test]
    fn no_stone_of_a_fortress_can_be_taken_on_any_small_board() {
        let mut random = Random::new(17);
        let (mut found, mut checked) = (0, 0);
        for _ in 0..200_000 {
            let size = Size::new(4 + random.below(2) as usize, 3).unwrap();
            let mut setup = Setup::empty(size);
            for point in size.points() {
                // The left side is Black's more often.
                let (x, _) = size.xy(point);
                let stone = match (x < 3, random.below(8)) {
                    (_, 0..=2) => None,
                    (true, 3..=6) | (false, 3) => Some(Color::Black),
                    _ => Some(Color::White),
                };
                setup.set(point, stone);
            }
            let Ok(board) = setup.board::<u64>(Suicide::Forbidden) else { continue };
            let mut candidates = board.geometry().full();
            for point in size.points().filter(|_| random.below(4) == 0) {
                candidates = candidates.minus(u64::single(point));
            }
            let sure = unconditional_life(&board, Color::Black).stones;
            for fortress in fortresses(&board, Color::Black, candidates, None) {
                found += 1;
                for target in board.chains(Color::Black).filter(|&c| c.meets(fortress.stones)) {
                    let region = board.geometry().full();
                    let kos_won_by = Color::White;
                    let asked = Problem { board, target, region, safe: 0, kos_won_by };
                    let truth = captured_by_force(&asked, Color::White, 60_000);
                    checked += u32::from(truth.is_some() && !target.is_subset(sure));
                    assert_ne!(truth, Some(true), "{board}");
                }
            }
            if checked == 120 {
                break;
            }
        }
        assert!(checked >= 60, "{found} {checked}");
    }

    #[test]
    fn two_ways_to_the_second_eye_make_a_fortress() {
        // C4 and A4 are miai for the second eye; B2 and C2 could be White's as well.
        let board = board("....XO.\nXXXXXO.\nOOOOOO.\n.......");
        let room = board.stones(Color::Black) | 0b1111;
        let found = fortresses(&board, Color::Black, room, None);
        assert_eq!(found, [Fortress { stones: board.stones(Color::Black), region: room }]);
        // Three in a row die if White takes the middle.
        let short = self::board("...XO.\nXXXXO.\nOOOOO.\n......");
        let room = short.stones(Color::Black) | 0b111;
        assert!(fortresses(&short, Color::Black, room, None).is_empty());
    }
}
