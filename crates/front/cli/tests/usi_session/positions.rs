//! `position`: every form, the history, and illegal moves.

use zenpuku_protocol::usi::{BestMove, CheckmateAnswer};

use crate::gui::{Gui, shown};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
/// Both rooks go aside and come back: the start position again.
const ROUND: &str = "2h3h 8b7b 3h2h 7b8b";

#[test]
fn every_form_is_understood() {
    let mut gui = Gui::started();
    for text in [
        "startpos",
        "startpos moves",
        "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
        &format!("sfen {START}"),
        &format!("sfen {}", START.strip_suffix(" 1").expect("ends so")),
        &format!("sfen {START} moves 2g2f"),
        "sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    ] {
        gui.position(text);
        assert!(gui.sync().is_empty(), "{text}");
        gui.go("depth 3");
    }
    gui.quit();
}

#[test]
fn the_board_used_before_any_position_is_the_start() {
    let mut gui = Gui::started();
    gui.go("depth 1");
    gui.quit();
}

#[test]
fn history_counts_for_repetition() {
    let mut gui = Gui::started();
    gui.set("DrawValueWhite", "20000");
    // White can make the start position occur for the fourth time.
    let position = format!("startpos moves {ROUND} {ROUND} 2h3h 8b7b 3h2h");
    gui.position(&position);
    let answer = gui.go("depth 1");
    let draw = shown(&position, 20_000);
    assert_eq!((answer.best().as_str(), answer.centipawns()), ("7b8b", draw));
    // The same board without its history.
    gui.position("sfen lnsgkgsnl/2r4b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 12");
    assert!(gui.go("depth 1").centipawns() < 1000);
    gui.quit();
}

#[test]
fn a_repeated_position_is_analysed_as_itself() {
    let mut gui = Gui::started();
    // A search without reductions: moves back into the history, which are draws, change the order
    // of moves, and here the value does not depend on that.
    gui.set("Profile", "foundation");
    let mut analyse = |text: &str| {
        gui.send("usinewgame");
        gui.position(text);
        gui.go("depth 4").centipawns()
    };
    let fresh = analyse("startpos");
    for rounds in 1..=3 {
        let moves = [ROUND; 3][..rounds].join(" ");
        let repeated = analyse(&format!("startpos moves {moves}"));
        assert_eq!(repeated, fresh, "after {rounds} rounds");
    }
    gui.quit();
}

#[test]
fn an_illegal_move_is_named_and_the_moves_before_it_kept() {
    for (moves, kept, word) in [
        ("7g7f 7g7f", "7g7f", "7g7f"),
        ("7g7f 3c3d 8h3c+ 0z0z", "7g7f 3c3d 8h3c+", "0z0z"),
        ("P*5e", "", "P*5e"),
        ("7g7f 3c3d P*5e 8c8d", "7g7f 3c3d", "P*5e"),
        ("5i5h 5a5b 5h5i 全幅", "5i5h 5a5b 5h5i", "全幅"),
    ] {
        let mut gui = Gui::started();
        let complaints = gui.complaints(&format!("position startpos moves {moves}"));
        assert!(complaints.len() == 1 && complaints[0].contains(word), "{complaints:?}");
        gui.assume(&format!("startpos moves {kept}"));
        gui.go("depth 2");
        gui.quit();
    }
}

#[test]
fn what_is_no_position_is_told_and_go_is_still_answered() {
    let mut gui = Gui::started();
    for bad in [
        "position",
        "position sfen",
        "position startposs",
        "position sfen 9/9 b - 1",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL x - 1",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 19P 1",
        // Two pawns on a file, no king at all, a king that can be taken.
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/P8/P1PPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "position sfen 9/9/9/9/9/9/9/9/9 b - 1",
        "position sfen 4k4/9/9/9/9/9/9/9/4R3K b - 1",
    ] {
        let complaints = gui.complaints(bad);
        assert!(
            complaints.len() == 1 && complaints[0].starts_with("position"),
            "{bad}: {complaints:?}"
        );
        let answer = gui.go("byoyomi 100");
        assert_eq!(answer.best, BestMove::Resign, "{bad}");
        assert!(!answer.strings.is_empty());
        assert_eq!(gui.go_mate("100"), CheckmateAnswer::NotImplemented);
    }
    // A move of the last legal position would be a move of another game.
    for bad in ["sfen 9/9 b - 1", "sfen 9/9/9/9/9/9/4PPPPP/4+p1S1+p/6K2 b s 1"] {
        gui.position("startpos moves 7g7f");
        gui.go("depth 2");
        let refused = gui.complaints(&format!("position {bad}"));
        assert_eq!(refused.len(), 1);
        let answer = gui.go("depth 2");
        assert_eq!(answer.best, BestMove::Resign, "{bad}");
        assert!(answer.strings.iter().any(|text| text.contains(&refused[0])), "{answer:?}");
        assert_eq!(gui.go_mate("infinite"), CheckmateAnswer::NotImplemented, "{bad}");
    }
    gui.position("startpos moves 7g7f");
    gui.go("depth 2");
    gui.quit();
}

#[test]
fn a_mate_problem_is_not_played() {
    let mut gui = Gui::started();
    gui.position("sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    assert_eq!(gui.go("byoyomi 100").best, BestMove::Resign);
    gui.send("go infinite");
    gui.no_answer_for(std::time::Duration::from_millis(200));
    gui.send("stop");
    assert_eq!(gui.answer().best, BestMove::Resign);
    gui.quit();
}

#[test]
fn a_long_game_is_followed() {
    let mut gui = Gui::started();
    let rounds = [ROUND; 200].join(" ");
    gui.position(&format!("startpos moves {rounds}"));
    gui.go("depth 2");
    gui.quit();
}
