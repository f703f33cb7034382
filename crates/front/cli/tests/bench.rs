//! `zenpuku bench` from the outside.

use serde_json::Value;

use zenpuku_shogi_engine::{BENCH_POSITIONS, EngineOptions};

use crate::program::{Assert, Command, contains};

fn bench(arguments: &[&str]) -> Assert {
    Command::zenpuku().args(["bench", "--hash", "16"]).args(arguments).assert()
}

fn json(arguments: &[&str]) -> Value {
    let mut all = vec!["--json"];
    all.extend(arguments);
    serde_json::from_slice(&bench(&all).success().get_output().stdout).unwrap()
}

#[test]
fn json_keeps_its_contract() {
    let value = json(&["--depth", "3"]);
    for key in ["nodes", "nps", "threads", "positions", "hash", "depth"] {
        assert!(value[key].is_u64(), "{key}: {value}");
    }
    assert!(value["seconds"].is_number());
    assert_eq!((&value["profile"], &value["eval"]), (&"default".into(), &"ensemble".into()));
}

#[test]
fn the_signature_is_the_same_every_time() {
    let first = json(&["--depth", "4"])["nodes"].clone();
    assert_eq!(first, json(&["--depth", "4"])["nodes"]);
    let options = EngineOptions { hash: 16, ..EngineOptions::default() };
    let library = zenpuku_shogi_engine::bench(&options, 4).unwrap();
    assert_eq!(first, library.nodes);
}

#[test]
fn profiles_and_settings_change_it() {
    let nodes =
        |arguments: &[&str]| json(&[&["--depth", "4"], arguments].concat())["nodes"].clone();
    let default = nodes(&[]);
    assert_ne!(default, nodes(&["--profile", "foundation"]));
    assert_ne!(default, nodes(&["--set", "KillerMoves=off", "--set", "Evaluation=material"]));
    assert_eq!(default, nodes(&["--profile", "plain", "--set", "Profile=default"]));
    assert_eq!(json(&["--depth", "2", "--set", "Evaluation=material"])["eval"], "material");
}

#[test]
fn nodes_and_threads() {
    let value = json(&["--nodes", "2000", "--threads", "2"]);
    assert!(value["nodes"].as_u64().unwrap() <= 2000 * BENCH_POSITIONS.len() as u64);
    assert_eq!((&value["threads"], &value["depth"]), (&2.into(), &Value::Null));
    bench(&["--depth", "2"]).success().stdout(contains("1 threads, profile default"));
}

#[test]
fn bad_usage_is_told() {
    for (arguments, word) in [
        (&["--profile", "nosuch"][..], "bonanza2006"),
        (&["--set", "NoSuch=1"], "NoSuch"),
        (&["--set", "KillerMoves"], "NAME=VALUE"),
        (&["--depth", "0"], "--depth"),
        (&["--nodes", "5", "--depth", "5"], "cannot be used"),
    ] {
        bench(arguments).code(2).stdout("").stderr(contains(word));
    }
}
