//! Whole matches between toy players.

use std::time::Duration;
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::GameRules;
use zenpuku_arena::matches::{EngineFactory, MatchPlan, MatchScore, PairRecord, StopRule, run};
use zenpuku_arena::openings::{Opening, read};
use zenpuku_arena::player::{Action, Answer, Player, PlayerError, Turn};
use zenpuku_arena::sprt::Sprt;
use zenpuku_core::StopToken;
use zenpuku_shogi::MoveList;

/// Plays the move its skill picks, resigns after `life` moves.
struct Toy {
    life: usize,
    moves: usize,
}

impl Player for Toy {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.moves = 0;
        Ok(())
    }

    fn think(&mut self, turn: Turn<'_>) -> Result<Answer, PlayerError> {
        self.moves += 1;
        let mut list = MoveList::new();
        turn.position.legal_moves(&mut list);
        let pick = (turn.position.key() % list.len() as u64) as usize;
        let action = if self.moves > self.life {
            Action::Resign
        } else {
            Action::Play(list[pick].to_string())
        };
        Ok(Answer { action, score: None, depth: None, nodes: None, spent: Duration::ZERO })
    }
}

struct Toys(usize);

impl EngineFactory for Toys {
    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(Toy { life: self.0, moves: 0 }))
    }
}

struct Broken;

impl EngineFactory for Broken {
    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        Err(PlayerError::Crash("no such program".into()))
    }
}

fn openings() -> Vec<Opening> {
    let text = include_str!("../../../../testdata/openings/even-16-plies.sfen");
    read(text).unwrap().into_iter().take(20).collect()
}

fn plan(pairs: u64, concurrency: usize, stop: StopRule) -> MatchPlan {
    let rules = GameRules::even(TimeControl::Nodes(1), 60, Adjudication::OFF);
    MatchPlan { rules, first: 0, pairs, seed: 7, concurrency, stop }
}

fn play(
    plan: &MatchPlan,
    factories: [&dyn EngineFactory; 2],
    done: Vec<PairRecord>,
) -> (MatchScore, Vec<PairRecord>) {
    let mut records = Vec::new();
    let standing = run(plan, &openings(), factories, done, &StopToken::new(), |pair, _| {
        records.push(pair.clone());
    })
    .unwrap();
    (standing, records)
}

#[test]
fn the_longer_lived_wins_every_pair_and_the_match_stops_early() {
    let stop = StopRule::Sprt(Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 });
    let (standing, records) = play(&plan(200, 1, stop), [&Toys(30), &Toys(3)], Vec::new());
    assert!(standing.games < 60, "{standing:?}");
    assert_eq!(standing.wins, standing.games);
    assert_eq!(records.len() as u64 * 2, standing.games);
    assert_eq!(standing.faults, [0, 0]);
}

#[test]
fn concurrency_does_not_change_the_match() {
    let factories: [&dyn EngineFactory; 2] = [&Toys(9), &Toys(9)];
    let (alone, one) = play(&plan(20, 1, StopRule::AllPairs), factories, Vec::new());
    let (together, many) = play(&plan(20, 4, StopRule::AllPairs), factories, Vec::new());
    assert_eq!(alone, together);
    assert_eq!(one, many);
}

#[test]
fn a_stopped_token_ends_the_match_at_once() {
    let (plan, stop) = (plan(12, 2, StopRule::AllPairs), StopToken::stopped());
    let factories: [&dyn EngineFactory; 2] = [&Toys(9), &Toys(4)];
    let standing = run(&plan, &openings(), factories, Vec::new(), &stop, |_, _| ()).unwrap();
    assert_eq!(standing.games, 0);
}

#[test]
fn an_interrupted_match_continues_where_it_was() {
    let factories: [&dyn EngineFactory; 2] = [&Toys(9), &Toys(4)];
    let plan = plan(12, 1, StopRule::AllPairs);
    let (whole, records) = play(&plan, factories, Vec::new());
    // The file of an interrupted run: some pairs, in any order, with a gap.
    let mut saved: Vec<PairRecord> = records[..7].to_vec();
    saved.remove(3);
    saved.reverse();
    let (resumed, played) = play(&plan, factories, saved);
    assert_eq!(resumed, whole);
    let numbers: Vec<u64> = played.iter().map(|pair| pair.pair).collect();
    assert_eq!(numbers, (3..12).collect::<Vec<_>>(), "counted in order from the gap on");
}

#[test]
fn an_engine_that_cannot_start_is_an_error() {
    let stop = StopToken::new();
    let plan = plan(4, 2, StopRule::AllPairs);
    let result = run(&plan, &openings(), [&Toys(3), &Broken], Vec::new(), &stop, |_, _| ());
    assert_eq!(result, Err(PlayerError::Crash("no such program".into())));
}

#[test]
fn games_that_repeat_are_counted_and_left_out_of_every_figure() {
    // Two openings, twenty pairs: these players play the same game again.
    let few = &openings()[..2];
    let stop = StopRule::Sprt(Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 });
    let mut told = 0;
    let standing = run(
        &plan(20, 2, stop),
        few,
        [&Toys(9), &Toys(4)],
        Vec::new(),
        &StopToken::new(),
        |_, _| told += 1,
    )
    .unwrap();
    assert_eq!((standing.games, standing.repeated, standing.played()), (4, 36, 40));
    assert_eq!((standing.pairs.count(), standing.wins), (2, 4));
    assert_eq!(told, 20, "every pair is told and kept");
    assert!(!stop.decided(&standing.pairs) && standing.elo().unwrap().low < 0.0, "{standing:?}");
}
