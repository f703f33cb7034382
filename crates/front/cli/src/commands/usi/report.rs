//! From the reports of a search to USI messages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use zenpuku_protocol::usi::{
    BestMove, Bound, EngineMessage, Info, MateScore, Score, ScoreInfo, UsiMove,
};
use zenpuku_shogi::Move;
use zenpuku_shogi_engine as engine;

use super::reasons::Commentary;
use super::{goals, send_from_search};

/// Has a `go` got its answer? Clones share one mark, which is set just before the answer is
/// written: the GUI may act on it before the thread that wrote it has ended.
#[derive(Clone, Default)]
pub(super) struct Answered(Arc<AtomicBool>);

impl Answered {
    pub(super) fn mark(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    pub(super) fn is_marked(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Writes `info` lines while a search runs and exactly one `bestmove` at its end.
pub(super) struct Reporter {
    /// Write values that are only bounds, too.
    bounds: bool,
    /// The first move of the best line as written last.
    shown: Option<Move>,
    /// Explain the result in words before the answer.
    commentary: Option<Commentary>,
    answered: Answered,
}

impl Reporter {
    pub(super) fn new(bounds: bool, commentary: Option<Commentary>, answered: Answered) -> Self {
        Self { bounds, shown: None, commentary, answered }
    }

    fn show(&mut self, info: &engine::Info) {
        if info.multi_pv == 1 {
            self.shown = info.pv.first().copied();
        }
        send_from_search(&EngineMessage::Info(Box::new(line(info))));
    }

    /// Sees to it that the last `pv` begins with the move played.
    fn show_last(&mut self, result: &engine::SearchResult) {
        if let Some(info) = last_info(self.shown, result) {
            send_from_search(&EngineMessage::Info(Box::new(info)));
        }
    }
}

impl engine::SearchHandler for Reporter {
    fn info(&mut self, info: &engine::Info) {
        if self.bounds || info.bound == engine::Bound::Exact {
            self.show(info);
        }
    }

    fn current_move(&mut self, depth: u32, mv: Move, _number: u32) {
        let (depth, currmove) = (Some(depth), usi(mv));
        send_from_search(&EngineMessage::Info(Box::new(Info {
            depth,
            currmove,
            ..Info::default()
        })));
    }

    fn wants_goals(&self) -> bool {
        true
    }

    fn notice(&mut self, text: &str) {
        send_from_search(&EngineMessage::message(text));
    }

    fn done(&mut self, result: &engine::SearchResult) {
        self.show_last(result);
        if let Some(report) = &result.goals {
            goals::lines(report)
                .iter()
                .for_each(|text| send_from_search(&EngineMessage::message(text)));
        }
        if let Some(commentary) = &self.commentary {
            let lines = commentary.lines(result);
            lines.iter().for_each(|text| send_from_search(&EngineMessage::message(text)));
        }
        self.answered.mark();
        send_from_search(&EngineMessage::BestMove(answer(result)));
    }
}

/// A GUI waits for its answer even when the search died.
impl Drop for Reporter {
    fn drop(&mut self) {
        if !self.answered.is_marked() {
            self.answered.mark();
            send_from_search(&EngineMessage::message("the search broke off; see stderr"));
            send_from_search(&EngineMessage::BestMove(BestMove::Resign));
        }
    }
}

/// A move for USI; `None` for the special moves, which have no place in a `pv`.
pub(super) fn usi(mv: Move) -> Option<UsiMove> {
    if mv.is_normal() { UsiMove::parse(&mv.to_string()) } else { None }
}

/// A line for USI, up to the first special move.
pub(super) fn usi_line(moves: &[Move]) -> Vec<UsiMove> {
    moves.iter().map_while(|&mv| usi(mv)).collect()
}

fn answer(result: &engine::SearchResult) -> BestMove {
    match usi(result.best) {
        Some(best) => BestMove::Move { best, ponder: result.ponder.and_then(usi) },
        None if result.best == Move::WIN => BestMove::Win,
        None => BestMove::Resign,
    }
}

fn line(info: &engine::Info) -> Info {
    let bound = match info.bound {
        engine::Bound::Exact => Bound::Exact,
        engine::Bound::Lower => Bound::Lower,
        engine::Bound::Upper => Bound::Upper,
    };
    Info {
        depth: Some(info.depth),
        seldepth: Some(info.sel_depth),
        multipv: Some(info.multi_pv),
        score: Some(ScoreInfo { score: score(info.shown()), bound }),
        nodes: Some(info.nodes),
        nps: Some(info.nps()),
        hashfull: Some(info.hashfull),
        time: Some(info.time),
        pv: usi_line(&info.pv),
        ..Info::default()
    }
}

/// The line still to be sent before the move of `result`, if the last line sent began with `shown`.
fn last_info(shown: Option<Move>, result: &engine::SearchResult) -> Option<Info> {
    let begins = |info: &&engine::Info| info.pv.first() == Some(&result.best);
    match result.lines.iter().find(begins) {
        Some(_) if shown == Some(result.best) => None,
        Some(info) => Some(Info { multipv: Some(1), ..line(info) }),
        None if result.nodes > 0 => Some(without_evaluation(result)),
        None => Some(without_search(result)),
    }
}

/// Too few nodes for one iteration: the move is sent, but no value.
fn without_evaluation(result: &engine::SearchResult) -> Info {
    Info {
        depth: Some(0),
        nodes: Some(result.nodes),
        time: Some(result.time),
        pv: usi_line(&[result.best]),
        ..Info::default()
    }
}

/// The game is over before any search: mated, or won by declaration.
fn without_search(result: &engine::SearchResult) -> Info {
    let string = (result.best == Move::WIN).then(|| "declaration by entering king".to_owned());
    Info {
        depth: Some(0),
        score: Some(ScoreInfo { score: score(result.shown()), bound: Bound::Exact }),
        pv: usi_line(&[result.best]),
        string,
        ..Info::default()
    }
}

/// A value for USI: mates in plies.
fn score(score: zenpuku_core::Score) -> Score {
    match score.mate_plies() {
        Some(plies) if score.is_win() => Score::Mate(MateScore::Win(Some(plies))),
        Some(plies) => Score::Mate(MateScore::Loss(Some(plies))),
        None => Score::Cp(score.value()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_core::Score as EngineScore;
    use zenpuku_shogi::Position;

    fn result(best: Move) -> engine::SearchResult {
        engine::SearchResult {
            best,
            ponder: None,
            lines: Vec::new(),
            score: EngineScore::mated_in(0),
            scale: engine::CpScale::SHOWN,
            depth: 0,
            nodes: 0,
            time: std::time::Duration::ZERO,
            goals: None,
        }
    }

    #[test]
    fn mates_are_counted_in_plies() {
        let text = |score| ScoreInfo { score, bound: Bound::Exact }.to_string();
        assert_eq!(text(score(EngineScore::mate_in(5))), "mate 5");
        assert_eq!(text(score(EngineScore::mated_in(4))), "mate -4");
        assert_eq!(text(score(EngineScore::mated_in(0))), "mate -0");
        assert_eq!(text(score(EngineScore::eval(-31))), "cp -31");
    }

    fn told(mv: Move, bound: engine::Bound) -> engine::Info {
        engine::Info {
            depth: 9,
            sel_depth: 12,
            multi_pv: 2,
            score: EngineScore::eval(31),
            scale: engine::CpScale::SHOWN,
            bound,
            nodes: 100,
            time: std::time::Duration::ZERO,
            hashfull: 0,
            pv: vec![mv],
        }
    }

    #[test]
    fn the_last_line_is_that_of_the_move_played() {
        let [played, other] =
            ["7g7f", "2g2f"].map(|usi| Position::startpos().read_usi(usi).unwrap());
        let lines = vec![told(other, engine::Bound::Exact), told(played, engine::Bound::Lower)];
        let found = engine::SearchResult { lines, nodes: 100, depth: 9, ..result(played) };
        let text = |shown| last_info(shown, &found).map(|info| info.to_string());
        assert_eq!(text(Some(played)), None, "told already");
        for shown in [None, Some(other)] {
            let last = text(shown).expect("another move's line was told");
            assert!(last.contains("multipv 1 score cp 31 lowerbound"), "{last}");
            assert!(last.ends_with("pv 7g7f"), "{last}");
        }
        let unseen = engine::SearchResult { lines: Vec::new(), ..found.clone() };
        assert!(last_info(Some(other), &unseen).expect("told").to_string().ends_with("pv 7g7f"));
    }

    #[test]
    fn special_moves_are_answers_but_no_line() {
        assert_eq!(answer(&result(Move::RESIGN)), BestMove::Resign);
        assert_eq!(answer(&result(Move::WIN)), BestMove::Win);
        assert_eq!(without_search(&result(Move::RESIGN)).to_string(), "info depth 0 score mate -0");
        let best = Position::startpos().read_usi("7g7f").unwrap();
        assert_eq!(usi_line(&[best, Move::RESIGN]).len(), 1);
        assert_eq!(answer(&result(best)).to_string(), "bestmove 7g7f");
    }
}
