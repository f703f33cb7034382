//! Registered USI engines, each in its own process.

use super::program::{self, Stage, check_program};
use crate::protocol::RegisteredEngine;
use std::time::Duration;
use zenpuku_arena::player::PlayerError;
use zenpuku_arena::usi_process::{News, SearchOrder, UsiCommand, UsiProcess};
use zenpuku_core::{Score, StopToken};
use zenpuku_protocol::usi::{self, BestMove, MateScore, OptionList};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{Bound, CpScale, Info};

/// How long an engine may take to introduce itself.
const USI_LIMIT: Duration = Duration::from_secs(10);

/// The properties that an engine reports.
pub(crate) struct Introduction {
    pub(crate) name: String,
    pub(crate) author: String,
    pub(crate) options: OptionList,
}

/// Starts an engine, asks who it is and ends it.
///
/// # Errors
/// A sentence that names the engine and says what happened.
pub(crate) fn introduce(
    engine: &RegisteredEngine,
    stop: &StopToken,
) -> Result<Introduction, String> {
    let process = start_process(engine, stop)?;
    Ok(Introduction {
        name: process.name().to_owned(),
        author: process.author().unwrap_or_default().to_owned(),
        options: process.options().clone(),
    })
}

/// The sentence about a failure of a registered engine.
fn fault(engine: &RegisteredEngine, stage: Stage, reason: impl std::fmt::Display) -> String {
    program::fault(&engine.name, stage, reason)
}

/// The sentence about a failure of its process, which names itself by its program or its own name.
fn process_fault(engine: &RegisteredEngine, stage: Stage, error: &PlayerError) -> String {
    let PlayerError::Crash(text) = error else { return fault(engine, stage, error) };
    fault(engine, stage, program::without_name(text, [&engine.program.path, &engine.id_name]))
}

/// How a registered engine is started, with these options.
pub(crate) fn command(engine: &RegisteredEngine, options: Vec<(String, String)>) -> UsiCommand {
    UsiCommand {
        folder: engine.program.folder.as_ref().map(Into::into),
        all_options: false,
        ..UsiCommand::new((&engine.program.path).into(), engine.program.arguments.clone(), options)
    }
}

fn start_process(engine: &RegisteredEngine, stop: &StopToken) -> Result<UsiProcess, String> {
    check_program(&engine.program).map_err(|reason| fault(engine, Stage::Starting, reason))?;
    UsiProcess::start_within(&command(engine, Vec::new()), USI_LIMIT, stop.clone())
        .map_err(|error| process_fault(engine, Stage::Starting, &error))
}

/// A running engine that is ready to search. After an error it must be dropped.
pub(crate) struct OutsideEngine {
    process: UsiProcess,
    set_up: RegisteredEngine,
    /// Number of lines it was asked to report.
    lines: usize,
}

/// The answer of an engine.
pub(crate) enum Answer {
    Move(Move),
    Resign,
    /// It claims a win by entering king.
    Win,
    /// A move against the rules, as a sentence that names the engine.
    Illegal(String),
}

/// One search of an outside engine.
pub(crate) struct OutsideOrder<'a> {
    /// Where its moves begin.
    pub(crate) start: &'a Position,
    /// The moves since in USI, separated by blanks; may be empty.
    pub(crate) moves: String,
    /// The `go` line.
    pub(crate) go: String,
    /// Lines to report.
    pub(crate) lines: usize,
    /// How long it may think.
    pub(crate) limit: Option<Duration>,
    /// Stopped when it shall answer.
    pub(crate) enough: &'a StopToken,
}

