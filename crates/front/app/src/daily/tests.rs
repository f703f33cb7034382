//! The daily list over an app without a network: its contents, answers,
//! recovery after a kill, and the time for many due problems.

mod go;
mod openings;

use super::*;
use crate::document::{Document, open_all};
use crate::protocol::{GamePhase, MateAttempt, MateOutcome, Settings};
use crate::storage::{Added, GameEntry};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Black does not take the horse back that has taken the bishop.
const MOVES: [&str; 6] = ["7g7f", "3c3d", "2g2f", "2b8h+", "2f2e", "8h9i"];
const BEFORE: &str = "lnsgkgsnl/1r7/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1+b5R1/LNSGKGSNL b b 5";
const KIF: &str = "先手：Me\n後手：Rival\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n\
                   4 ８八角成(22)\n5 ２五歩(26)\n6 ９九馬(88)\n";

/// A move of an analysis.
fn judged(moves: &[&str], ply: usize, class: Option<&str>) -> Value {
    let side = if ply % 2 == 1 { "black" } else { "white" };
    let best = if class.is_some() { ["7i8h", "8c8d"][(ply + 1) % 2] } else { moves[ply - 1] };
    json!({
        "node": ply, "ply": ply, "side": side, "usi": moves[ply - 1], "kif": "", "sfen": "",
        "eval_cp": 0, "mate": null, "win_rate": 0.5, "best": best, "pv": [best], "pv_kif": [],
        "depth": 3, "nodes": 100, "loss": if class.is_some() { 0.4 } else { 0.0 }, "class": class,
        "missed_mate": null, "goals": [], "castles": []
    })
}

/// Adds the game with an analysis in which these moves are mistakes; gives its number.
fn add_game(state: &AppState, mistakes: &[usize]) -> i64 {
    let record = open_all(KIF.as_bytes(), "g.kif").unwrap().remove(0);
    let entry = GameEntry::of(&Document::new(0, "g.kif", record), "g.kif").unwrap();
    let (Added::New(game) | Added::Duplicate(game)) =
        state.storage.write(|db| entry.add(db)).unwrap();
    analyse(state, game, mistakes);
    game
}

fn analyse(state: &AppState, game: i64, mistakes: &[usize]) {
    analyse_moves(state, game, &MOVES, mistakes);
}

fn analyse_moves(state: &AppState, game: i64, moves: &[&str], mistakes: &[usize]) {
    let moves: Vec<Value> = (1..=moves.len())
        .map(|ply| judged(moves, ply, mistakes.contains(&ply).then_some("mistake")))
        .collect();
    let side = json!({"moves": 0, "matches": 0, "mean_loss": 0.0, "classes": [0, 0, 0, 0],
                      "missed_mates": 0});
    let report = json!({
        "document": 1, "job": null, "budget": {"type": "nodes", "nodes": 100},
        "start": {"cp": 0, "mate": null, "win_rate": 0.5}, "moves": moves, "complete": true,
        "summary": [side, side]
    });
    let sql = "INSERT OR REPLACE INTO analyses VALUES (?1, ?2)";
    state.storage.write(|db| Ok(db.execute(sql, (game, report.to_string()))?)).unwrap();
}

/// An app whose user is the game's Black, however it is spelt.
fn app(folder: &Path) -> Arc<AppState> {
    let state = AppState::for_test(folder);
    let my_names = vec!["me ".to_owned(), String::new()];
    state.set_settings(&Settings { my_names, ..state.settings() }).unwrap();
    state
}

fn asked(state: &Arc<AppState>, filter: DailyFilter) -> DailyList {
    let request = DailyRequest::List { utc_offset: 0, length: 20, new: 10, filter };
    match carry_out(state, request).unwrap() {
        Reply::Daily { list } => *list,
        other => panic!("{other:?}"),
    }
}

fn own(list: &DailyList) -> Vec<u32> {
    list.entries.iter().filter_map(|entry| Some(entry.origin.as_ref()?.ply)).collect()
}

fn attempt(token: &str) -> MateAttempt {
    MateAttempt {
        token: token.to_owned(),
        set: "mistakes".to_owned(),
        sfen: BEFORE.to_owned(),
        moves: Vec::new(),
        wrong: 0,
        hints: 0,
        ms: 5_000,
    }
}

fn play(state: &Arc<AppState>, attempt: MateAttempt, usi: &str) -> DailyJudged {
    match carry_out(state, DailyRequest::Move { attempt, usi: usi.to_owned() }).unwrap() {
        Reply::DailyJudged { judged } => *judged,
        other => panic!("{other:?}"),
    }
}

