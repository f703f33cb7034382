"""Frames: many records as tables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Iterable

from . import _zenpuku

Paths = "str | os.PathLike[str] | Iterable[str | os.PathLike[str]]"

_EXTENSIONS = {".kif", ".kifu", ".ki2", ".ki2u", ".csa", ".jkf", ".sfen", ".usi", ".hcpe", ".psv"}


def frame(columns: dict[str, list], kind: str = "pandas") -> Any:
    """Columns as a frame: `pandas`, `polars`, `arrow`, or the `dict` itself."""
    if kind == "dict":
        return columns
    if kind == "pandas":
        import pandas

        return pandas.DataFrame(columns)
    if kind == "polars":
        import polars

        return polars.DataFrame(columns, strict=False)
    if kind == "arrow":
        import pyarrow

        return pyarrow.table(columns)
    raise ValueError(f"kind: one of pandas, polars, arrow, dict expected, not `{kind}`")


def record_files(paths: Paths) -> list[Path]:
    """The files named, and all records in the folders named, in order."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = (file for file in path.rglob("*") if file.suffix.lower() in _EXTENSIONS)
            found += sorted(file for file in inside if ".zenpuku." not in file.name)
        else:
            found.append(path)
    return found


def games(paths: Paths, kind: str = "pandas") -> Any:
    """Reads files and folders of records, one row a game: names, date, ending, winner, plies, start and moves. A file
    that cannot be read is a row with `error`."""
    return frame(_zenpuku.read_games(record_files(paths)), kind)


def moves(paths: Paths, kind: str = "pandas", sfen: bool = False) -> Any:
    """Reads files and folders of records, one row a move: side, USI and KIF notation, seconds, the value of an engine's
    comment from Black's view, the comment; `sfen=True` adds the position before the move."""
    return frame(_zenpuku.read_moves(record_files(paths), sfen=sfen), kind)


_ANALYSIS = ("ply", "side", "usi", "kif", "sfen", "eval_cp", "mate", "win_rate", "best", "depth", "nodes", "loss", "class",
             "missed_mate")


def analysis_frame(analysis: dict[str, Any], kind: str = "pandas") -> Any:
    """The moves of an analysis (`zenpuku.analyze`) as a frame, values from Black's view."""
    columns = {name: [move[name] for move in analysis["moves"]] for name in _ANALYSIS}
    columns["pv"] = [" ".join(move["pv"]) for move in analysis["moves"]]
    return frame(columns, kind)
