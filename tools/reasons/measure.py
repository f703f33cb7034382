#!/usr/bin/env python3
"""Measures reasons on games: how many mistakes are explained, and whether claims hold.

    python3 measure.py ZENPUKU GAMES.jsonl OUT --work FOLDER --games 200 --nodes 3000

Analyses games chosen by the seed, or explains the moves of a file of positions (`sfen`, `played`),
and asks for each bad move again with ten times the nodes. Every second game is held out: nothing is
tuned on it. Everything that takes long is kept in FOLDER, so that a broken run goes on where it was.
With --reasoner (`cargo build --release -p zenpuku-shogi-reasons --example explain_rows`) the reasons
of the stored moves are found again, without a search: what a change of the reasoner is worth.

Writes table.csv, claims.csv, motifs.csv and, into FOLDER, reasons.jsonl for check.py; the positions
themselves (positions.md) only with --positions, where the licence of the games allows it.
"""

import argparse
import csv
import json
import pathlib
import random
import statistics
import subprocess
import time
from collections import Counter

import check

EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
HALVES = ("held out", "tuned")
# Captures that check.py follows against a claim, in plies: as many as the reasoner itself, and more.
PLIES = check.DEPTH
DEEPER = 14
# Below this win rate the side was losing, as for `zenpuku analyze`.
LOSING = 0.35


