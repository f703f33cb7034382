//! Every form of `go` but pondering and mate problems.

use std::time::Duration;

use zenpuku_protocol::usi::{BestMove, MateScore, Score};

use crate::gui::{Gui, alone, play, timed};

/// Black mates by a gold on 5b.
const MATE_IN_ONE: &str = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
/// The same after it.
const MATED: &str = "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 2";
/// White can only push its pawn.
const ONE_MOVE: &str = "sfen 8k/6G2/p7P/9/9/9/9/9/4K4 w 2R2B3G4S4N4L16P 1";

#[test]
fn a_depth_is_reached_and_not_passed() {
    let mut gui = Gui::started();
    gui.position("startpos");
    for depth in [1, 2, 5] {
        let answer = gui.go(&format!("depth {depth}"));
        assert_eq!(answer.last().depth, Some(depth));
        assert!(answer.infos.iter().all(|info| info.depth.is_none_or(|found| found <= depth)));
    }
    gui.quit();
}

#[test]
fn the_last_info_tells_everything() {
    let mut gui = Gui::started();
    gui.position("startpos");
    let answer = gui.go("depth 6");
    let last = answer.last();
    assert!(last.seldepth >= last.depth && last.nodes > Some(0) && last.nps.is_some());
    assert!(last.time.is_some() && last.hashfull <= Some(1000) && last.multipv == Some(1));
    assert!(last.pv.len() > 1);
    assert!(matches!(answer.best, BestMove::Move { ponder: Some(_), .. }));
    gui.quit();
}

#[test]
fn nodes_are_a_limit() {
    let mut gui = Gui::started();
    gui.position("startpos");
    for limit in [1, 100, 20_000] {
        let nodes = gui.go(&format!("nodes {limit}")).last().nodes.expect("nodes");
        assert!(nodes <= limit, "{nodes} of {limit}");
    }
    gui.quit();
}

#[test]
fn movetime_is_used_up() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    gui.position("startpos");
    for time in [50, 400] {
        timed(time * 9 / 10..=time + 50, || gui.time(&format!("movetime {time}")));
    }
    gui.quit();
}

#[test]
fn a_number_that_is_none_is_said_and_nothing_lasts_for_ever() {
    let mut gui = Gui::started();
    gui.position("startpos");
    let answer = gui.go("btime 5m wtime 5m byoyomi");
    let words = "no number after btime, wtime, byoyomi: not set";
    assert!(answer.strings.iter().any(|text| text == words), "{:?}", answer.strings);
    gui.go("movetime 1e3");
    // Too long to be decided within the second it gets.
    gui.position("sfen 9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1");
    gui.go_mate("soon");
    gui.quit();
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut gui = Gui::started();
    gui.position("startpos");
    let best = gui.go("depth 3 searchmoves 1g1f 9g9f").best();
    assert!(["1g1f", "9g9f"].contains(&best.as_str()), "{best}");
    let best = gui.go("btime 0 wtime 0 byoyomi 100 searchmoves 9i9h").best();
    assert_eq!(best.as_str(), "9i9h");
    gui.set("MultiPV", "4");
    let answer = gui.go("depth 2 searchmoves 1g1f 9g9f 0a0a");
    assert_eq!(answer.lines(3).count(), 0);
    gui.quit();
}

#[test]
fn infinite_answers_only_after_stop() {
    let mut gui = Gui::started();
    for text in ["startpos", MATE_IN_ONE, ONE_MOVE] {
        gui.position(text);
        gui.send("go infinite");
        gui.no_answer_for(Duration::from_millis(400));
        gui.send("stop");
        assert!(matches!(gui.answer().best, BestMove::Move { .. }), "{text}");
    }
    for limit in ["depth 2", "nodes 500", "movetime 50"] {
        gui.position("startpos");
        gui.send(&format!("go infinite {limit}"));
        gui.no_answer_for(Duration::from_millis(300));
        gui.send("stop");
        gui.answer();
    }
    gui.position(MATED);
    gui.send("go infinite");
    gui.no_answer_for(Duration::from_millis(300));
    gui.send("stop");
    assert_eq!(gui.answer().best, BestMove::Resign);
    gui.quit();
}

#[test]
fn mates_are_found_and_counted_in_plies() {
    let mut gui = Gui::started();
    gui.position(MATE_IN_ONE);
    let answer = gui.go("byoyomi 1000");
    assert_eq!(answer.score().score, Score::Mate(MateScore::Win(Some(1))));
    let mut after = gui.board().clone();
    play(&mut after, &[answer.best()]);
    assert!(after.is_mated());
    // White sees it coming: one ply to make, then the mate.
    gui.position("sfen 4k4/9/4P4/9/9/9/9/9/4K4 w Gp 1");
    let score = gui.go("depth 4").score().score;
    assert!(matches!(score, Score::Cp(_) | Score::Mate(MateScore::Loss(Some(_)))), "{score:?}");
    gui.position(MATED);
    let answer = gui.go("byoyomi 1000");
    assert_eq!(answer.best, BestMove::Resign);
    assert!(answer.infos.iter().all(|info| info.pv.is_empty()));
    gui.quit();
}

#[test]
fn one_legal_move_still_has_a_score() {
    let mut gui = Gui::started();
    gui.position(ONE_MOVE);
    for lines in ["1", "5"] {
        gui.set("MultiPV", lines);
        let answer = gui.go("byoyomi 100");
        assert_eq!(answer.best().as_str(), "9c9d");
        answer.score();
        assert_eq!(answer.lines(2).count(), 0);
    }
    gui.quit();
}

#[test]
fn the_score_is_the_side_to_moves() {
    let mut gui = Gui::started();
    gui.set("Evaluation", "piece-square");
    // Black has a rook and a bishop more.
    let board = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    gui.position(&format!("sfen {board} b - 1"));
    assert!(gui.go("depth 3").centipawns() > 1000);
    gui.position(&format!("sfen {board} w - 1"));
    assert!(gui.go("depth 3").centipawns() < -1000);
    gui.quit();
}

#[test]
fn threads_search_together() {
    let mut gui = Gui::started();
    gui.position("startpos");
    for threads in ["2", "4", "1"] {
        gui.set("Threads", threads);
        gui.sync();
        gui.go("depth 6");
    }
    gui.quit();
}
