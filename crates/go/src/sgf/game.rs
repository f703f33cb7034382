//! A game of go from an SGF tree: board, rules, main line.

use sgf_parse::go::{self, Prop};

use super::error::{SgfError, SgfErrorKind};
use super::text::decode;
use super::tree::{SgfNode, SgfTree};
use crate::{AnyBoard, Color, HalfPoints, Move, Point, PointSet, Setup, Size, Suicide, Wide};

/// What a node of the main line does to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A move.
    Move(Color, Move),
    /// Stones put down and taken off by hand, and who moves next if it is said.
    Edit {
        /// New black stones.
        black: Wide,
        /// New white stones.
        white: Wide,
        /// Points made empty.
        cleared: Wide,
        /// The side to move from here.
        to_move: Option<Color>,
    },
}

/// A change of the main line with its place and comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Offset in bytes of the property (of the node, for edits).
    pub offset: usize,
    /// What happens.
    pub change: Change,
    /// The node's comment.
    pub comment: Option<String>,
}

/// A game: information and main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// The board's size.
    pub size: Size,
    /// The text of `RU`; [`crate::Rules`] reads the known names.
    pub rules: Option<String>,
    /// Komi; `None` when not given or unreadable.
    pub komi: Option<HalfPoints>,
    /// Handicap stones announced by `HA`, 0 if none.
    pub handicap: u32,
    /// The name of the game, `GN`.
    pub name: Option<String>,
    /// The result as written, `RE`.
    pub result: Option<String>,
    /// The points that the last node of the main line marks as territory of Black (`TB`) and of White (`TW`).
    pub territory: [Wide; 2],
    /// Changes of the main line; stones of the root node are the first.
    pub steps: Vec<Step>,
}

impl SgfGame {
    /// Decodes and reads the first game of a file.
    ///
    /// # Errors
    /// As [`SgfGame::parse`].
    pub fn parse_bytes(bytes: &[u8]) -> Result<Self, SgfError> {
        Self::parse(&decode(bytes))
    }

    /// Reads the first game of a text.
    ///
    /// # Errors
    /// When the text is no SGF, the game not go, the size not supported or a setup or move property of the
    /// main line unreadable. Whether moves are legal is found by [`SgfGame::position`].
    pub fn parse(text: &str) -> Result<Self, SgfError> {
        Self::from_tree(&SgfTree::parse(text)?)
    }

    /// The game of a tree.
    ///
    /// # Errors
    /// As [`SgfGame::parse`].
    pub fn from_tree(tree: &SgfTree) -> Result<Self, SgfError> {
        let mut game = Self::information(tree.root())?;
        for node in tree.main_line() {
            game.read_steps(node)?;
        }
        Ok(game)
    }

    fn information(root: &SgfNode) -> Result<Self, SgfError> {
        let mut game = Self {
            size: Size::square(19).map_err(|e| SgfErrorKind::from(e).at(root.offset))?,
            rules: None,
            komi: None,
            handicap: 0,
            name: None,
            result: None,
            territory: [Wide::EMPTY; 2],
            steps: Vec::new(),
        };
        for property in &root.properties {
            match &property.prop {
                Prop::GM(1) => {}
                Prop::GM(_) => return Err(SgfErrorKind::OtherGame.at(property.offset)),
                Prop::SZ((width, height)) => {
                    game.size = Size::new(usize::from(*width), usize::from(*height))
                        .map_err(|e| SgfErrorKind::from(e).at(property.offset))?;
                }
                Prop::Invalid(name, _) if matches!(name.as_str(), "SZ" | "GM") => {
                    return Err(bad_value(name).at(property.offset));
                }
                Prop::RU(text) => game.rules = Some(text.text.trim().to_owned()),
                Prop::KM(komi) => game.komi = HalfPoints::from_f64(*komi),
                Prop::HA(stones) => game.handicap = u32::try_from(*stones).unwrap_or(0),
                Prop::GN(text) => game.name = Some(text.text.clone()),
                Prop::RE(text) => game.result = Some(text.text.clone()),
                _ => {}
            }
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

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        self.steps.iter().filter_map(|step| match step.change {
            Change::Move(color, mv) => Some((color, mv)),
            Change::Edit { .. } => None,
        })
    }

    /// The position after the root's stones, before any move.
    ///
    /// # Errors
    /// As [`SgfGame::position`].
    pub fn start(&self) -> Result<Setup, SgfError> {
        self.position(1)
    }

    /// The position at the end of the main line.
    ///
    /// # Errors
    /// As [`SgfGame::position`].
    pub fn end(&self) -> Result<Setup, SgfError> {
        self.position(self.steps.len())
    }

    /// The position after this many steps. Prisoners are those of the moves of the main line. Without a
    /// word in the file White moves first in handicap games, else Black.
    ///
    /// # Errors
    /// When stones that are set up have no liberty or a move is illegal by simple ko (giving up several
    /// stones is accepted, as rules differ); the error names the place.
    pub fn position(&self, steps: usize) -> Result<Setup, SgfError> {
        let mut empty = Setup::empty(self.size);
        if self.handicap >= 2 {
            empty.to_move = Color::White;
        }
        let mut board: AnyBoard =
            empty.board(Suicide::MultiStone).map_err(|e| SgfErrorKind::from(e).at(0))?;
        for step in self.steps.iter().take(steps) {
            apply(&mut board, step)?;
        }
        Ok(board.setup())
    }
}

fn apply(board: &mut AnyBoard, step: &Step) -> Result<(), SgfError> {
    match step.change {
        Change::Move(color, mv) => {
            board.set_to_move(color);
            board.play_move(mv).map_err(|reason| {
                let vertex = board.size().move_name(mv);
                SgfErrorKind::Move { color, vertex, reason }.at(step.offset)
            })?;
        }
        Change::Edit { black, white, cleared, to_move } => {
            let mut setup = board.setup();
            let touched = black | white | cleared;
            if !touched.is_empty() {
                setup.ko = None;
            }
            setup.black = setup.black.minus(touched) | black;
            setup.white = setup.white.minus(touched) | white;
            let edited = setup.board(board.suicide());
            *board = edited.map_err(|e| SgfErrorKind::from(e).at(step.offset))?;
            board.set_to_move(to_move.unwrap_or(board.to_move()));
        }
    }
    Ok(())
}

fn bad_value(property: &str) -> SgfErrorKind {
    SgfErrorKind::BadValue { property: property.to_owned() }
}

const fn color_of(color: sgf_parse::Color) -> Color {
    match color {
        sgf_parse::Color::Black => Color::Black,
        sgf_parse::Color::White => Color::White,
    }
}
