//! The match of a comparison.

use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::{Ending, GameRules, Winner};
use zenpuku_arena::matches::{EngineFactory, MatchScore, PairRecord, run};
use zenpuku_arena::openings;
use zenpuku_arena::own_player::OwnEngineFactory;
use zenpuku_arena::usi_player::UsiEngineFactory;
use zenpuku_core::StopToken;
use zenpuku_report::{Cell, Table};
use zenpuku_shogi_engine::Timer;

use super::{Budget, CompareExperiment, Games, Side};
use crate::error::LabError;
use crate::experiment::Session;
use crate::measure::{match_plan, play_pair};
use crate::options::RunOptions;

/// A game of this many plies is drawn.
const LONGEST: usize = 320;

/// Both sides score at least 3,000 centipawns for the same side in eight plies on end.
const DECIDED: Adjudication = Adjudication { win_plies: 8, win_score: 3000 };

impl CompareExperiment {
    /// Plays pairs of games from the built-in openings, one game at a time, so that games by nodes
    /// or depth repeat. A unit of work is a pair.
    pub(super) fn play(
        &self,
        games: Games,
        options: &RunOptions,
        session: &mut Session<'_>,
    ) -> Result<MatchScore, LabError> {
        let openings = openings::built_in();
        let sides = [&self.a, &self.b].map(|side| factory(side, games.budget, &options.stop));
        let factories = [sides[0].as_ref(), sides[1].as_ref()];
        let rules = || GameRules::even(games.budget.time_control(), LONGEST, DECIDED);
        let mut played = Vec::new();
        for pair in 0..games.pairs(options) {
            let key = format!("games {} and {}", 2 * pair + 1, 2 * pair + 2);
            played.push(session.unit(&key, || {
                let record = play_pair(options, rules(), pair, &openings, factories)?;
                self.check_values()?;
                self.check_faults(&record)?;
                Ok(record)
            })?);
        }
        // Counted as a match is counted: a pair that repeats another is left out.
        let all = match_plan(rules(), 0, played.len() as u64, options.seed);
        Ok(run(&all, &openings, factories, played, &options.stop, |_, _| ())?)
    }

    /// Fails when a side crashed in one of the games: its result says nothing of the technique.
    fn check_faults(&self, record: &PairRecord) -> Result<(), LabError> {
        for (game, a_is) in record.games.iter().zip([Winner::Black, Winner::White]) {
            if game.ending != Ending::Crash {
                continue;
            }
            let guilty = if game.winner == Some(a_is) { &self.b } else { &self.a };
            let reason = game.detail.clone().unwrap_or_default();
            return Err(LabError::Fault { side: guilty.name().to_owned(), reason });
        }
        Ok(())
    }
}

impl Games {
    /// Pairs to be played.
    pub(super) fn pairs(self, options: &RunOptions) -> u64 {
        if options.quick { self.pairs.min(1) } else { self.pairs }
    }
}

fn factory(side: &Side, budget: Budget, stop: &StopToken) -> Box<dyn EngineFactory> {
    let stop = stop.clone();
    match side {
        Side::Own { options, hooks, .. } => {
            let (options, hooks) = (options.as_ref().clone(), hooks.clone());
            Box::new(OwnEngineFactory { options, hooks, stop, timer: budget.timer() })
        }
        Side::Program { command, .. } => {
            Box::new(UsiEngineFactory { command: command.clone(), stop, silence: None })
        }
    }
}

/// The standing: B against A.
pub(super) fn table(score: &MatchScore) -> Result<Table, LabError> {
    let columns = [
        "games",
        "repeated",
        "B wins",
        "draws",
        "A wins",
        "B's share %",
        "Elo of B",
        "95 %",
        "faults",
    ];
    let mut table = Table::new("Games of B against A", columns);
    let share = (score.losses as f64 + score.draws as f64 / 2.0) / score.games.max(1) as f64;
    let elo = score.elo();
    let [a_faults, b_faults] = score.faults;
    table.push(vec![
        score.games.into(),
        score.repeated.into(),
        score.losses.into(),
        score.draws.into(),
        score.wins.into(),
        if score.games == 0 { Cell::Absent } else { super::percent(share) },
        elo.map_or(Cell::Absent, |elo| format!("{:+.0}", -elo.elo).into()),
        elo.map_or(Cell::Absent, |elo| format!("{:+.0} to {:+.0}", -elo.high, -elo.low).into()),
        format!("{a_faults} of A, {b_faults} of B").into(),
    ])?;
    Ok(table)
}

impl Budget {
    fn time_control(self) -> TimeControl {
        match self {
            Budget::Depth(plies) => TimeControl::Depth(plies),
            Budget::Nodes(nodes) => TimeControl::Nodes(nodes),
            Budget::Movetime(time) | Budget::ProcessorTime(time) => TimeControl::MoveTime(time),
        }
    }

    fn timer(self) -> Timer {
        if matches!(self, Budget::ProcessorTime(_)) { Timer::Processor } else { Timer::Wall }
    }
}
