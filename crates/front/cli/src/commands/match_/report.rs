//! How a match went, for people and programs.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::elo::{EloEstimate, elo_of};
use zenpuku_arena::game::Ending;
use zenpuku_arena::matches::{MatchPlan, MatchScore};
use zenpuku_arena::sprt::SprtState;

use super::Args;
use super::side::Description;
use crate::output;

/// The JSON of `zenpuku match --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Match"))]
pub(crate) struct Report {
    /// Name of the first engine.
    a: String,
    /// Of the second.
    b: String,
    /// What exactly played.
    sides: [Description; 2],
    /// Games counted.
    pub(crate) games: u64,
    /// Games left out of all other figures: their pair repeats an earlier game move for move.
    repeated: u64,
    /// Games won by A.
    pub(crate) wins: u64,
    /// Games drawn.
    pub(crate) draws: u64,
    /// Games lost.
    pub(crate) losses: u64,
    /// Pairs of games by 0, 1, 2, 3 and 4 half points of A.
    pairs: [u64; 5],
    /// Elo of A above B; null before the first pair.
    pub(crate) elo: Option<f64>,
    /// Half the width of the 95 % interval.
    pub(crate) elo_error: Option<f64>,
    /// Ends of the 95 % interval, which is not even about the estimate.
    elo_interval: Option<[f64; 2]>,
    /// Likelihood of superiority: the probability that A is the stronger side.
    los: Option<f64>,
    #[serde(skip)]
    estimate: Option<EloEstimate>,
    /// Null without `--sprt`.
    sprt: Option<SprtState>,
    /// Games that A and B lost by time, an illegal move or a crash.
    faults: [u64; 2],
    /// Faults of both sides by kind.
    faults_by_kind: BTreeMap<Ending, [u64; 2]>,
    /// The budget of a move.
    time: TimeControl,
    /// The budget of the second engine, if it has another.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    b_time: Option<TimeControl>,
    /// Is the time the processor's?
    processor_time: bool,
    /// Of the openings' order.
    seed: u64,
    /// Node signature of the search (`zenpuku bench`); the result holds for it only.
    bench: u64,
    /// Was every planned game played, or did SPRT decide?
    pub(crate) finished: bool,
}

impl Report {
    pub(super) fn new(
        args: &Args,
        plan: &MatchPlan,
        standing: &MatchScore,
        sides: [Description; 2],
        bench: u64,
    ) -> Report {
        let elo = standing.elo();
        let sprt = args.sprt.map(|sprt| sprt.state(&standing.pairs));
        let [first, second] = plan.rules.terms.map(|terms| terms.time);
        let [a, b] = names(args);
        Report {
            a,
            b,
            sides,
            games: standing.games,
            repeated: standing.repeated,
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
            pairs: standing.pairs.0,
            elo: elo.map(|elo| elo.elo),
            elo_error: elo.map(|elo| elo.error),
            elo_interval: elo.map(|elo| [elo.low, elo.high]),
            los: elo.map(|_| standing.pairs.superiority()),
            estimate: elo,
            sprt,
            faults: standing.faults,
            faults_by_kind: standing.faults_by_kind.clone(),
            time: first,
            b_time: (second != first).then_some(second),
            processor_time: args.processor_time,
            seed: plan.seed,
            bench,
            finished: plan.stop.decided(&standing.pairs) || standing.played() >= plan.pairs * 2,
        }
    }

    /// Prints the report for people.
    pub(super) fn print(&self) -> anyhow::Result<()> {
        for (side, options, description) in
            [("A", &self.a, &self.sides[0]), ("B", &self.b, &self.sides[1])]
        {
            let options = if options.is_empty() { "(defaults)" } else { options };
            let engine = match description {
                Description::Own { .. } => String::new(),
                Description::Other { name, .. } => format!(" [{name}]"),
            };
            output::line(format_args!("{side}: {options}{engine}"))?;
        }
        output::line(format_args!(
            "{} games: A won {}, drew {}, lost {}; pairs by A's points 0..2: {:?}",
            self.games, self.wins, self.draws, self.losses, self.pairs
        ))?;
        if self.repeated > 0 {
            output::line(repeated_words(self.repeated))?;
        }
        if let (Some(estimate), Some(los)) = (&self.estimate, self.los) {
            output::line(format_args!("Elo of A above B: {}", elo_words(estimate)))?;
            output::line(los_words("A", los))?;
        }
        if let Some(sprt) = &self.sprt {
            output::line(format_args!(
                "SPRT: {:?}, log likelihood ratio {:.2} in ({:.2}, {:.2})",
                sprt.verdict, sprt.llr, sprt.lower, sprt.upper
            ))?;
        }
        self.print_faults()?;
        output::line(format_args!("Bench: {}", self.bench))?;
        if !self.finished {
            output::line("interrupted; the same command with --save resumes it")?;
        }
        Ok(())
    }

    fn print_faults(&self) -> anyhow::Result<()> {
        if self.faults == [0, 0] {
            return Ok(());
        }
        let [a, b] = self.faults;
        let kinds = self
            .faults_by_kind
            .iter()
            .map(|(kind, [a, b])| format!("{} {a}, {b}", fault_name(*kind)));
        output::line(format_args!(
            "Games lost by faults: A {a}, B {b} ({})",
            kinds.collect::<Vec<_>>().join("; ")
        ))
    }
}

/// An Elo difference for people; one without an upper or lower end has no estimate.
pub(super) fn elo_words(estimate: &EloEstimate) -> String {
    let EloEstimate { elo, error, low, high } = *estimate;
    if elo >= elo_of(1.0) {
        format!("more than {low:+.0} (95 %), every point won")
    } else if elo <= elo_of(0.0) {
        format!("less than {high:+.0} (95 %), every point lost")
    } else {
        format!("{elo:+.1} ± {error:.1} (95 %: {low:+.0} to {high:+.0})")
    }
}

/// The likelihood of superiority for people.
pub(super) fn los_words(name: &str, los: f64) -> String {
    format!("LOS of {name}: {:.1} %", 100.0 * los)
}

/// How many games are left out, for people.
pub(super) fn repeated_words(games: u64) -> String {
    format!("{games} more games left out: their pair repeats an earlier game move for move")
}

/// What both sides are called.
pub(super) fn names(args: &Args) -> [String; 2] {
    [
        name(&args.a, &args.a_set, args.a_engine.as_deref()),
        name(&args.b, &args.b_set, args.b_engine.as_deref()),
    ]
}

/// The name of a side where one is required.
pub(super) fn named(name: String) -> String {
    if name.is_empty() { "zenpuku".to_owned() } else { name }
}

/// A kind of fault in words.
pub(super) fn fault_name(kind: Ending) -> &'static str {
    match kind {
        Ending::IllegalMove => "illegal moves",
        Ending::FalseDeclaration => "false declarations",
        Ending::TimeLoss => "time",
        _ => "crashes",
    }
}

/// The name of a side: its program and its options.
pub(super) fn name(options: &str, more: &[String], program: Option<&Path>) -> String {
    // The path of the program on this machine is not useful elsewhere.
    let file = program.and_then(Path::file_name);
    let program = file.map(|file| file.to_string_lossy().into_owned());
    let words = program.into_iter().chain([options.to_owned()]).chain(more.iter().cloned());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
