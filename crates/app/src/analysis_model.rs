//! Between the engine's and the analysis crate's types and the protocol's.

use crate::protocol::{
    BoundKind, EngineLine, Evaluation, GameReport, MistakeKind, MoveReport, PlayerReport, Side,
};
use zenpuku_analysis::{
    GameAnalysis, MistakeClass, MoveAnalysis, PlayerSummary, PositionEval, Value, line_text,
};
use zenpuku_gametree::Score;
use zenpuku_shogi::{Color, Position, Square};
use zenpuku_shogi_engine::{Bound, Info};

/// A score of the side to move as a value of the same side.
pub(crate) fn value(score: Score) -> Value {
    match score.mate_plies().and_then(|plies| i32::try_from(plies).ok()) {
        Some(plies) if score.is_win() => Value::Mate(plies),
        Some(plies) => Value::Mate(-plies),
        None => Value::Cp(score.value()),
    }
}

/// A value of `side` as clients see it.
pub(crate) fn evaluation(value: Value, side: Color) -> Evaluation {
    let value = if side == Color::Black { value } else { value.flip() };
    Evaluation { cp: value.as_cp(), mate: value.mate(), win_rate: value.win_rate() }
}

/// The class of a loss.
pub(crate) fn mistake(loss: f64) -> Option<MistakeKind> {
    MistakeClass::of(loss).map(kind)
}

fn kind(class: MistakeClass) -> MistakeKind {
    match class {
        MistakeClass::Inaccuracy => MistakeKind::Inaccuracy,
        MistakeClass::Dubious => MistakeKind::Dubious,
        MistakeClass::Mistake => MistakeKind::Mistake,
        MistakeClass::Blunder => MistakeKind::Blunder,
    }
}

fn class(kind: MistakeKind) -> MistakeClass {
    match kind {
        MistakeKind::Inaccuracy => MistakeClass::Inaccuracy,
        MistakeKind::Dubious => MistakeClass::Dubious,
        MistakeKind::Mistake => MistakeClass::Mistake,
        MistakeKind::Blunder => MistakeClass::Blunder,
    }
}

/// A line of a search of `position` as clients see it; `last` is where the move before ended.
pub(crate) fn engine_line(position: &Position, last: Option<Square>, info: &Info) -> EngineLine {
    EngineLine {
        rank: info.multi_pv,
        eval: evaluation(value(info.score), position.side_to_move()),
        bound: match info.bound {
            Bound::Exact => BoundKind::Exact,
            Bound::Lower => BoundKind::Lower,
            Bound::Upper => BoundKind::Upper,
        },
        depth: info.depth,
        pv: info.pv.iter().map(ToString::to_string).collect(),
        kif: line_text(position, last, &info.pv),
    }
}

/// A judged move of node `node`.
pub(crate) fn move_report(node: u32, castles: Vec<String>, mv: &MoveAnalysis) -> MoveReport {
    MoveReport {
        node,
        ply: mv.ply,
        side: match mv.side {
            zenpuku_analysis::Side::Black => Side::Black,
            zenpuku_analysis::Side::White => Side::White,
        },
        usi: mv.usi.clone(),
        kif: mv.kif.clone(),
        eval: Evaluation { cp: mv.eval.eval_cp, mate: mv.eval.mate, win_rate: mv.eval.win_rate },
        best: mv.best.clone(),
        pv: mv.pv.clone(),
        pv_kif: mv.pv_kif.clone(),
        depth: mv.depth,
        nodes: mv.nodes,
        loss: mv.loss,
        class: mv.class.map(kind),
        missed_mate: mv.missed_mate,
        castles,
    }
}

/// Both players in numbers.
pub(crate) fn summary(moves: &[MoveReport]) -> [PlayerReport; 2] {
    [Side::Black, Side::White].map(|side| {
        let mut report = PlayerReport::default();
        let mut loss = 0.0;
        for mv in moves.iter().filter(|mv| mv.side == side) {
            report.moves += 1;
            report.matches += u32::from(mv.usi == mv.best);
            report.missed_mates += u32::from(mv.missed_mate.is_some());
            loss += mv.loss;
            if let Some(kind) = mv.class {
                report.classes[class(kind) as usize] += 1;
            }
        }
        report.mean_loss = if report.moves > 0 { loss / f64::from(report.moves) } else { 0.0 };
        report
    })
}

fn position_eval(eval: &Evaluation) -> PositionEval {
    PositionEval { eval_cp: eval.cp, mate: eval.mate, win_rate: eval.win_rate }
}

/// The analysis that `report` holds; `sfen` gives the position at a node.
pub(crate) fn analysis_of(
    report: &GameReport,
    file: &str,
    start_sfen: &str,
    [black, white]: [&str; 2],
    result: &str,
    sfen: impl Fn(u32) -> String,
) -> GameAnalysis {
    let moves = report.moves.iter().map(|mv| MoveAnalysis {
        ply: mv.ply,
        side: Color::from(mv.side).into(),
        usi: mv.usi.clone(),
        kif: mv.kif.clone(),
        sfen: sfen(mv.node),
        eval: position_eval(&mv.eval),
        best: mv.best.clone(),
        pv: mv.pv.clone(),
        pv_kif: mv.pv_kif.clone(),
        depth: mv.depth,
        nodes: mv.nodes,
        loss: mv.loss,
        class: mv.class.map(class),
        missed_mate: mv.missed_mate,
        goals: Vec::new(),
        castles: mv.castles.clone(),
    });
    let moves: Vec<MoveAnalysis> = moves.collect();
    let even = Evaluation { cp: 0, mate: None, win_rate: 0.5 };
    let summary = [zenpuku_analysis::Side::Black, zenpuku_analysis::Side::White]
        .map(|side| PlayerSummary::of(moves.iter().filter(|mv| mv.side == side)));
    GameAnalysis {
        file: file.to_owned(),
        start_sfen: start_sfen.to_owned(),
        black: black.to_owned(),
        white: white.to_owned(),
        result: result.to_owned(),
        broken_off: None,
        start: position_eval(report.start.as_ref().unwrap_or(&even)),
        moves,
        summary,
    }
}
