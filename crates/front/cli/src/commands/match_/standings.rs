//! The table of a tournament or of finished games: text, page, plot, JSON.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_arena::elo::EloEstimate;
use zenpuku_arena::game::Ending;
use zenpuku_arena::ratings::{Rating, Ratings};
use zenpuku_arena::tournament::Table;
use zenpuku_report::plot::{BarSeries, BarValue, bar_chart};
use zenpuku_report::{Cell, Chart, Table as Rows};

use super::report::{elo_words, fault_name, los_words, repeated_words};
use super::side::Description;
use crate::{files, json};

/// The standings of players, with all reported data.
pub(crate) struct Standings<'a> {
    names: &'a [&'a str],
    /// The exact identity of the players, if known.
    descriptions: Option<&'a [Description]>,
    table: &'a Table,
    ratings: Option<Ratings>,
}

/// The fields of every JSON of standings.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Standings"))]
pub(crate) struct StandingsReport<'a> {
    /// Games counted.
    games: u64,
    /// Games left out of all other figures: their pair repeats an earlier game move for move.
    repeated: u64,
    /// The best first.
    players: Vec<PlayerReport<'a>>,
    /// Games won by Black.
    black_wins: u64,
    /// Drawn.
    draws: u64,
    /// Won by White.
    white_wins: u64,
    /// What Black's first move is worth, in Elo.
    first_move: Option<Rating>,
    /// The share of draws between equals, by the ratings' model.
    draws_between_equals: Option<f64>,
    /// The pairs of games of two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pairs: Option<PairsReport<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "PlayerStanding"))]
struct PlayerReport<'a> {
    /// The player.
    name: &'a str,
    /// What exactly played; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    plays: Option<&'a Description>,
    /// Elo above the mean of all; null where there are too few games.
    rating: Option<Rating>,
    /// A win is 1, a draw 0.5.
    points: f64,
    /// Games played.
    games: u64,
    /// Won.
    wins: u64,
    /// Drawn.
    draws: u64,
    /// Lost.
    losses: u64,
    /// Won, drawn, lost with Black.
    black: [u64; 3],
    /// With White.
    white: [u64; 3],
    /// Rounds without an opponent.
    byes: u64,
    /// Games lost by time, an illegal move or a crash, by which of them.
    faults: &'a BTreeMap<Ending, u64>,
    /// Won, drawn, lost against the others, by name.
    against: BTreeMap<&'a str, [u64; 3]>,
    /// How likely it is stronger than each of the others, by name.
    superiority: BTreeMap<&'a str, f64>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "PairsOfTwo"))]
struct PairsReport<'a> {
    /// Whose half points are counted.
    player: &'a str,
    /// Pairs by 0, 1, 2, 3 and 4 half points.
    by_half_points: [u64; 5],
    /// Elo above the other one.
    elo: Option<EloEstimate>,
    /// Likelihood of superiority: the probability that it is the stronger one.
    los: f64,
}

