"""Plays every level against the next and prints the table of docs/strength.md.

    python3 measure.py ZENPUKU OUT --games 400

Each pair of levels becomes OUT/NN.json, as `zenpuku match --json` prints it; pairs that are there are not played
again, and a pair that was interrupted goes on (OUT/NN.jsonl has its games until then). Games are by nodes and seeded, so a second run gives the same games. `--full` gives the nodes a move of full
strength, `--pairs 1-9` plays a part.
"""

import argparse
import json
import pathlib
import subprocess
import sys


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("zenpuku", metavar="ZENPUKU", help="the program")
    parser.add_argument("out", metavar="OUT", type=pathlib.Path, help="folder of the results")
    parser.add_argument("--games", type=int, default=400, help="games of each pair [400]")
    parser.add_argument("--full", type=int, default=400_000, help="nodes a move of full strength [400000]")
    parser.add_argument("--pairs", default="1-19", metavar="A-B", help="weaker levels to play [1-19]")
    return parser.parse_args()


def play(args, level):
    """Plays a level against the next, unless that was done."""
    path = args.out / f"{level:02}.json"
    if path.exists():
        return
    games = path.with_suffix(".jsonl")
    command = [args.zenpuku, "match", "--a", f"SkillLevel={level + 1}", "--b", f"SkillLevel={level}", "--json"]
    command += ["--nodes", str(args.full), "--games", str(args.games), "--seed", "1", "--save", str(games)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    path.write_text(done.stdout)
    games.unlink()


def row(path):
    """Returns the row of one pair of levels."""
    match = json.loads(path.read_text())
    level = int(match["b"].removeprefix("SkillLevel="))
    share = 100 * (match["wins"] + match["draws"] / 2) / match["games"]
    low, high = match["elo_interval"]
    score = f"{match['wins']} - {match['draws']} - {match['losses']}"
    return f"| {level + 1} against {level} | {match['games']} | {score} | {share:.0f} | {low:+.0f} to {high:+.0f} |"


def main():
    args = arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    first, last = (int(level) for level in args.pairs.split("-"))
    for level in range(first, last + 1):
        play(args, level)
        print(f"{level} of {last}", file=sys.stderr)
    print("| level | games | score | score, % | Elo, 95 % |\n|---|---:|---|---:|---|")
    for path in sorted(args.out.glob("*.json")):
        print(row(path))


if __name__ == "__main__":
    main()
