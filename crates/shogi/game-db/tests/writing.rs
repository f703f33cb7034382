//! Written files are read back.

use std::path::PathBuf;
use zenpuku_game_db::{GameResult, StoredGame, Writer, games, is_database, results};
use zenpuku_shogi::{Position, Setup};
use zenpuku_shogi_record::{Ending, NodeId, Record, Step};

fn shogiarena() -> Vec<StoredGame> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/shogiarena/game.db");
    games(&PathBuf::from(file)).unwrap()
}

#[test]
fn all_that_is_read_of_a_game_comes_back() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("game 1%.db");
    let mut all = shogiarena();
    let end = all[0].record.main_line().last().unwrap();
    all[0].record.node_mut(end).add_comment("two\nlines");
    let first = all[0].record.main_line().next().unwrap();
    all[0].record.node_mut(first).add_comment("a word");
    all[0].opening_plies = 2;
    let mut writer = Writer::open(&path).unwrap();
    writer.add(&all[..7]).unwrap();
    writer.add(&all[7..]).unwrap();
    drop(writer);
    assert!(is_database(&std::fs::read(&path).unwrap()));
    assert_eq!(games(&path).unwrap(), all);
    // There are no files next to it.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_game_of_the_same_name_is_replaced() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("game.db");
    let all = shogiarena();
    Writer::open(&path).unwrap().add(&all).unwrap();
    let again = StoredGame { result: GameResult::Paused, ..all[3].clone() };
    Writer::open(&path).unwrap().add(&[again]).unwrap();
    let found = results(&path).unwrap();
    assert_eq!(found.len(), all.len());
    let replaced = found.iter().find(|game| game.name == all[3].name).unwrap();
    assert_eq!(replaced.result, GameResult::Paused);
}

#[test]
fn a_winner_that_no_ending_says_stands_in_a_comment() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("game.db");
    let mut record = Record::new(Setup::from_sfen(&Position::startpos().to_sfen()).unwrap());
    record.set_field("先手", "a");
    record.set_field("後手", "b");
    let mv = Position::startpos().parse_usi("7g7f").unwrap();
    let at = record.add(NodeId::ROOT, Step::Move(mv));
    record.add(at, Step::End(Ending::Interrupted));
    let game = StoredGame {
        name: "g0001-x".to_owned(),
        result: GameResult::WhiteWin,
        record,
        opening_plies: 0,
    };
    // White is to move and wins.
    Writer::open(&path).unwrap().add(std::slice::from_ref(&game)).unwrap();
    let read = games(&path).unwrap().remove(0);
    let end = read.record.main_line().last().unwrap();
    let comments: Vec<&str> = read.record.node(end).comments().collect();
    assert_eq!(comments, ["adjudicated: White wins"]);
    // It is not said twice.
    Writer::open(&path).unwrap().add(std::slice::from_ref(&read)).unwrap();
    assert_eq!(games(&path).unwrap(), [read]);
}
