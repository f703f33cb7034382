//! Clocks: no time lost, none wasted.

use std::time::{Duration, Instant};

use crate::gui::{Gui, alone};

/// A quiet opening, so that no move is forced.
const MOVES: [&str; 8] = ["7g7f", "3c3d", "2g2f", "4c4d", "3i4h", "3a4b", "5i6h", "8b4b"];

/// Milliseconds for each move of a few, asked with `go`.
fn spent(gui: &mut Gui, go: &str) -> Vec<u128> {
    (0..MOVES.len())
        .step_by(2)
        .map(|played| {
            gui.position(&format!("startpos moves {}", MOVES[..=played].join(" ")));
            let start = Instant::now();
            (gui.go(go).at - start).as_millis()
        })
        .collect()
}

#[test]
fn byoyomi_is_neither_lost_nor_wasted() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    for byoyomi in [100, 500, 1000] {
        let mut times = spent(&mut gui, &format!("btime 0 wtime 0 byoyomi {byoyomi}"));
        times.sort_unstable();
        // One of them may have met a busy machine; the referee judges whole games.
        let (least, most) = (times[0], times[times.len() - 2]);
        assert!(least >= byoyomi * 4 / 10 && most <= byoyomi, "byoyomi {byoyomi}: {times:?}");
    }
    gui.quit();
}

#[test]
fn emptying_the_table_takes_no_time_of_a_new_game() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    gui.set("USI_Hash", "512");
    let mut first_moves: Vec<Duration> = (0..4)
        .map(|_| {
            gui.sync();
            let start = Instant::now();
            gui.send("usinewgame");
            gui.position("startpos");
            let spent = gui.go("btime 0 wtime 0 byoyomi 100").at - start;
            gui.send("gameover win");
            spent
        })
        .collect();
    first_moves.sort_unstable();
    assert!(first_moves[2] <= Duration::from_millis(100), "{first_moves:?}");
    gui.quit();
}

#[test]
fn a_longer_delay_option_is_a_cap() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    gui.set("NetworkDelay", "10000");
    gui.set("NetworkDelay2", "10000");
    gui.set("MinimumThinkingTime", "100000");
    let times = spent(&mut gui, "btime 0 wtime 0 byoyomi 200");
    assert!(times.iter().all(|&time| (80..=200).contains(&time)), "{times:?}");
    gui.quit();
}

#[test]
fn an_increment_is_kept_within() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    for go in ["btime 0 wtime 0 binc 200 winc 200", "btime 2000 wtime 2000 binc 100 winc 100"] {
        let times = spent(&mut gui, go);
        assert!(times.iter().all(|&time| (20..=700).contains(&time)), "{go}: {times:?}");
    }
    gui.quit();
}

#[test]
fn sudden_death_leaves_time_for_a_whole_game() {
    let _machine = alone();
    let mut gui = Gui::started_alone();
    gui.set("MinimumThinkingTime", "0");
    gui.set("RoundUpToFullSecond", "false");
    let times = spent(&mut gui, "btime 10000 wtime 10000");
    assert!(times.iter().all(|&time| time <= 2500), "{times:?}");
    let times = spent(&mut gui, "btime 50 wtime 50");
    assert!(times.iter().all(|&time| time <= 50), "{times:?}");
    let start = Instant::now();
    gui.go("btime 0 wtime 0");
    assert!(start.elapsed() < Duration::from_millis(200));
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
        let start = Instant::now();
        gui.go("btime 0 wtime 0 byoyomi 5000");
        assert!(start.elapsed() < Duration::from_millis(500), "{position}");
    }
    gui.quit();
}
