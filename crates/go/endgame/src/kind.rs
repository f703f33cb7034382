//! Regions in players' terms: dame, gote, sente, protective moves.

use zenpuku_cgt::{Dyadic, Initiative};
use zenpuku_go::{Board, Color, Move, PointSet};

use crate::{LocalError, LocalSolver, Partition, RegionValue};

/// What kind of region it is for the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegionKind {
    /// Neither side wants to move: the value is a number.
    Settled,
    /// A move takes the last liberty between the players without a gain: an integer and a star.
    Dame,
    /// Both players lose the turn by moving.
    Gote,
    /// This player moves in sente; a move of the other is reverse sente.
    Sente(Color),
}

impl RegionKind {
    /// `settled`, `dame`, `gote`, `black-sente` or `white-sente`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Settled => "settled",
            Self::Dame => "dame",
            Self::Gote => "gote",
            Self::Sente(Color::Black) => "black-sente",
            Self::Sente(Color::White) => "white-sente",
        }
    }
}

/// A player's best move in a region, by the count it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalMove {
    /// The move.
    pub mv: Move,
    /// The mean value after it, in points for Black.
    pub count: Dyadic,
}

impl<S: PointSet> LocalSolver<S> {
    /// The kind of a region.
    ///
    /// # Errors
    /// If the value cannot be computed within the bounds.
    pub fn kind(&mut self, region: &RegionValue<S>) -> Result<RegionKind, LocalError> {
        let star = self.universe.nimber(1)?;
        let rest = self.universe.add(region.raw, star)?;
        let is_dame = self.universe.as_number(rest).is_some_and(Dyadic::is_integer);
        Ok(match region.initiative {
            _ if is_dame => RegionKind::Dame,
            Initiative::Settled => RegionKind::Settled,
            Initiative::Gote => RegionKind::Gote,
            Initiative::LeftSente => RegionKind::Sente(Color::Black),
            Initiative::RightSente => RegionKind::Sente(Color::White),
        })
    }

    /// The move of a player in a region after which the mean is best for it; the first of equal ones. `None` if
    /// the player has no legal move there.
    ///
    /// # Errors
    /// If a value cannot be computed within the bounds.
    pub fn best_local_move(
        &mut self,
        board: &Board<S>,
        partition: &Partition<S>,
        region: S,
        player: Color,
    ) -> Result<Option<LocalMove>, LocalError> {
        let mut turned = *board;
        turned.set_to_move(player);
        let mut best: Option<LocalMove> = None;
        for point in (turned.legal_points() & region).iter() {
            let after = self.option_after(&turned, partition.safe, region, point)?;
            let Some(after) = after else { continue };
            let count = self.universe.mean(after)?;
            let is_better = best.is_none_or(|best| match player {
                Color::Black => count > best.count,
                Color::White => count < best.count,
            });
            if is_better {
                best = Some(LocalMove { mv: Move::Play(point), count });
            }
        }
        Ok(best)
    }
}

/// The player who must add a protective move (teire) in this region eventually:
/// the only one whose safe stones wall it in, if a move there still has value.
#[must_use]
pub fn protector<S: PointSet>(
    board: &Board<S>,
    partition: &Partition<S>,
    region: &RegionValue<S>,
) -> Option<Color> {
    let around = board.geometry().neighbours(region.points);
    let owner = match partition.safe.map(|stones| around.meets(stones)) {
        [true, false] => Color::Black,
        [false, true] => Color::White,
        _ => return None,
    };
    (region.temperature.signum() >= 0).then_some(owner)
}
