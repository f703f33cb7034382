"""A batch on Dask: checks the workers, runs the missing shards, writes manifest and card."""

from __future__ import annotations

import json
import statistics
import sys
import time
import uuid
from pathlib import Path
from typing import Any, Callable, Iterator

from .jobs import KINDS, Job, JobError, Shard, digest
from .shards import ProgramMismatch, fit, program, run_shard, sweep

#: Deaths of workers under one shard before it is given up.
DEATHS = 10
#: Differences between two plans that are listed.
SHOWN = 10
#: From when no shard waits any more, seconds until those still missing are begun a second time, at least,
PATIENCE = 20.0
#: and as a multiple of the time of the median shard.
LATE = 1.5


def timed(shard: Shard) -> dict[str, Any]:
    """Runs a shard on a worker and says how long it took."""
    start = time.perf_counter()
    run_shard(shard)
    return {"shard": shard.path.name, "seconds": round(time.perf_counter() - start, 3)}


def run_job(job: Job, client: Any, report: Callable[[int, int, dict[str, Any]], None] | None = None) -> dict[str, Any]:
    """Runs the shards that are missing and finishes the folder; `report` is called for every finished shard. Returns the
    manifest. Raises `ProgramMismatch` before any work when a worker has another program, and the first error of a
    shard after all others are done."""
    here = program(job.options)
    there = client.run(program, job.options)
    for address, found in there.items():
        if found != here:
            raise ProgramMismatch(f"{address}: {found}, not {here}")
    shards = job.shards(here)
    _claim(job, shards, here)
    missing = [shard for shard in shards if not shard.path.exists()]
    done, failed = len(shards) - len(missing), None
    with open(job.out / "log.jsonl", "a", encoding="utf-8") as log:
        for news in _dealt(client, missing, job.cluster.get("retries", 2)):
            if isinstance(news, BaseException):
                failed = failed or news
                continue
            done += 1
            print(json.dumps(news), file=log, flush=True)
            if report:
                report(done, len(shards), news)
    if failed is not None:
        raise failed
    return finish(job, shards, here)


def _dealt(client: Any, shards: list[Shard], retries: int) -> Iterator[dict[str, Any] | BaseException]:
    """Distributes the shards and reports each when it is finished or has failed. At the end of the batch, when workers are
    idle, late shards are started a second time elsewhere: shards are pure, so the first result counts."""
    from distributed import as_completed

    batch = uuid.uuid4().hex
    futures = {
        client.submit(timed, shard, key=f"{shard.path.name}-{batch}", retries=retries): shard for shard in shards
    }
    times: list[float] = []
    most = sum(client.nthreads().values())
    if len(futures) > most:
        for future in as_completed(list(futures)):
            yield _news(future, futures.pop(future), times)
            if len(futures) <= most:
                break
    yield from _last(client, futures, times)


