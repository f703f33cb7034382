#!/usr/bin/env python3
"""Plays fast games between two USI engines under an independent referee.

The rules come from `cshogi` (legality, check, declaration), repetition is
counted here, and every move is timed against the clock that the engine was
told. A game ends with a fault (illegal move, time loss, crash, no answer,
false declaration) or by the rules. Exit code 1 when there was a fault.

Example:
    python3 referee.py --engine target/release/zenpuku --games 40 --byoyomi 100
"""

import argparse
import concurrent.futures
import json
import queue
import random
import subprocess
import sys
import threading
import time

import cshogi

HANG_SECONDS = 20.0


class Fault(Exception):
    """A fault of an engine."""


class Engine:
    """One engine process, spoken to as a GUI speaks."""

    def __init__(self, command, options):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.send("usi")
        self.wait("usiok")
        for option in options:
            name, value = option.split("=", 1)
            self.send(f"setoption name {name} value {value}")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\r\n"))
        self.lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, OSError) as error:
            raise Fault(f"crash: {error}") from error

    def wait(self, first_word, seconds=HANG_SECONDS):
        """The first line that begins with the word, and the infos before it."""
        infos, deadline = [], time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise Fault(f"no {first_word} within {seconds:.0f} s") from None
            if line is None:
                raise Fault("crash: the process ended")
            if line.split(" ", 1)[0] == first_word:
                return line, infos
            infos.append(line)

    def new_game(self):
        self.send("isready")
        self.wait("readyok")
        self.send("usinewgame")

    def quit(self):
        try:
            self.send("quit")
            code = self.process.wait(timeout=3)
        except (Fault, subprocess.TimeoutExpired):
            self.process.kill()
            return "did not quit within 3 s"
        return None if code == 0 else f"exit code {code}"


class Clock:
    """Remaining main time in milliseconds, with byoyomi and increment."""

    def __init__(self, args):
        self.main = [args.time, args.time]
        self.byoyomi, self.increment = args.byoyomi, args.increment
        self.slack = args.slack

    def go(self):
        words = f"go btime {self.main[0]} wtime {self.main[1]}"
        if self.increment:
            return f"{words} binc {self.increment} winc {self.increment}"
        return f"{words} byoyomi {self.byoyomi}"

    def spend(self, side, milliseconds):
        """False when the move came too late. The increment is the player's before it moves."""
        left = self.main[side] + self.increment - milliseconds
        if left + self.byoyomi + self.slack < 0:
            return False
        self.main[side] = max(0, round(left))
        return True


class Repetition:
    """The fourth occurrence of board, hands and side to move."""

    def __init__(self, board):
        self.seen = {}
        self.checked = []
        self.note(board)

    def note(self, board):
        key = board.sfen().rsplit(" ", 1)[0]
        self.checked.append(board.is_check())
        self.seen.setdefault(key, []).append(len(self.checked) - 1)
        return self.seen[key]

    def verdict(self, board):
        """None, "draw", or the colour that loses by continuous check."""
        plies = self.note(board)
        if len(plies) < 4:
            return None
        first, last = plies[0], plies[-1]
        # checked[i]: the side to move at i was in check, so its opponent gave it.
        if all(self.checked[first + 2:last + 1:2]):
            return 1 - board.turn
        if all(self.checked[first + 1:last + 1:2]):
            return board.turn
        return "draw"


def check_infos(infos, board, best):
    """Every pv must be legal; the last info with a pv must begin with the best move."""
    last = None
    for info in infos:
        words = info.split()
        if words[:1] != ["info"]:
            raise Fault(f"unknown line on stdout: {info!r}")
        if "pv" not in words or "string" in words:
            continue
        last = words[words.index("pv") + 1:]
        copy = board.copy()
        for usi in last:
            if usi not in [cshogi.move_to_usi(mv) for mv in copy.legal_moves]:
                raise Fault(f"illegal move {usi} in pv: {info}")
            copy.push_usi(usi)
    if best not in ("resign", "win") and (last is None or last[0] != best):
        raise Fault(f"bestmove {best} is not the first move of the last pv {last}")


