# Invariant: A batch on a cluster gives the same bytes, whichever process is killed.
"""Batches on a cluster: killed workers, killed runs, the same bytes."""

import asyncio
import contextlib
import hashlib
import importlib.util
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import zenpuku
from zenpuku.cluster import Job, JobError, ProgramMismatch, machines, program, run, run_job, run_shard
from zenpuku.cluster.__main__ import main
from zenpuku.cluster.simulate import Model, simulate, table

distributed = pytest.importorskip("distributed")
pytest.importorskip("pyarrow")

MATES = "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1\n4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\nnonsense\n# remark\n"


def problems(folder: Path, count: int = 12) -> Path:
    path = folder / "problems.sfen"
    path.write_text(MATES * (count // 3))
    return path


def job(folder: Path, out: str, count: int = 12, **more) -> Job:
    text = {
        "job": {"kind": "mate", "out": out, "shard": 2}, "inputs": {"files": [str(problems(folder, count))]},
        "options": {"nodes": 2000, "hash": 4}, **more,
    }
    return Job.of(text, folder)


def contents(folder: Path) -> dict[str, str]:
    files = [file for file in folder.rglob("*") if file.is_file() and file.name != "log.jsonl"]
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


@pytest.fixture(scope="module")
def client():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            yield client


def test_job_files_are_checked(tmp_path):
    good = {"job": {"kind": "mate", "out": "out"}, "inputs": {"files": ["a"]}, "options": {"nodes": 1}}
    for change, words in [
        ({"job": {"kind": "bake", "out": "out"}}, "kind: one of analyze"),
        ({"job": {"kind": "mate"}}, "out"),
        ({"options": {"time": 1}}, "time: a limit by time"),
        ({"options": {}}, "nodes or depth"),
        ({"inputs": {}}, "files"),
        ({"job": {"kind": "match", "out": "out", "pairs": 4}, "options": {"nodes": 1, "sprt": "0,5"}}, "sprt"),
        ({"job": {"kind": "selfplay", "out": "out", "games": 5, "shard": 2}}, "multiple of shard"),
        ({"cluster": {"sort": "x"}}, "sort"),
        ({"cluster": {"kind": "cloud"}}, "local, ssh, slurm, address"),
        ({"cluster": {"kind": "ssh", "hosts": ["one"]}}, "hosts"),
        ({"cluster": {"kind": "slurm", "cores": "8"}}, "cores: a number"),
        ({"cluster": {"kind": "slurm", "hosts": ["one", "two"]}}, "slurm takes"),
        ({"cluster": {"kind": "local", "workers": 0}}, "workers: a number from 1"),
        ({"job": {"kind": "lab", "out": "out"}, "inputs": {"experiments": ["tee"]}}, "tree.*'tee'"),
        ({"job": {"kind": "lab", "out": "out"}, "inputs": {"experiments": ["goals-cost"]}}, "measures by time"),
        ({"job": {"kind": "lab", "out": "out", "shard": 2}}, "one run of an experiment"),
        ({"job": {"kind": "probcut", "out": "out"}, "options": {"selfplay": 3}}, "by a job selfplay"),
        ({"job": {"kind": "probcut", "out": "out"}, "options": {"positions": "many"}}, "positions: a number from 1"),
        ({"job": {"kind": "selfplay", "out": "out", "games": 5, "shard": 5}, "options": {"openings": "no"}}, "no such file"),
        ({"jobs": {}}, "jobs"),
    ]:
        with pytest.raises(JobError, match=words):
            Job.of({**good, **change}, tmp_path)
    path = tmp_path / "job.toml"
    path.write_text("[job\n")
    with pytest.raises(JobError, match="job.toml"):
        Job.load(path)


def test_a_batch_is_the_same_on_one_core_and_on_a_cluster_that_loses_a_worker(tmp_path, client):
    import pyarrow.parquet

    here = program({"nodes": 2000})
    alone = job(tmp_path, "alone", 60)
    for shard in alone.shards(here):
        run_shard(shard)
    killed = threading.Event()

    def kill(done, total, news):
        if not killed.is_set():
            killed.set()
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

    together = job(tmp_path, "together", 60)
    manifest = run_job(together, client, kill)
    assert killed.is_set() and manifest["shards"] == 30
    ours, theirs = contents(together.out), contents(alone.out)
    assert {name: ours[name] for name in theirs} == theirs
    rows = pyarrow.parquet.read_table(together.out / "data").to_pylist()
    assert len(rows) == 60 and {row["result"] for row in rows} == {"mate", None}
    assert all(row["error"] for row in rows if row["result"] is None)
    # Once more: all work is done, and the files do not change.
    assert run_job(together, client) == manifest and contents(together.out) == ours


def test_a_worker_that_hangs_holds_up_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "PATIENCE", 1.0)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            hung = []

            def hang(done, total, news):
                if not hung:
                    hung.append(next(iter(client.run(os.getpid).values())))
                    os.kill(hung[0], signal.SIGSTOP)

            try:
                batch = job(tmp_path, "out", 60)
                manifest = run_job(batch, client, hang)
            finally:
                for pid in hung:
                    os.kill(pid, signal.SIGCONT)
            assert hung and manifest["shards"] == 30
    log = [json.loads(line)["shard"] for line in (batch.out / "log.jsonl").read_text().splitlines()]
    assert sorted(log) == sorted(set(log)) and len(log) == 30


def test_another_batch_in_the_same_folder_is_refused(tmp_path, client):
    first = job(tmp_path, "out")
    run_job(first, client)
    with pytest.raises(JobError, match="another batch"):
        run_job(job(tmp_path, "out", options={"nodes": 3000, "hash": 4}), client)


def test_a_plan_says_what_is_done_and_refuses_another_batchs_folder(tmp_path, client, capsys):
    path = problems(tmp_path)
    text = '[job]\nkind = "mate"\nout = "out"\nshard = 2\n[inputs]\nfiles = ["' + path.name + '"]\n[options]\nnodes = {}\n'
    (tmp_path / "job.toml").write_text(text.format(2000))
    assert main([str(tmp_path / "job.toml"), "--plan"]) == 0
    told = capsys.readouterr().out
    assert "begins: 6 to be done" in told and "nodes=2000" in told and not (tmp_path / "out").exists()
    run_job(Job.load(tmp_path / "job.toml"), client)
    assert main([str(tmp_path / "job.toml"), "--plan"]) == 0
    assert "nothing is left" in capsys.readouterr().out
    (tmp_path / "job.toml").write_text(text.format(3000))
    for words in ([], ["--plan"]):
        assert main([str(tmp_path / "job.toml"), *words]) == 2
        refused = capsys.readouterr().err
        assert "options.nodes: 2000 there, 3000 now" in refused and "inputs" not in refused and refused.count("\n") == 2


def test_a_worker_with_another_program_is_refused(tmp_path):
    (shard, *_) = job(tmp_path, "out").shards({**program({}), "commit": "other"})
    with pytest.raises(ProgramMismatch, match="commit"):
        run_shard(shard)


def test_a_killed_run_goes_on_and_gives_the_same_bytes(tmp_path):
    path = problems(tmp_path, 60)
    text = '[job]\nkind = "mate"\nout = "{}"\nshard = 1\n[inputs]\nfiles = ["' + path.name + '"]\n'
    text += "[options]\nnodes = 2000\nhash = 4\n[cluster]\nworkers = 1\n"
    (tmp_path / "one.toml").write_text(text.format("one"))
    (tmp_path / "two.toml").write_text(text.format("two"))

    def start(name):
        return subprocess.Popen([sys.executable, "-m", "zenpuku.cluster", tmp_path / name], start_new_session=True)

    process = start("one.toml")
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and len(list(tmp_path.glob("one/data/part-*.parquet"))) < 3:
        time.sleep(0.05)
    # Scheduler and workers at once, as when the machine goes down.
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "one" / "manifest.json").exists()
    # The partial file of a killed worker is removed.
    (tmp_path / "one" / "data" / ".part-000040.parquet.host.1").write_bytes(b"PAR1")
    (tmp_path / "one" / "data" / ".part-000041.parquet.x").mkdir()
    for name in ("one.toml", "two.toml"):
        assert start(name).wait(timeout=300) == 0
    one, two = contents(tmp_path / "one"), contents(tmp_path / "two")
    assert one == two and len(one) == 60 + 3


