#!/usr/bin/env python3
"""Measures reasons on games: how many mistakes are explained, and whether claims last.

    python3 measure.py ZENPUKU GAMES.jsonl OUT --games 40 --seed 67 --nodes 10000

Analyses games chosen by the seed, or explains the moves of a file of positions (`sfen`, `played`), and
asks for each bad move again with ten times the nodes. Every second game is held out: nothing was tuned
on it. Writes table.csv, claims.csv, reasons.jsonl (for check.py) and positions.md into OUT.
"""

import argparse
import csv
import json
import pathlib
import random
import statistics
import subprocess

EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def run(zenpuku, arguments, text=""):
    done = subprocess.run([zenpuku, *arguments], input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def mistakes(options):
    """Every mistake of the games: its game, half, position, move and reasons."""
    games = [json.loads(line) for line in open(options.games_file, encoding="utf-8")]
    if "played" in games[0]:
        yield from moves_of_positions(options, games)
        return
    games = [game for game in games if game["sfen"] == EVEN]
    random.Random(options.seed).shuffle(games)
    for number, game in enumerate(games[: options.games]):
        text = f"position startpos moves {game['moves']}\n"
        report = run(options.zenpuku, ["analyze", "--nodes", str(options.nodes), "--json", "-"], text)
        before = report["start_sfen"]
        for move in report["moves"]:
            if move["class"] in ("mistake", "blunder"):
                half = "tuned" if number % 2 else "held out"
                yield {"half": half, "game": number, "ply": move["ply"], "sfen": before,
                       "move": move["usi"], "class": move["class"], "best": move["best"],
                       "reasons": move.get("reasons", [])}
            before = move["sfen"]


def moves_of_positions(options, rows):
    """Moves that lost games, one a row: those that are a mistake of any class by this search."""
    for number, row in enumerate(rows):
        report = run(options.zenpuku, ["explain", row["sfen"], row["played"], "--nodes",
                                       str(options.nodes), "--json"])
        if report["played"]["class"]:
            yield {"half": "tuned" if number % 2 else "held out", "game": number, "ply": row["ply"],
                   "sfen": row["sfen"], "move": row["played"], "class": report["played"]["class"],
                   "best": report["best"]["move"], "reasons": report["reasons"]}


def with_ten_times(options, row):
    """Is it still a mistake, and is the first reason still given?"""
    nodes = str(10 * options.nodes)
    report = run(options.zenpuku, ["explain", row["sfen"], row["move"], "--nodes", nodes, "--json"])
    key = [(reason["role"], reason["motif"]) for reason in report["reasons"]]
    row["still_mistake"] = report["played"]["class"] is not None
    row["best_by_ten"] = report["best"]["move"]
    if row["reasons"]:
        first = row["reasons"][0]
        row["same_reason"] = (first["role"], first["motif"]) in key


def share(rows, test):
    rows = list(rows)
    return f"{sum(map(bool, map(test, rows)))} of {len(rows)}"


def table(rows):
    for half in ("tuned", "held out"):
        own = [row for row in rows if row["half"] == half]
        worse = [row for row in own if row["class"] in ("mistake", "blunder")]
        explained = [row for row in own if row["reasons"]]
        real = [row for row in explained if row["still_mistake"]]
        proved = [r for r in explained if r["reasons"][0]["proof"]["form"] != "threat"]
        texts = [reason["text"] for row in explained for reason in row["reasons"]]
        length = lambda of: statistics.median(map(of, texts)) if texts else 0
        yield {
            "half": half, "bad moves": len(own), "explained": share(own, lambda r: r["reasons"]),
            "mistakes and blunders explained": share(worse, lambda r: r["reasons"]),
            "proved, not only threatened": f"{len(proved)} of {len(explained)}",
            "still a mistake at ten times the nodes": share(explained, lambda r: r["still_mistake"]),
            "of these the same reason": share(real, lambda r: r["same_reason"]),
            "median Japanese characters": length(lambda text: len(text["ja"])),
            "median English words": length(lambda text: len(text["en"].split())),
        }


def positions(options, rows):
    """Twenty explained mistakes by the seed."""
    explained = [row for row in rows if row["reasons"]]
    random.Random(options.seed).shuffle(explained)
    for row in explained[:20]:
        yield f"### Game {row['game'] + 1}, move {row['ply']}\n\n```text\n{diagram(row['sfen'])}```\n"
        yield f"`{row['sfen']}`, played {row['move']} ({row['class']}), better {row['best']}\n"
        for reason in row["reasons"]:
            yield f"- {reason['text']['en']}\n- {reason['text']['ja']}"
            yield f"- {' '.join(reason['line_text']['en'][:9])}\n"


def diagram(sfen):
    board, side, hands, _ = sfen.split(" ")
    lines = ["  9  8  7  6  5  4  3  2  1"]
    for rank, row in enumerate(board.split("/"), 1):
        cells, plus = [], ""
        for sign in row:
            if sign.isdigit():
                cells += [" . "] * int(sign)
            elif sign == "+":
                plus = "+"
            else:
                cells.append(f"{plus or ' '}{sign} ")
                plus = ""
        lines.append("".join(cells) + f" {rank}")
    lines.append(f"{'Black' if side == 'b' else 'White'} to move, hands {hands}")
    return "\n".join(lines) + "\n"


def write(options, rows):
    with open(options.out / "table.csv", "w", newline="", encoding="utf-8") as file:
        written = list(table(rows))
        writer = csv.DictWriter(file, written[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(written)
    with open(options.out / "claims.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["half", "game", "ply", "class", "move", "best", "best at ten times", "role",
                         "motif", "form", "still a mistake", "same reason"])
        for row in rows:
            for first in row["reasons"][:1] or [{"role": "", "motif": "", "proof": {"form": ""}}]:
                writer.writerow([row["half"], row["game"] + 1, row["ply"], row["class"], row["move"],
                                 row["best"], row["best_by_ten"], first["role"], first["motif"],
                                 first["proof"]["form"], row["still_mistake"],
                                 row.get("same_reason", "")])
    with open(options.out / "reasons.jsonl", "w", encoding="utf-8") as file:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False), file=file)
    (options.out / "positions.md").write_text(
        "# Twenty explained mistakes\n\n" + "\n".join(positions(options, rows)), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("zenpuku")
    parser.add_argument("games_file")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=67)
    parser.add_argument("--nodes", type=int, default=10_000)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rows = []
    # Written again after every mistake: what a broken run has measured is there.
    for row in mistakes(options):
        with_ten_times(options, row)
        rows.append(row)
        write(options, rows)


if __name__ == "__main__":
    main()
