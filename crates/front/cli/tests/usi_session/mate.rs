//! `go mate`: answered with `checkmate`, never with `bestmove`.

use std::time::Instant;

use zenpuku_protocol::usi::{CheckmateAnswer, EngineMessage, MateScore, Score};

use crate::gui::{Gui, PATIENCE, alone, play, timed};

/// Problems without the attacker's king, with the length of the mate.
const PROBLEMS: [(&str, usize); 3] = [
    ("sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 1),
    ("sfen 9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1", 3),
    ("sfen 3Sk4/1P7/2R1s4/9/9/9/9/9/9 b r2b4g2s4n4l17p 1", 5),
];

#[test]
fn mates_are_given_as_a_line() {
    let mut gui = Gui::started();
    for (problem, length) in &PROBLEMS {
        for limit in ["infinite", "", "10000"] {
            gui.position(problem);
            let CheckmateAnswer::Mate(line) = gui.go_mate(limit) else {
                panic!("{problem}: no mate");
            };
            assert_eq!(line.len(), *length, "{problem}: {line:?}");
            let mut after = gui.board().clone();
            play(&mut after, &line);
            assert!(after.is_mated(), "{problem}: {line:?}");
        }
    }
    gui.quit();
}

#[test]
fn nomate_is_said_when_it_is_proven() {
    let mut gui = Gui::started();
    for problem in [
        "sfen 4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1",
        "sfen 4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1",
    ] {
        gui.position(problem);
        assert_eq!(gui.go_mate("10000"), CheckmateAnswer::NoMate, "{problem}");
    }
    gui.quit();
}

#[test]
fn the_number_is_a_time() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    // Much in hand, the king in the middle: far too much to decide.
    gui.position("sfen 9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1");
    for (limit, most) in [(300, 300), (1, 50)] {
        timed(0..=most, || {
            let start = Instant::now();
            let answer = gui.go_mate(&limit.to_string());
            assert!(matches!(answer, CheckmateAnswer::Timeout | CheckmateAnswer::Mate(_)));
            start.elapsed()
        });
    }
    gui.quit();
}

#[test]
fn stop_ends_a_mate_search() {
    let mut gui = Gui::started();
    gui.position("startpos");
    for _ in 0..5 {
        gui.send("go mate infinite");
        gui.send("stop");
        let answer = gui.checkmate();
        assert!(matches!(answer, CheckmateAnswer::Timeout | CheckmateAnswer::NoMate), "{answer}");
    }
    gui.send("stop");
    assert!(gui.sync().is_empty());
    gui.go("depth 2");
    gui.quit();
}

#[test]
fn several_solutions_are_told_as_lines() {
    let mut gui = Gui::started();
    // Golds from two sides, immediately or after an unnecessary check.
    let problem = "sfen 8k/9/7PP/9/9/9/9/9/9 b 2GS2r2b2g3s4n4l16p 1";
    let mut counts = Vec::new();
    for wanted in [1, 2, 600] {
        gui.set("MultiPV", &wanted.to_string());
        gui.position(problem);
        gui.send("go mate 10000");
        let mut lines = Vec::new();
        let answer = loop {
            match gui.next(PATIENCE).expect("an answer in time").1 {
                EngineMessage::Checkmate(answer) => break answer,
                EngineMessage::Info(info) if info.multipv.is_some() => lines.push(*info),
                EngineMessage::Info(_) => {}
                other => panic!("unexpected {other}"),
            }
        };
        for (index, info) in lines.iter().enumerate() {
            assert_eq!(info.multipv, Some(index as u32 + 1));
            let plies = info.pv.len() as u32;
            let score = info.score.map(|score| score.score);
            assert_eq!(score, Some(Score::Mate(MateScore::Win(Some(plies)))));
            let mut after = gui.board().clone();
            play(&mut after, &info.pv);
            assert!(after.is_mated(), "{info:?}");
            assert!(lines[..index].iter().all(|other| other.pv[0] != info.pv[0]), "{lines:?}");
        }
        assert_eq!(answer, CheckmateAnswer::Mate(lines[0].pv.clone()));
        counts.push(lines.len());
    }
    assert!(counts[..2] == [1, 2] && counts[2] > 2, "{counts:?}");
    gui.quit();
}
