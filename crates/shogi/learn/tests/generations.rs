//! Old games: new values, and all of a generation in one file.
//!
//! Invariant: Relabelling gives the same bytes after any interruption; a packed generation unpacks
//!   unchanged.

use crate::common::{games, plan, play};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::fs;
use std::path::{Path, PathBuf};
use zenpuku_core::StopToken;
use zenpuku_shogi_engine::EngineOptions;
use zenpuku_shogi_eval::EvalKind;
use zenpuku_shogi_learn::folder;
use zenpuku_shogi_learn::generation::{GenerationError, manifest, pack, unpack};
use zenpuku_shogi_learn::relabel::{Event, Plan, RelabelError, Run};

const ALL: usize = usize::MAX;

fn relabel(
    from: &Path,
    to: &Path,
    nodes: u64,
    threads: usize,
    stop_after: usize,
) -> Result<(), RelabelError> {
    let (every, trainable_only) = (1, false);
    let plan = Plan { nodes, every, trainable_only, hash: 1, engine: "test".into(), checksum: 1 };
    relabel_by(&plan, from, to, threads, stop_after)
}

fn relabel_by(
    plan: &Plan,
    from: &Path,
    to: &Path,
    threads: usize,
    stop_after: usize,
) -> Result<(), RelabelError> {
    let sources: Vec<PathBuf> = folder::list(from).unwrap().into_values().collect();
    let options = EngineOptions { eval: EvalKind::UNTRAINED, ..EngineOptions::default() };
    let (stop, done) = (StopToken::new(), AtomicUsize::new(0));
    let run = Run {
        plan,
        options: &options,
        sources: &sources,
        first: 0,
        folder: to,
        program: "test",
        stop: &stop,
        observer: &|event| {
            if let Event::Game(_) = event
                && done.fetch_add(1, Ordering::Relaxed) + 1 >= stop_after
            {
                stop.stop();
            }
        },
    };
    run.run(threads)
}

/// Names and bytes of a folder's files.
fn bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn new_values_are_the_same_bytes_after_any_interruption() {
    let folders = [(); 4].map(|()| tempfile::tempdir().unwrap());
    let [old, whole, two, killed] = folders.each_ref().map(tempfile::TempDir::path);
    play(old, &plan(5), 5, 1, u64::MAX).unwrap();
    relabel(old, whole, 200, 1, ALL).unwrap();
    relabel(old, two, 200, 2, ALL).unwrap();
    for stop_after in [1, 2] {
        relabel(old, killed, 200, 1, stop_after).unwrap();
    }
    // As after a kill in the middle of writing a game.
    let part = folder::list(killed).unwrap().into_values().find(|path| !folder::is_full(path));
    if let Some(part) = part {
        let bytes = fs::read(&part).unwrap();
        fs::write(&part, &bytes[..bytes.len() - 3]).unwrap();
    }
    relabel(old, killed, 200, 1, ALL).unwrap();
    assert_eq!(bytes(whole), bytes(two));
    assert_eq!(bytes(whole), bytes(killed));

    let (before, after) = (games(old), games(whole));
    assert_eq!(before.len(), 5);
    let mut differ = 0;
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.moves, after.moves);
        assert_eq!((before.winner, before.scores.len()), (after.winner, after.scores.len()));
        differ += usize::from(before.scores != after.scores);
    }
    assert!(differ > 0);
    let error = relabel(old, whole, 300, 1, ALL).unwrap_err();
    assert!(error.to_string().contains("another plan"), "{error}");
}

#[test]
fn relabelling_searches_the_positions_that_the_plan_names() {
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [old, quiet, third] = folders.each_ref().map(tempfile::TempDir::path);
    play(old, &plan(5), 4, 1, u64::MAX).unwrap();
    for (to, every) in [(quiet, 1), (third, 3)] {
        let (hash, checksum) = (1, 1);
        let engine = "test".to_owned();
        let plan = Plan { nodes: 50, every, trainable_only: true, hash, engine, checksum };
        relabel_by(&plan, old, to, 1, ALL).unwrap();
    }
    for ((old, quiet), third) in games(old).iter().zip(games(quiet)).zip(games(third)) {
        let mut wanted = Vec::new();
        old.replay(|moment| {
            let trainable = |score: i16| score.abs() <= 3000 && !moment.is_sharp();
            wanted.push(moment.score.is_some_and(trainable));
        })
        .unwrap();
        let scored: Vec<_> = (0..quiet.moves.len()).map(|ply| quiet.score(ply).is_some()).collect();
        assert_eq!(scored, wanted);
        let chosen: Vec<_> =
            (0..third.moves.len()).filter(|&ply| third.score(ply).is_some()).collect();
        assert!(chosen.iter().all(|&ply| wanted[ply]));
        assert_eq!(third.scored(), chosen.len() as u64);
        let some = quiet.scored() / 3;
        assert!((some..=some + 1).contains(&third.scored()), "{} {some}", third.scored());
    }
}

#[test]
fn a_generation_is_packed_checked_and_unpacked() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [games, again] = folders.each_ref().map(tempfile::TempDir::path);
    assert!(matches!(manifest(games), Err(GenerationError::Nothing(_))));
    play(games, &plan(6), 7, 1, u64::MAX).unwrap();
    let packed = again.join("generation.zst");
    let written = pack(games, &packed).unwrap();
    assert_eq!((written.games, written.files.len(), written.program.as_str()), (7, 3, "test"));
    assert_eq!(written.plan["seed"], 6);
    assert_eq!(unpack(&packed, None).unwrap(), written);

    let folder = again.join("games");
    assert_eq!(unpack(&packed, Some(&folder)).unwrap(), written);
    let of_games = |files: Vec<(String, Vec<u8>)>| {
        files.into_iter().filter(|(name, _)| name.starts_with("games-")).collect::<Vec<_>>()
    };
    assert_eq!(bytes(&folder), of_games(bytes(games)));

    let whole = fs::read(&packed).unwrap();
    for damage in [0, whole.len() / 2, whole.len() - 2] {
        let mut bytes = whole.clone();
        bytes[damage] ^= 1;
        fs::write(&packed, &bytes).unwrap();
        assert!(unpack(&packed, None).is_err(), "{damage}");
    }
    fs::write(&packed, &whole[..whole.len() - 9]).unwrap();
    assert!(unpack(&packed, None).is_err());
}
