//! Requests about the session and the server.

use crate::document::changed_now;
use crate::errors::{AppResult, error};
use crate::jobs::Jobs;
use crate::play::{Games, levels, styles};
use crate::protocol::{
    ErrorCode, Event, HandicapInfo, KnownDocument, PROTOCOL_VERSION, Reply, ServerStatus,
    SessionRequest, Welcome,
};
use crate::samples;
use crate::state::{AppState, Connection, lock, random_token};
use zenpuku_shogi::Handicap;

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn carry_out(
    state: &AppState,
    jobs: &Jobs,
    games: &Games,
    connection: &Connection,
    request: SessionRequest,
) -> AppResult<Reply> {
    match request {
        SessionRequest::Hello { protocol, session, known } => {
            let (session, resumed) = greet(state, connection, protocol, session.as_deref())?;
            let documents = state.storage.session_documents(&session)?;
            documents.iter().for_each(|&document| connection.subscribe(document));
            let welcome = Welcome {
                protocol: PROTOCOL_VERSION,
                version: VERSION.to_owned(),
                session,
                resumed,
                documents: state.infos(&documents),
                games: games.states(&documents),
                jobs: jobs.infos(),
                settings: state.settings(),
                samples: samples::infos(),
                levels: levels(),
                styles: styles(),
                handicaps: handicaps(),
                notice: state.storage.notice.clone(),
                unsaved: state.unsaved(),
            };
            send_unknown(state, connection, &documents, &known);
            Ok(Reply::Welcome { welcome: Box::new(welcome) })
        }
        SessionRequest::Status => Ok(Reply::Status { status: status(state, jobs, games)? }),
        SessionRequest::WorkStop => {
            connection.stop_work();
            Ok(Reply::Ok)
        }
    }
}

fn status(state: &AppState, jobs: &Jobs, games: &Games) -> AppResult<ServerStatus> {
    let settings = state.settings();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(ServerStatus {
        version: VERSION.to_owned(),
        uptime_ms: state.started.elapsed().as_millis() as u64,
        connections: count(state.connection_count()),
        live: count(state.pool.scheduler.live_count()),
        jobs: count(jobs.active()),
        games: count(games.going()),
        threads: settings.threads,
        hash_mb: settings.hash_mb,
        data_folder: state.folder.path().display().to_string(),
        library_games: state.storage.library_count()?,
        folder_import: state.loopback,
    })
}

/// Makes the session or brings it back; was it known?
fn greet(
    state: &AppState,
    connection: &Connection,
    protocol: u32,
    session: Option<&str>,
) -> AppResult<(String, bool)> {
    if protocol != PROTOCOL_VERSION {
        let message = format!("the server speaks version {PROTOCOL_VERSION}; reload the page");
        return Err(error(ErrorCode::BadHello, message));
    }
    let now = changed_now();
    let known = session.filter(|token| token.len() <= 64 && is_known(state, token, now));
    let token = known.map_or_else(random_token, str::to_owned);
    if known.is_none()
        && let Err(error) = state.storage.new_session(&token, now)
    {
        // A full disk must not keep the page from saying so.
        tracing::warn!("the session is not stored: {error}");
    }
    if connection.session.set(token.clone()).is_err() {
        return Err(error(ErrorCode::BadHello, "`hello` was said already"));
    }
    Ok((token, known.is_some()))
}

/// Is the session stored? A disk that takes no writes is still asked.
fn is_known(state: &AppState, token: &str, now: u64) -> bool {
    let documents = || state.storage.session_documents(token).unwrap_or_default();
    state.storage.touch_session(token, now).unwrap_or_else(|_| !documents().is_empty())
}

/// Queues the documents that the client does not have as they are.
fn send_unknown(
    state: &AppState,
    connection: &Connection,
    documents: &[u32],
    known: &[KnownDocument],
) {
    for &id in documents {
        let Ok(document) = state.document(id) else { continue };
        let document = lock(&document);
        // A client without a game of go requests the one that it shows: sending
        // many complete ones is too much.
        if document.go().is_ok() && !known.iter().any(|have| have.document == id) {
            continue;
        }
        let current =
            |have: &KnownDocument| have.document == id && have.revision == document.revision;
        if !known.iter().any(current) {
            let event = Event::Document { document: document.state() };
            state.publish_to(event, connection);
        }
    }
}

fn handicaps() -> Vec<HandicapInfo> {
    let info = |handicap: Handicap| HandicapInfo {
        name: handicap.name_ja().to_owned(),
        english: english(handicap).to_owned(),
        sfen: handicap.sfen(),
    };
    Handicap::ALL.into_iter().map(info).collect()
}

const fn english(handicap: Handicap) -> &'static str {
    match handicap {
        Handicap::Even => "Even game",
        Handicap::Lance => "Lance",
        Handicap::RightLance => "Right lance",
        Handicap::Bishop => "Bishop",
        Handicap::Rook => "Rook",
        Handicap::RookLance => "Rook and lance",
        Handicap::Two => "Two pieces",
        Handicap::Three => "Three pieces",
        Handicap::Four => "Four pieces",
        Handicap::Five => "Five pieces",
        Handicap::LeftFive => "Five pieces (left)",
        Handicap::Six => "Six pieces",
        Handicap::LeftSeven => "Seven pieces (left)",
        Handicap::RightSeven => "Seven pieces (right)",
        Handicap::Eight => "Eight pieces",
        Handicap::Ten => "Ten pieces",
    }
}