def test_analysis_matches_and_self_play_are_batches(tmp_path, client, root):
    import pyarrow.parquet

    record = zenpuku.Record(moves=["7g7f", "3c3d", "8h2b+"])
    record.save(tmp_path / "a.kif")
    (tmp_path / "b.kif").write_bytes(b"")
    openings = str(root / "testdata/openings/even-16-plies.sfen")
    run_job(Job.of({
        "job": {"kind": "analyze", "out": "analysed"}, "inputs": {"files": ["a.kif", "b.kif"]},
        "options": {"nodes": 100, "hash": 4, "mate_nodes": 0},
    }, tmp_path), client)
    rows = pyarrow.parquet.read_table(tmp_path / "analysed" / "data").to_pylist()
    assert [row["usi"] for row in rows] == ["7g7f", "3c3d", "8h2b+", None] and "expected" in rows[3]["error"]

    options = {"nodes": 30, "max_plies": 40, "a": "Profile=foundation", "openings": openings}
    run_job(Job.of({"job": {"kind": "match", "out": "match", "pairs": 3, "shard": 2}, "options": options}, tmp_path), client)
    games = pyarrow.parquet.read_table(tmp_path / "match" / "data").to_pylist()
    # The same games as in one match.
    save = tmp_path / "games.jsonl"
    zenpuku.match(games=6, save=save, **options)
    pairs = [json.loads(line) for line in save.read_text().splitlines()[1:]]
    alone = [" ".join(game["moves"]) for pair in sorted(pairs, key=lambda p: p["pair"]) for game in pair["games"]]
    assert [game["moves"] for game in games] == alone and len(alone) == 6

    options = {"nodes": 30, "max_plies": 40, "hash": 1}
    run_job(Job.of({"job": {"kind": "selfplay", "out": "games", "games": 4, "shard": 2}, "options": options}, tmp_path), client)
    zenpuku.command("learn", "selfplay", "--out", tmp_path / "alone", "--games", "4", "--shard", "2", "--nodes", "30",
                    "--max-plies", "40", "--hash", "1")
    for path in (tmp_path / "alone").iterdir():
        assert path.read_bytes() == (tmp_path / "games" / "data" / path.name).read_bytes(), path.name
    # The same games with the values of a deeper search, by shards and at once.
    options = {"nodes": 60, "hash": 1}
    run_job(Job.of({
        "job": {"kind": "relabel", "out": "deeper"}, "inputs": {"files": ["games/data"]}, "options": options,
    }, tmp_path), client)
    zenpuku.command("learn", "relabel", tmp_path / "games" / "data", "--out", tmp_path / "at-once", "--nodes", "60",
                    "--hash", "1")
    names = [path.name for path in sorted((tmp_path / "at-once").iterdir())]
    assert names == ["games-000000.zst", "games-000001.zst"]
    for name in names:
        assert (tmp_path / "at-once" / name).read_bytes() == (tmp_path / "deeper" / "data" / name).read_bytes(), name

    zenpuku.command("learn", "export", tmp_path / "games" / "data", tmp_path / "out.psv")
    assert (tmp_path / "out.psv").stat().st_size % 40 == 0


