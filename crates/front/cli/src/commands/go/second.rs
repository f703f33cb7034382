//! `--engine`: what another program thinks of the same position.

use std::fmt::Write as _;
use std::time::Duration;

use anyhow::anyhow;
use zenpuku_core::StopToken;
use zenpuku_go_engines::{Adviser, EngineError, Program, SecondOpinion};
use zenpuku_go_status::StatusBasis;

use crate::exit::Usage;

/// Options of a second opinion.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Go engine that gives a second opinion: a program that speaks GTP or KataGo's analysis protocol,
    /// with its arguments (quotes around a path with blanks)
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Time limit in seconds for that engine, per position
    #[arg(long, value_name = "SECONDS", value_parser = super::parse_seconds, default_value = "120", requires = "engine")]
    engine_time: Duration,
}

impl Args {
    /// The engine, if one is named.
    ///
    /// # Errors
    /// If the command names no program or a quote in it is not closed.
    pub(super) fn adviser(&self, stop: &StopToken) -> anyhow::Result<Option<Adviser>> {
        let Some(command) = &self.engine else { return Ok(None) };
        let program = Program::parse(command)
            .ok_or_else(|| Usage::new("--engine: a program is missing, or the end of a quote"))?;
        Ok(Some(Adviser::new(program, self.engine_time, stop.clone())))
    }
}

/// The error of an engine, with the option that gives it more time if it was late.
pub(super) fn advised(error: EngineError) -> anyhow::Error {
    match error {
        EngineError::Late { .. } => anyhow!("{error}; give it more with --engine-time"),
        error => error.into(),
    }
}

/// The lines for people.
pub(super) fn text(second: &SecondOpinion) -> String {
    let SecondOpinion { engine, result, moves, played_out, differences, .. } = second;
    let line = moves.join(" ");
    let how = match moves.len() {
        0 => String::new(),
        count if *played_out => format!(", played out in {count} moves: {line}"),
        _ => format!(", expecting {line}"),
    };
    // Writing to a string cannot fail.
    let mut text = format!("Second opinion of {engine}: {result}{how}\n");
    for one in differences {
        let theirs = if one.stays { "stays" } else { "is dead" };
        let proved = if one.basis == StatusBasis::Assumed.name() { "" } else { ", proved" };
        let (first, ours) = (&one.stones[0], &one.ours);
        let _ = writeln!(text, "  the chain of {first} {theirs} (here: {ours}{proved})");
    }
    if differences.is_empty() {
        text.push_str("  no difference about life and death\n");
    }
    text
}
