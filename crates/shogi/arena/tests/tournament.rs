//! Whole tournaments between toy players.
//!
//! Invariant: Tournaments are the same at any concurrency and after interruptions.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::{Ending, GameRecord, GameRules, Moment, Terms};
use zenpuku_arena::matches::{EngineFactory, StopRule};
use zenpuku_arena::openings::{Opening, read};
use zenpuku_arena::player::{Action, Answer, Player, PlayerError, Turn};
use zenpuku_arena::spectator::{Fixture, Spectator};
use zenpuku_arena::sprt::{Sprt, Verdict};
use zenpuku_arena::tournament::{Format, Played, Score, Table, TournamentPlan, run};
use zenpuku_core::StopToken;
use zenpuku_shogi::MoveList;

/// Plays for `life` moves, then shows its fault.
#[derive(Clone, Copy)]
struct Toy {
    life: usize,
    end: fn() -> Result<Action, PlayerError>,
    spent: Duration,
}

const fn toy(life: usize) -> Toy {
    Toy { life, end: || Ok(Action::Resign), spent: Duration::ZERO }
}

struct Seated(Toy, usize);

impl Player for Seated {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.1 = 0;
        Ok(())
    }

    fn think(&mut self, turn: Turn<'_>) -> Result<Answer, PlayerError> {
        let Self(toy, moves) = self;
        *moves += 1;
        let mut list = MoveList::new();
        turn.position.legal_moves(&mut list);
        let pick = (turn.position.key() % list.len() as u64) as usize;
        let action = Action::Play(list[pick].to_string());
        let action = if *moves > toy.life { (toy.end)()? } else { action };
        Ok(Answer { action, score: None, depth: None, nodes: None, spent: toy.spent })
    }
}

impl EngineFactory for Toy {
    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(Seated(*self, 0)))
    }
}

fn openings() -> Vec<Opening> {
    let text = include_str!("../../../../testdata/openings/even-16-plies.sfen");
    read(text).unwrap().into_iter().take(20).collect()
}

fn plan(format: Format, players: usize, pairs: u64, concurrency: usize) -> TournamentPlan {
    let time = TimeControl::MoveTime(100);
    let rules = GameRules::even(time, 60, Adjudication::OFF);
    let terms = vec![Terms::new(time); players];
    TournamentPlan { format, pairs, terms, rules, seed: 7, concurrency, stop: StopRule::AllPairs }
}

fn play(plan: &TournamentPlan, toys: &[Toy], done: Vec<Played>) -> (Table, Vec<Played>) {
    let factories: Vec<&dyn EngineFactory> =
        toys.iter().map(|toy| toy as &dyn EngineFactory).collect();
    let mut all = Vec::new();
    let table = run(plan, &openings(), &factories, done, &StopToken::new(), &(), |played, _, _| {
        all.push(played.clone());
    });
    (table.unwrap(), all)
}

#[test]
fn everybody_meets_everybody_and_the_longest_lived_wins() {
    let toys = [toy(4), toy(12), toy(8), toy(2)];
    let plan = plan(Format::RoundRobin, 4, 3, 2);
    let (table, all) = play(&plan, &toys, Vec::new());
    assert_eq!((all.len() as u64, table.games()), (plan.meetings(), 2 * plan.meetings()));
    assert_eq!(table.ranking(None), [1, 2, 0, 3]);
    assert!(table.scores.iter().all(|score| score.games() == 18));
    assert_eq!(table.cross[&(1, 3)], [6, 0, 0]);
    let ratings = table.ratings().unwrap();
    assert!(ratings.superiority(1, 3) > 0.5 && ratings.players[1].elo > ratings.players[2].elo);
    // All meetings of a round have one opening.
    assert!(all.iter().all(|one| {
        all.iter().all(|two| {
            one.meeting.pair != two.meeting.pair || one.games.opening == two.games.opening
        })
    }));
}

#[test]
fn a_match_of_two_stops_when_the_test_decides_the_same_at_any_concurrency() {
    let toys = [toy(12), toy(2)];
    let test = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    let plan = |concurrency| TournamentPlan {
        stop: StopRule::Sprt(test),
        ..plan(Format::RoundRobin, 2, 200, concurrency)
    };
    let (table, all) = play(&plan(1), &toys, Vec::new());
    assert!(table.decided(plan(1).stop) && table.played() < 60, "{}", table.played());
    assert_eq!(test.verdict(&table.pairs().unwrap()), Verdict::AcceptH1);
    let (many, counted) = play(&plan(3), &toys, Vec::new());
    assert_eq!((&many, &counted), (&table, &all));
    let (resumed, _) = play(&plan(2), &toys, all[..4].to_vec());
    assert_eq!(resumed, table);
    let (again, nothing_new) = play(&plan(1), &toys, all.clone());
    assert_eq!((again, nothing_new.len()), (table, all.len()));
}

/// The numbers of moves at which a game was seen, and that of its record.
#[derive(Default)]
struct Moves {
    seen: Vec<usize>,
    recorded: Option<usize>,
}

/// The games by number.
#[derive(Default)]
struct Seen(Mutex<BTreeMap<u64, Moves>>);

impl Spectator for Seen {
    fn moment(&self, fixture: Fixture, now: &Moment<'_>) {
        assert_eq!(now.scores.len() + now.opening_plies, now.turn.moves.len());
        let mut all = self.0.lock().unwrap();
        all.entry(fixture.number).or_default().seen.push(now.turn.moves.len());
    }

