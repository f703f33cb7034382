#!/usr/bin/env python3
"""Replays the evidence of reasons by the rules of another program.

    python3 check.py report.json [...]        # of `zenpuku explain --json` or `zenpuku analyze --json`

It shares no code with Zenpuku: the rules are those of cshogi, the search of captures is its own.
Prints each reason that does not hold, then a summary; ends with 1 if one does not hold.
"""

import json
import sys
from collections import Counter

import cshogi

# Worth in centipawns on the board; in hand a piece is worth its unpromoted side.
WORTH = {"P": 50, "L": 175, "N": 225, "S": 275, "G": 300, "B": 475, "R": 550, "K": 0,
         "+P": 300, "+L": 300, "+N": 300, "+S": 300, "+B": 525, "+R": 775}
SIGN = ["", "P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R"]
DEPTH = 10
MATE = 30_000
# Mates longer than this are checked along their line only, unless the proof is in the JSON.
BRUTE_PLIES = 5


class Wrong(Exception):
    """A claim that does not hold."""


def demand(holds, text):
    if not holds:
        raise Wrong(text)


def kind_on(board, square):
    piece = board.piece(square)
    return SIGN[piece & 15] if piece else ""


def square_of(usi):
    return 9 * (int(usi[0]) - 1) + ord(usi[1]) - ord("a")


def change(board, move):
    """Material that the side to move wins by the move itself."""
    if cshogi.move_is_drop(move):
        return 0
    taken = kind_on(board, cshogi.move_to(move))
    gain = WORTH[taken] + WORTH[taken.lstrip("+")] if taken else 0
    if cshogi.move_is_promotion(move):
        mover = kind_on(board, cshogi.move_from(move))
        gain += WORTH["+" + mover] - WORTH[mover]
    return gain


def is_noisy(board, move):
    """A capture, or the promotion of a pawn."""
    if cshogi.move_is_drop(move):
        return False
    promotes = cshogi.move_is_promotion(move) and kind_on(board, cshogi.move_from(move)) == "P"
    return promotes or bool(board.piece(cshogi.move_to(move)))


def quiet(board, depth, alpha, beta):
    """The best gain of the side to move by captures and answers to check (fail-soft)."""
    check = board.is_check() and depth > 0
    best = -MATE if check else 0
    if depth == 0 or best >= beta:
        return best
    moves = [move for move in board.legal_moves if check or is_noisy(board, move)]
    moves.sort(key=lambda move: -change(board, move))
    for move in moves:
        gain = change(board, move)
        board.push(move)
        floor = max(best, alpha)
        best = max(best, gain - quiet(board, depth - 1, gain - beta, gain - floor))
        board.pop()
        if best >= beta:
            break
    return best


def play(board, usi):
    move = board.move_from_usi(usi)
    demand(move and board.is_legal(move), f"{usi} is illegal in {board.sfen()}")
    board.push(move)
    return move


def replay(sfen, line, at):
    """The board after the line, and the gain of the side of move `at`."""
    board, won = cshogi.Board(sfen=sfen), 0
    for index, usi in enumerate(line):
        move = board.move_from_usi(usi)
        demand(move and board.is_legal(move), f"{usi} of {line} is illegal")
        won += change(board, move) * (1 if index % 2 == at % 2 else -1)
        board.push(move)
    return board, won


def passed(board):
    """The same position with the other side to move."""
    place, side, hands, ply = board.sfen().split(" ")
    return " ".join([place, "w" if side == "b" else "b", hands, ply])


def check_replies(board, replies, won, least=None):
    """After each legal reply and its answer, captures leave the gain listed for it, or `least`."""
    named = [usi for group in replies for usi in group["replies"]]
    legal = [cshogi.move_to_usi(move) for move in board.legal_moves]
    # Lists may leave out moves that are the same but for a promotion that is always better.
    demand(set(named) <= set(legal), "a reply is illegal")
    extra = set(legal) - set(named)
    demand(all(usi + "+" in named for usi in extra), f"replies are missing: {sorted(extra)}")
    for group in replies:
        for usi in group["replies"]:
            reply = board.move_from_usi(usi)
            left = won - change(board, reply)
            board.push(reply)
            try:
                check_answer(board, group, left, least)
            except Wrong as wrong:
                raise Wrong(f"after {usi}: {wrong}") from None
            finally:
                board.pop()


