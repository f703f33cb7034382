//! Between the engine's and the analysis crate's types and the protocol's.

use crate::protocol::{
    BoundKind, EngineLine, Evaluation, GameReport, MoveAnalysis, MoveReport, PlayerSummary,
    PositionEval, Side,
};
use zenpuku_analysis::{GameAnalysis, Value, decisive_plies, line_text};
use zenpuku_shogi::{Color, Position, Square};
use zenpuku_shogi_engine::{Bound, Info};

/// The kind of a mistake that let a mate go; other kinds are named by class or motif.
pub(crate) const MISSED_MATE: &str = "missed_mate";

/// A value of `side` as clients see it.
pub(crate) fn evaluation(value: Value, side: Color) -> Evaluation {
    let value = if side == Color::Black { value } else { value.flip() };
    Evaluation { cp: value.as_cp(), mate: value.mate(), win_rate: value.win_rate() }
}

/// A line of a search of `position` as clients see it; `last` is where the move before ended.
pub(crate) fn engine_line(position: &Position, last: Option<Square>, info: &Info) -> EngineLine {
    EngineLine {
        rank: info.multi_pv,
        eval: evaluation(Value::from(info.shown()), position.side_to_move()),
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

/// Both players in numbers.
pub(crate) fn summary(moves: &[MoveReport]) -> [PlayerSummary; 2] {
    let judged = || moves.iter().map(|mv| &mv.judged);
    [Side::Black, Side::White].map(|side| PlayerSummary::of(judged().filter(|mv| mv.side == side)))
}

/// Nodes of the moves that decided the game; none before the whole line is judged.
pub(crate) fn decisive(report: &GameReport) -> Vec<u32> {
    let Some(start) = report.start.filter(|_| report.complete) else { return Vec::new() };
    let plies = decisive_plies(start.win_rate, report.moves.iter().map(|mv| &mv.judged));
    let decided = report.moves.iter().filter(|mv| plies.contains(&mv.judged.ply));
    decided.map(|mv| mv.node).collect()
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
    let moves = report.moves.iter();
    let moves: Vec<_> =
        moves.map(|mv| MoveAnalysis { sfen: sfen(mv.node), ..mv.judged.clone() }).collect();
    let even = Evaluation { cp: 0, mate: None, win_rate: 0.5 };
    let start = report.start.unwrap_or(even);
    GameAnalysis {
        file: file.to_owned(),
        start_sfen: start_sfen.to_owned(),
        black: black.to_owned(),
        white: white.to_owned(),
        result: result.to_owned(),
        broken_off: None,
        start: PositionEval { eval_cp: start.cp, mate: start.mate, win_rate: start.win_rate },
        decisive: decisive_plies(start.win_rate, &moves),
        moves,
        summary: summary(&report.moves),
    }
}
