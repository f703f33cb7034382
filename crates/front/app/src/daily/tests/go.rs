//! Mistakes in reviewed games of go.

use super::*;
use crate::document::{GoGame, Opened};
use crate::protocol::{GoBranch, GoKept, GoKeptReview, GoRequest, GoReviewedStep};
use zenpuku_core::StopToken;

/// Corridors in which Black passes and White takes the smaller one.
fn sgf() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/go/sums/sum03.sgf");
    let start = std::fs::read_to_string(path).unwrap();
    let start = start.trim_end().strip_suffix(')').unwrap();
    format!("{start}PB[Me]PW[Rival]DT[2024-05-01];B[];W[bg];B[ea])")
}

/// The moves of a game, reviewed as the page asks for them.
fn reviewed(state: &Arc<AppState>, game: &GoGame) -> Vec<GoReviewedStep> {
    let steps = &game.record.steps;
    let positions = steps.iter().map(|step| step.position.clone()).collect();
    let moves = steps.iter().filter_map(|step| step.mv.clone()).collect();
    let request = GoRequest::Review {
        positions,
        moves,
        first: 0,
        rules: "japanese".to_owned(),
        komi: 0.0,
        second: false,
    };
    let Ok(Reply::GoReviewed { moves, .. }) =
        crate::go::carry_out(state, request, &StopToken::new())
    else {
        panic!("no review")
    };
    (1..).zip(moves).map(|(at, reviewed)| GoReviewedStep { at, reviewed }).collect()
}

/// Opens the game and puts it into the library; gives its document and its number there.
fn add(state: &Arc<AppState>, sgf: &str) -> (u32, i64) {
    let opened: Opened = crate::document::open(sgf.as_bytes(), "sum.sgf", 0).unwrap();
    let document = state.add_opened("sum.sgf", opened).unwrap();
    let mut document = document.lock().unwrap();
    state.keep(&mut document).unwrap();
    (document.id, document.library.unwrap())
}

/// Keeps a review of the moves with the game, of a line that leaves it after a step.
fn keep(state: &Arc<AppState>, document: u32, branch: GoBranch, moves: Vec<GoReviewedStep>) {
    let rules = "japanese".to_owned();
    let review = Some(GoKeptReview { rules: rules.clone(), branch, moves });
    let kept = GoKept { rules, branch: GoBranch::default(), review };
    state.keep_go(document, kept).unwrap();
}

/// An app with the game, reviewed.
fn with_review(folder: &Path) -> (Arc<AppState>, u32, Vec<GoReviewedStep>) {
    let state = app(folder);
    let (document, _) = add(&state, &sgf());
    let game = state.document(document).unwrap().lock().unwrap().go().unwrap().clone();
    let moves = reviewed(&state, &game);
    keep(&state, document, GoBranch::default(), moves.clone());
    (state, document, moves)
}

fn go() -> DailyFilter {
    DailyFilter { kind: Some(DailyKind::Go), ..DailyFilter::default() }
}

fn attempt_at(entry: &DailyEntry, token: &str) -> MateAttempt {
    MateAttempt { set: GO.to_owned(), sfen: entry.problem.sfen.clone(), ..attempt(token) }
}

#[test]
fn losses_of_a_review_are_problems_and_the_filters_know_them() {
    let folder = TempDir::new().unwrap();
    let (state, ..) = with_review(folder.path());
    let list = asked(&state, DailyFilter::default());
    assert_eq!((own(&list), list.figures.fresh), (vec![1, 3], 2), "only Black's");
    let entry = &list.entries[0];
    let (origin, go_board) = (entry.origin.as_ref().unwrap(), entry.go.as_ref().unwrap());
    assert_eq!((entry.problem.set.as_str(), origin.usi.as_str()), ("go", "pass"));
    assert_eq!((go_board.points, go_board.step, go_board.last.as_deref()), (1, 1, None));
    assert_eq!((origin.black.as_str(), origin.date.as_str()), ("Me", "2024-05-01"));
    let of = |filter| own(&asked(&state, filter));
    assert_eq!(of(go()), [1, 3]);
    assert_eq!(of(DailyFilter { player: Some("rival".to_owned()), ..go() }), [2]);
    assert_eq!(of(DailyFilter { phase: Some(GamePhase::Endgame), ..go() }), [1, 3]);
    assert!(of(DailyFilter { phase: Some(GamePhase::Middle), ..go() }).is_empty());
    let kind = |kind| DailyFilter { kind: Some(kind), ..DailyFilter::default() };
    assert!(of(kind(DailyKind::Mistake)).is_empty() && of(kind(DailyKind::Threat)).is_empty());
    let motif = DailyFilter { motif: Some("none".to_owned()), ..DailyFilter::default() };
    assert!(of(motif).is_empty() && list.choices.motifs.is_empty());
}

