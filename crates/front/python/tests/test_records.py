"""Records as objects and as frames."""

import pytest
import zenpuku


def test_a_record_is_read_and_written(records, tmp_path):
    (record,) = zenpuku.read(records / "ryuo-2014-09-02.kif")
    assert len(record) == len(record.moves) == len(record.seconds) > 50
    assert record.black and record.white and record.winner in ("black", "white") and record.ending == "投了"
    assert record.position(0) == record.start and record.position(2).moves == record.moves[:2]
    assert record.dumps("kif") == (records / "ryuo-2014-09-02.kif").read_bytes()
    path = tmp_path / "game.csa"
    record.save(path)
    (again,) = zenpuku.read(path)
    assert again.moves == record.moves and again.format == "csa"
    record.set_comment(1, "初手")
    record.set_header("棋戦", "竜王戦")
    (changed,) = zenpuku.loads(record.dumps("kif"))
    assert changed.comments[0] == "初手" and changed.headers["棋戦"] == "竜王戦"


def test_records_are_made_and_refused_in_words(tmp_path):
    record = zenpuku.Record(moves=["7g7f", "3c3d"], black="先", white="後")
    assert "７六歩(77)" in record.dumps("kif").decode() and len(record) == 2
    with pytest.raises(zenpuku.RecordError, match="no-such.kif\n  because: "):
        zenpuku.read(tmp_path / "no-such.kif")
    with pytest.raises(zenpuku.RecordError, match="empty"):
        zenpuku.loads(b"")
    (broken,) = zenpuku.loads("手合割：平手\n1 ７六歩(77)\n2 ７六歩(77)\n", "kif")
    assert len(broken) == 1 and broken.warnings
    with pytest.raises(IndexError):
        broken.position(5)
    with pytest.raises(ValueError, match="kif"):
        broken.dumps("doc")


def test_variations_are_lines():
    text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n\n変化：2手\n2 ８四歩(83)\n"
    (record,) = zenpuku.loads(text, "kif")
    lines = [(start, [str(move) for move in moves]) for start, moves in record.lines()]
    assert lines == [(1, ["7g7f", "3c3d"]), (2, ["8c8d"])]


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_records_are_frames(records, tmp_path, kind):
    pytest.importorskip(kind)
    bad = tmp_path / "bad.kif"
    bad.write_bytes(b"")
    games = zenpuku.games([records, bad], kind)
    assert len(games) == 5 and list(games["error"])[-1].endswith("a game record was expected")
    moves = zenpuku.moves([records, bad], kind, sfen=True)
    assert len(moves) == sum(plies for plies in list(games["plies"])[:4])
    assert list(moves["sfen"])[0].startswith("lnsgkgsnl")
    with pytest.raises(ValueError, match="pandas"):
        zenpuku.games(records, "excel")


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
def test_frames_have_one_schema(records, tmp_path, kind):
    pytest.importorskip("pyarrow" if kind == "arrow" else kind)
    bad = tmp_path / "bad.kif"
    bad.write_bytes(b"")

    def types(frame):
        return frame.schema if kind in ("polars", "arrow") else dict(frame.dtypes)

    assert types(zenpuku.games(records, kind)) == types(zenpuku.games(bad, kind))
    whole, empty = (zenpuku.moves(paths, kind, sfen=True) for paths in (records, bad))
    assert types(whole) == types(empty)
    if kind == "polars":
        import polars

        assert len(polars.concat([whole, empty])) == len(whole)


def test_a_missing_package_is_named_with_its_extra(records, monkeypatch):
    import importlib
    import sys

    for name, call in [
        ("pandas", lambda: zenpuku.games(records)),
        ("polars", lambda: zenpuku.games(records, "polars")),
        ("numpy", lambda: importlib.import_module("zenpuku.arrays")),
    ]:
        monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.delitem(sys.modules, "zenpuku.arrays", raising=False)
        with pytest.raises(ImportError, match=r"zenpuku\[" + ("arrays" if name == "numpy" else name)):
            call()
        monkeypatch.undo()


def test_records_can_be_pickled(records):
    import pickle

    for path in sorted(records.iterdir()):
        if path.suffix not in (".kif", ".kifu", ".ki2", ".csa"):
            continue
        for record in zenpuku.read(path):
            again = pickle.loads(pickle.dumps(record))
            assert again.moves == record.moves and again.headers == record.headers
            assert again.format == record.format and again.warnings == record.warnings
            assert again.comments == record.comments and again.ending == record.ending


def test_arrays_hold_positions_and_features(records):
    numpy = pytest.importorskip("numpy")
    (record,) = zenpuku.read(records / "ryuo-2014-09-02.kif")
    positions = [record.position(ply) for ply in range(20)]
    packed = zenpuku.arrays.pack(positions)
    assert packed.shape == (20, 32) and packed.dtype == numpy.uint8
    again = zenpuku.arrays.unpack(packed)
    assert [p.sfen.rsplit(" ", 1)[0] for p in again] == [p.sfen.rsplit(" ", 1)[0] for p in positions]
    features = zenpuku.arrays.features(packed)
    assert features.shape == (20, 2, 40) and (features[..., :38] >= 0).all() and (features[..., 38:] == -1).all()
    # Before the first move both sides see the same.
    assert sorted(features[0, 0]) == sorted(features[0, 1])
    assert (zenpuku.arrays.features(packed, "K-P") >= 0).all()
    with pytest.raises(ValueError, match="multiple of 32"):
        zenpuku.arrays.unpack(b"123")


def test_psv_files_are_arrays(records, tmp_path):
    pytest.importorskip("numpy")
    record = zenpuku.Record(zenpuku.Position(moves=["7g7f"]), ["3c3d"])
    record.set_comment(0, "#評価値=50")
    (tmp_path / "one.psv").write_bytes(record.dumps("psv"))
    entries = zenpuku.arrays.read_psv(tmp_path / "one.psv")
    (position,) = zenpuku.arrays.unpack(entries["sfen"])
    # White is to move.
    assert entries["score"][0] == -50
    (tmp_path / "none.psv").touch()
    assert len(zenpuku.arrays.read_psv(tmp_path / "none.psv")) == 0
    assert position.sfen.startswith(zenpuku.Position(moves=["7g7f"]).sfen.rsplit(" ", 1)[0])
