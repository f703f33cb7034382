#!/usr/bin/env python3
"""Checks the rows of mates in testdata/reasons/motifs.jsonl by brute force.

    python3 check_mates.py [motifs.jsonl]

The rules are those of cshogi; the search, which tries every check and every defence, shares no code with
Zenpuku. Prints each row that is wrong or undecided, then a summary; ends with 1 if there is one.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import cshogi

ROWS = Path(__file__).parents[2] / "testdata" / "reasons" / "motifs.jsonl"
DEPTHS = (1, 3, 5, 7, 9)
NODES = 200_000


class Search:
    """True: mate. False: every series of checks ends without mate. None: not decided."""

    def __init__(self):
        self.nodes = NODES

    def attack(self, board, plies):
        result = False
        for move in list(board.legal_moves):
            board.push(move)
            found = self.defend(board, plies - 1) if board.is_check() else False
            board.pop()
            if found:
                return True
            if found is None:
                result = None
        return result

    def defend(self, board, plies):
        self.nodes -= 1
        moves, result = list(board.legal_moves), True
        if moves and (plies <= 0 or self.nodes <= 0):
            return None
        for move in moves:
            board.push(move)
            found = self.attack(board, plies - 1)
            board.pop()
            if found is False:
                return False
            if found is None:
                result = None
        return result


def mates(sfen):
    """Does the side to move mate?"""
    for plies in DEPTHS:
        found = Search().attack(cshogi.Board(sfen=sfen), plies)
        if found is not None:
            return found
    return None


def after(sfen, usi):
    board = cshogi.Board(sfen=sfen)
    board.push_usi(usi)
    return board.sfen()


def passed(sfen):
    place, side, hands, ply = sfen.split(" ")
    return " ".join([place, "w" if side == "b" else "b", hands, ply])


def in_check(sfen):
    return cshogi.Board(sfen=sfen).is_check()


def both(*answers):
    return False if False in answers else None if None in answers else True


def opposite(answer):
    return None if answer is None else not answer


def all_mated(sfen):
    board = cshogi.Board(sfen=sfen)
    replies = [cshogi.move_to_usi(move) for move in board.legal_moves]
    answers = []
    for reply in replies:
        answers.append(mates(after(sfen, reply)))
        if answers[-1] is False:
            return False
    return both(True, *answers)


def mate(sfen, move):
    """The move is the first of a mate."""
    return both(in_check(after(sfen, move)), all_mated(after(sfen, move)))


def threat(sfen, move):
    """No check, and mate after a pass; the other side has a defence or not."""
    last = after(sfen, move)
    return False if in_check(last) else mates(passed(last))


def brinkmate(sfen, move):
    return both(threat(sfen, move), all_mated(after(sfen, move)))


def threatmate(sfen, move):
    found = threat(sfen, move)
    return found if not found else both(found, opposite(all_mated(after(sfen, move))))


def mated(sfen, move):
    board = cshogi.Board(sfen=after(sfen, move))
    return board.is_check() and not list(board.legal_moves)


def parries(sfen, move):
    """Without the move the other side mates; after it, it does not, and is threatened with mate itself."""
    last = after(sfen, move)
    if in_check(sfen):
        return False
    return both(mates(passed(sfen)), opposite(mates(last)), threat(sfen, move))


def race(row):
    """The better move threatens mate; after the other one, the reply does."""
    faster = threat(row["sfen"], row["better"])
    return both(faster, threat(after(row["sfen"], row["move"]), row["reply"]))


def allows(row, threatened):
    """The other side mates after the move, not after the better one, and not or already after a pass."""
    sfen = row["sfen"]
    if in_check(sfen):
        return False
    before = mates(passed(sfen))
    before = before if threatened else opposite(before)
    return both(mates(after(sfen, row["move"])), opposite(mates(after(sfen, row["better"]))), before)


def holds(row):
    sfen, move, motif = row["sfen"], row["move"], row["motif"]
    if motif == "sudden_death":
        return allows(row, False)
    if motif == "race":
        return race(row)
    if "better" in row:
        # With a better move: a mate is missed, or the threat of one is ignored.
        return allows(row, True) if motif == "threatmate" else both(
            mates(sfen), opposite(mate(sfen, move)))
    return TESTS[motif](sfen, move)


TESTS = {"mate": mate, "gold_at_head": mated, "futile_interposition": mate, "threatmate": threatmate,
         "parrying_threatmate": parries, "brinkmate": brinkmate}


def main(path):
    tally, wrong = Counter(), 0
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["motif"] not in (*TESTS, "sudden_death", "race"):
            continue
        tally[row["motif"], row["said"]] += 1
        found = holds(row)
        if found is not row["said"]:
            wrong += 1
            print(f"{'undecided' if found is None else 'wrong'}: {line}")
    for (motif, said), count in sorted(tally.items()):
        print(f"{motif} {'said' if said else 'not said'}: {count}")
    print(f"{wrong} are wrong or undecided")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ROWS))
