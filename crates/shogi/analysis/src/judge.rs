//! Judges the moves of a game one by one.

use crate::analyst::{Analyst, PositionAnalysis};
use crate::mistake::MistakeClass;
use crate::win_rate::Value;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_mate::Threat;
use zenpuku_shogi_reasons::{Question, Reason};

/// One move, judged. Values are from the view of the side that moved.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The move played.
    pub played: Move,
    /// The analyst's judgement before the move.
    pub before: PositionAnalysis,
    /// The value after the move, for the side that moved.
    pub after: Value,
    /// Win rate lost against the analyst's move, 0..=1.
    pub loss: f64,
    /// The class that the loss earns.
    pub class: Option<MistakeClass>,
    /// Plies of a mate that was there and is gone.
    pub missed_mate: Option<u32>,
    /// The threat of mate that the move makes or leaves in place; not searched
    /// if either side already mates.
    pub threat: Option<Threat>,
    /// Why the move is bad; searched if [`Judgement::wants_reasons`].
    pub reasons: Vec<Reason>,
}

impl Judgement {
    /// Is the move bad enough that every analysis searches the reasons? True of
    /// mistakes and blunders.
    #[must_use]
    pub fn wants_reasons(&self) -> bool {
        self.class >= Some(MistakeClass::Mistake)
    }

    /// The question why the move is bad, or why it is best. It was played in `root`, and `reply` is
    /// the line that answers it.
    #[must_use]
    pub fn question<'a>(&'a self, root: &'a Position, reply: &'a [Move]) -> Question<'a> {
        Question {
            position: root,
            played: Some(self.played),
            better: &self.before.pv,
            reply,
            was_losing: self.before.value.is_losing(),
            book: &[],
        }
    }
}

/// Judges `moves`, which must be legal one after the other from `start`, and
/// passes each judgement to `on_move` as soon as it is made. Returns the value
/// of the start position (for its side to move) and the judgements made, which
/// are fewer than the moves when the analyst was cancelled; without even a
/// first thought, `None`.
pub fn judge_game(
    start: &Position,
    moves: &[Move],
    analyst: &mut dyn Analyst,
    mut on_move: impl FnMut(&Judgement),
) -> Option<(Value, Vec<Judgement>)> {
    let mut position = start.clone();
    let mut before = analyst.think(&position)?;
    let start_value = before.value;
    let mut judged = Vec::with_capacity(moves.len());
    for &played in moves {
        let root = position.clone();
        position.do_move(played);
        let Some(next) = analyst.think(&position) else { break };
        let analysis = std::mem::replace(&mut before, next);
        let answer = (before.value.flip(), before.pv.as_slice());
        let Some(judgement) = judge(&root, played, analysis, answer, analyst) else { break };
        on_move(&judgement);
        judged.push(judgement);
    }
    Some((start_value, judged))
}

/// Judges a single move that is legal in `root`, as [`judge_game`] does, and gives the line that
/// answers it; `None` when the analyst was cancelled.
pub fn judge_move(
    root: &Position,
    played: Move,
    analyst: &mut dyn Analyst,
) -> Option<(Judgement, Vec<Move>)> {
    let before = analyst.think(root)?;
    let PositionAnalysis { value, pv, .. } = thought_after(root, played, analyst)?;
    Some((judge(root, played, before, (value.flip(), &pv), analyst)?, pv))
}

/// Judges one move, of which the value after it and the line that answers it are known; `None` when
/// the analyst was cancelled.
fn judge(
    root: &Position,
    played: Move,
    before: PositionAnalysis,
    (after, reply): (Value, &[Move]),
    analyst: &mut dyn Analyst,
) -> Option<Judgement> {
    let best = before.pv.first().copied().unwrap_or(played);
    let mut loss = if best == played { 0.0 } else { lost(before.value, after) };
    if MistakeClass::of(loss).is_some() && before.value.mate().is_none() {
        // The value after the move was searched one ply deeper than the one
        // before it: judge the best move at the same depth before calling the
        // move a mistake.
        loss = lost(value_after(root, best, analyst)?, after).min(loss);
    }
    let missed_mate = match (before.value, after) {
        (Value::Mate(plies), Value::Cp(_)) if plies > 0 => u32::try_from(plies).ok(),
        (Value::Mate(plies), Value::Mate(now)) if plies > 0 && now <= 0 => {
            u32::try_from(plies).ok()
        }
        _ => None,
    };
    let is_mate = after.mate().is_some();
    let threat = if is_mate { None } else { analyst.threat(&position_after(root, played)) };
    let class = MistakeClass::of(loss);
    let mut judgement =
        Judgement { played, after, loss, class, missed_mate, threat, before, reasons: Vec::new() };
    if judgement.wants_reasons() {
        judgement.reasons = analyst.reasons(&judgement.question(root, reply));
    }
    Some(judgement)
}

