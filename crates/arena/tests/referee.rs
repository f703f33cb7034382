//! The referee judges scripted players.

use std::time::Duration;
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::{Ending, GameRecord, GameRules, Winner, play};
use zenpuku_arena::player::{Action, Answer, Player, PlayerError, Turn};
use zenpuku_shogi::Position;

/// Says its lines in turn; afterwards it resigns.
struct Script {
    lines: Vec<Result<Action, PlayerError>>,
    score: i32,
    spent: Duration,
}

impl Script {
    fn new(moves: &[&str]) -> Self {
        let lines = moves.iter().rev().map(|usi| Ok(Action::Play((*usi).to_owned()))).collect();
        Self { lines, score: 0, spent: Duration::ZERO }
    }
}

impl Player for Script {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(&mut self, _turn: Turn<'_>) -> Result<Answer, PlayerError> {
        let action = self.lines.pop().unwrap_or(Ok(Action::Resign))?;
        Ok(Answer { action, score: Some(self.score), depth: None, nodes: None, spent: self.spent })
    }
}

const RULES: GameRules = GameRules {
    time: TimeControl::Clock { main: 0, byoyomi: 100, increment: 0 },
    max_plies: 320,
    adjudication: Adjudication::OFF,
};

fn game(black: &mut Script, white: &mut Script, rules: &GameRules) -> GameRecord {
    play(&Position::startpos(), &[], &mut [black, white], rules).unwrap()
}

fn verdict(record: &GameRecord) -> (Option<Winner>, Ending) {
    (record.winner, record.ending)
}

#[test]
fn resignation_loses() {
    let record = game(&mut Script::new(&["7g7f"]), &mut Script::new(&[]), &RULES);
    assert_eq!(verdict(&record), (Some(Winner::Black), Ending::Resignation));
    assert_eq!(record.moves, ["7g7f"]);
}

#[test]
fn an_illegal_move_loses_and_is_named() {
    let record = game(&mut Script::new(&["7g7f"]), &mut Script::new(&["7g7f"]), &RULES);
    assert_eq!(verdict(&record), (Some(Winner::Black), Ending::IllegalMove));
    assert!(record.detail.unwrap().starts_with("7g7f in lnsgkgsnl"));
}

#[test]
fn shuffling_kings_is_a_draw() {
    let black = ["5i5h", "5h5i"].repeat(8);
    let white = ["5a5b", "5b5a"].repeat(8);
    let record = game(&mut Script::new(&black), &mut Script::new(&white), &RULES);
    assert_eq!(verdict(&record), (None, Ending::Repetition));
    assert_eq!(record.moves.len(), 12, "the fourth occurrence of the start position");
}

#[test]
fn late_is_lost() {
    let mut slow = Script { spent: Duration::from_millis(101), ..Script::new(&["7g7f"]) };
    let record = game(&mut slow, &mut Script::new(&[]), &RULES);
    assert_eq!(verdict(&record), (Some(Winner::White), Ending::TimeLoss));
}

#[test]
fn crash_and_false_declaration_lose() {
    let mut dead = Script::new(&[]);
    dead.lines = vec![Err(PlayerError::Crash("gone".into()))];
    let record = game(&mut dead, &mut Script::new(&[]), &RULES);
    assert_eq!(verdict(&record), (Some(Winner::White), Ending::Crash));
    let mut boaster = Script::new(&[]);
    boaster.lines = vec![Ok(Action::Declare)];
    let record = game(&mut boaster, &mut Script::new(&[]), &RULES);
    assert_eq!(verdict(&record), (Some(Winner::White), Ending::FalseDeclaration));
}

#[test]
fn the_last_allowed_ply_is_a_draw_and_agreement_ends_a_game() {
    let rules = GameRules { max_plies: 2, ..RULES };
    let record = game(&mut Script::new(&["7g7f"]), &mut Script::new(&["3c3d"]), &rules);
    assert_eq!(verdict(&record), (None, Ending::MaxPlies));
    let rules = GameRules { adjudication: Adjudication { win_plies: 2, win_score: 900 }, ..RULES };
    let mut winning = Script { score: 1000, ..Script::new(&["7g7f"]) };
    let mut losing = Script { score: -950, ..Script::new(&["3c3d"]) };
    let record = game(&mut winning, &mut losing, &rules);
    assert_eq!(verdict(&record), (Some(Winner::Black), Ending::Adjudication));
}

#[test]
fn records_survive_a_round_trip() {
    let record = game(&mut Script::new(&["7g7f"]), &mut Script::new(&["7g7f"]), &RULES);
    let text = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<GameRecord>(&text).unwrap(), record);
}
