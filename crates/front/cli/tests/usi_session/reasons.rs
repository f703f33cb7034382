//! Reasons in words before `bestmove`.

use std::time::Duration;

use zenpuku_protocol::usi::BestMove;

use crate::gui::{Answer, Gui};

/// Black does not take the horse back that has taken the bishop.
const MISTAKE: &str = "startpos moves 7g7f 3c3d 2g2f 2b8h+ 2f2e";
/// A gold before the king mates.
const MATE: &str = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";

fn reasons(answer: &Answer) -> Vec<&str> {
    answer.strings.iter().filter_map(|text| text.strip_prefix("reason ")).collect()
}

#[test]
fn the_mistake_and_the_best_move_are_explained_in_the_language_set() {
    let mut gui = Gui::started();
    gui.position(MISTAKE);
    assert_eq!(reasons(&gui.go("nodes 2000")), [""; 0], "off by default");
    let mut said = |lang: &str, position: &str, go: &str| {
        gui.set("Reasons", lang);
        gui.position(position);
        let answer = gui.go(go);
        reasons(&answer).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let en = said("en", MISTAKE, "nodes 2000");
    assert!(en[0].starts_with("2f2e (") && en[0].contains(" %): "), "{en:?}");
    // A mistake of few nodes is one: the horse is worth a bishop.
    assert!(en.len() >= 2 && en[1].starts_with("line "), "{en:?}");
    let ja = said("JA", MISTAKE, "nodes 2000");
    assert_eq!((ja.len(), ja[0].starts_with("2f2e (")), (en.len(), true), "{ja:?}");
    let mate = said("en", MATE, "depth 3");
    assert_eq!((mate.len(), mate[0].starts_with("G*5b: ")), (2, true), "{mate:?}");
    assert_eq!(said("off", MATE, "depth 3"), [""; 0]);
    gui.quit();
}

#[test]
fn reasons_come_after_stop_but_never_while_a_clock_runs() {
    let mut gui = Gui::started();
    gui.set("Reasons", "en");
    gui.position(MISTAKE);
    gui.send("go infinite");
    gui.no_answer_for(Duration::from_millis(300));
    gui.send("stop");
    assert!(!reasons(&gui.answer()).is_empty());
    for go in ["movetime 50", "btime 1000 wtime 1000 byoyomi 100", "byoyomi 100"] {
        assert_eq!(reasons(&gui.go(go)), [""; 0], "{go}");
    }
    gui.quit();
}

#[test]
fn the_next_question_cuts_the_reasons_short() {
    let mut gui = Gui::started();
    gui.set("Reasons", "en");
    gui.position(MISTAKE);
    gui.send("go infinite");
    gui.send("stop");
    gui.send("go nodes 100");
    // Each question has one answer.
    for _ in 0..2 {
        assert!(matches!(gui.answer().best, BestMove::Move { .. }));
    }
    gui.quit();
}

#[test]
fn another_language_is_refused_by_name() {
    let mut gui = Gui::started();
    let complaints = gui.complaints("setoption name Reasons value de");
    assert_eq!(complaints, ["option Reasons is `off`, `ja` or `en`, not `de`"]);
    gui.quit();
}
