//! Clocks: no time lost, none wasted.

use std::ops::RangeInclusive;
use std::time::Instant;

use crate::gui::{Gui, alone, timed};

/// A quiet opening, so that no move is forced.
const MOVES: [&str; 8] = ["7g7f", "3c3d", "2g2f", "4c4d", "3i4h", "3a4b", "5i6h", "8b4b"];

/// A few moves requested with `go` must each take this number of milliseconds.
fn moves_take(gui: &mut Gui, go: &str, range: RangeInclusive<u128>) {
    for played in (0..MOVES.len()).step_by(2) {
        gui.position(&format!("startpos moves {}", MOVES[..=played].join(" ")));
        timed(range.clone(), || gui.time(go));
    }
}

#[test]
fn byoyomi_is_neither_lost_nor_wasted() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    for byoyomi in [100, 500, 1000] {
        let go = format!("btime 0 wtime 0 byoyomi {byoyomi}");
        moves_take(&mut gui, &go, byoyomi * 4 / 10..=byoyomi);
    }
    gui.quit();
}

#[test]
fn emptying_the_table_takes_no_time_of_a_new_game() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    gui.set("USI_Hash", "512");
    for _ in 0..3 {
        timed(40..=100, || {
            gui.sync();
            let start = Instant::now();
            gui.send("usinewgame");
            gui.position("startpos");
            let answered = gui.go("btime 0 wtime 0 byoyomi 100").at;
            gui.send("gameover win");
            answered - start
        });
    }
    gui.quit();
}

#[test]
fn a_longer_delay_option_is_a_cap() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    gui.set("NetworkDelay", "10000");
    gui.set("NetworkDelay2", "10000");
    gui.set("MinimumThinkingTime", "100000");
    moves_take(&mut gui, "btime 0 wtime 0 byoyomi 200", 80..=200);
    gui.quit();
}

#[test]
fn an_increment_is_kept_within() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    // At least half of the usual time of a move, which is 144 and 100 ms here.
    moves_take(&mut gui, "btime 0 wtime 0 binc 200 winc 200", 72..=200);
    moves_take(&mut gui, "btime 2000 wtime 2000 binc 100 winc 100", 50..=700);
    gui.quit();
}

#[test]
fn sudden_death_leaves_time_for_a_whole_game() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    gui.set("MinimumThinkingTime", "0");
    gui.set("RoundUpToFullSecond", "false");
    moves_take(&mut gui, "btime 10000 wtime 10000", 20..=2500);
    moves_take(&mut gui, "btime 50 wtime 50", 0..=50);
    moves_take(&mut gui, "btime 0 wtime 0", 0..=50);
    gui.quit();
}

#[test]
fn forced_moves_and_mates_are_played_at_once() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    for position in [
        "sfen 8k/6G2/p7P/9/9/9/9/9/4K4 w 2R2B3G4S4N4L16P 1",
        "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1",
    ] {
        gui.position(position);
        timed(0..=500, || gui.time("btime 0 wtime 0 byoyomi 5000"));
    }
    gui.quit();
}
