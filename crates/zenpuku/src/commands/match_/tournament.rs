//! A match of three or more: a tournament, its table, its report.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;
use serde_json::{Value, json};
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::{Ending, Terms};
use zenpuku_arena::matches::Team;
use zenpuku_arena::ratings::{Rating, Ratings};
use zenpuku_arena::tournament::{Format, Table, TournamentPlan, run as play_all};
use zenpuku_report::plot::{BarSeries, BarValue, bar_chart};
use zenpuku_report::{Cell, Chart, Table as Rows};
use zenpuku_shogi_engine::{BENCH_DEPTH, EngineOptions, bench};

use super::records::Folder;
use super::save;
use super::side::{Description, Side};
use super::{Args, Schedule, read_openings, rules};
use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::{files, output};

/// One player as asked for.
struct Entrant {
    name: String,
    words: String,
    side: Side,
}

impl Entrant {
    /// From `NAME: OPTIONS` or `NAME: PROGRAM ARGUMENTS | OPTIONS`.
    fn new(text: &str) -> anyhow::Result<Self> {
        let usage = || Usage::new(format!("--player {text}: NAME: OPTIONS is expected"));
        let (name, words) = text.split_once(':').ok_or_else(usage)?;
        let (name, words) = (name.trim(), words.trim());
        if name.is_empty() {
            return Err(usage().into());
        }
        let (program, options) = match words.split_once('|') {
            Some((program, options)) => (program.split_whitespace().collect(), options.trim()),
            None => (Vec::new(), words),
        };
        let arguments: Vec<String> = program.iter().skip(1).map(ToString::to_string).collect();
        let side = Side::new(options, &[], program.first().map(Path::new), &arguments)
            .with_context(|| format!("--player {name}"))?;
        Ok(Self { name: name.to_owned(), words: words.to_owned(), side })
    }
}

fn entrants(args: &Args) -> anyhow::Result<Vec<Entrant>> {
    let entrants = args.player.iter().map(|text| Entrant::new(text));
    let entrants = entrants.collect::<anyhow::Result<Vec<_>>>()?;
    if entrants.len() < 3 {
        let words = "--player: three or more players are expected; two play with --a and --b";
        return Err(Usage::new(words).into());
    }
    for (index, entrant) in entrants.iter().enumerate() {
        if entrants[..index].iter().any(|other| other.name == entrant.name) {
            let words = format!("--player {}: the name is taken", entrant.name);
            return Err(Usage::new(words).into());
        }
    }
    Ok(entrants)
}

fn plan(args: &Args, players: usize) -> TournamentPlan {
    let format = match args.schedule {
        Schedule::RoundRobin => Format::RoundRobin,
        Schedule::Gauntlet => Format::Gauntlet,
        Schedule::Swiss => {
            // Enough that the winner has met whom it must: a knock-out has as many.
            let knock_out = usize::BITS - (players - 1).leading_zeros();
            Format::Swiss(args.rounds.unwrap_or(knock_out + 1))
        }
    };
    TournamentPlan {
        format,
        pairs: args.games.div_ceil(2),
        terms: vec![Terms::new(args.budget.control()); players],
        rules: rules(args),
        seed: args.seed,
        concurrency: usize::from(args.concurrency),
    }
}

/// Plays the tournament and says how it went.
///
/// # Errors
/// If an engine cannot be started or configured, or a file cannot be read or written.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let stop = context.stop()?;
    let lines = read_openings(args.openings.as_deref())?;
    let entrants = entrants(args)?;
    let plan = plan(args, entrants.len());
    let bench = bench(&EngineOptions::default(), BENCH_DEPTH)?.nodes;
    let (mut teams, mut descriptions) = (Vec::new(), Vec::new());
    for Entrant { name, side, .. } in &entrants {
        let named = || format!("--player {name}");
        teams.push(side.team(&named(), args.timer(), &stop).with_context(named)?);
        descriptions.push(side.description(&stop).with_context(named)?);
    }
    let signature = signature(args, &plan, &entrants, &descriptions, bench);
    let (done, mut file) = save::open(args.save.as_deref(), &signature)?;
    let folder = args.records.as_ref().map(|path| Folder::new(path, args.record_format));
    let folder = folder.transpose()?;
    let progress = context.progress(Some(plan.meetings() * 2), "games");
    let players: Vec<&dyn Team> = teams.iter().map(AsRef::as_ref).collect();
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let setting = Setting { args, plan: &plan, names: &names, descriptions: &descriptions, bench };
    let mut failed = None;
    let table = play_all(&plan, &lines, &players, done, &stop.flag(), |played, table, new| {
        progress.advance(2);
        progress.message(leader(table, &names));
        let two = played.meeting.players.map(|player| names[player]);
        let kept = keep(file.as_mut().filter(|_| new), folder.as_ref(), played, two);
        let live = args.report.as_ref().filter(|_| new);
        let live = live.map_or(Ok(()), |path| setting.told(table).write(path));
        failed = failed.take().or(kept.and(live).err());
    })?;
    drop(progress);
    if let Some(error) = failed {
        return Err(error.context("the games could not be saved"));
    }
    let told = setting.told(&table);
    if let Some(path) = &args.report {
        told.write(path)?;
    }
    if args.json {
        output::json(&told.report())?;
    } else {
        output::text(told.text())?;
    }
    Ok(if told.finished { Exit::Done } else { stop.exit() })
}

