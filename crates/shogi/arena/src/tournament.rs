//! A tournament of several engines: who meets whom, the games, the table.
//!
//! The unit is a pair of games: two players, one opening, colours swapped. The
//! units of a round depend on the plan and earlier results, and units count in
//! order, so that a tournament by nodes has the same result for any concurrency
//! and interruptions.

use crate::elo::Pentanomial;
use crate::game::{Ending, GameRecord, GameRules, Moment, Terms, Winner, play_watched};
use crate::matches::{EngineFactory, PairRecord, StopRule, opening_of};
use crate::openings::Opening;
use crate::player::{Player, PlayerError};
use crate::ratings::{RatedGame, Ratings, rate};
use crate::repeats::Repeats;
use crate::spectator::{Fixture, Spectator};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use ts_rs::TS;
use zenpuku_core::StopToken;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets every other.
    Gauntlet,
    /// A number of rounds, in each of which players of about equal points meet;
    /// pairings are not repeated if possible.
    Swiss(u32),
}

/// The plan of the games.
#[derive(Clone, Debug)]
pub struct TournamentPlan {
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games each time two players meet.
    pub pairs: u64,
    /// The budget of each player.
    pub terms: Vec<Terms>,
    /// Rules of every game; its terms are the players'.
    pub rules: GameRules,
    /// Chooses the order of the openings.
    pub seed: u64,
    /// Games at a time, at least 1.
    pub concurrency: usize,
    /// Ends a match of two players early; more players play everything.
    pub stop: StopRule,
}

/// A unit of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meeting {
    /// Its number in the tournament, from 0.
    pub number: u64,
    /// The round, from 0; only Swiss tournaments have several.
    pub round: u32,
    /// The players; the first has Black in the first game.
    pub players: [usize; 2],
    /// Number of its pair among those with the same two players in this round; all meetings of a
    /// round with the same number have the same opening.
    pub pair: u64,
}

impl Meeting {
    /// Its games in order.
    #[must_use]
    pub const fn fixtures(&self) -> [Fixture; 2] {
        let [first, second] = self.players;
        [
            Fixture { number: 2 * self.number, players: [first, second] },
            Fixture { number: 2 * self.number + 1, players: [second, first] },
        ]
    }
}

/// A meeting with its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Who met.
    pub meeting: Meeting,
    /// The games.
    pub games: PairRecord,
}

/// One player's results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// Games won, drawn and lost with Black.
    pub black: [u64; 3],
    /// Games won, drawn and lost with White.
    pub white: [u64; 3],
    /// Games lost by time, an illegal move or a crash, by which of them.
    pub faults: BTreeMap<Ending, u64>,
    /// Rounds of a Swiss tournament without an opponent; each counts as won.
    pub byes: u64,
}

impl Score {
    /// Games won, drawn and lost.
    #[must_use]
    pub fn results(&self) -> [u64; 3] {
        [0, 1, 2].map(|index| self.black[index] + self.white[index])
    }

    /// Games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results().iter().sum()
    }

    /// Points of games played, a draw counting half.
    #[must_use]
    pub fn points(&self) -> f64 {
        let [wins, draws, _] = self.results();
        wins as f64 + draws as f64 / 2.0
    }
}

/// The current state of a tournament.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// By player.
    pub scores: Vec<Score>,
    /// Games that the first won, drew and lost against the second.
    pub cross: BTreeMap<(usize, usize), [u64; 3]>,
    /// Games that are in no other figure: either game of their pair was played before, move for move.
    pub repeated: u64,
    games: Vec<RatedGame>,
    seen: Repeats,
}

