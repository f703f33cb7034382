"""Search, evaluation, goals, mates, analysis."""

import pickle
import signal
import threading
import time

import pytest
import zenpuku


@pytest.fixture(scope="module")
def engine():
    return zenpuku.Engine(hash=8)


def test_a_search_is_the_command_lines(engine):
    engine.new_game()
    result = engine.search(zenpuku.Position(), depth=6)
    assert result.depth == 6 and result.best == result.pv[0] and 0 < result.win_rate < 1
    # The same as through the program's bench on the same position.
    again = zenpuku.Engine(hash=8).search(zenpuku.Position(), depth=6)
    assert (again.nodes, again.cp, again.best) == (result.nodes, result.cp, result.best)


def test_every_line_is_told(engine):
    engine.new_game()
    told = []
    result = engine.search(zenpuku.Position(), depth=4, multipv=3, on_info=told.append, moves=["7g7f", "2g2f", "5g5f"])
    assert {info.multipv for info in told} == {1, 2, 3} and len(result.lines) == 3
    assert {str(line.pv[0]) for line in result.lines} == {"7g7f", "2g2f", "5g5f"}
    assert max(info.nodes for info in told) <= result.nodes


def test_a_search_stops_from_a_callback_and_another_thread(engine):
    assert engine.search(zenpuku.Position(), infinite=True, on_info=lambda info: engine.stop()).depth >= 1
    stopper = threading.Timer(0.3, engine.stop)
    stopper.start()
    start = time.monotonic()
    assert engine.search(zenpuku.Position(), infinite=True).nodes > 0
    assert time.monotonic() - start < 10


def test_what_a_callback_raises_ends_the_search(engine):
    def fail(info):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        engine.search(zenpuku.Position(), infinite=True, on_info=fail)


def test_the_lock_is_released_and_one_search_runs_at_a_time(engine):
    found = []
    worker = threading.Thread(target=lambda: found.append(engine.search(zenpuku.Position(), infinite=True)))
    worker.start()
    time.sleep(0.2)
    with pytest.raises(zenpuku.EngineError, match="is searching"):
        engine.search(zenpuku.Position(), depth=1)
    engine.stop()
    worker.join()
    assert found[0].nodes > 0


def test_ctrl_c_interrupts(engine):
    # A shell's background jobs are started with Ctrl-C ignored, and Python leaves it so.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for work in (
        lambda: engine.search(zenpuku.Position(), infinite=True),
        lambda: zenpuku.command("bench", "--depth", "60"),
    ):
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            work()
    assert engine.search(zenpuku.Position(), depth=2).depth == 2


def test_options_and_limits_are_checked(engine):
    with pytest.raises(zenpuku.EngineError, match="NoSuch"):
        engine.set("NoSuch", 1)
    with pytest.raises(zenpuku.EngineError):
        zenpuku.Engine(hash=8, profile="nosuch")
    with pytest.raises(ValueError, match="infinite"):
        engine.search(zenpuku.Position())
    with pytest.raises(zenpuku.IllegalMoveError):
        engine.search(zenpuku.Position(), depth=1, moves=["1a1b"])
    with pytest.raises(zenpuku.EngineError, match="no king"):
        engine.search(zenpuku.Position("8k/9/9/9/9/9/9/9/9 b R 1", problem=True), depth=1)
    assert zenpuku.Engine(hash=8, NullMovePruning=False).params["NullMovePruning"] in ("off", "false")


@pytest.mark.parametrize(
    "name, limits",
    [("nodes", {"nodes": 0}), ("depth", {"depth": 0}), ("time", {"time": 0}), ("time", {"time": -1}),
     ("multipv", {"depth": 1, "multipv": 0}), ("moves", {"depth": 1, "moves": []})],
)
def test_zero_and_nothing_are_no_limits(engine, name, limits):
    with pytest.raises(ValueError, match=f"^{name}: "):
        engine.search(zenpuku.Position(), **limits)
    if name in ("nodes", "depth", "time") and "multipv" not in limits:
        with pytest.raises(ValueError, match=f"^{name}: "):
            zenpuku.analyze(zenpuku.Record(moves=["7g7f"]), **limits)
    if name in ("nodes", "time"):
        with pytest.raises(ValueError, match=f"^{name}: "):
            zenpuku.mate(zenpuku.Position(), **limits)


def test_results_can_be_pickled(engine):
    found = engine.search(zenpuku.Position(), depth=4, multipv=2)
    again = pickle.loads(pickle.dumps(found))
    assert repr(again) == repr(found) and again.pv == found.pv and again.ponder == found.ponder
    assert [repr(info) for info in again.lines] == [repr(info) for info in found.lines]
    assert again.seconds == found.seconds and again.lines[0].bound == found.lines[0].bound
    for sfen in ("9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1", "4k4/9/9/9/9/9/9/9/4K4 b P 1"):
        mate = zenpuku.mate(sfen)
        other = pickle.loads(pickle.dumps(mate))
        for field in ("verdict", "plies", "line", "shortest", "verified", "no_mate_within", "nodes", "seconds", "stopped"):
            assert getattr(other, field) == getattr(mate, field), field
        assert other.proof_size == 0


def test_the_evaluation_is_the_command_lines(engine):
    position = zenpuku.Position(moves=["7g7f"])
    ours, theirs = engine.evaluate(position), zenpuku.json_command("eval", position.sfen)
    assert ours["eval_cp"] == theirs["eval_cp"] == sum(cp for _, cp in ours["parts"])
    assert ours["win_rate"] == theirs["win_rate"]


