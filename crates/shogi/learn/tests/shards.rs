//! Files of games: round trips, and errors for damaged files.
//!
//! Invariant: Damaged files of games are reported by name.

use crate::common::{games, plan, play};
use proptest::prelude::*;
use std::fs;
use std::path::PathBuf;
use zenpuku_arena::game::{Ending, Winner};
use zenpuku_shogi_learn::game::{Game, GameError};
use zenpuku_shogi_learn::shard::{self, Header, ShardError, Writer};

fn a_game(moves: Vec<u16>, scores: Vec<i16>) -> Game {
    Game {
        number: 77,
        start: [9; 32],
        start_ply: 1,
        opening_plies: (moves.len() - scores.len()) as u16,
        moves,
        scores,
        winner: Some(Winner::White),
        ending: Ending::Adjudication,
    }
}

fn header() -> Header {
    Header { shard: 2, first_game: 10, program: "test".into(), plan: serde_json::json!({"a": 1}) }
}

/// A folder with an unfinished shard of three games, and its path.
fn three_games() -> (tempfile::TempDir, PathBuf, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), &header()).unwrap();
    for scores in [vec![1], vec![-2, 2], vec![3, 4, 5]] {
        writer.append(&a_game(vec![500; 4], scores)).unwrap();
    }
    let path = folder.path().join(shard::part_name(2));
    let bytes = fs::read(&path).unwrap();
    (folder, path, bytes)
}

#[test]
fn a_shard_that_ends_within_a_game_has_the_games_before() {
    let (folder, path, bytes) = three_games();
    for cut in 1..10 {
        fs::write(&path, &bytes[..bytes.len() - cut]).unwrap();
        assert_eq!(shard::read(&path).unwrap().games.len(), 2);
    }
    // Going on removes the rest and appends behind the second game.
    let mut writer = Writer::open(folder.path(), &header()).unwrap();
    assert_eq!(writer.games(), 2);
    writer.append(&a_game(vec![500; 4], vec![3, 4, 5])).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let full = writer.finish().unwrap();
    assert!(!path.exists());
    assert_eq!(shard::read(&full).unwrap().games.len(), 3);
}

#[test]
fn a_shard_that_ends_within_its_header_is_begun_again() {
    let (folder, path, bytes) = three_games();
    for length in [0, 5, 8, 11, 30] {
        fs::write(&path, &bytes[..length]).unwrap();
        assert!(matches!(shard::read(&path), Err(ShardError::Empty(_))), "{length}");
        let writer = Writer::open(folder.path(), &header()).unwrap();
        assert_eq!(writer.games(), 0);
        assert_eq!(shard::read(&path).unwrap().header, header());
    }
}

#[test]
fn damage_is_named_with_file_and_offset() {
    let (folder, path, bytes) = three_games();
    // The first byte of the second game.
    let first = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize + 16;
    let second =
        first + 8 + u32::from_le_bytes(bytes[first..first + 4].try_into().unwrap()) as usize;
    let mut damaged = bytes.clone();
    damaged[second + 12] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let error = shard::read(&path).unwrap_err().to_string();
    assert!(error.contains("games-000002.part") && error.contains("checksum"), "{error}");
    assert!(error.contains(&format!("offset {second} ")), "{error}");
    assert!(Writer::open(folder.path(), &header()).is_err());
    fs::write(&path, "KIF is no shard, and long enough").unwrap();
    assert!(matches!(shard::read(&path), Err(ShardError::Foreign(_))));
    let missing = folder.path().join("none.zst");
    assert!(shard::read(&missing).unwrap_err().to_string().contains("none.zst"));
}

#[test]
fn a_damaged_full_shard_is_refused() {
    let (folder, path, bytes) = three_games();
    let full = Writer::open(folder.path(), &header()).unwrap().finish().unwrap();
    let packed = fs::read(&full).unwrap();
    for place in [packed.len() / 2, packed.len() - 2] {
        let mut damaged = packed.clone();
        damaged[place] ^= 0x10;
        fs::write(&full, damaged).unwrap();
        let error = shard::read(&full).unwrap_err().to_string();
        assert!(error.contains("games-000002.zst"), "{error}");
    }
    // Whole for the compressor, but cut short within a game.
    fs::write(&full, zstd::encode_all(&bytes[..bytes.len() - 3], 1).unwrap()).unwrap();
    assert!(matches!(shard::read(&full), Err(ShardError::Damaged { .. })));
    assert!(!path.exists());
}

#[test]
fn a_game_that_is_not_legal_is_refused_on_replay() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan(5), 1, 1, u64::MAX).unwrap();
    let mut game = games(folder.path()).remove(0);
    game.moves[2] = 0x7fff;
    assert!(matches!(game.replay(|_| ()), Err(GameError::Move { ply: 3, .. })));
    game.start = [0xff; 32];
    assert!(matches!(game.replay(|_| ()), Err(GameError::Start(_))));
}

proptest! {
    #[test]
    fn games_are_read_back(
        moves in prop::collection::vec(any::<u16>(), 0..40),
        scores in prop::collection::vec(any::<i16>(), 0..40),
        cut in 1usize..50,
    ) {
        let scores = scores[..scores.len().min(moves.len())].to_vec();
        let game = a_game(moves, scores);
        let mut bytes = Vec::new();
        game.encode(&mut bytes);
        prop_assert_eq!(Game::decode(&bytes), Ok(game));
        bytes.push(0);
        prop_assert!(Game::decode(&bytes).is_err());
        bytes.truncate(bytes.len().saturating_sub(1 + cut));
        prop_assert!(Game::decode(&bytes).is_err());
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Game::decode(&bytes);
    }
}
