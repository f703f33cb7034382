//! Carrying out requests.

use crate::app::App;
use crate::errors::{AppResult, error};
use crate::protocol::{
    AnalysisRequest, BooksRequest, ClientMessage, EnginesRequest, ErrorBody, ErrorCode, GoRequest,
    LensRequest, LibraryRequest, MatchesRequest, PlayRequest, Reply, Request, Seat, ServerMessage,
    SessionRequest,
};
use crate::state::Connection;
use crate::{
    analysis, books, daily, document, engines, go, goals, jobs, lab, lens, library, matches, mate,
    play, position, session, settings,
};
use std::sync::Arc;
use zenpuku_core::StopToken;

/// A client's message, or the parse error.
pub(crate) fn read(text: &str) -> Result<ClientMessage, (Option<u32>, ErrorBody)> {
    serde_json::from_str(text).map_err(|failed| {
        // The id is worth a second look, so that the client learns which request failed.
        let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
        let id =
            value.and_then(|value| value.get("id")?.as_u64()).and_then(|id| id.try_into().ok());
        (id, error(ErrorCode::BadMessage, failed.to_string()))
    })
}

/// How long a request takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// The client's next request waits for it.
    Quick,
    /// It thinks or reads files: others need not wait for it.
    Slow,
    /// A search in a separate slot, which the client can stop.
    Search,
}

const fn pace(request: &Request) -> Pace {
    match request {
        Request::Play(
            PlayRequest::Hint { .. }
            | PlayRequest::New { black: Seat::Usi { .. }, .. }
            | PlayRequest::New { white: Seat::Usi { .. }, .. },
        )
        | Request::Analysis(
            AnalysisRequest::MoveJudge { .. }
            | AnalysisRequest::MoveRefute { .. }
            | AnalysisRequest::MoveRefuteProof { .. },
        )
        | Request::Library(
            LibraryRequest::Search { .. }
            | LibraryRequest::Numbers { .. }
            | LibraryRequest::WatchFolder { .. }
            | LibraryRequest::Duplicates
            | LibraryRequest::Players
            | LibraryRequest::Player { .. }
            | LibraryRequest::Stats
            | LibraryRequest::Explorer { .. },
        )
        | Request::Engines(EnginesRequest::Add { .. } | EnginesRequest::Check { .. })
        | Request::Match(MatchesRequest::Start { .. } | MatchesRequest::Open { .. })
        | Request::Go(GoRequest::SetEngine { .. })
        | Request::Goals(_) => Pace::Slow,
        Request::Go(
            GoRequest::Solve { .. }
            | GoRequest::Status { .. }
            | GoRequest::Review { .. }
            | GoRequest::Answer { .. },
        )
        | Request::Lens(LensRequest::Search { .. })
        | Request::Books(BooksRequest::Build { .. }) => Pace::Search,
        // The file of a book may be large, and another one may be in use.
        Request::Books(BooksRequest::List) => Pace::Quick,
        Request::Books(_) => Pace::Slow,
        Request::Mate(request) => request.pace(),
        Request::Daily(request) => request.pace(),
        _ => Pace::Quick,
    }
}

/// A client's request whose turn has come.
pub(crate) struct Begun {
    message: ClientMessage,
    /// Stopped when the client wants no answer any more; of a search only.
    stop: StopToken,
    /// Need others not wait for it?
    pub(crate) slow: bool,
}

impl Begun {
    pub(crate) const fn id(&self) -> u32 {
        self.message.id
    }
}

/// Accepts a request; called in the order of the client's requests. From here
/// on a search is registered, so that the next request can stop it.
pub(crate) fn begin(connection: &Connection, message: ClientMessage) -> Begun {
    let pace = pace(&message.request);
    let stop = match pace {
        Pace::Search => connection.announce_work(),
        Pace::Quick | Pace::Slow => StopToken::new(),
    };
    Begun { message, stop, slow: pace != Pace::Quick }
}

/// Carries out a request and gives the message that answers it.
pub(crate) fn answer(app: &App, connection: &Arc<Connection>, begun: Begun) -> ServerMessage {
    let ClientMessage { id, request } = begun.message;
    match carry_out(app, connection, request, &begun.stop) {
        Ok(reply) => ServerMessage::Reply { id, reply },
        Err(error) => ServerMessage::Error { id: Some(id), error },
    }
}

fn carry_out(
    app: &App,
    connection: &Arc<Connection>,
    request: Request,
    stop: &StopToken,
) -> AppResult<Reply> {
    let greets = matches!(request, Request::Session(SessionRequest::Hello { .. }));
    if connection.session.get().is_none() && !greets {
        return Err(error(ErrorCode::BadHello, "the first message must be `hello`"));
    }
    let App { state, jobs, games, analysis, goals, lab, matches, books } = app;
    match request {
        Request::Session(request) => session::carry_out(state, jobs, games, connection, request),
        Request::Settings(request) => settings::carry_out(state, connection, request),
        Request::Engines(request) => engines::carry_out(state, connection, request),
        Request::Document(request) => document::carry_out(state, jobs, games, connection, request),
        Request::Position(request) => position::carry_out(request),
        Request::Analysis(request) => analysis::carry_out(analysis, connection, request),
        Request::Job(request) => jobs::carry_out(jobs, request),
        Request::Play(request) => play::carry_out(games, connection, request),
        Request::Library(request) => library::carry_out(state, jobs, analysis, request),
        Request::Books(request) => books::carry_out(books, connection, request, stop),
        Request::Go(request) => go::carry_out(state, request, stop),
        Request::Mate(request) => mate::carry_out(state, analysis, connection, request, stop),
        Request::Daily(request) => daily::carry_out(state, request),
        Request::Match(request) => matches::carry_out(matches, jobs, connection, request),
        Request::Goals(request) => goals::carry_out(state, goals, analysis, request),
        Request::Lab(request) => lab::carry_out(lab, jobs, request),
        Request::Lens(request) => lens::carry_out(state, request, stop),
    }
}
