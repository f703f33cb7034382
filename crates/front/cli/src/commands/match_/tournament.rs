//! A match of three or more: a tournament and its report.

use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;
use serde_json::{Value, json};
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::Terms;
use zenpuku_arena::matches::{EngineFactory, StopRule};
use zenpuku_arena::tournament::{Format, Table, TournamentPlan, run as play_all};
use zenpuku_shogi_engine::{BENCH_DEPTH, EngineOptions, bench};

use super::records::Folder;
use super::save;
use super::side::{Description, Side};
use super::standings::{Standings, StandingsReport};
use super::{Args, Schedule, folder, read_openings, rules};
use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::output;

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
        pairs: args.games / 2,
        terms: vec![Terms::new(args.budget.control()); players],
        rules: rules(args),
        seed: args.seed,
        concurrency: usize::from(args.concurrency),
        stop: StopRule::AllPairs,
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
    let (mut factories, mut descriptions) = (Vec::new(), Vec::new());
    for Entrant { name, side, .. } in &entrants {
        let named = || format!("--player {name}");
        factories.push(side.factory(&named(), args.timer(), &stop).with_context(named)?);
        descriptions.push(side.description(&stop).with_context(named)?);
    }
    let signature = signature(args, &plan, &entrants, &descriptions, bench);
    let (done, mut file) = save::open(args.save.as_deref(), &signature)?;
    let mut folder = folder(args, 0..plan.meetings(), &done)?;
    let progress = context.progress(Some(plan.meetings() * 2), "games");
    let players: Vec<&dyn EngineFactory> = factories.iter().map(AsRef::as_ref).collect();
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let setting = Setting { args, plan: &plan, names: &names, descriptions: &descriptions, bench };
    let mut failed = None;
    let table =
        play_all(&plan, &lines, &players, done, &stop.clone(), &(), |played, table, new| {
            progress.advance(2);
            progress.message(leader(table, &names));
            let two = played.meeting.players.map(|player| names[player]);
            let kept = keep(file.as_mut().filter(|_| new), folder.as_mut(), played, two);
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
        output::text(told.text()?)?;
    }
    Ok(if told.finished { Exit::Done } else { Exit::after(&stop) })
}

fn keep(
    saving: Option<&mut save::Saving>,
    folder: Option<&mut Folder>,
    played: &zenpuku_arena::tournament::Played,
    names: [&str; 2],
) -> anyhow::Result<()> {
    if let Some(saving) = saving {
        saving.append(played)?;
    }
    folder.map_or(Ok(()), |folder| folder.write(played.meeting.number, names, &played.games.games))
}

/// The settings that must be equal for saved games to count: everything except
/// the number of games (if more games are only appended) and the concurrency.
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
        "openings": save::openings(args),
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
    let first = table.ranking(None)[0];
    let score = &table.scores[first];
    format!("{} leads with {}/{}", names[first], score.points(), score.games())
}

/// The JSON of `zenpuku match --player ... --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Tournament"))]
pub(crate) struct Report<'a> {
    /// Who meets whom.
    format: Format,
    #[serde(flatten)]
    standings: StandingsReport<'a>,
    /// The budget of a move.
    time: TimeControl,
    /// Is the time the processor's?
    processor_time: bool,
    /// Of the openings' order.
    seed: u64,
    /// Node signature of the search; the result holds for it only.
    bench: u64,
    /// Was every planned game played?
    finished: bool,
}

/// The constant part of the tournament.
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
        let finished = table.played() >= self.plan.meetings() * 2;
        let standings = Standings::new(self.names, Some(self.descriptions), table);
        Told { setting: self, standings, finished }
    }
}

/// A table with all reported data.
struct Told<'a> {
    setting: Setting<'a>,
    standings: Standings<'a>,
    finished: bool,
}

impl Told<'_> {
    fn report(&self) -> Report<'_> {
        Report {
            format: self.setting.plan.format,
            standings: self.standings.report(),
            time: self.setting.plan.terms[0].time,
            processor_time: self.setting.args.processor_time,
            seed: self.setting.plan.seed,
            bench: self.setting.bench,
            finished: self.finished,
        }
    }

    /// Sentences below the tables.
    fn remarks(&self) -> Vec<String> {
        let mut lines = self.standings.remarks();
        lines.push(format!("Bench: {}", self.setting.bench));
        if !self.finished {
            lines.push("unfinished; the same command with --save resumes it".to_owned());
        }
        lines
    }

    fn text(&self) -> anyhow::Result<String> {
        self.standings.text(&self.remarks())
    }

    fn write(&self, folder: &Path) -> anyhow::Result<()> {
        self.standings.write(folder, &self.remarks(), &self.report())
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
