//! Positions with their history.

use std::collections::HashMap;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use zenpuku_analysis::{Picture, castles};
use zenpuku_shogi::{
    Color, HandPiece, MAX_PLY, Move, MoveList, Position, RepetitionState, RuleViolation, Setup,
    SetupRules, Square,
};
use zenpuku_shogi_goals::explain;
use zenpuku_shogi_record::{position_from_hcp, position_to_hcp};

use crate::errors::{IllegalMoveError, PositionError, told, word};
use crate::features::feature_set;
use crate::moves::{PyMove, legal, list, object, objects};

/// SFEN, moves and whether a king is absent, from which a pickled position is made again.
type Pickled = (String, Vec<String>, bool);

/// A shogi position and the moves that led to it.
///
/// `Position()` is the even start position, `Position(sfen)` any other; `sfen` may also be a board of
/// cshogi, python-shogi or rsshogi, or any object with its SFEN. With `problem=True` the side to move
/// may have no king, as in mate problems. Moves are `Move` objects or USI text. A position can be the
/// key of a dict as long as no move is played on it.
///
/// >>> position = zenpuku.Position()
/// >>> position.do_move("7g7f")
/// >>> len(position.legal_moves())
/// 30
#[pyclass(name = "Position", module = "zenpuku")]
pub(crate) struct PyPosition {
    board: Box<Position>,
    /// The last move, if it is not on the board yet: it is played when the
    /// position is next used, so that a move that is immediately undone costs
    /// only the check of its legality.
    waiting: Option<Move>,
    played: Vec<Played>,
    list: Box<MoveList>,
}

/// A move with its object, if it was given as one.
struct Played(Move, Option<Py<PyMove>>);

impl From<Position> for PyPosition {
    fn from(board: Position) -> Self {
        let (board, played, list) = (Box::new(board), Vec::new(), Box::default());
        Self { board, waiting: None, played, list }
    }
}

/// `black` or `white`.
pub(crate) fn side_name(color: Color) -> &'static str {
    if color == Color::BLACK { "black" } else { "white" }
}

pub(crate) fn side(name: &str) -> PyResult<Color> {
    word("side", name, &[("black", Color::BLACK), ("white", Color::WHITE)])
}

impl PyPosition {
    /// The position after all moves.
    #[inline]
    pub(crate) fn now(&mut self) -> &mut Position {
        if let Some(mv) = self.waiting.take() {
            self.board.do_move(mv);
        }
        &mut self.board
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Move) {
        self.now().do_move(mv);
        self.played.push(Played(mv, None));
    }

