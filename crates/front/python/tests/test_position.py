"""Positions and moves; the rules as python-shogi has them, where it is installed."""

import copy
import pickle
import random

import pytest
import zenpuku


def test_moves_are_played_and_taken_back():
    position = zenpuku.Position()
    assert position.sfen == zenpuku.STARTPOS and position.side == "black" and position.ply == 1
    moves = position.legal_moves()
    assert len(moves) == 30 and "7g7f" in moves and all(isinstance(move, zenpuku.Move) for move in moves)
    position.do_move("7g7f")
    assert position.side == "white" and [str(move) for move in position.moves] == ["7g7f"]
    assert position.undo_move() == "7g7f"
    assert position.sfen == zenpuku.STARTPOS
    with pytest.raises(zenpuku.IllegalMoveError, match="no move to take back"):
        position.undo_move()


def test_illegal_moves_name_the_rule():
    position = zenpuku.Position()
    for text, words in [("7g7e", "cannot reach"), ("P*5e", "no pawn in hand"), ("7c7d", "opponent's"), ("xx", "not a move")]:
        with pytest.raises(zenpuku.IllegalMoveError, match=words):
            position.do_move(text)
    with pytest.raises(TypeError):
        position.do_move(7)
    assert position.sfen == zenpuku.STARTPOS
    # A move of another position is checked too.
    foreign = zenpuku.Position("4k4/9/9/9/9/9/9/9/R3K4 b - 1").move_from_usi("9i9a+")
    assert not position.is_legal(foreign)
    with pytest.raises(zenpuku.IllegalMoveError):
        position.do_move(foreign)


def test_texts_that_are_no_position_are_refused_with_the_words_of_the_command_line():
    with pytest.raises(zenpuku.PositionError) as error:
        zenpuku.Position("9/9 b - 1")
    with pytest.raises(zenpuku.UsageError) as told:
        zenpuku.command("eval", "9/9 b - 1")
    assert str(error.value) == str(told.value)
    assert issubclass(zenpuku.PositionError, zenpuku.ZenpukuError)


def test_a_move_tells_what_it_is():
    position = zenpuku.Position("4k4/9/9/9/9/9/9/9/R3K4 b P 1")
    promotes = position.move_from_usi("9i9c+")
    assert (promotes.from_square, promotes.to_square, promotes.promotes, promotes.dropped) == ("9i", "9c", True, None)
    drop = position.move_from_usi("P*5e")
    assert (drop.from_square, drop.dropped, drop.kif(), drop.kif("5e")) == (None, "P", "５五歩打", "同　歩打")
    assert {drop: 1}["P*5e"] == 1 and drop != promotes and repr(drop) == "Move('P*5e')"


