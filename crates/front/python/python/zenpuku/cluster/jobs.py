"""The contents of a job file, and its shards."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..calls import experiments
from ..frames import record_files
from ..library import rows
from . import machines
from .machines import JobError


@dataclass(frozen=True)
class Kind:
    """What kinds of jobs differ in."""

    #: Suffix of the shards' files.
    suffix: str
    #: Inputs, problems, positions, games or pairs a shard, unless the job file says so.
    size: int
    #: What `[job]` counts instead of files: `games`, `pairs`; empty: the work is in `[inputs]`.
    counts: str = ""
    #: Must a shard be one unit?
    single: bool = False
    #: Must the options limit every search, by nodes or depth?
    limited: bool = False
    #: Options that name a file.
    files: tuple[str, ...] = ()


KINDS = {
    "analyze": Kind(".parquet", 20, limited=True),
    "mate": Kind(".parquet", 100, limited=True),
    "go": Kind(".parquet", 10),
    "match": Kind(".parquet", 20, counts="pairs", limited=True, files=("openings", "set_file")),
    "selfplay": Kind(".zst", 200, counts="games", files=("openings",)),
    "relabel": Kind(".zst", 1, single=True, limited=True),
    "probcut": Kind(".jsonl", 100),
    "lab": Kind(".json", 1, single=True, files=("data", "matches", "positions", "problems", "against")),
}

_KEYS = {
    "job": {"kind", "out", "shard", "games", "pairs", "seed", "seeds"},
    "inputs": {"files", "experiments"},
}

#: Options that measure time: their results differ from run to run.
_TIMED = {"time", "movetime", "byoyomi", "fischer", "b_movetime", "b_byoyomi", "processor_time"}

#: Experiments whose figures are times, or are limited by time.
_TIMED_EXPERIMENTS = {"go-real", "goals-cost"}

#: Positions that `learn probcut` draws by default.
_PROBCUT_POSITIONS = 5000

#: The fields of a library's game that are passed to a shard.
STORED = ("id", "start", "moves", "black", "white", "result")

#: Options of the engine that name files.
NETWORKS = ("EvalFile", "EvalDir", "ClassicFile", "ProbCutFile")


@dataclass(frozen=True)
class Shard:
    """The specification of one shard: everything its result depends on."""

    kind: str
    number: int
    #: The file that it makes.
    out: str
    #: The command's options, as keywords.
    options: dict[str, Any]
    #: Files with their SHA-256, lines of text, or numbers.
    inputs: tuple[Any, ...]
    #: The required program of the workers, see `shards.program`.
    program: dict[str, Any]

    @property
    def path(self) -> Path:
        """The file that it makes."""
        return Path(self.out)


@dataclass(frozen=True)
class Job:
    """A job file, read and checked."""

    kind: str
    out: Path
    #: Inputs, positions, games or pairs a shard.
    size: int
    inputs: list[Path] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    cluster: dict[str, Any] = field(default_factory=dict)
    #: Games of self-play, pairs of a match, or positions of a fit.
    total: int = 0
    seed: int = 1
    #: Experiments with their seeds.
    runs: list[tuple[str, int]] = field(default_factory=list)

    @classmethod
    def load(cls, path: str | Path) -> Job:
        """Reads a job file; names in it are relative to its folder. Raises `JobError`."""
        path = Path(path)
        try:
            text = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise JobError(f"{path}: {error}") from None
        return cls.of(text, path.parent)

    @classmethod
    def of(cls, text: dict[str, Any], folder: Path = Path()) -> Job:
        """A job from the tables of a job file. Raises `JobError`."""
        _check_names(text)
        job, inputs, cluster = (text.get(table, {}) for table in ("job", "inputs", "cluster"))
        name = job.get("kind")
        if name not in KINDS:
            raise JobError(f"[job] kind: one of {', '.join(KINDS)} expected, not {name!r}")
        kind = KINDS[name]
        if "out" not in job:
            raise JobError("[job] out: a folder is expected")
        size, total = _sizes(name, job)
        options = dict(text.get("options", {}))
        _check_options(name, options)
        files = inputs.get("files", [])
        found = [folder / file for file in ([files] if isinstance(files, str) else files)]
        runs = _runs(job, inputs) if name == "lab" else []
        if not kind.counts and not found and not runs:
            raise JobError("[inputs] files: files or folders are expected")
        _resolve(options, kind, folder)
        machines.check(cluster)
        if name == "probcut":
            total = _number(options, "positions", _PROBCUT_POSITIONS, "options")
        out = (folder / job["out"]).resolve()
        return cls(name, out, size, found, options, dict(cluster), total, job.get("seed", 1), runs)

    def shards(self, program: dict[str, Any]) -> list[Shard]:
        """All shards of the job, in order; `program` is what their workers must run."""
        units = self._units()
        count = len(units) if units is not None else self.total
        shards = []
        for number, first in enumerate(range(0, count, self.size)):
            end = min(first + self.size, count)
            inputs = tuple(units[first:end]) if units is not None else (first, end, self.seed)
            options = {**self.options, "shard_size": self.size, "total": count} if units is None else self.options
            out = self.out / "data" / self._file(number)
            shards.append(Shard(self.kind, number, str(out), options, inputs, program))
        if self.kind == "probcut":
            # Folders of self-play are read as such: the last file of one may be unfinished.
            games = tuple(str(path.resolve()) for path in self.inputs)
            files = tuple(self._digests(self.files()))
            shards = [
                replace(shard, options=self.options, inputs=(f"{shard.number}/{len(shards)}", games, files))
                for shard in shards
            ]
        return shards

    def _file(self, number: int) -> str:
        suffix = KINDS[self.kind].suffix
        if self.kind == "lab":
            name, seed = self.runs[number]
            return f"{name}-seed-{seed}{suffix}"
        return f"{'games' if suffix == '.zst' else 'part'}-{number:06}{suffix}"

    def _units(self) -> list[Any] | None:
        """The items to distribute; None if they are numbers."""
        if self.kind == "lab":
            return list(self.runs)
        if self.kind == "analyze":
            return self._digests(self.files()) + self._stored()
        if self.kind in {"go", "relabel"}:
            return self._digests(self.files())
        if self.kind == "mate":
            lines = []
            for path in self.files():
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                    if line.strip() and not line.startswith("#"):
                        lines.append((path.name, number, line.strip()))
            return lines
        return None

    def _stored(self) -> list[tuple[Any, ...]]:
        """The games of the libraries among the inputs."""
        stored = [path for path in self.inputs if _is_library(path)] if self.kind == "analyze" else []
        return [(path.name, *(row[name] for name in STORED)) for path in stored for row in rows(path)]

    def files(self) -> list[Path]:
        """The input files, those in folders by name. Raises `JobError` for one that is missing, or where there is
        none."""
        if KINDS[self.kind].counts or self.kind == "lab":
            return []
        if self.kind == "analyze":
            # Of a library the games count, not the file, which changes whenever the app runs.
            inputs = [path for path in self.inputs if not _is_library(path)]
            return _existing(record_files(inputs)) if inputs else []
        patterns = {"go": "**/*.sgf", "relabel": "**/*.zst", "probcut": "games-*", "mate": "**/*.sfen"}
        return _existing(_files(self.inputs, patterns[self.kind]))

    @staticmethod
    def _digests(files: list[Path]) -> list[tuple[str, str]]:
        return [(str(path.resolve()), digest(path)) for path in files]

    def checksums(self) -> dict[str, str]:
        """SHA-256 of every input, and of the files that options name, by name."""
        named = {_short(path, self.inputs): digest(path) for path in self.files()}
        for name in KINDS[self.kind].files:
            for path in (_split(text)[0] for text in _texts(self.options.get(name))):
                inside = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
                named.update((_short(file, [path]), digest(file)) for file in inside if file.is_file())
        for game in self._stored():
            named[f"{game[0]} game {game[1]}"] = hashlib.sha256("\n".join(map(str, game)).encode()).hexdigest()
        return dict(sorted(named.items()))


def _check_names(text: dict[str, Any]) -> None:
    for table in text:
        if table not in {"job", "inputs", "options", "cluster"}:
            raise JobError(f"[{table}]: job, inputs, options and cluster expected")
    for table, known in _KEYS.items():
        for key in text.get(table, {}):
            if key not in known:
                raise JobError(f"[{table}] {key}: one of {', '.join(sorted(known))} expected")


def _sizes(name: str, job: dict[str, Any]) -> tuple[int, int]:
    """Units a shard, and units in all where `[job]` says it."""
    kind = KINDS[name]
    total = _number(job, kind.counts, 0) if kind.counts else 0
    size = _number(job, "shard", kind.size)
    if kind.single and size != 1:
        what = {"relabel": "file of games", "lab": "run of an experiment"}[name]
        raise JobError(f"[job] shard: a shard of {name} is one {what}")
    if name == "selfplay" and total % size:
        raise JobError(f"[job] games: a multiple of shard, {size}, is expected")
    return size, total


def _number(table: dict[str, Any], name: str, default: int, title: str = "job") -> int:
    value = table.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise JobError(f"[{title}] {name}: a number from 1 is expected")
    return value


def _check_options(name: str, options: dict[str, Any]) -> None:
    timed = _TIMED & options.keys()
    if timed:
        raise JobError(f"[options] {min(timed)}: a limit by time gives another result every time; use nodes or depth")
    early = {"sprt", "at_least", "player", "save"} & options.keys()
    if name == "match" and early:
        raise JobError(f"[options] {min(early)}: a match on many machines plays all its pairs, of two players")
    if name == "probcut" and {"selfplay", "fit_for", "share", "games"} & options.keys():
        raise JobError("[options]: a fit on many machines takes its games from [inputs] files; play them by a job selfplay")
    if KINDS[name].limited and not {"nodes", "depth"} & options.keys():
        raise JobError("[options]: nodes or depth expected, so that the results can be made again")


def _runs(job: dict[str, Any], inputs: dict[str, Any]) -> list[tuple[str, int]]:
    """Experiments of a suite with their seeds; without names all that can be made again."""
    there = experiments()
    names = inputs.get("experiments", [name for name in there if name not in _TIMED_EXPERIMENTS])
    for name in names:
        if name not in there:
            raise JobError(f"[inputs] experiments: one of {', '.join(there)} expected, not {name!r}")
        if name in _TIMED_EXPERIMENTS:
            raise JobError(f"[inputs] experiments: {name} measures by time, so that no two machines find the same")
    first = job.get("seed", 1)
    return [(name, first + seed) for name in names for seed in range(_number(job, "seeds", 1))]


def _resolve(options: dict[str, Any], kind: Kind, folder: Path) -> None:
    """Names of files in the options are relative to the job file, and workers run in other folders."""
    for name in kind.files:
        texts = _texts(options.get(name))
        found = []
        for text in texts:
            path, rest = _split(text)
            # A program may be one of the search path.
            if name != "against" and not (folder / path).exists():
                raise JobError(f"[options] {name}: {folder / path}: no such file")
            found.append(str((folder / path).resolve()) + rest if (folder / path).exists() else text)
        if texts:
            options[name] = found if isinstance(options[name], list) else found[0]
    settings = options.get("set")
    if isinstance(settings, dict):
        named = {name: settings[name] for name in NETWORKS if settings.get(name)}
        found = {name: (folder / value).resolve() for name, value in named.items()}
        options["set"] = {**settings, **{name: str(path) for name, path in found.items() if path.exists()}}


def _texts(value: Any) -> list[str]:
    """The value of an option that may be given once or as a list."""
    return [] if value is None else [str(text) for text in (value if isinstance(value, list) else [value])]


def _is_library(path: Path) -> bool:
    return path.suffix == ".db"


def _split(text: str) -> tuple[Path, str]:
    """A file's name and its settings: `--openings FILE,share=2,limit=off`."""
    ends = [at for at in (text.find(",share="), text.find(",limit=")) if at >= 0]
    end = min(ends, default=len(text))
    return Path(text[:end]), text[end:]


def _short(path: Path, roots: list[Path]) -> str:
    """A file's name, within the folder that was named."""
    inside = (path.relative_to(root) for root in roots if root.is_dir() and path.is_relative_to(root))
    return next(inside, Path(path.name)).as_posix()


def _files(paths: list[Path], pattern: str) -> list[Path]:
    found = []
    for path in paths:
        inside = (file for file in path.glob(pattern) if file.is_file()) if path.is_dir() else [path]
        found += sorted(inside)
    return found


def _existing(paths: list[Path]) -> list[Path]:
    for path in paths:
        if not path.is_file():
            raise JobError(f"{path}: no such file")
    if not paths:
        raise JobError("[inputs] files: nothing to work on in these folders")
    return paths


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
