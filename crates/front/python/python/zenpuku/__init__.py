"""Zenpuku for Python: shogi positions, records, search, mates, analysis, Go endgames, matches, the laboratory.

>>> import zenpuku
>>> position = zenpuku.Position()
>>> position.do_move("7g7f")
>>> position.sfen
'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2'

Long work runs without the interpreter's lock and is interrupted by Ctrl-C. Errors are `ZenpukuError` and
its kinds, with the words of the command line.
"""

from typing import Any

from . import go
from ._zenpuku import (
    COMMIT,
    STARTPOS,
    Engine,
    EngineError,
    IllegalMoveError,
    Info,
    MateError,
    MateResult,
    MateSolver,
    Move,
    Position,
    PositionError,
    Record,
    RecordError,
    SearchResult,
    UsageError,
    ZenpukuError,
    __version__,
    analyze,
    command,
    loads,
    read,
)
from .calls import Findings, experiments, explain, json_command, lab, match, perft, tournament
from .frames import analysis_frame, frame, games, moves
from .library import library

__all__ = [
    "COMMIT", "STARTPOS", "Engine", "EngineError", "Findings", "IllegalMoveError", "Info", "MateError", "MateResult",
    "MateSolver", "Move", "Position", "PositionError", "Record", "RecordError", "SearchResult", "UsageError",
    "ZenpukuError", "__version__", "analysis_frame", "analyze", "command", "experiments", "explain", "frame",
    "games",    "go", "json_command", "lab", "library", "loads", "match", "mate", "moves", "perft", "read", "tournament",
]


def mate(
    position: Position | str | Any,
    *,
    hash: int = 64,
    nodes: int | None = None,
    time: float | None = None,
    plies: int | None = None,
    strict: bool = False,
) -> MateResult:
    """Searches the shortest mate by the side to move, or proves that there is no mate.

    `position` is a `Position`, SFEN or a board of another package; limits are those of `MateSolver.solve`, which keeps
    its table for many problems.
    """
    if not isinstance(position, Position):
        position = Position(position, problem=True)
    return MateSolver(hash).solve(position, nodes=nodes, time=time, plies=plies, strict=strict)


def _position(sfen: str, moves: list[str], problem: bool) -> Position:
    """A pickled position."""
    return Position(sfen, moves, problem=problem)


def __getattr__(name: str) -> Any:
    # numpy is not needed for anything else.
    if name == "arrays":
        import importlib

        return importlib.import_module(".arrays", __name__)
    raise AttributeError(f"module 'zenpuku' has no attribute '{name}'")