impl Table {
    /// No games played.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self { scores: vec![Score::default(); players], ..Self::default() }
    }

    /// Counts a meeting, unless either of its games was played before.
    ///
    /// # Panics
    /// If a player is not of this table.
    pub fn add(&mut self, played: &Played) {
        if self.seen.note_pair(played.meeting.players, &played.games.games) {
            self.repeated += 2;
            return;
        }
        for (game, fixture) in played.games.games.iter().zip(played.meeting.fixtures()) {
            let [black, white] = fixture.players;
            let pair = played.meeting.number;
            let fault = Some(game.ending).filter(|ending| ending.is_fault());
            self.add_game(RatedGame { black, white, winner: game.winner, pair }, fault);
        }
    }

    /// Counts a game that ended by a `fault` of the loser, or without one.
    ///
    /// # Panics
    /// If a player is not of this table.
    pub fn add_game(&mut self, game: RatedGame, fault: Option<Ending>) {
        let RatedGame { black, white, winner, .. } = game;
        let result = match winner {
            Some(Winner::Black) => 0,
            None => 1,
            Some(Winner::White) => 2,
        };
        self.scores[black].black[result] += 1;
        self.scores[white].white[2 - result] += 1;
        self.cross.entry((black, white)).or_default()[result] += 1;
        self.cross.entry((white, black)).or_default()[2 - result] += 1;
        if let Some(kind) = fault {
            let guilty = if winner == Some(Winner::Black) { white } else { black };
            *self.scores[guilty].faults.entry(kind).or_default() += 1;
        }
        self.games.push(game);
    }

    /// The pairs of two players, by the half points of the first: two games of one number with
    /// colours swapped. `None` without such a pair, and for more than two.
    #[must_use]
    pub fn pairs(&self) -> Option<Pentanomial> {
        let mut games: Vec<&RatedGame> = self.games.iter().collect();
        games.sort_by_key(|game| (game.pair, game.black));
        let mut pairs = Pentanomial::default();
        for two in games.chunk_by(|one, other| one.pair == other.pair) {
            if let [first, second] = two
                && [first.black, first.white, second.black, second.white] == [0, 1, 1, 0]
            {
                pairs.add(
                    Winner::half_points(first.winner, Winner::Black)
                        + Winner::half_points(second.winner, Winner::White),
                );
            }
        }
        (self.scores.len() == 2 && pairs.count() > 0).then_some(pairs)
    }

    /// Does `rule` end a match of two players here?
    #[must_use]
    pub fn decided(&self, rule: StopRule) -> bool {
        rule != StopRule::AllPairs && self.pairs().is_some_and(|pairs| rule.decided(&pairs))
    }

    /// Returns the games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    /// Returns the games played: those counted and those left out.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.games() + self.repeated
    }

    /// Games that Black won, that were drawn, that White won.
    #[must_use]
    pub fn by_color(&self) -> [u64; 3] {
        [0, 1, 2].map(|index| self.scores.iter().map(|score| score.black[index]).sum())
    }

    /// The ratings; `None` as long as not all players are linked by games.
    #[must_use]
    pub fn ratings(&self) -> Option<Ratings> {
        rate(self.scores.len(), &self.games)
    }

    /// The players, the best first: by rating where there is one, then by share of points, then as
    /// they were named.
    #[must_use]
    pub fn ranking(&self, ratings: Option<&Ratings>) -> Vec<usize> {
        let share = |&player: &usize| {
            let score = &self.scores[player];
            score.points() / score.games().max(1) as f64
        };
        let mut order: Vec<usize> = (0..self.scores.len()).collect();
        order.sort_by(|one, other| share(other).total_cmp(&share(one)));
        if let Some(ratings) = ratings {
            let elo = |player: usize| ratings.players[player].elo;
            order.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)));
        }
        order
    }
}

impl TournamentPlan {
    fn players(&self) -> usize {
        self.terms.len()
    }

