//! Starting, staying awake, ending.

use std::time::{Duration, Instant};

use zenpuku_protocol::usi::EngineMessage;

use crate::gui::{Gui, alone, timed};

#[test]
fn usiok_comes_and_nothing_before_usi() {
    let _machine = alone();
    for arguments in [&[][..], &["usi"]] {
        let mut gui = Gui::start_unready(arguments);
        gui.silence_for(Duration::from_millis(100));
        gui.send("usi");
        let messages = gui.wait("usiok");
        assert!(
            matches!(&messages[0], EngineMessage::IdName(name) if name.starts_with("Zenpuku "))
        );
        assert!(matches!(&messages[1], EngineMessage::IdAuthor(_)));
        assert!(messages[2..].iter().all(|message| matches!(message, EngineMessage::Option(_))));
        gui.quit();
    }
}

/// The table of 1024 MiB that was the default took up to seven seconds.
#[test]
fn an_engine_at_its_defaults_is_ready_at_once() {
    let _machine = alone();
    timed(0..=600, || {
        let mut gui = Gui::start_unready(&[]);
        gui.send("usi");
        gui.wait("usiok");
        let asked = Instant::now();
        gui.send("isready");
        gui.wait("readyok");
        let ready = asked.elapsed();
        #[cfg(target_os = "linux")]
        assert!(gui.resident() < 150_000_000 / 1024, "{} KiB", gui.resident());
        gui.quit();
        ready
    });
}

/// Preparation can be interrupted: a table of a gigabyte takes a second and more to fill.
#[test]
fn quit_does_not_wait_for_a_large_table() {
    let mut gui = Gui::start_unready(&[]);
    gui.send("usi");
    gui.wait("usiok");
    gui.send("setoption name USI_Hash value 1500");
    gui.wait("info string preparing a hash table of 1500 MiB");
    gui.quit();
}

/// `stop` came before the search began, and took effect only when the table was ready.
#[test]
fn stop_does_not_wait_for_a_large_table() {
    let _machine = alone();
    let mut gui = Gui::start_unready(&[]);
    gui.send("usi");
    gui.wait("usiok");
    gui.send("setoption name USI_Hash value 16");
    gui.send("isready");
    gui.wait("readyok");
    gui.position("startpos");
    let prepare = "setoption name USI_Hash value 3000";
    let mut times = Vec::new();
    // Where the stop waits for the table no attempt is shorter than filling it.
    for _ in 0..10 {
        let asked = Instant::now();
        gui.send(prepare);
        gui.send("isready");
        gui.wait("readyok");
        let whole = asked.elapsed();
        gui.send("setoption name USI_Hash value 16");
        gui.sync();
        let asked = Instant::now();
        for line in [prepare, "go infinite", "stop"] {
            gui.send(line);
        }
        gui.answer();
        let stopped = asked.elapsed();
        if stopped < whole / 2 {
            return gui.quit();
        }
        gui.send("setoption name USI_Hash value 16");
        gui.sync();
        times.push((stopped, whole));
    }
    panic!("stopping and filling took {times:?}");
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut gui = Gui::started();
    gui.position("startpos");
    gui.send("go infinite");
    for _ in 0..3 {
        let said = gui.sync();
        assert!(said.iter().all(|message| matches!(message, EngineMessage::Info(_))), "{said:?}");
    }
    gui.send("stop");
    gui.answer();
    gui.quit();
}

#[test]
fn two_games_without_gameover() {
    let mut gui = Gui::started();
    for _ in 0..2 {
        gui.sync();
        gui.send("usinewgame");
        for moves in ["startpos", "startpos moves 7g7f 3c3d", "startpos moves 7g7f 3c3d 2g2f 8c8d"]
        {
            gui.position(moves);
            gui.go("depth 3");
        }
    }
    gui.send("gameover lose");
    gui.sync();
    gui.send("gameover");
    gui.quit();
}