#[test]
fn ones_own_mistakes_are_mixed_with_mates_and_those_of_others_only_if_named() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    add_game(&state, &[4, 5]);
    let list = asked(&state, DailyFilter::default());
    assert_eq!((own(&list), list.entries.len(), list.figures.fresh), (vec![5], 10, 1));
    let first = &list.entries[0];
    assert_eq!((first.problem.set.as_str(), first.fresh), ("mistakes", true));
    assert_eq!(first.origin.as_ref().unwrap().usi, "2f2e");
    assert_eq!(list.entries[1].problem.set, "composed-3");
    let of = |filter| own(&asked(&state, filter));
    let rival = Some("RIVAL".to_owned());
    assert_eq!(of(DailyFilter { player: rival, ..DailyFilter::default() }), [4]);
    let phase = |phase| DailyFilter { phase: Some(phase), ..DailyFilter::default() };
    assert_eq!((of(phase(GamePhase::Opening)), of(phase(GamePhase::Middle))), (vec![5], vec![]));
    let motif =
        |motif: &str| DailyFilter { motif: Some(motif.to_owned()), ..DailyFilter::default() };
    assert_eq!((of(motif("none")), of(motif("fork"))), (vec![5], vec![]));
    let players: Vec<&str> = list.choices.players.iter().map(|one| one.value.as_str()).collect();
    assert_eq!(players, ["Me", "Rival"]);
}

#[test]
fn a_move_is_judged_by_the_analysis_and_an_answer_comes_only_after_asking() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    add_game(&state, &[5]);
    asked(&state, DailyFilter::default());
    let wrong = play(&state, attempt("a"), "2f2e");
    assert!(!wrong.good && wrong.best.is_empty(), "{wrong:?}");
    assert_eq!((wrong.answer.as_slice(), wrong.loss), (&["8h9i".to_owned()][..], 0.4));
    assert_eq!(wrong.result.unwrap().outcome, MateOutcome::Failed);
    let list = asked(&state, DailyFilter::default());
    assert_eq!((list.figures.due, list.figures.done, own(&list)), (1, 0, vec![5]));
    // Solved at the first try, it is still repeated: it was a mistake in a game.
    let right = play(&state, attempt("b"), "7i8h");
    assert!(
        right.good && right.result.as_ref().unwrap().due_ms > Some(crate::mate::now_ms()),
        "{right:?}"
    );
    let list = asked(&state, DailyFilter::default());
    assert_eq!((list.figures.due, list.figures.done, own(&list)), (0, 1, vec![]));
    let hint =
        |degree| match carry_out(&state, DailyRequest::Hint { attempt: attempt("c"), degree }) {
            Ok(Reply::MateHint { hint }) => hint,
            other => panic!("{other:?}"),
        };
    assert_eq!((hint(1).from.as_deref(), hint(1).to, hint(1).usi), (Some("7i"), None, None));
    let Reply::DailyAnswer { answer } =
        carry_out(&state, DailyRequest::Answer { attempt: attempt("c") }).unwrap()
    else {
        panic!("no answer")
    };
    assert_eq!((answer.line[0].usi.as_str(), answer.result.outcome), ("7i8h", MateOutcome::Failed));
    // The mates are not affected.
    assert!(crate::mate::problems_of(&state, "repeat").unwrap().is_empty());
}

#[test]
fn a_move_that_the_analysis_does_not_know_is_judged_by_the_engine() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    add_game(&state, &[5]);
    asked(&state, DailyFilter::default());
    // The horse stays.
    let taken = play(&state, attempt("a"), "8i7g");
    assert!(!taken.good && !taken.answer.is_empty(), "{taken:?}");
    let refused = |attempt, usi: &str| {
        carry_out(&state, DailyRequest::Move { attempt, usi: usi.to_owned() }).unwrap_err()
    };
    refused(attempt("b"), "1a1b");
    refused(attempt("b"), "nonsense");
    refused(MateAttempt { set: "own-1".to_owned(), ..attempt("b") }, "7i8h");
    refused(MateAttempt { sfen: zenpuku_shogi::STARTPOS.to_owned(), ..attempt("b") }, "7g7f");
}

#[test]
fn a_new_analysis_and_a_deleted_game_change_the_list() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    let game = add_game(&state, &[5]);
    let mine = || own(&asked(&state, DailyFilter::default()));
    assert_eq!(mine(), [5]);
    analyse(&state, game, &[1, 3]);
    assert_eq!(mine(), [1, 3]);
    state.storage.delete_games(&[game], 1).unwrap();
    assert!(mine().is_empty());
    state.storage.restore_games(&[game]).unwrap();
    assert_eq!(mine(), [1, 3]);
    analyse(&state, game, &[]);
    assert!(mine().is_empty());
    let broken = "INSERT OR REPLACE INTO analyses VALUES (?1, '{}')";
    state.storage.write(|db| Ok(db.execute(broken, [game])?)).unwrap();
    assert!(mine().is_empty());
}