impl OutsideEngine {
    /// Starts an engine, sets its options and waits until it is ready. `stop` gives all up.
    ///
    /// # Errors
    /// A sentence that names the engine and says what happened.
    pub(crate) fn start(engine: &RegisteredEngine, stop: &StopToken) -> Result<Self, String> {
        let mut process = start_process(engine, stop)?;
        for (name, value) in &engine.values {
            // An option that the engine no longer has is skipped until it is checked again.
            if process.options().find(name).is_some() {
                let pressed = value.is_empty() && is_button(process.options(), name);
                let value = (!pressed).then_some(value.as_str());
                process
                    .set_option(name, value)
                    .map_err(|error| process_fault(engine, Stage::Loading, &error))?;
            }
        }
        process.new_game().map_err(|error| process_fault(engine, Stage::Loading, &error))?;
        Ok(Self { process, set_up: engine.clone(), lines: 0 })
    }

    /// Would `engine` be started in the same way?
    pub(super) fn is(&self, engine: &RegisteredEngine) -> bool {
        start_alike(&self.set_up, engine)
    }

    /// Starts a search; `hear` receives all lines whenever one is new.
    ///
    /// # Errors
    /// As [`OutsideEngine::start`].
    pub(crate) fn search(
        &mut self,
        order: &OutsideOrder<'_>,
        mut hear: impl FnMut(Vec<Info>),
    ) -> Result<Answer, String> {
        self.set_lines(order.lines)?;
        let mut position = format!("position sfen {}", order.start.to_sfen());
        if !order.moves.is_empty() {
            position.push_str(&format!(" moves {}", order.moves));
        }
        let root = after(order.start, &order.moves);
        let mut lines: Vec<Info> = Vec::new();
        let search = SearchOrder {
            position: &position,
            go: &order.go,
            limit: order.limit,
            enough: Some(order.enough),
            silence: None,
        };
        let found = self.process.search(&search, |news| {
            let News::Info(info) = news else { return };
            if let Some(info) =
                shown(&root, info).filter(|info| info.multi_pv as usize <= order.lines)
            {
                put(&mut lines, info);
                hear(lines.clone());
            }
        });
        let (best, _) = found.map_err(|error| self.failed(order.enough, &error))?;
        Ok(match best {
            BestMove::Resign => Answer::Resign,
            BestMove::Win => Answer::Win,
            BestMove::Move { best, .. } => match root.parse_usi(best.as_str()) {
                Some(mv) => Answer::Move(mv),
                None => {
                    let reason = format!("illegal move {best} in {}", root.to_sfen());
                    Answer::Illegal(fault(&self.set_up, Stage::Thinking, reason))
                }
            },
        })
    }

    /// Sends it the result of its game.
    pub(crate) fn game_over(&mut self, result: usi::GameResult) {
        self.process.game_over(result);
    }

    fn set_lines(&mut self, lines: usize) -> Result<(), String> {
        let Some(option) = self.process.options().find("MultiPV") else { return Ok(()) };
        let most = match option.kind {
            usi::OptionKind::Spin { max, .. } => usize::try_from(max).unwrap_or(1),
            _ => return Ok(()),
        };
        let lines = lines.min(most);
        if lines == self.lines {
            return Ok(());
        }
        self.lines = lines;
        let set = self.process.set_option("MultiPV", Some(&lines.to_string()));
        set.map_err(|error| process_fault(&self.set_up, Stage::Thinking, &error))
    }

    fn failed(&self, enough: &StopToken, error: &PlayerError) -> String {
        let hangs = matches!(error, PlayerError::Hang(_)) && enough.is_stopped();
        let stage = if hangs { Stage::Stopping } else { Stage::Thinking };
        process_fault(&self.set_up, stage, error)
    }
}

/// Are both started in the same way? Names and faults do not matter.
pub(super) fn start_alike(one: &RegisteredEngine, other: &RegisteredEngine) -> bool {
    (&one.program, &one.values) == (&other.program, &other.values)
}

fn is_button(options: &OptionList, name: &str) -> bool {
    options.find(name).is_some_and(|option| option.kind == usi::OptionKind::Button)
}