def test_the_games_of_the_apps_library_are_analysed(tmp_path, client, root):
    import pyarrow.parquet

    # The table as the app makes it.
    schema = (root / "crates/front/app/src/storage/schema.rs").read_text(encoding="utf-8")
    create = schema[schema.index("CREATE TABLE games"):].split(";")[0]
    games = [("甲", "乙", "7g7f 3c3d 8h2b+", "投了"), ("丙", "丁", "2g2f 8c8d", "中断"), ("戊", "己", "7g7e", "")]
    with contextlib.closing(sqlite3.connect(tmp_path / "zenpuku.db")) as library:
        library.execute(create)
        for number, (black, white, moves, result) in enumerate(games):
            values = (str(number), black, white, "", "", 0, result, 3, zenpuku.STARTPOS, "", "a.kif", 0, moves, "")
            library.execute(f"INSERT INTO games VALUES (NULL{', ?' * len(values)})", values)
        library.commit()
    frame = zenpuku.library(tmp_path / "zenpuku.db", kind="dict")
    assert frame["id"] == [1, 2, 3] and frame["black"] == ["甲", "丙", "戊"]
    batch = Job.of({
        "job": {"kind": "analyze", "out": "out", "shard": 2}, "inputs": {"files": ["zenpuku.db"]},
        "options": {"nodes": 50, "hash": 1, "mate_nodes": 0},
    }, tmp_path)
    manifest = run_job(batch, client)
    assert list(manifest["inputs"]) == ["zenpuku.db game 1", "zenpuku.db game 2", "zenpuku.db game 3"]
    rows = pyarrow.parquet.read_table(batch.out / "data").to_pylist()
    assert [row["usi"] for row in rows] == ["7g7f", "3c3d", "8h2b+", "2g2f", "8c8d", None]
    assert [row["game"] for row in rows] == [1, 1, 1, 2, 2, 3] and rows[0]["result"] == "投了" and "7g7e" in rows[5]["error"]
    (tmp_path / "empty.db").write_bytes(b"")
    with pytest.raises(zenpuku.ZenpukuError, match="empty.db: no library"):
        zenpuku.library(tmp_path / "empty.db")