def _last(client: Any, futures: dict[Any, Shard], times: list[float]) -> Iterator[dict[str, Any] | BaseException]:
    """Reports the last shards, one per worker; slow ones get a copy."""
    from distributed import wait

    copied, start = False, time.monotonic()
    while futures:
        left = None
        if times and not copied:
            left = max(start + max(PATIENCE, LATE * statistics.median(times)) - time.monotonic(), 0)
        try:
            ended = wait(list(futures), timeout=left, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            copied = True
            copies = {client.submit(timed, shard, key=f"{future.key}-again"): shard for future, shard in futures.items()}
            futures.update(copies)
            continue
        for future in ended & futures.keys():
            shard = futures.pop(future)
            others = [other for other, of in futures.items() if of is shard]
            if future.status != "finished" and others:
                # The other one may still do it.
                continue
            for other in others:
                del futures[other]
                other.cancel()
            yield _news(future, shard, times)


def _news(future: Any, shard: Shard, times: list[float]) -> dict[str, Any] | BaseException:
    """The result of a finished future for its shard."""
    if future.status != "finished":
        return future.exception()
    try:
        told = future.result(timeout=PATIENCE)
        times.append(told["seconds"])
    except TimeoutError:
        # The worker has made the file and hangs.
        told = {"shard": shard.path.name, "seconds": None}
    future.release()
    return told


def _plan_of(job: Job, shards: list[Shard], here: dict[str, Any]) -> dict[str, Any]:
    return {
        "kind": job.kind, "program": here, "options": job.options, "seed": job.seed, "shard": job.size,
        "total": job.total, "shards": len(shards), "inputs": job.checksums(), **({"runs": job.runs} if job.runs else {}),
    }


def _claim(job: Job, shards: list[Shard], here: dict[str, Any]) -> None:
    """Writes the plan into a new folder, or checks that the folder's plan is the same."""
    check_folder(job, shards, here)
    job.out.mkdir(parents=True, exist_ok=True)
    path = job.out / "plan.json"
    if not path.exists():
        _replace(path, json.dumps(_plan_of(job, shards, here), indent=1, sort_keys=True) + "\n")


def check_folder(job: Job, shards: list[Shard], here: dict[str, Any]) -> None:
    """Raises `JobError` with the differences if the job's folder has another batch; does not write."""
    path = job.out / "plan.json"
    if not path.exists():
        return
    there = json.loads(path.read_text(encoding="utf-8"))
    asked = json.loads(json.dumps(_plan_of(job, shards, here)))
    differing = list(_differences(there, asked))
    if differing:
        words = "\n  ".join(differing[:SHOWN])
        more = f"\n  and {len(differing) - SHOWN} more" if len(differing) > SHOWN else ""
        raise JobError(f"{path}: this folder holds another batch; choose another `out`:\n  {words}{more}")


def _differences(there: Any, asked: Any, name: str = "") -> Iterator[str]:
    """What differs between two plans, value by value."""
    if isinstance(there, dict) and isinstance(asked, dict):
        for key in sorted(there.keys() | asked.keys()):
            yield from _differences(there.get(key), asked.get(key), f"{name}.{key}" if name else key)
    elif there != asked:
        yield f"{name}: {_word(there)} there, {_word(asked)} now"


def _word(value: Any) -> str:
    return "nothing" if value is None else str(value)


def finish(job: Job, shards: list[Shard], here: dict[str, Any]) -> dict[str, Any]:
    """Writes `manifest.json` and the dataset card; the same bytes however the batch was run."""
    sweep(shards)
    files = [{"name": f"data/{shard.path.name}", "sha256": digest(shard.path)} for shard in shards]
    if KINDS[job.kind].suffix == ".parquet":
        import pyarrow.parquet

        for shard, entry in zip(shards, files):
            entry["rows"] = pyarrow.parquet.read_metadata(shard.path).num_rows
    if job.kind == "probcut":
        fit(job.inputs, job.options, [shard.path for shard in shards], job.out / "fit")
        fitted = sorted((job.out / "fit").iterdir())
        files += [{"name": f"fit/{path.name}", "sha256": digest(path)} for path in fitted]
    manifest = {**_plan_of(job, shards, here), "files": files}
    _replace(job.out / "manifest.json", json.dumps(manifest, indent=1, sort_keys=True) + "\n")
    _replace(job.out / "README.md", card(manifest))
    return manifest


_WHAT = {
    "analyze": "Analysed games, one row a move; evaluations from Black's view in centipawns.",
    "mate": "Mate problems, one row each: result, length and line.",
    "go": "Go endgames, one row each, with the JSON of `zenpuku go`.",
    "match": "Games of a match, one row each; `a` has Black in the first game of a pair.",
    "selfplay": "Games of self-play, in the shards of `zenpuku learn`; `zenpuku learn export data out.psv` (or .hcpe)"
    " makes training positions of them.",
    "relabel": "Old games with new values, in the files of `zenpuku learn`.",
    "probcut": "Values of positions at several depths, and in `fit` ProbCut's parameters, tables and plots.",
    "lab": "Experiments of the laboratory, a file each: the JSON of `zenpuku lab` without measured times.",
}


#: Kinds whose files hold whole games.
_OF_GAMES = {"analyze", "match", "selfplay", "relabel"}


def card(manifest: dict[str, Any]) -> str:
    """The dataset card: the contents of the folder and how they were made."""
    kind, made = manifest["kind"], manifest["program"]
    rows = sum(entry.get("rows", 0) for entry in manifest["files"])
    options = "\n".join(f"- `{name}`: `{value}`" for name, value in sorted(manifest["options"].items()))
    size = f"{rows} rows in {manifest['shards']} files" if rows else f"{manifest['shards']} files"
    splits = (
        "## Splits\n\nA file holds whole games, so that files are the splits: take every tenth file for validation and no"
        " game is on both sides.\n\n"
    )
    return (
        f"# {kind}\n\n{_WHAT[kind]}\n\n{size}, made by zenpuku {made['version']} (commit"
        f" {made['commit']}, node signature {made['bench']}), seed {manifest['seed']}.\n\n## Options\n\n{options}\n\n"
        f"{splits if kind in _OF_GAMES else ''}Checksums of inputs and files stand in `manifest.json`; the files can be"
        " made again byte for byte from it with the same program.\n"
    )


def _replace(path: Path, text: str) -> None:
    aside = path.with_name(f".{path.name}.part")
    aside.write_text(text, encoding="utf-8")
    aside.replace(path)


def show(done: int, total: int, news: dict[str, Any], start: float = time.monotonic()) -> None:
    """A line of progress on stderr."""
    end = "\n" if done == total or not sys.stderr.isatty() else ""
    spent = time.monotonic() - start
    print(f"\r{done}/{total} shards, {spent:.0f} s, {news['shard']} took {news['seconds']} s", end=end, file=sys.stderr)
