//! A USI engine in its own process as a player.

use crate::clock::{Clock, TimeControl};
use crate::matches::EngineFactory;
use crate::player::{Action, Answer, GameResult, MATE_CP, Player, PlayerError, Turn};
use crate::usi_process::{News, SearchOrder, UsiCommand, UsiProcess};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use zenpuku_core::StopToken;
use zenpuku_protocol::usi::{BestMove, Info, MateScore, Score};
use zenpuku_shogi::Color;

/// Time an engine may be late before it counts as hanging; up to here the
/// clock judges.
const HANG_GRACE: Duration = Duration::from_secs(5);

/// A USI engine that plays in a match.
#[derive(Clone, Debug)]
pub struct UsiEngineFactory {
    /// How it is started.
    pub command: UsiCommand,
    /// Stopped when the match shall end; games under way are given up.
    pub stop: StopToken,
    /// The action if it thinks without output.
    pub silence: Option<Silence>,
}

/// Takes the name of a silent engine, and how long its answer is waited for.
pub type SilenceReport = dyn Fn(&str, Duration) + Send + Sync;

/// Reports an engine that thinks without output, once a move.
#[derive(Clone)]
pub struct Silence {
    /// Report after this long without a line.
    pub after: Duration,
    /// The callback.
    pub report: Arc<SilenceReport>,
}

impl fmt::Debug for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Silence").field("after", &self.after).finish_non_exhaustive()
    }
}

impl EngineFactory for UsiEngineFactory {
    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        let process = UsiProcess::start(&self.command, self.stop.clone())?;
        Ok(Box::new(UsiPlayer { process, silence: self.silence.clone() }))
    }
}

struct UsiPlayer {
    process: UsiProcess,
    silence: Option<Silence>,
}

impl Player for UsiPlayer {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.process.new_game()
    }

    fn think(&mut self, turn: Turn<'_>) -> Result<Answer, PlayerError> {
        let side = turn.position.side_to_move();
        let limit = turn.clock.limit(side) + HANG_GRACE;
        let mut last = Info::default();
        let (position, go) = (position_line(&turn), go_line(turn.clock, side));
        let order = SearchOrder {
            position: &position,
            go: &go,
            limit: Some(limit),
            enough: None,
            silence: self.silence.as_ref().map(|silence| silence.after),
        };
        let name = self.process.name().to_owned();
        let (best, spent) = self.process.search(&order, |news| match news {
            News::Info(info) if info.score.is_some() && info.multipv.is_none_or(|pv| pv == 1) => {
                last = info.clone();
            }
            News::Info(_) => {}
            News::Silence => {
                if let Some(silence) = &self.silence {
                    (silence.report)(&name, limit);
                }
            }
        })?;
        let action = match best {
            BestMove::Move { best, .. } => Action::Play(best.to_string()),
            BestMove::Resign => Action::Resign,
            BestMove::Win => Action::Declare,
        };
        let score = last.score.map(|info| centipawns(info.score));
        Ok(Answer { action, score, depth: last.depth, nodes: last.nodes, spent })
    }

    fn game_over(&mut self, result: GameResult) {
        self.process.game_over(result);
    }
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(MateScore::Win(_)) => MATE_CP,
        Score::Mate(MateScore::Loss(_)) => -MATE_CP,
    }
}

fn position_line(turn: &Turn<'_>) -> String {
    let mut line = format!("position sfen {}", turn.start.to_sfen());
    if !turn.moves.is_empty() {
        line.push_str(" moves");
        turn.moves.iter().for_each(|mv| line.push_str(&format!(" {mv}")));
    }
    line
}

fn go_line(clock: &Clock, side: Color) -> String {
    match clock.control(side) {
        TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
        TimeControl::Depth(depth) => format!("go depth {depth}"),
        TimeControl::MoveTime(ms) => format!("go movetime {ms}"),
        TimeControl::Clock { byoyomi, increment, .. } => {
            let (black, white) = (clock.left(Color::BLACK), clock.left(Color::WHITE));
            let main = format!("go btime {black} wtime {white}");
            if increment > 0 {
                format!("{main} binc {increment} winc {increment}")
            } else {
                format!("{main} byoyomi {byoyomi}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_is_told_the_clock() {
        let clock = Clock::new(TimeControl::Clock { main: 60_000, byoyomi: 1_000, increment: 0 });
        assert_eq!(go_line(&clock, Color::BLACK), "go btime 60000 wtime 60000 byoyomi 1000");
        let clock = Clock::new(TimeControl::Clock { main: 60_000, byoyomi: 0, increment: 500 });
        assert_eq!(go_line(&clock, Color::BLACK), "go btime 60000 wtime 60000 binc 500 winc 500");
    }

    fn factory(program: &str) -> UsiEngineFactory {
        let command = UsiCommand::new(program.into(), Vec::new(), Vec::new());
        UsiEngineFactory { command, stop: StopToken::new(), silence: None }
    }

    #[test]
    fn a_missing_program_is_named() {
        for name in ["no-such-engine", "./no-such-engine"] {
            let error = factory(name).player().err().map(|error| error.to_string());
            assert!(error.unwrap_or_default().contains("no-such-engine"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_process_that_ends_is_a_crash() {
        assert!(matches!(factory("true").player().err(), Some(PlayerError::Crash(_))));
    }
}
