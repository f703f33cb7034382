//! Rules other than mate that decide a game: declarations, the limit of moves, the value of a draw.

use std::time::Duration;

use zenpuku_protocol::usi::{BestMove, Info, MateScore, Score};

use crate::gui::{Gui, shown};

/// Black has 32 points and 16 pieces in the zone.
const DECLARABLE: &str = "sfen 1K+R+R+B+B3/GGGGSSSS1/LLLL5/9/9/9/9/9/4k4 b 4n18p 1";
/// Black has 25 points: enough for a draw by the 24-point rule, not for a win by the 27.
const TWENTY_FIVE: &str = "sfen 1K+R+R3b1/GGGGSSSS1/LLLL3PP/P8/9/9/9/9/4k4 b b4n15p 1";
/// Black's king steps to 5a.
const TRY: &str = "sfen 9/3K5/9/9/9/9/9/9/4k4 b 2R2B4G4S4N4L18P 1";

#[test]
fn a_win_is_declared_by_the_rule_in_force() {
    let mut gui = Gui::started();
    for (rule, position, wins) in [
        ("CSARule27", DECLARABLE, true),
        ("CSARule27H", DECLARABLE, true),
        ("CSARule24", DECLARABLE, true),
        ("CSARule24H", DECLARABLE, true),
        ("NoEnteringKing", DECLARABLE, false),
        ("CSARule27", TWENTY_FIVE, false),
        ("TryRule", DECLARABLE, false),
    ] {
        gui.set("EnteringKingRule", rule);
        gui.position(position);
        let declared = gui.go("depth 1").best == BestMove::Win;
        assert_eq!(declared, wins, "{rule} {position}");
    }
    gui.quit();
}

#[test]
fn the_try_rule_wins_by_a_move() {
    let mut gui = Gui::started();
    gui.set("EnteringKingRule", "TryRule");
    gui.position(TRY);
    let answer = gui.go("depth 3");
    assert_eq!(answer.best().as_str(), "6b5a");
    assert!(matches!(answer.score().score, Score::Mate(MateScore::Win(Some(1)))));
    gui.quit();
}

#[test]
fn a_declaration_waits_for_stop() {
    let mut gui = Gui::started();
    gui.position(DECLARABLE);
    for go in ["go infinite", "go ponder"] {
        gui.send(go);
        gui.no_answer_for(Duration::from_millis(200));
        gui.send("stop");
        assert_eq!(gui.answer().best, BestMove::Win);
    }
    gui.quit();
}

#[test]
fn an_analysis_shows_lines_where_a_win_can_be_declared() {
    let mut gui = Gui::started();
    gui.position(DECLARABLE);
    gui.send("go infinite");
    gui.no_answer_for(Duration::from_millis(300));
    gui.send("stop");
    let answer = gui.answer();
    assert_eq!(answer.best, BestMove::Win);
    let has_line = |info: &Info| info.depth.is_some_and(|depth| depth > 0) && !info.pv.is_empty();
    assert!(answer.infos.iter().any(has_line), "{:?}", answer.infos);
    gui.quit();
}

#[test]
fn white_needs_fewer_points_in_a_handicap_game() {
    let mut gui = Gui::started();
    // White gave a rook and holds 23 points: enough for 27 - 5.
    gui.position("sfen 4K4/9/9/9/9/9/6lll/1ssssgggg/7k1 w R4NL16P2b2p 2");
    gui.set("EnteringKingRule", "CSARule27");
    assert_ne!(gui.go("depth 1").best, BestMove::Win);
    gui.set("EnteringKingRule", "CSARule27H");
    assert_eq!(gui.go("depth 1").best, BestMove::Win);
    gui.quit();
}

#[test]
fn a_draw_is_worth_what_the_roots_colour_says() {
    let mut gui = Gui::started();
    gui.set("DrawValueBlack", "77");
    gui.set("DrawValueWhite", "-55");
    // The next move is the last one allowed.
    gui.set("MaxMovesToDraw", "1");
    gui.position("startpos");
    assert_eq!(gui.go("depth 3").centipawns(), shown("startpos", 77));
    gui.set("MaxMovesToDraw", "2");
    gui.position("startpos moves 7g7f");
    assert_eq!(gui.go("depth 3").centipawns(), shown("startpos moves 7g7f", -55));
    gui.send("usinewgame");
    // Two plies before the end the same side's value counts.
    gui.position("startpos");
    assert_eq!(gui.go("depth 4").centipawns(), shown("startpos", 77));
    gui.quit();
}

#[test]
fn mate_by_the_last_allowed_move_wins() {
    let mut gui = Gui::started();
    gui.set("MaxMovesToDraw", "320");
    gui.position("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 320");
    let answer = gui.go("depth 4");
    assert_eq!(answer.score().score, Score::Mate(MateScore::Win(Some(1))));
    // Here the mate takes three plies, of which only one is allowed.
    gui.position("sfen 9/8k/9/7RG/9/9/9/9/4K4 b r2b3g4s4n4l18p 318");
    assert_eq!(gui.go("depth 5").score().score, Score::Mate(MateScore::Win(Some(3))));
    let last = "sfen 9/8k/9/7RG/9/9/9/9/4K4 b r2b3g4s4n4l18p 320";
    gui.position(last);
    assert_eq!(gui.go("depth 5").centipawns(), shown(last, -2));
    gui.quit();
}
