//! The rest of a day's list, and the state of training.

use super::store::Listed;
use super::{DailyEntry, DailyFigures, DailyFilter, DailyKind, DailyList, DailyOrigin, index};
use crate::errors::{AppResult, error, in_range};
use crate::mate::{FIRST_SET, GO, MISTAKES, OPENINGS, REPEAT, THREATS, day, now_ms, problems_of};
use crate::protocol::{ErrorCode, MateProblem, Reply};
use crate::state::AppState;
use std::collections::HashSet;

const DAY_MS: i64 = 86_400_000;
/// Days over which repetitions are counted.
const RETENTION_DAYS: i64 = 30;
/// Today and the days after it whose due problems are counted.
const DAYS_AHEAD: usize = 8;
/// Minutes of a day.
const DAY_MINUTES: i32 = 1_440;
/// Longest list.
const MAX_LENGTH: u32 = 500;
/// The set of the mates missed in games.
const MISSED: &str = "missed";

/// The list to make.
pub(super) struct Wish {
    pub(super) utc_offset: i32,
    pub(super) length: u32,
    pub(super) new: u32,
    pub(super) filter: DailyFilter,
}

/// The client's clock.
struct Clock {
    now_ms: i64,
    /// When the client's day began.
    today_ms: i64,
}

impl Clock {
    fn of(utc_offset: i32, now_ms: i64) -> Self {
        let offset_ms = i64::from(utc_offset) * 60_000;
        Self { now_ms, today_ms: day(now_ms, offset_ms) * DAY_MS - offset_ms }
    }
}

/// A problem that may come into the list.
enum Candidate {
    /// Of a game.
    Own(Listed),
    /// A mate of a set.
    Mate(MateProblem),
}

impl Candidate {
    const fn due_ms(&self) -> Option<i64> {
        match self {
            Self::Own(listed) => listed.due_ms,
            Self::Mate(problem) => problem.due_ms,
        }
    }

    fn is_fresh(&self) -> bool {
        match self {
            Self::Own(listed) => listed.due_ms.is_none() && !listed.tried,
            Self::Mate(problem) => problem.due_ms.is_none() && problem.outcome.is_none(),
        }
    }
}

pub(super) fn list(state: &AppState, wish: &Wish) -> AppResult<Reply> {
    check(wish)?;
    let names = state.storage.spellings(&state.settings().my_names)?;
    index::refresh(state, &names)?;
    let clock = Clock::of(wish.utc_offset, now_ms());
    let players = match &wish.filter.player {
        Some(player) => state.storage.spellings(std::slice::from_ref(player))?,
        None => names.clone(),
    };
    let own = own(state, &names, &DailyFilter::default())?;
    let mates = mates(state, &own)?;
    let (done, begun) = state.storage.done_since(clock.today_ms, clock.now_ms)?;
    let figures = figures(state, &clock, (&own, &mates), done)?;
    let chosen = if wish.filter == DailyFilter::default() {
        let left = wish.length.saturating_sub(figures.done);
        let new = wish.new.saturating_sub(begun);
        mixed(&clock, own, mates, (left as usize, new as usize))
    } else {
        let own = self::own(state, &players, &wish.filter)?;
        mixed(&clock, own, Vec::new(), (wish.length as usize, wish.length as usize))
    };
    let entries = chosen.into_iter().filter_map(|one| entry(state, one).transpose());
    let entries = entries.collect::<AppResult<_>>()?;
    let choices = state.storage.daily_choices(&players)?;
    Ok(Reply::Daily { list: Box::new(DailyList { entries, figures, choices }) })
}

/// What the user chose to learn, then what went wrong in games.
fn own(state: &AppState, names: &[String], filter: &DailyFilter) -> AppResult<Vec<Listed>> {
    let mut own = state.storage.listed_lines(filter)?;
    own.extend(state.storage.mistakes(names, filter)?);
    Ok(own)
}

