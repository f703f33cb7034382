//! Reads a game from an SGF tree: its information, then the steps of its main line.

use sgf_parse::go::{self, Prop};

use super::error::{SgfError, SgfErrorKind};
use super::game::{Change, SgfGame, Step};
use super::info::{bad_value, information};
use super::tree::{SgfNode, SgfTree};
use crate::{Color, Move, Point, PointSet, Wide};

impl SgfGame {
    /// The game of a tree.
    ///
    /// # Errors
    /// As [`SgfGame::parse`].
    pub fn from_tree(tree: &SgfTree) -> Result<Self, SgfError> {
        let mut game = information(tree)?;
        for node in tree.main_line() {
            game.read_steps(node)?;
        }
        Ok(game)
    }

    /// The steps of one node: setup first, then the move, if the file mixes them.
    fn read_steps(&mut self, node: &SgfNode) -> Result<(), SgfError> {
        let mut edit = [Wide::EMPTY; 3];
        let mut to_move = None;
        let mut comment = None;
        let mut moves = Vec::new();
        self.territory = [Wide::EMPTY; 2];
        for property in &node.properties {
            let offset = property.offset;
            match &property.prop {
                Prop::AB(points) => edit[0] |= self.points(points, "AB", offset)?,
                Prop::AW(points) => edit[1] |= self.points(points, "AW", offset)?,
                Prop::AE(points) => edit[2] |= self.points(points, "AE", offset)?,
                Prop::TB(points) => self.territory[0] |= self.points(points, "TB", offset)?,
                Prop::TW(points) => self.territory[1] |= self.points(points, "TW", offset)?,
                Prop::PL(color) => to_move = Some(color_of(*color)),
                Prop::B(mv) => moves.push((offset, Color::Black, *mv)),
                Prop::W(mv) => moves.push((offset, Color::White, *mv)),
                Prop::C(text) => comment = Some(text.text.clone()),
                Prop::Invalid(name, values)
                    if matches!(name.as_str(), "AB" | "AW" | "AE")
                        && values.iter().all(|value| value.trim().is_empty()) =>
                {
                    let kind = SgfErrorKind::NoPoints { property: name.clone() };
                    self.warnings.push(kind.at(offset));
                }
                Prop::Invalid(name, _)
                    if matches!(name.as_str(), "AB" | "AW" | "AE" | "PL" | "B" | "W") =>
                {
                    return Err(bad_value(name).at(offset));
                }
                _ => {}
            }
        }
        let [black, white, cleared] = edit;
        let is_root = self.steps.is_empty();
        if is_root || to_move.is_some() || !(black | white | cleared).is_empty() {
            let change = Change::Edit { black, white, cleared, to_move };
            self.steps.push(Step { offset: node.offset, change, comment: comment.take() });
        }
        for (offset, color, mv) in moves {
            let change = Change::Move(color, self.board_move(color, mv, offset)?);
            self.steps.push(Step { offset, change, comment: comment.take() });
        }
        Ok(())
    }

    fn points<'p>(
        &self,
        points: impl IntoIterator<Item = &'p go::Point>,
        property: &'static str,
        offset: usize,
    ) -> Result<Wide, SgfError> {
        points.into_iter().try_fold(Wide::EMPTY, |set, &point| {
            let point = self.board_point(point, property, offset)?;
            Ok(set | Wide::single(point))
        })
    }

    fn board_point(
        &self,
        point: go::Point,
        property: &'static str,
        offset: usize,
    ) -> Result<Point, SgfError> {
        self.size
            .point(usize::from(point.x), usize::from(point.y))
            .ok_or_else(|| SgfErrorKind::OffBoard { property }.at(offset))
    }

    fn board_move(&self, color: Color, mv: go::Move, offset: usize) -> Result<Move, SgfError> {
        let property = if color == Color::Black { "B" } else { "W" };
        match mv {
            // FF[3] writes a pass as `tt`, off every board up to 19x19.
            go::Move::Pass | go::Move::Move(go::Point { x: 19, y: 19 }) => Ok(Move::Pass),
            go::Move::Move(point) => self.board_point(point, property, offset).map(Move::Play),
        }
    }
}

const fn color_of(color: sgf_parse::Color) -> Color {
    match color {
        sgf_parse::Color::Black => Color::Black,
        sgf_parse::Color::White => Color::White,
    }
}
