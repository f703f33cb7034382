//! Requests about the session and the server.

use crate::document::changed_now;
use crate::errors::{Answer, error};
use crate::hub::{Connection, Hub, lock, random_token};
use crate::jobs::Jobs;
use crate::play::{Games, levels};
use crate::protocol::{
    ErrorCode, Event, HandicapInfo, KnownDocument, PROTOCOL_VERSION, Reply, ServerStatus,
    SessionRequest, Welcome,
};
use crate::samples;
use zenpuku_shogi::Handicap;

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn carry_out(
    hub: &Hub,
    jobs: &Jobs,
    games: &Games,
    connection: &Connection,
    request: SessionRequest,
) -> Answer<Reply> {
    match request {
        SessionRequest::Hello { protocol, session, known } => {
            let (session, resumed) = greet(hub, connection, protocol, session.as_deref())?;
            let documents = hub.storage.session_documents(&session)?;
            documents.iter().for_each(|&document| connection.subscribe(document));
            let welcome = Welcome {
                protocol: PROTOCOL_VERSION,
                version: VERSION.to_owned(),
                session,
                resumed,
                documents: hub.infos(&documents),
                games: games.states(&documents),
                jobs: jobs.infos(),
                settings: hub.settings(),
                samples: samples::infos(),
                levels: levels(),
                handicaps: handicaps(),
                notice: hub.storage.notice.clone(),
                unsaved: hub.unsaved(),
            };
            send_unknown(hub, connection, &documents, &known);
            Ok(Reply::Welcome { welcome: Box::new(welcome) })
        }
        SessionRequest::Status => Ok(Reply::Status { status: status(hub, jobs, games)? }),
        SessionRequest::WorkStop => {
            connection.stop_work();
            Ok(Reply::Ok)
        }
    }
}

fn status(hub: &Hub, jobs: &Jobs, games: &Games) -> Answer<ServerStatus> {
    let settings = hub.settings();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(ServerStatus {
        version: VERSION.to_owned(),
        uptime_ms: hub.started.elapsed().as_millis() as u64,
        connections: count(hub.connection_count()),
        live: count(hub.pool.gate.live_count()),
        jobs: count(jobs.active()),
        games: count(games.going()),
        threads: settings.threads,
        hash_mb: settings.hash_mb,
        data_folder: hub.folder.path().display().to_string(),
        library_games: hub.storage.library_count()?,
        folder_import: hub.loopback,
    })
}

/// Makes the session or brings it back; was it known?
fn greet(
    hub: &Hub,
    connection: &Connection,
    protocol: u32,
    session: Option<&str>,
) -> Answer<(String, bool)> {
    if protocol != PROTOCOL_VERSION {
        let message = format!("the server speaks version {PROTOCOL_VERSION}; reload the page");
        return Err(error(ErrorCode::BadHello, message));
    }
    let now = changed_now();
    let known = session.filter(|token| token.len() <= 64 && is_known(hub, token, now));
    let token = known.map_or_else(random_token, str::to_owned);
    if known.is_none()
        && let Err(error) = hub.storage.new_session(&token, now)
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
fn is_known(hub: &Hub, token: &str, now: u64) -> bool {
    let documents = || hub.storage.session_documents(token).unwrap_or_default();
    hub.storage.touch_session(token, now).unwrap_or_else(|_| !documents().is_empty())
}

/// Queues the documents that the client does not have as they are.
fn send_unknown(hub: &Hub, connection: &Connection, documents: &[u32], known: &[KnownDocument]) {
    for &id in documents {
        let Ok(document) = hub.document(id) else { continue };
        let document = lock(&document);
        let current =
            |have: &KnownDocument| have.document == id && have.revision == document.revision;
        if !known.iter().any(current) {
            let event = Event::Document { document: document.state() };
            hub.tell(event, connection);
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
