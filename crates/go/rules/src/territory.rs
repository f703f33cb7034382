//! Unconditional territory: where the opponent can neither make two eyes nor live in seki, however often
//! it plays while the owner passes.
//!
//! The opponent's best try is played out [gnugo-unconditional]: it captures every chain that is not
//! unconditionally alive, takes the liberties of those that are, extends chains in atari and splits
//! eyes. Chains still in atari then are dead.

use crate::{Board, Color, PointSet, Suicide, cannot_hold_two_eyes, unconditional_life};

/// The unconditional territory of a colour: the points in question without the alive stones themselves.
///
/// Opponent's stones in there are dead; own stones in there may be captured, but what captures them dies.
#[must_use]
pub fn unconditional_territory<S: PointSet>(board: &Board<S>, color: Color) -> S {
    let alive = unconditional_life(board, color).stones;
    if alive.is_empty() {
        return S::EMPTY;
    }
    match board.suicide() {
        Suicide::Forbidden => Invasion { board: *board, owner: color, alive }.play_out(),
        Suicide::MultiStone => eyeless_pieces(board, alive),
    }
}

/// A simpler sufficient condition, for rules under which the opponent can take its own stones off again: at
/// most one point, or two adjacent ones, without a neighbour among the alive stones.
pub(crate) fn eyeless_pieces<S: PointSet>(board: &Board<S>, alive: S) -> S {
    let geometry = board.geometry();
    let near = geometry.neighbours(alive);
    geometry
        .components(geometry.full().minus(alive))
        .filter(|&piece| cannot_hold_two_eyes(geometry, piece.minus(near)))
        .fold(S::EMPTY, |set, piece| set | piece)
}

/// The opponent playing alone.
struct Invasion<S> {
    board: Board<S>,
    owner: Color,
    alive: S,
}

impl<S: PointSet> Invasion<S> {
    fn play_out(mut self) -> S {
        let uncaptured = self.possible_seki_chains();
        self.capture_weak(uncaptured);
        self.surround();
        self.break_sekis(uncaptured);
        self.capture_weak(S::EMPTY);
        self.surround();
        self.play_beside_empties(2);
        self.play_beside_empties(1);
        let dead = self.chains_in_atari().fold(S::EMPTY, |set, chain| set | chain);
        dead | self.board.liberties(dead) | self.board.liberties(self.alive)
    }

    /// A stone of the opponent, if it is not suicide.
    fn place(&mut self, stone: S) -> bool {
        self.board.set_to_move(self.owner.opponent());
        stone.first().is_some_and(|point| self.board.play(point).is_ok())
    }

    fn place_all(&mut self, stones: S) {
        for point in stones.iter() {
            self.place(S::single(point));
        }
    }

    /// Captures the weak chains, except those named, as long as one more can be captured.
    fn capture_weak(&mut self, except: S) {
        loop {
            let weak = self.board.stones(self.owner).minus(self.alive | except);
            let chains = self.board.geometry().components(weak);
            if chains.filter(|&chain| self.capture(chain)).count() == 0 {
                return;
            }
        }
    }

    fn capture(&mut self, chain: S) -> bool {
        let before = self.board;
        if !chain.is_subset(before.stones(self.owner)) {
            return false;
        }
        self.place_all(before.liberties(chain));
        // The first pass may leave one liberty that was suicide then.
        let captured = !self.board.stones(self.owner).meets(chain)
            || (self.board.liberties(chain).count() == 1
                && self.place(self.board.liberties(chain)));
        if !captured {
            self.board = before;
        }
        captured
    }

    /// Takes the liberties of the alive stones and extends chains out of atari.
    fn surround(&mut self) {
        self.place_all(self.board.liberties(self.alive));
        loop {
            let chains = self.chains_in_atari();
            if chains.filter(|&chain| self.place(self.board.liberties(chain))).count() == 0 {
                return;
            }
        }
    }

    fn chains_in_atari(&self) -> impl Iterator<Item = S> + use<S> {
        let board = self.board;
        board
            .chains(self.owner.opponent())
            .filter(move |&chain| board.liberties(chain).count() == 1)
    }

    /// Splits eyes: plays where this many neighbours are empty.
    fn play_beside_empties(&mut self, least: u32) {
        for point in self.board.empties().iter() {
            if self.board.liberties(S::single(point)).count() >= least {
                self.place(S::single(point));
            }
        }
    }

