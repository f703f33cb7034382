#!/usr/bin/env python3
"""Checks proofs of mate that `zenpuku mate --proof` writes, by the rules of shogi alone.

    python3 check.py proof.txt [...]

It shares no code with the solver: boards, moves and checks are its own. Prints a line for each file
and ends with 1 if a proof does not hold. The format is described in docs/mate.md.
"""

import sys

STEP = "PSGKRBLN"
GOLD = [(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]
SILVER = [(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)]
ORTHOGONAL = [(0, -1), (-1, 0), (1, 0), (0, 1)]
DIAGONAL = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
# Steps and slides of Black's pieces as (file, rank): ranks fall towards the opponent.
STEPS = {
    "P": [(0, -1)], "N": [(-1, -2), (1, -2)], "S": SILVER, "G": GOLD, "K": ORTHOGONAL + DIAGONAL,
    "+P": GOLD, "+L": GOLD, "+N": GOLD, "+S": GOLD, "+R": DIAGONAL, "+B": ORTHOGONAL,
}
SLIDES = {
    "L": [(0, -1)], "R": ORTHOGONAL, "B": DIAGONAL, "+R": ORTHOGONAL, "+B": DIAGONAL,
}
RANKS = "abcdefghi"


class Position:
    """Pieces by square (file 1-9, rank 1-9) as (kind, is_black), hands, whose move it is."""

    def __init__(self, board, hands, black):
        self.board, self.hands, self.black = board, hands, black

    @classmethod
    def from_sfen(cls, board, side, hands):
        pieces = {}
        for rank, row in enumerate(board.split("/"), 1):
            file, promoted = 9, ""
            for sign in row:
                if sign.isdigit():
                    file -= int(sign)
                elif sign == "+":
                    promoted = "+"
                else:
                    pieces[file, rank] = (promoted + sign.upper(), sign.isupper())
                    file, promoted = file - 1, ""
        held, count = {}, ""
        for sign in hands.replace("-", ""):
            if sign.isdigit():
                count += sign
            else:
                held[sign.upper(), sign.isupper()] = int(count or 1)
                count = ""
        return cls(pieces, held, side == "b")

    def key(self):
        """The identity of a position."""
        return (frozenset(self.board.items()), frozenset(self.hands.items()), self.black)

    def king(self, black):
        return next((at for at, piece in self.board.items() if piece == ("K", black)), None)

    def reaches(self, square):
        """Where the piece on a square can go, its own side's pieces left out."""
        kind, black = self.board[square]
        forward = 1 if black else -1
        for x, y in STEPS.get(kind, []):
            to = (square[0] + x, square[1] + y * forward)
            if on_board(to) and self.board.get(to, (None, not black))[1] != black:
                yield to
        for x, y in SLIDES.get(kind, []):
            to = (square[0] + x, square[1] + y * forward)
            while on_board(to):
                stands = self.board.get(to)
                if stands is None or stands[1] != black:
                    yield to
                if stands is not None:
                    break
                to = (to[0] + x, to[1] + y * forward)

    def in_check(self, black):
        """Is the king of this side attacked? A side without king is never in check."""
        king = self.king(black)
        if king is None:
            return False
        return any(
            king in self.reaches(at) for at, piece in list(self.board.items()) if piece[1] != black
        )

    def pseudo_legal(self):
        """Moves by the way pieces go, without regard to check."""
        for at, (kind, black) in list(self.board.items()):
            if black != self.black:
                continue
            for to in self.reaches(at):
                zone = {at[1], to[1]} & ({1, 2, 3} if black else {7, 8, 9})
                if zone and kind in STEP and kind not in "GK":
                    yield ("move", at, to, True)
                if not is_dead(kind, to, black):
                    yield ("move", at, to, False)
        empty = [(f, r) for f in range(1, 10) for r in range(1, 10) if (f, r) not in self.board]
        for (kind, black), count in list(self.hands.items()):
            if black != self.black or count == 0:
                continue
            for to in empty:
                second_pawn = kind == "P" and any(
                    self.board.get((to[0], rank)) == ("P", black) for rank in range(1, 10)
                )
                if not second_pawn and not is_dead(kind, to, black):
                    yield ("drop", kind, to)

    def after(self, move):
        board, hands = dict(self.board), dict(self.hands)
        if move[0] == "drop":
            _, kind, to = move
            board[to] = (kind, self.black)
            hands[kind, self.black] -= 1
            if hands[kind, self.black] == 0:
                del hands[kind, self.black]
        else:
            _, at, to, promotes = move
            kind, black = board.pop(at)
            if to in board:
                taken = (board[to][0].lstrip("+"), self.black)
                hands[taken] = hands.get(taken, 0) + 1
            board[to] = (("+" if promotes else "") + kind, black)
        return Position(board, hands, not self.black)

    def legal(self):
        """Legal moves with the positions after them; no mate by dropping a pawn."""
        for move in self.pseudo_legal():
            after = self.after(move)
            if after.in_check(self.black):
                continue
            if move[0] == "drop" and move[1] == "P" and after.in_check(after.black):
                if not any(True for _ in after.legal()):
                    continue
            yield move, after


def on_board(square):
    return 1 <= square[0] <= 9 and 1 <= square[1] <= 9


def is_dead(kind, to, black):
    """Could a piece never move again from there?"""
    left = to[1] - 1 if black else 9 - to[1]
    return left < {"P": 1, "L": 1, "N": 2}.get(kind, 0)


def read_move(text):
    square = lambda part: (int(part[0]), RANKS.index(part[1]) + 1)
    if text[1] == "*":
        return ("drop", text[0], square(text[2:4]))
    return ("move", square(text[0:2]), square(text[2:4]), text.endswith("+"))


def check(path):
    """The plies of the mate that the file proves, and how many positions were looked at."""
    answers, root = {}, None
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.startswith("#") or not line.strip():
                continue
            try:
                board, side, hands, move, plies = line.split()
                position = Position.from_sfen(board, side, hands)
                answers[position.key()] = (read_move(move), int(plies), number)
            except (ValueError, IndexError) as error:
                raise ValueError(f"line {number}: {error}") from error
            root = root or position
    if root is None:
        raise ValueError("no position")
    plies = answers[root.key()][1]
    looked, open_ = set(), [(root, plies, 0)]
    while open_:
        position, limit, parent = open_.pop()
        key = position.key()
        if key not in answers:
            raise ValueError(f"line {parent}: a reply leads to a position without a line")
        move, within, number = answers[key]
        if not 1 <= within <= limit:
            raise ValueError(f"line {number}: not nearer to mate than line {parent}")
        if key in looked:
            continue
        looked.add(key)
        after = next((after for legal, after in position.legal() if legal == move), None)
        if after is None:
            raise ValueError(f"line {number}: the move is not legal")
        if not after.in_check(after.black):
            raise ValueError(f"line {number}: the move gives no check")
        open_.extend((reply, within - 2, number) for _, reply in after.legal())
    return plies, len(looked)


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    failed = False
    for path in paths:
        try:
            plies, looked = check(path)
            print(f"{path}: mate in {plies} holds, {looked} positions")
        except (OSError, ValueError) as error:
            print(f"{path}: does not hold: {error}")
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
