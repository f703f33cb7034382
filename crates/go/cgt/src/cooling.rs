//! Cooling, chilling, overheating and warming.

use crate::{CgtError, Dyadic, GameId, NumberUpStar, Player, Result, Universe};

impl Universe {
    /// `g` cooled by `t`: every move costs `t`, until the game freezes to its mean.
    ///
    /// `{g^L_t - t | g^R_t + t}` unless that is infinitely close to a number for some smaller
    /// `t`, that number then ([ww1982] chapter 6).
    ///
    /// # Errors
    /// [`CgtError::NegativeTemperature`] if `t` is below 0; else as [`Universe::game`].
    pub fn cool(&mut self, g: GameId, t: Dyadic) -> Result<GameId> {
        check_temperature(t)?;
        if t.is_zero() {
            return Ok(g);
        }
        if let Some(closed) = self.as_closed_form(g) {
            return self.number(closed.number);
        }
        if let Some(&known) = self.memo.cooled.get(&(g, t)) {
            return Ok(known);
        }
        let thermograph = self.thermograph(g)?;
        let cooled = if thermograph.temperature() < t {
            self.number(thermograph.mean())?
        } else {
            self.deeper(|u| u.cool_options(g, t))?
        };
        self.charge(1)?;
        self.memo.cooled.insert((g, t), cooled);
        Ok(cooled)
    }

    fn cool_options(&mut self, g: GameId, t: Dyadic) -> Result<GameId> {
        let (tax, refund) = (self.number(-t)?, self.number(t)?);
        self.map_options(g, |u, side, option| {
            let cooled = u.cool(option, t)?;
            u.add(cooled, if side == Player::Left { tax } else { refund })
        })
    }

    /// `g` chilled: cooled by one point, as required by territory scoring ([mathgo1994] chapter 3).
    ///
    /// # Errors
    /// As [`Universe::cool`].
    pub fn chill(&mut self, g: GameId) -> Result<GameId> {
        self.cool(g, Dyadic::ONE)
    }

    /// `g` overheated from `s` to `t`: an integer `n` becomes `n·s`, else
    /// `{overheated g^L + t | overheated g^R - t}` ([ww1982] chapter 6).
    ///
    /// # Errors
    /// As [`Universe::game`].
    pub fn overheat(&mut self, g: GameId, s: GameId, t: GameId) -> Result<GameId> {
        if let Some(n) = self.as_number(g).filter(|x| x.is_integer()) {
            return self.multiple(s, n.floor());
        }
        if let Some(&known) = self.memo.overheated.get(&(g, s, t)) {
            return Ok(known);
        }
        let minus_t = self.neg(t)?;
        let heated = self.deeper(|u| {
            u.map_options(g, |u, side, option| {
                let heated = u.overheat(option, s, t)?;
                u.add(heated, if side == Player::Left { t } else { minus_t })
            })
        })?;
        self.charge(1)?;
        self.memo.overheated.insert((g, s, t), heated);
        Ok(heated)
    }

    /// `g` warmed: overheated from `1*` to 1, the inverse of chilling for even Go positions;
    /// for odd ones the result lacks a `*` ([mathgo1994] chapter 3).
    ///
    /// # Errors
    /// As [`Universe::game`].
    pub fn warm(&mut self, g: GameId) -> Result<GameId> {
        let one_star = self.closed_form(NumberUpStar { number: Dyadic::ONE, up: 0, nimber: 1 })?;
        let one = self.number(Dyadic::ONE)?;
        self.overheat(g, one_star, one)
    }

    /// Whether warming undoes chilling for `raw`, up to a `*`, as it does for Go positions
    /// without ko under territory scoring.
    ///
    /// # Errors
    /// As [`Universe::game`].
    pub fn chilling_loses_nothing(&mut self, raw: GameId) -> Result<bool> {
        let chilled = self.chill(raw)?;
        let warmed = self.warm(chilled)?;
        let star = self.closed_form(NumberUpStar::infinitesimal(0, 1))?;
        Ok(raw == warmed || raw == self.add(warmed, star)?)
    }

    /// `{f(g^L) | f(g^R)}`.
    fn map_options(
        &mut self,
        g: GameId,
        mut f: impl FnMut(&mut Self, Player, GameId) -> Result<GameId>,
    ) -> Result<GameId> {
        let options = self.options(g)?;
        let left: Vec<_> =
            options.left.iter().map(|&l| f(self, Player::Left, l)).collect::<Result<_>>()?;
        let right: Vec<_> =
            options.right.iter().map(|&r| f(self, Player::Right, r)).collect::<Result<_>>()?;
        self.game(&left, &right)
    }
}

fn check_temperature(t: Dyadic) -> Result<()> {
    if t.signum() < 0 { Err(CgtError::NegativeTemperature(t)) } else { Ok(()) }
}