#[test]
fn a_kill_after_any_answer_loses_nothing() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    add_game(&state, &[5]);
    asked(&state, DailyFilter::default());
    for (count, usi) in ["2f2e", "7i8h", "2f2e"].into_iter().enumerate() {
        let result = play(&state, attempt(&count.to_string()), usi).result.unwrap();
        assert!(result.saved);
        // The state after a kill: the files as they are at this moment.
        let left = TempDir::new().unwrap();
        for file in ["zenpuku.db", "zenpuku.db-wal"] {
            std::fs::copy(folder.path().join(file), left.path().join(file)).unwrap();
        }
        let db = Connection::open(left.path().join("zenpuku.db")).unwrap();
        let kept: (i64, i64) = db
            .query_row(
                "SELECT count(*), (SELECT due FROM mate_cards) FROM mate_attempts",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .unwrap();
        assert_eq!(kept, (count as i64 + 1, result.due_ms.unwrap()));
    }
}

#[test]
fn two_thousand_due_problems_open_at_once() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    let game = add_game(&state, &[5]);
    asked(&state, DailyFilter::default());
    state
        .storage
        .write(|db| {
            for number in 0..2_000 {
                let sfen = format!("position {number}");
                db.execute(
                    "INSERT INTO mistakes (game, ply, side, sfen, phase, motif, body)
                     SELECT ?1, ?2, side, ?3, phase, motif, body FROM mistakes WHERE ply = 5",
                    (game, 100 + number, &sfen),
                )?;
                db.execute(
                    "INSERT INTO mate_cards VALUES (?1, 1.0, 5.0, 0, ?2, 'mistake')",
                    (&sfen, number),
                )?;
                db.execute(
                    "INSERT INTO mate_attempts
                       (token, collection, sfen, at, ms, wrong, hints, outcome, mated)
                     VALUES (?1, 'mistakes', ?1, 0, 1, 1, 0, 2, 0)",
                    [&sfen],
                )?;
            }
            Ok(())
        })
        .unwrap();
    let begun = Instant::now();
    let list = asked(&state, DailyFilter::default());
    let used = begun.elapsed();
    assert_eq!((list.figures.due, list.entries.len()), (2_000, 20));
    assert_eq!(list.entries[0].problem.sfen, "position 0");
    assert!(used < Duration::from_millis(200), "{used:?}");
}

/// White's pawn attacks the head of the knight, which no piece guards.
const THREAT: &str = "先手：Me\n後手：Rival\n1 ３六歩(37)\n2 ３四歩(33)\n3 ３五歩(36)\n\
                      4 同　歩(34)\n5 ３七桂(29)\n6 ３六歩(35)\n";
const THREAT_MOVES: [&str; 6] = ["3g3f", "3c3d", "3f3e", "3d3e", "2i3g", "3e3f"];

/// Adds the game with the threat, analysed without mistakes.
fn add_threat(state: &AppState) -> i64 {
    let record = open_all(THREAT.as_bytes(), "t.kif").unwrap().remove(0);
    let entry = GameEntry::of(&Document::new(0, "t.kif", record), "t.kif").unwrap();
    let (Added::New(game) | Added::Duplicate(game)) =
        state.storage.write(|db| entry.add(db)).unwrap();
    analyse_moves(state, game, &THREAT_MOVES, &[]);
    game
}

#[test]
fn a_threat_is_a_problem_of_its_own_whose_move_is_guessed() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    add_threat(&state);
    let filter = DailyFilter { kind: Some(DailyKind::Threat), ..DailyFilter::default() };
    let list = asked(&state, filter.clone());
    assert_eq!((own(&list), list.figures.fresh), (vec![6], 1));
    let [entry] = list.entries.as_slice() else { panic!("{list:?}") };
    let origin = entry.origin.as_ref().unwrap();
    assert_eq!((entry.problem.set.as_str(), origin.usi.as_str()), ("threats", "3e3f"));
    // The other side moves again: a mistake in the same position would be another problem.
    assert!(entry.problem.sfen.contains(" w "), "{}", entry.problem.sfen);
    assert!(origin.before.as_ref().unwrap().contains(" w "), "{origin:?}");
    let mistakes = DailyFilter { kind: Some(DailyKind::Mistake), ..DailyFilter::default() };
    assert!(own(&asked(&state, mistakes)).is_empty());
    let guess = |token: &str| MateAttempt {
        set: "threats".to_owned(),
        sfen: entry.problem.sfen.clone(),
        ..attempt(token)
    };
    let wrong = play(&state, guess("a"), "8c8d");
    assert!(!wrong.good && wrong.best.is_empty() && wrong.reasons.is_empty(), "{wrong:?}");
    assert_eq!(wrong.result.unwrap().outcome, MateOutcome::Failed);
    let Reply::DailyAnswer { answer } =
        carry_out(&state, DailyRequest::Answer { attempt: guess("c") }).unwrap()
    else {
        panic!("no answer")
    };
    assert_eq!((answer.line[0].usi.as_str(), answer.reasons.len()), ("3f3g+", 1));
    let right = play(&state, guess("b"), "3f3g+");
    assert_eq!((right.good, right.best[0].as_str()), (true, "3f3g+"), "{right:?}");
    assert!(!right.reasons[0].text.en.is_empty());
    assert!(own(&asked(&state, filter)).is_empty(), "solved for today");
    // The mates are not affected.
    assert!(crate::mate::problems_of(&state, "repeat").unwrap().is_empty());
}