    /// Rounds that must wait for the previous one.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        match self.format {
            Format::RoundRobin | Format::Gauntlet => 1,
            Format::Swiss(rounds) => rounds,
        }
    }

    /// Meetings of the whole tournament.
    #[must_use]
    pub fn meetings(&self) -> u64 {
        let players = self.players() as u64;
        let met = match self.format {
            Format::RoundRobin => players * players.saturating_sub(1) / 2,
            Format::Gauntlet => players.saturating_sub(1),
            Format::Swiss(rounds) => u64::from(rounds) * (players / 2),
        };
        met * self.pairs
    }

    /// The meetings of a round after the earlier rounds, and the player without one.
    fn round(&self, round: u32, table: &Table) -> (Vec<Meeting>, Option<usize>) {
        let (couples, bye) = match self.format {
            Format::RoundRobin => (everybody(self.players()), None),
            Format::Gauntlet => ((1..self.players()).map(|other| [0, other]).collect(), None),
            Format::Swiss(_) => swiss(table),
        };
        let first = u64::from(round) * couples.len() as u64 * self.pairs;
        let all = (0..self.pairs).flat_map(|pair| couples.iter().map(move |&two| (pair, two)));
        let meetings = (first..).zip(all);
        let meetings =
            meetings.map(|(number, (pair, players))| Meeting { number, round, players, pair });
        (meetings.collect(), bye)
    }

    fn opening(&self, meeting: &Meeting, openings: usize) -> usize {
        let pair = u64::from(meeting.round) * self.pairs + meeting.pair;
        opening_of(pair, self.seed, openings)
    }
}

/// Every two players once.
fn everybody(players: usize) -> Vec<[usize; 2]> {
    (0..players).flat_map(|one| (one + 1..players).map(move |other| [one, other])).collect()
}

/// The couples of a Swiss round: from the top of the table down, each player with the next one
/// that it has not met; where that does not go up, the last choice is taken back. The lowest
/// player with the fewest rounds off has none when the number is odd.
fn swiss(table: &Table) -> (Vec<[usize; 2]>, Option<usize>) {
    let mut order: Vec<usize> = (0..table.scores.len()).collect();
    // A round without an opponent counts as one won; its length does not matter for the order.
    let points = |player: usize| {
        let score = &table.scores[player];
        let rounds = (score.games() as f64).max(1.0);
        (score.points() / rounds, score.byes)
    };
    order.sort_by(|&one, &other| points(other).0.total_cmp(&points(one).0));
    let mut bye = None;
    if order.len() % 2 == 1 {
        let fewest = order.iter().map(|&player| points(player).1).min();
        let place = order.iter().rposition(|&player| Some(points(player).1) == fewest);
        bye = place.map(|place| order.remove(place));
    }
    let met = |one, other| table.cross.contains_key(&(one, other));
    let mut tries = SWISS_TRIES;
    let couples = couple(&order, &met, &mut tries)
        .unwrap_or_else(|| order.chunks_exact(2).map(|two| [two[0], two[1]]).collect());
    (couples, bye)
}

/// Choices of a Swiss round before two players may meet again.
const SWISS_TRIES: u32 = 100_000;

fn couple(
    order: &[usize],
    met: &dyn Fn(usize, usize) -> bool,
    tries: &mut u32,
) -> Option<Vec<[usize; 2]>> {
    let Some((&first, rest)) = order.split_first() else { return Some(Vec::new()) };
    for (place, &other) in rest.iter().enumerate() {
        *tries = tries.checked_sub(1)?;
        if met(first, other) {
            continue;
        }
        let left: Vec<usize> =
            rest.iter().enumerate().filter(|&(at, _)| at != place).map(|(_, &p)| p).collect();
        if let Some(mut couples) = couple(&left, met, tries) {
            couples.insert(0, [first, other]);
            return Some(couples);
        }
    }
    None
}

