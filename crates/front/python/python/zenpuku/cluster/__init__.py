"""Work for many machines: a batch is a list of pure shards, run on Dask.

    python -m zenpuku.cluster JOB.toml

A shard is `run_shard(spec) -> file`: it depends on its specification alone, is written aside and renamed when it is
whole, and so is its own checkpoint. A batch that is killed at any moment and started again gives the same bytes as one
that was not.
"""

from .jobs import Job, JobError, Shard
from .run import run_job
from .shards import ProgramMismatch, program, run_shard

__all__ = ["Job", "JobError", "ProgramMismatch", "Shard", "program", "run_job", "run_shard"]
