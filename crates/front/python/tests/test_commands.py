# Invariant: Python gives the same results and error messages as the command line.
"""Commands as functions: Go, matches, the laboratory, the program itself."""

import subprocess
import sys

import pytest
import zenpuku


def test_go_endgames_are_solved_from_text_and_files(root, tmp_path):
    path = root / "testdata/go/sums/sum01.sgf"
    solved = zenpuku.go.solve(path)
    assert solved["black_first"]["status"] == "proved"
    assert zenpuku.go.solve(path.read_text())["black_first"] == solved["black_first"]
    assert zenpuku.go.values(path)["regions"] == solved["regions"]
    assert zenpuku.go.status(path, games=50, time=1)["chains"]
    with pytest.raises(zenpuku.ZenpukuError, match="missing.sgf"):
        zenpuku.go.solve(tmp_path / "missing.sgf")


def test_matches_and_tournaments_are_played():
    played = zenpuku.match(a="LmrBase=1", nodes=30, games=2, max_plies=30)
    assert played["games"] == 2 and played["finished"]
    players = ["one:", "two: Profile=foundation", "three: NullMovePruning=off"]
    table = zenpuku.tournament(players, nodes=30, games=2, max_plies=30)
    assert table["games"] == 6 and len(table["players"]) == 3


def test_experiments_return_tables():
    assert "tree" in zenpuku.experiments()
    findings = zenpuku.lab("tree", quick=True)
    assert all(check["holds"] for check in findings.checks) and findings.titles
    assert findings.table(findings.titles[0], kind="dict")


def test_mistakes_are_exceptions_with_the_programs_words():
    with pytest.raises(zenpuku.UsageError, match="NoSuch"):
        zenpuku.match(a="NoSuch=1", nodes=10, games=2)
    with pytest.raises(zenpuku.UsageError, match="as a program"):
        zenpuku.command("usi")
    assert zenpuku.perft(3) == 25470


def test_the_program_is_in_the_wheel():
    run = subprocess.run([sys.executable, "-m", "zenpuku", "perft", "--depth", "2", "--json"], capture_output=True)
    assert run.returncode == 0 and b'"nodes":900' in run.stdout
    assert subprocess.run([sys.executable, "-m", "zenpuku", "evla"], capture_output=True).returncode == 2
    # As a USI engine, which a GUI starts without arguments.
    usi = subprocess.run([sys.executable, "-m", "zenpuku"], input=b"usi\nquit\n", capture_output=True, timeout=60)
    assert b"usiok" in usi.stdout


def test_nothing_is_written_past_python(tmp_path, capfd):
    # What other threads of a command say is handed back as well.
    words = ["learn", "selfplay", "--out", tmp_path / "games", "--games", "2", "--shard", "1", "--nodes", "20"]
    _, messages = zenpuku.command(*words, "--max-plies", "30", "--hash", "1", "--threads", "2")
    assert messages.count(" full;") == 2 and capfd.readouterr() == ("", "")
