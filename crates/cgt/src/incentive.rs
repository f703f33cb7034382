//! What a move gains.

use crate::{GameId, Player, Result, Universe};

impl Universe {
    /// What `player` can gain by one move in `g`: the best of `g^L - g` for Left, of `g - g^R`
    /// for Right; those that another one is at least as good as are left out.
    ///
    /// # Errors
    /// As [`Universe::add`].
    pub fn incentives(&mut self, g: GameId, player: Player) -> Result<Vec<GameId>> {
        let options = self.options(g)?;
        let gains: Vec<_> = match player {
            Player::Left => options.left.iter().map(|&l| self.sub(l, g)).collect::<Result<_>>()?,
            Player::Right => {
                options.right.iter().map(|&r| self.sub(g, r)).collect::<Result<_>>()?
            }
        };
        // More is better for the mover, so both are filtered as Left's options are.
        self.undominated(&gains, Player::Left)
    }
}
