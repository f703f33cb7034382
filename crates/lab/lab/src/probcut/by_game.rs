//! Lines of least squares from sums by game, for intervals over whole games: positions of one game are alike.

use zenpuku_shogi_engine::{DepthPair, transform};
use zenpuku_shogi_learn::probcut::Measured;

use super::Values;
use crate::statistics::{Interval, bootstrap};

/// The sums of some points that a line of least squares through them needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sums {
    count: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Sums {
    fn add(mut self, (x, y): (f64, f64)) -> Sums {
        self.count += 1.0;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.xy += x * y;
        self.yy += y * y;
        self
    }

    fn join(self, other: &Sums) -> Sums {
        Sums {
            count: self.count + other.count,
            x: self.x + other.x,
            y: self.y + other.y,
            xx: self.xx + other.xx,
            xy: self.xy + other.xy,
            yy: self.yy + other.yy,
        }
    }

    /// Sums of squares about the means: of x, of both, of y.
    fn about_means(&self) -> [f64; 3] {
        let Sums { count, x, y, xx, xy, yy } = *self;
        [xx - x * x / count, xy - x * y / count, yy - y * y / count]
    }

    /// The coefficient of determination; no number if all x or all y are equal.
    pub(super) fn r_squared(&self) -> f64 {
        let [xx, xy, yy] = self.about_means();
        xy * xy / (xx * yy)
    }

    /// The standard deviation of y.
    pub(super) fn deviation(&self) -> f64 {
        let [_, _, yy] = self.about_means();
        (yy / (self.count - 1.0)).sqrt()
    }

    /// Points.
    pub(super) fn count(&self) -> u64 {
        self.count as u64
    }

    /// The standard deviation of the residuals, with two degrees of freedom less.
    pub(super) fn sigma(&self) -> f64 {
        let [xx, xy, yy] = self.about_means();
        ((yy - xy * xy / xx) / (self.count - 2.0)).sqrt()
    }
}

/// All points of some games together.
pub(super) fn joined<'a>(games: impl IntoIterator<Item = &'a Sums>) -> Sums {
    games.into_iter().fold(Sums::default(), Sums::join)
}

/// The interval of a statistic, by drawing whole games.
pub(super) fn interval(games: &[Sums], statistic: fn(&Sums) -> f64) -> Option<Interval> {
    bootstrap(games, |drawn| statistic(&joined(drawn)))
}

/// The interval of the change of R2 from the first sums of each game to the second.
pub(super) fn change_interval(games: &[(Sums, Sums)]) -> Option<Interval> {
    bootstrap(games, |drawn| {
        let before = joined(drawn.iter().map(|(before, _)| before));
        let after = joined(drawn.iter().map(|(_, after)| after));
        after.r_squared() - before.r_squared()
    })
}

impl Values {
    /// The values of the positions in which neither is a mate: shallow, deep.
    pub(super) fn points(&self, pair: DepthPair) -> Vec<(f64, f64)> {
        let point =
            |measured: &Measured| measured.value(pair.shallow).zip(measured.value(pair.deep));
        let points = self.measured.iter().filter_map(point);
        points.map(|(shallow, deep)| (f64::from(shallow), f64::from(deep))).collect()
    }

    /// The sums of each game, of the positions in which neither value is a mate; the values transformed by
    /// c tanh(v / c) where `scale` names c.
    pub(super) fn by_game(&self, pair: DepthPair, scale: Option<f64>) -> Vec<Sums> {
        let shown = |value: i32| {
            let value = f64::from(value);
            scale.map_or(value, |scale| transform(value, scale))
        };
        let games = self.games.iter().copied().max().map_or(0, |last| last + 1);
        let mut sums = vec![Sums::default(); games];
        for (&game, measured) in self.games.iter().zip(&self.measured) {
            let point = measured.value(pair.shallow).zip(measured.value(pair.deep));
            if let Some((shallow, deep)) = point {
                sums[game] = sums[game].add((shown(shallow), shown(deep)));
            }
        }
        sums.retain(|sums| sums.count > 0.0);
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_core::random::SplitMix64;
    use zenpuku_report::LineFit;

    fn points(count: usize, seed: u64) -> Vec<(f64, f64)> {
        let mut random = SplitMix64::new(seed);
        let mut number = || random.below(2_001) as f64 - 1_000.0;
        (0..count)
            .map(|_| number())
            .map(|x| (x, 1.02 * x))
            .map(|(x, y)| (x, y + 0.1 * x.abs()))
            .collect()
    }

    #[test]
    fn sums_give_the_line_of_least_squares() {
        let games = [points(20, 1), points(30, 2)];
        let sums =
            games.each_ref().map(|game| game.iter().copied().fold(Sums::default(), Sums::add));
        let fit = LineFit::least_squares(&games.concat()).unwrap();
        let all = joined(&sums);
        assert!((all.r_squared() - fit.r_squared).abs() < 1e-9, "{all:?} {fit:?}");
        assert!((all.sigma() - fit.sigma).abs() < 1e-6, "{all:?} {fit:?}");
    }

    #[test]
    fn intervals_are_of_games_and_hold_the_whole() {
        let games: Vec<Sums> = (0..40)
            .map(|seed| points(10, seed).into_iter().fold(Sums::default(), Sums::add))
            .collect();
        let whole = joined(&games);
        let found = interval(&games, Sums::sigma).unwrap();
        assert!(found.low < whole.sigma() && whole.sigma() < found.high, "{found}");
        let same: Vec<(Sums, Sums)> = games.iter().map(|&sums| (sums, sums)).collect();
        assert_eq!(change_interval(&same), Some(Interval { low: 0.0, high: 0.0 }));
        assert_eq!(interval(&games[..1], Sums::sigma), None);
    }
}
