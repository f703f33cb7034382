//! Ratings of many players from the games between them: the model of Bradley and Terry with draws
//! [davidson1970] and an advantage of the first move.
//!
//! With `x` half the difference of Black's and White's strength, the advantage included, a game is
//! won by Black, drawn, won by White with weights `e^x`, `nu`, `e^-x`. The likelihood is that of an
//! exponential family: concave, so that Newton's method finds its one maximum.
//!
//! Invariant: Ratings agree with an independent program.

use crate::beta::normal;
use crate::game::Winner;
use serde::Serialize;
use ts_rs::TS;

/// Standard deviations that hold 95 % of a normal distribution.
const CONFIDENCE_95: f64 = 1.959_963_985;

/// Games of each result that two players who have met count as having played besides, with either
/// colour: one-sided results keep finite ratings.
const PRIOR: f64 = 0.05;

/// Pairs of games from which on the errors follow from how pairs differ; below, from the model.
const FEWEST_CLUSTERS: usize = 50;

/// Elo of a unit of strength.
const ELO: f64 = 400.0 / core::f64::consts::LN_10;

/// Steps of Newton's method; a handful are needed.
const STEPS: usize = 100;

/// A game as ratings see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// Who had Black.
    pub black: usize,
    /// Who had White.
    pub white: usize,
    /// Who won, none for a draw.
    pub winner: Option<Winner>,
    /// Games of the same number have an opening in common and are not independent.
    pub pair: u64,
}

/// A figure in Elo with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, TS)]
pub struct Rating {
    /// The estimate.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By player; their mean is 0.
    pub players: Vec<Rating>,
    /// What Black's first move is worth.
    pub first_move: Rating,
    /// The share of draws between equals, 0..=1.
    pub draws: f64,
    /// Of strengths, advantage and logarithm of `nu`.
    covariance: Matrix,
}

type Matrix = Vec<Vec<f64>>;

impl Ratings {
    /// How likely `one` is stronger than `other`, 0..=1.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn superiority(&self, one: usize, other: usize) -> f64 {
        let cov = &self.covariance;
        let variance = cov[one][one] + cov[other][other] - 2.0 * cov[one][other];
        let difference = (self.players[one].elo - self.players[other].elo) / ELO;
        let deviation = variance.max(0.0).sqrt();
        if deviation <= 0.0 { 0.5 } else { normal(difference / deviation) }
    }
}

/// Rates `players` players by `games`. `None` without a game, and when not all players are linked
/// by games: then their difference is unknown.
#[must_use]
pub fn rate(players: usize, games: &[RatedGame]) -> Option<Ratings> {
    if games.is_empty() || !linked(players, games) {
        return None;
    }
    let model = Model { players, games };
    let mut at = vec![0.0; players + 2];
    for _ in 0..STEPS {
        let (gradient, information) = model.derivatives(&at);
        let step = times(&inverse(information)?, &gradient);
        // A long step leaves the region where the model is nearly quadratic.
        let longest = step.iter().fold(1.0_f64, |most, value| most.max(value.abs()));
        at.iter_mut().zip(&step).for_each(|(value, step)| *value += step / longest);
        if longest <= 1.0 && step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    let (_, information) = model.derivatives(&at);
    let covariance = centred(players, model.covariance(&at, inverse(information)?));
    let mean = at[..players].iter().sum::<f64>() / players as f64;
    let rating = |index: usize, value: f64| Rating {
        elo: ELO * value,
        error: ELO * CONFIDENCE_95 * covariance[index][index].max(0.0).sqrt(),
    };
    let (advantage, nu) = (at[players], at[players + 1].exp());
    Some(Ratings {
        players: (0..players).map(|player| rating(player, at[player] - mean)).collect(),
        first_move: rating(players, advantage),
        draws: nu / (nu + 2.0 * (advantage / 2.0).cosh()),
        covariance,
    })
}

/// Are all players linked by games?
fn linked(players: usize, games: &[RatedGame]) -> bool {
    let mut group: Vec<usize> = (0..players).collect();
    for game in games {
        let (one, other) = (group[game.black], group[game.white]);
        group.iter_mut().filter(|place| **place == other).for_each(|place| *place = one);
    }
    group.iter().all(|&place| place == group[0])
}

struct Model<'a> {
    players: usize,
    games: &'a [RatedGame],
}

