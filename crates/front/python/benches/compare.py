"""Speed compared with other libraries on the same positions and files.

    pip install cshogi python-shogi
    python crates/front/python/benches/compare.py [ZENPUKU_BINARY]

Each figure is the best of several rounds, libraries in turn; the rules are timed by the processor's clock, so that
other work on the machine counts for little. With the program's path also the nodes a second of a search from Python
beside the program's.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import zenpuku

ROOT = Path(__file__).resolve().parents[4]
ROUNDS = 5


def seconds(work, clock=time.perf_counter) -> float:
    start = clock()
    work()
    return clock() - start


def positions() -> list[str]:
    """Every third position of whole games."""
    found = []
    for line in (ROOT / "testdata/games/whole-20.jsonl").read_text().splitlines():
        game = json.loads(line)
        moves = game["moves"].split() if isinstance(game["moves"], str) else game["moves"]
        position = zenpuku.Position(game["sfen"])
        for ply, move in enumerate(moves):
            if ply % 3 == 0:
                found.append(position.sfen)
            position.do_move(move)
    return found


def compare(name: str, ours, theirs, count: int, other: str) -> None:
    rounds = [[seconds(work, time.process_time) for work in (ours, theirs)] for _ in range(4 * ROUNDS)]
    mine, other_time = map(min, zip(*rounds))
    print(f"{name}: zenpuku {1e9 * mine / count:.0f} ns, {other} {1e9 * other_time / count:.0f} ns, {other_time / mine:.2f} times as fast")


def rules() -> None:
    import cshogi

    sfens = positions()
    ours = [zenpuku.Position(sfen) for sfen in sfens]
    theirs = [cshogi.Board(sfen) for sfen in sfens]
    lists = [(position, position.legal_moves()) for position in ours]
    their_lists = [(board, list(board.legal_moves)) for board in theirs]
    assert [len(moves) for _, moves in lists] == [len(moves) for _, moves in their_lists]
    moves = sum(len(moves) for _, moves in lists)

    def generate():
        for position in ours:
            position.legal_moves()

    def their_generate():
        for board in theirs:
            list(board.legal_moves)

    def play():
        for position, moves in lists:
            do, undo = position.do_move, position.undo_move
            for move in moves:
                do(move)
                undo()

    def their_play():
        for board, moves in their_lists:
            do, undo = board.push, board.pop
            for move in moves:
                do(move)
                undo()

    print(f"{len(sfens)} positions, {moves} legal moves")
    compare("legal_moves, a move", generate, their_generate, moves, "cshogi")
    compare("do_move and undo_move, a move", play, their_play, moves, "cshogi")


def games() -> None:
    """Whole games played, looked at after every move, and taken back."""
    import cshogi

    lines = [json.loads(line) for line in (ROOT / "testdata/games/whole-20.jsonl").read_text().splitlines()]
    ours, theirs, count = [], [], 0
    for line in lines:
        position, board = zenpuku.Position(line["sfen"]), cshogi.Board(line["sfen"])
        words = line["moves"].split() if isinstance(line["moves"], str) else line["moves"]
        for word in words:
            position.do_move(word)
            board.push_usi(word)
        ours.append((zenpuku.Position(line["sfen"]), position.moves))
        theirs.append((cshogi.Board(line["sfen"]), board.history))
        count += len(words)

    def play():
        for position, moves in ours:
            for move in moves:
                position.do_move(move)
                position.in_check
            for _ in moves:
                position.undo_move()

    def their_play():
        for board, moves in theirs:
            for move in moves:
                board.push(move)
                board.is_check()
            for _ in moves:
                board.pop()

    compare("games played, asked for check and taken back, a move", play, their_play, count, "cshogi")


def files(count: int = 10_000) -> None:
    import pandas
    import shogi.KIF

    (record,) = zenpuku.read(ROOT / "testdata/records/ryuo-2014-09-02.kif")
    with tempfile.TemporaryDirectory() as folder:
        # The comment makes no two files the same.
        for number in range(count):
            record.set_header("備考", str(number))
            (Path(folder) / f"{number:05}.kif").write_bytes(record.dumps("kif", encoding="utf-8"))
        some = sorted(Path(folder).iterdir())[: max(count // 20, 1)]

        def theirs():
            rows = []
            for path in some:
                (game,) = shogi.KIF.Parser.parse_str(path.read_text(encoding="utf-8"))
                black, white = game["names"]
                rows.append({"file": str(path), "black": black, "white": white, "moves": " ".join(game["moves"])})
            return pandas.DataFrame(rows)

        for clock, what in ((time.perf_counter, "by the clock"), (time.process_time, "of processor time")):
            rounds = [(seconds(lambda: zenpuku.games(folder), clock), seconds(theirs, clock)) for _ in range(3)]
            mine, other = map(min, zip(*rounds))
            other *= count / len(some)
            print(
                f"{count} KIF files into a frame, {what}: zenpuku {mine:.2f} s, python-shogi {other:.1f} s (from"
                f" {len(some)} files), {other / mine:.1f} times as fast"
            )


def search(binary: str) -> None:
    engine, nodes, rounds = zenpuku.Engine(hash=64), 2_000_000, []
    for _ in range(ROUNDS):
        run = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        run.stdin.write(f"usi\nsetoption name USI_Hash value 64\nisready\nusinewgame\nposition startpos\ngo nodes {nodes}\n")
        run.stdin.flush()
        lines = []
        while not lines or not lines[-1].startswith("bestmove"):
            lines.append(run.stdout.readline())
        run.stdin.write("quit\n")
        run.communicate()
        told = [line.split() for line in lines if " nps " in line][-1]
        program = int(told[told.index("nodes") + 1]) / (int(told[told.index("time") + 1]) / 1000)
        engine.new_game()
        result = engine.search(zenpuku.Position(), nodes=nodes)
        rounds.append((result.nodes / result.seconds, program))
    ours, theirs = max(one for one, _ in rounds), max(other for _, other in rounds)
    print(f"search of {nodes} nodes: from Python {ours:.0f} nodes/s, the program {theirs:.0f}, {100 * (ours / theirs - 1):+.1f} %")


if __name__ == "__main__":
    rules()
    games()
    files()
    if len(sys.argv) > 1:
        search(sys.argv[1])
