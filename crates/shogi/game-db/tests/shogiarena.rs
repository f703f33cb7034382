//! A file that ShogiArena wrote, against the figures that it prints for it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use zenpuku_game_db::{GameResult, games, results, winner_of_verdict};
use zenpuku_shogi::Color;
use zenpuku_shogi_record::Score;

fn path() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/shogiarena/game.db"))
}

fn summary() -> serde_json::Value {
    let text = include_str!("../../../../testdata/shogiarena/summary.json");
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_player_has_the_results_that_shogiarena_counts() {
    let mut counted: BTreeMap<(String, &str), [u64; 3]> = BTreeMap::new();
    let mut words: BTreeMap<&str, u64> = BTreeMap::new();
    for game in results(&path()).unwrap() {
        *words.entry(game.result.word()).or_default() += 1;
        let sides = [(Color::Black, "black"), (Color::White, "white")];
        for (name, (side, word)) in game.players.iter().zip(sides) {
            let place = match game.result.winner() {
                _ if game.result.is_draw() => 1,
                Some(winner) if winner == side => 0,
                _ => 2,
            };
            counted.entry((name.clone(), word)).or_default()[place] += 1;
        }
    }
    let theirs = summary();
    let engines = theirs["engines"].as_array().unwrap();
    assert_eq!(counted.len(), 2 * engines.len());
    for engine in engines {
        let name = engine["engine"].as_str().unwrap();
        for side in ["black", "white"] {
            let count = |key: &str| engine["side_split"][side][key].as_u64().unwrap();
            let expected = ["wins", "draws", "losses"].map(count);
            assert_eq!(counted[&(name.to_owned(), side)], expected, "{name} {side}");
        }
    }
    assert_eq!(serde_json::to_value(words).unwrap(), theirs["raw_result_counts"]);
}

#[test]
fn moves_values_depths_nodes_and_times_are_read() {
    let games = games(&path()).unwrap();
    assert_eq!(games.len(), 12);
    let first = &games[0];
    assert_eq!((first.name.as_str(), first.result), ("g0001-t5t3ptmbsm", GameResult::BlackWin));
    let record = &first.record;
    assert_eq!(record.player(Color::Black), Some("default"));
    assert!(record.field("開始日時").unwrap().starts_with("2026/11/25 "));
    // Ended from outside after White's move: no ending says that.
    let end = record.main_line().last().unwrap();
    let verdict = record.node(end).comments().next().and_then(winner_of_verdict);
    assert_eq!(verdict, Some(Some(Color::Black)));
    let moves: Vec<_> =
        record.main_line().filter(|&id| record.node(id).played().is_some()).collect();
    assert_eq!(moves.len(), 30);
    let node = record.node(moves[1]);
    let evaluation = &node.evaluations()[0];
    assert_eq!(
        (evaluation.depth, evaluation.selective_depth, evaluation.nodes),
        (Some(3), Some(4), Some(400))
    );
    assert!(node.time.is_some());
    // The last value, White's -31,998: mated in two plies.
    let last = record.node(moves[29]).evaluations();
    assert_eq!(last[0].score, Score::Mate { winner: Color::Black, plies: Some(2) });
}

#[test]
fn pairs_are_those_of_the_schedule() {
    let mut pairs: BTreeMap<u64, Vec<[String; 2]>> = BTreeMap::new();
    let found = results(&path()).unwrap();
    for game in &found {
        pairs.entry(game.pair().unwrap().0).or_default().push(game.players.clone());
    }
    assert_eq!(pairs.len(), 6);
    for two in pairs.values() {
        let [one, other] = &two[..] else { panic!("{two:?}") };
        assert_eq!((&one[0], &one[1]), (&other[1], &other[0]));
    }
}
