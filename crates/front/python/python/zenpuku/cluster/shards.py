"""One shard: from its specification to its file."""

from __future__ import annotations

import functools
import json
import os
import shutil
import socket
import tempfile
from pathlib import Path
from typing import Any, Callable, Iterator

from .. import COMMIT, MateSolver, Position, Record, ZenpukuError, __version__, command
from ..calls import arguments, json_command
from .jobs import NETWORKS, STORED, Shard, digest


class ProgramMismatch(RuntimeError):
    """A worker has another program, or other networks, than the job was planned with."""


@functools.lru_cache(maxsize=None)
def _bench() -> int:
    """A short node signature of search and evaluation."""
    return json_command("bench", depth=3, hash=8)["nodes"]


def program(options: dict[str, Any]) -> dict[str, Any]:
    """What decides results on this machine: version, commit, node signature, checksums of the networks that `options`
    name."""
    named: dict[str, str] = {}
    settings = options.get("set", {})
    settings = settings if isinstance(settings, dict) else dict(text.partition("=")[::2] for text in settings)
    for name in NETWORKS:
        value = settings.get(name)
        if value:
            path = Path(value)
            files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
            for file in files:
                named[f"{name} {file.name}"] = digest(file) if file.is_file() else "missing"
    return {"version": __version__, "commit": COMMIT, "bench": _bench(), "networks": named}


def run_shard(shard: Shard) -> str:
    """Makes the file of a shard, unless it is there, and returns its path. Written aside and renamed: what has the name
    is whole. Raises `ProgramMismatch` on a machine with another program."""
    if shard.path.exists():
        return shard.out
    here = program(shard.options)
    if here != shard.program:
        differing = [f"{key} {here[key]}, not {shard.program[key]}" for key in here if here[key] != shard.program[key]]
        raise ProgramMismatch(f"{socket.gethostname()}: {'; '.join(differing)}")
    shard.path.parent.mkdir(parents=True, exist_ok=True)
    aside = shard.path.with_name(f"{_aside(shard)}.{socket.gethostname()}.{os.getpid()}")
    try:
        if shard.kind in _FILES:
            _FILES[shard.kind](shard, aside)
        else:
            _write(list(_ROWS[shard.kind](shard)), shard.kind, aside)
        os.replace(aside, shard.path)
    finally:
        aside.unlink(missing_ok=True)
    return shard.out


def _aside(shard: Shard) -> str:
    """How the names begin under which workers write the shard's file before it is whole."""
    return f".{shard.path.name}"


def sweep(shards: list[Shard]) -> None:
    """Removes what workers left behind that were killed while they wrote the shards' files; looks through each folder
    once."""
    begun = {_aside(shard) for shard in shards}
    for left in (left for folder in {shard.path.parent for shard in shards} for left in folder.glob(".*")):
        if ".".join(left.name.split(".")[:3]) not in begun:
            continue
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