def test_a_fit_of_probcut_and_experiments_are_batches(tmp_path, client):
    zenpuku.command("learn", "selfplay", "--out", tmp_path / "games", "--games", "3", "--nodes", "60", "--hash", "1")
    options = {"profile": "probcut2003", "pairs": "1-2,1-3", "plies": "20,60", "positions": 40}
    manifest = run_job(Job.of({
        "job": {"kind": "probcut", "out": "fitted", "shard": 15}, "inputs": {"files": ["games"]}, "options": options,
    }, tmp_path), client)
    assert manifest["shards"] == 3
    words = [word for name, value in options.items() for word in ("--" + name, str(value))]
    zenpuku.command("learn", "probcut", "--games", tmp_path / "games", "--out", tmp_path / "alone", *words)
    # Values, parameters, tables and plots are those of one machine.
    assert contents(tmp_path / "fitted" / "fit") == contents(tmp_path / "alone")

    suite = {
        "job": {"kind": "lab", "out": "suite", "seed": 4, "seeds": 2}, "inputs": {"experiments": ["tree", "kakeme-mathgo"]},
        "options": {"quick": True},
    }
    run_job(Job.of(suite, tmp_path), client)
    files = sorted((tmp_path / "suite" / "data").iterdir())
    assert [path.name for path in files] == [f"{name}-seed-{seed}.json" for name in ("kakeme-mathgo", "tree") for seed in (4, 5)]
    alone = zenpuku.lab("tree", quick=True, seed=5)
    found = zenpuku.Findings(json.loads(files[3].read_text()))
    assert found.table("Nodes on uniform trees", kind="dict") == alone.table("Nodes on uniform trees", kind="dict")
    assert found.checks == alone.checks and found.report["seed"] == 5
    # Times are not part of the file, so it has the same bytes again.
    sums = zenpuku.Findings(json.loads(files[0].read_text()))
    assert "Sums" in sums.titles and not any("seconds" in title for title in sums.titles)
    again = Job.of({**suite, "job": {**suite["job"], "out": "again"}}, tmp_path)
    for shard in again.shards(program({"quick": True})):
        run_shard(shard)
    assert contents(tmp_path / "again" / "data") == contents(tmp_path / "suite" / "data")


