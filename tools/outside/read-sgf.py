"""Reads an SGF with sgfmill and prints what it found as one JSON object.

    read-sgf.py FILE.sgf
"""

import json
import sys

from sgfmill import sgf, sgf_moves


def vertex(move, size):
    if move is None:
        return "pass"
    row, column = move
    return "ABCDEFGHJKLMNOPQRST"[column] + str(row + 1)


def variation(node, size):
    """The moves from a node along the first variation."""
    moves = []
    while True:
        color, move = node.get_move()
        if color:
            moves.append(f"{color.upper()} {vertex(move, size)}")
        if not len(node):
            return moves
        node = node[0]


def main(path):
    with open(path, "rb") as file:
        game = sgf.Sgf_game.from_bytes(file.read())
    size, root = game.get_size(), game.get_root()
    board, plays = sgf_moves.get_setup_and_moves(game)
    labels = [
        {vertex(point, size): text for point, text in child.get("LB")}
        for child in root
        if child.has_property("LB")
    ]
    print(
        json.dumps(
            {
                "size": size,
                "black": sum(color == "b" for color, _ in board.list_occupied_points()),
                "white": sum(color == "w" for color, _ in board.list_occupied_points()),
                "comment": root.get("C"),
                "lines": [variation(child, size) for child in root],
                "labels": labels,
                "moves": len(plays),
                "encoding": game.get_charset(),
            }
        )
    )


main(sys.argv[1])