fn keep(
    file: Option<&mut std::fs::File>,
    folder: Option<&Folder>,
    played: &zenpuku_arena::tournament::Played,
    names: [&str; 2],
) -> anyhow::Result<()> {
    if let Some(file) = file {
        save::append(file, played)?;
    }
    folder.map_or(Ok(()), |folder| folder.write(played.meeting.number, names, &played.games.games))
}

/// What must be the same for saved games to count: everything but the number of games (where
/// more games only come behind) and the concurrency.
fn signature(
    args: &Args,
    plan: &TournamentPlan,
    entrants: &[Entrant],
    descriptions: &[Description],
    bench: u64,
) -> Value {
    let players = entrants.iter().zip(descriptions);
    let players = players.map(|(entrant, plays)| {
        json!({ "name": entrant.name, "options": entrant.words, "plays": plays })
    });
    let mut signature = json!({
        "players": players.collect::<Vec<_>>(),
        "format": plan.format,
        "time": plan.terms[0],
        "bench": bench,
        "openings": args.openings,
        "rules": plan.rules,
        "seed": plan.seed,
        "processor_time": args.processor_time,
    });
    if plan.rounds() > 1 {
        signature["pairs"] = plan.pairs.into();
    }
    save::as_read(&signature)
}

/// The best so far, for the progress bar.
fn leader(table: &Table, names: &[&str]) -> String {
    let first = table.order()[0];
    let score = &table.scores[first];
    format!("{} leads with {}/{}", names[first], score.points(), score.games())
}

/// The JSON of `zenpuku match --player ... --json`.
#[derive(Serialize)]
struct Report<'a> {
    format: Format,
    games: u64,
    /// The best first.
    players: Vec<PlayerReport<'a>>,
    black_wins: u64,
    draws: u64,
    white_wins: u64,
    /// What Black's first move is worth, in Elo.
    first_move: Option<Rating>,
    /// The share of draws between equals, by the ratings' model.
    draws_between_equals: Option<f64>,
    time: TimeControl,
    processor_time: bool,
    seed: u64,
    bench: u64,
    finished: bool,
}

#[derive(Serialize)]
struct PlayerReport<'a> {
    name: &'a str,
    plays: &'a Description,
    rating: Option<Rating>,
    points: f64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Won, drawn, lost with Black and with White.
    black: [u64; 3],
    white: [u64; 3],
    byes: u64,
    faults: &'a BTreeMap<Ending, u64>,
    /// Won, drawn, lost against the others, by name.
    against: BTreeMap<&'a str, [u64; 3]>,
    /// How likely it is stronger than each of the others, by name.
    superiority: BTreeMap<&'a str, f64>,
}

/// What is the same however far the tournament is.
#[derive(Clone, Copy)]
struct Setting<'a> {
    args: &'a Args,
    plan: &'a TournamentPlan,
    names: &'a [&'a str],
    descriptions: &'a [Description],
    bench: u64,
}

impl<'a> Setting<'a> {
    fn told<'t>(self, table: &'t Table) -> Told<'t>
    where
        'a: 't,
    {
        let finished = table.games() >= self.plan.meetings() * 2;
        Told { setting: self, table, ratings: table.ratings(), finished }
    }
}

/// A table with all that is told of it.
struct Told<'a> {
    setting: Setting<'a>,
    table: &'a Table,
    ratings: Option<Ratings>,
    finished: bool,
}