fn after(start: &Position, moves: &str) -> Position {
    let mut at = start.clone();
    for usi in moves.split_ascii_whitespace() {
        match at.parse_usi(usi) {
            Some(mv) => at.do_move(mv),
            None => break,
        }
    }
    at
}

/// Puts a line into its rank. Older lines that begin with the same move go.
fn put(lines: &mut Vec<Info>, info: Info) {
    lines.retain(|line| line.multi_pv != info.multi_pv && line.pv.first() != info.pv.first());
    let at = lines.partition_point(|line| line.multi_pv < info.multi_pv);
    lines.insert(at, info);
}

/// An `info` line in the form of the built-in engine; `None` without an exact value and a line.
fn shown(root: &Position, info: &usi::Info) -> Option<Info> {
    let score = info.score.filter(|score| score.bound == usi::Bound::Exact)?.score;
    let mut at = root.clone();
    let mut pv = Vec::new();
    for mv in &info.pv {
        let Some(mv) = at.parse_usi(mv.as_str()) else { break };
        at.do_move(mv);
        pv.push(mv);
    }
    let depth = info.depth.unwrap_or(0);
    (!pv.is_empty()).then(|| Info {
        depth,
        sel_depth: info.seldepth.unwrap_or(depth),
        multi_pv: info.multipv.unwrap_or(1).max(1),
        score: own_score(score, pv.len()),
        scale: CpScale::SHOWN,
        bound: Bound::Exact,
        nodes: info.nodes.unwrap_or(0),
        time: info.time.unwrap_or_default(),
        hashfull: info.hashfull.unwrap_or(0),
        pv,
    })
}

/// A score for the side to move; a mate of unknown length is as long as its line.
fn own_score(score: usi::Score, line: usize) -> Score {
    let length = u32::try_from(line).unwrap_or(u32::MAX);
    match score {
        usi::Score::Cp(cp) => Score::eval(cp),
        usi::Score::Mate(MateScore::Win(plies)) => Score::mate_in(plies.unwrap_or(length)),
        usi::Score::Mate(MateScore::Loss(plies)) => Score::mated_in(plies.unwrap_or(length)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_protocol::usi::EngineMessage;

    fn info(text: &str) -> Option<Info> {
        match EngineMessage::parse(text).unwrap() {
            EngineMessage::Info(info) => shown(&Position::startpos(), &info),
            _ => None,
        }
    }

    #[test]
    fn scores_and_lines_are_taken_over_as_far_as_they_are_legal() {
        let line = info("info depth 4 multipv 2 score cp -31 nodes 9 pv 7g7f 3c3d 3c3d").unwrap();
        assert_eq!((line.depth, line.multi_pv, line.pv.len()), (4, 2, 2));
        assert_eq!(line.shown(), Score::eval(-31));
        let mate = |text: &str| info(&format!("info depth 1 score mate {text} pv 7g7f")).unwrap();
        assert_eq!(mate("5").score, Score::mate_in(5));
        assert_eq!(mate("-4").score, Score::mated_in(4));
        assert_eq!(mate("+").score, Score::mate_in(1));
        assert!(info("info depth 4 score cp 3 lowerbound pv 7g7f").is_none());
        assert!(info("info depth 4 score cp 3 pv 7g7e").is_none());
    }

    #[test]
    fn a_new_best_move_leaves_no_second_line_of_itself() {
        let line = |rank: u32, usi: &str| {
            info(&format!("info depth 1 multipv {rank} score cp 0 pv {usi}")).unwrap()
        };
        let mut lines = Vec::new();
        for (rank, usi) in [(1, "7g7f"), (2, "2g2f"), (1, "2g2f"), (2, "7g7f")] {
            put(&mut lines, line(rank, usi));
        }
        let found: Vec<_> = lines.iter().map(|one| (one.multi_pv, one.pv[0].to_string())).collect();
        assert_eq!(found, [(1, "2g2f".to_owned()), (2, "7g7f".to_owned())]);
    }
}
