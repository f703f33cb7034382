//! Whole sessions that real servers sent: the 98 of a client at tournaments
//! (`testdata/conformance/csa-client-logs`).

use std::collections::BTreeMap;
use std::fs;

use zenpuku_protocol::Color;
use zenpuku_protocol::csa::{Outcome, ServerEvent, ServerReader, SideClock};

fn logs() -> BTreeMap<String, String> {
    let folder =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/conformance/csa-client-logs");
    let files = fs::read_dir(folder).expect("the folder of logs");
    files
        .map(|file| file.expect("entry"))
        .filter(|file| file.path().extension().is_some_and(|extension| extension == "log"))
        .map(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            (name, fs::read_to_string(file.path()).expect("a text file"))
        })
        .collect()
}

fn events(name: &str, log: &str) -> Vec<ServerEvent> {
    let mut reader = ServerReader::new();
    let read = |line| reader.read(line).unwrap_or_else(|error| panic!("{name}: {error}"));
    log.lines().filter_map(read).collect()
}

/// The line that the server sent for a move or special move.
fn line_of(event: &ServerEvent) -> Option<String> {
    let (text, time) = match event {
        ServerEvent::Move { mv, time } => (mv.to_string(), time),
        ServerEvent::Special { special, time } => (special.text().to_owned(), time),
        _ => return None,
    };
    Some(time.map_or(text.clone(), |time| format!("{text},T{time}")))
}

#[test]
fn every_line_is_understood() {
    for (name, log) in logs() {
        let events = events(&name, &log);
        let unknown = events.iter().any(|event| matches!(event, ServerEvent::Unknown(_)));
        assert!(!unknown, "{name}");
        assert!(matches!(events.first(), Some(ServerEvent::LoginOk(_))), "{name}");
        let played = log.split("END Game_Summary").nth(1).unwrap_or("");
        let sent = played.lines().filter(|line| line.starts_with(['+', '-', '%']));
        let read: Vec<String> = events.iter().filter_map(line_of).collect();
        assert_eq!(read, sent.collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn every_game_has_a_summary_and_an_end() {
    let mut ends = BTreeMap::new();
    for (name, log) in logs() {
        let events = events(&name, &log);
        let Some(ServerEvent::Summary(game)) = events.get(1) else {
            assert_eq!(events.len(), 1, "{name}");
            continue;
        };
        assert_eq!(game.position.first().map(String::len), Some(29), "{name}");
        assert!(game.time_of(Color::Black).total.is_some_and(|total| total >= 300), "{name}");
        let end = match events.last() {
            Some(ServerEvent::Outcome(Outcome::Win)) => "win",
            Some(ServerEvent::Outcome(Outcome::Lose)) => "lose",
            Some(ServerEvent::Outcome(Outcome::Draw)) => "draw",
            Some(ServerEvent::Reject { by, .. }) if by.starts_with("the Server") => "rejected",
            other => panic!("{name}: {other:?}"),
        };
        *ends.entry(end).or_insert(0) += 1;
    }
    println!("{ends:?}");
    assert!(ends.len() == 4);
}

/// No game of these ended by time, so no clock may run below zero.
#[test]
fn the_clock_never_runs_out() {
    for (name, log) in logs() {
        let events = events(&name, &log);
        let Some(ServerEvent::Summary(game)) = events.get(1) else { continue };
        let mut clocks = [Color::Black, Color::White]
            .map(|color| (color, SideClock::new(game.time_of(color).clone())));
        let preset = game.preset_moves.iter().map(|preset| (preset.mv, Some(preset.time)));
        let played = events.iter().filter_map(|event| match event {
            ServerEvent::Move { mv, time } => Some((*mv, *time)),
            _ => None,
        });
        for (mv, time) in preset.chain(played) {
            for (color, clock) in &mut clocks {
                if *color == mv.color {
                    clock.begin_move();
                    let (time, longest) = (time.expect("sent"), clock.longest_move());
                    let taken = clock.rules().duration(time);
                    assert!(longest.is_some_and(|longest| taken <= longest), "{name} {mv}");
                    clock.charge(time);
                }
            }
        }
    }
}