    fn ended(&self, fixture: Fixture, record: &GameRecord) {
        let mut all = self.0.lock().unwrap();
        all.entry(fixture.number).or_default().recorded = Some(record.moves.len());
    }
}

#[test]
fn every_game_is_seen_move_by_move() {
    let (toys, seen) = ([toy(4), toy(6)], Seen::default());
    let factories: Vec<&dyn EngineFactory> = toys.iter().map(|toy| toy as _).collect();
    let plan = plan(Format::RoundRobin, 2, 3, 2);
    let stop = StopToken::new();
    run(&plan, &openings(), &factories, Vec::new(), &stop, &seen, |_, _, _| ()).unwrap();
    let seen = seen.0.into_inner().unwrap();
    assert_eq!(seen.keys().copied().collect::<Vec<_>>(), (0..6).collect::<Vec<_>>());
    for game in seen.values() {
        // The loser resigns on its turn, so the last position was seen too.
        assert_eq!(game.seen, (16..=game.recorded.unwrap()).collect::<Vec<_>>());
    }
}

#[test]
fn in_a_gauntlet_only_the_first_meets_the_others() {
    let (table, _) = play(&plan(Format::Gauntlet, 3, 2, 1), &[toy(9), toy(4), toy(12)], Vec::new());
    assert_eq!(table.scores.iter().map(Score::games).collect::<Vec<_>>(), [8, 4, 4]);
    assert!(!table.cross.contains_key(&(1, 2)));
}

#[test]
fn a_swiss_tournament_finds_its_winner_and_gives_everybody_a_round_off_in_turn() {
    let toys = [toy(2), toy(9), toy(4), toy(12), toy(6)];
    let (table, all) = play(&plan(Format::Swiss(4), 5, 1, 2), &toys, Vec::new());
    assert_eq!(all.len(), 8);
    assert_eq!(table.ranking(None)[0], 3);
    assert!(table.scores.iter().all(|score| score.byes <= 1));
    let mut met: Vec<[usize; 2]> = all.iter().map(|played| played.meeting.players).collect();
    met.iter_mut().for_each(|two| two.sort_unstable());
    met.sort_unstable();
    met.dedup();
    assert_eq!(met.len(), 8, "nobody meets twice");
}

#[test]
fn concurrency_and_interruptions_change_nothing() {
    let toys = [toy(9), toy(9), toy(5), toy(7)];
    for format in [Format::RoundRobin, Format::Swiss(3)] {
        let alone = play(&plan(format, 4, 2, 1), &toys, Vec::new());
        assert_eq!(play(&plan(format, 4, 2, 4), &toys, Vec::new()), alone);
        // The file of an interrupted run: some meetings, in any order, with a gap.
        let mut saved: Vec<Played> = alone.1[..7].to_vec();
        saved.remove(2);
        saved.reverse();
        assert_eq!(play(&plan(format, 4, 2, 2), &toys, saved), alone);
    }
}

#[test]
fn a_stopped_token_ends_the_tournament_at_once() {
    let factories: [&dyn EngineFactory; 3] = [&toy(9), &toy(4), &toy(5)];
    let stop = StopToken::stopped();
    for format in [Format::RoundRobin, Format::Swiss(2)] {
        let plan = plan(format, 3, 2, 2);
        let table =
            run(&plan, &openings(), &factories, Vec::new(), &stop, &(), |_, _, _| ()).unwrap();
        assert_eq!(table.games(), 0);
    }
}

#[test]
fn faults_are_told_by_player_and_kind_and_the_others_play_on() {
    let crash = Toy { end: || Err(PlayerError::Crash("gone".into())), ..toy(3) };
    let cheat = Toy { end: || Ok(Action::Play("1a1i".into())), ..toy(4) };
    let hang = Toy { end: || Err(PlayerError::Hang(Duration::from_secs(1))), ..toy(5) };
    let late = Toy { spent: Duration::from_secs(9), ..toy(50) };
    let plan = plan(Format::RoundRobin, 5, 1, 2);
    let (table, _) = play(&plan, &[crash, cheat, hang, late, toy(50)], Vec::new());
    let faults: Vec<Vec<(Ending, u64)>> = table
        .scores
        .iter()
        .map(|score| score.faults.iter().map(|(&kind, &count)| (kind, count)).collect())
        .collect();
    assert!(faults[0].iter().all(|&(kind, _)| kind == Ending::Crash) && !faults[0].is_empty());
    assert!(
        faults[1].iter().all(|&(kind, _)| kind == Ending::IllegalMove) && !faults[1].is_empty()
    );
    assert!(faults[2].iter().all(|&(kind, _)| kind == Ending::TimeLoss) && !faults[2].is_empty());
    assert_eq!(faults[3], [(Ending::TimeLoss, 8)]);
    assert_eq!((faults[4].len(), table.games()), (0, 20));
}

#[test]
fn meetings_that_repeat_are_counted_and_left_out_of_the_table() {
    let toys = [toy(4), toy(12), toy(8)];
    let factories: Vec<&dyn EngineFactory> =
        toys.iter().map(|toy| toy as &dyn EngineFactory).collect();
    let plan = plan(Format::RoundRobin, 3, 5, 2);
    let stop = StopToken::new();
    let table =
        run(&plan, &openings()[..1], &factories, Vec::new(), &stop, &(), |_, _, _| ()).unwrap();
    assert_eq!((table.games(), table.repeated, table.played()), (6, 24, 2 * plan.meetings()));
    assert!(table.scores.iter().all(|score| score.games() == 4));
}