def test_goals_are_told(engine):
    report = engine.goals(zenpuku.Position(moves=["7g7f", "3c3d"]))
    assert {"goals"} <= report.keys()


def test_mates_have_proofs_that_replay():
    sfen = "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1"
    found, told = zenpuku.mate(sfen), zenpuku.json_command("mate", sfen)
    assert (found.verdict, found.plies) == (told["result"], told["plies"])
    assert [str(move) for move in found.line] == told["line"] and found.verified and found.proof_size > 0
    positions, moves = found.replay()
    assert positions > 0 and moves > 0
    position = zenpuku.Position(sfen, problem=True)
    move, plies = found.answer(position)
    assert move == found.line[0] and plies >= found.plies
    none = zenpuku.mate("4k4/9/9/9/9/9/9/9/4K4 b P 1")
    assert none.verdict == "nomate" and none.plies is None and none.replay()[0] > 0
    unknown = zenpuku.mate("4k4/9/9/9/9/9/9/9/4K4 b RB2G 1", nodes=1)
    assert unknown.verdict == "unknown" and unknown.stopped
    with pytest.raises(zenpuku.MateError, match="no proof"):
        unknown.replay()


def test_an_analysis_is_the_command_lines(records, tmp_path):
    record = zenpuku.Record(moves=["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"])
    record.save(tmp_path / "game.kif")
    told = []
    ours = zenpuku.analyze(record, nodes=300, hash=8, mate_nodes=100, on_move=told.append, annotated=True)
    theirs = zenpuku.json_command("analyze", tmp_path / "game.kif", nodes=300, hash=8, mate_nodes=100)
    assert ours["moves"] == theirs["moves"] == told
    assert record.evaluations == [move["eval_cp"] for move in ours["moves"]]
    frame = zenpuku.analysis_frame(ours, "dict")
    assert frame["usi"][0] == "7g7f" and len(frame["loss"]) == 5
    without = zenpuku.analyze(record, nodes=300, hash=8, mate_nodes=100, reasons=False)
    assert not any(move.get("reasons") for move in without["moves"])


def test_mistakes_have_their_reasons():
    given_away = zenpuku.Position()
    for move in ("7g7f", "3c3d"):
        given_away.do_move(move)
    report = zenpuku.explain(given_away, "8h5e", nodes=20_000)
    assert report["played"]["move"] == "8h5e" and report["reasons"]
    text = report["reasons"][0]["text"]
    assert text["en"] and text["ja"]
    record = zenpuku.Record(moves=["7g7f", "3c3d", "8h5e", "2b5e"])
    analysed = zenpuku.analyze(record, nodes=20_000, hash=8)
    assert zenpuku.analysis_frame(analysed, "dict")["reason"][2]
    explained = record.reasons(nodes=20_000, hash=8)
    assert explained == [move for move in analysed["moves"] if move.get("reasons")]
    assert [move["usi"] for move in explained] == ["8h5e"]
    with pytest.raises(zenpuku.UsageError, match="8h8h"):
        zenpuku.explain(zenpuku.Position(), "8h8h")


def test_a_function_evaluates():
    seen = []

    def evaluation(position):
        seen.append(position)
        return 7 if position.side == "black" else -7.4

    own = zenpuku.Engine(hash=1, evaluation=evaluation)
    start = zenpuku.Position()
    assert own.evaluate(start)["parts"] == [["own", 7]] and own.evaluate(start)["evaluation"] == "own"
    # Every leaf has the same value, which the search returns; what the function does with its position is lost.
    chance = own.evaluate(start)["win_rate"]
    result = own.search(start, depth=3, multipv=2)
    assert len(seen) > 30 and all(abs(line.win_rate - chance) < 0.001 for line in result.lines)
    seen[-1].do_move(seen[-1].legal_moves()[0])
    own.new_game()
    assert own.search(start, depth=3, multipv=2).nodes == result.nodes
    with_threads = zenpuku.Engine(hash=1, threads=2, evaluation=evaluation)
    assert abs(with_threads.search(start, depth=3).win_rate - chance) < 0.001


def test_an_evaluation_can_be_a_function_of_features():
    start = zenpuku.Position()
    own, other = start.features("K-P")
    assert sorted(own) == sorted(other) and len(own) == 40
    weights = {number: index % 5 for index, number in enumerate(own)}

    def linear(position):
        own, other = position.features("K-P")
        return sum(weights.get(number, 0) for number in own) - sum(weights.get(number, 0) for number in other)

    assert zenpuku.Engine(hash=1, evaluation=linear).search(start, nodes=300).nodes >= 100
    with pytest.raises(ValueError, match="kind: one of"):
        start.features("other")


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (float("nan"), ValueError, "within 29999 expected, not NaN, at lnsg"),
        (40_000, ValueError, "within 29999 expected, not 40000, at lnsg"),
        (None, TypeError, "a number expected, not NoneType, at lnsg"),
    ],
)
def test_a_value_that_is_no_evaluation_ends_the_search(value, kind, text):
    own = zenpuku.Engine(hash=1, evaluation=lambda position: value)
    for work in (lambda: own.search(zenpuku.Position(), infinite=True), lambda: own.evaluate(zenpuku.Position())):
        with pytest.raises(kind, match=text):
            work()


def test_an_exception_in_an_evaluation_ends_the_search():
    values = iter(range(50))
    own = zenpuku.Engine(hash=1, evaluation=lambda position: next(values))
    with pytest.raises(StopIteration):
        own.search(zenpuku.Position(), infinite=True)
    with pytest.raises(StopIteration):
        own.evaluate(zenpuku.Position())
