"""`python -m zenpuku.cluster JOB.toml`."""

from __future__ import annotations

import argparse
import math
import sys

from .. import ZenpukuError
from .jobs import Job, JobError, Shard
from .machines import job_script, kind_of, make_cluster
from .run import DEATHS, check_folder, run_job, show
from .shards import ProgramMismatch, program
from .simulate import Model, table

_EXAMPLES = """examples:
  python -m zenpuku.cluster analyze.toml
  python -m zenpuku.cluster analyze.toml --plan
  python -m zenpuku.cluster simulate --shards 100000 --seconds 60 --workers 1,100,1000
  python -m zenpuku.cluster simulate --units 1e9 --rate 860 --workers 100,10000

A batch that was stopped or killed resumes when it is started again.
"""


def main(words: list[str] | None = None) -> int:
    """Runs the command; returns the exit code: 0 done, 1 failed, 2 bad usage, 130 interrupted."""
    words = sys.argv[1:] if words is None else words
    if words[:1] == ["simulate"]:
        return _simulate(words[1:])
    parser = argparse.ArgumentParser(
        "python -m zenpuku.cluster", description="Runs a batch on many cores or machines.", epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("job", metavar="JOB.toml", help="what to do, see docs/scale.md")
    parser.add_argument("--plan", action="store_true", help="say what would be done")
    arguments = parser.parse_args(words)
    try:
        job = Job.load(arguments.job)
        here = program(job.options)
        shards = job.shards(here)
        # Before any machine is asked for.
        check_folder(job, shards, here)
        if arguments.plan:
            print(_plan(job, shards))
            if kind_of(job.cluster) == "slurm":
                print(f"each job of Slurm:\n{job_script(job.cluster)}", end="")
            return 0
        return _run(job)
    except JobError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (OSError, ProgramMismatch, ZenpukuError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; the same command goes on where it was", file=sys.stderr)
        return 130


def _plan(job: Job, shards: list[Shard]) -> str:
    """The plan of the run."""
    missing = sum(not shard.path.exists() for shard in shards)
    done = len(shards) - missing
    if not missing:
        what = "nothing is left to be done but manifest and card"
    elif done:
        what = f"goes on: {done} are there, {missing} to be done"
    else:
        what = f"begins: {missing} to be done"
    options = ", ".join(f"{name}={value}" for name, value in sorted(job.options.items()))
    inputs = f"\n  inputs: {len(job.inputs)} files" if job.inputs else ""
    given = f"\n  options: {options}" if options else ""
    return f"{job.kind}: {len(shards)} shards of {job.size}, {what}, into {job.out}{inputs}{given}"


def _run(job: Job) -> int:
    import dask
    from distributed import Client

    # A worker has the shard that it runs and none that waits for it.
    dask.config.set({"distributed.scheduler.allowed-failures": DEATHS, "distributed.scheduler.worker-saturation": 1.0})
    cluster = make_cluster(job.cluster)
    try:
        with Client(cluster) as client:
            if client.dashboard_link:
                print(f"dashboard: {client.dashboard_link}", file=sys.stderr)
            client.wait_for_workers(1)
            manifest = run_job(job, client, show)
    finally:
        if not isinstance(cluster, str):
            cluster.close()
    print(f"{len(manifest['files'])} files in {job.out}")
    return 0


def _simulate(words: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m zenpuku.cluster simulate", description="What more workers would do.")
    option = parser.add_argument
    option("--shards", type=_count, default=100_000, help="shards of the batch, unless --units says it")
    option("--units", type=_above_zero, help="positions, games or problems in all; --rate of them a second a core")
    option("--rate", type=_above_zero, default=1.0, help="units a second a core")
    option("--seconds", type=_above_zero, default=60.0, help="mean time of a shard")
    option("--spread", type=float, default=0.2, help="standard deviation of the logarithm of that time")
    option("--stragglers", type=float, default=0.01, help="share of shards that take five times as long")
    option("--failures", type=float, default=0.01, help="deaths of a worker an hour")
    option("--overhead", type=float, default=0.004, help="seconds of the scheduler a shard")
    option("--workers", type=_counts, default="1,10,100,1000,10000", help="numbers of workers")
    option("--no-copies", action="store_true", help="late shards are not begun a second time")
    option("--seed", type=int, default=1)
    given = parser.parse_args(words)
    shards = given.shards if given.units is None else math.ceil(given.units / (given.rate * given.seconds))
    model = Model(
        shards, given.seconds, given.spread, given.stragglers, given.failures, given.overhead, not given.no_copies,
        given.seed,
    )
    print(table(model, given.workers))
    return 0


def _count(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"a number from 1 is expected, not `{text}`")


def _counts(text: str) -> list[int]:
    return [_count(word) for word in text.split(",")]


def _above_zero(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if 0 < number < math.inf:
        return number
    raise argparse.ArgumentTypeError(f"a number above 0 is expected, not `{text}`")


if __name__ == "__main__":
    sys.exit(main())
