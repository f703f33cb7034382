//! A match: pairs of games over many openings until it is decided.

use crate::elo::{EloEstimate, Pentanomial};
use crate::game::{Ending, GameRecord, GameRules, Winner, play};
use crate::openings::Opening;
use crate::player::{Player, PlayerError};
use crate::repeats::Repeats;
use crate::sprt::{Sprt, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use zenpuku_core::StopToken;
use zenpuku_core::random::SplitMix64;

/// Makes the players of one engine; each worker gets its own.
pub trait EngineFactory: Sync {
    /// A fresh player.
    ///
    /// # Errors
    /// If the engine cannot be started.
    fn player(&self) -> Result<Box<dyn Player>, PlayerError>;
}

/// The plan of the games.
#[derive(Clone, Copy, Debug)]
pub struct MatchPlan {
    /// Rules of every game, with the terms of the first and of the second engine.
    pub rules: GameRules,
    /// Number of the first pair: a part of a match that is played on several machines.
    pub first: u64,
    /// Pairs at most; a pair is one opening with colours swapped.
    pub pairs: u64,
    /// Chooses the order of the openings.
    pub seed: u64,
    /// Games at a time, at least 1.
    pub concurrency: usize,
    /// Ends the match early.
    pub stop: StopRule,
}

/// When a match is decided before its last pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StopRule {
    /// Never: play all pairs.
    AllPairs,
    /// When the sequential test accepts a hypothesis.
    Sprt(Sprt),
    /// When the lower end of the 95 % interval is at least this many Elo, after
    /// [`FEWEST_PAIRS`] at least.
    AtLeast(f64),
}

impl StopRule {
    /// Do these pairs end the match?
    #[must_use]
    pub fn decided(self, pairs: &Pentanomial) -> bool {
        match self {
            Self::AllPairs => false,
            Self::Sprt(sprt) => sprt.verdict(pairs) != Verdict::Continue,
            Self::AtLeast(elo) => {
                pairs.count() >= FEWEST_PAIRS && pairs.elo().is_some_and(|now| now.low >= elo)
            }
        }
    }
}

/// Pairs before an interval ends a match: every test adds a chance of error.
pub const FEWEST_PAIRS: u64 = 25;

/// The two games of one opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairRecord {
    /// Number of the pair, 0 for the first.
    pub pair: u64,
    /// Index of the opening in its file.
    pub opening: usize,
    /// First game: the first engine has Black; second game: White.
    pub games: [GameRecord; 2],
}

impl PairRecord {
    /// Half points (0..=4) of the first engine.
    #[must_use]
    pub fn half_points(&self) -> usize {
        let [first, second] = &self.games;
        Winner::half_points(first.winner, Winner::Black)
            + Winner::half_points(second.winner, Winner::White)
    }
}

/// The current state of a match. Pairs count in order, so a node-limited match
/// has the same result for any concurrency.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MatchScore {
    /// Games counted.
    pub games: u64,
    /// Games that are in no other figure: either game of their pair was played before, move for move.
    pub repeated: u64,
    /// Games the first engine won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games the first engine lost.
    pub losses: u64,
    /// Pairs by the half points of the first engine.
    pub pairs: Pentanomial,
    /// Games that ended by a fault of the first and of the second engine.
    pub faults: [u64; 2],
    /// The same by kind of fault.
    pub faults_by_kind: BTreeMap<Ending, [u64; 2]>,
}

impl MatchScore {
    /// Returns the games played: those counted and those left out.
    #[must_use]
    pub const fn played(&self) -> u64 {
        self.games + self.repeated
    }

    /// The Elo difference with its error.
    #[must_use]
    pub fn elo(&self) -> Option<EloEstimate> {
        self.pairs.elo()
    }

    /// Counts a pair.
    pub fn add(&mut self, record: &PairRecord) {
        self.pairs.add(record.half_points());
        for (game, ours) in record.games.iter().zip([Winner::Black, Winner::White]) {
            self.games += 1;
            match Winner::half_points(game.winner, ours) {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
            if game.ending.is_fault() {
                let guilty = usize::from(game.winner == Some(ours));
                self.faults[guilty] += 1;
                self.faults_by_kind.entry(game.ending).or_default()[guilty] += 1;
            }
        }
    }
}

/// Plays the match. `done` holds pairs of an earlier run and is continued;
/// `on_pair` is called for every counted pair with the standing after it. Stops
/// early by the plan's rule or by `stop`; finished games count.
///
/// # Errors
/// If a player cannot be started at all.
pub fn run(
    plan: &MatchPlan,
    openings: &[Opening],
    factories: [&dyn EngineFactory; 2],
    done: Vec<PairRecord>,
    stop: &StopToken,
    mut on_pair: impl FnMut(&PairRecord, &MatchScore),
) -> Result<MatchScore, PlayerError> {
    let mut tally = Tally::new(plan, done);
    let over = stop.child();
    if tally.over(plan) {
        over.stop();
    }
    let next = AtomicU64::new(plan.first);
    let counted = plan.first..tally.next;
    let finished: Vec<u64> = tally.waiting.keys().copied().chain(counted).collect();
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..plan.concurrency.max(1) {
            let worker = Worker { plan, openings, factories, finished: &finished };
            let (send, next, over) = (send.clone(), &next, &over);
            scope.spawn(move || worker.work(next, over, &send));
        }
        drop(send);
        let mut failure = None;
        for message in receive {
            match message {
                Ok(record) => tally.take(record, plan, &mut on_pair),
                Err(error) => failure = Some(error),
            }
            if failure.is_some() || tally.over(plan) {
                over.stop();
            }
        }
        failure.map_or(Ok(tally.standing), Err)
    })
}

