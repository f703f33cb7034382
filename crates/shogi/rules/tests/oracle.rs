//! A fixed sample of positions with the verdicts of two independent programs.
//!
//! Invariant: Moves and results agree with two independent programs.

use crate::common::{legal, testdata};
use serde_json::Value;
use zenpuku_shogi::{EnteringKingRule, Position, RepetitionState};

fn follow(entry: &Value) -> Position {
    let mut position = Position::from_sfen(entry["start"].as_str().unwrap()).unwrap();
    for usi in entry["line"].as_str().unwrap().split_whitespace() {
        position.try_do_move(position.read_usi(usi).unwrap()).unwrap();
    }
    position
}

fn declares(position: &mut Position, rule: EnteringKingRule) -> bool {
    position.set_entering_king_rule(rule);
    position.declaration().possible
}

#[test]
fn two_independent_programs_agree_with_us() {
    let text = testdata("rules/oracle-sample.jsonl");
    assert!(text.lines().count() > 200);
    for line in text.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let mut position = follow(&entry);
        let mut moves: Vec<String> = legal(&position).iter().map(ToString::to_string).collect();
        moves.sort_unstable();
        assert_eq!(position.to_sfen(), entry["sfen"].as_str().unwrap());
        assert_eq!(moves.join(" "), entry["legal"].as_str().unwrap(), "{position:?}");
        assert_eq!(position.count_legal_moves() as usize, moves.len(), "{position:?}");
        assert_eq!(position.in_check(), entry["check"], "{position:?}");
        assert_eq!(position.is_mated(), entry["mated"], "{position:?}");
        let repetition = match entry["repetition"].as_str().unwrap() {
            "win" => RepetitionState::Win,
            "lose" => RepetitionState::Lose,
            "draw" => RepetitionState::Draw,
            _ => RepetitionState::None,
        };
        assert_eq!(position.game_repetition(), repetition, "{entry}");
        let point27 = declares(&mut position, EnteringKingRule::Point27);
        assert_eq!(point27, entry["declare27"], "{position:?}");
        let point24 = declares(&mut position, EnteringKingRule::Point24);
        assert_eq!(point24, entry["declare24"], "{position:?}");
    }
}