fn value_after(root: &Position, mv: Move, analyst: &mut dyn Analyst) -> Option<Value> {
    Some(thought_after(root, mv, analyst)?.value.flip())
}

fn thought_after(root: &Position, mv: Move, analyst: &mut dyn Analyst) -> Option<PositionAnalysis> {
    analyst.think(&position_after(root, mv))
}

fn position_after(root: &Position, mv: Move) -> Position {
    let mut position = root.clone();
    position.do_move(mv);
    position
}

fn lost(best: Value, played: Value) -> f64 {
    (best.win_rate() - played.win_rate()).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Values by SFEN without ply; zero elsewhere. Always wants 7g7f or 3c3d.
    struct Table(HashMap<String, Value>, usize);

    impl Analyst for Table {
        fn think(&mut self, position: &Position) -> Option<PositionAnalysis> {
            self.1 = self.1.checked_sub(1)?;
            let sfen = position.to_sfen();
            let key = sfen.rsplit_once(' ').map_or("", |(key, _)| key);
            let best = ["7g7f", "3c3d"].iter().find_map(|usi| position.parse_usi(usi));
            let value = self.0.get(key).copied().unwrap_or(Value::Cp(0));
            Some(PositionAnalysis { value, pv: best.into_iter().collect(), depth: 1, nodes: 1 })
        }
    }

    fn play(usi: &[&str]) -> (Position, Vec<Move>) {
        let start = Position::startpos();
        let mut position = start.clone();
        let moves = usi.iter().map(|text| {
            let mv = position.parse_usi(text).unwrap();
            position.do_move(mv);
            mv
        });
        (start, moves.collect())
    }

    fn after(usi: &[&str]) -> String {
        let (mut position, moves) = play(usi);
        moves.iter().for_each(|&mv| position.do_move(mv));
        position.to_sfen().rsplit_once(' ').unwrap().0.to_owned()
    }

    #[test]
    fn a_move_that_loses_win_rate_is_classified() {
        let (start, moves) = play(&["9g9f", "3c3d"]);
        let values = HashMap::from([(after(&["9g9f"]), Value::Cp(900))]);
        let mut analyst = Table(values, 100);
        let (value, judged) = judge_game(&start, &moves, &mut analyst, |_| ()).unwrap();
        assert_eq!(value, Value::Cp(0));
        assert_eq!(judged[0].after, Value::Cp(-900));
        assert!((judged[0].loss - (0.5 - Value::Cp(-900).win_rate())).abs() < 1e-12);
        assert_eq!(judged[0].class, Some(MistakeClass::Mistake));
        assert_eq!((judged[1].loss, judged[1].class), (0.0, None), "the best move loses nothing");
    }

    #[test]
    fn an_overestimated_best_move_excuses_the_played_one() {
        let (start, moves) = play(&["9g9f"]);
        let even_key = after(&[]);
        let values = HashMap::from([(even_key, Value::Cp(900)), (after(&["7g7f"]), Value::Cp(0))]);
        let (_, judged) = judge_game(&start, &moves, &mut Table(values, 100), |_| ()).unwrap();
        assert_eq!(judged[0].class, None);
    }

    #[test]
    fn a_mate_let_go_is_named() {
        let (start, moves) = play(&["9g9f"]);
        let values = HashMap::from([(after(&[]), Value::Mate(7))]);
        let (_, judged) = judge_game(&start, &moves, &mut Table(values, 100), |_| ()).unwrap();
        assert_eq!(judged[0].missed_mate, Some(7));
        assert_eq!(judged[0].class, Some(MistakeClass::Blunder));
    }

    #[test]
    fn cancelling_keeps_what_is_judged() {
        let (start, moves) = play(&["7g7f", "3c3d", "2g2f"]);
        let mut heard = 0;
        let judged = judge_game(&start, &moves, &mut Table(HashMap::new(), 3), |_| heard += 1);
        assert_eq!(judged.map(|(_, judged)| judged.len()), Some(2));
        assert_eq!(heard, 2);
        assert!(judge_game(&start, &moves, &mut Table(HashMap::new(), 0), |_| ()).is_none());
    }
}
