//! How good a set of games is: lengths, results, scores, repetitions.

use crate::game::{Game, GameError};
use crate::train::scale;
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use zenpuku_arena::game::Winner;
use zenpuku_report::plot::{BarSeries, BarValue, bar_chart, histogram, line_chart};
use zenpuku_report::{Cell, Chart, Legend, PlotError, Series, Table, TableError};

/// Values beyond this many centipawns are shown as this many.
const SHOWN: i16 = 3000;
/// Width of a group of values for the calibration, in centipawns.
const GROUP: i16 = 100;
/// A group of fewer positions is not shown.
const FEWEST: u64 = 50;

/// Everything counted.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Won by Black, drawn, won by White.
    pub results: [u64; 3],
    /// How games ended.
    pub endings: BTreeMap<String, u64>,
    /// Plies of each game.
    lengths: Vec<u16>,
    /// Score and result for the side to move, of every scored position.
    scored: Vec<(i16, i8)>,
    /// Hashes of games (start and moves).
    distinct_games: HashSet<u64>,
    /// Hashes of scored positions.
    distinct_positions: HashSet<u64>,
}

/// The figures in short.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Games that differ in start or moves.
    pub distinct_games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// Those that differ in board, hands or side to move.
    pub distinct_positions: u64,
    /// Won by Black.
    pub black_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by White.
    pub white_wins: u64,
    /// Mean length of a game in plies.
    pub mean_plies: f64,
    /// Length that half of the games stay below.
    pub median_plies: u16,
    /// Games by their ending.
    pub endings: BTreeMap<String, u64>,
    /// Mean absolute score in centipawns, mates and values beyond 3,000 counted as 3,000.
    pub mean_absolute_score: f64,
    /// Centipawns for odds of e to 1 that fit the results best; `None` without a relation.
    pub scale: Option<f64>,
    /// Part of the decided games' positions whose score favours the winner.
    pub agreement: f64,
}

impl Stats {
    /// Counts a game.
    ///
    /// # Errors
    /// [`GameError`] when it is not legal.
    pub fn add(&mut self, game: &Game) -> Result<(), GameError> {
        let mut hash = 0u64;
        game.replay(|moment| {
            let key = moment.position.key();
            hash = (hash ^ key).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(7);
            if let Some(score) = moment.score {
                self.distinct_positions.insert(key);
                self.scored.push((score, game.result_for(moment.position.side_to_move())));
            }
        })?;
        self.games += 1;
        self.distinct_games.insert(hash ^ u64::from(game.moves.last().copied().unwrap_or(0)));
        self.lengths.push(u16::try_from(game.moves.len()).unwrap_or(u16::MAX));
        let result = match game.winner {
            Some(Winner::Black) => 0,
            None => 1,
            Some(Winner::White) => 2,
        };
        self.results[result] += 1;
        *self.endings.entry(format!("{:?}", game.ending)).or_default() += 1;
        Ok(())
    }

    /// The figures in short.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut lengths = self.lengths.clone();
        lengths.sort_unstable();
        let games = self.games.max(1) as f64;
        let plies: f64 = lengths.iter().map(|&plies| f64::from(plies)).sum();
        let scores: f64 = self.scored.iter().map(|&(score, _)| f64::from(shown(score)).abs()).sum();
        let decided = self.scored.iter().filter(|(_, result)| *result != 0);
        let agreeing = |&&(score, result): &&(i16, i8)| i32::from(score) * i32::from(result) > 0;
        let agreement = decided.clone().filter(agreeing).count() as f64;
        Summary {
            games: self.games,
            distinct_games: self.distinct_games.len() as u64,
            positions: self.scored.len() as u64,
            distinct_positions: self.distinct_positions.len() as u64,
            black_wins: self.results[0],
            draws: self.results[1],
            white_wins: self.results[2],
            mean_plies: plies / games,
            median_plies: lengths.get(lengths.len() / 2).copied().unwrap_or(0),
            endings: self.endings.clone(),
            mean_absolute_score: scores / self.scored.len().max(1) as f64,
            scale: self.scale(),
            agreement: agreement / decided.count().max(1) as f64,
        }
    }

    /// Centipawns for odds of e to 1, see [`scale::fit`].
    #[must_use]
    pub(crate) fn scale(&self) -> Option<f64> {
        scale::fit(self.scored.iter().copied())
    }

    /// Plots by file name: lengths, scores, results and how scores and results agree.
    ///
    /// # Errors
    /// [`PlotError`] if there is no data to plot.
    pub fn plots(&self) -> Result<Vec<(&'static str, String)>, PlotError> {
        let lengths: Vec<f64> = self.lengths.iter().map(|&plies| f64::from(plies)).collect();
        let scores: Vec<f64> =
            self.scored.iter().map(|&(score, _)| f64::from(shown(score))).collect();
        let results = ["Black won", "draw", "White won"].map(str::to_owned);
        let bars = self.results.iter().map(|&count| BarValue::exact(count as f64)).collect();
        let bars = BarSeries { name: "games".into(), bars };
        Ok(vec![
            (
                "lengths.svg",
                histogram(&Chart::new("Length of games", "plies", "games"), &lengths, 40)?,
            ),
            (
                "scores.svg",
                histogram(
                    &Chart::new("Scores for the side to move", "centipawns", "positions"),
                    &scores,
                    60,
                )?,
            ),
            ("results.svg", bar_chart(&Chart::new("Results", "", "games"), &results, &[bars])?),
            ("calibration.svg", self.calibration_plot()?),
        ])
    }

    /// Mean result of each group of scores: middle of the group, positions, mean (win 1, draw
    /// a half).
    fn calibration(&self) -> Vec<(f64, u64, f64)> {
        let mut groups: BTreeMap<i16, (u64, i64)> = BTreeMap::new();
        for &(score, result) in &self.scored {
            let group = groups.entry(shown(score).div_euclid(GROUP)).or_default();
            group.0 += 1;
            group.1 += i64::from(result);
        }
        let points = groups.into_iter().filter(|(_, (count, _))| *count >= FEWEST);
        points
            .map(|(group, (count, sum))| {
                let middle = (f64::from(group) + 0.5) * f64::from(GROUP);
                (middle, count, 0.5 + 0.5 * sum as f64 / count as f64)
            })
            .collect()
    }

    /// The calibration as a table.
    ///
    /// # Errors
    /// Never; the rows fit the columns.
    pub fn calibration_table(&self) -> Result<Table, TableError> {
        let mut table = Table::new("Scores and results", ["score", "positions", "mean result"]);
        for (middle, count, mean) in self.calibration() {
            table.push(vec![Cell::fixed(middle, 0), count.into(), Cell::fixed(mean, 4)])?;
        }
        Ok(table)
    }

    fn calibration_plot(&self) -> Result<String, PlotError> {
        let points = self.calibration();
        let fitted = self.scale().map(|scale| {
            let curve = points.iter().map(|&(x, _, _)| (x, scale::sigmoid(x / scale))).collect();
            Series::new(format!("scale {scale:.0}"), curve)
        });
        let mut series = vec![Series::new(
            "mean result",
            points.iter().map(|&(x, _, mean)| (x, mean)).collect(),
        )];
        series.extend(fitted);
        let chart = Chart::new("Scores and results", "score in centipawns", "mean result")
            .with_legend(Legend::LowerRight);
        line_chart(&chart, &series)
    }
}

fn shown(score: i16) -> i16 {
    score.clamp(-SHOWN, SHOWN)
}