def run(zenpuku, arguments, text=""):
    done = subprocess.run([zenpuku, *arguments], input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def stored(path):
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def append(path, row):
    with open(path, "a", encoding="utf-8") as file:
        print(json.dumps(row, ensure_ascii=False), file=file)


def half(number):
    return HALVES[number % 2]


def chosen(options):
    games = [json.loads(line) for line in open(options.games_file, encoding="utf-8")]
    if "played" in games[0]:
        return games
    games = [game for game in games if game["sfen"] == EVEN]
    random.Random(options.seed).shuffle(games)
    return games[: options.games]


def collect(options):
    """Analyses the remaining games; one row per game with its bad moves."""
    path = options.work / "analysed.jsonl"
    rows = stored(path)
    for number, game in enumerate(chosen(options)):
        if number < len(rows):
            continue
        row = of_position(options, game) if "played" in game else of_game(options, game)
        rows.append({"game": number, **row})
        append(path, rows[-1])
    return rows


def of_game(options, game):
    text = f"position startpos moves {game['moves']}\n"
    arguments = ["analyze", "--nodes", str(options.nodes), "--json", "-"]
    start = time.monotonic()
    report = run(options.zenpuku, arguments, text)
    seconds = time.monotonic() - start
    moves, found = report["moves"], []
    before, value = report["start_sfen"], report["start"]
    for index, move in enumerate(moves):
        if move["class"] in ("mistake", "blunder"):
            reply = moves[index + 1]["pv"] if index + 1 < len(moves) else []
            found.append({"ply": move["ply"], "sfen": before, "move": move["usi"],
                          "class": move["class"], "better": move["pv"], "reply": reply,
                          "was_losing": losing(value, move["side"]),
                          "reasons": move.get("reasons", [])})
        before, value = move["sfen"], move
    return {"plies": len(moves), "seconds": round(seconds, 2), "moves": found}


def losing(value, side):
    return (value["win_rate"] if side == "black" else 1 - value["win_rate"]) < LOSING


def of_position(options, row):
    """A move that lost a game, if it is a mistake of any class by this search."""
    report = run(options.zenpuku, ["explain", row["sfen"], row["played"], "--nodes",
                                   str(options.nodes), "--json"])
    if not report["played"]["class"]:
        return {"moves": []}
    move = {"ply": row["ply"], "sfen": row["sfen"], "move": row["played"],
            "class": report["played"]["class"], "better": [report["best"]["move"]],
            "reasons": report["reasons"]}
    return {"moves": [move]}


def with_ten_times(options, rows):
    """Is each move still a mistake with ten times the nodes, and which reasons are given then?"""
    path = options.work / "deeper.jsonl"
    known = {(row["game"], row["ply"]): row for row in stored(path)}
    for row in rows:
        key = row["game"], row["ply"]
        if key not in known:
            report = run(options.zenpuku, ["explain", row["sfen"], row["move"], "--nodes",
                                           str(10 * options.nodes), "--json"])
            known[key] = {"game": row["game"], "ply": row["ply"],
                          "class": report["played"]["class"], "best": report["best"]["move"],
                          "reasons": [[reason["role"], reason["motif"]]
                                      for reason in report["reasons"]]}
            append(path, known[key])
        row["deeper"] = known[key]


def found_again(options, rows):
    """The reasons of stored moves by the current reasoner."""
    text = "".join(json.dumps({key: row[key] for key in
                               ("sfen", "move", "better", "reply", "was_losing")}) + "\n"
                   for row in rows)
    done = subprocess.run([options.reasoner], input=text, capture_output=True, text=True, check=True)
    for row, line in zip(rows, done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        row["reasons"], row["micros"] = answer["reasons"], answer["micros"]


def holds(reason, depth, whole=True):
    """Does the claim hold by the rules of cshogi, with captures followed `depth` plies deep?

    As `whole` with the gain listed for each reply, else with the gain that the claim states.
    """
    check.DEPTH = depth
    try:
        check.check_proof(reason["start"], reason["line"], reason["at"],
                          reason["proof"], whole)
        check.check_board(reason)
        return True
    except check.Wrong:
        return False


def judge(rows):
    for row in rows:
        for reason in row["reasons"]:
            reason["holds"] = holds(reason, PLIES)
            reason["holds_deeper"] = holds(reason, DEEPER, whole=False)
            reason["listed_deeper"] = holds(reason, DEEPER)


def first(row):
    return row["reasons"][0]


def again(row):
    return [first(row)["role"], first(row)["motif"]] in row["deeper"]["reasons"]


def share(rows, test):
    rows = list(rows)
    count = sum(map(bool, map(test, rows)))
    return f"{count} of {len(rows)} ({100 * count / len(rows):.0f} %)" if rows else "0 of 0"


def measures(rows):
    reasons = [reason for row in rows for reason in row["reasons"]]
    explained = [row for row in rows if row["reasons"]]
    real = [row for row in rows if row["deeper"]["class"]]
    concrete = lambda row: any(reason["proof"]["form"] != "threat" for reason in row["reasons"])
    length = lambda of: statistics.median(map(of, reasons)) if reasons else 0
    yield "bad moves", len(rows)
    for name in ("mistake", "blunder"):
        own = [row for row in rows if row["class"] == name]
        yield f"{name}s with a reason", share(own, lambda row: row["reasons"])
        lasting = [row for row in own if row["deeper"]["class"] in ("mistake", "blunder")]
        yield f"{name}s, still so at ten times the nodes, with a reason", share(
            lasting, lambda row: row["reasons"])
    yield "with a reason that is proved, not threatened", share(rows, concrete)
    yield "claims that hold by cshogi", share(reasons, lambda reason: reason["holds"])
    yield f"claims that hold by cshogi, {DEEPER} plies of captures", share(
        reasons, lambda reason: reason["holds_deeper"])
    yield "the same with the gain listed for every reply", share(
        reasons, lambda reason: reason["listed_deeper"])
    yield "explained moves, still bad at ten times the nodes", share(
        explained, lambda row: row["deeper"]["class"])
    yield "of these with the same role and motif", share(
        [row for row in real if row["reasons"]], again)
    yield "median Japanese characters", length(lambda reason: len(reason["text"]["ja"]))
    yield "median English words", length(lambda reason: len(reason["text"]["en"].split()))


def write(options, rows):
    halves = [dict(measures([row for row in rows if half(row["game"]) == name])) for name in HALVES]
    with open(options.out / "table.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["measure", *HALVES])
        writer.writerows([name, *(own[name] for own in halves)] for name in halves[0])
    with open(options.out / "claims.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["half", "game", "ply", "class", "at ten times", "role", "motif", "form",
                         "holds", "holds deeper"])
        for row in rows:
            for reason in row["reasons"] or [None]:
                said = ["", "", "", "", ""] if reason is None else [
                    reason["role"], reason["motif"], reason["proof"]["form"], reason["holds"],
                    reason["holds_deeper"]]
                writer.writerow([half(row["game"]), row["game"] + 1, row["ply"], row["class"],
                                 row["deeper"]["class"] or "", *said])
    count = Counter((reason["motif"], reason["role"]) for row in rows for reason in row["reasons"])
    with open(options.out / "motifs.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["motif", "role", "reasons"])
        writer.writerows([*key, number] for key, number in sorted(count.items()))
    with open(options.work / "reasons.jsonl", "w", encoding="utf-8") as file:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False), file=file)
    if options.positions:
        (options.out / "positions.md").write_text(
            "# Explained mistakes\n\n" + "\n".join(positions(options, rows)),
            encoding="utf-8")


def positions(options, rows):
    """At most twenty explained mistakes, drawn by the seed."""
    explained = [row for row in rows if row["reasons"]]
    random.Random(options.seed).shuffle(explained)
    for row in explained[:20]:
        yield f"### Game {row['game'] + 1}, move {row['ply']}\n\n```text\n{diagram(row['sfen'])}```\n"
        yield f"`{row['sfen']}`, played {row['move']} ({row['class']}), better {row['better'][0]}\n"
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


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("zenpuku")
    parser.add_argument("games_file")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=67)
    parser.add_argument("--nodes", type=int, default=3_000)
    parser.add_argument("--reasoner")
    parser.add_argument("--positions", action="store_true")
    options = parser.parse_args()
    for folder in (options.out, options.work):
        folder.mkdir(parents=True, exist_ok=True)
    games = collect(options)
    rows = [{"game": game["game"], **move} for game in games for move in game["moves"]]
    with_ten_times(options, rows)
    if options.reasoner:
        found_again(options, rows)
    judge(rows)
    write(options, rows)


if __name__ == "__main__":
    main()
