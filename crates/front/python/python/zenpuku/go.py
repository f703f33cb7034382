"""Go endgames: exact results, values of regions, status of stones. Sources are SGF files or SGF text."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from .calls import json_command

__all__ = ["solve", "status", "values"]


def _run(what: str, source: str | os.PathLike[str], options: dict[str, Any]) -> dict[str, Any]:
    if not (isinstance(source, str) and source.lstrip().startswith("(")):
        return json_command("go", what, source, **options)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.sgf"
        path.write_text(source, encoding="utf-8")
        return json_command("go", what, path, **options)


def solve(source: str | os.PathLike[str], **options: Any) -> dict[str, Any]:
    """The exact result with either side first, the loss of every move, the regions; the JSON of `zenpuku go solve`.
    Options are its own: `rules="chinese"`, `nodes=`, `time=`, ...

    >>> zenpuku.go.solve("endgame.sgf")["black_first"]["score"]
    """
    return _run("solve", source, options)


def values(source: str | os.PathLike[str], **options: Any) -> dict[str, Any]:
    """The open regions: values as combinatorial games, temperatures, gote and sente."""
    return _run("values", source, options)


def status(source: str | os.PathLike[str], **options: Any) -> dict[str, Any]:
    """Living, dead and seki groups, territory, and the score."""
    return _run("status", source, options)
