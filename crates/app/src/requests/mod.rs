//! Carrying out requests.

mod analysis;
mod documents;
mod go;
mod goals;
mod lab;
mod lens;
mod library;
mod mate;
mod play;
mod rules;
mod session;

use crate::errors::{Answer, error};
use crate::hub::{Connection, Hub};
use crate::protocol::{ClientMessage, ErrorBody, ErrorCode, Reply, Request, ServerMessage};
use std::sync::Arc;

/// A client's message, or why it is none.
pub(crate) fn read(text: &str) -> Result<ClientMessage, (Option<u32>, ErrorBody)> {
    serde_json::from_str(text).map_err(|failed| {
        // The id is worth a second look, so that the client learns which request failed.
        let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
        let id =
            value.and_then(|value| value.get("id")?.as_u64()).and_then(|id| id.try_into().ok());
        (id, error(ErrorCode::BadMessage, failed.to_string()))
    })
}

/// Does the request think or search, so that others need not wait for it?
pub(crate) const fn is_slow(request: &Request) -> bool {
    matches!(
        request,
        Request::PlayHint { .. }
            | Request::MoveJudge { .. }
            | Request::LibrarySearch { .. }
            | Request::LibraryStats
            | Request::Explorer { .. }
            | Request::GoSolve { .. }
            | Request::MateSolve { .. }
            | Request::LensSearch { .. }
            | Request::GoalsGet { .. }
    )
}

/// Carries out a request and gives the message that answers it.
pub(crate) fn answer(
    hub: &Arc<Hub>,
    connection: &Arc<Connection>,
    message: ClientMessage,
) -> ServerMessage {
    let ClientMessage { id, request } = message;
    match carry_out(hub, connection, request) {
        Ok(reply) => ServerMessage::Reply { id, reply },
        Err(error) => ServerMessage::Error { id: Some(id), error },
    }
}

fn carry_out(hub: &Arc<Hub>, connection: &Arc<Connection>, request: Request) -> Answer<Reply> {
    if let Request::Hello { protocol, session, known } = request {
        return session::hello(hub, connection, protocol, session.as_deref(), &known);
    }
    if connection.session.get().is_none() {
        return Err(error(ErrorCode::BadHello, "the first message must be `hello`"));
    }
    match request {
        Request::Hello { .. } | Request::Status | Request::SettingsSet { .. } => {
            session::carry_out(hub, connection, request)
        }
        Request::LegalMoves { sfen } => rules::legal_moves(&sfen),
        Request::Line { sfen, moves } => rules::line(&sfen, &moves),
        Request::PositionCheck { sfen } => Ok(rules::position_check(&sfen)),
        Request::AnalysisStart { .. }
        | Request::AnalysisStop
        | Request::MoveJudge { .. }
        | Request::JobAnalyse { .. }
        | Request::JobCancel { .. }
        | Request::JobResume { .. }
        | Request::JobList
        | Request::ReportGet { .. } => analysis::carry_out(hub, connection, request),
        Request::PlayNew { .. }
        | Request::PlayGet { .. }
        | Request::PlayMove { .. }
        | Request::PlayTakeBack { .. }
        | Request::PlayHint { .. }
        | Request::PlayResign { .. }
        | Request::PlayDeclare { .. }
        | Request::PlayAbort { .. } => play::carry_out(hub, connection, request),
        Request::LibrarySearch { .. }
        | Request::LibraryImport { .. }
        | Request::LibraryDelete { .. }
        | Request::LibraryStats
        | Request::Explorer { .. } => library::carry_out(hub, request),
        Request::WorkStop => {
            connection.stop_work();
            Ok(Reply::Ok)
        }
        Request::GoRead { .. } | Request::GoPlay { .. } | Request::GoSolve { .. } => {
            go::carry_out(hub, connection, request)
        }
        Request::MateSolve { .. } | Request::MateStep { .. } => {
            mate::carry_out(hub, connection, request)
        }
        Request::LensTechniques | Request::LensLesson { .. } | Request::LensSearch { .. } => {
            lens::carry_out(hub, connection, request)
        }
        Request::GoalsGet { document, node } => goals::line(hub, document, node),
        Request::LabList | Request::LabGet { .. } | Request::LabRun { .. } => {
            lab::carry_out(hub, request)
        }
        edit => documents::carry_out(hub, connection, edit),
    }
}