    /// Weak chains of two stones off the edge without another stone around: the opponent may live in seki around
    /// one that it does not capture.
    fn possible_seki_chains(&self) -> S {
        let geometry = self.board.geometry();
        let own = self.board.stones(self.owner);
        geometry
            .components(own.minus(self.alive))
            .filter(|&chain| chain.count() == 2 && !chain.meets(geometry.edge()))
            .filter(|&chain| (geometry.neighbours8(chain) & own).is_subset(chain))
            .fold(S::EMPTY, |set, chain| set | chain)
    }

    /// Where the opponent has the seki, the owner gets a third stone: capturing three makes two eyes.
    fn break_sekis(&mut self, chains: S) {
        for chain in self.board.geometry().components(chains & self.board.stones(self.owner)) {
            if let Some(point) = self.seki_liberty(chain) {
                self.board.set_to_move(self.owner);
                let _ = self.board.play(point);
            }
        }
    }

    /// The only such seki, in any direction: `1` and `2` are the chain, the dots are empty, and `a` and `b` get into
    /// one chain of the opponent. Gives the dot beyond `1`.
    ///
    /// ```text
    ///   .
    /// . 1 b
    /// a 2 .
    ///   .
    /// ```
    fn seki_liberty(&self, chain: S) -> Option<crate::Point> {
        let size = self.board.size();
        let mut stones = chain.iter().map(|point| size.xy(point));
        let (one, two) = (stones.next()?, stones.next()?);
        let (dx, dy) = (two.0.wrapping_sub(one.0), two.1.wrapping_sub(one.1));
        // The chain is off the edge, so one step in any direction stays on the board.
        let step = |from: (usize, usize), along: usize, across: usize| {
            let x =
                from.0.wrapping_add(dx.wrapping_mul(along)).wrapping_add(dy.wrapping_mul(across));
            let y =
                from.1.wrapping_add(dy.wrapping_mul(along)).wrapping_add(dx.wrapping_mul(across));
            size.point(x, y).map_or(S::EMPTY, S::single)
        };
        let back = usize::MAX;
        let free = self.board.empties();
        let enemy = self.board.stones(self.owner.opponent());
        let is_seki = |side: usize, other: usize| {
            let dots =
                step(one, back, 0) | step(two, 1, 0) | step(one, 0, side) | step(two, 0, other);
            let (a, b) = (step(two, 0, side), step(one, 0, other));
            dots.is_subset(free)
                && (a | b).is_subset(enemy | free)
                && self.board.geometry().flood(a, enemy | a | b).meets(b)
        };
        (is_seki(back, 1) || is_seki(1, back)).then(|| step(one, back, 0).first())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    fn territory(text: &str, color: Color) -> String {
        let setup = Setup::from_diagram(text).unwrap();
        let board: Board<u128> = setup.board(Suicide::Forbidden).unwrap();
        let found = unconditional_territory(&board, color);
        Setup { black: found.to_wide(), white: crate::Wide::EMPTY, ..setup }.to_diagram()
    }

    #[test]
    fn small_rooms_are_territory_and_large_ones_are_not() {
        let shown = territory(".X.X....\nXXXX....\n........\n........", Color::Black);
        assert_eq!(shown, "X.X.....\n........\n........\n........");
    }

    #[test]
    fn stones_in_small_rooms_are_dead() {
        let shown = territory(".X..O.\nXXXXXX\n.X....", Color::Black);
        assert_eq!(shown, "X.XXXX\n......\nX.XXXX");
    }

    #[test]
    fn a_seki_around_two_stones_is_no_territory() {
        // Whether the black stones live hangs on being one chain [gnugo-unconditional].
        let room = |text: &str| {
            let setup = Setup::from_diagram(text).unwrap();
            let board: Board<u64> = setup.board(Suicide::Forbidden).unwrap();
            let black = board.stones(Color::Black);
            (black & unconditional_territory(&board, Color::White)).count() == black.count()
        };
        assert!(!room(".OOOO..\n.OXXOOO\nOOX.XXO\nOXXO.XO\nOX.OXXO\nOXX.XOO\nOOXXXO.\n.OOOOO."));
        assert!(room(".OOOOO.\n.OXXXO.\n.OX.XOO\nOOXO.XO\nOX.OXXO\nOXX.XOO\nOOXXXO.\n.OOOOO."));
    }
}
