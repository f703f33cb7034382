//! The start page of the room: the sets, and the state of training.

use super::schedule::Card;
use super::sets::{ALL, BuiltIn};
use super::store::{History, OwnProblem, OwnSet, now_ms};
use super::{MateFamily, MateOutcome, MateOverview, MateProblem, MateSet};
use crate::errors::{AppResult, error, not_found};
use crate::protocol::{ErrorCode, Reply};
use crate::state::AppState;
use std::collections::HashMap;

/// The id of the set of problems to be repeated.
pub(crate) const REPEAT: &str = "repeat";
/// The set to begin with.
pub(crate) const FIRST_SET: &str = "composed-3";
/// Ends of the spans in which repetitions are counted: now, and in days from now.
const SPANS_DAYS: [i64; 4] = [0, 1, 7, 28];
/// Minutes of a day.
const DAY_MINUTES: i32 = 1_440;

/// The id of a user's set.
pub(super) fn own_id(kind: &str, id: i64) -> String {
    if kind == "missed" { kind.to_owned() } else { format!("{kind}-{id}") }
}

/// The user's set with this id.
pub(super) fn own_set(state: &AppState, id: &str) -> AppResult<OwnSet> {
    let sets = state.storage.own_sets()?;
    let found = sets.into_iter().find(|set| own_id(&set.kind, set.id) == id);
    found.ok_or_else(|| not_found("set", id))
}

/// Sets and training.
pub(super) fn overview(state: &AppState, utc_offset: i32) -> AppResult<Reply> {
    if !(-DAY_MINUTES..=DAY_MINUTES).contains(&utc_offset) {
        let message = format!("utc_offset is {utc_offset}, but must be within a day in minutes");
        return Err(error(ErrorCode::BadValue, message));
    }
    let now_ms = now_ms();
    let histories = state.storage.histories()?;
    let mut sets: Vec<MateSet> = ALL.iter().map(|set| built_in(set, &histories)).collect();
    for set in state.storage.own_sets()? {
        let problems = state.storage.own_problems(set.id)?;
        sets.push(own(&set, &problems, &histories));
    }
    let mut times = state.storage.times()?;
    for set in &mut sets {
        set.median_ms = times.remove(&set.id).and_then(|times| median(&times));
    }
    let cards: Vec<Card> = state.storage.cards()?.into_iter().map(|(_, card)| card).collect();
    let (streak, best_streak) = state.storage.streaks()?;
    let offset_ms = i64::from(utc_offset) * 60_000;
    let (days, today) = days_in_a_row(&state.storage.days(offset_ms)?, day(now_ms, offset_ms));
    let overview = MateOverview {
        last_set: state.storage.last_set()?,
        due: cards.iter().filter(|card| card.is_due(now_ms)).count() as u32,
        coming: coming(&cards, now_ms),
        next_due_ms: cards.iter().map(|card| card.due_ms).find(|&due| due > now_ms),
        sets,
        streak,
        best_streak,
        days,
        today,
    };
    Ok(Reply::MateOverview { overview })
}

/// How many are due in each span; the last has no end.
fn coming(cards: &[Card], now_ms: i64) -> Vec<u32> {
    let ends = SPANS_DAYS.map(|days| now_ms.saturating_add(days * 86_400_000));
    let mut counts = vec![0; ends.len() + 1];
    for card in cards {
        counts[ends.partition_point(|&end| end < card.due_ms)] += 1;
    }
    counts
}

fn built_in(set: &BuiltIn, histories: &HashMap<String, History>) -> MateSet {
    let mut told = MateSet {
        id: set.id.to_owned(),
        family: set.family,
        name: String::new(),
        plies: set.plies,
        source: set.source.to_owned(),
        total: 0,
        solved: 0,
        failed: 0,
        median_ms: None,
    };
    set.problems().for_each(|problem| told.count(histories.get(problem.sfen)));
    told
}

fn own(set: &OwnSet, problems: &[OwnProblem], histories: &HashMap<String, History>) -> MateSet {
    let missed = set.kind == "missed";
    let lengths = problems.iter().map(|problem| problem.plies);
    let first = problems.first().and_then(|problem| problem.plies);
    let mut told = MateSet {
        id: own_id(&set.kind, set.id),
        family: if missed { MateFamily::Missed } else { MateFamily::Own },
        name: set.name.clone(),
        plies: first.filter(|_| lengths.into_iter().all(|plies| plies == first)),
        source: String::new(),
        total: 0,
        solved: 0,
        failed: 0,
        median_ms: None,
    };
    problems.iter().for_each(|problem| told.count(histories.get(&problem.sfen)));
    told
}

