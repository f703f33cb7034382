//! Positions and features as bytes that numpy reads.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use zenpuku_shogi::{Color, Position};
use zenpuku_shogi_eval::nnue::{FeatureSet, MAX_ACTIVE};

use crate::errors::{PositionError, told};
use crate::features::feature_set;
use crate::position::{PyPosition, unpacked};

/// Bytes of a packed position.
const PACKED: usize = 32;

/// Positions as PackedSfen, 32 bytes each.
#[pyfunction]
pub(crate) fn pack<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, PyPosition>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut bytes = Vec::with_capacity(PACKED * positions.len());
    for position in &positions {
        let packed = position.borrow_mut().now().to_packed();
        bytes.extend(packed.map_err(|error| told::<PositionError>(&error))?);
    }
    Ok(PyBytes::new(py, &bytes))
}

fn chunks(packed: &[u8]) -> PyResult<impl Iterator<Item = PyResult<Position>>> {
    if !packed.len().is_multiple_of(PACKED) {
        let text = format!("{} bytes are not a multiple of {PACKED}", packed.len());
        return Err(PyValueError::new_err(text));
    }
    Ok(packed.chunks_exact(PACKED).map(|bytes| unpacked(bytes, 1)))
}

/// The positions of packed bytes.
#[pyfunction]
pub(crate) fn unpack(packed: &[u8]) -> PyResult<Vec<PyPosition>> {
    chunks(packed)?.map(|position| position.map(PyPosition::from)).collect()
}

/// The network's features that are on in packed positions: for each position the side to move's
/// view, then the other side's, each a row of 32-bit integers of `MAX_ACTIVE` numbers, -1 where
/// there are fewer. `kind` is `HalfKP` or `K-P`. Returns the bytes, numbers a row, and how many
/// different features there are.
#[pyfunction]
#[pyo3(signature = (packed, kind = "HalfKP"))]
pub(crate) fn features<'py>(
    py: Python<'py>,
    packed: &[u8],
    kind: &str,
) -> PyResult<(Bound<'py, PyBytes>, usize, usize)> {
    let set = feature_set(kind)?;
    let mut bytes = Vec::new();
    for position in chunks(packed)? {
        let position = position?;
        let us = position.side_to_move();
        for view in [us, us.flip()] {
            row(set, &position, view, &mut bytes);
        }
    }
    Ok((PyBytes::new(py, &bytes), MAX_ACTIVE, set.dimensions()))
}

fn row(set: FeatureSet, position: &Position, view: Color, bytes: &mut Vec<u8>) {
    let active = set.active(position, view);
    let numbers = active.iter().map(|&number| number.cast_signed());
    let padded = numbers.chain(core::iter::repeat(-1)).take(MAX_ACTIVE);
    padded.for_each(|number| bytes.extend(number.to_ne_bytes()));
}