    /// The moves played from the start of this object, oldest first.
    fn line(&self) -> Vec<Move> {
        self.played.iter().map(|&Played(mv, _)| mv).collect()
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (sfen = None, moves = Vec::new(), *, problem = false))]
    fn new(
        sfen: Option<&Bound<'_, PyAny>>,
        moves: Vec<Bound<'_, PyAny>>,
        problem: bool,
    ) -> PyResult<Self> {
        let rules = if problem { SetupRules::Mate } else { SetupRules::Play };
        let sfen = sfen.map(sfen_of).transpose()?;
        let inner = match sfen.as_deref() {
            None | Some("startpos") => Ok(Position::startpos()),
            Some(sfen) => Setup::from_sfen(sfen).and_then(|setup| setup.position(rules)),
        };
        let inner = inner.map_err(|error| told::<PositionError>(&format_args!("SFEN: {error}")))?;
        let mut position = Self::from(inner);
        moves.iter().try_for_each(|mv| position.do_move(mv))?;
        Ok(position)
    }

    /// From 32 bytes of PackedSfen, as in psv files.
    #[staticmethod]
    #[pyo3(signature = (packed, ply = 1))]
    fn from_packed(packed: &[u8], ply: u16) -> PyResult<Self> {
        let position = unpacked(packed, ply)?;
        // Other bytes may be read as a position, but no position is written as them.
        let same = position.to_packed().is_ok_and(|bytes| bytes == packed);
        if same {
            Ok(position.into())
        } else {
            Err(told::<PositionError>(&"this is not a PackedSfen"))
        }
    }

    /// From 32 bytes of HuffmanCodedPos, as in hcpe files and in cshogi.
    #[staticmethod]
    fn from_hcp(hcp: &[u8]) -> PyResult<Self> {
        let bytes = hcp.try_into().map_err(|_| wrong_length(hcp))?;
        let position = position_from_hcp(bytes);
        let same =
            |position: &Position| position_to_hcp(position).is_some_and(|again| again == hcp);
        match position {
            Ok(position) if same(&position) => Ok(position.into()),
            Ok(_) => Err(told::<PositionError>(&"this is not a HuffmanCodedPos")),
            Err(error) => Err(told::<PositionError>(&error)),
        }
    }

    /// The position as SFEN, with its ply.
    #[getter]
    fn sfen(&mut self) -> String {
        self.now().to_sfen()
    }

    /// Side to move: `black` or `white`.
    #[getter]
    fn side(&mut self) -> &'static str {
        side_name(self.now().side_to_move())
    }

    /// Number of the next move, 1 at the start of a game.
    #[getter]
    fn ply(&mut self) -> u16 {
        self.now().ply()
    }

    /// Hash of board, hands and side to move.
    #[getter]
    fn key(&mut self) -> u64 {
        self.now().key()
    }

    /// The moves played from the start of this object, oldest first.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Py<PyMove>>> {
        objects(py, &self.line())
    }

    /// The last move, or None.
    #[getter]
    fn last_move(&self, py: Python<'_>) -> PyResult<Option<Py<PyMove>>> {
        self.played.last().map(|&Played(mv, _)| object(py, mv)).transpose()
    }

    /// All legal moves.
    fn legal_moves<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.now();
        self.board.legal_moves(&mut self.list);
        list(py, &self.list)
    }

    /// Is the move (a `Move` or USI text) legal here?
    fn is_legal(&mut self, mv: &Bound<'_, PyAny>) -> bool {
        legal(self.now(), mv).is_ok()
    }

    /// The move that USI text means here. Raises `IllegalMoveError` with the rule broken.
    fn move_from_usi(&mut self, py: Python<'_>, usi: &Bound<'_, PyAny>) -> PyResult<Py<PyMove>> {
        object(py, legal(self.now(), usi)?)
    }

    /// Plays a legal move. Raises `IllegalMoveError` with the broken rule; the
    /// position is then unchanged.
    fn do_move(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        let object = mv.cast::<PyMove>().ok();
        let position = self.now();
        let mv = legal(position, mv)?;
        if position.ply() >= MAX_PLY {
            return Err(told::<IllegalMoveError>(&RuleViolation::PlyLimit));
        }
        self.waiting = Some(mv);
        self.played.push(Played(mv, object.map(|object| object.clone().unbind())));
        Ok(())
    }

    /// Takes back the last move and returns it. Raises `IllegalMoveError` when there is none.
    fn undo_move(&mut self, py: Python<'_>) -> PyResult<Py<PyMove>> {
        let none = || IllegalMoveError::new_err("there is no move to take back");
        let Played(mv, known) = self.played.pop().ok_or_else(none)?;
        if self.waiting.take().is_none() {
            self.board.undo_move(mv);
        }
        known.map_or_else(|| object(py, mv), Ok)
    }

    /// Is the side to move in check?
    #[getter]
    fn in_check(&mut self) -> bool {
        self.now().in_check()
    }

    /// Has the side to move lost, because it has no legal move?
    #[getter]
    fn is_mated(&mut self) -> bool {
        self.now().is_mated()
    }

    /// The fourth occurrence of this position: None, `draw`, or by continuous check `win` or
    /// `lose` for the side to move.
    #[getter]
    fn repetition(&mut self) -> Option<&'static str> {
        match self.now().game_repetition() {
            RepetitionState::Draw => Some("draw"),
            RepetitionState::Win => Some("win"),
            RepetitionState::Lose => Some("lose"),
            _ => None,
        }
    }

    /// May the side to move win by declaration (27 points)?
    #[getter]
    fn can_declare(&mut self) -> bool {
        self.now().declaration_move().is_some()
    }

    /// Does a legal move give check?
    fn gives_check(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        let position = self.now();
        Ok(position.gives_check(legal(position, mv)?))
    }

    /// The pieces on the board by square in SFEN's letters: `{"7g": "P", "2b": "b", ...}`.
    #[getter]
    fn pieces(&mut self) -> HashMap<String, String> {
        let position = self.now();
        let occupied = position.occupied();
        let squares = Square::iter().filter(|&square| occupied.test(square));
        squares.map(|square| (square.to_string(), position.piece_on(square).to_string())).collect()
    }

    /// Pieces in the hand of `black` or `white`: `{"P": 2}`.
    fn hand(&mut self, color: &str) -> PyResult<HashMap<String, u32>> {
        let color = side(color)?;
        let hand = self.now().hand(color);
        let held = HandPiece::iter().map(|kind| {
            let letter = kind.to_piece_type().to_string().to_uppercase();
            (letter, hand.count(kind))
        });
        Ok(held.filter(|&(_, count)| count > 0).collect())
    }

    /// Castles of both sides on the board, as `☗矢倉`.
    #[getter]
    fn castles(&mut self) -> Vec<String> {
        castles(self.now())
    }

    /// The castle that a side is building and how complete it is, or None.
    fn castle(&mut self, py: Python<'_>, color: &str) -> PyResult<Option<Py<PyAny>>> {
        let view = explain::building(self.now(), side(color)?);
        view.map(|view| crate::json::to_python(py, &view)).transpose()
    }

    /// 32 bytes of PackedSfen, without ply and history.
    fn packed<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let packed = self.now().to_packed();
        Ok(PyBytes::new(py, &packed.map_err(|error| told::<PositionError>(&error))?))
    }

    /// The network's features that are on, as two lists of numbers: the view of the side to move, then that of the
    /// other side. `kind` is `HalfKP` or `K-P`.
    #[pyo3(signature = (kind = "HalfKP"))]
    fn features(&mut self, kind: &str) -> PyResult<(Vec<u32>, Vec<u32>)> {
        let set = feature_set(kind)?;
        let position = self.now();
        let us = position.side_to_move();
        let active = |view| set.active(position, view).iter().copied().collect();
        Ok((active(us), active(us.flip())))
    }

    /// The board from the other side: turned by 180 degrees, colours swapped.
    fn flipped(&mut self) -> Self {
        self.now().flipped().into()
    }

    /// A copy with the history.
    fn copy(&mut self) -> Self {
        let played = self.played.iter().map(|&Played(mv, _)| Played(mv, None)).collect();
        Self { played, ..self.now().clone().into() }
    }

    fn __copy__(&mut self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&mut self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// The position as an SVG picture; the last move is marked.
    pub(crate) fn svg(&mut self) -> String {
        let last = self.played.last().map(|&Played(mv, _)| mv);
        Picture::of(self.now()).last_move(last).svg()
    }

    fn _repr_svg_(&mut self) -> String {
        self.svg()
    }

    fn __str__(&mut self) -> String {
        self.now().setup().pretty()
    }

    fn __repr__(&mut self) -> String {
        format!("Position('{}')", self.now().to_sfen())
    }

    /// Same board, hands, side to move and ply; the history does not count.
    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, Self>) -> bool {
        // One after the other: they may be the same object.
        let setup = slf.borrow_mut().now().setup();
        setup == other.borrow_mut().now().setup()
    }

    /// That of board, hands and side to move; it changes with every move played.
    fn __hash__(&mut self) -> u64 {
        self.now().key()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Pickled)> {
        let mut this = slf.borrow_mut();
        let mut start = this.now().clone();
        let line = this.line();
        line.iter().rev().for_each(|&mv| start.undo_move(mv));
        let moves = line.iter().map(ToString::to_string).collect();
        let kings = Color::BLACK;
        let problem = start.king(kings).is_none() || start.king(kings.flip()).is_none();
        let rebuild = slf.py().import("zenpuku")?.getattr("_position")?;
        Ok((rebuild.unbind(), (start.to_sfen(), moves, problem)))
    }
}