/// Plays the tournament. `done` holds meetings of an earlier run, which is continued; `on_played`
/// is called for every counted meeting with the table after it. Stops early by the plan's rule, after
/// which no game counts, or when `stop` is stopped; finished games count then.
///
/// # Errors
/// If a player cannot be started at all.
///
/// # Panics
/// If there are not as many factories as terms in the plan.
pub fn run(
    plan: &TournamentPlan,
    openings: &[Opening],
    factories: &[&dyn EngineFactory],
    done: Vec<Played>,
    stop: &StopToken,
    spectator: &dyn Spectator,
    mut on_played: impl FnMut(&Played, &Table, bool),
) -> Result<Table, PlayerError> {
    assert_eq!(factories.len(), plan.players(), "a factory for each player");
    let mut table = Table::new(plan.players());
    let mut known: BTreeMap<u64, Played> =
        done.into_iter().map(|played| (played.meeting.number, played)).collect();
    for round in 0..plan.rounds() {
        let (meetings, bye) = plan.round(round, &table);
        known.retain(|number, played| {
            let planned = meetings.iter().find(|meeting| meeting.number == *number);
            planned.is_none_or(|meeting| *meeting == played.meeting)
        });
        let numbers: BTreeSet<u64> = known.keys().copied().collect();
        let mut tally = InOrder { plan, meetings: &meetings, next: 0, known: &mut known };
        tally.count(&mut table, &mut |played, table| on_played(played, table, false));
        if table.decided(plan.stop) {
            break;
        }
        let open: Vec<Meeting> =
            meetings.iter().filter(|meeting| !numbers.contains(&meeting.number)).copied().collect();
        let hall = Hall { plan, openings, factories, spectator };
        play_all(&hall, &open, stop, |played| {
            tally.known.insert(played.meeting.number, played);
            tally.count(&mut table, &mut |played, table| on_played(played, table, true));
            table.decided(plan.stop)
        })?;
        if tally.next < meetings.len() {
            break;
        }
        if let Some(player) = bye {
            table.scores[player].byes += 1;
        }
    }
    Ok(table)
}

/// Counts the meetings of a round in their order; those that finish early wait.
struct InOrder<'a> {
    plan: &'a TournamentPlan,
    meetings: &'a [Meeting],
    next: usize,
    known: &'a mut BTreeMap<u64, Played>,
}

impl InOrder<'_> {
    fn count(&mut self, table: &mut Table, on_played: &mut dyn FnMut(&Played, &Table)) {
        while let Some(meeting) = self.meetings.get(self.next) {
            if table.decided(self.plan.stop) {
                break;
            }
            let Some(played) = self.known.remove(&meeting.number) else { break };
            table.add(&played);
            on_played(&played, table);
            self.next += 1;
        }
    }
}

/// What all threads of a tournament share.
struct Hall<'a> {
    plan: &'a TournamentPlan,
    openings: &'a [Opening],
    factories: &'a [&'a dyn EngineFactory],
    spectator: &'a dyn Spectator,
}

/// Plays meetings on as many threads as the plan says, until `take` says that the match is decided.
fn play_all(
    hall: &Hall<'_>,
    meetings: &[Meeting],
    stop: &StopToken,
    mut take: impl FnMut(Played) -> bool,
) -> Result<(), PlayerError> {
    let (next, over) = (AtomicUsize::new(0), stop.child());
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..hall.plan.concurrency.max(1).min(meetings.len()) {
            let (send, next, over) = (send.clone(), &next, &over);
            scope.spawn(move || {
                let mut table = Seats { hall, players: BTreeMap::new() };
                while !over.is_stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(meeting) = meetings.get(index) else { return };
                    match table.play(meeting) {
                        Err(PlayerError::Stopped) => return,
                        result => {
                            if result.is_err() {
                                over.stop();
                            }
                            // The send fails only when the tournament is over.
                            let _ = send.send(result);
                        }
                    }
                }
            });
        }
        drop(send);
        let mut failure = None;
        for message in receive {
            match message {
                Ok(played) => {
                    if take(played) {
                        over.stop();
                    }
                }
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        failure.map_or(Ok(()), Err)
    })
}

/// One thread with its own players, kept from meeting to meeting.
struct Seats<'a> {
    hall: &'a Hall<'a>,
    players: BTreeMap<usize, Box<dyn Player>>,
}