def test_files_that_options_name_are_found_from_the_job_file(tmp_path):
    (tmp_path / "net.zpnet").write_bytes(b"net")
    (tmp_path / "lines.sfen").write_text("startpos moves 7g7f\n")
    plain = {"job": {"kind": "selfplay", "out": "out", "games": 200}}
    job = Job.of({**plain, "options": {"openings": "lines.sfen,share=2", "set": {"EvalFile": "net.zpnet"}}}, tmp_path)
    assert job.options["openings"] == f"{tmp_path.resolve()}/lines.sfen,share=2"
    assert job.options["set"]["EvalFile"] == str(tmp_path.resolve() / "net.zpnet")
    assert list(job.checksums()) == ["lines.sfen"]
    assert list(program(job.options)["networks"]) == ["EvalFile net.zpnet"]


def test_go_is_solved_without_a_clock(tmp_path, client, root):
    import pyarrow.parquet

    sgf = root / "testdata/go/sums/sum01.sgf"
    for what in ("solve", "status", "values"):
        run_job(Job.of({
            "job": {"kind": "go", "out": what}, "inputs": {"files": [str(sgf)]}, "options": {"command": what},
        }, tmp_path), client)
        (row,) = pyarrow.parquet.read_table(tmp_path / what / "data").to_pylist()
        assert row["error"] is None and json.loads(row["json"])


def test_clusters_of_other_machines_are_asked_for(tmp_path, monkeypatch):
    asked = {
        "kind": "slurm", "queue": "long", "account": "shogi", "cores": 8, "memory": "16GB", "walltime": "06:00:00",
        "directives": ["--exclusive"], "setup": ["module load python"], "python": "/shared/venv/bin/python",
    }
    machines.check(asked)
    # A missing package is named with the command that installs it.
    with monkeypatch.context() as without:
        for module in ("dask_jobqueue", "asyncssh"):
            without.setitem(sys.modules, module, None)
        for options, extra in [(asked, "slurm"), ({"kind": "ssh", "hosts": ["a", "b"]}, "ssh")]:
            with pytest.raises(JobError, match=rf"pip install 'zenpuku\[cluster,{extra}\]'"):
                machines.make_cluster(options)
    assert machines.make_cluster({"address": "tcp://host:8786"}) == "tcp://host:8786"
    told = machines.ssh_options({"hosts": ["a", "b"], "user": "me", "port": 2222, "workers": 4, "python": "/venv/python"})
    assert told["connect_options"] == {"username": "me", "port": 2222} and told["remote_python"] == "/venv/python"
    assert told["worker_options"] == {"nthreads": 1, "n_workers": 4}


