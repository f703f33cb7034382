//! `zenpuku ratings`: rates finished games.

mod finished;
mod sources;

use std::collections::HashSet;
use std::path::PathBuf;

use serde::Serialize;
use zenpuku_arena::ratings::RatedGame;
use zenpuku_arena::repeats::Repeats;
use zenpuku_arena::tournament::Table;

use super::match_::{Standings, StandingsReport};
use crate::context::Context;
use crate::exit::Exit;
use crate::output;
use crate::standard_input::StandardInput;
use finished::Finished;

/// Arguments of `zenpuku ratings`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku ratings games.jsonl\n  \
    zenpuku ratings experiments/evaluation/games/ladder.jsonl.zst\n  \
    zenpuku ratings run/game.db --report table\n  \
    zenpuku ratings records/ more/*.csa --json\n\n\
    Reads save files of `zenpuku match` (two players and tournaments), also packed by zstd, result \
    files of ShogiArena (game.db, or the folder of a run) and records of any format with the \
    players' names; players of one name are one player. Games without a result or without names are \
    counted and left out, and so are pairs that repeat an earlier game move for move. The two games \
    of an opening are known from save files, from game.db and from the \
    names of records that `zenpuku match` wrote; for two players they give the interval by pairs.")]
pub struct Args {
    /// Save files, game.db files, records, and folders of them; `-` reads stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write table, ratings with plot, and JSON into this folder
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku ratings --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "RatingsReport"))]
pub(crate) struct Report<'a> {
    #[serde(flatten)]
    standings: StandingsReport<'a>,
    /// Games that are not rated.
    left_out: LeftOut,
}

/// Games that are not rated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GamesLeftOut"))]
struct LeftOut {
    /// Without a result.
    unfinished: u64,
    /// Without the names of two players.
    nameless: u64,
    /// In a pair that repeats an earlier game of the same players move for move.
    repeated: u64,
}

/// Rates the games.
///
/// # Errors
/// If a file cannot be read or is damaged, no game can be rated, or the report cannot be written.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let stop = context.stop()?;
    let (mut pool, mut stdin) = (Pool::default(), StandardInput::default());
    for path in &args.files {
        if !sources::read(&stdin.file(path)?, &mut pool, &stop)? {
            return Ok(Exit::after(&stop));
        }
    }
    pool.leave_out_repeats();
    let (names, table) = pool.table();
    let (names, left_out): (Vec<&str>, _) =
        (names.iter().map(String::as_str).collect(), pool.left_out);
    anyhow::ensure!(table.games() > 0, "no game to rate: {}", words(left_out));
    let standings = Standings::new(&names, None, &table);
    let report = Report { standings: standings.report(), left_out };
    let mut remarks = standings.remarks();
    if left_out != LeftOut::default() {
        remarks.push(format!("left out: {}", words(left_out)));
    }
    if let Some(folder) = &args.report {
        standings.write(folder, &remarks, &report)?;
    }
    if args.json {
        output::json(&report)?;
    } else {
        output::text(standings.text(&remarks)?)?;
    }
    Ok(Exit::Done)
}

fn words(LeftOut { unfinished, nameless, repeated }: LeftOut) -> String {
    format!(
        "{unfinished} games without result, {nameless} without the names of two players, {repeated} \
         that repeat an earlier game"
    )
}

/// The games of all files.
#[derive(Debug, Default)]
struct Pool {
    games: Vec<Finished>,
    left_out: LeftOut,
}

impl Pool {
    /// Leaves out the games whose pair repeats an earlier game, as `zenpuku match` does.
    fn leave_out_repeats(&mut self) {
        let mut seen = Repeats::default();
        let repeated: Vec<bool> = self.games.iter().map(|game| game.repeats(&mut seen)).collect();
        let pairs: HashSet<String> = self
            .games
            .iter()
            .zip(&repeated)
            .filter_map(|(game, &repeated)| game.pair.clone().filter(|_| repeated))
            .collect();
        let before = self.games.len();
        let mut repeated = repeated.into_iter();
        self.games.retain(|game| {
            let in_pair = game.pair.as_ref().is_some_and(|pair| pairs.contains(pair));
            !repeated.next().unwrap_or_default() && !in_pair
        });
        self.left_out.repeated = (before - self.games.len()) as u64;
    }

    /// Players in the order in which they come, and their table.
    fn table(&self) -> (Vec<String>, Table) {
        let mut names: Vec<String> = Vec::new();
        let mut places = std::collections::BTreeMap::new();
        for name in self.games.iter().flat_map(|game| &game.players) {
            places.entry(name.as_str()).or_insert_with(|| {
                names.push(name.clone());
                names.len() - 1
            });
        }
        let mut table = Table::new(names.len());
        let mut pairs = std::collections::BTreeMap::new();
        for (index, game) in (0_u64..).zip(&self.games) {
            let [black, white] = [0, 1].map(|side: usize| places[game.players[side].as_str()]);
            // A single game is a separate pair.
            let pair = game.pair.as_ref().map_or(index, |key| *pairs.entry(key).or_insert(index));
            table.add_game(RatedGame { black, white, winner: game.winner, pair }, game.fault);
        }
        (names, table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_arena::elo::Pentanomial;
    use zenpuku_arena::game::Winner;

    #[test]
    fn games_of_one_pair_meet_and_strangers_do_not() {
        let game = |black: &str, white: &str, winner, pair: Option<&str>| Finished {
            players: [black.to_owned(), white.to_owned()],
            winner,
            fault: None,
            pair: pair.map(str::to_owned),
            line: None,
        };
        let (won, lost) = (Some(Winner::Black), Some(Winner::White));
        let games = vec![
            game("x", "y", won, Some("1")),
            game("y", "x", won, None),
            game("y", "x", lost, Some("1")),
            game("x", "y", None, Some("2")),
        ];
        let (names, table) = Pool { games, ..Pool::default() }.table();
        assert_eq!(names, ["x", "y"]);
        assert_eq!(table.pairs(), Some(Pentanomial([0, 0, 0, 0, 1])));
        assert_eq!(table.scores[0].results(), [2, 1, 1]);
    }

    #[test]
    fn a_pair_that_repeats_an_earlier_game_is_left_out_whole() {
        let game = |pair: &str, black: usize, moves: &[&str]| Finished {
            players: [["x", "y"][black], ["y", "x"][black]].map(str::to_owned),
            winner: Some(Winner::Black),
            fault: None,
            pair: Some(pair.to_owned()),
            line: Some(("start".to_owned(), moves.iter().map(ToString::to_string).collect())),
        };
        let games = vec![
            game("1", 0, &["7g7f"]),
            game("1", 1, &["7g7f"]),
            game("2", 0, &["2g2f"]),
            // The same players, colours and moves as the first game.
            game("2", 0, &["7g7f"]),
            game("3", 1, &[]),
            game("4", 1, &[]),
        ];
        let mut pool = Pool { games, ..Pool::default() };
        pool.leave_out_repeats();
        let pairs: Vec<&str> = pool.games.iter().filter_map(|game| game.pair.as_deref()).collect();
        assert_eq!((pairs, pool.left_out.repeated), (vec!["1", "1", "3", "4"], 2));
    }
}
