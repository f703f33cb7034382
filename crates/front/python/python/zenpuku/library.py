"""The library of games that the app keeps, read as a table."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any

from ._zenpuku import ZenpukuError
from .frames import frame

_COLUMNS = {
    "id": int, "black": str, "white": str, "event": str, "date": str, "result": str, "plies": int, "start": str,
    "moves": str, "file": str,
}


def rows(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The games of a library, by number: names, date, ending, start as SFEN, moves in USI. The app may be running; nothing
    is written. Raises `ZenpukuError` if there is no library."""
    path = Path(path)
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as library:
            found = library.execute(f"SELECT {', '.join(_COLUMNS)} FROM games ORDER BY id").fetchall()
    except sqlite3.Error as error:
        raise ZenpukuError(f"{path}: no library of games ({error})") from None
    return [dict(zip(_COLUMNS, row)) for row in found]


def library(path: str | os.PathLike[str], kind: str = "pandas") -> Any:
    """The app's library (the file `zenpuku.db` in its data folder), one row a game."""
    games = rows(path)
    return frame({name: [game[name] for game in games] for name in _COLUMNS}, kind, _COLUMNS)
