//! Opening lines: stored, drilled move by move, with branches.

use super::*;
use crate::protocol::Side;
use zenpuku_shogi::STARTPOS;

/// Black's climbing silver, and another start of it that leaves after White's second move.
const FIRST: &str = "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b";
const SECOND: &str = "2g2f 8c8d 7g7f 8d8e 8h7g";

fn line(moves: &str, side: Side) -> NewOpeningLine {
    let moves = moves.split(' ').map(str::to_owned).collect();
    NewOpeningLine { side, start: STARTPOS.to_owned(), moves, name: "A line".to_owned() }
}

fn lines(state: &Arc<AppState>, request: DailyRequest) -> Vec<OpeningLine> {
    match carry_out(state, request).unwrap() {
        Reply::Openings { lines } => lines,
        other => panic!("{other:?}"),
    }
}

fn add(state: &Arc<AppState>, moves: &str, side: Side) -> Vec<OpeningLine> {
    lines(state, DailyRequest::OpeningAdd { line: line(moves, side) })
}

fn only_lines() -> DailyFilter {
    DailyFilter { kind: Some(DailyKind::Opening), ..DailyFilter::default() }
}

/// The keys of the lines in the list, as it asks for them.
fn listed(state: &Arc<AppState>) -> Vec<String> {
    asked(state, only_lines()).entries.into_iter().map(|entry| entry.problem.sfen).collect()
}

fn drill(token: &str, key: &str, moves: &str) -> MateAttempt {
    let moves = moves.split_ascii_whitespace().map(str::to_owned).collect();
    let set = OPENINGS.to_owned();
    MateAttempt { set, sfen: key.to_owned(), moves, ..attempt(token) }
}

#[test]
fn a_line_is_asked_for_move_by_move_and_its_card_moves_at_its_end() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    add(&state, FIRST, Side::Black);
    let list = asked(&state, DailyFilter::default());
    let entry = &list.entries[0];
    assert_eq!(
        (entry.problem.set.as_str(), entry.fresh, list.figures.fresh),
        ("openings", true, 1)
    );
    assert_eq!(entry.opening.as_ref().unwrap().line.name, "A line");
    let key = entry.problem.sfen.clone();
    let first = play(&state, drill("a", &key, ""), "2g2f");
    assert_eq!((first.good, first.answer.as_slice()), (true, &["8c8d".to_owned()][..]));
    assert!(first.result.is_none() && first.line.as_ref() == Some(&key));
    let next = play(&state, drill("a", &key, "2g2f 8c8d"), "2f2e");
    assert_eq!((next.good, next.answer.as_slice()), (true, &["8d8e".to_owned()][..]));
    let last = play(&state, drill("a", &key, "2g2f 8c8d 2f2e 8d8e"), "6i7h");
    assert_eq!(last.answer, ["4a3b"], "the line's last move is White's");
    let result = last.result.unwrap();
    assert_eq!(result.outcome, MateOutcome::Solved);
    assert!(result.due_ms > Some(crate::mate::now_ms()), "one card for the line");
    assert!(listed(&state).is_empty());
    assert!(crate::mate::problems_of(&state, "repeat").unwrap().is_empty(), "it is no mate");
}

#[test]
fn a_deviation_fails_and_the_move_is_named_only_after_asking() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    add(&state, FIRST, Side::Black);
    let key = listed(&state).remove(0);
    let wrong = play(&state, drill("a", &key, "2g2f 8c8d"), "7g7f");
    assert!(!wrong.good && wrong.answer.is_empty() && wrong.line.is_none(), "{wrong:?}");
    assert_eq!(wrong.result.unwrap().outcome, MateOutcome::Failed);
    let request = DailyRequest::Hint { attempt: drill("a", &key, "2g2f 8c8d"), degree: 3 };
    let Reply::MateHint { hint } = carry_out(&state, request).unwrap() else { panic!("no hint") };
    assert_eq!(hint.usi.as_deref(), Some("2f2e"));
    let request = DailyRequest::Answer { attempt: drill("a", &key, "2g2f 8c8d") };
    let Reply::DailyAnswer { answer } = carry_out(&state, request).unwrap() else {
        panic!("no answer")
    };
    let rest: Vec<&str> = answer.line.iter().map(|step| step.usi.as_str()).collect();
    assert_eq!(rest, ["2f2e", "8d8e", "6i7h", "4a3b"]);
    assert_eq!(listed(&state), [key], "it is due again");
}

