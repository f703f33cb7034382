//! Comparing a sum with a number by playing it, without its canonical form.
//!
//! The canonical form of a sum can be vastly larger than its parts. To compare a sum with an
//! integer it is enough to know who wins the difference, and three theorems keep that play small.
//!
//! * Number avoidance, for sums of components in canonical form: as long as one component `H` is
//!   not a number, no move in a number is needed. Proof: let Left win first from `S + x` by moving
//!   the number `x` to `x - d`, so `S + x >= d > 0`. Of the Left options of `H` take one whose
//!   Right stop is the Left stop of `H`: `H^L >= RS(H^L) - e = LS(H) - e >= H - 2e` for every
//!   positive number `e`, so with `2e <= d` the move to `H^L` leaves at least `d - d = 0` and
//!   wins as well. So all numbers are held as one, and only compared.
//! * Stops of sums: `LS(S)` is between the sum of the means and each of two bounds, the sum of the
//!   Left stops and the sum of the means plus the greatest temperature (cooling is linear and
//!   moves a Left stop by at most the temperature; [siegel2013] II.5). A Left stop above 0 means
//!   that Left wins moving first, one below 0 that Right wins moving second; only at 0 play must
//!   decide.
//! * `H - H = 0`: a component and its negative are struck out together.
//!
//! Numbers, ups and nimbers together are one component in closed form ([`NumberUpStar`]).

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use crate::{CgtError, Dyadic, GameId, NumberUpStar, Player, Relation, Result, Universe};

/// A sum: components that are not closed forms, sorted, and the closed forms taken together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Position {
    braces: Vec<GameId>,
    closed: NumberUpStar,
}

/// Bounds on the stops of a sum, without its number.
#[derive(Debug, Clone, Copy)]
struct StopBounds {
    /// The Left stop is at least and at most this.
    left: (Dyadic, Dyadic),
    /// The Right stop is at least and at most this.
    right: (Dyadic, Dyadic),
}

/// Play on one sum, from several starts, with a memo of who wins what.
struct SumPlay<'u> {
    universe: &'u mut Universe,
    /// Whether the player to move wins.
    mover_wins: FxHashMap<(Position, Player), bool>,
    charged: usize,
}

impl Universe {
    /// How the sum of `games` compares with the integer `n`, by memoised play.
    ///
    /// # Errors
    /// [`CgtError::BudgetExceeded`], [`CgtError::TooDeep`], [`CgtError::Overflow`].
    pub fn compare_sum_with_integer(&mut self, games: &[GameId], n: i64) -> Result<Relation> {
        let number = Dyadic::try_from(n)?;
        self.play_sum(games, |play, sum| {
            Ok(Relation::from_bounds(play.at_most(sum, number)?, play.at_least(sum, number)?))
        })
    }

