//! A strict GUI: every line must be USI, every `pv` legal, every answer in time and sent once.

use std::io::{BufRead as _, BufReader, Write as _};
use std::ops::RangeInclusive;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use zenpuku_protocol::usi::{
    BestMove, CheckmateAnswer, EngineMessage, GuiCommand, Info, Score, ScoreInfo, StartPosition,
    UsiMove,
};
use zenpuku_shogi::{Position, Setup, SetupRules};
use zenpuku_shogi_engine::{Engine, EngineOptions};

/// No answer may take longer, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Tests that measure time run alone; all others together.
static MACHINE: RwLock<()> = RwLock::new(());

/// Keeps the other tests off the machine while it lives.
pub(crate) fn alone() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}

/// Measures a time that must be within `range` milliseconds. A busy machine makes an engine late
/// now and then, so being late counts only when it happens every time; being early counts always.
pub(crate) fn timed(range: RangeInclusive<u128>, mut measure: impl FnMut() -> Duration) {
    let mut late = Vec::new();
    let begun = Instant::now();
    while late.len() < 6 || begun.elapsed() < PATIENCE {
        let time = measure().as_millis();
        assert!(time >= *range.start(), "{time} ms are not within {range:?}");
        if range.contains(&time) {
            return;
        }
        late.push(time);
    }
    panic!("{late:?} ms are not within {range:?}");
}

/// A running engine.
pub(crate) struct Gui {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    position: Position,
    /// The lines since the last answer.
    heard: Vec<Info>,
    _shared: Option<RwLockReadGuard<'static, ()>>,
}

/// The answer to `go` and what came before it.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) best: BestMove,
    pub(crate) infos: Vec<Info>,
    pub(crate) strings: Vec<String>,
    pub(crate) at: Instant,
}