#[test]
fn at_a_branch_any_stored_move_counts_and_its_line_is_followed() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    add(&state, FIRST, Side::Black);
    add(&state, SECOND, Side::Black);
    // The other side's lines are another tree.
    add(&state, "2g2f 8c8d 1g1f 1c1d", Side::White);
    let keys = listed(&state);
    let at = |usi| play(&state, drill("a", &keys[0], "2g2f 8c8d"), usi);
    assert_eq!(at("2f2e").line.as_ref(), Some(&keys[0]));
    let other = at("7g7f");
    assert_eq!((other.good, other.line.as_ref()), (true, Some(&keys[1])));
    assert_eq!(other.answer, ["8d8e"]);
    // A third move is that of neither.
    assert!(!play(&state, drill("b", &keys[1], "2g2f 8c8d"), "1g1f").good);
    // The order of moves does not matter: 7g7f first reaches a position of the second line.
    let turned = play(&state, drill("c", &keys[0], "7g7f 8c8d 2g2f 8d8e"), "8h7g");
    assert_eq!((turned.good, turned.line.as_ref()), (true, Some(&keys[1])));
    assert_eq!(turned.result.unwrap().outcome, MateOutcome::Solved);
    let white = play(&state, drill("d", &keys[2], "2g2f"), "8c8d");
    assert_eq!(white.answer, ["1g1f"]);
}

#[test]
fn a_deleted_line_comes_back_with_its_schedule() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    let stored = add(&state, "7g7f", Side::Black);
    let key = listed(&state).remove(0);
    let due = play(&state, drill("a", &key, ""), "7g7f").result.unwrap().due_ms;
    assert!(lines(&state, DailyRequest::OpeningRemove { id: stored[0].id }).is_empty());
    assert!(asked(&state, only_lines()).entries.is_empty());
    let again = add(&state, "7g7f", Side::Black);
    assert_eq!(again[0].due_ms, due);
    let renamed = NewOpeningLine { name: "角道".to_owned(), ..line("7g7f", Side::Black) };
    let all = lines(&state, DailyRequest::OpeningAdd { line: renamed });
    assert_eq!((all.len(), all[0].line.name.as_str()), (1, "角道"));
    assert_eq!(lines(&state, DailyRequest::Openings), all);
}

#[test]
fn lines_that_cannot_be_learned_are_refused() {
    let folder = TempDir::new().unwrap();
    let state = app(folder.path());
    let refused = |line| carry_out(&state, DailyRequest::OpeningAdd { line }).unwrap_err().code;
    assert_eq!(refused(line("7g7f", Side::White)), ErrorCode::BadValue, "White has no move in it");
    assert_eq!(refused(line("7g7e", Side::Black)), ErrorCode::IllegalMove);
    let none = NewOpeningLine { moves: Vec::new(), ..line("7g7f", Side::Black) };
    assert_eq!(refused(none), ErrorCode::BadValue);
    let long = NewOpeningLine { name: "長".repeat(101), ..line("7g7f", Side::Black) };
    assert_eq!(refused(long), ErrorCode::BadValue);
    let odd = NewOpeningLine { start: "nonsense".to_owned(), ..line("7g7f", Side::Black) };
    assert_eq!(refused(odd), ErrorCode::BadPosition);
    add(&state, FIRST, Side::Black);
    let key = listed(&state).remove(0);
    let move_refused = |attempt: MateAttempt, usi: &str| {
        carry_out(&state, DailyRequest::Move { attempt, usi: usi.to_owned() }).unwrap_err().code
    };
    assert_eq!(move_refused(drill("a", "opening b", ""), "2g2f"), ErrorCode::NotFound);
    assert_eq!(move_refused(drill("a", &key, "2g2f"), "8c8d"), ErrorCode::BadValue);
    assert_eq!(move_refused(drill("a", &key, ""), "2g2e"), ErrorCode::IllegalMove);
    assert_eq!(move_refused(drill("a", &key, "2g2e 8c8d"), "2f2e"), ErrorCode::IllegalMove);
}
