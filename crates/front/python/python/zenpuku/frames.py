"""Frames: many records as tables."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from . import _zenpuku

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Paths: TypeAlias = "str | os.PathLike[str] | Iterable[str | os.PathLike[str]]"
Kind: TypeAlias = Literal["pandas", "polars", "arrow", "dict"]

#: Types of columns by name: `int`, `float` or `str`; any value may be missing.
Schema: TypeAlias = Mapping[str, type]

_EXTENSIONS = {".kif", ".kifu", ".ki2", ".ki2u", ".csa", ".jkf", ".sfen", ".usi", ".hcpe", ".psv"}

#: The extra of the package that brings a module.
_EXTRAS = {"pandas": "pandas", "polars": "polars", "pyarrow": "pandas", "numpy": "arrays"}

GAMES: Schema = {
    "file": str, "game": int, "format": str, "black": str, "white": str, "event": str, "date": str, "ending": str,
    "winner": str, "plies": int, "start": str, "moves": str, "warnings": str, "error": str,
}
MOVES: Schema = {
    "file": str, "game": int, "ply": int, "side": str, "usi": str, "kif": str, "seconds": float, "eval_cp": int,
    "comment": str, "sfen": str,
}
ANALYSIS: Schema = {
    "ply": int, "side": str, "usi": str, "kif": str, "sfen": str, "eval_cp": int, "mate": int, "win_rate": float,
    "best": str, "depth": int, "nodes": int, "loss": float, "class": str, "missed_mate": int, "pv": str,
    "reason": str, "reason_ja": str,
}
# Columns that are not values of the analysis itself.
_MADE = ("pv", "reason", "reason_ja")


def needed(name: str) -> Any:
    """Imports a package that an extra brings. Raises `ImportError` with the extra's name where it is missing."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        extra = _EXTRAS[name]
        raise ImportError(f"{name} is not installed: pip install 'zenpuku[{extra}]'", name=name) from None


def frame(columns: dict[str, list], kind: str = "pandas", schema: Schema | None = None) -> Any:
    """Columns as a frame: `pandas`, `polars`, `arrow`, or the `dict` itself. With a `schema` the types of the columns
    do not depend on their values, also where all are missing."""
    types = {name: (schema or {})[name] for name in columns if name in (schema or {})}
    if kind == "dict":
        return columns
    if kind == "pandas":
        pandas = needed("pandas")
        names = {int: "Int64", float: "Float64", str: "string"}
        typed = {name: pandas.array(columns[name], dtype=names[type]) for name, type in types.items()}
        return pandas.DataFrame({**columns, **typed})
    if kind == "polars":
        polars = needed("polars")
        names = {int: polars.Int64, float: polars.Float64, str: polars.String}
        typed = {name: names[type] for name, type in types.items()}
        return polars.DataFrame(columns, schema_overrides=typed, strict=False)
    if kind == "arrow":
        pyarrow = needed("pyarrow")
        names = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
        typed = {name: pyarrow.array(columns[name], names[type]) for name, type in types.items()}
        return pyarrow.table({**columns, **typed})
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


@overload
def games(paths: Paths, kind: Literal["pandas"] = ...) -> pandas.DataFrame: ...
@overload
def games(paths: Paths, kind: Literal["polars"]) -> polars.DataFrame: ...
@overload
def games(paths: Paths, kind: Literal["arrow"]) -> pyarrow.Table: ...
@overload
def games(paths: Paths, kind: Literal["dict"]) -> dict[str, list]: ...
def games(paths: Paths, kind: str = "pandas") -> Any:
    """Reads files and folders of records, one row a game: names, date, ending, winner, plies, start and moves. A file
    that cannot be read is a row with `error`."""
    return frame(_zenpuku.read_games(record_files(paths)), kind, GAMES)


@overload
def moves(paths: Paths, kind: Literal["pandas"] = ..., sfen: bool = ...) -> pandas.DataFrame: ...
@overload
def moves(paths: Paths, kind: Literal["polars"], sfen: bool = ...) -> polars.DataFrame: ...
@overload
def moves(paths: Paths, kind: Literal["arrow"], sfen: bool = ...) -> pyarrow.Table: ...
@overload
def moves(paths: Paths, kind: Literal["dict"], sfen: bool = ...) -> dict[str, list]: ...
def moves(paths: Paths, kind: str = "pandas", sfen: bool = False) -> Any:
    """Reads files and folders of records, one row a move: side, USI and KIF notation, seconds, the value of an engine's
    comment from Black's view, the comment; `sfen=True` adds the position before the move."""
    return frame(_zenpuku.read_moves(record_files(paths), sfen=sfen), kind, MOVES)


def analysis_frame(analysis: dict[str, Any], kind: Kind = "pandas") -> Any:
    """The moves of an analysis (`zenpuku.analyze`) as a frame, values from Black's view; `reason` and `reason_ja` say why
    a mistake is one, where that was proved."""
    moves = analysis["moves"]
    columns = {name: [move[name] for move in moves] for name in ANALYSIS if name not in _MADE}
    columns["pv"] = [" ".join(move["pv"]) for move in moves]
    for name, lang in (("reason", "en"), ("reason_ja", "ja")):
        columns[name] = [" ".join(one["text"][lang] for one in move.get("reasons", [])) or None for move in moves]
    return frame(columns, kind, ANALYSIS)
