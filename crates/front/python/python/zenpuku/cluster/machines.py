"""The machines of a batch: the entries of a job's table `cluster`, and its Dask cluster."""

from __future__ import annotations

import importlib
import signal
from pathlib import Path
from typing import Any


class JobError(ValueError):
    """A job file that makes no sense; the text names the entry."""


#: Entries of every kind of cluster: attempts of a shard after the first, the port of the dashboard.
_EVERY = {"kind": str, "retries": int, "dashboard": int}

#: Further entries of each kind, with their types.
ENTRIES: dict[str, dict[str, type]] = {
    "local": {"workers": int},
    "ssh": {
        "hosts": list, "workers": int, "user": str, "port": int, "key": str, "known_hosts": str, "python": str,
        "interface": str, "folder": str,
    },
    "slurm": {
        "queue": str, "account": str, "cores": int, "memory": str, "walltime": str, "workers": int, "directives": list,
        "setup": list, "python": str, "interface": str, "folder": str, "logs": str,
    },
    "address": {"address": str},
}

#: The package that a kind needs in addition to Dask, the module to test for it, and our extra that installs it.
_PACKAGES = {"ssh": ("asyncssh", "asyncssh", "ssh"), "slurm": ("dask-jobqueue", "dask_jobqueue", "slurm")}


def kind_of(options: dict[str, Any]) -> str:
    """The kind of cluster of the table."""
    return options.get("kind", "address" if "address" in options else "local")


def check(options: dict[str, Any]) -> None:
    """Refuses a table that makes no sense, without a cluster and without the packages for one. Raises `JobError`."""
    kind = kind_of(options)
    if kind not in ENTRIES:
        raise JobError(f"[cluster] kind: one of {', '.join(ENTRIES)} expected, not {kind!r}")
    known = {**_EVERY, **ENTRIES[kind]}
    for name, value in options.items():
        if name not in known:
            raise JobError(f"[cluster] {name}: {kind} takes {', '.join(sorted(known))}")
        if not isinstance(value, known[name]) or isinstance(value, bool):
            raise JobError(f"[cluster] {name}: {_WORDS[known[name]]} is expected, not {value!r}")
        if known[name] is int and value < (0 if name == "retries" else 1):
            raise JobError(f"[cluster] {name}: a number from {0 if name == 'retries' else 1} is expected")
        if known[name] is list and not all(isinstance(word, str) for word in value):
            raise JobError(f"[cluster] {name}: a list of texts is expected")
    if kind == "ssh" and len(options.get("hosts", [])) < 2:
        raise JobError("[cluster] hosts: the scheduler's host, then the workers' are expected")
    if kind == "address" and "address" not in options:
        raise JobError("[cluster] address: that of a scheduler is expected, as tcp://host:8786")


_WORDS = {str: "a text", int: "a number", list: "a list"}


def _needed(kind: str) -> Any:
    """The module that a kind of cluster needs. Raises `JobError` where it is not installed."""
    package, module, extra = _PACKAGES[kind]
    handler = signal.getsignal(signal.SIGINT)
    try:
        return importlib.import_module(module)
    except ImportError as error:
        words = f"{kind} needs the package {package}: pip install 'zenpuku[cluster,{extra}]'"
        raise JobError(f"[cluster] kind: {words} ({error})") from None
    finally:
        # dask-jobqueue installs a handler for Ctrl-C on import, which ends the process as if it had succeeded.
        if signal.getsignal(signal.SIGINT) is not handler:
            signal.signal(signal.SIGINT, handler)


def make_cluster(options: dict[str, Any]) -> Any:
    """The cluster of a checked table, or the address of a running scheduler, as on Kubernetes. Raises
    `JobError` where a package is missing."""
    kind = kind_of(options)
    dashboard = f":{options['dashboard']}" if "dashboard" in options else None
    if kind == "address":
        return options["address"]
    if kind == "local":
        from distributed import LocalCluster

        # One process per worker, with one thread: a shard uses one core, and a crash does not affect other workers.
        return LocalCluster(n_workers=options.get("workers"), threads_per_worker=1, dashboard_address=dashboard)
    if kind == "ssh":
        _needed(kind)
        from distributed import SSHCluster

        return SSHCluster(**ssh_options(options))
    jobqueue = _needed(kind)
    cluster = jobqueue.SLURMCluster(**slurm_options(options), scheduler_options={"dashboard_address": dashboard or ":8787"})
    cluster.scale(options.get("workers", options.get("cores", 1)))
    return cluster


def ssh_options(options: dict[str, Any]) -> dict[str, Any]:
    """The arguments of Dask's `SSHCluster`."""
    connect: dict[str, Any] = {}
    for ours, theirs in (("user", "username"), ("port", "port")):
        if ours in options:
            connect[theirs] = options[ours]
    if "key" in options:
        connect["client_keys"] = [str(Path(options["key"]).expanduser())]
    if "known_hosts" in options:
        connect["known_hosts"] = str(Path(options["known_hosts"]).expanduser())
    worker: dict[str, Any] = {"nthreads": 1, "n_workers": options.get("workers", 1)}
    scheduler: dict[str, Any] = {"dashboard_address": f":{options.get('dashboard', 8787)}"}
    if "interface" in options:
        worker["interface"] = scheduler["interface"] = options["interface"]
    if "folder" in options:
        worker["local_directory"] = options["folder"]
    told = {"hosts": options["hosts"], "connect_options": connect, "worker_options": worker, "scheduler_options": scheduler}
    return {**told, "remote_python": options["python"]} if "python" in options else told


def slurm_options(options: dict[str, Any]) -> dict[str, Any]:
    """The arguments of dask-jobqueue's `SLURMCluster`: a job is `cores` workers of one thread."""
    cores = options.get("cores", 1)
    told: dict[str, Any] = {
        "cores": cores, "processes": cores, "memory": options.get("memory", f"{2 * cores}GB"),
        "walltime": options.get("walltime", "12:00:00"),
    }
    names = {
        "queue": "queue", "account": "account", "directives": "job_extra_directives", "setup": "job_script_prologue",
        "python": "python", "interface": "interface", "folder": "local_directory", "logs": "log_directory",
    }
    told.update((theirs, options[ours]) for ours, theirs in names.items() if ours in options)
    return told


def job_script(options: dict[str, Any]) -> str:
    """The script that each Slurm job would be, without a cluster. Raises `JobError` where dask-jobqueue is missing."""
    _needed("slurm")
    from dask_jobqueue.slurm import SLURMJob

    job = SLURMJob(scheduler="tcp://SCHEDULER:PORT", name="WORKER", **slurm_options(options))
    return job.job_script()