def test_repetition_and_mate():
    position = zenpuku.Position()
    for _ in range(3):
        assert position.repetition is None
        for move in ("2h3h", "8b7b", "3h2h", "7b8b"):
            position.do_move(move)
    assert position.repetition == "draw"
    mated = zenpuku.Position("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    assert mated.in_check and mated.is_mated and mated.legal_moves() == []


def test_copies_pickles_and_packed_positions_are_the_same():
    position = zenpuku.Position(moves=["7g7f", "3c3d", "8h2b+"])
    for other in (position.copy(), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert other == position and other.moves == position.moves
        other.do_move("3a2b")
        assert other != position
    assert zenpuku.Position.from_packed(position.packed(), position.ply) == position
    with pytest.raises(zenpuku.PositionError, match="32 bytes"):
        zenpuku.Position.from_packed(b"short")
    assert position.hand("black") == {"B": 1} and position.pieces["2b"] == "+B"


def test_bytes_that_are_no_packed_position_are_refused():
    for bad in (bytes(32), bytes([255] * 32), bytes(range(32))):
        for read in (zenpuku.Position.from_packed, zenpuku.Position.from_hcp):
            with pytest.raises(zenpuku.PositionError):
                read(bad)
    with pytest.raises(zenpuku.PositionError, match="32 bytes"):
        zenpuku.Position.from_hcp(b"short")
    for moves in ([], ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]):
        position = zenpuku.Position(moves=moves)
        assert zenpuku.Position.from_packed(position.packed(), position.ply) == position


def test_positions_of_hcpe_files_are_read(records):
    (record,) = zenpuku.read(records / "wcsc32-2022-05-05.csa")
    hcpe = record.dumps("hcpe")
    keys = {record.position(ply).key for ply in range(len(record) + 1)}
    assert len(hcpe) > 38
    for start in range(0, len(hcpe), 38):
        hcp = hcpe[start : start + 32]
        assert zenpuku.Position.from_hcp(hcp).key in keys


class Cshogi:
    def sfen(self):
        return "4k4/9/9/9/9/9/9/9/4K4 w P 7"


class Rsshogi:
    def to_sfen(self):
        return Cshogi().sfen()


def test_boards_of_other_packages_are_positions():
    for board in (Cshogi(), Rsshogi(), zenpuku.Position(Cshogi().sfen())):
        assert zenpuku.Position(board).sfen == Cshogi().sfen()
    with pytest.raises(TypeError, match="sfen"):
        zenpuku.Position(7)
    shogi = pytest.importorskip("shogi")
    board = shogi.Board()
    board.push_usi("7g7f")
    assert zenpuku.Position(board) == zenpuku.Position(moves=["7g7f"])


def test_positions_are_keys():
    one, other = zenpuku.Position(moves=["7g7f"]), zenpuku.Position(moves=["7g7f"])
    assert {one: 1}[other] == 1 and len({one, other, zenpuku.Position()}) == 2


def test_moves_can_be_pickled():
    for move in zenpuku.Position("4k4/9/9/9/9/9/9/9/R3K4 b P 1").legal_moves():
        again = pickle.loads(pickle.dumps(move))
        assert again == move and again.kif() == move.kif()


def test_notebooks_get_a_picture():
    position = zenpuku.Position(moves=["7g7f"])
    picture = position.svg()
    assert position._repr_svg_() == picture and picture.startswith("<svg")
    # A dot in White's hand, which is drawn turned, for the side to move.
    assert picture.count("<circle") == 1 and picture.index("<circle") > picture.rindex("rotate(180")
    assert "先手の持駒" in str(position) and repr(position) == f"Position('{position.sfen}')"


def test_castles_are_named():
    position = zenpuku.Position("lnsgkgsnl/1r5b1/ppppppppp/9/9/2PP5/PPSGP1PPP/1KG4R1/LN6L b - 1", problem=True)
    assert isinstance(position.castles, list)
    with pytest.raises(ValueError, match="black, white"):
        position.castle("green")


def test_the_rules_are_those_of_python_shogi():
    shogi = pytest.importorskip("shogi")
    chance = random.Random(1)
    for _ in range(5):
        ours, theirs = zenpuku.Position(), shogi.Board()
        for _ in range(120):
            moves = ours.legal_moves()
            assert sorted(map(str, moves)) == sorted(move.usi() for move in theirs.legal_moves)
            if not moves:
                break
            move = chance.choice(sorted(map(str, moves)))
            ours.do_move(move)
            theirs.push_usi(move)
            assert ours.sfen == theirs.sfen()


READERS = {
    "sfen": lambda p: p.sfen, "key": lambda p: p.key, "ply": lambda p: p.ply, "side": lambda p: p.side,
    "check": lambda p: p.in_check, "mated": lambda p: p.is_mated, "pieces": lambda p: p.pieces, "hand": lambda p: p.hand("black"),
    "moves": lambda p: [str(move) for move in p.legal_moves()], "packed": lambda p: p.packed(), "text": str, "repr": repr,
    "copy": lambda p: p.copy().sfen, "pickle": lambda p: pickle.loads(pickle.dumps(p)).sfen, "flipped": lambda p: p.flipped().sfen,
    "legal": lambda p: (p.is_legal("2b8h+"), p.is_legal("7g7f")), "check by": lambda p: p.gives_check("2b8h+"),
}


@pytest.mark.parametrize("name", READERS)
def test_a_move_counts_whoever_looks_first(name):
    read, line = READERS[name], ["7g7f", "3c3d", "6i7h"]
    position = zenpuku.Position()
    # As SFEN describes them, with no move made on the object.
    after = [zenpuku.Position(zenpuku.Position(moves=line[:ply]).sfen) for ply in range(4)]
    seen = [read(at) if name != "check by" or at.is_legal("2b8h+") else None for at in after]
    for ply, move in enumerate(line, 1):
        # A move that is undone before the position is used leaves no trace.
        position.do_move(move)
        assert position.undo_move() == move
        position.do_move(move)
        if seen[ply] is not None:
            assert read(position) == seen[ply]
    assert position == position and position.moves == line and position.last_move == "6i7h"
    assert [position.undo_move() for _ in line] == line[::-1]
    assert position == zenpuku.Position()