fn check(wish: &Wish) -> AppResult<()> {
    in_range("length", wish.length, 1, MAX_LENGTH)?;
    in_range("new", wish.new, 0, MAX_LENGTH)?;
    if (-DAY_MINUTES..=DAY_MINUTES).contains(&wish.utc_offset) {
        return Ok(());
    }
    let message = format!("utc_offset is {}, but must be within a day in minutes", wish.utc_offset);
    Err(error(ErrorCode::BadValue, message))
}

/// The mates in the schedule, and untried ones of the set trained last, without
/// those already listed from the user's games.
fn mates(state: &AppState, own: &[Listed]) -> AppResult<Vec<MateProblem>> {
    let set = state.storage.last_set()?.unwrap_or_else(|| FIRST_SET.to_owned());
    // The set trained last may have been removed.
    let fresh = problems_of(state, &set).or_else(|_| problems_of(state, FIRST_SET))?;
    let fresh = fresh.into_iter().filter(|one| one.outcome.is_none() && one.due_ms.is_none());
    let known: HashSet<&str> = own.iter().map(|one| one.sfen.as_str()).collect();
    let mut mates = problems_of(state, REPEAT)?;
    mates.extend(fresh);
    mates.retain(|mate| !known.contains(mate.sfen.as_str()));
    Ok(mates)
}

/// Due problems by due time, then untried ones, alternating between the user's games and sets.
fn mixed(
    clock: &Clock,
    own: Vec<Listed>,
    mates: Vec<MateProblem>,
    (most, most_new): (usize, usize),
) -> Vec<Candidate> {
    let (own, mates) =
        (own.into_iter().map(Candidate::Own), mates.into_iter().map(Candidate::Mate));
    let (own_new, own): (Vec<_>, Vec<_>) = own.partition(Candidate::is_fresh);
    let (mates_new, mates): (Vec<_>, Vec<_>) = mates.partition(Candidate::is_fresh);
    let is_due = |one: &Candidate| one.due_ms().is_some_and(|due| due <= clock.now_ms);
    let mut chosen: Vec<Candidate> = own.into_iter().chain(mates).filter(is_due).collect();
    chosen.sort_by_key(Candidate::due_ms);
    chosen.extend(in_turn(own_new, mates_new).take(most_new));
    chosen.truncate(most);
    chosen
}

/// One of each list in turn, then the rest of the longer one.
fn in_turn<T>(first: Vec<T>, second: Vec<T>) -> impl Iterator<Item = T> {
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    let mut turn = false;
    std::iter::from_fn(move || {
        turn = !turn;
        if turn {
            first.next().or_else(|| second.next())
        } else {
            second.next().or_else(|| first.next())
        }
    })
}

/// A problem as clients see it; `None` if its game was deleted meanwhile.
fn entry(state: &AppState, candidate: Candidate) -> AppResult<Option<DailyEntry>> {
    let fresh = candidate.is_fresh();
    match candidate {
        Candidate::Mate(problem) => {
            Ok(Some(DailyEntry { problem, fresh, origin: None, go: None, opening: None }))
        }
        Candidate::Own(Listed { id, sfen, kind: DailyKind::Opening, due_ms, .. }) => {
            let Some(stored) = state.storage.opening_line(id)? else { return Ok(None) };
            let name = stored.line.name.clone();
            let problem = problem(OPENINGS, name, sfen, due_ms);
            Ok(Some(DailyEntry { problem, fresh, origin: None, go: None, opening: Some(stored) }))
        }
        Candidate::Own(Listed { id, sfen, kind, missed, due_ms, .. }) => {
            let set = match kind {
                DailyKind::Threat => THREATS,
                DailyKind::Go => GO,
                DailyKind::Mistake if missed.is_some() => MISSED,
                DailyKind::Mistake | DailyKind::Opening => MISTAKES,
            };
            let Some((origin, go)) = state.storage.origin(id)? else { return Ok(None) };
            let problem = problem(set, named(&origin, kind), sfen, due_ms);
            let problem = MateProblem { plies: missed, ..problem };
            Ok(Some(DailyEntry { problem, fresh, origin: Some(origin), go, opening: None }))
        }
    }
}