#[test]
fn a_best_move_is_right_and_a_wrong_one_is_answered_without_the_best() {
    let folder = TempDir::new().unwrap();
    let (state, _, moves) = with_review(folder.path());
    let list = asked(&state, go());
    let entry = &list.entries[0];
    // The move of the game is answered as the review has it.
    let wrong = play(&state, attempt_at(entry, "a"), "pass");
    assert_eq!((wrong.good, wrong.points, wrong.best.len()), (false, Some(1), 0), "{wrong:?}");
    assert_eq!(wrong.answer, moves[1].reviewed.best[..1]);
    assert_eq!(wrong.result.unwrap().outcome, MateOutcome::Failed);
    // Another one is judged now: it fills a point of Black's own.
    let other = play(&state, attempt_at(entry, "a2"), "B3");
    assert!(!other.good && other.points == Some(2) && other.answer.len() == 1, "{other:?}");
    let Reply::DailyAnswer { answer } =
        carry_out(&state, DailyRequest::Answer { attempt: attempt_at(entry, "b") }).unwrap()
    else {
        panic!("no answer")
    };
    assert_eq!((&answer.best, answer.line.len()), (&moves[0].reviewed.best, 0));
    for (index, best) in answer.best.iter().enumerate() {
        let right = play(&state, attempt_at(entry, &format!("c{index}")), best);
        assert!(right.good && right.best == answer.best, "{right:?}");
        assert!(right.result.unwrap().due_ms > Some(crate::mate::now_ms()));
    }
    assert_eq!(own(&asked(&state, go())), [3], "the other one is repeated later");
    assert!(crate::mate::problems_of(&state, "repeat").unwrap().is_empty(), "it is no mate");
    assert_eq!(state.storage.last_set().unwrap(), None);
}

#[test]
fn a_move_that_cannot_be_judged_does_not_count() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    // White may not retake the ko on an open board, and plays in the corner.
    let sgf =
        "(;GM[1]SZ[9]RU[Japanese]PB[Rival]PW[Me]PL[B]AB[bc][cb][cd]AW[cc][db][dd][ec];B[dc];W[aa])";
    let (document, _) = add(&state, sgf);
    let step = json!({"at": 2, "color": "white", "move": "A9", "loss": 3, "unknown": null,
                      "basis": "likely", "best": ["E5"], "score": 0, "low": -9, "high": 9});
    keep(&state, document, GoBranch::default(), vec![serde_json::from_value(step).unwrap()]);
    let list = asked(&state, go());
    let attempt = |token| attempt_at(&list.entries[0], token);
    let open = play(&state, attempt("a"), "J1");
    assert_eq!((open.good, open.points, open.unknown.as_deref()), (false, None, Some("ko")));
    assert!(open.result.is_none() && open.answer.is_empty(), "{open:?}");
    assert_eq!(asked(&state, go()).figures.fresh, 1, "it was not tried");
    // The loss of the move played is in the review; other moves are judged now.
    let wrong = play(&state, attempt("a"), "A9");
    assert_eq!((wrong.points, wrong.unknown.as_deref()), (Some(3), None), "{wrong:?}");
    assert!(play(&state, attempt("b"), "E5").good);
}

#[test]
fn impossible_attempts_are_refused() {
    let folder = TempDir::new().unwrap();
    let (state, ..) = with_review(folder.path());
    let list = asked(&state, go());
    let attempt = attempt_at(&list.entries[0], "a");
    let refused = |attempt: MateAttempt, usi: &str| {
        carry_out(&state, DailyRequest::Move { attempt, usi: usi.to_owned() }).unwrap_err().code
    };
    assert_eq!(refused(attempt.clone(), "A9"), ErrorCode::IllegalMove, "a stone is there");
    assert_eq!(refused(attempt.clone(), "Z99"), ErrorCode::IllegalMove);
    let other = MateAttempt { sfen: "./... b -".to_owned(), ..attempt.clone() };
    assert_eq!(refused(other, "A1"), ErrorCode::NotFound);
    let moves = MateAttempt { moves: vec!["A1".to_owned()], ..attempt.clone() };
    assert_eq!(refused(moves, "A2"), ErrorCode::BadValue);
    carry_out(&state, DailyRequest::Hint { attempt, degree: 1 }).unwrap_err();
}

#[test]
fn moves_without_a_said_loss_and_lines_that_leave_the_game_are_not_listed() {
    let folder = TempDir::new().unwrap();
    let (state, document, moves) = with_review(folder.path());
    let mine = || own(&asked(&state, go()));
    assert_eq!(mine(), [1, 3]);
    let mut disputed = moves.clone();
    disputed[0].reviewed.loss = None;
    disputed[0].reviewed.unknown = Some("disputed".to_owned());
    keep(&state, document, GoBranch::default(), disputed);
    assert_eq!(mine(), [3], "a new review replaces the old one");
    let left = GoBranch { from: 1, moves: vec!["E9".to_owned()] };
    keep(&state, document, left, moves[..1].to_vec());
    assert_eq!(mine(), [1]);
    let mut elsewhere = moves;
    elsewhere[0].reviewed.mv = "B3".to_owned();
    elsewhere[2].at = 9;
    keep(&state, document, GoBranch::default(), elsewhere);
    assert!(mine().is_empty(), "they do not belong to the game");
}

#[test]
fn a_review_from_before_is_read_once_and_a_deleted_game_takes_its_mistakes_along() {
    let folder = TempDir::new().unwrap();
    let (state, document, _) = with_review(folder.path());
    assert_eq!(own(&asked(&state, go())), [1, 3]);
    let read = || -> i64 {
        let sql = "SELECT count(*) FROM go_games";
        state.storage.reader().query_row(sql, [], |row| row.get(0)).unwrap()
    };
    assert_eq!(read(), 1);
    let game = state.document(document).unwrap().lock().unwrap().library.unwrap();
    state.storage.delete_games(&[game], 1).unwrap();
    assert!(own(&asked(&state, go())).is_empty());
    state.storage.restore_games(&[game]).unwrap();
    assert_eq!((read(), own(&asked(&state, go())), read()), (0, vec![1, 3], 1));
}
