//! Every target holds on its committed corpus, and on small changes of each of
//! its files. The changes are the same in every run; `cargo xtask fuzz` searches new ones.
//!
//! Invariant: No input makes a reader panic (before a release: `cargo xtask fuzz`).

use std::fs;
use std::path::{Path, PathBuf};

use zenpuku_core::random::SplitMix64;
use zenpuku_fuzz_targets::{TARGETS, Target};

/// Changed copies tried of each file.
const COPIES: u64 = 200;
/// Changes of a copy, at most.
const CHANGES: u64 = 8;

#[test]
fn corpora_and_small_changes_of_them_keep_the_promises() {
    for (name, try_input) in TARGETS {
        let files = corpus(name);
        assert!(!files.is_empty(), "no corpus for {name}");
        for (number, file) in files.iter().enumerate() {
            let bytes = fs::read(file).unwrap();
            try_input(&bytes);
            // The seed names file and copy, so that a failure can be tried alone.
            for copy in 0..COPIES {
                let mut random = SplitMix64::new(((number as u64) << 32) | copy);
                let changed = changed(&bytes, &mut random);
                let result = std::panic::catch_unwind(|| try_input(&changed));
                assert!(result.is_ok(), "{name}: copy {copy} of {}: {changed:?}", file.display());
            }
        }
    }
}

#[test]
fn every_corpus_has_its_target() {
    let known = TARGETS.map(|(name, _): Target| name.to_owned());
    let mut found: Vec<_> = entries(&root().join("corpus"))
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    found.retain(|name| !name.contains('.'));
    assert_eq!(found, known);
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn corpus(name: &str) -> Vec<PathBuf> {
    entries(&root().join("corpus").join(name))
}

/// The contents of a folder, sorted, because the order of a file system is arbitrary.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths
}

/// A number below `end`, which is not 0.
fn below(random: &mut SplitMix64, end: usize) -> usize {
    random.below(end as u64) as usize
}

/// A copy with bytes changed, cut out, doubled or moved.
fn changed(bytes: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    for _ in 0..=random.next_u64() % CHANGES {
        if copy.is_empty() {
            copy.push(random.next_u64() as u8);
        }
        let place = below(random, copy.len());
        let end = copy.len().min(place + 1 + below(random, 16));
        match random.next_u64() % 5 {
            0 => copy[place] = random.next_u64() as u8,
            1 => copy[place] ^= 1 << (random.next_u64() % 8),
            2 => drop(copy.drain(place..end)),
            3 => {
                let piece = copy[place..end].to_vec();
                let target = below(random, copy.len());
                copy.splice(target..target, piece);
            }
            _ => copy.truncate(end),
        }
    }
    copy
}
