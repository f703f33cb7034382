//! Thinking on the opponent's time.

use std::time::{Duration, Instant};

use zenpuku_protocol::usi::BestMove;

use crate::gui::{Gui, alone, timed};

const MATE_IN_ONE: &str = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
const MATED: &str = "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 2";

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

#[test]
fn pondering_is_answered_after_stop_or_ponderhit_only() {
    let mut gui = Gui::started();
    for position in ["startpos moves 7g7f 3c3d", MATE_IN_ONE, MATED] {
        for go in [
            "go ponder btime 1000 wtime 1000 byoyomi 100",
            "go ponder btime 100 wtime 100 binc 50 winc 50",
            "go ponder depth 1",
            "go ponder nodes 1",
            "go ponder movetime 10",
            "go ponder",
        ] {
            for end in ["stop", "ponderhit btime 0 wtime 0 byoyomi 100"] {
                gui.position(position);
                gui.send(go);
                gui.no_answer_for(ms(60));
                gui.send(end);
                let resigned = gui.answer().best == BestMove::Resign;
                assert_eq!(resigned, position == MATED);
            }
        }
    }
    assert!(gui.sync().is_empty());
    gui.quit();
}

#[test]
fn a_ponderhit_starts_the_budget_anew() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    for (go, hit, least, most) in [
        ("go ponder movetime 300", "ponderhit", 270, 400),
        ("go ponder btime 0 wtime 0 byoyomi 500", "ponderhit", 200, 500),
        ("go ponder", "ponderhit btime 0 wtime 0 byoyomi 500", 200, 500),
        (
            "go ponder btime 0 wtime 0 byoyomi 100",
            "ponderhit btime 0 wtime 0 byoyomi 500",
            200,
            500,
        ),
        ("go ponder btime 600000 wtime 600000", "ponderhit btime 100 wtime 100", 1, 110),
    ] {
        gui.position("startpos moves 7g7f 3c3d");
        timed(least..=most, || {
            gui.send(go);
            gui.no_answer_for(ms(700));
            let start = Instant::now();
            gui.send(hit);
            gui.answer().at - start
        });
    }
    gui.quit();
}

#[test]
fn a_second_ponderhit_and_a_late_stop_mean_nothing() {
    let mut gui = Gui::started();
    gui.position("startpos");
    gui.send("go ponder btime 0 wtime 0 byoyomi 200");
    gui.send("ponderhit");
    gui.send("ponderhit btime 900000 wtime 900000");
    gui.answer();
    gui.send("stop");
    gui.send("ponderhit");
    assert!(gui.sync().is_empty());
    // A hit without pondering does not end an analysis.
    gui.send("go infinite");
    gui.send("ponderhit btime 0 wtime 0 byoyomi 100");
    gui.no_answer_for(ms(400));
    gui.send("stop");
    gui.answer();
    gui.quit();
}

#[test]
fn a_missed_ponder_is_followed_by_the_real_search() {
    let mut gui = Gui::started();
    gui.set("USI_Ponder", "true");
    for (guess, real) in [
        ("startpos moves 7g7f 3c3d", "startpos moves 7g7f 8c8d"),
        ("startpos moves 7g7f 8c8d 2g2f 8d8e", "startpos moves 7g7f 8c8d 2g2f 3c3d"),
    ] {
        gui.position(guess);
        gui.send("go ponder btime 60000 wtime 60000 byoyomi 100");
        gui.no_answer_for(ms(30));
        gui.send("stop");
        gui.answer();
        gui.position(real);
        gui.go("btime 0 wtime 0 byoyomi 100");
    }
    gui.quit();
}