impl Told<'_> {
    /// The best first, by rating where there is one.
    fn order(&self) -> Vec<usize> {
        let mut order = self.table.order();
        if let Some(ratings) = &self.ratings {
            let elo = |player: usize| ratings.players[player].elo;
            order.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)));
        }
        order
    }

    fn rating(&self, player: usize) -> Option<Rating> {
        self.ratings.as_ref().map(|ratings| ratings.players[player])
    }

    fn report(&self) -> Report<'_> {
        let [black_wins, draws, white_wins] = self.table.by_color();
        Report {
            format: self.setting.plan.format,
            games: self.table.games(),
            players: self.order().into_iter().map(|player| self.player(player)).collect(),
            black_wins,
            draws,
            white_wins,
            first_move: self.ratings.as_ref().map(|ratings| ratings.first_move),
            draws_between_equals: self.ratings.as_ref().map(|ratings| ratings.draws),
            time: self.setting.plan.terms[0].time,
            processor_time: self.setting.args.processor_time,
            seed: self.setting.plan.seed,
            bench: self.setting.bench,
            finished: self.finished,
        }
    }

    fn player(&self, player: usize) -> PlayerReport<'_> {
        let score = &self.table.scores[player];
        let [wins, draws, losses] = score.results();
        let others = || (0..self.setting.names.len()).filter(move |&other| other != player);
        let against = others().filter_map(|other| {
            let met = self.table.cross.get(&(player, other))?;
            Some((self.setting.names[other], *met))
        });
        let superiority = self.ratings.iter().flat_map(|ratings| {
            others().map(|other| (self.setting.names[other], ratings.superiority(player, other)))
        });
        PlayerReport {
            name: self.setting.names[player],
            plays: &self.setting.descriptions[player],
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
                Cell::from(self.setting.names[player]),
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
        let heads = order.iter().map(|&player| self.setting.names[player].to_owned());
        let columns = core::iter::once("won-drawn-lost".to_owned()).chain(heads);
        let mut rows = Rows::new("Against each other", columns);
        for &player in &order {
            let met = order.iter().map(|&other| match self.table.cross.get(&(player, other)) {
                Some([won, drawn, lost]) => Cell::from(format!("{won}-{drawn}-{lost}")),
                None => Cell::Absent,
            });
            rows.push(
                core::iter::once(Cell::from(self.setting.names[player])).chain(met).collect(),
            )?;
        }
        Ok(rows)
    }

    /// Sentences below the tables.
    fn remarks(&self) -> Vec<String> {
        let [black, draws, white] = self.table.by_color();
        let games = self.table.games();
        let mut lines =
            vec![format!("{games} games: Black won {black}, {draws} drawn, White won {white}")];
        if let Some(ratings) = &self.ratings {
            let Rating { elo, error } = ratings.first_move;
            lines.push(format!(
                "The first move is worth {elo:+.0} ± {error:.0} Elo; between equals {:.0} % are drawn",
                100.0 * ratings.draws
            ));
        }
        for player in self.order() {
            for (kind, count) in &self.table.scores[player].faults {
                let name = self.setting.names[player];
                let kind = super::report::fault_name(*kind);
                lines.push(format!("{name} lost {count} by faults: {kind}"));
            }
        }
        lines.push("Elo with 95 % intervals, against the mean of the players".to_owned());
        lines.push(format!("Bench: {}", self.setting.bench));
        if !self.finished {
            lines.push("unfinished; the same command with --save goes on where it was".to_owned());
        }
        lines
    }

    fn text(&self) -> String {
        let tables = [self.rows(), self.crosstable()].into_iter().flatten();
        let tables: Vec<String> = tables.map(|table| table.to_text()).collect();
        format!("{}\n{}\n", tables.join("\n"), self.remarks().join("\n"))
    }

    /// Writes the page, the plot and the JSON.
    fn write(&self, folder: &Path) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let (rows, cross) = (self.rows()?.to_markdown(), self.crosstable()?.to_markdown());
        let remarks = self.remarks().join("\n\n");
        let plot = if self.ratings.is_some() { "\n![Ratings](ratings.svg)\n" } else { "" };
        let page = format!("# Tournament\n\n{rows}\n{cross}\n{remarks}\n{plot}");
        files::replace(&folder.join("tournament.md"), page.as_bytes())?;
        let json = format!("{}\n", serde_json::to_string_pretty(&self.report())?);
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
            order.iter().map(|&player| self.setting.names[player].to_owned()).collect();
        let bars = order.iter().map(|&player| {
            let Rating { elo, error } = ratings.players[player];
            BarValue { value: elo, error }
        });
        let series = BarSeries { name: "Elo".to_owned(), bars: bars.collect() };
        let chart = Chart::new("Ratings with 95 % intervals", "player", "Elo");
        Ok(Some(bar_chart(&chart, &groups, &[series])?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named_configurations_or_programs() {
        let own = Entrant::new("one: NullMovePruning=off").unwrap();
        assert!(own.name == "one" && matches!(own.side, Side::Own(_)));
        let other = Entrant::new("two: ./other --fast | Threads=1").unwrap();
        let Side::Other(command) = other.side else { panic!("a program") };
        assert_eq!((command.arguments, command.options.len()), (vec!["--fast".to_owned()], 1));
        assert!(Entrant::new("Threads=1").is_err() && Entrant::new(": Threads=1").is_err());
    }
}
