//! Safety under alternating play: chains that live when their owner answers every intrusion
//! [mueller1997, section 4].
//!
//! A conservative version. A region may serve one chain *by miai*: each point of the region that
//! is not adjacent to the chain is given two empty liberties of the chain, adjacent to the point and given to
//! no other. When the opponent takes one of a pair the owner takes the other, so the point gets
//! a neighbour in the chain: the region never holds an eye of the opponent and always keeps a liberty of
//! the chain. Occupied points need pairs too, because an answer may capture the stones there.

use crate::benson::{VitalMap, VitalRegion, vital_chains, vital_map};
use crate::territory::eyeless_pieces;
use crate::{Board, Color, PointSet, Region, regions_of};

/// The points that one colour keeps if it answers every move of the opponent in
/// the region of that move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlternatingSafety<S> {
    /// The stones that are safe; unconditionally alive ones are among them.
    pub stones: S,
    /// The points of the regions walled in by safe stones alone where the opponent cannot live.
    pub territory: S,
}

/// The safety of one colour under alternating play, the opponent moving first.
///
/// Answers are assumed to be allowed: under superko a position from before may forbid one.
#[must_use]
pub fn alternating_safety<S: PointSet>(board: &Board<S>, color: Color) -> AlternatingSafety<S> {
    let mut map = vital_map(board, color);
    add_miai_regions(board, color, &mut map);
    let stones = map.survivors();
    if stones.is_empty() {
        return AlternatingSafety::default();
    }
    let sure = eyeless_pieces(board, stones);
    let answered = regions_of(board, color)
        .filter(|region| region.walls.is_subset(stones) && !region.walls.is_empty())
        .filter(|region| answers_keep_territory(board, &map, region))
        .fold(S::EMPTY, |set, region| set | region.points);
    AlternatingSafety { stones, territory: sure | answered }
}

/// Lets regions serve chains by miai where a chain is short of vital regions.
fn add_miai_regions<S: PointSet>(board: &Board<S>, color: Color, map: &mut VitalMap<S>) {
    let chains: Vec<S> = board.chains(color).collect();
    for region in regions_of(board, color) {
        let known = map.regions.iter().position(|vital| vital.region.points == region.points);
        let wanted = chains.iter().copied().filter(|chain| chain.meets(region.walls));
        let mut short: Vec<S> = wanted.filter(|&chain| vital_count(map, chain) < 2).collect();
        short.retain(|&chain| known.is_none_or(|i| !is_vital_to(map, i, chain)));
        let Some(served) = short.into_iter().find(|&chain| miai_serves(board, region, chain))
        else {
            continue;
        };
        // Answers are played here now, so other chains keep the region only if all its points
        // are adjacent to them.
        let mut vital_to = vital_chains(board, color, region.points, map);
        let given_up = known.is_some_and(|i| map.regions[i].vital_to.len() > vital_to.len());
        if given_up {
            continue;
        }
        vital_to.push(map.number(served));
        match known {
            Some(i) => map.regions[i].vital_to = vital_to,
            None => map.regions.push(VitalRegion { region, vital_to }),
        }
    }
}

fn vital_count<S: PointSet>(map: &VitalMap<S>, chain: S) -> usize {
    (0..map.regions.len()).filter(|&i| is_vital_to(map, i, chain)).count()
}

fn is_vital_to<S: PointSet>(map: &VitalMap<S>, region: usize, chain: S) -> bool {
    map.regions[region].vital_to.iter().any(|&number| map.chains[number] == chain)
}

/// Whether pairs exist for every point of the region that is not adjacent to the stones.
fn miai_serves<S: PointSet>(board: &Board<S>, region: Region<S>, stones: S) -> bool {
    let adjacent = board.geometry().neighbours(stones);
    let pairs_from = region.points & adjacent & board.empties();
    has_disjoint_pairs(board, region.points.minus(adjacent), pairs_from)
}

/// Whether the region is territory by answering. The walls are safe. A region that some chain needs with
/// its occupied points left alone must not be played in.
fn answers_keep_territory<S: PointSet>(
    board: &Board<S>,
    map: &VitalMap<S>,
    region: &Region<S>,
) -> bool {
    let used = map.regions.iter().find(|vital| vital.region.points == region.points);
    let adjacent_to = |number: &usize| {
        let around = board.geometry().neighbours(map.chains[*number]);
        region.points.is_subset(around)
    };
    match used {
        // One strategy a region: where miai serves a chain, that chain's pairs are the answers.
        Some(vital) if !vital.vital_to.iter().all(adjacent_to) => {
            vital.vital_to.iter().filter(|number| !adjacent_to(number)).all(|&number| {
                vital.vital_to.len() == 1 && miai_serves(board, *region, map.chains[number])
            })
        }
        _ => miai_serves(board, *region, region.walls),
    }
}

/// Whether each point can be given two adjacent points of `pool`, none given twice: a matching with two
/// places a point, by augmenting paths.
fn has_disjoint_pairs<S: PointSet>(board: &Board<S>, points: S, pool: S) -> bool {
    if points.count() * 2 > pool.count() {
        return false;
    }
    let choices: Vec<S> =
        points.iter().flat_map(|p| [board.geometry().neighbours(S::single(p)) & pool; 2]).collect();
    let mut taken: Vec<(S, usize)> = Vec::with_capacity(choices.len());
    (0..choices.len()).all(|place| augment(place, &choices, &mut taken, &mut S::EMPTY.clone()))
}

fn augment<S: PointSet>(
    place: usize,
    choices: &[S],
    taken: &mut Vec<(S, usize)>,
    seen: &mut S,
) -> bool {
    for point in choices[place].minus(*seen).iter().map(S::single) {
        if seen.meets(point) {
            continue;
        }
        *seen |= point;
        let Some(slot) = taken.iter().position(|&(owned, _)| owned == point) else {
            taken.push((point, place));
            return true;
        };
        if augment(taken[slot].1, choices, taken, seen) {
            taken[slot].1 = place;
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, Suicide, unconditional_life};

    fn board(text: &str) -> Board<u128> {
        Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
    }

    #[test]
    fn a_room_with_miai_serves_as_an_eye() {
        // The corner point A4 has the liberties A3 and B4: whichever White takes, Black takes the other.
        let board = board("..X.X\n.XXXX\nXXOOO\nOOO..");
        assert!(unconditional_life(&board, Color::Black).stones.is_empty());
        let safety = alternating_safety(&board, Color::Black);
        assert_eq!(safety.stones, board.stones(Color::Black));
        assert_eq!(safety.territory.count(), 4);
    }

    #[test]
    fn an_interior_point_without_a_pair_is_not_safe() {
        let board = board("...X.X\nXXXXXX\nOOOOOO\n......");
        let safety = alternating_safety(&board, Color::Black);
        assert_eq!(safety.stones, board.stones(Color::Black), "all three points are liberties");
        let open = super::tests::board("....X.X\n...XXXX\nXXXXOOO\nOOOO...");
        assert!(alternating_safety(&open, Color::Black).stones.is_empty());
    }

    #[test]
    fn unconditional_life_is_safe() {
        let board = board(".X.XO\nXXXXO\nOOOOO\n.O...");
        let life = unconditional_life(&board, Color::Black);
        let safety = alternating_safety(&board, Color::Black);
        assert_eq!(safety.stones, life.stones);
        assert!(life.eyes.is_subset(safety.territory));
    }
}
