//! Games of the library as one file.

use super::files::refuse;
use crate::app::App;
use crate::errors::AppResult;
use crate::library::{archive, as_table};
use crate::protocol::{ErrorCode, MAX_MESSAGE_BYTES};
use crate::storage::Storage;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// What makes a file of games.
type Make = fn(&Storage, &[i64]) -> AppResult<Vec<u8>>;

/// Gives the games whose numbers are sent, a list in JSON, as a ZIP file of their records.
pub(super) async fn zip(State(app): State<Arc<App>>, body: Body) -> Response {
    file(app, body, (archive, "application/zip")).await
}

/// Gives them as a table in the format Parquet.
pub(super) async fn table(State(app): State<Arc<App>>, body: Body) -> Response {
    file(app, body, (as_table, "application/vnd.apache.parquet")).await
}

async fn file(app: Arc<App>, body: Body, (make, kind): (Make, &'static str)) -> Response {
    let numbers = to_bytes(body, MAX_MESSAGE_BYTES).await.ok();
    let numbers = numbers.and_then(|bytes| serde_json::from_slice::<Vec<i64>>(&bytes).ok());
    let Some(games) = numbers else {
        return refuse(StatusCode::BAD_REQUEST, "a list of the games' numbers is expected");
    };
    let made = tokio::task::spawn_blocking(move || make(&app.state.storage, &games)).await;
    match made {
        Ok(Ok(bytes)) => ([(CONTENT_TYPE, kind)], bytes).into_response(),
        Ok(Err(error)) => {
            let status = match error.code {
                ErrorCode::BadValue => StatusCode::BAD_REQUEST,
                ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
                _ => StatusCode::INTERNAL_SERVER_ERROR,
            };
            refuse(status, error.message)
        }
        Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, "the export failed"),
    }
}