fn problem(set: &str, name: String, sfen: String, due_ms: Option<i64>) -> MateProblem {
    let set = set.to_owned();
    MateProblem { set, name, sfen, plies: None, outcome: None, best_ms: None, due_ms }
}

/// The players and the move, as a name.
fn named(origin: &DailyOrigin, kind: DailyKind) -> String {
    let DailyOrigin { black, white, ply, .. } = origin;
    let [first, second] = if kind == DailyKind::Go { ["●", "○"] } else { ["☗", "☖"] };
    format!("{first}{black} {second}{white} #{ply}")
}

fn figures(
    state: &AppState,
    clock: &Clock,
    (own, mates): (&[Listed], &[MateProblem]),
    done: u32,
) -> AppResult<DailyFigures> {
    let dues: Vec<i64> = own
        .iter()
        .map(|one| one.due_ms)
        .chain(mates.iter().map(|one| one.due_ms))
        .flatten()
        .collect();
    let since = clock.now_ms - RETENTION_DAYS * DAY_MS;
    let (repetitions, kept) = state.storage.repetitions(since)?;
    Ok(DailyFigures {
        due: dues.iter().filter(|&&due| due <= clock.now_ms).count() as u32,
        fresh: own.iter().filter(|one| one.due_ms.is_none() && !one.tried).count() as u32,
        done,
        days: days(&dues, clock.today_ms),
        retention: (repetitions > 0).then(|| f64::from(kept) / f64::from(repetitions)),
        repetitions,
    })
}

/// How many are due by the end of today and on each day after it.
fn days(dues: &[i64], today_ms: i64) -> Vec<u32> {
    let mut counts = vec![0; DAYS_AHEAD];
    for due in dues {
        let ahead = due.saturating_sub(today_ms).max(0) / DAY_MS;
        if let Some(count) = usize::try_from(ahead).ok().and_then(|at| counts.get_mut(at)) {
            *count += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(id: i64, due_ms: Option<i64>) -> Listed {
        let (kind, tried) = (DailyKind::Mistake, due_ms.is_some());
        Listed { id, sfen: format!("own {id}"), kind, missed: None, due_ms, tried }
    }

    fn mate(name: &str, due_ms: Option<i64>) -> MateProblem {
        MateProblem {
            set: "s".to_owned(),
            name: name.to_owned(),
            sfen: name.to_owned(),
            plies: Some(3),
            outcome: None,
            best_ms: None,
            due_ms,
        }
    }

    fn named(chosen: &[Candidate]) -> Vec<String> {
        let name = |one: &Candidate| match one {
            Candidate::Own(listed) => listed.id.to_string(),
            Candidate::Mate(problem) => problem.name.clone(),
        };
        chosen.iter().map(name).collect()
    }

    #[test]
    fn what_is_due_comes_first_and_new_ones_are_limited() {
        let clock = Clock { now_ms: 100, today_ms: 0 };
        let owns = || vec![own(1, None), own(2, Some(50)), own(3, Some(101)), own(4, None)];
        let mates = || vec![mate("a", Some(40)), mate("b", None), mate("c", None)];
        let of = |limits| named(&mixed(&clock, owns(), mates(), limits));
        assert_eq!(of((20, 20)), ["a", "2", "1", "b", "4", "c"]);
        assert_eq!(of((20, 1)), ["a", "2", "1"]);
        assert_eq!(of((1, 20)), ["a"]);
        assert!(of((0, 20)).is_empty());
    }

    #[test]
    fn a_day_is_the_clients_and_seven_more_are_counted() {
        // 2024-05-01 20:00 UTC is five in the morning in Tokyo.
        let clock = Clock::of(540, 1_714_593_600_000);
        assert_eq!(clock.now_ms - clock.today_ms, 5 * 3_600_000);
        let due = |days: i64| clock.today_ms + days * DAY_MS;
        let dues = [0, due(0), due(1) - 1, due(1), due(7), due(8)];
        assert_eq!(days(&dues, clock.today_ms), [3, 1, 0, 0, 0, 0, 0, 1]);
    }
}
