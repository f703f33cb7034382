//! A USI engine in its own process as a player.

use crate::clock::{Clock, TimeControl};
use crate::matches::Team;
use crate::player::{Action, Answer, MATE_CP, Player, PlayerError, Turn};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use zenpuku_protocol::usi::{BestMove, EngineMessage, Info, MateScore, Score};
use zenpuku_shogi::Color;

/// How long an engine may take to load.
const START_LIMIT: Duration = Duration::from_secs(60);

/// How long an engine may take to end when asked, before it is killed.
const QUIT_LIMIT: Duration = Duration::from_secs(2);

/// Time an engine may be late before it counts as hanging; up to here the
/// clock judges.
const HANG_GRACE: Duration = Duration::from_secs(5);

/// How to start a USI engine.
#[derive(Clone, Debug)]
pub struct UsiTeam {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options set before `isready`, in order.
    pub options: Vec<(String, String)>,
}

impl Team for UsiTeam {
    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(UsiPlayer::start(self)?))
    }
}

/// A running engine. Dropping it asks it to quit, then kills it.
struct UsiPlayer {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl UsiPlayer {
    fn start(team: &UsiTeam) -> Result<Self, PlayerError> {
        let name = team.program.display();
        // Made absolute, since the working directory changes below; a bare name stays for PATH.
        let program = team.program.canonicalize().unwrap_or_else(|_| team.program.clone());
        let mut command = Command::new(&program);
        command.args(&team.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Engines resolve books and networks from their own folder.
        if let Some(folder) = program.parent().filter(|folder| folder.is_dir()) {
            command.current_dir(folder);
        }
        let mut child = command
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| PlayerError::Crash(format!("{name}: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(PlayerError::Crash(format!("{name}: no pipes")));
        };
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let mut player = Self { child, input, lines };
        player.say("usi")?;
        player.wait(START_LIMIT, |message| (*message == EngineMessage::UsiOk).then_some(()))?;
        for (option, value) in &team.options {
            player.say(&format!("setoption name {option} value {value}"))?;
        }
        Ok(player)
    }

    fn say(&mut self, line: &str) -> Result<(), PlayerError> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|error| PlayerError::Crash(error.to_string()))
    }

    /// Reads messages until `found` finds what it looks for.
    fn wait<T>(
        &mut self,
        limit: Duration,
        mut found: impl FnMut(&EngineMessage) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let deadline = Instant::now() + limit;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => PlayerError::Hang(limit),
                RecvTimeoutError::Disconnected => PlayerError::Crash("the process ended".into()),
            })?;
            let message = EngineMessage::parse(&line)
                .map_err(|error| PlayerError::Protocol(format!("{line}: {error}")))?;
            if let Some(value) = found(&message) {
                return Ok(value);
            }
        }
    }
}

impl Player for UsiPlayer {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.say("isready")?;
        self.wait(START_LIMIT, |message| (*message == EngineMessage::ReadyOk).then_some(()))?;
        self.say("usinewgame")
    }

    fn think(&mut self, turn: Turn<'_>) -> Result<Answer, PlayerError> {
        self.say(&position_line(&turn))?;
        let limit = turn.clock.limit(turn.position.side_to_move()) + HANG_GRACE;
        let start = Instant::now();
        self.say(&go_line(turn.clock))?;
        let mut last = Info::default();
        let best = self.wait(limit, |message| match message {
            EngineMessage::Info(info) => {
                if info.score.is_some() && info.multipv.is_none_or(|line| line == 1) {
                    last = (**info).clone();
                }
                None
            }
            EngineMessage::BestMove(best) => Some(*best),
            _ => None,
        })?;
        let spent = start.elapsed();
        let action = match best {
            BestMove::Move { best, .. } => Action::Play(best.to_string()),
            BestMove::Resign => Action::Resign,
            BestMove::Win => Action::Declare,
        };
        let score = last.score.map(|info| centipawns(info.score));
        Ok(Answer { action, score, depth: last.depth, nodes: last.nodes, spent })
    }
}

impl Drop for UsiPlayer {
    fn drop(&mut self) {
        // A dead engine cannot be told anything; it is reaped below.
        let _ = self.say("quit");
        let deadline = Instant::now() + QUIT_LIMIT;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
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

fn go_line(clock: &Clock) -> String {
    match clock.control() {
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
        assert_eq!(go_line(&clock), "go btime 60000 wtime 60000 byoyomi 1000");
        let clock = Clock::new(TimeControl::Clock { main: 60_000, byoyomi: 0, increment: 500 });
        assert_eq!(go_line(&clock), "go btime 60000 wtime 60000 binc 500 winc 500");
    }

    #[test]
    fn a_missing_program_is_named() {
        let team = UsiTeam {
            program: "no-such-engine".into(),
            arguments: Vec::new(),
            options: Vec::new(),
        };
        let error = team.player().err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("no-such-engine"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_process_that_ends_is_a_crash() {
        let team = UsiTeam { program: "true".into(), arguments: Vec::new(), options: Vec::new() };
        assert!(matches!(team.player().err(), Some(PlayerError::Crash(_))));
    }
}