/// Derivatives of one game's likelihood by half the difference and by the logarithm of `nu`.
struct Slope {
    /// Expectation of the result, 1 for Black's win, -1 for White's.
    mean: f64,
    /// Chance of a draw.
    draw: f64,
    /// Chance that it is decided.
    decided: f64,
}

impl Slope {
    fn at(half: f64, log_nu: f64) -> Self {
        // Weights over the largest, so that none overflows.
        let largest = half.abs().max(log_nu);
        let [black, white, draw] = [half, -half, log_nu].map(|weight| (weight - largest).exp());
        let sum = black + white + draw;
        Self { mean: (black - white) / sum, draw: draw / sum, decided: (black + white) / sum }
    }

    /// The slopes for a result.
    fn score(&self, winner: Option<Winner>) -> [f64; 2] {
        match winner {
            Some(Winner::Black) => [1.0 - self.mean, -self.draw],
            Some(Winner::White) => [-1.0 - self.mean, -self.draw],
            None => [-self.mean, 1.0 - self.draw],
        }
    }
}

impl Model<'_> {
    /// The coordinate changed by half the difference of a game, and its coefficient.
    fn direction(&self, black: usize, white: usize) -> [(usize, f64); 3] {
        [(black, 0.5), (white, -0.5), (self.players, 0.5)]
    }

    fn slope(&self, at: &[f64], black: usize, white: usize) -> Slope {
        let half = 0.5 * (at[black] - at[white] + at[self.players]);
        Slope::at(half, at[self.players + 1])
    }

    /// Gradient and information of the likelihood, with the prior; the sum of
    /// the strengths, which games do not determine, is fixed at 0.
    fn derivatives(&self, at: &[f64]) -> (Vec<f64>, Matrix) {
        let size = self.players + 2;
        let mut gradient = vec![0.0; size];
        let mut information = vec![vec![0.0; size]; size];
        for game in self.games {
            let slope = self.slope(at, game.black, game.white);
            let score = slope.score(game.winner);
            self.add(&mut gradient, &mut information, game, &slope, score, 1.0);
        }
        for game in self.met() {
            let slope = self.slope(at, game.black, game.white);
            for winner in [Some(Winner::Black), None, Some(Winner::White)] {
                let score = slope.score(winner);
                self.add(&mut gradient, &mut information, &game, &slope, score, PRIOR);
            }
        }
        let sum: f64 = at[..self.players].iter().sum();
        for (row, slope) in information[..self.players].iter_mut().zip(&mut gradient) {
            *slope -= sum;
            row[..self.players].iter_mut().for_each(|cell| *cell += 1.0);
        }
        (gradient, information)
    }

    fn add(
        &self,
        gradient: &mut [f64],
        information: &mut Matrix,
        game: &RatedGame,
        slope: &Slope,
        score: [f64; 2],
        weight: f64,
    ) {
        let direction = self.direction(game.black, game.white);
        let nu = self.players + 1;
        let Slope { mean, draw, decided } = *slope;
        for (index, by) in direction {
            gradient[index] += weight * by * score[0];
            for (other, along) in direction {
                information[index][other] += weight * by * along * (decided - mean * mean);
            }
            let mixed = -weight * by * mean * draw;
            information[index][nu] += mixed;
            information[nu][index] += mixed;
        }
        gradient[nu] += weight * score[1];
        information[nu][nu] += weight * draw * (1.0 - draw);
    }

    /// Every two players who have met, with either colour.
    fn met(&self) -> impl Iterator<Item = RatedGame> + use<> {
        let pairs =
            self.games.iter().flat_map(|game| [(game.black, game.white), (game.white, game.black)]);
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.into_iter().map(|(black, white)| RatedGame { black, white, winner: None, pair: 0 })
    }

    /// The covariance of the estimate: that of the model for few pairs, else with the pairs' own
    /// scatter between two inverses of the information, which stays right when the two games of a
    /// pair are not independent.
    fn covariance(&self, at: &[f64], inverse: Matrix) -> Matrix {
        let mut games: Vec<&RatedGame> = self.games.iter().collect();
        games.sort_by_key(|game| game.pair);
        let clusters: Vec<&[&RatedGame]> = games.chunk_by(|a, b| a.pair == b.pair).collect();
        if clusters.len() < FEWEST_CLUSTERS {
            return inverse;
        }
        let size = self.players + 2;
        let mut scatter = vec![vec![0.0; size]; size];
        for cluster in &clusters {
            let mut sum = vec![0.0; size];
            for game in *cluster {
                let score = self.slope(at, game.black, game.white).score(game.winner);
                for (index, by) in self.direction(game.black, game.white) {
                    sum[index] += by * score[0];
                }
                sum[self.players + 1] += score[1];
            }
            for (row, one) in scatter.iter_mut().zip(&sum) {
                row.iter_mut().zip(&sum).for_each(|(cell, other)| *cell += one * other);
            }
        }
        let count = clusters.len() as f64;
        let small = count / (count - 1.0);
        let half: Matrix = scatter.iter().map(|row| times(&inverse, row)).collect();
        let columns = (0..size).map(|index| half.iter().map(|row| row[index]).collect::<Vec<_>>());
        let both = columns.map(|column| times(&inverse, &column));
        both.map(|row| row.into_iter().map(|cell| small * cell).collect()).collect()
    }
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// The covariance of strengths less their mean. The inverted matrix fixes the
/// sum of the strengths at 0 with the information of one game only; its
/// uncertainty is not part of theirs.
fn centred(players: usize, mut covariance: Matrix) -> Matrix {
    let size = covariance.len();
    for column in 0..size {
        let mean =
            covariance[..players].iter().map(|row| row[column]).sum::<f64>() / players as f64;
        covariance[..players].iter_mut().for_each(|row| row[column] -= mean);
    }
    for row in &mut covariance {
        let mean = row[..players].iter().sum::<f64>() / players as f64;
        row[..players].iter_mut().for_each(|cell| *cell -= mean);
    }
    covariance
}

