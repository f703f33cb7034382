//! A game of go from an SGF tree: board, rules, main line.

use sgf_parse::go::{self, Prop};

use super::error::{SgfError, SgfErrorKind};
use super::text::decode;
use super::tree::{SgfNode, SgfTree};
use crate::{
    AnyBoard, Color, HalfPoints, Move, Point, PointSet, Rules, Scoring, Setup, SetupError, Size,
    Suicide, Wide,
};

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
#[derive(Clone, Debug, PartialEq)]
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
    /// The players' names, Black's (`PB`) and White's (`PW`).
    pub players: [Option<String>; 2],
    /// The result as written, `RE`.
    pub result: Option<String>,
    /// The points that the last node of the main line marks as territory of Black (`TB`) and of White (`TW`).
    pub territory: [Wide; 2],
    /// Changes of the main line; stones of the root node are the first.
    pub steps: Vec<Step>,
    /// What was read otherwise than it is written, or passed over.
    pub warnings: Vec<SgfError>,
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

    /// Black's lead with komi by `RE`, in points; `None` unless the game was counted.
    #[must_use]
    pub fn counted_lead(&self) -> Option<f64> {
        let (winner, points) = self.result.as_deref()?.split_once('+')?;
        let points: f64 = points.trim().parse().ok().filter(|points: &f64| points.is_finite())?;
        match winner.trim() {
            "B" | "b" => Some(points),
            "W" | "w" => Some(-points),
            _ => None,
        }
    }

    /// Whether both sides have ended the game: the main line ends with two passes, or, by territory, the result was
    /// counted, as servers do that record no passes. By area the dame may still have been played.
    #[must_use]
    pub fn is_finished(&self, scoring: Scoring) -> bool {
        let last = self.steps.iter().rev().take(2);
        let passes = last.filter(|step| matches!(step.change, Change::Move(_, Move::Pass))).count();
        passes == 2 || (scoring == Scoring::Territory && self.counted_lead().is_some())
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
            players: [None, None],
            result: None,
            territory: [Wide::EMPTY; 2],
            steps: Vec::new(),
            warnings: Vec::new(),
        };
        let mut komi = None;
        let mut from_fox = false;
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
                Prop::KM(written) => komi = Some((*written, property.offset)),
                Prop::AP((program, _)) => from_fox = is_fox(&program.text),
                Prop::Invalid(name, values) if name == "AP" => {
                    from_fox = values.iter().any(|program| is_fox(program));
                }
                Prop::HA(stones) => game.handicap = u32::try_from(*stones).unwrap_or(0),
                Prop::GN(text) => game.name = Some(text.text.clone()),
                Prop::PB(text) => game.players[0] = Some(text.text.clone()),
                Prop::PW(text) => game.players[1] = Some(text.text.clone()),
                Prop::RE(text) => game.result = Some(text.text.clone()),
                _ => {}
            }
        }
        if let Some((written, offset)) = komi {
            game.read_komi(written, from_fox, offset);
        }
        Ok(game)
    }

    /// Komi in points. Some servers write hundredths of points (Fox: `KM[650]`), some count komi in
    /// stones as Chinese rules may (`KM[375]`, `KM[3.75]` for 7.5 points).
    fn read_komi(&mut self, written: f64, from_fox: bool, offset: usize) {
        let hundredths = written.abs() >= 100.0 || (from_fox && written.abs() >= 25.0);
        let points = if hundredths { written / 100.0 } else { written };
        let in_stones = (points * 4.0).rem_euclid(2.0) == 1.0;
        let points = if in_stones { points * 2.0 } else { points };
        let beyond = points.abs() > self.size.area() as f64;
        self.komi = HalfPoints::from_f64(points).filter(|_| !beyond);
        let warning = match self.komi {
            None => SgfErrorKind::NoKomi { written },
            Some(komi) if komi.to_f64() != written => SgfErrorKind::Komi { written, komi },
            Some(_) => return,
        };
        self.warnings.push(warning.at(offset));
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

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        self.steps.iter().filter_map(|step| match step.change {
            Change::Move(color, mv) => Some((color, mv)),
            Change::Edit { .. } => None,
        })
    }

    /// These rules with the komi of the file, if it has one, and what White gets for handicap
    /// stones.
    #[must_use]
    pub fn with_komi(&self, rules: Rules) -> Rules {
        let komi = self.komi.unwrap_or(rules.komi);
        let HalfPoints(compensation) = rules.handicap_compensation(self.handicap);
        rules.with_komi(HalfPoints(komi.0 + compensation))
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
    /// Illegal moves are executed, as SGF has it [sgf-ff4]: [`SgfGame::illegal_moves`] tells them.
    ///
    /// # Errors
    /// When stones that are set up have no liberty; the error names the place.
    pub fn position(&self, steps: usize) -> Result<Setup, SgfError> {
        self.replay(steps, |_| (), |_, _| ())
    }

    /// The positions after each step, as [`SgfGame::position`] has them, of a longer game the last
    /// `most`.
    ///
    /// # Errors
    /// As [`SgfGame::position`].
    pub fn positions(&self, most: usize) -> Result<Vec<Setup>, SgfError> {
        let first = self.steps.len().saturating_sub(most);
        let mut found = Vec::new();
        let keep = |step: usize, board: &AnyBoard| {
            if step >= first {
                found.push(board.setup());
            }
        };
        self.replay(self.steps.len(), |_| (), keep)?;
        Ok(found)
    }

    /// The moves of the main line that are illegal by simple ko (giving up several stones is
    /// accepted, as rules differ), with their places.
    #[must_use]
    pub fn illegal_moves(&self) -> Vec<SgfError> {
        let mut found = Vec::new();
        // Stones without a liberty are told by whoever wants the position.
        let _ = self.replay(self.steps.len(), |illegal| found.push(illegal), |_, _| ());
        found
    }

    /// Tells illegal moves, and each step's number and board.
    fn replay(
        &self,
        steps: usize,
        mut tell: impl FnMut(SgfError),
        mut seen: impl FnMut(usize, &AnyBoard),
    ) -> Result<Setup, SgfError> {
        let mut empty = Setup::empty(self.size);
        if self.handicap >= 2 {
            empty.to_move = Color::White;
        }
        let mut board: AnyBoard =
            empty.board(Suicide::MultiStone).map_err(|e| SgfErrorKind::from(e).at(0))?;
        for (number, step) in self.steps.iter().take(steps).enumerate() {
            apply(&mut board, step, &mut tell)?;
            seen(number, &board);
        }
        Ok(board.setup())
    }
}