fn wrong_length(packed: &[u8]) -> PyErr {
    told::<PositionError>(&format_args!("32 bytes expected, not {}", packed.len()))
}

/// The SFEN of a text, of our own position or of a board of another package: what its `sfen` or
/// `to_sfen` is, or returns.
fn sfen_of(source: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = source.extract::<String>() {
        return Ok(text);
    }
    for name in ["sfen", "to_sfen"] {
        let Ok(found) = source.getattr(name) else { continue };
        let found = if found.is_callable() { found.call0()? } else { found };
        if let Ok(text) = found.extract::<String>() {
            return Ok(text);
        }
    }
    let kind = source.get_type().name()?;
    Err(PyTypeError::new_err(format!("sfen: text or a board with its SFEN expected, not {kind}")))
}

/// A snapshot of a position: later moves on the object do not change it.
pub(crate) fn taken(position: &Bound<'_, PyPosition>) -> Position {
    position.borrow_mut().now().clone()
}

/// A position for play from 32 bytes.
pub(crate) fn unpacked(packed: &[u8], ply: u16) -> PyResult<Position> {
    let bytes: &[u8; 32] = packed.try_into().map_err(|_| wrong_length(packed))?;
    let setup = Setup::from_packed(bytes, ply);
    let position = setup.and_then(|setup| setup.position(SetupRules::Play));
    position.map_err(|error| told::<PositionError>(&error))
}
