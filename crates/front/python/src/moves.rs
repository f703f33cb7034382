//! Moves as Python objects.

use std::sync::{LazyLock, Mutex, MutexGuard};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use zenpuku_shogi::{Move, Piece, Position, Square};
use zenpuku_shogi_record::kif_text;

use crate::errors::{IllegalMoveError, PositionError, told};

/// A move: `str(move)` is its USI notation, `7g7f`, `8h2b+`, `P*5e`. Equal to the same move and
/// to its USI text. Does not check legality.
#[pyclass(frozen, name = "Move", module = "zenpuku")]
pub(crate) struct PyMove(pub(crate) Move);

#[pymethods]
impl PyMove {
    /// USI notation.
    #[getter]
    fn usi(&self) -> String {
        self.0.to_string()
    }

    /// Square left, `7g`; None for a drop.
    #[getter(from_square)]
    fn origin(&self) -> Option<String> {
        self.0.from().map(|square| square.to_string())
    }

    /// Target square, `7f`.
    #[getter]
    fn to_square(&self) -> String {
        self.0.to().to_string()
    }

    /// Letter of the dropped piece, `P`; None for a move on the board.
    #[getter]
    fn dropped(&self) -> Option<String> {
        let usi = self.0.to_string();
        usi.split_once('*').map(|(letter, _)| letter.to_owned())
    }

    /// Does the piece promote?
    #[getter]
    fn promotes(&self) -> bool {
        self.0.is_promotion()
    }

    /// KIF notation, `７六歩(77)`; `last` is the target square of the move before, for `同`.
    #[pyo3(signature = (last = None))]
    fn kif(&self, last: Option<&str>) -> PyResult<String> {
        Ok(kif_text(self.0, last.map(square).transpose()?))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        if let Ok(other) = other.cast::<Self>() {
            return same(self.0, other.get().0);
        }
        other.cast::<PyString>().is_ok_and(|text| text == self.0.to_string().as_str())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String, i8))> {
        let (mv, rebuild) = (slf.get().0, slf.py().import("zenpuku._zenpuku")?.getattr("_move")?);
        Ok((rebuild.unbind(), (mv.to_string(), mv.piece_after().raw())))
    }

    /// That of the text, to which it is equal.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.0.to_string()).hash()
    }
}

/// A pickled move: USI text, and the piece on its target square.
#[pyfunction(name = "_move")]
pub(crate) fn rebuilt(py: Python<'_>, usi: &str, piece: i8) -> PyResult<Py<PyMove>> {
    let piece = Piece::new(piece);
    if !piece.is_valid() || piece.is_empty() {
        return Err(told::<PositionError>(&"this is not a pickled move"));
    }
    let part = |range| usi.get(range).unwrap_or_default();
    let to = square(part(2..4))?;
    let mv = if part(1..2) == "*" {
        Move::drop(piece.piece_type(), to, piece.color())
    } else {
        let promotes = usi.ends_with('+');
        let before = if promotes { piece.demote() } else { piece };
        Move::board(square(part(0..2))?, to, before, promotes)
    };
    object(py, mv)
}

fn same(one: Move, other: Move) -> bool {
    one.bits() == other.bits() && one.is_normal() == other.is_normal()
}

/// Python objects of moves: a few thousand moves make up all games, and an object that is there
/// need not be made.
struct Cache(Box<[Option<Py<PyMove>>]>);

/// Places of the cache, a power of two.
const PLACES: usize = 1 << 17;

static CACHE: LazyLock<Mutex<Cache>> =
    LazyLock::new(|| Mutex::new(Cache(core::iter::repeat_with(|| None).take(PLACES).collect())));

impl Cache {
    #[inline]
    fn get<'py>(&mut self, py: Python<'py>, mv: Move) -> PyResult<Bound<'py, PyMove>> {
        let slot = &mut self.0[place(mv)];
        match slot {
            Some(known) if known.get().0 == mv => Ok(known.bind(py).clone()),
            _ => {
                let made = Bound::new(py, PyMove(mv))?;
                *slot = Some(made.clone().unbind());
                Ok(made)
            }
        }
    }
}

/// Where a move is kept. Moves of different pieces between the same squares lie apart: they are
/// equal in their bits.
#[inline]
fn place(mv: Move) -> usize {
    let piece = mv.piece_after().to_index();
    (usize::from(mv.bits()) ^ (piece * 0x2545)) % PLACES
}

/// Makes objects of moves. Without the cache while another thread uses it, or this one further up.
struct Objects(Option<MutexGuard<'static, Cache>>);

impl Objects {
    fn new() -> Self {
        Self(CACHE.try_lock().ok())
    }

    #[inline]
    fn get<'py>(&mut self, py: Python<'py>, mv: Move) -> PyResult<Bound<'py, PyMove>> {
        match &mut self.0 {
            Some(cache) => cache.get(py, mv),
            None => Bound::new(py, PyMove(mv)),
        }
    }
}

/// A move as an object.
pub(crate) fn object(py: Python<'_>, mv: Move) -> PyResult<Py<PyMove>> {
    Objects::new().get(py, mv).map(Bound::unbind)
}

/// Moves as objects.
pub(crate) fn objects(py: Python<'_>, moves: &[Move]) -> PyResult<Vec<Py<PyMove>>> {
    let mut objects = Objects::new();
    moves.iter().map(|&mv| objects.get(py, mv).map(Bound::unbind)).collect()
}

/// Moves as a list of objects.
pub(crate) fn list<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyList>> {
    let (mut objects, mut failed) = (Objects::new(), None);
    // The list is made at its full length, so what fails leaves a None there.
    let items = moves.iter().map(|&mv| match objects.get(py, mv) {
        Ok(object) => object.into_any(),
        Err(error) => {
            failed = Some(error);
            py.None().into_bound(py)
        }
    });
    let list = PyList::new(py, items)?;
    failed.map_or(Ok(list), Err)
}

/// The legal move that an object (a `Move` or USI text) means in `position`.
pub(crate) fn legal(position: &Position, object: &Bound<'_, PyAny>) -> PyResult<Move> {
    if let Ok(mv) = object.cast::<PyMove>() {
        let mv = mv.get().0;
        if position.is_legal(mv) {
            return Ok(mv);
        }
        let broken = position.illegality(mv).map_or_else(String::new, |broken| broken.to_string());
        return Err(IllegalMoveError::new_err(format!("{mv}: {broken}")));
    }
    let Ok(text) = object.extract::<&str>() else {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a Move or its USI text expected, not {kind}")));
    };
    position.read_usi(text).map_err(|broken| IllegalMoveError::new_err(format!("{text}: {broken}")))
}

/// A square from its USI name.
pub(crate) fn square(name: &str) -> PyResult<Square> {
    let found = Square::iter().find(|square| square.to_string() == name);
    found.ok_or_else(|| {
        told::<PositionError>(&format_args!("`{name}` is not a square; expected for example 7f"))
    })
}