def _write(rows: list[dict[str, Any]], kind: str, path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    schema = pyarrow.schema([(name, getattr(pyarrow, type_)()) for name, type_ in _COLUMNS[kind].items()])
    table = pyarrow.Table.from_pylist(rows, schema)
    pyarrow.parquet.write_table(table, path, compression="zstd")


_COLUMNS = {
    "analyze": {
        "file": "string", "game": "int32", "black": "string", "white": "string", "result": "string", "ply": "int32",
        "side": "string", "usi": "string", "sfen": "string", "eval_cp": "int32", "mate": "int32", "win_rate": "float64",
        "best": "string", "pv": "string", "depth": "int32", "nodes": "int64", "loss": "float64", "class": "string",
        "missed_mate": "int32", "error": "string",
    },
    "mate": {
        "file": "string", "line": "int32", "sfen": "string", "result": "string", "plies": "int32", "moves": "string",
        "shortest": "bool_", "verified": "bool_", "nodes": "int64", "error": "string",
    },
    "go": {"file": "string", "command": "string", "json": "string", "error": "string"},
    "match": {
        "pair": "int64", "game": "int32", "opening": "int64", "black": "string", "start": "string", "moves": "string",
        "opening_plies": "int32", "winner": "string", "ending": "string", "detail": "string",
    },
}


def _checked(inputs: tuple[Any, ...]) -> Iterator[Path]:
    """The files of a shard, which must be those of the plan."""
    for name, checksum in inputs:
        path = Path(name)
        if digest(path) != checksum:
            raise ZenpukuError(f"{path}: another file than when the job was planned")
        yield path


def _analyze(shard: Shard) -> Iterator[dict[str, Any]]:
    files = tuple(unit for unit in shard.inputs if len(unit) == 2)
    for path in _checked(files):
        yield from _analysed(path, {"file": path.name}, shard.options)
    for file, *stored in shard.inputs[len(files):]:
        game = dict(zip(STORED, stored))
        named = {"file": file, "game": game["id"], "result": game["result"]}
        try:
            record = Record(Position(game["start"]), game["moves"].split(), black=game["black"], white=game["white"])
        except ZenpukuError as error:
            yield {**named, "error": str(error)}
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{file}.kif"
            record.save(path)
            yield from _analysed(path, named, shard.options)


def _analysed(path: Path, named: dict[str, Any], options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The rows of a file; the fields in `named` are added to all of them."""
    output, messages = command("analyze", path, *arguments(options), "--json", failed_ok=True)
    games = [json.loads(line) for line in output.decode().splitlines()]
    for number, game in enumerate(games, 1):
        of_game = {"game": number, **{key: game[key] for key in ("black", "white", "result")}, **named}
        for move in game["moves"]:
            row = {key: move.get(key) for key in _COLUMNS["analyze"] if key in move}
            yield {**of_game, **row, "pv": " ".join(move["pv"])}
    if not games:
        error = messages.strip().removeprefix("error: ").replace(str(path), path.name)
        yield {**named, "error": error}


def _mate(shard: Shard) -> Iterator[dict[str, Any]]:
    options = dict(shard.options)
    solver = MateSolver(options.pop("hash", 64))
    for file, number, text in shard.inputs:
        row = {"file": file, "line": number}
        try:
            sfen = json.loads(text)["sfen"] if text.startswith("{") else text
            position = Position(sfen, problem=True)
            found = solver.solve(position, **options)
        except (ZenpukuError, KeyError, json.JSONDecodeError) as error:
            yield {**row, "error": str(error)}
            continue
        yield {
            **row, "sfen": position.sfen, "result": found.verdict, "plies": found.plies,
            "moves": " ".join(map(str, found.line)), "shortest": found.shortest, "verified": found.verified,
            "nodes": found.nodes,
        }


def _go(shard: Shard) -> Iterator[dict[str, Any]]:
    options = dict(shard.options)
    what = options.pop("command", "solve")
    if what != "values":
        # A clock would cut short more on a slower machine.
        options["untimed"] = True
    for path in _checked(shard.inputs):
        try:
            found = json_command("go", what, path, **options)
        except ZenpukuError as error:
            yield {"file": path.name, "command": what, "error": str(error).replace(str(path), path.name)}
            continue
        # Time and place carry no information about the position.
        found.pop("seconds", None)
        found.pop("file", None)
        yield {"file": path.name, "command": what, "json": json.dumps(found, sort_keys=True)}


def _match(shard: Shard) -> Iterator[dict[str, Any]]:
    first, end, seed = shard.inputs
    options = {key: value for key, value in shard.options.items() if key not in {"shard_size", "total"}}
    with tempfile.TemporaryDirectory() as folder:
        save = Path(folder) / "games.jsonl"
        json_command("match", save=save, games=2 * (end - first), first_pair=first, seed=seed, **options)
        lines = save.read_text(encoding="utf-8").splitlines()[1:]
    pairs = sorted((json.loads(line) for line in lines), key=lambda pair: pair["pair"])
    for pair in pairs:
        for number, game in enumerate(pair["games"]):
            yield {
                "pair": pair["pair"], "game": number, "opening": pair["opening"], "black": "ab"[number],
                "start": game["start"], "moves": " ".join(game["moves"]), "opening_plies": game["opening_plies"],
                "winner": game["winner"], "ending": game["ending"], "detail": game.get("detail"),
            }


_ROWS: dict[str, Callable[[Shard], Iterator[dict[str, Any]]]] = {
    "analyze": _analyze, "mate": _mate, "go": _go, "match": _match,
}


def _selfplay(shard: Shard, aside: Path) -> None:
    """The same file as `zenpuku learn selfplay` on one machine makes."""
    options = dict(shard.options)
    size, total = options.pop("shard_size"), options.pop("total")
    with tempfile.TemporaryDirectory(dir=shard.path.parent, prefix=f"{_aside(shard)}.") as folder:
        words = arguments({**options, "shard": size, "games": total, "seed": shard.inputs[2]})
        command("learn", "selfplay", "--out", folder, "--only-shard", str(shard.number), *words)
        # The plan is the same for all shards; with it the folder is one of `zenpuku learn`.
        os.replace(Path(folder) / "selfplay.json", shard.path.parent / "selfplay.json")
        os.replace(Path(folder) / shard.path.name, aside)


def _relabel(shard: Shard, aside: Path) -> None:
    """The same file as `zenpuku learn relabel` makes of all files on one machine."""
    (source,) = _checked(shard.inputs)
    with tempfile.TemporaryDirectory(dir=shard.path.parent, prefix=f"{_aside(shard)}.") as folder:
        command("learn", "relabel", source, "--out", folder, "--first", str(shard.number), *arguments(shard.options))
        os.replace(Path(folder) / shard.path.name, aside)


def _probcut(shard: Shard, aside: Path) -> None:
    """The values of a share of the positions, as `zenpuku learn probcut` keeps them."""
    share, games, files = shard.inputs
    for _ in _checked(files):
        pass
    with tempfile.TemporaryDirectory(dir=shard.path.parent, prefix=f"{_aside(shard)}.") as folder:
        command("learn", "probcut", "--games", *games, "--out", folder, "--share", share, *arguments(shard.options))
        os.replace(Path(folder) / "values.jsonl", aside)


def fit(games: list[Path], options: dict[str, Any], shards: list[Path], folder: Path) -> None:
    """Fits ProbCut's parameters to the values in the files of all shards; `folder` is as after `zenpuku learn probcut`
    of all positions on one machine."""
    lines: list[str] = []
    for path in shards:
        first, *values = path.read_text(encoding="utf-8").splitlines()
        lines += values if lines else [first, *values]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "values.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command("learn", "probcut", "--games", *games, "--out", folder, *arguments(options))


def _lab(shard: Shard, aside: Path) -> None:
    """The JSON of `zenpuku lab`, without what differs from run to run."""
    ((name, seed),) = shard.inputs
    output, _ = command("lab", name, *arguments({**shard.options, "seed": seed}), "--json", failed_ok=True)
    report = timeless(json.loads(output))
    aside.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


#: Fields that describe the machine and the time rather than the findings.
_OF_A_RUN = {"seconds", "date", "machine", "cpu", "threads_available", "identity"}


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    """A report of the laboratory without the machine, and without the tables and columns of measured times."""
    kept = {name: value for name, value in report.items() if name not in _OF_A_RUN}
    kept["ours"] = [_without_times(table) for table in report["ours"] if "seconds" not in table["title"]]
    return kept


def _without_times(table: dict[str, Any]) -> dict[str, Any]:
    columns = [name for name in table["columns"] if "seconds" not in name]
    rows = [{name: row[name] for name in columns} for row in table["rows"]]
    return {**table, "columns": columns, "rows": rows}


_FILES: dict[str, Callable[[Shard, Path], None]] = {
    "selfplay": _selfplay, "relabel": _relabel, "probcut": _probcut, "lab": _lab,
}
