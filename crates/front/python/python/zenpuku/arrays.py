"""Positions as numpy arrays: packed (PackedSfen, 32 bytes), the networks' features, training files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Iterable

from . import _zenpuku
from .frames import needed

if TYPE_CHECKING:
    import numpy
else:
    numpy = needed("numpy")

__all__ = ["HCPE", "PSV", "features", "pack", "read_psv", "unpack"]

#: An entry of a psv file (YaneuraOu's PackedSfenValue); `score` and `result` are those of the side to move.
PSV = numpy.dtype([("sfen", "V32"), ("score", "<i2"), ("move", "<u2"), ("ply", "<u2"), ("result", "i1"), ("pad", "u1")])

#: An entry of an hcpe file (Apery's HuffmanCodedPosAndEval); its position is coded otherwise than in psv files.
HCPE = numpy.dtype([("hcp", "V32"), ("score", "<i2"), ("move", "<u2"), ("result", "i1"), ("pad", "u1")])


def pack(positions: Iterable[_zenpuku.Position]) -> numpy.ndarray:
    """Positions as an array of n rows of 32 bytes."""
    return numpy.frombuffer(_zenpuku.pack(list(positions)), dtype=numpy.uint8).reshape(-1, 32)


def unpack(packed: numpy.ndarray | bytes) -> list[_zenpuku.Position]:
    """The positions of packed rows."""
    return _zenpuku.unpack(_bytes(packed))


def features(packed: numpy.ndarray | bytes, kind: str = "HalfKP") -> numpy.ndarray:
    """The features that are on: an array of n positions, 2 views (side to move first), 40 indices; -1 where there are
    fewer. `kind` is `HalfKP` or `K-P`."""
    data, width, _ = _zenpuku.features(_bytes(packed), kind)
    return numpy.frombuffer(data, dtype=numpy.int32).reshape(-1, 2, width)


def read_psv(path: str | os.PathLike[str]) -> numpy.ndarray:
    """A psv file as an array of `PSV`, mapped into memory; its field `sfen` goes into `unpack` and `features`."""
    # An empty file cannot be mapped.
    return numpy.memmap(path, dtype=PSV, mode="r") if os.path.getsize(path) else numpy.empty(0, PSV)


def _bytes(packed: numpy.ndarray | bytes) -> bytes:
    return packed if isinstance(packed, bytes) else numpy.ascontiguousarray(packed).tobytes()
