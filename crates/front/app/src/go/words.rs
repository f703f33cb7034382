//! What requests and replies write as words: rules, colours, moves, positions, points.

use crate::errors::{AppResult, error};
use crate::protocol::{ErrorCode, GoPosition, Side};
use zenpuku_go::{Color, HalfPoints, Move, Rules, Setup, Size, Wide};

/// A diagram of 19x19 with coordinates and blanks has fewer bytes.
const MAX_DIAGRAM: usize = 4_000;

pub(super) fn rules_of(name: &str) -> AppResult<Rules> {
    let rules: Rules = name.parse().map_err(|failed: zenpuku_go::UnknownRules| {
        error(ErrorCode::BadValue, failed.to_string())
    })?;
    Ok(rules.with_komi(HalfPoints::whole(0)))
}

pub(super) const fn color_of(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

pub(super) fn komi_of(komi: f64) -> AppResult<HalfPoints> {
    let unfit = || error(ErrorCode::BadValue, format!("komi is {komi}, but must be a score"));
    HalfPoints::from_f64(komi).ok_or_else(unfit)
}

pub(super) fn move_of(size: Size, name: &str) -> AppResult<Move> {
    let vertex = size.parse_vertex(name);
    let vertex = vertex.map_err(|failed| error(ErrorCode::BadValue, failed.to_string()))?;
    Ok(vertex.map_or(Move::Pass, Move::Play))
}

pub(super) fn setup_of(position: &GoPosition, rules: &Rules) -> AppResult<Setup> {
    let bad = |message: String| error(ErrorCode::BadPosition, message);
    if position.diagram.len() > MAX_DIAGRAM {
        return Err(bad(format!("a diagram has at most {MAX_DIAGRAM} bytes")));
    }
    let setup = Setup::from_diagram(&position.diagram).map_err(|failed| bad(failed.to_string()))?;
    let ko = match &position.ko {
        Some(vertex) => {
            setup.size.parse_vertex(vertex).map_err(|failed| bad(failed.to_string()))?
        }
        None => None,
    };
    let setup =
        Setup { ko, prisoners: position.prisoners, ..setup.with_to_move(color_of(position.turn)) };
    // Later requests get a possible board.
    setup.board::<Wide>(rules.suicide).map_err(|failed| bad(failed.to_string()))?;
    Ok(setup)
}
