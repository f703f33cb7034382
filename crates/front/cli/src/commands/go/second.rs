//! `--engine`: what another program thinks of the same position.

use std::fmt::Write as _;
use std::time::Duration;

use anyhow::anyhow;
use serde::Serialize;
use zenpuku_core::StopToken;
use zenpuku_go::{HalfPoints, Move, PointSet, Setup, Wide};
use zenpuku_go_endgame::appraise::Appraisal;
use zenpuku_go_engines::{EngineError, GtpEngine, Opinion, Program, Question};
use zenpuku_go_status::{ChainStatus, Status, StatusBasis};

use super::count;
use crate::exit::Usage;

/// Options of a second opinion.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Go engine that gives a second opinion: a program that speaks GTP, with its arguments
    /// (quotes around a path with blanks)
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Time limit in seconds for that engine, per position
    #[arg(long, value_name = "SECONDS", value_parser = super::parse_seconds, default_value = "120", requires = "engine")]
    engine_time: Duration,
}

/// The error of an engine, with the option that gives it more time if it was late.
fn advised(error: EngineError) -> anyhow::Error {
    match error {
        EngineError::Late { .. } => anyhow!("{error}; give it more with --engine-time"),
        error => error.into(),
    }
}

/// The engine that gives second opinions, started when it is first asked.
pub(super) struct Adviser<'a> {
    args: &'a Args,
    stop: &'a StopToken,
    running: Option<(GtpEngine, String)>,
}

impl<'a> Adviser<'a> {
    pub(super) const fn new(args: &'a Args, stop: &'a StopToken) -> Self {
        Self { args, stop, running: None }
    }

    /// Asks the engine, if one is named; returns its opinion and its name.
    ///
    /// # Errors
    /// If it cannot be run or gives no opinion; the next question starts it again.
    pub(super) fn ask(
        &mut self,
        question: &Question<'_>,
    ) -> anyhow::Result<Option<(Opinion, String)>> {
        let Some(command) = &self.args.engine else { return Ok(None) };
        let (mut engine, name) = match self.running.take() {
            Some(running) => running,
            None => self.start(command)?,
        };
        engine.allow(self.args.engine_time);
        let opinion = question.ask(&mut engine).map_err(advised)?;
        self.running = Some((engine, name.clone()));
        Ok(Some((opinion, name)))
    }

    fn start(&self, command: &str) -> anyhow::Result<(GtpEngine, String)> {
        let program = Program::parse(command)
            .ok_or_else(|| Usage::new("--engine: a program is missing, or the end of a quote"))?;
        let mut engine = GtpEngine::start(&program, self.args.engine_time, self.stop.clone())?;
        let name = engine.introduce().map_err(advised)?;
        Ok((engine, name))
    }
}

/// The other program's opinion in JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GoSecondOpinion"))]
pub(super) struct Report {
    /// The program's name and version.
    engine: String,
    /// The result, counted by our rules with its dead stones: `B+3.5`.
    result: String,
    /// How it played the position out, beginning with the side to move; empty if the game was over.
    moves: Vec<String>,
    /// The stones that are dead at the end of its line.
    dead: Vec<String>,
    /// The chains of the position that one of the two takes for alive and the other for dead.
    differences: Vec<Difference>,
}

/// A chain about which the two differ.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GoDifference"))]
struct Difference {
    /// Its stones.
    stones: Vec<String>,
    /// Our status: `alive`, `seki` or `dead`.
    ours: &'static str,
    /// Our basis: `unconditional`, `proved` or `assumed`.
    basis: &'static str,
    /// Does the chain stay, in the other program's opinion?
    stays: bool,
}

impl Report {
    /// Sets the other program's opinion next to ours.
    pub(super) fn new(setup: &Setup, found: &Appraisal, engine: String, opinion: &Opinion) -> Self {
        let size = setup.size;
        let names = |points: Wide| points.iter().map(|point| size.vertex(point)).collect();
        let difference = |chain: &ChainStatus<Wide>| Difference {
            stones: names(chain.stones),
            ours: chain.status.name(),
            basis: chain.how.name(),
            stays: chain.status == Status::Dead,
        };
        let name = |mv: &Move| match mv {
            Move::Play(point) => size.vertex(*point),
            Move::Pass => "pass".to_owned(),
        };
        Self {
            engine,
            result: result(opinion),
            moves: opinion.moves.iter().map(|(_, mv)| name(mv)).collect(),
            dead: names(opinion.dead),
            differences: differing(found, opinion).map(difference).collect(),
        }
    }

    /// The lines for people.
    pub(super) fn text(&self) -> String {
        let Self { engine, result, moves, differences, .. } = self;
        let how = if moves.is_empty() {
            String::new()
        } else {
            format!(", played out in {} moves: {}", moves.len(), moves.join(" "))
        };
        // Writing to a string cannot fail.
        let mut text = format!("Second opinion of {engine}: {result}{how}\n");
        for one in differences {
            let theirs = if one.stays { "stays" } else { "is dead" };
            let proved = if one.basis == StatusBasis::Assumed.name() { "" } else { ", proved" };
            let (first, ours) = (&one.stones[0], one.ours);
            let _ = writeln!(text, "  the chain of {first} {theirs} (here: {ours}{proved})");
        }
        if differences.is_empty() {
            text.push_str("  no difference about life and death\n");
        }
        text
    }
}

fn result(opinion: &Opinion) -> String {
    // The komi is in it already.
    count::result(0, HalfPoints(-opinion.half_points))
}

/// The chains that one of the two takes for dead and the other not; undecided ones are none.
fn differing<'a>(
    found: &'a Appraisal,
    opinion: &'a Opinion,
) -> impl Iterator<Item = &'a ChainStatus<Wide>> {
    found.map.chains.iter().filter(|chain| {
        let standing = opinion.board.stones(chain.color) & chain.stones;
        let stays = !standing.is_subset(opinion.dead);
        match chain.status {
            Status::Alive | Status::Seki => !stays,
            Status::Dead => stays,
            _ => false,
        }
    })
}