impl MateSet {
    fn count(&mut self, history: Option<&History>) {
        self.total += 1;
        match history.map(|history| history.latest) {
            Some(MateOutcome::Solved) => self.solved += 1,
            Some(_) => self.failed += 1,
            None => {}
        }
    }
}

/// The median of values in ascending order.
fn median(values: &[u32]) -> Option<u32> {
    values.get(values.len() / 2).copied()
}

/// The number of the day of a time; `offset_ms` takes UTC to the client's clock.
pub(crate) fn day(ms: i64, offset_ms: i64) -> i64 {
    ms.saturating_add(offset_ms) / 86_400_000
}

/// How many days in a row up to today or yesterday, and how many problems today; the last day
/// first.
fn days_in_a_row(days: &[(i64, u32)], today: i64) -> (u32, u32) {
    let solved = days.first().filter(|(day, _)| *day == today).map_or(0, |(_, count)| *count);
    let mut expected = if solved > 0 { today } else { today - 1 };
    let mut row = 0;
    for (day, _) in days {
        if *day != expected {
            break;
        }
        row += 1;
        expected -= 1;
    }
    (row, solved)
}

/// The problems of a set, or those to be repeated.
pub(crate) fn problems_of(state: &AppState, set: &str) -> AppResult<Vec<MateProblem>> {
    let histories = state.storage.histories()?;
    let cards = state.storage.cards()?;
    let mut problems = if set == REPEAT {
        repeated(state, &cards)?
    } else if let Some(found) = BuiltIn::find(set) {
        found
            .problems()
            .map(|problem| listed(set, problem.name, problem.sfen, Some(problem.plies)))
            .collect()
    } else {
        own_problems(state, &own_set(state, set)?)?
    };
    let cards: HashMap<String, Card> = cards.into_iter().collect();
    for problem in &mut problems {
        let history = histories.get(&problem.sfen);
        problem.outcome = history.map(|history| history.latest);
        problem.best_ms = history.and_then(|history| history.best_ms);
        problem.due_ms = cards.get(&problem.sfen).map(|card| card.due_ms);
    }
    Ok(problems)
}

fn listed(set: &str, name: &str, sfen: &str, plies: Option<u32>) -> MateProblem {
    MateProblem {
        set: set.to_owned(),
        name: name.to_owned(),
        sfen: sfen.to_owned(),
        plies,
        outcome: None,
        best_ms: None,
        due_ms: None,
    }
}

fn own_problems(state: &AppState, set: &OwnSet) -> AppResult<Vec<MateProblem>> {
    let id = own_id(&set.kind, set.id);
    let problems = state.storage.own_problems(set.id)?;
    Ok(problems.iter().map(|p| listed(&id, &p.name, &p.sfen, p.plies)).collect())
}

/// The problems in the schedule, the first due first. One whose set is gone has no name.
fn repeated(state: &AppState, cards: &[(String, Card)]) -> AppResult<Vec<MateProblem>> {
    let mut known: HashMap<String, MateProblem> = HashMap::new();
    for set in &ALL {
        for problem in set.problems() {
            let found = listed(set.id, problem.name, problem.sfen, Some(problem.plies));
            known.insert(found.sfen.clone(), found);
        }
    }
    for set in state.storage.own_sets()? {
        for problem in own_problems(state, &set)? {
            known.entry(problem.sfen.clone()).or_insert(problem);
        }
    }
    let gone = |sfen: &String| listed(REPEAT, "", sfen, None);
    Ok(cards.iter().map(|(sfen, _)| known.remove(sfen).unwrap_or_else(|| gone(sfen))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_count_up_to_today_or_yesterday() {
        assert_eq!(days_in_a_row(&[], 10), (0, 0));
        assert_eq!(days_in_a_row(&[(10, 3), (9, 1), (7, 1)], 10), (2, 3));
        assert_eq!(days_in_a_row(&[(9, 1), (8, 1)], 10), (2, 0));
        assert_eq!(days_in_a_row(&[(8, 1)], 10), (0, 0));
    }

    #[test]
    fn days_are_the_clients() {
        // 2024-05-01 20:00 UTC is the next day in Tokyo.
        let evening = 1_714_593_600_000;
        assert_eq!(day(evening, 9 * 3_600_000), day(evening, 0) + 1);
    }

    #[test]
    fn what_comes_is_counted_by_when() {
        let due = |due_ms| Card { stability: 1.0, difficulty: 5.0, reviewed_ms: 0, due_ms };
        let day = 86_400_000;
        let cards = [0, 5, 6, 5 + day, 6 + day, 5 + 28 * day, i64::MAX].map(due);
        assert_eq!(coming(&cards, 5), [2, 2, 1, 1, 1]);
    }

    #[test]
    fn the_median_of_nothing_is_nothing() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[1, 5, 9]), Some(5));
    }
}