impl Gui {
    /// A newly started engine without set-up, in a separate folder.
    pub(crate) fn start() -> Self {
        Self::spawn(&[], Some(MACHINE.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// As [`Gui::start`] with arguments.
    pub(crate) fn start_with(arguments: &[&str]) -> Self {
        Self::spawn(arguments, Some(MACHINE.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Resident memory of the engine in KiB.
    #[cfg(target_os = "linux")]
    pub(crate) fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("the engine runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// As [`Gui::start`] with arguments, for tests that hold [`alone`].
    pub(crate) fn start_unready(arguments: &[&str]) -> Self {
        Self::spawn(arguments, None)
    }

    /// As [`Gui::started`], for tests that hold [`alone`].
    pub(crate) fn started_alone() -> Self {
        Self::spawn(&[], None).ready()
    }

    fn spawn(arguments: &[&str], shared: Option<RwLockReadGuard<'static, ()>>) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zenpuku"))
            .args(arguments)
            .current_dir(std::env::temp_dir())
            // Logs must not leak into stdout, however many there are.
            .env("ZENPUKU_LOG", "trace")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("piped"));
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let line = String::from_utf8(line.expect("readable")).expect("UTF-8");
                if send.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            input,
            lines,
            position: Position::startpos(),
            heard: Vec::new(),
            _shared: shared,
        }
    }

    /// As [`Gui::start`], then `usi`, a small table and `isready`.
    pub(crate) fn started() -> Self {
        Self::start().ready()
    }

    fn ready(mut self) -> Self {
        self.send("usi");
        self.wait("usiok");
        self.send("setoption name USI_Hash value 16");
        self.send("isready");
        self.wait("readyok");
        self.send("usinewgame");
        self
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_raw(format!("{line}\n").as_bytes());
    }

    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.send(&format!("setoption name {name} value {value}"));
    }

    /// Sends `position` and follows it, so that every `pv` can be checked.
    pub(crate) fn position(&mut self, text: &str) {
        let line = format!("position {text}");
        self.position = follow(&line);
        self.send(&line);
    }

    /// The position that the engine should be searching.
    pub(crate) fn board(&self) -> &Position {
        &self.position
    }

    /// For lines after which the engine must continue from another position than the one sent.
    pub(crate) fn assume(&mut self, text: &str) {
        self.position = follow(&format!("position {text}"));
    }

    /// The next line, checked: one USI message without anything around it.
    pub(crate) fn next(&mut self, patience: Duration) -> Option<(Instant, EngineMessage)> {
        match self.lines.recv_timeout(patience) {
            Ok((at, line)) => {
                let message = checked(&line);
                if let EngineMessage::Info(info) = &message {
                    self.heard.push(info.as_ref().clone());
                }
                Some((at, message))
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the engine ended"),
        }
    }

    /// Everything up to the message that is written as `text`, itself left out.
    pub(crate) fn wait(&mut self, text: &str) -> Vec<EngineMessage> {
        let mut before = Vec::new();
        loop {
            let (_, message) = self.next(PATIENCE).unwrap_or_else(|| panic!("no {text} in time"));
            if message.to_string() == text {
                return before;
            }
            before.push(message);
        }
    }

    /// Asks whether the engine lives; everything said before the answer.
    pub(crate) fn sync(&mut self) -> Vec<EngineMessage> {
        self.send("isready");
        self.wait("readyok")
    }

    /// The `info string` lines that a command causes.
    pub(crate) fn complaints(&mut self, command: &str) -> Vec<String> {
        self.send(command);
        let messages = self.sync();
        messages
            .into_iter()
            .map(|message| match message {
                EngineMessage::Info(info) => info.string.expect("only a message"),
                other => panic!("{command}: unexpected {other}"),
            })
            .collect()
    }

    /// Waits for `bestmove` and checks all that a GUI relies on.
    pub(crate) fn answer(&mut self) -> Answer {
        loop {
            let (at, message) = self.next(PATIENCE).expect("a bestmove in time");
            match message {
                EngineMessage::Info(_) => {}
                EngineMessage::BestMove(best) => {
                    let infos = std::mem::take(&mut self.heard);
                    let strings = infos.iter().filter_map(|info| info.string.clone()).collect();
                    let answer = Answer { best, infos, strings, at };
                    answer.check(&self.position);
                    return answer;
                }
                other => panic!("unexpected {other}"),
            }
        }
    }

    /// `go ...` and its answer.
    pub(crate) fn go(&mut self, arguments: &str) -> Answer {
        self.send(&format!("go {arguments}"));
        self.answer()
    }

    /// How long the answer to `go ...` takes.
    pub(crate) fn time(&mut self, arguments: &str) -> Duration {
        let start = Instant::now();
        self.go(arguments).at - start
    }

    /// `go mate ...` and its answer.
    pub(crate) fn go_mate(&mut self, arguments: &str) -> CheckmateAnswer {
        self.send(&format!("go mate {arguments}"));
        self.checkmate()
    }

    pub(crate) fn checkmate(&mut self) -> CheckmateAnswer {
        loop {
            match self.next(PATIENCE).expect("an answer in time").1 {
                EngineMessage::Checkmate(answer) => return answer,
                EngineMessage::Info(_) => {}
                other => panic!("unexpected {other}"),
            }
        }
    }

    /// The engine may send information, but must not answer, for this time.
    pub(crate) fn no_answer_for(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Some((_, message)) = self.next(end.saturating_duration_since(Instant::now())) {
            assert!(matches!(message, EngineMessage::Info(_)), "answered too early: {message}");
        }
    }

    /// All lines until no line comes for this time.
    pub(crate) fn hear(&mut self, pause: Duration) -> Vec<EngineMessage> {
        std::iter::from_fn(|| self.next(pause).map(|(_, message)| message)).collect()
    }

    /// No line may come for this time.
    pub(crate) fn silence_for(&mut self, time: Duration) {
        if let Some((_, message)) = self.next(time) {
            panic!("unexpected {message}");
        }
    }

    /// Says `quit`; the process must end well within a second or two.
    pub(crate) fn quit(mut self) {
        self.send("quit");
        self.ends();
    }

    /// Closes the engine's input; the process must end.
    pub(crate) fn hang_up(mut self) {
        self.input = None;
        self.ends();
    }

    fn ends(&mut self) {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(status.success(), "{status}");
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("still running after {:?}", start.elapsed());
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a line, which must be valid USI in its canonical form.
fn checked(line: &str) -> EngineMessage {
    let message = EngineMessage::parse(line).unwrap_or_else(|error| panic!("{line:?}: {error}"));
    assert!(!matches!(message, EngineMessage::Unknown(_)), "not USI: {line:?}");
    assert_eq!(message.to_string(), line, "not as USI writes it");
    message
}

/// The position after the legal beginning of a `position` line.
fn follow(line: &str) -> Position {
    let Ok(GuiCommand::Position(command)) = GuiCommand::parse(line) else {
        panic!("{line}");
    };
    let mut position = match &command.start {
        StartPosition::Startpos => Position::startpos(),
        StartPosition::Sfen(sfen) => {
            let setup = Setup::from_sfen(sfen.as_str()).expect("a position");
            setup.position(SetupRules::Mate).expect("a legal position")
        }
    };
    play(&mut position, &command.moves);
    position
}

/// Plays moves that must be legal.
pub(crate) fn play(position: &mut Position, moves: &[UsiMove]) {
    for usi in moves {
        let mv = position.read_usi(usi.as_str()).unwrap_or_else(|broken| {
            panic!("{usi} in {}: {broken}", position.to_sfen());
        });
        position.do_move(mv);
    }
}

impl Answer {
    /// The move played; panics when the engine resigned or declared.
    pub(crate) fn best(&self) -> UsiMove {
        match self.best {
            BestMove::Move { best, .. } => best,
            other => panic!("{other}"),
        }
    }

    /// The last information about the best line.
    pub(crate) fn last(&self) -> &Info {
        self.lines(1).last().expect("an info with pv")
    }

    /// The lines of that rank, in the order they came.
    pub(crate) fn lines(&self, rank: u32) -> impl DoubleEndedIterator<Item = &Info> {
        self.infos
            .iter()
            .filter(move |info| info.multipv.unwrap_or(1) == rank)
            .filter(|info| info.score.is_some() || !info.pv.is_empty())
    }

    pub(crate) fn score(&self) -> ScoreInfo {
        self.last().score.expect("a score")
    }

    /// The last score, which must be an exact number of centipawns.
    pub(crate) fn centipawns(&self) -> i32 {
        match self.score() {
            ScoreInfo { score: Score::Cp(value), .. } => value,
            other => panic!("{other}"),
        }
    }

    fn check(&self, position: &Position) {
        for info in &self.infos {
            play(&mut position.clone(), &info.pv);
            assert!(info.score.is_none() || info.depth.is_some(), "{info}");
        }
        if let BestMove::Move { best, ponder } = self.best {
            let pv = &self.last().pv;
            assert_eq!(pv.first(), Some(&best), "the last pv must begin with the move played");
            let mut line = vec![best];
            line.extend(ponder);
            play(&mut position.clone(), &line);
        }
    }
}

/// What the engine shows for `cp` centipawns of its inner scale at a position, `startpos` or SFEN with
/// moves perhaps: draws have this internal value, and are shown by the odds like every value.
pub(crate) fn shown(position: &str, cp: i32) -> i32 {
    let (start, moves) = position.split_once(" moves ").unwrap_or((position, ""));
    let sfen = start.strip_prefix("sfen ").unwrap_or(zenpuku_shogi::STARTPOS);
    let mut at = Position::from_sfen(sfen).expect("a position");
    for usi in moves.split_whitespace() {
        let mv = at.parse_usi(usi).expect("a move");
        at.do_move(mv);
    }
    let mut engine = Engine::new(EngineOptions { hash: 1, ..EngineOptions::default() });
    engine.prepare().expect("the engine's network");
    engine.calibration().at(&at).shown(cp)
}