    /// The score with Black first of a territory position that is the sum of parts with these
    /// chilled values: the smallest integer at least the sum, found by play.
    ///
    /// # Errors
    /// As [`Universe::compare_sum_with_integer`].
    pub fn sum_black_first_score(&mut self, chilled: &[GameId]) -> Result<i64> {
        self.play_sum(chilled, |play, sum| {
            let (low, high) = play.bounds(&sum.braces)?.left;
            let number = sum.closed.number;
            let mut low = low.checked_add(number)?.ceil();
            let mut high = high.checked_add(number)?.floor();
            high = high.checked_add(1).ok_or(CgtError::Overflow)?;
            while low < high {
                let middle = low + high.checked_sub(low).ok_or(CgtError::Overflow)? / 2;
                if play.at_most(sum, Dyadic::try_from(middle)?)? {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            Ok(low)
        })
    }

    /// The score with White first of a territory position that is the sum of parts with these
    /// chilled values: the greatest integer at most the sum, found by play.
    ///
    /// # Errors
    /// As [`Universe::compare_sum_with_integer`].
    pub fn sum_white_first_score(&mut self, chilled: &[GameId]) -> Result<i64> {
        let negatives = chilled.iter().map(|&g| self.neg(g)).collect::<Result<Vec<_>>>()?;
        self.sum_black_first_score(&negatives)?.checked_neg().ok_or(CgtError::Overflow)
    }

    fn play_sum<T>(
        &mut self,
        games: &[GameId],
        body: impl FnOnce(&mut SumPlay<'_>, &Position) -> Result<T>,
    ) -> Result<T> {
        let mut play = SumPlay { universe: self, mover_wins: FxHashMap::default(), charged: 0 };
        let result = play.start(games).and_then(|sum| body(&mut play, &sum));
        let charged = play.charged;
        self.refund(charged);
        result
    }
}

impl SumPlay<'_> {
    fn start(&mut self, games: &[GameId]) -> Result<Position> {
        let mut sum = Position { braces: Vec::new(), closed: NumberUpStar::default() };
        for &g in games {
            // Makes the negatives of all its positions known, too.
            self.universe.neg(g)?;
            self.join(&mut sum, g)?;
        }
        Ok(sum)
    }

    /// Adds a component, or strikes out its negative.
    fn join(&self, sum: &mut Position, g: GameId) -> Result<()> {
        if let Some(closed) = self.universe.as_closed_form(g) {
            sum.closed = sum.closed.checked_add(closed)?;
            return Ok(());
        }
        let negative = self.universe.known_negative(g);
        match negative.map(|n| sum.braces.binary_search(&n)) {
            Some(Ok(at)) => {
                sum.braces.remove(at);
            }
            _ => {
                let at = sum.braces.partition_point(|&other| other < g);
                sum.braces.insert(at, g);
            }
        }
        Ok(())
    }

    fn minus(sum: &Position, number: Dyadic) -> Result<Position> {
        let closed = sum.closed.checked_add(NumberUpStar::number(-number))?;
        Ok(Position { braces: sum.braces.clone(), closed })
    }

    /// Whether the sum is at most a number: Left, moving first in the difference, does not win.
    fn at_most(&mut self, sum: &Position, number: Dyadic) -> Result<bool> {
        Ok(!self.mover_wins(Self::minus(sum, number)?, Player::Left)?)
    }

    fn at_least(&mut self, sum: &Position, number: Dyadic) -> Result<bool> {
        Ok(!self.mover_wins(Self::minus(sum, number)?, Player::Right)?)
    }

    fn mover_wins(&mut self, position: Position, mover: Player) -> Result<bool> {
        if let Some(known) = self.decided(&position, mover)? {
            return Ok(known);
        }
        let key = (position, mover);
        if let Some(&known) = self.mover_wins.get(&key) {
            return Ok(known);
        }
        let (position, mover) = key;
        let wins = self.has_winning_move(&position, mover)?;
        let entries = 1 + position.braces.len();
        self.universe.charge(entries)?;
        self.charged += entries;
        self.mover_wins.insert((position, mover), wins);
        Ok(wins)
    }

    /// The winner, if decided without play.
    fn decided(&mut self, position: &Position, mover: Player) -> Result<Option<bool>> {
        let closed = position.closed;
        if position.braces.is_empty() {
            let to_zero = closed.relation(NumberUpStar::default());
            let second_wins = match mover {
                Player::Left => to_zero.is_at_most(),
                Player::Right => to_zero.is_at_least(),
            };
            return Ok(Some(!second_wins));
        }
        let bounds = self.bounds(&position.braces)?;
        // An infinitesimal next to the braces leaves all stops as they are.
        let target = -closed.number;
        Ok(match mover {
            Player::Left if bounds.left.0 > target => Some(true),
            Player::Left if bounds.left.1 < target => Some(false),
            Player::Right if bounds.right.1 < target => Some(true),
            Player::Right if bounds.right.0 > target => Some(false),
            _ => None,
        })
    }

    fn bounds(&mut self, braces: &[GameId]) -> Result<StopBounds> {
        let zero = Dyadic::ZERO;
        let (mut lefts, mut rights, mut means) = (zero, zero, zero);
        let (mut widest, mut hottest) = (zero, zero);
        for &g in braces {
            let (left, right) = (self.universe.left_stop(g), self.universe.right_stop(g));
            lefts = lefts.checked_add(left)?;
            rights = rights.checked_add(right)?;
            widest = widest.max(left.checked_sub(right)?);
            let thermograph = self.universe.thermograph(g)?;
            means = means.checked_add(thermograph.mean())?;
            hottest = hottest.max(thermograph.temperature());
        }
        // The first mover can take one Left stop and answer everywhere else.
        let left_low = means.max(rights.checked_add(widest)?);
        let right_high = means.min(lefts.checked_sub(widest)?);
        Ok(StopBounds {
            left: (left_low, lefts.min(means.checked_add(hottest)?)),
            right: (rights.max(means.checked_sub(hottest)?), right_high),
        })
    }

    fn has_winning_move(&mut self, position: &Position, mover: Player) -> Result<bool> {
        for next in self.moves(position, mover)? {
            let opponent = mover.opponent();
            self.universe.enter()?;
            let result = self.mover_wins(next, opponent);
            self.universe.leave();
            if !result? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// All moves of `mover` but those in numbers, the hottest components first.
    fn moves(&mut self, position: &Position, mover: Player) -> Result<Vec<Position>> {
        let mut components = Vec::with_capacity(position.braces.len());
        for (at, &g) in position.braces.iter().enumerate() {
            if at == 0 || position.braces[at - 1] != g {
                components.push((self.universe.temperature(g)?, at));
            }
        }
        components.sort_by_key(|&(temperature, _)| Reverse(temperature));
        let mut moves = Vec::new();
        for (_, at) in components {
            let mut rest = position.clone();
            let component = rest.braces.remove(at);
            for &option in self.universe.options(component)?.of(mover).iter() {
                let mut next = rest.clone();
                self.join(&mut next, option)?;
                moves.push(next);
            }
        }
        moves.extend(self.infinitesimal_moves(position, mover)?);
        Ok(moves)
    }

    /// The moves of `mover` in the ups and nimbers of a sum.
    fn infinitesimal_moves(&mut self, position: &Position, mover: Player) -> Result<Vec<Position>> {
        let closed = position.closed;
        if closed.is_number() {
            return Ok(Vec::new());
        }
        // A huge heap has too many options to list.
        let entries = closed.nimber as usize;
        self.universe.charge(entries)?;
        self.charged += entries;
        let (left, right) = closed.options()?;
        let options = if mover == Player::Left { left } else { right };
        let next = |closed| Position { braces: position.braces.clone(), closed };
        Ok(options.into_iter().map(next).collect())
    }
}