def play(engines, opening, args):
    """One game: (result, moves, fault); result is 0 or 1 for the winner, or "draw"."""
    board, clock, moves = cshogi.Board(), Clock(args), []
    repetition = Repetition(board)
    for usi in opening:
        board.push_usi(usi)
        repetition.verdict(board)
        moves.append(usi)
    for engine in engines:
        engine.new_game()
    while len(moves) < args.max_plies:
        side = board.turn
        try:
            best = one_move(engines[side], board, clock, moves)
        except Fault as fault:
            return 1 - side, moves, f"{'black' if side == 0 else 'white'} ply {len(moves) + 1}: {fault}"
        if best == "resign":
            return 1 - side, moves, None
        if best == "win":
            ok = board.is_nyugyoku()
            return (side if ok else 1 - side), moves, None if ok else "false declaration"
        board.push_usi(best)
        moves.append(best)
        verdict = repetition.verdict(board)
        if verdict is not None:
            return ("draw" if verdict == "draw" else 1 - verdict), moves, None
        if board.is_game_over():
            return side, moves, None
    return "draw", moves, None


def one_move(engine, board, clock, moves):
    engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
    side, start = board.turn, time.monotonic()
    engine.send(clock.go())
    line, infos = engine.wait("bestmove")
    spent = 1000.0 * (time.monotonic() - start)
    before = clock.main[side]
    words = line.split()
    best = words[1] if len(words) > 1 else ""
    if best not in ("resign", "win") and best not in [cshogi.move_to_usi(mv) for mv in board.legal_moves]:
        raise Fault(f"illegal move {best!r} in {board.sfen()}")
    if not clock.spend(side, spent):
        raise Fault(f"time loss: {spent:.0f} ms with {before} ms left")
    check_infos(infos, board, best)
    return best


def random_opening(rng, plies):
    board, moves = cshogi.Board(), []
    while len(moves) < plies and not board.is_game_over():
        usi = cshogi.move_to_usi(rng.choice(list(board.legal_moves)))
        board.push_usi(usi)
        moves.append(usi)
    return moves if not board.is_game_over() else random_opening(rng, plies)


def run_game(number, args):
    rng = random.Random(args.seed * 100_003 + number // 2)
    commands = [args.engine, args.opponent or args.engine]
    if number % 2:
        commands.reverse()
    engines = []
    try:
        engines = [Engine([command, *args.arg], args.option) for command in commands]
        result, moves, fault = play(engines, random_opening(rng, args.random_plies), args)
    except Fault as error:
        result, moves, fault = "draw", [], f"start: {error}"
    ends = [engine.quit() for engine in engines]
    fault = fault or next((f"quit: {end}" for end in ends if end), None)
    return {"game": number, "black": commands[0], "result": result, "plies": len(moves),
            "fault": fault, "moves": moves}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True, help="engine program")
    parser.add_argument("--opponent", help="another engine program; default: the same")
    parser.add_argument("--arg", action="append", default=[], help="argument for the program (repeatable)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--time", type=int, default=0, metavar="MS", help="main time")
    parser.add_argument("--byoyomi", type=int, default=100, metavar="MS")
    parser.add_argument("--increment", type=int, default=0, metavar="MS", help="Fischer clock instead of byoyomi")
    parser.add_argument("--slack", type=int, default=0, metavar="MS", help="forgiven lateness")
    parser.add_argument("--max-plies", type=int, default=320)
    parser.add_argument("--random-plies", type=int, default=6, help="random opening moves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="file for one JSON object per game")
    args = parser.parse_args()
    if args.increment:
        args.byoyomi = 0
    games = []
    with concurrent.futures.ThreadPoolExecutor(args.concurrency) as pool:
        for game in pool.map(lambda number: run_game(number, args), range(args.games)):
            games.append(game)
            note = f" FAULT {game['fault']}" if game["fault"] else ""
            print(f"game {game['game']}: {game['result']} in {game['plies']} plies{note}", file=sys.stderr)
    if args.out:
        with open(args.out, "w", encoding="utf-8") as out:
            out.writelines(json.dumps(game) + "\n" for game in games)
    faults = [game["fault"] for game in games if game["fault"]]
    wins = [sum(game["result"] == side for game in games) for side in (0, 1)]
    print(json.dumps({"games": len(games), "black_wins": wins[0], "white_wins": wins[1],
                      "draws": len(games) - sum(wins), "plies": sum(game["plies"] for game in games),
                      "faults": faults}))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
