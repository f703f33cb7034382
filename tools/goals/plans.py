#!/usr/bin/env python3
"""Measures plans: do the games follow the displayed plans?

    python3 plans.py ZENPUKU GAMES.jsonl OUT --work FOLDER --games 200 --nodes 3000

Analyses games chosen by the seed. For each move the plans of the side to move are found as
`zenpuku analyze --json` gives them, before the move is known. A plan goes on if one of the moves shown
for it is among the side's next five moves of the game, this one included. The baseline is as many
of the side's goals, drawn at random, each with as many of its next moves. Every second game is held
out: nothing is tuned on it. What takes long is kept in FOLDER, so that a broken run goes on.

Writes plans.csv, a row a kind of plan and half, with intervals (95 %, games resampled).
"""

import argparse
import csv
import json
import pathlib
import random
import subprocess
from collections import defaultdict

EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
HALVES = ("held out", "tuned")
# Own moves within which a plan has to be followed.
WITHIN = 5
RESAMPLES = 1000


def chosen(options):
    games = [json.loads(line) for line in open(options.games_file, encoding="utf-8")]
    games = [game for game in games if game["sfen"] == EVEN]
    random.Random(options.seed).shuffle(games)
    return games[: options.games]


def analysed(options, game):
    text = f"position startpos moves {game['moves']}\n"
    arguments = ["analyze", "--nodes", str(options.nodes), "--no-reasons", "--json", "-"]
    done = subprocess.run([options.zenpuku, *arguments], input=text, capture_output=True, text=True,
                          check=True)
    return json.loads(done.stdout)["moves"]


def rows_of(number, moves, draw):
    """A row for each plan shown in a game: its kind, and whether the game followed it."""
    played = [move["usi"] for move in moves]
    for index, move in enumerate(moves[: len(moves) - 2 * WITHIN]):
        report = move["goal_report"]
        coming = set(played[index : index + 2 * WITHIN : 2])
        for plan in report["plans"]:
            goals = [goal for goal in report["goals"] if goal["next"]]
            goal = draw.choice(goals) if goals else {"next": []}
            drawn = goal["next"][: len(plan["moves"])]
            yield {"game": number, "kind": plan["kind"], "goes_on": bool(coming & set(plan["moves"])),
                   "drawn_goes_on": bool(coming & set(drawn))}


def collect(options):
    path = options.work / "plans.jsonl"
    rows = [json.loads(line) for line in open(path, encoding="utf-8")] if path.exists() else []
    done = {row["game"] for row in rows}
    for number, game in enumerate(chosen(options)):
        if number in done:
            continue
        draw = random.Random(f"{options.seed} {number}")
        new = list(rows_of(number, analysed(options, game), draw))
        rows += new
        with open(path, "a", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in new)
    return rows


def share(rows, key):
    return sum(row[key] for row in rows) / max(1, len(rows))


def interval(rows, key, seed):
    """95 % of the shares of games drawn with replacement."""
    games = defaultdict(list)
    for row in rows:
        games[row["game"]].append(row[key])
    sums = [(sum(values), len(values)) for values in games.values()]
    draw = random.Random(seed)
    shares = []
    for _ in range(RESAMPLES):
        sample = draw.choices(sums, k=len(sums))
        shares.append(sum(right for right, _ in sample) / sum(count for _, count in sample))
    shares.sort()
    return shares[RESAMPLES * 25 // 1000], shares[RESAMPLES * 975 // 1000]


def table(rows, seed):
    for half in (0, 1):
        mine = [row for row in rows if row["game"] % 2 == half]
        kinds = sorted({row["kind"] for row in mine})
        for kind in ["all", *kinds]:
            some = [row for row in mine if kind in ("all", row["kind"])]
            for key, name in (("goes_on", "plan"), ("drawn_goes_on", "random goal")):
                low, high = interval(some, key, seed)
                yield {"half": HALVES[half], "kind": kind, "shown": name, "plans": len(some),
                       "goes_on": f"{share(some, key):.3f}", "low": f"{low:.3f}", "high": f"{high:.3f}"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("zenpuku")
    parser.add_argument("games_file", metavar="GAMES.jsonl")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    options.out.mkdir(parents=True, exist_ok=True)
    lines = list(table(collect(options), options.seed))
    with open(options.out / "plans.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, lines[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


if __name__ == "__main__":
    main()
