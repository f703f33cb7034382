//! Unconditional life [benson1976]: chains that live although their owner always passes.

use crate::{Board, Color, PointSet, Region, Suicide, regions_of};

/// The unconditional points of one colour: safe against any play, even if it always passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnconditionalLife<S> {
    /// The unconditionally alive stones.
    pub stones: S,
    /// Their vital regions: every empty point is a liberty of one and the same alive chain.
    pub eyes: S,
}

/// A region and the numbers of the chains it is vital to (at most the four around one point).
pub(crate) struct VitalRegion<S> {
    pub(crate) region: Region<S>,
    pub(crate) vital_to: Vec<usize>,
}

/// The regions of a colour that are vital to some chain, and these chains.
pub(crate) struct VitalMap<S> {
    pub(crate) chains: Vec<S>,
    pub(crate) regions: Vec<VitalRegion<S>>,
}

impl<S: PointSet> VitalMap<S> {
    /// The number of a chain; new chains get the next one.
    pub(crate) fn number(&mut self, chain: S) -> usize {
        self.chains.iter().position(|&known| known == chain).unwrap_or_else(|| {
            self.chains.push(chain);
            self.chains.len() - 1
        })
    }

    /// Removes chains with fewer than two vital regions and the regions they
    /// wall in until a fixed point; returns the remaining stones.
    pub(crate) fn survivors(&mut self) -> S {
        let mut alive = self.chains.iter().fold(S::EMPTY, |set, &chain| set | chain);
        let mut counts = vec![0u16; self.chains.len()];
        loop {
            self.regions.retain(|vital| vital.region.walls.is_subset(alive));
            counts.fill(0);
            for vital in &self.regions {
                for &chain in &vital.vital_to {
                    counts[chain] += 1;
                }
            }
            let keep = (self.chains.iter().zip(&counts))
                .filter(|(_, count)| **count >= 2)
                .fold(S::EMPTY, |set, (&chain, _)| set | chain);
            if keep == alive {
                return alive;
            }
            alive = keep;
        }
    }
}

/// Which regions are vital to which chains.
///
/// A region is vital to a chain when all its empty points are liberties of the chain. Where own stones
/// may be given up, the opponent can empty its occupied points too, so all points count.
pub(crate) fn vital_map<S: PointSet>(board: &Board<S>, color: Color) -> VitalMap<S> {
    let mut map = VitalMap { chains: Vec::with_capacity(8), regions: Vec::with_capacity(16) };
    for region in regions_of(board, color) {
        let required = match board.suicide() {
            Suicide::Forbidden => region.points & board.empties(),
            Suicide::MultiStone => region.points,
        };
        let vital_to = vital_chains(board, color, required, &mut map);
        if !vital_to.is_empty() {
            map.regions.push(VitalRegion { region, vital_to });
        }
    }
    map
}

/// The chains adjacent to all the required points: they are among those around the first.
pub(crate) fn vital_chains<S: PointSet>(
    board: &Board<S>,
    color: Color,
    required: S,
    map: &mut VitalMap<S>,
) -> Vec<usize> {
    let geometry = board.geometry();
    let mut seeds = geometry.neighbours(required.lowest()) & board.stones(color);
    let mut found = Vec::new();
    while !seeds.is_empty() {
        let chain = geometry.flood(seeds.lowest(), board.stones(color));
        if required.is_subset(geometry.neighbours(chain)) {
            found.push(map.number(chain));
        }
        seeds = seeds.minus(chain);
    }
    found
}

/// The unconditional life of one colour.
#[must_use]
pub fn unconditional_life<S: PointSet>(board: &Board<S>, color: Color) -> UnconditionalLife<S> {
    let mut map = vital_map(board, color);
    let stones = map.survivors();
    if stones.is_empty() {
        return UnconditionalLife::default();
    }
    let eyes = map.regions.iter().fold(S::EMPTY, |set, vital| set | vital.region.points);
    UnconditionalLife { stones, eyes }
}

/// The unconditional life of Black and of White.
#[must_use]
pub fn unconditional_life_both<S: PointSet>(board: &Board<S>) -> [UnconditionalLife<S>; 2] {
    Color::BOTH.map(|color| unconditional_life(board, color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, unconditional_territory};

    fn life(text: &str, color: Color) -> (String, UnconditionalLife<u128>, Board<u128>) {
        let board: Board<u128> =
            Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap();
        let life = unconditional_life(&board, color);
        let shown = Setup {
            black: life.stones.to_wide(),
            white: unconditional_territory(&board, color).to_wide(),
            ..board.setup()
        };
        (shown.to_diagram(), life, board)
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        let (shown, life, _) = life(".X.XO\nXXXXO\nOOOOO\n.O...", Color::Black);
        assert_eq!(shown, "OXOX.\nXXXX.\n.....\n.....");
        assert_eq!(life.eyes.count(), 2);
        let (shown, ..) = super::tests::life("..XO\nXXXO\nOOOO\n....", Color::Black);
        assert!(!shown.contains('X'));
    }

    #[test]
    fn chains_that_share_eyes_live_together() {
        // The two-headed dragon: neither chain has its own eye, the ring around
        // both lives by the two gaps of the chains inside.
        let dragon = ".OO.OO.\nOXXXXXO\nOX.X.XO\nOXXXXXO\n.OOOOO.";
        let (_, black, board) = life(dragon, Color::Black);
        assert_eq!(black.stones, board.stones(Color::Black));
        assert!(unconditional_life(&board, Color::White).stones.is_empty());
        let filled = dragon.replacen(".OO.OO.", ".OOOOO.", 1);
        let (_, white, board) = life(&filled, Color::White);
        assert_eq!(white.stones, board.stones(Color::White), "the corners are four eyes");
    }

    #[test]
    fn a_dead_stone_inside_does_not_hurt() {
        let (shown, life, _) = life("..O.X.\nXXXXXX\n......", Color::Black);
        assert_eq!(shown, "OOOOXO\nXXXXXX\nOOOOOO");
        assert_eq!(life.eyes.count(), 11);
        let (shown, ..) = super::tests::life("O.XX.\nXXXXX\n.....", Color::Black);
        assert_eq!(shown, "OOXXO\nXXXXX\nOOOOO");
    }

    #[test]
    fn big_regions_are_not_territory() {
        let (shown, ..) = life(".X.X...\nXXXX...\n.......\n.......", Color::Black);
        assert_eq!(shown, "OXOX...\nXXXX...\n.......\n.......");
    }

    #[test]
    fn with_suicide_occupied_points_count_as_empty() {
        // Filling the corner is suicide; then White can come back and make an eye at A4.
        let setup = Setup::from_diagram("O.X.X\n.XXXX\nXXOOO\nOOO..").unwrap();
        let strict: Board<u64> = setup.board(Suicide::Forbidden).unwrap();
        let loose: Board<u64> = setup.board(Suicide::MultiStone).unwrap();
        let alive = |board| unconditional_life(board, Color::Black).stones;
        assert_eq!((alive(&strict), alive(&loose)), (strict.stones(Color::Black), 0));
    }
}
