//! What moves lose.
//!
//! Invariant: Between proved positions the loss of a move equals that of the ranking of moves.

use serde_json::Value;
use zenpuku_go::sgf::SgfGame;
use zenpuku_go::{AnyBoard, Color, Move, Rules, Setup, Suicide};
use zenpuku_go_endgame::appraise::{Appraisal, AppraiseOptions, Trust, appraise};
use zenpuku_go_endgame::review::{Basis, Loss, MoveReview, review_move};

fn appraised(setup: &Setup) -> Appraisal {
    let mut options = AppraiseOptions::default();
    options.judge.games = 100;
    appraise(setup, &Rules::JAPANESE, &options).unwrap()
}

fn after(setup: &Setup, mv: Move) -> Setup {
    let mut board: AnyBoard = setup.board(Suicide::Forbidden).unwrap();
    board.play_move(mv).unwrap();
    board.setup()
}

fn corridor_sums(step: usize) -> Vec<Setup> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/go/corridor-sums-100.jsonl");
    let lines = std::fs::read_to_string(path).unwrap();
    let setups = lines.lines().step_by(step).map(|line| {
        let entry: Value = serde_json::from_str(line).unwrap();
        SgfGame::parse(entry["sgf"].as_str().unwrap()).unwrap().end().unwrap()
    });
    setups.collect()
}

#[test]
fn where_both_positions_are_proved_the_loss_is_that_of_the_ranking() {
    let mut compared = 0;
    for setup in corridor_sums(20) {
        let before = appraised(&setup);
        assert_eq!(before.trust, Trust::Proved);
        let color = setup.to_move;
        for candidate in &before.first[color.index()].candidates {
            let after = appraised(&after(&setup, candidate.mv));
            let both = [&before, &after];
            let review = review_move(Rules::JAPANESE.scoring, both, (color, candidate.mv), false);
            assert_eq!(review.basis, Basis::Proved);
            assert_eq!(review.loss, Loss::Points(candidate.loss), "{:?}\n{setup:?}", candidate.mv);
            if candidate.mv != Move::Pass {
                assert_eq!(review.best.contains(&candidate.mv), candidate.loss == 0);
            }
            compared += usize::from(after.trust == Trust::Proved);
        }
    }
    assert!(compared > 30, "{compared}");
}

/// Two walls, a dead stone on either side, two points between the walls.
const DAME: &str = "...X.O...\n...XXO...\n.O.XXO.X.\n...XXO...\n...X.O...\n...XXO...\n...XXO...\n...XXO...\n...XXO...";

#[test]
fn a_dame_loses_nothing_and_a_stone_at_home_a_point_but_not_while_a_ko_is_fought() {
    let setup = Setup { to_move: Color::Black, ..Setup::from_diagram(DAME).unwrap() };
    let before = appraised(&setup);
    let loss = |vertex: &str, ko| {
        let mv = Move::Play(setup.size.parse_vertex(vertex).unwrap().unwrap());
        let after = appraised(&after(&setup, mv));
        let scoring = Rules::JAPANESE.scoring;
        review_move(scoring, [&before, &after], (Color::Black, mv), ko)
    };
    assert_eq!(loss("E9", false).loss, Loss::Points(0));
    let home = loss("A1", false);
    assert_eq!((home.loss, home.basis), (Loss::Points(1), Basis::Bounds));
    assert!(!home.best.is_empty());
    assert_eq!(loss("A1", true).loss, Loss::Ko);
}

#[test]
fn an_estimated_loss_stands_only_if_the_second_opinion_sees_one() {
    let judged = |loss, basis, theirs| {
        let mut review = MoveReview { loss, basis, best: Vec::new(), second: None };
        review.weigh(theirs);
        assert_eq!(review.second, Some(theirs));
        (review.loss, review.basis)
    };
    let likely = |theirs| judged(Loss::Unconfirmed(4), Basis::Likely, theirs);
    assert_eq!(likely(6), (Loss::Points(4), Basis::Agreed));
    assert_eq!(likely(1), (Loss::Points(1), Basis::Agreed));
    assert_eq!(likely(0), (Loss::Disputed, Basis::Likely));
    let alone = Loss::Unconfirmed(4);
    assert_eq!((alone.points(), alone.unknown()), (None, Some("unconfirmed")));
    // What is proved, good or not judged needs no second opinion.
    for (loss, basis) in [
        (Loss::Points(4), Basis::Proved),
        (Loss::Points(4), Basis::Bounds),
        (Loss::Points(0), Basis::Likely),
        (Loss::Ko, Basis::Likely),
    ] {
        assert_eq!(judged(loss, basis, -3), (loss, basis));
    }
}