@pytest.fixture
def ssh_server(tmp_path):
    """An SSH server on this machine that runs any command; the entries of a job file for it."""
    asyncssh = pytest.importorskip("asyncssh")
    key, host_key = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    key.write_private_key(tmp_path / "key")
    key.write_public_key(tmp_path / "key.pub")

    async def execute(process):
        pipes = {name: asyncio.subprocess.PIPE for name in ("stdin", "stdout", "stderr")}
        child = await asyncio.create_subprocess_shell(process.command, **pipes, start_new_session=True)
        await process.redirect(stdin=child.stdin, stdout=child.stdout, stderr=child.stderr)
        closed = asyncio.ensure_future(process.channel.wait_closed())
        await asyncio.wait({asyncio.ensure_future(child.wait()), closed}, return_when=asyncio.FIRST_COMPLETED)
        if child.returncode is None:
            os.killpg(child.pid, signal.SIGTERM)
        process.exit(await child.wait())

    async def end():
        server.close()
        await server.wait_closed()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.wait_for(asyncio.gather(*left, return_exceptions=True), 30)

    async def listen():
        return await asyncssh.create_server(
            asyncssh.SSHServer, "127.0.0.1", 0, server_host_keys=[host_key], process_factory=execute,
            authorized_client_keys=str(tmp_path / "key.pub"),
        )

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(listen(), loop).result()
    port = server.get_port()
    (tmp_path / "hosts").write_text(f"[127.0.0.1]:{port} {host_key.export_public_key().decode()}")
    yield {
        "kind": "ssh", "hosts": ["127.0.0.1", "127.0.0.1"], "user": "me", "port": port, "key": str(tmp_path / "key"),
        "known_hosts": str(tmp_path / "hosts"), "python": sys.executable, "workers": 2,
    }
    asyncio.run_coroutine_threadsafe(end(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_a_batch_runs_over_ssh(tmp_path, ssh_server):
    batch = job(tmp_path, "out", cluster=ssh_server)
    alone = job(tmp_path, "alone")
    for shard in alone.shards(program({"nodes": 2000})):
        run_shard(shard)
    with machines.make_cluster(batch.cluster) as cluster, distributed.Client(cluster) as client:
        client.wait_for_workers(2)
        assert run_job(batch, client)["shards"] == 6
    assert contents(batch.out / "data") == contents(alone.out / "data")


def test_the_script_of_a_slurm_job_is_told(tmp_path, capsys):
    if not importlib.util.find_spec("dask_jobqueue"):
        pytest.skip("dask-jobqueue is not installed")
    path, handler = problems(tmp_path), signal.getsignal(signal.SIGINT)
    (tmp_path / "job.toml").write_text(
        f'[job]\nkind = "mate"\nout = "out"\n[inputs]\nfiles = ["{path.name}"]\n[options]\nnodes = 100\n'
        '[cluster]\nkind = "slurm"\nqueue = "long"\naccount = "shogi"\ncores = 8\nmemory = "16GB"\n'
        'walltime = "06:00:00"\ndirectives = ["--exclusive"]\nsetup = ["module load python"]\n'
    )
    assert main([str(tmp_path / "job.toml"), "--plan"]) == 0
    script = capsys.readouterr().out
    for line in ["-p long", "-A shogi", "--cpus-per-task=8", "--mem=15G", "-t 06:00:00", "--exclusive"]:
        assert f"#SBATCH {line}\n" in script, script
    assert "module load python\n" in script
    assert "--nthreads 1" in script and "--nworkers 8" in script
    # Ctrl-C is still ours.
    assert signal.getsignal(signal.SIGINT) is handler


def test_the_simulation_keeps_the_laws():
    model = Model(2000, 60.0)
    outcomes = [simulate(model, workers) for workers in (1, 10, 100)]
    spans = [outcome.span for outcome in outcomes]
    assert spans == sorted(spans, reverse=True) and all(0 < outcome.efficiency <= 1 for outcome in outcomes)
    assert simulate(model, 10) == outcomes[1]
    assert simulate(Model(2000, 60.0, failures=5.0), 10).repeated > 100
    # A second copy of late shards makes the end earlier.
    assert simulate(model, 100).span < simulate(Model(2000, 60.0, copies=False), 100).span


def test_the_scheduler_costs_no_more_with_more_workers():
    # A hundred shards a worker that all take as long: what is lost is the scheduler's.
    for workers in (1, 10, 100, 1000):
        even = Model(100 * workers, 60.0, spread=0.0, stragglers=0.0, failures=0.0)
        assert simulate(even, workers).efficiency > 0.99


def test_the_table_of_the_document_comes_out(root):
    document = (root / "docs/scale.md").read_text(encoding="utf-8")
    rows = table(Model(100_000, 60.0), [1000, 10000]).splitlines()[-2:]
    assert all(f"\n{row}\n" in document for row in rows), rows
