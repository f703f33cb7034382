//! The room over an app without a network: stored data, and failures of the disk.

use super::store::{OwnProblem, key};
use super::*;
use crate::position::position;
use crate::state::MateEntry;
use crate::storage::FAULTS;
use tempfile::TempDir;

/// A mate in 3: the silver is dropped, then the gold.
const THREE: &str = "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1";

fn entry(token: &str, outcome: MateOutcome, at_ms: i64) -> MateEntry {
    MateEntry {
        token: token.to_owned(),
        set: "composed-3".to_owned(),
        sfen: key(&position(THREE).unwrap()),
        at_ms,
        ms: 1_000,
        wrong: 0,
        hints: 0,
        outcome,
        mated: outcome != MateOutcome::Failed,
        slow: false,
    }
}

fn overview_of(state: &Arc<AppState>) -> MateOverview {
    match overview::overview(state, 0).unwrap() {
        Reply::MateOverview { overview } => overview,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_attempt_counts_once_however_often_it_is_told() {
    let folder = TempDir::new().unwrap();
    let state = AppState::for_test(folder.path());
    let failed = state.record(entry("a", MateOutcome::Failed, 1));
    assert_eq!((failed.due_ms, failed.saved), (Some(1), true));
    // The same attempt continues and reaches the mate: it stays failed.
    let ended =
        state.record(MateEntry { mated: true, ms: 9_000, ..entry("a", MateOutcome::Failed, 2) });
    assert_eq!((ended.due_ms, ended.streak), (Some(1), 0));
    let again = state.record(entry("b", MateOutcome::Solved, 3));
    // A day, less six hours.
    let tomorrow = Some(3 + 18 * 3_600_000);
    assert_eq!((again.due_ms, again.streak), (tomorrow, 1));
    let twice = state.record(entry("b", MateOutcome::Solved, 4));
    assert_eq!((twice.due_ms, twice.streak), (tomorrow, 1));
    let histories = state.storage.histories().unwrap();
    let history = histories[&entry("b", MateOutcome::Solved, 0).sfen];
    assert_eq!((history.latest, history.best_ms), (MateOutcome::Solved, Some(1_000)));
    let overview = overview_of(&state);
    // 1970 is long ago.
    assert_eq!((overview.coming.as_slice(), overview.due), (&[1, 0, 0, 0, 0][..], 1));
    assert_eq!(overview.last_set.as_deref(), Some("composed-3"));
}

#[test]
fn streaks_end_with_what_was_not_solved_alone() {
    let folder = TempDir::new().unwrap();
    let state = AppState::for_test(folder.path());
    use MateOutcome::{Failed, Helped, Solved};
    let mut seen = Vec::new();
    for (number, outcome) in [Solved, Solved, Helped, Solved, Failed].into_iter().enumerate() {
        seen.push(state.record(entry(&number.to_string(), outcome, 5)).streak);
    }
    assert_eq!(seen, [1, 2, 0, 1, 0]);
    assert_eq!(state.storage.streaks().unwrap(), (0, 2));
}

#[test]
fn attempts_wait_for_a_disk_that_refuses_them_and_survive_the_end() {
    let folder = TempDir::new().unwrap();
    let first = AppState::for_test(folder.path());
    for (name, code) in FAULTS {
        first.storage.faults.set(Some(code));
        let result = first.record(entry(&format!("{code}"), MateOutcome::Solved, 1));
        assert!(!result.saved, "{name}");
        assert!(first.save_all().documents > 0, "{name}: it is told");
    }
    first.storage.faults.set(None);
    assert_eq!(first.save_all().documents, 0);
    assert_eq!(overview_of(&first).streak, FAULTS.len() as u32);
    drop(first);
    let second = AppState::for_test(folder.path());
    assert_eq!(overview_of(&second).best_streak, FAULTS.len() as u32);
    second.storage.back_up("2024-05-01").unwrap();
    let copy = folder.path().join("backups/2024-05-01-zenpuku.db");
    let copy = rusqlite::Connection::open(copy).unwrap();
    let kept: u32 =
        copy.query_row("SELECT count(*) FROM mate_attempts", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, FAULTS.len() as u32);
}

#[test]
fn a_problem_is_repeated_after_its_set_is_gone() {
    let folder = TempDir::new().unwrap();
    let state = AppState::for_test(folder.path());
    // In no built-in set.
    let sfen = key(&position("4k4/9/4P4/9/9/9/9/9/4K4 b G2r 1").unwrap());
    let problem = OwnProblem { name: "mine".to_owned(), sfen: sfen.clone(), plies: Some(1) };
    let (id, added) =
        state.storage.add_problems("own", "set", 1, std::slice::from_ref(&problem)).unwrap();
    assert_eq!(state.storage.add_problems("own", "set", 1, &[problem]).unwrap(), (id, 0));
    assert_eq!(added, 1);
    state.record(MateEntry { sfen, ..entry("a", MateOutcome::Failed, 1) });
    let repeated = |state: &AppState| overview::problems_of(state, "repeat").unwrap();
    let found = repeated(&state);
    assert_eq!((found[0].name.as_str(), found[0].set.as_str()), ("mine", "own-1"));
    library::remove(&state, "own-1").unwrap();
    assert!(overview::problems_of(&state, "own-1").is_err());
    let found = repeated(&state);
    assert_eq!((found[0].set.as_str(), found[0].outcome), ("repeat", Some(MateOutcome::Failed)));
}