impl Seats<'_> {
    fn play(&mut self, meeting: &Meeting) -> Result<Played, PlayerError> {
        let opening = self.hall.plan.opening(meeting, self.hall.openings.len());
        let [first, second] = meeting.fixtures();
        let games = [self.game(opening, first)?, self.game(opening, second)?];
        let games = PairRecord { pair: meeting.number, opening, games };
        Ok(Played { meeting: *meeting, games })
    }

    /// One game; after a fault its players are restarted.
    fn game(&mut self, opening: usize, fixture: Fixture) -> Result<GameRecord, PlayerError> {
        let Hall { plan, openings, factories, spectator } = self.hall;
        let [black, white] = fixture.players;
        let mut take = |player: usize| match self.players.remove(&player) {
            Some(seated) => Ok(seated),
            None => factories[player].player(),
        };
        let mut players = [take(black)?, take(white)?];
        let rules = GameRules { terms: [plan.terms[black], plan.terms[white]], ..plan.rules };
        let [one, other] = &mut players;
        let mut sides: [&mut dyn Player; 2] = [one.as_mut(), other.as_mut()];
        let Opening { start, moves } = &openings[opening];
        let mut watch = |now: &Moment<'_>| spectator.moment(fixture, now);
        let record = play_watched(start, moves, &mut sides, &rules, &mut watch)?;
        spectator.ended(fixture, &record);
        if !record.ending.is_fault() {
            let [one, other] = players;
            self.players.extend([(black, one), (white, other)]);
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(met: &[(usize, usize, usize)], players: usize) -> Table {
        let mut table = Table::new(players);
        for &(one, other, result) in met {
            table.scores[one].black[result] += 1;
            table.scores[other].white[2 - result] += 1;
            table.cross.entry((one, other)).or_default()[result] += 1;
            table.cross.entry((other, one)).or_default()[2 - result] += 1;
        }
        table
    }

    #[test]
    fn swiss_rounds_pair_equals_who_have_not_met() {
        let (couples, bye) = swiss(&Table::new(4));
        assert_eq!((couples, bye), (vec![[0, 1], [2, 3]], None));
        let after = table(&[(0, 1, 0), (2, 3, 0)], 4);
        assert_eq!(swiss(&after).0, [[0, 2], [1, 3]]);
        // Everybody has met but two couples.
        let after = table(&[(0, 1, 0), (2, 3, 0), (0, 2, 0), (1, 3, 0)], 4);
        assert_eq!(swiss(&after).0, [[0, 3], [1, 2]]);
        // All have met: the order of the table decides.
        let mut all = vec![(0, 3, 0), (1, 2, 0)];
        all.extend([(0, 1, 0), (2, 3, 0), (0, 2, 0), (1, 3, 0)]);
        assert_eq!(swiss(&table(&all, 4)).0.len(), 2);
    }

    #[test]
    fn the_lowest_without_a_round_off_has_the_next_one() {
        let mut after = table(&[(0, 1, 0)], 3);
        assert_eq!(swiss(&after).1, Some(2).filter(|_| after.scores[2].points() <= 0.0));
        after.scores[2].byes = 1;
        assert_eq!(swiss(&after).1, Some(1));
    }

    #[test]
    fn pairs_are_two_games_of_one_number_with_colours_swapped() {
        let (won, lost) = (Some(Winner::Black), Some(Winner::White));
        let mut table = Table::new(2);
        assert_eq!(table.pairs(), None);
        for (black, winner, pair) in [
            (1, won, 0),
            (0, won, 1),
            (0, won, 0),
            (1, lost, 1),
            (0, None, 2),
            (0, won, 3),
            (0, None, 3),
        ] {
            let game = RatedGame { black, white: 1 - black, winner, pair };
            table.add_game(game, (pair == 1).then_some(Ending::TimeLoss));
        }
        // Pair 0: a win each; pair 1: two wins; the others are not pairs.
        assert_eq!(table.pairs(), Some(Pentanomial([0, 0, 1, 0, 1])));
        assert_eq!(table.scores[1].faults[&Ending::TimeLoss], 2);
    }
}
