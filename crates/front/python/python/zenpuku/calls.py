"""Commands of the command line as functions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ._zenpuku import Position, command
from .frames import frame


def arguments(options: dict[str, Any]) -> list[str]:
    """Keywords as arguments: `nodes=10` is `--nodes 10`, `quick=True` is `--quick`, a list repeats the option, a dict
    gives NAME=VALUE; None and False leave it out."""
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, dict):
            for key, inner in value.items():
                inner = str(inner).lower() if isinstance(inner, bool) else inner
                words += [option, f"{key}={inner}"]
        elif isinstance(value, (list, tuple)):
            for inner in value:
                words += [option, str(inner)]
        else:
            words += [option, str(value)]
    return words


def json_command(*words: Any, failed_ok: bool = False, **options: Any) -> Any:
    """Runs a command with `--json` and returns what it prints: an object, or a list of them for many lines.

    >>> zenpuku.json_command("perft", depth=3)["nodes"]
    25470
    """
    called = [str(word) for word in words] + arguments(options) + ["--json"]
    output, _ = command(*called, failed_ok=failed_ok)
    lines = [json.loads(line) for line in output.decode().splitlines() if line]
    return lines[0] if len(lines) == 1 else lines


def perft(depth: int, sfen: str | None = None, threads: int = 1) -> int:
    """Leaves of the move tree at `depth` plies."""
    return json_command("perft", depth=depth, sfen=sfen, threads=threads)["nodes"]


def explain(position: Any, move: Any = None, *, nodes: int = 100_000, **options: Any) -> dict[str, Any]:
    """Why a move is worse than the best one, or the best one best, as `zenpuku explain`: `reasons` has each proved claim
    with its sentences (`text`, English and Japanese) and its line. Positions are objects with `sfen`, or SFEN.

    >>> zenpuku.explain("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1")["reasons"][0]["text"]["ja"]
    """
    sfen = position.sfen if isinstance(position, Position) else Position(position).sfen
    words = [sfen] if move is None else [sfen, move]
    return json_command("explain", *words, nodes=nodes, **options)


def match(a: str = "", b: str = "", **options: Any) -> dict[str, Any]:
    """Plays two engines against each other, as `zenpuku match`; options are its own, as keywords.

    >>> zenpuku.match(a="Profile=default", b="Profile=foundation", nodes=2000, games=20)["elo"]
    """
    return json_command("match", a=a, b=b, **options)


def tournament(players: list[str], **options: Any) -> dict[str, Any]:
    """Plays a tournament of three or more, as `zenpuku match --player`; each player is `NAME: OPTIONS` or
    `NAME: PROGRAM | OPTIONS`."""
    return json_command("match", player=list(players), **options)


@dataclass(frozen=True)
class Findings:
    """The findings of an experiment: the JSON of `zenpuku lab NAME --json`."""

    report: dict[str, Any]

    @property
    def checks(self) -> list[dict[str, Any]]:
        """The facts that must come out exactly."""
        return self.report["checks"]

    @property
    def titles(self) -> list[str]:
        """Titles of our tables."""
        return [table["title"] for table in self.report["ours"]]

    def table(self, which: int | str = 0, paper: bool = False, kind: str = "pandas") -> Any:
        """One of our tables (or of the paper's) by number or title as a frame, intervals as their own columns."""
        tables = self.report["paper" if paper else "ours"]
        if isinstance(which, str):
            tables, which = [table for table in tables if table["title"] == which], 0
        table = tables[which]
        columns = {name: [row[name] for row in table["rows"]] for name in table["columns"]}
        return frame(columns, kind)


def experiments() -> dict[str, str]:
    """The laboratory's experiments: name and topic."""
    # The options of an experiment are on a separate, indented line.
    lines = (line for line in command("lab", "--list")[0].decode().splitlines() if not line.startswith(" "))
    return {name: text.strip() for name, text in (line.split(maxsplit=1) for line in lines)}


def lab(name: str, **options: Any) -> Findings:
    """Runs an experiment, as `zenpuku lab`; `quick=True` for a smaller run, `out=FOLDER` to be able to resume."""
    output, _ = command("lab", name, *arguments(options), "--json", failed_ok=True)
    return Findings(json.loads(output))
