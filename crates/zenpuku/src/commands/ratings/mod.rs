//! `zenpuku ratings`: rates finished games.

mod finished;
mod sources;

use std::path::PathBuf;

use serde::Serialize;
use zenpuku_arena::ratings::RatedGame;
use zenpuku_arena::tournament::Table;

use super::match_::{Standings, StandingsReport};
use crate::context::Context;
use crate::exit::Exit;
use crate::output;
use finished::Finished;

/// Arguments of `zenpuku ratings`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku ratings games.jsonl\n  \
    zenpuku ratings experiments/evaluation/games/ladder.jsonl.zst\n  \
    zenpuku ratings run/game.db --report table\n  \
    zenpuku ratings records/ more/*.csa --json\n\n\
    Reads save files of `zenpuku match` (two players and tournaments), also packed by zstd, result\n\
    files of ShogiArena (game.db, or the folder of a run) and records of any format with the\n\
    players' names; players of one name are one player. Games without a result or without names are\n\
    counted and left out. The two games of an opening are told by save files, by game.db and by the\n\
    names of records that `zenpuku match` wrote; for two players they give the interval by pairs.")]
pub struct Args {
    /// Save files, game.db files, records, and folders of them
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
struct Report<'a> {
    #[serde(flatten)]
    standings: StandingsReport<'a>,
    left_out: LeftOut,
}

/// Games that are not rated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct LeftOut {
    /// Without a result.
    unfinished: u64,
    /// Without the names of two players.
    nameless: u64,
}

/// Rates the games.
///
/// # Errors
/// If a file cannot be read or is damaged, no game can be rated, or the report cannot be written.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let stop = context.stop()?;
    let mut pool = Pool::default();
    for path in &args.files {
        if !sources::read(path, &mut pool, &stop)? {
            return Ok(stop.exit());
        }
    }
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

fn words(LeftOut { unfinished, nameless }: LeftOut) -> String {
    format!("{unfinished} games without result, {nameless} without the names of two players")
}

/// The games of all files.
#[derive(Debug, Default)]
struct Pool {
    games: Vec<Finished>,
    left_out: LeftOut,
}

impl Pool {
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
            // A game alone is a pair of its own.
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
}