/// Counts pairs in order; those that finish early wait, those played before are left out.
struct Tally {
    standing: MatchScore,
    seen: Repeats,
    /// The pair to be counted next.
    next: u64,
    waiting: BTreeMap<u64, PairRecord>,
}

impl Tally {
    fn new(plan: &MatchPlan, done: Vec<PairRecord>) -> Self {
        let waiting = done.into_iter().map(|record| (record.pair, record)).collect();
        let (standing, seen) = (MatchScore::default(), Repeats::default());
        let mut tally = Self { standing, seen, next: plan.first, waiting };
        tally.count(plan, &mut |_, _| ());
        tally
    }

    fn over(&self, plan: &MatchPlan) -> bool {
        self.next >= plan.first + plan.pairs || plan.stop.decided(&self.standing.pairs)
    }

    fn take(
        &mut self,
        record: PairRecord,
        plan: &MatchPlan,
        on_pair: &mut impl FnMut(&PairRecord, &MatchScore),
    ) {
        self.waiting.insert(record.pair, record);
        self.count(plan, on_pair);
    }

    fn count(&mut self, plan: &MatchPlan, on_pair: &mut impl FnMut(&PairRecord, &MatchScore)) {
        while !self.over(plan) {
            let Some(record) = self.waiting.remove(&self.next) else { break };
            if self.seen.note_pair([0, 1], &record.games) {
                self.standing.repeated += 2;
            } else {
                self.standing.add(&record);
            }
            self.next += 1;
            on_pair(&record, &self.standing);
        }
    }
}

/// One thread with its own two players.
struct Worker<'a> {
    plan: &'a MatchPlan,
    openings: &'a [Opening],
    factories: [&'a dyn EngineFactory; 2],
    finished: &'a [u64],
}

impl Worker<'_> {
    fn work(
        &self,
        next: &AtomicU64,
        over: &StopToken,
        send: &mpsc::Sender<Result<PairRecord, PlayerError>>,
    ) {
        let mut players = None;
        while !over.is_stopped() {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= self.plan.first + self.plan.pairs {
                return;
            }
            if self.finished.contains(&pair) {
                continue;
            }
            match self.pair(pair, &mut players) {
                Err(PlayerError::Stopped) => return,
                result => {
                    let failed = result.is_err();
                    if send.send(result).is_err() || failed {
                        return;
                    }
                }
            }
        }
    }

    fn pair(
        &self,
        pair: u64,
        players: &mut Option<[Box<dyn Player>; 2]>,
    ) -> Result<PairRecord, PlayerError> {
        let opening = opening_of(pair, self.plan.seed, self.openings.len());
        let first = self.game(opening, false, players)?;
        let second = self.game(opening, true, players)?;
        Ok(PairRecord { pair, opening, games: [first, second] })
    }

    /// One game; after a fault the players are restarted.
    fn game(
        &self,
        opening: usize,
        swap: bool,
        players: &mut Option<[Box<dyn Player>; 2]>,
    ) -> Result<GameRecord, PlayerError> {
        let [first, second] = match players {
            Some(players) => players,
            None => players.insert([self.factories[0].player()?, self.factories[1].player()?]),
        };
        let mut sides: [&mut dyn Player; 2] = [first.as_mut(), second.as_mut()];
        let mut rules = self.plan.rules;
        if swap {
            sides.reverse();
            rules = rules.swapped();
        }
        let Opening { start, moves } = &self.openings[opening];
        let record = play(start, moves, &mut sides, &rules)?;
        if record.ending.is_fault() {
            *players = None;
        }
        Ok(record)
    }
}

/// The opening of a pair among `count`, at least 1: a seeded order that repeats only after all are
/// used.
#[must_use]
pub fn opening_of(pair: u64, seed: u64, count: usize) -> usize {
    let count = count as u64;
    let (round, index) = (pair / count, pair % count);
    // A stride that shares no factor with the count visits every opening once.
    let mut stride = mix(seed ^ mix(round)) % count;
    while gcd(stride, count) != 1 {
        stride = (stride + 1) % count.max(2);
    }
    let offset = mix(seed.wrapping_add(round)) % count;
    ((offset + stride * index) % count) as usize
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn mix(seed: u64) -> u64 {
    SplitMix64::new(seed).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn every_opening_comes_once_a_round(seed: u64, count in 1usize..200, round in 0u64..3) {
            let mut seen: Vec<usize> = (0..count as u64)
                .map(|index| opening_of(round * count as u64 + index, seed, count))
                .collect();
            seen.sort_unstable();
            proptest::prop_assert_eq!(seen, (0..count).collect::<Vec<_>>());
        }
    }
}
