#!/usr/bin/env python3
"""Compares the verdicts of the `oracle` example with cshogi and python-shogi.

Reads the example's lines from stdin. Legal moves and check come from both
programs; mate, pawn-drop mates and declaration from cshogi or from their legal
moves; repetition is counted here over the programs' own positions and checks.
Prints totals and every difference; exit code 1 if there is one.
"""

import argparse
import json
import sys

import cshogi
import shogi


def piece_points(board, color):
    """Points, pieces in the zone and whether the king is there, from cshogi's board."""
    base = 0 if color == cshogi.BLACK else 16
    zone_points = zone_pieces = 0
    king_in_zone = False
    for square, piece in enumerate(board.pieces):
        kind = piece - base
        if not 1 <= kind <= 14:
            continue
        rank = square % 9
        if not (rank <= 2 if color == cshogi.BLACK else rank >= 6):
            continue
        if kind == cshogi.KING:
            king_in_zone = True
            continue
        zone_pieces += 1
        big = (cshogi.BISHOP, cshogi.ROOK, cshogi.PROM_BISHOP, cshogi.PROM_ROOK)
        zone_points += 5 if kind in big else 1
    # Hands: pawn, lance, knight, silver, gold, bishop, rook.
    hand = board.pieces_in_hand[color]
    hand_points = sum(hand[:5]) + 5 * sum(hand[5:])
    return zone_points + hand_points, zone_pieces, king_in_zone


def declares(board, needed):
    points, pieces, king_in_zone = piece_points(board, board.turn)
    return not board.is_check() and king_in_zone and pieces >= 10 and points >= needed


def repetition(history):
    """The rule of the game on a list of (position without ply, in check)."""
    now = len(history) - 1
    same = [i for i in range(now, -1, -1) if history[i][0] == history[now][0]]
    if len(same) < 4:
        return "none"
    first = same[3]
    if all(history[i][1] for i in range(now - 1, first, -2)):
        return "lose"
    if all(history[i][1] for i in range(now, first, -2)):
        return "win"
    return "draw"


class Game:
    """The line of one game in both programs, extended move by move."""

    def __init__(self):
        self.start = None
        self.line = []

    def follow(self, start, line, python_too):
        if start != self.start or line[: len(self.line)] != self.line:
            self.start, self.line = start, []
            self.board = cshogi.Board(start)
            self.python = shogi.Board(start) if python_too else None
            self.history = [self.now()]
        for move in line[len(self.line) :]:
            self.board.push_usi(move)
            if self.python:
                self.python.push_usi(move)
            self.history.append(self.now())
        self.line = line

    def now(self):
        return self.board.sfen().rsplit(" ", 1)[0], self.board.is_check()


def verdicts(game):
    """The verdicts of the independent programs, in the example's form."""
    board = game.board
    legal = sorted(cshogi.move_to_usi(move) for move in board.legal_moves)
    said = {
        "sfen": board.sfen(),
        "check": board.is_check(),
        "mated": not legal,
        "repetition": repetition(game.history),
        "declare27": declares(board, 28 if board.turn == cshogi.BLACK else 27),
        "declare24": declares(board, 31),
        "legal": legal,
    }
    faults = []
    if board.is_nyugyoku() != said["declare27"]:
        faults.append("cshogi's own declaration differs from the counted one")
    if game.python:
        python_legal = sorted(move.usi() for move in game.python.legal_moves)
        if python_legal != legal:
            faults.append("python-shogi: " + " ".join(sorted(set(python_legal) ^ set(legal))))
        if game.python.is_check() != said["check"]:
            faults.append("python-shogi: check")
        # It counts from the start of its own stack, as we do.
        if game.python.is_fourfold_repetition() != (said["repetition"] != "none"):
            faults.append("python-shogi: fourfold repetition")
    return said, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python-every", type=int, default=1, metavar="N",
                        help="ask python-shogi, which is slow, about every Nth game only")
    parser.add_argument("--sample", metavar="FILE", help="write the verdicts as a test sample")
    parser.add_argument("--sample-every", type=int, default=50, metavar="N")
    options = parser.parse_args()

    game, games, differences = Game(), 0, 0
    totals = dict.fromkeys(["positions", "moves", "check", "mated", "pawn mates", "draw", "win",
                            "lose", "declare27", "declare24", "python-shogi"], 0)
    sample = open(options.sample, "w") if options.sample else None
    for number, text in enumerate(sys.stdin):
        ours = json.loads(text)
        if not ours["line"]:
            games += 1
        game.follow(ours["start"], ours["line"], games % options.python_every == 0)
        said, faults = verdicts(game)
        ours["legal"].sort()
        faults += [f"{key}: ours {ours[key]}, theirs {value}" for key, value in said.items()
                   if key != "legal" and ours[key] != value]
        if ours["legal"] != said["legal"]:
            faults.append("legal: " + " ".join(sorted(set(ours["legal"]) ^ set(said["legal"]))))
        totals["positions"] += 1
        totals["moves"] += len(said["legal"])
        totals["pawn mates"] += len(ours["pawn_mates"])
        totals["python-shogi"] += game.python is not None
        for key in ("check", "mated", "declare27", "declare24"):
            totals[key] += said[key]
        if said["repetition"] != "none":
            totals[said["repetition"]] += 1
        for fault in faults:
            differences += 1
            print(f"{ours['start']} moves {' '.join(ours['line'])}: {fault}")
        short = len(ours["line"]) < 70
        rare = said["repetition"] in ("win", "lose") or said["declare27"]
        always = (ours["pawn_mates"] or said["mated"]) and short
        wanted = number % options.sample_every == 0 or (rare and number % 9 == 0 and short)
        if sample and not faults and (wanted or always):
            entry = {"start": ours["start"], "line": " ".join(ours["line"]), **said}
            entry["legal"] = " ".join(said["legal"])
            sample.write(json.dumps(entry) + "\n")
    print(", ".join(f"{value} {key}" for key, value in totals.items()))
    print(f"{differences} differences")
    sys.exit(1 if differences else 0)


main()
