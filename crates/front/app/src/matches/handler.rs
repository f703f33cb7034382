//! Requests about matches.

use super::store::{Entrant, Plan};
use super::{MAX_MATCHES, Matches, openings, run};
use crate::errors::{AppResult, error, in_range, not_found};
use crate::jobs::{Jobs, Work};
use crate::play::today;
use crate::protocol::{ErrorCode, MatchOpenings, MatchSetup, MatchState, MatchesRequest, Reply};
use crate::state::{Connection, lock};
use zenpuku_arena::clock::TimeControl;

/// Fewest and most players.
const PLAYERS: [u32; 2] = [2, 8];
/// Most games each time two players meet.
const MAX_GAMES: u32 = 10_000;
/// Most nodes and milliseconds a move, and milliseconds of a clock.
const MAX_NODES: u64 = 1_000_000_000;
const MAX_MS: u64 = 24 * 3_600 * 1_000;
/// The name of the built-in engine.
const BUILT_IN: &str = "Zenpuku";

pub(crate) fn carry_out(
    matches: &Matches,
    jobs: &Jobs,
    connection: &Connection,
    request: MatchesRequest,
) -> AppResult<Reply> {
    match request {
        MatchesRequest::List => Ok(Reply::Matches { matches: matches.states() }),
        MatchesRequest::Start { setup, openings } => {
            start(matches, jobs, setup, &openings).map(reply)
        }
        MatchesRequest::Resume { id } => resume(matches, jobs, id).map(reply),
        MatchesRequest::Games { id } => {
            Ok(Reply::MatchGames { games: matches.read(id, |one| one.games.clone())? })
        }
        MatchesRequest::Watch { id } => {
            connection.watch(id);
            let games = id.map_or_else(Vec::new, |id| matches.live.of(id));
            Ok(Reply::MatchLiveGames { games })
        }
        MatchesRequest::Open { id, game } => open(matches, connection, id, game),
        MatchesRequest::Delete { id } => {
            if is_going(matches, jobs, id)? {
                return Err(error(
                    ErrorCode::WrongState,
                    "the match is being played; stop it first",
                ));
            }
            matches.remove(id)?;
            Ok(Reply::Ok)
        }
    }
}

fn reply(state: MatchState) -> Reply {
    Reply::Match { state: Box::new(state) }
}

fn start(
    matches: &Matches,
    jobs: &Jobs,
    setup: MatchSetup,
    openings: &MatchOpenings,
) -> AppResult<MatchState> {
    check(&setup)?;
    if matches.count() >= MAX_MATCHES {
        let message = format!("{MAX_MATCHES} matches are kept; delete some first");
        return Err(error(ErrorCode::TooLarge, message));
    }
    let players = setup.players.iter().map(|&engine| entrant(matches, engine));
    let mut players = players.collect::<AppResult<Vec<_>>>()?;
    make_names_unique(&mut players);
    let openings = openings::chosen(&matches.state, openings)?;
    let created = today().replace('/', "-");
    let id = matches.add(Plan { setup, players, openings, created })?;
    resume(matches, jobs, id)
}

fn entrant(matches: &Matches, engine: u32) -> AppResult<Entrant> {
    if engine == 0 {
        return Ok(Entrant { name: BUILT_IN.to_owned(), engine: None });
    }
    let engine = matches.state.engines.get(engine)?;
    Ok(Entrant { name: engine.name.clone(), engine: Some(engine) })
}

/// An engine may play against itself: `Zenpuku`, `Zenpuku 2`.
fn make_names_unique(players: &mut [Entrant]) {
    for index in 1..players.len() {
        let (before, rest) = players.split_at_mut(index);
        let name = &mut rest[0].name;
        let plain = name.clone();
        let mut number = 2;
        while before.iter().any(|other| other.name == *name) {
            *name = format!("{plain} {number}");
            number += 1;
        }
    }
}

fn check(setup: &MatchSetup) -> AppResult<()> {
    in_range("the number of players", setup.players.len() as u32, PLAYERS[0], PLAYERS[1])?;
    in_range("the number of games", setup.games, 2, MAX_GAMES)?;
    if !setup.games.is_multiple_of(2) {
        let message = "games are played in pairs with colours swapped: an even number is expected";
        return Err(error(ErrorCode::BadValue, message));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u32;
    in_range("the number of games at a time", setup.concurrency, 1, cores)?;
    let good = match setup.time {
        TimeControl::Nodes(nodes) => (1..=MAX_NODES).contains(&nodes),
        TimeControl::Depth(depth) => (1..=64).contains(&depth),
        TimeControl::MoveTime(ms) => (10..=MAX_MS).contains(&ms),
        TimeControl::Clock { main, byoyomi, increment } => {
            main.max(byoyomi).max(increment) <= MAX_MS && main + byoyomi + increment >= 10
        }
    };
    if !good {
        return Err(error(ErrorCode::BadValue, "the time a move is out of range"));
    }
    check_test(setup)
}

fn check_test(setup: &MatchSetup) -> AppResult<()> {
    let Some(test) = setup.sprt else { return Ok(()) };
    if setup.players.len() != 2 {
        let message = "SPRT ends a match of two players; more play all games";
        return Err(error(ErrorCode::BadValue, message));
    }
    test.checked().map(|_| ()).map_err(|bad| error(ErrorCode::BadValue, format!("SPRT: {bad}")))
}

/// Puts a match that is not being played into the queue.
fn resume(matches: &Matches, jobs: &Jobs, id: u32) -> AppResult<MatchState> {
    if is_going(matches, jobs, id)? {
        return Err(error(ErrorCode::WrongState, "the match is being played already"));
    }
    let title = matches.read(id, |one| one.names().join(" - "))?;
    let job = jobs.add(Work::Match { id }, title)?;
    matches.set_job(id, job.job)
}

fn is_going(matches: &Matches, jobs: &Jobs, id: u32) -> AppResult<bool> {
    matches.read(id, |_| ())?;
    Ok(jobs.plays(id))
}

fn open(matches: &Matches, connection: &Connection, id: u32, game: u32) -> AppResult<Reply> {
    let state = &matches.state;
    let (plan, played) = matches.store.read(id)?;
    let fixtures = played
        .into_iter()
        .flat_map(|pair| pair.meeting.fixtures().into_iter().zip(pair.games.games));
    let stored = fixtures.into_iter().find(|(fixture, _)| fixture.number == u64::from(game));
    let stored = stored.map(|(fixture, record)| (fixture.players, record));
    let found = stored.or_else(|| matches.live.record(id, game));
    let made = found.and_then(|(players, record)| run::document(&plan, players, &record));
    let made = made.ok_or_else(|| not_found("game", game))?;
    let document = state.add_document(&made.title, made.content.clone(), |_| ())?;
    let number = lock(&document).id;
    state.join(connection, number)?;
    let shown = lock(&document).state();
    Ok(Reply::Document { document: Box::new(shown) })
}
