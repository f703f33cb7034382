//! Count and temperature of a region in spite of ko, repetition and seki: generalized thermographs
//! [mueller-berlekamp-spight1996].
//!
//! The region is played among moves elsewhere that are worth `t` points each, `t` falling
//! slowly: a move costs the tax `t`, and a move elsewhere is free. A ko is such a game as
//! well: who may not retake plays elsewhere first. The walls of Black's and of White's
//! first move meet at the temperature, at the value of the count. Ko threats are a
//! parameter ([`Threats`]); the region's own threats are moves in it. All positions
//! reachable by moves in the region are listed, with any number of moves by each side
//! (`graph.rs`), and their walls followed exactly (`sweep.rs`). Where there are too many,
//! those that matter bound the walls, and mostly prove them (`meet.rs`).
//!
//! The temperature begins at -1, where a move costs nothing by area: a player
//! captures dead stones for free, as dead stones count by territory. Positions
//! that neither side wants to change there (seki) count without play. Play that
//! repeats without end counts once as the worst for Black and once as the best;
//! where that makes a difference there is no answer.

mod exact;
mod graph;
mod guide;
mod meet;
mod outlook;
mod sweep;

use zenpuku_go::{Board, Color, PointSet};

pub use exact::Exact;
use graph::{Graph, Lister};
pub use meet::{ThermographBounds, thermograph_bounds};
use sweep::{Endless, Wall, slope_below, value_at, walls};

use crate::RegionKind;
use crate::local::{LocalError, LocalLimits};

/// The ko threats outside of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Threats {
    /// Neither side has one.
    #[default]
    None,
    /// This side has as many as it needs, the other side none. It must not
    /// fight endlessly: endless play is its loss.
    Unlimited(Color),
}

/// The thermograph of a region that may hold kos.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoThermograph {
    walls: [Wall; 2],
    /// The settled part of the region, which the walls do not include.
    settled: i32,
    /// Whether a ko is taken in any line of play.
    pub has_ko: bool,
    /// The number of positions visited.
    pub positions: usize,
    /// The walls are exact from this temperature on.
    pub exact_from: Exact,
}

impl KoThermograph {
    /// The temperature: the value of a move (miai value), in points, at least -1.
    #[must_use]
    pub fn temperature(&self) -> Exact {
        let masts = self.walls.iter().filter_map(|wall| wall.last());
        masts.map(|mast| mast.from).max().unwrap_or(Exact::MINUS_ONE)
    }

    /// The count: the average value of the region, in points for Black.
    #[must_use]
    pub fn count(&self) -> Exact {
        let mast = self.walls[0].last().map_or(Exact::default(), |mast| mast.value);
        mast.plus(Exact::integer(self.settled))
    }

    /// The value of the region for Black, in points, if this side moves first
    /// among moves elsewhere of value `temperature`, at least -1, which is also
    /// the tax per move.
    #[must_use]
    pub fn at(&self, temperature: Exact, first: Color) -> Exact {
        value_at(&self.walls[first.index()], temperature).plus(Exact::integer(self.settled))
    }

    /// Gote, sente or reverse sente.
    #[must_use]
    pub fn kind(&self) -> RegionKind {
        let temperature = self.temperature();
        let slopes = self.walls.each_ref().map(|wall| slope_below(wall, temperature));
        match (temperature.signum(), slopes) {
            (-1, _) => RegionKind::Settled,
            (_, [0, _]) => RegionKind::Sente(Color::Black),
            (_, [_, 0]) => RegionKind::Sente(Color::White),
            _ => RegionKind::Gote,
        }
    }

    fn new(graph: &Graph, walls: [Wall; 2]) -> Self {
        let (settled, has_ko) = (graph.settled, graph.has_ko);
        let positions = graph.nodes.len();
        Self { walls, settled, has_ko, positions, exact_from: Exact::MINUS_ONE }
    }
}

/// The thermograph of a region between safe stones.
///
/// # Errors
/// If there are too many positions, stones taken as safe can be captured, endless play makes a difference, or a
/// fraction is not provided for ([`Exact`]).
pub fn ko_thermograph<S: PointSet>(
    board: &Board<S>,
    safe: [S; 2],
    region: S,
    threats: Threats,
    limits: &LocalLimits,
) -> Result<KoThermograph, LocalError> {
    let graph = Lister::new(threats, limits).list(board, safe, region)?;
    let run = |endless| walls(&graph, endless, limits);
    let found = match threats {
        Threats::Unlimited(Color::Black) => run(Endless::Worst)?.0,
        Threats::Unlimited(Color::White) => run(Endless::Best)?.0,
        Threats::None => {
            let (worst, is_ambiguous) = run(Endless::Worst)?;
            if is_ambiguous && run(Endless::Best)?.0 != worst {
                return Err(LocalError::Loop);
            }
            worst
        }
    };
    if found.iter().flatten().any(|stretch| stretch.value.is_endless()) {
        return Err(LocalError::Loop);
    }
    Ok(KoThermograph::new(&graph, found))
}

#[cfg(test)]
mod tests;