/// The inverse of a symmetric positive matrix, by elimination; `None` when it has none.
fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let mut inverse: Matrix = (0..size)
        .map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect())
        .collect();
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        if !scale.is_finite() || scale < 1e-12 {
            return None;
        }
        for table in [&mut matrix, &mut inverse] {
            table[pivot].iter_mut().for_each(|cell| *cell /= scale);
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for table in [&mut matrix, &mut inverse] {
                let from = table[pivot].clone();
                table[row].iter_mut().zip(from).for_each(|(cell, from)| *cell -= factor * from);
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::Pentanomial;

    fn game(black: usize, white: usize, winner: Option<Winner>, pair: u64) -> RatedGame {
        RatedGame { black, white, winner, pair }
    }

    /// Pairs of two players by the first one's half points.
    fn pairs(counts: [u64; 5]) -> Vec<RatedGame> {
        let (won, lost) = (Some(Winner::Black), Some(Winner::White));
        let results = [(lost, won), (lost, None), (None, None), (won, None), (won, lost)];
        let mut games = Vec::new();
        for ((first, second), count) in results.into_iter().zip(counts) {
            for _ in 0..count {
                let pair = games.len() as u64;
                games.extend([game(0, 1, first, pair), game(1, 0, second, pair)]);
            }
        }
        games
    }

    #[test]
    fn equals_are_equal() {
        let rated = rate(2, &pairs([10, 20, 40, 20, 10])).unwrap();
        assert!(rated.players[0].elo.abs() < 1e-6, "{rated:?}");
        assert!((rated.superiority(0, 1) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn without_draws_two_players_differ_by_the_elo_of_their_score_with_its_error() {
        let counts = [20, 0, 60, 0, 60];
        let mut games = pairs(counts);
        // A point each is a win each here, with Black and with White in turn.
        for two in games.chunks_mut(2).filter(|two| two[0].winner.is_none()) {
            let black = two[0].pair % 4 == 0;
            two.iter_mut().for_each(|game| {
                game.winner = Some(if black { Winner::Black } else { Winner::White });
            });
        }
        let rated = rate(2, &games).unwrap();
        let estimate = Pentanomial(counts).elo().unwrap();
        let difference = rated.players[0].elo - rated.players[1].elo;
        assert!((difference - estimate.elo).abs() < 1.0, "{difference} {estimate:?}");
        // Each player has half of the difference, exactly against each other.
        let error = 2.0 * rated.players[0].error;
        assert!((error / estimate.error - 1.0).abs() < 0.1, "{error} {estimate:?}");
    }

    #[test]
    fn pairs_that_their_opening_decides_have_smaller_errors() {
        let even = rate(2, &pairs([0, 0, 100, 0, 0])).unwrap();
        assert!(even.players[0].error < 1.0, "{even:?}");
    }

    #[test]
    fn the_first_move_is_told_apart() {
        let black =
            |pair| [game(0, 1, Some(Winner::Black), pair), game(1, 0, Some(Winner::Black), pair)];
        let mut games: Vec<RatedGame> = (0..3).flat_map(black).collect();
        games.extend(pairs([0, 0, 0, 0, 1]).iter().map(|&game| RatedGame { pair: 9, ..game }));
        let rated = rate(2, &games).unwrap();
        assert!(rated.first_move.elo > 100.0 && rated.players[0].elo > 0.0, "{rated:?}");
    }

    #[test]
    fn whitewash_is_finite_and_strangers_have_no_rating() {
        let rated = rate(2, &pairs([0, 0, 0, 0, 10])).unwrap();
        assert!(rated.players[0].elo.is_finite() && rated.superiority(0, 1) > 0.9, "{rated:?}");
        assert_eq!(rate(4, &[game(0, 1, None, 0), game(2, 3, None, 1)]), None);
        assert_eq!(rate(2, &[]), None);
    }

    /// An independent program: the maximum of the likelihood of shogiarena 1.3.2 (PyPI) for the same
    /// results, see `testdata/ratings`.
    #[test]
    fn as_shogiarena_rates_the_same_games() {
        let text = include_str!("../../../../testdata/ratings/three-players.json");
        let case: serde_json::Value = serde_json::from_str(text).unwrap();
        let names: Vec<&str> =
            case["players"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let place = |value: &serde_json::Value| {
            names.iter().position(|name| Some(*name) == value.as_str()).unwrap()
        };
        let games: Vec<RatedGame> = (0..)
            .zip(case["games"].as_array().unwrap())
            .map(|(pair, row)| {
                let winner = match row[2].as_str().unwrap() {
                    "b" => Some(Winner::Black),
                    "w" => Some(Winner::White),
                    _ => None,
                };
                game(place(&row[0]), place(&row[1]), winner, pair)
            })
            .collect();
        let rated = rate(names.len(), &games).unwrap();
        let theirs = |key: &str| case["shogiarena"][key].as_f64().unwrap();
        let anchor = rated.players[names.len() - 1].elo;
        for (name, rating) in names.iter().zip(&rated.players) {
            let elo = case["shogiarena"]["ratings"][name].as_f64().unwrap();
            assert!((rating.elo - anchor - elo).abs() < 2.0, "{name} {rating:?} {elo}");
        }
        assert!((rated.first_move.elo - theirs("gamma_elo")).abs() < 1.0, "{rated:?}");
        assert!((rated.draws - theirs("draw_eq")).abs() < 0.005, "{rated:?}");
    }
}
