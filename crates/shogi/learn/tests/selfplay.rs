//! Self-play: the games depend on the plan, and interruptions do not change them.
//!
//! Invariant: Self-play games depend only on seed and number, not on interruptions.

use crate::common::{games, plan, play};
use std::fs;
use zenpuku_shogi_learn::game::Game;
use zenpuku_shogi_learn::selfplay::SelfPlayError;
use zenpuku_shogi_learn::{folder, shard};

const ALL: u64 = u64::MAX;

#[test]
fn workers_and_interruptions_do_not_change_the_games() {
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [one, two, resumed] = folders.each_ref().map(tempfile::TempDir::path);
    let plan = plan(7);
    let totals = play(one, &plan, 8, 1, ALL).unwrap();
    assert_eq!(totals.games, 8);
    play(two, &plan, 8, 2, ALL).unwrap();
    for stop_after in [2, 3, 1] {
        play(resumed, &plan, 8, 1, stop_after).unwrap();
    }
    // As after a kill in the middle of writing a game.
    let part = folder::list(resumed).unwrap().into_values().find(|path| !folder::is_full(path));
    let part = part.unwrap();
    let bytes = fs::read(&part).unwrap();
    fs::write(&part, &bytes[..bytes.len() - 5]).unwrap();
    let totals_resumed = play(resumed, &plan, 8, 2, ALL).unwrap();
    assert_eq!(totals_resumed, totals);
    let expected = games(one);
    assert_eq!(expected.len(), 8);
    assert!(expected.iter().enumerate().all(|(index, game)| game.number == index as u64));
    assert_eq!(games(two), expected);
    assert_eq!(games(resumed), expected);
}

#[test]
fn games_are_legal_scored_and_differ_by_seed() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [one, other] = folders.each_ref().map(tempfile::TempDir::path);
    play(one, &plan(1), 6, 1, ALL).unwrap();
    play(other, &plan(2), 6, 1, ALL).unwrap();
    for game in games(one) {
        let mut seen = 0;
        game.replay(|moment| {
            assert_eq!(moment.score.is_some(), seen >= game.opening_plies);
            seen += 1;
        })
        .unwrap();
        assert_eq!(game.moves.len(), game.scores.len() + usize::from(game.opening_plies));
        assert!((4..=8).contains(&game.opening_plies) && game.moves.len() <= 60);
    }
    let moves = |games: Vec<Game>| games.into_iter().map(|game| game.moves).collect::<Vec<_>>();
    assert_ne!(moves(games(one)), moves(games(other)));
}

#[test]
fn full_shards_are_compressed_and_name_their_plan() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan(3), 4, 1, ALL).unwrap();
    let names: Vec<String> = folder::list(folder.path())
        .unwrap()
        .into_values()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names, ["games-000000.zst", "games-000001.part"]);
    let full = shard::read(&folder.path().join("games-000000.zst")).unwrap();
    assert_eq!((full.games.len(), full.header.shard, full.header.program), (3, 0, "test".into()));
    assert_eq!(full.header.plan["seed"], 3);
}

#[test]
fn a_folder_keeps_its_plan() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan(3), 1, 1, ALL).unwrap();
    let error = play(folder.path(), &plan(4), 1, 1, ALL).unwrap_err();
    assert!(matches!(error, SelfPlayError::OtherPlan { .. }), "{error}");
    assert!(error.to_string().contains("seed is 3, asked for 4"), "{error}");
    fs::write(folder.path().join("selfplay.json"), "{").unwrap();
    let error = play(folder.path(), &plan(3), 1, 1, ALL).unwrap_err();
    assert!(matches!(error, SelfPlayError::PlanFile { .. }), "{error}");
}
