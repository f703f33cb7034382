//! Many games analysed by the app, which is killed three times meanwhile.

use super::App;
use super::client::{Socket, ask, connect};
use super::command;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;
use zenpuku_core::random::SplitMix64;
use zenpuku_shogi::{MoveList, Position};

/// Writes random games of `plies` moves, a file each.
fn write_games(folder: &Path, games: u64, plies: usize) {
    for number in 0..games {
        let mut random = SplitMix64::new(number);
        let (mut position, mut moves) = (Position::startpos(), MoveList::new());
        let mut line = String::from("startpos moves");
        for _ in 0..plies {
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len() as u64) as usize];
            position.do_move(mv);
            line.push_str(&format!(" {mv}"));
        }
        std::fs::write(folder.join(format!("{number}.sfen")), line).expect("a file");
    }
}

/// Waits until no job of this kind is waiting or running, or until one has analysed `games` games.
fn until(socket: &mut Socket, kind: &str, games: Option<u64>) {
    loop {
        let jobs = ask(socket, 7, json!({"type": "job_list"}))["jobs"].clone();
        let jobs = jobs.as_array().expect("jobs").iter().filter(|job| job["kind"] == kind);
        assert!(jobs.clone().all(|job| job["state"] != "failed"), "{jobs:?}");
        let mut at_work = jobs.filter(|job| job["state"] != "done");
        let goes_on = |job: &Value| games.is_none() || job["games"]["done"].as_u64() < games;
        if !at_work.any(goes_on) {
            return;
        }
        sleep(Duration::from_millis(5));
    }
}

/// Imports the games and puts all of them into the queue of analyses.
fn begin(socket: &mut Socket, records: &Path) -> Vec<i64> {
    let source = json!({"type": "folder", "path": records.display().to_string()});
    ask(socket, 2, json!({"type": "library_import", "source": source}));
    until(socket, "import", None);
    let query = json!({"order": "date_down", "offset": 0, "limit": 1});
    let numbers = ask(socket, 3, json!({"type": "library_numbers", "query": query}));
    let games: Vec<i64> = serde_json::from_value(numbers["games"].clone()).expect("numbers");
    let budget = json!({"type": "nodes", "nodes": 100});
    let queue = json!({"type": "library_analyse", "games": games, "budget": budget});
    let queued = ask(socket, 4, queue)["queued"]["queued"].clone();
    assert_eq!(queued.as_array().map(Vec::len), Some(games.len()));
    games
}

/// The analyses of the games by the moves that were played.
fn analyses(socket: &mut Socket, games: &[i64]) -> BTreeMap<String, Value> {
    let analysis = |game: &i64| {
        let source = json!({"type": "library", "game": game});
        let open = json!({"type": "document_open", "source": source, "game_index": null});
        let document = ask(socket, 5, open)["document"]["info"]["id"].clone();
        let report = ask(socket, 6, json!({"type": "report_get", "document": document}));
        let report = &report["report"];
        assert_eq!(report["complete"], true);
        let moves = report["moves"].as_array().expect("moves");
        let line: Vec<&str> = moves.iter().filter_map(|mv| mv["usi"].as_str()).collect();
        (line.join(" "), json!([report["start"], report["moves"]]))
    };
    games.iter().map(analysis).collect()
}

/// The same analyses, whether the app was killed meanwhile or not.
fn survives_three_kills(games: u64, plies: usize) {
    let records = TempDir::new().expect("a folder");
    write_games(records.path(), games, plies);
    let undisturbed = TempDir::new().expect("a folder");
    let app = App::of(command(undisturbed.path(), 0));
    let mut socket = connect(&app);
    let numbers = begin(&mut socket, records.path());
    assert_eq!(numbers.len() as u64, games);
    until(&mut socket, "analysis", None);
    let wanted = analyses(&mut socket, &numbers);
    assert_eq!(wanted.len() as u64, games);
    drop(app);

    let data = TempDir::new().expect("a folder");
    let mut app = App::of(command(data.path(), 0));
    let mut socket = connect(&app);
    let numbers = begin(&mut socket, records.path());
    for quarter in 1..=3 {
        until(&mut socket, "analysis", Some(games * quarter / 4));
        app.child.kill().expect("the app is killed");
        app.child.wait().expect("it is gone");
        app = App::of(command(data.path(), 0));
        socket = connect(&app);
    }
    until(&mut socket, "analysis", None);
    assert_eq!(analyses(&mut socket, &numbers), wanted);
}

#[test]
fn a_batch_survives_three_kills() {
    survives_three_kills(8, 12);
}

/// Takes 20 minutes.
#[test]
#[ignore = "slow: 1,000 games twice"]
fn a_thousand_games_survive_three_kills() {
    survives_three_kills(1_000, 40);
}
