//! Where a likely value is better than none: what follows a large capture, and a ko that was taken.

use zenpuku_cgt::GameId;
use zenpuku_go::{Board, Color, IllegalMove, PointSet};

use super::{LocalError, LocalSolver, as_it_stands, settled_points};

/// Number of captured stones after which their points count for the capturer,
/// if a likely value is better than none: further play there matters little
/// compared with the capture.
pub(super) const MANY: u32 = 4;

impl<S: PointSet> LocalSolver<S> {
    /// These points and the rest of a region where many stones were just
    /// captured: their points belong to the capturer and wall in the adjacent
    /// pieces. A piece that is thereby settled counts as settled, one with as
    /// many stones has its value, every other one counts without play.
    pub(super) fn beside_capture(
        &mut self,
        points: i32,
        next: &Board<S>,
        safe: [S; 2],
        (region, captured): (S, S),
        taker: Color,
    ) -> Result<GameId, LocalError> {
        let geometry = next.geometry();
        let mut walls =
            Color::BOTH.map(|color| geometry.flood(safe[color.index()], next.stones(color)));
        let beside = geometry.neighbours(captured) & next.stones(taker);
        walls[taker.index()] |= geometry.flood(beside, next.stones(taker));
        let mut within = walls;
        within[taker.index()] |= captured;
        let mut parts = vec![self.integer(points)?];
        for piece in geometry.components(region.minus(within[0] | within[1])) {
            let settled = settled_points(next, within, piece);
            let is_open = settled.is_none() && (piece & next.occupied()).count() >= MANY;
            let beside = geometry.neighbours(piece) & captured;
            let closed = is_open.then(|| closed(next, beside, taker)).flatten();
            let value = closed.map(|closed| {
                self.value(&closed, within.map(|wall| wall & closed.occupied()), piece)
            });
            parts.push(match value {
                None | Some(Err(LocalError::NoWalls)) => {
                    self.integer(settled.unwrap_or_else(|| as_it_stands(next, piece)))?
                }
                Some(value) => value?,
            });
        }
        Ok(self.universe.sum(&parts)?)
    }

    /// The value for the side that has taken a ko and moves again, because the
    /// other side plays a threat or answers in the place.
    pub(super) fn ko_won(
        &mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: S,
        taker: Color,
    ) -> Result<GameId, LocalError> {
        if let Some(integer) = settled_points(board, safe, region) {
            return self.integer(integer);
        }
        let mut best = None;
        for option in self.options(board, safe, region, taker)?.0 {
            let mean = self.universe.mean(option)?;
            let is_better = best.is_none_or(|(known, _)| match taker {
                Color::Black => mean > known,
                Color::White => mean < known,
            });
            if is_better {
                best = Some((mean, option));
            }
        }
        let Some((_, won)) = best else { return self.integer(as_it_stands(board, region)) };
        let answers = self.answers(board, safe, region, (taker, won))?;
        if answers.is_empty() {
            return Ok(won);
        }
        let (left, right) = match taker {
            Color::Black => (vec![won], answers),
            Color::White => (answers, vec![won]),
        };
        Ok(self.universe.game(&left, &right)?)
    }

    /// The values after answers in a place with a ko that was just taken, if
    /// the taker would rather move again.
    fn answers(
        &mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: S,
        (taker, won): (Color, GameId),
    ) -> Result<Vec<GameId>, LocalError> {
        let mut turned = *board;
        turned.set_to_move(taker.opponent());
        let mut answers = Vec::new();
        for point in (region & board.empties()).iter() {
            // It cannot take back, and taking another ko gains no time.
            if Some(point) == board.ko() || turned.check(point) == Err(IllegalMove::Suicide) {
                continue;
            }
            let mut next = turned;
            next.play_unchecked(point);
            if next.ko().is_some() {
                continue;
            }
            let option = match self.after(&turned, safe, region, point) {
                Err(error) if self.is_no_option(&error) => continue,
                option => option?,
            };
            let is_worse = match taker {
                Color::Black => self.universe.at_most(won, option)?,
                Color::White => self.universe.at_most(option, won)?,
            };
            if !is_worse {
                answers.push(option);
            }
        }
        Ok(answers)
    }
}

/// The board with stones of a colour on empty points, if they can breathe.
fn closed<S: PointSet>(board: &Board<S>, points: S, color: Color) -> Option<Board<S>> {
    if points.is_empty() {
        return Some(*board);
    }
    let mut setup = board.setup();
    match color {
        Color::Black => setup.black |= points.to_wide(),
        Color::White => setup.white |= points.to_wide(),
    }
    setup.ko = None;
    setup.board(board.suicide()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kos, LocalLimits};
    use zenpuku_cgt::Dyadic;
    use zenpuku_go::{Setup, Suicide};

    #[test]
    fn stones_shut_in_by_a_large_capture_are_dead() {
        // White has just taken the four stones on the left.
        let setup = Setup::from_diagram("OOOOOOO\nO..OX.O\nO..OOOO\nOOOO.O.").unwrap();
        let board: Board<u64> = setup.board(Suicide::Forbidden).unwrap();
        let at = |names: &[&str]| {
            let points = names.iter().map(|name| setup.size.parse_vertex(name).unwrap().unwrap());
            u64::from_points(points)
        };
        let captured = at(&["B3", "C3", "B2", "C2"]);
        let region = captured | at(&["E3", "F3"]);
        let worth = |captured: u64| {
            let mut solver = LocalSolver::new(LocalLimits::default()).with_kos(Kos::FirstTaker);
            let taken = (region, captured);
            let value = solver.beside_capture(0, &board, [0; 2], taken, Color::White).unwrap();
            solver.universe.as_number(value)
        };
        let points = |points: i64| Some(Dyadic::try_from(points).unwrap());
        assert_eq!(worth(captured), points(-3));
        // Without the capture no point there is settled.
        assert_eq!(worth(0), points(-4));
    }
}