#[test]
fn gameover_and_usinewgame_end_a_search_with_its_answer() {
    let mut gui = Gui::started();
    for end in ["gameover draw", "usinewgame"] {
        gui.position("startpos");
        gui.send("go infinite");
        gui.no_answer_for(Duration::from_millis(50));
        gui.send(end);
        gui.answer();
    }
    gui.silence_for(Duration::from_millis(100));
    gui.quit();
}

#[test]
fn line_endings_blanks_and_unknown_words_do_not_matter() {
    let mut gui = Gui::start();
    gui.send_raw(b"\r\n\n   \t \nusi\r\n");
    gui.wait("usiok");
    gui.send_raw(b"  isready\t\r\n");
    gui.wait("readyok");
    for unknown in
        ["xyzzy", "Go depth 1", "ucinewgame", "stopp", "全幅", "info string x", "bestmove 7g7f"]
    {
        gui.send(unknown);
    }
    gui.send_raw(b"\xff\xfe\x00 \x80\n");
    gui.send_raw(b"setoption  name   USI_Hash   value  16 \r\n");
    gui.send_raw(b" position   startpos   moves  7g7f   3c3d \r\n");
    gui.assume("startpos moves 7g7f 3c3d");
    gui.send_raw(b"go  frob  depth   2  nonsense 7\r\n");
    gui.answer();
    // Two lines at once, and one in two parts.
    gui.send_raw(b"go depth 1\nisre");
    gui.answer();
    gui.send_raw(b"ady\n");
    gui.wait("readyok");
    gui.quit();
}

#[test]
fn stop_without_a_search_says_nothing() {
    let mut gui = Gui::started();
    for line in ["stop", "ponderhit", "ponderhit btime 1 wtime 1", "stop", "gameover win"] {
        gui.send(line);
    }
    assert!(gui.sync().is_empty());
    gui.quit();
}

#[test]
fn a_storm_of_stops_gets_one_answer_per_go() {
    let mut gui = Gui::started();
    gui.position("startpos");
    for round in 0..60 {
        gui.send(["go infinite", "go byoyomi 5000", "go ponder", "go depth 40"][round % 4]);
        if round % 3 == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        for _ in 0..=round % 3 {
            gui.send("stop");
        }
        gui.answer();
    }
    assert!(gui.sync().is_empty(), "more answers than questions");
    gui.quit();
}

#[test]
fn go_during_a_search_ends_it_first() {
    let mut gui = Gui::started();
    gui.position("startpos");
    gui.send("go infinite");
    gui.send("go depth 2");
    gui.answer();
    gui.answer();
    gui.silence_for(Duration::from_millis(100));
    gui.quit();
}

#[test]
fn options_and_positions_may_come_during_a_search() {
    let mut gui = Gui::started();
    gui.position("startpos");
    gui.send("go infinite");
    gui.set("MultiPV", "2");
    gui.set("USI_Hash", "8");
    gui.send("setoption name Clear_Hash");
    gui.send("position startpos moves 7g7f");
    gui.no_answer_for(Duration::from_millis(200));
    gui.send("stop");
    gui.answer();
    gui.assume("startpos moves 7g7f");
    assert_eq!(gui.go("depth 2").lines(2).count().min(1), 1);
    gui.quit();
}

#[test]
fn quit_and_the_end_of_input_end_everything() {
    const HARD: &str = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1";
    for last in [
        &[][..],
        &["go infinite"],
        &["go ponder"],
        &["go byoyomi 60000"],
        &[HARD, "go mate infinite"],
    ] {
        for hang_up in [false, true] {
            let mut gui = Gui::started();
            for line in last {
                gui.send(line);
            }
            std::thread::sleep(Duration::from_millis(30));
            if hang_up { gui.hang_up() } else { gui.quit() }
        }
    }
    Gui::start().quit();
    Gui::start().hang_up();
}
