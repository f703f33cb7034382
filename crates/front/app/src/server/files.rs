//! Uploads, exports, health.

use crate::app::App;
use crate::document::{ExportError, ExportFormat, ExportOptions, export as write};
use crate::protocol::{ErrorBody, ErrorCode, MAX_RECORD_BYTES, PROTOCOL_VERSION};
use crate::state::{UploadError, lock};
use axum::body::{Body, to_bytes};
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;
use zenpuku_shogi_record::{Encoding, Format};

/// How long an upload may take.
const UPLOAD_TIME: Duration = Duration::from_secs(60);

/// Says that the server is there.
pub(super) async fn health() -> Response {
    let version = env!("CARGO_PKG_VERSION");
    let text = format!(r#"{{"ok": true, "version": "{version}", "protocol": {PROTOCOL_VERSION}}}"#);
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

pub(super) fn refuse(status: StatusCode, text: impl Into<String>) -> Response {
    (status, text.into()).into_response()
}

/// The value of a query's field, decoded.
fn field(query: Option<&str>, name: &str) -> Option<String> {
    let fields = query?.split('&').filter_map(|pair| pair.split_once('='));
    let value = fields.into_iter().find(|(key, _)| *key == name)?.1;
    Some(decode(value))
}

/// Turns `%E6%AD%A9` back; invalid UTF-8 is replaced.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let hex: Vec<u8> = rest.by_ref().take(2).collect();
                let digits = std::str::from_utf8(&hex).ok();
                bytes.extend(digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()));
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Takes a record file.
pub(super) async fn upload(
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let too_large = || {
        let text = format!("a record has at most {MAX_RECORD_BYTES} bytes");
        refuse(StatusCode::PAYLOAD_TOO_LARGE, text)
    };
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: usize| length > MAX_RECORD_BYTES) {
        return too_large();
    }
    let bytes = match tokio::time::timeout(UPLOAD_TIME, to_bytes(body, MAX_RECORD_BYTES)).await {
        Err(_) => return refuse(StatusCode::REQUEST_TIMEOUT, "the upload takes too long"),
        Ok(Err(_)) => return too_large(),
        Ok(Ok(bytes)) => bytes,
    };
    let name = field(query.as_deref(), "name").unwrap_or_default();
    match app.state.uploads.put(&name, bytes.to_vec()) {
        Ok(id) => {
            let text = format!(r#"{{"upload": "{id}"}}"#);
            ([(CONTENT_TYPE, "application/json")], text).into_response()
        }
        Err(UploadError::TooLarge) => too_large(),
        Err(UploadError::Full) => refuse(
            StatusCode::TOO_MANY_REQUESTS,
            "too many uploads wait; open or import them first",
        ),
    }
}

/// Gives a document as a file.
pub(super) async fn export(
    State(app): State<Arc<App>>,
    Path(document): Path<u32>,
    RawQuery(query): RawQuery,
) -> Response {
    let Some(options) = options(query.as_deref()) else {
        return refuse(StatusCode::BAD_REQUEST, "unknown format or encoding");
    };
    let made = tokio::task::spawn_blocking(move || make(&app, document, options)).await;
    made.unwrap_or_else(|_| refuse(StatusCode::INTERNAL_SERVER_ERROR, "the export failed"))
}

fn options(query: Option<&str>) -> Option<ExportOptions> {
    let text = |name| field(query, name).unwrap_or_default();
    let format = match text("format").as_str() {
        "kif" | "" => ExportFormat::Record(Format::Kif),
        "ki2" => ExportFormat::Record(Format::Ki2),
        "csa" => ExportFormat::Record(Format::Csa),
        "jkf" => ExportFormat::Record(Format::Jkf),
        "sfen" => ExportFormat::Record(Format::Usi),
        "usen" => ExportFormat::Record(Format::Usen),
        "json" => ExportFormat::Json,
        "html" => ExportFormat::Html,
        _ => return None,
    };
    let encoding = match text("encoding").as_str() {
        "" | "utf-8" => Encoding::Utf8,
        "shift_jis" => Encoding::ShiftJis,
        _ => return None,
    };
    Some(ExportOptions { format, encoding, annotate: text("annotate") == "1" })
}

fn make(app: &App, id: u32, options: ExportOptions) -> Response {
    let failed = |error: ErrorBody| match error.code {
        ErrorCode::NotFound => refuse(StatusCode::NOT_FOUND, error.message),
        _ => refuse(StatusCode::INTERNAL_SERVER_ERROR, error.message),
    };
    let document = match app.state.document(id) {
        Ok(document) => document,
        Err(error) => return failed(error),
    };
    let report = app.analysis.report(id).ok().flatten();
    let document = lock(&document);
    let tree = match document.tree() {
        Ok(tree) => tree,
        Err(error) => return refuse(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
    };
    match write(tree, &document.title, report.as_ref(), options) {
        Ok((bytes, extension)) => attachment(bytes, &document.title, extension),
        Err(error @ ExportError::NoAnalysis) => refuse(StatusCode::NOT_FOUND, error.to_string()),
        Err(error) => refuse(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
    }
}

fn attachment(bytes: Vec<u8>, title: &str, extension: &str) -> Response {
    let stem = title.rsplit_once('.').map_or(title, |(stem, _)| stem);
    let stem = if stem.trim().is_empty() { "zenpuku" } else { stem.trim() };
    let name = encode(&format!("{stem}.{extension}"));
    let disposition = format!("attachment; filename*=UTF-8''{name}");
    let disposition =
        HeaderValue::from_str(&disposition).unwrap_or(HeaderValue::from_static("attachment"));
    let kind = HeaderValue::from_static("application/octet-stream");
    ([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, disposition)], bytes).into_response()
}

/// Writes everything but plain letters and digits as `%E6`.
fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    text.bytes().fold(String::new(), |mut out, byte| {
        if plain(byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_url() {
        let name = "名人戦 第1局/../%.kif";
        assert_eq!(decode(&encode(name)), name);
        assert_eq!(field(Some("a=1&name=%E6%AD%A9+x"), "name").as_deref(), Some("歩 x"));
        assert_eq!(decode("%zz%4"), "\u{4}");
    }
}