fn apply(
    board: &mut AnyBoard,
    step: &Step,
    tell: &mut impl FnMut(SgfError),
) -> Result<(), SgfError> {
    match step.change {
        Change::Move(color, mv) => {
            board.set_to_move(color);
            if let Err(reason) = board.play_move(mv) {
                let vertex = board.size().move_name(mv);
                tell(SgfErrorKind::Move { color, vertex, reason }.at(step.offset));
                execute(board, color, mv).map_err(|e| SgfErrorKind::from(e).at(step.offset))?;
            }
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

/// Plays an illegal move as SGF has it: a ko is retaken, a stone on the point gives way, and a stone
/// without a liberty is taken off again.
fn execute(board: &mut AnyBoard, color: Color, mv: Move) -> Result<(), SetupError> {
    let mut setup = board.setup();
    let point = mv.point().map_or(Wide::EMPTY, Wide::single);
    setup.ko = None;
    setup.black = setup.black.minus(point);
    setup.white = setup.white.minus(point);
    *board = setup.with_to_move(color).board(board.suicide())?;
    if board.play_move(mv).is_err() {
        board.set_to_move(color.opponent());
    }
    Ok(())
}

/// Fox (foxwq.com) writes komi in hundredths.
fn is_fox(program: &str) -> bool {
    program.to_ascii_lowercase().starts_with("foxwq")
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