impl<'a> Standings<'a> {
    /// Of the players with these names in this table.
    pub(crate) fn new(
        names: &'a [&'a str],
        descriptions: Option<&'a [Description]>,
        table: &'a Table,
    ) -> Self {
        Self { names, descriptions, table, ratings: table.ratings() }
    }

    /// The best first, by rating where there is one.
    fn order(&self) -> Vec<usize> {
        self.table.ranking(self.ratings.as_ref())
    }

    fn rating(&self, player: usize) -> Option<Rating> {
        self.ratings.as_ref().map(|ratings| ratings.players[player])
    }

    /// The part of a JSON that is the same for all standings.
    pub(crate) fn report(&self) -> StandingsReport<'_> {
        let [black_wins, draws, white_wins] = self.table.by_color();
        StandingsReport {
            games: self.table.games(),
            repeated: self.table.repeated,
            players: self.order().into_iter().map(|player| self.player(player)).collect(),
            black_wins,
            draws,
            white_wins,
            first_move: self.ratings.as_ref().map(|ratings| ratings.first_move),
            draws_between_equals: self.ratings.as_ref().map(|ratings| ratings.draws),
            pairs: self.table.pairs().map(|pairs| PairsReport {
                player: self.names[0],
                by_half_points: pairs.0,
                elo: pairs.elo(),
                los: pairs.superiority(),
            }),
        }
    }

    fn player(&self, player: usize) -> PlayerReport<'_> {
        let score = &self.table.scores[player];
        let [wins, draws, losses] = score.results();
        let others = || (0..self.names.len()).filter(move |&other| other != player);
        let against = others().filter_map(|other| {
            let met = self.table.cross.get(&(player, other))?;
            Some((self.names[other], *met))
        });
        let superiority = self.ratings.iter().flat_map(|ratings| {
            others().map(|other| (self.names[other], ratings.superiority(player, other)))
        });
        PlayerReport {
            name: self.names[player],
            plays: self.descriptions.map(|all| &all[player]),
            rating: self.rating(player),
            points: score.points(),
            games: score.games(),
            wins,
            draws,
            losses,
            black: score.black,
            white: score.white,
            byes: score.byes,
            faults: &score.faults,
            against: against.collect(),
            superiority: superiority.collect(),
        }
    }

    /// The table for people.
    fn rows(&self) -> anyhow::Result<Rows> {
        let columns = ["player", "Elo", "±", "points", "games", "won", "drawn", "lost", "faults"];
        let mut rows = Rows::new("Table", columns);
        for player in self.order() {
            let score = &self.table.scores[player];
            let [wins, draws, losses] = score.results();
            let number = |count: u64| Cell::from(count);
            let elo = |value: Option<f64>| value.map_or(Cell::Absent, |v| Cell::fixed(v, 1));
            let rating = self.rating(player);
            rows.push(vec![
                Cell::from(self.names[player]),
                elo(rating.map(|rating| rating.elo)),
                elo(rating.map(|rating| rating.error)),
                Cell::fixed(score.points(), 1),
                number(score.games()),
                number(wins),
                number(draws),
                number(losses),
                number(score.faults.values().sum()),
            ])?;
        }
        Ok(rows)
    }

    /// Who won how often against whom.
    fn crosstable(&self) -> anyhow::Result<Rows> {
        let order = self.order();
        let heads = order.iter().map(|&player| self.names[player].to_owned());
        let columns = core::iter::once("won-drawn-lost".to_owned()).chain(heads);
        let mut rows = Rows::new("Against each other", columns);
        for &player in &order {
            let met = order.iter().map(|&other| match self.table.cross.get(&(player, other)) {
                Some([won, drawn, lost]) => Cell::from(format!("{won}-{drawn}-{lost}")),
                None => Cell::Absent,
            });
            rows.push(core::iter::once(Cell::from(self.names[player])).chain(met).collect())?;
        }
        Ok(rows)
    }

    /// Sentences below the tables.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let [black, draws, white] = self.table.by_color();
        let games = self.table.games();
        let mut lines =
            vec![format!("{games} games: Black won {black}, {draws} drawn, White won {white}")];
        if self.table.repeated > 0 {
            lines.push(repeated_words(self.table.repeated));
        }
        if let Some(pairs) = self.table.pairs() {
            lines.extend(self.pair_remarks(pairs));
        }
        if let Some(ratings) = &self.ratings {
            let Rating { elo, error } = ratings.first_move;
            lines.push(format!(
                "The first move is worth {elo:+.0} ± {error:.0} Elo; between equals {:.0} % are drawn",
                100.0 * ratings.draws
            ));
        }
        for player in self.order() {
            for (kind, count) in &self.table.scores[player].faults {
                let name = self.names[player];
                let kind = fault_name(*kind);
                lines.push(format!("{name} lost {count} by faults: {kind}"));
            }
        }
        lines.push("Elo with 95 % intervals, against the mean of the players".to_owned());
        lines
    }

    fn pair_remarks(&self, pairs: zenpuku_arena::elo::Pentanomial) -> Vec<String> {
        let [one, other] = [self.names[0], self.names[1]];
        let mut lines = vec![format!("Pairs by {one}'s points 0..2: {:?}", pairs.0)];
        if let Some(estimate) = pairs.elo() {
            let words = elo_words(&estimate);
            lines.push(format!("Elo of {one} above {other} by pairs: {words}"));
            lines.push(los_words(one, pairs.superiority()));
        }
        lines
    }

    /// Tables and sentences for a terminal.
    pub(crate) fn text(&self, remarks: &[String]) -> anyhow::Result<String> {
        let tables = [self.rows()?.to_text(), self.crosstable()?.to_text()];
        Ok(format!("{}\n{}\n", tables.join("\n"), remarks.join("\n")))
    }

    /// Writes the page, the plot and the JSON.
    pub(crate) fn write(
        &self,
        folder: &Path,
        remarks: &[String],
        report: &impl Serialize,
    ) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let (rows, cross) = (self.rows()?.to_markdown(), self.crosstable()?.to_markdown());
        let remarks = remarks.join("\n\n");
        let plot = if self.ratings.is_some() { "\n![Ratings](ratings.svg)\n" } else { "" };
        let page = format!("# Tournament\n\n{rows}\n{cross}\n{remarks}\n{plot}");
        files::replace(&folder.join("tournament.md"), page.as_bytes())?;
        let json = format!("{}\n", json::encode_pretty(report)?);
        files::replace(&folder.join("tournament.json"), json.as_bytes())?;
        if let Some(svg) = self.plot()? {
            files::replace(&folder.join("ratings.svg"), svg.as_bytes())?;
        }
        Ok(())
    }

    fn plot(&self) -> anyhow::Result<Option<String>> {
        let Some(ratings) = &self.ratings else { return Ok(None) };
        let order = self.order();
        let groups: Vec<String> =
            order.iter().map(|&player| self.names[player].to_owned()).collect();
        let bars = order.iter().map(|&player| {
            let Rating { elo, error } = ratings.players[player];
            BarValue { value: elo, error }
        });
        let series = BarSeries { name: "Elo".to_owned(), bars: bars.collect() };
        let chart = Chart::new("Ratings with 95 % intervals", "player", "Elo");
        Ok(Some(bar_chart(&chart, &groups, &[series])?))
    }
}