def check_answer(board, group, won, least):
    answer = group["answer"]
    need = min(group["gain"] if least is None else least, MATE // 2)
    if answer is None:
        demand(not board.is_check(), "in check without an answer")
        demand(won >= need, f"{won} is won, not {need}")
        return
    move = board.move_from_usi(answer)
    demand(move and board.is_legal(move), f"the answer {answer} is illegal")
    won += change(board, move)
    board.push(move)
    try:
        if group.get("then"):
            check_replies(board, group["then"], won, least)
            return
        lost = quiet(board, DEPTH, won - need, won - need + 1)
        demand(won - lost >= need, f"after {answer} {won - lost} is won, not {need}")
    finally:
        board.pop()


def is_mate(board, plies):
    """Does the side to move mate by checks within a number of plies? By brute force."""
    for move in list(board.legal_moves):
        board.push(move)
        mates = board.is_check() and all_mated(board, plies - 1)
        board.pop()
        if mates:
            return True
    return False


def all_mated(board, plies):
    replies = list(board.legal_moves)
    if not replies:
        return True
    if plies <= 0:
        return False
    for reply in replies:
        board.push(reply)
        mated = is_mate(board, plies - 1)
        board.pop()
        if not mated:
            return False
    return True


def check_proof(sfen, line, at, proof, whole=True):
    """Checks one proof; returns the form, with a star where only its line was checked.

    Without `whole` only the gain that the claim states is demanded after a reply, not the gain that
    is listed for the reply.
    """
    form = proof["form"]
    if form == "material":
        board, won = replay(sfen, line, at)
        demand(won >= proof["gain"], f"the line wins {won}, not {proof['gain']}")
        board, won = replay(sfen, line[: at + 1], at)
        demand(proof["replies"], "no replies are listed")
        check_replies(board, proof["replies"], won, None if whole else proof["gain"])
        demand(all(group["gain"] >= proof["gain"] for group in proof["replies"]), "a gain is less")
        return form
    if form == "mate":
        board, _ = replay(sfen, line, at)
        demand(not list(board.legal_moves) and board.is_check(), "the line does not end in mate")
        demand(len(line) - at == proof["plies"], "the line has another length")
        board, _ = replay(sfen, line[:at], at)
        if proof["plies"] <= BRUTE_PLIES:
            demand(is_mate(board, proof["plies"]), f"there is no mate in {proof['plies']}")
            return form
        return form + "*"
    if form == "threat":
        board, _ = replay(sfen, line, at)
        demand(not board.is_check(), "a threat while in check")
        return "threat of " + check_proof(
            passed(board), proof["line"], 0, proof["proof"], whole)
    if form == "brinkmate":
        board, _ = replay(sfen, line, at)
        legal = {cshogi.move_to_usi(move) for move in board.legal_moves}
        demand({moves[0] for moves in proof["replies"]} == legal, "not every reply has a line")
        for moves in proof["replies"]:
            last, _ = replay(board.sfen(), moves, 1)
            demand(last.is_check() and not list(last.legal_moves), f"{moves} is no mate")
        return form + "*"
    if form == "repetition":
        board, _ = replay(sfen, line + proof["since"], 0)
        demand(board.sfen().rsplit(" ", 1)[0] == sfen.rsplit(" ", 1)[0], "no repetition")
        return form
    if form == "declaration":
        # At the start or after the line, as the reason says; see `check_board`.
        return form
    if form == "book":
        board = cshogi.Board(sfen=sfen)
        legal = {cshogi.move_to_usi(move) for move in board.legal_moves}
        demand(set(proof["moves"]) <= legal, "the book has an illegal move")
        demand(line[at] in proof["moves"], "the move is not in the book")
        return form
    if form == "check":
        board, _ = replay(sfen, line, at)
        demand(board.is_check(), "no check")
        return form
    raise Wrong(f"unknown form {form}")


def check_causes(reason):
    """The mates that the motif's move parries, or that a better move would have threatened."""
    for cause in reason["causes"]:
        if cause["without"] == "parried":
            board, _ = replay(reason["start"], reason["line"][: reason["at"]], 0)
        elif cause["without"] == "slower":
            board, _ = replay(reason["start"], [cause["better"]], 0)
        else:
            continue
        last, _ = replay(passed(board), cause["line"], 0)
        demand(last.is_check() and not list(last.legal_moves), f"{cause['line']} is no mate")


def check_board(reason):
    """Claims about the board: pieces are on the claimed squares."""
    board, _ = replay(reason["start"], reason["line"][: reason["at"]], 0)
    if reason["proof"]["form"] == "declaration":
        line = [] if reason["role"] == "missed" else reason["line"]
        demand(replay(reason["start"], line, 0)[0].is_nyugyoku(), "no declaration")
    targets = reason["targets"]
    for target in targets:
        found = kind_on(board, square_of(target["square"]))
        demand(found == target["piece"], f"{target} is {found or 'empty'}")
    play(board, reason["line"][reason["at"]])
    found = kind_on(board, square_of(reason["piece"]["square"]))
    demand(found == reason["piece"]["piece"], f"{reason['piece']} is {found or 'empty'}")
    if reason["motif"] in ("fork", "splitting_silver", "knight_fork", "check_and_rook", "cross_rook"):
        if reason["proof"]["form"] == "material":
            demand(len(targets) == 2, "a fork has two targets")
            if targets[0]["piece"] == "K":
                demand(board.is_check(), "no check")
    if reason["motif"] in ("double_check", "discovered_capture"):
        demand(board.is_check(), "no check")
    if reason["motif"] == "double_check":
        king = board.king_square(board.turn)
        moves = list(board.legal_moves)
        steps = [move for move in moves if not cshogi.move_is_drop(move)]
        steps = [move for move in steps if cshogi.move_from(move) == king]
        demand(len(steps) == len(moves), "a double check leaves moves of the king only")


def reasons_of(report):
    for reason in report.get("reasons", []):
        yield reason
    for move in report.get("moves", []):
        yield from move.get("reasons", [])


def main(paths):
    tally, wrong = Counter(), 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for text in filter(str.strip, file):
                for reason in reasons_of(json.loads(text)):
                    try:
                        form = check_proof(
                            reason["start"], reason["line"], reason["at"], reason["proof"])
                        check_board(reason)
                        check_causes(reason)
                        tally[form] += 1
                    except Wrong as error:
                        wrong += 1
                        print(f"{path}: {reason['motif']} {reason['start']} "
                              f"{' '.join(reason['line'])}: {error}")
    for form, count in sorted(tally.items()):
        print(f"{form}: {count} hold")
    print(f"{wrong} do not hold (* only the lines were checked)")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
