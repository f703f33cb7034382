//! The embedded page.

use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

/// The built front end; a file `NAME.gz` next to `NAME` is the same, compressed.
#[derive(Embed)]
#[folder = "bundle"]
struct Bundle;

const INDEX: &str = "index.html";

/// Serves a file of the bundle; paths of rooms get the page.
pub(super) async fn serve(request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, "only GET").into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let room = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let name = if room && !path.starts_with("api/") { INDEX } else { path };
    // The names are looked up in a table, so that `..` in a path cannot reach other files.
    match Bundle::get(name) {
        Some(file) if !is_packed(name) => answer(name, file, request.headers()),
        _ => (StatusCode::NOT_FOUND, "no such file").into_response(),
    }
}

fn is_packed(name: &str) -> bool {
    std::path::Path::new(name).extension().is_some_and(|extension| extension == "gz")
}

fn answer(name: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = etag(&file);
    let mut response = if headers.get(IF_NONE_MATCH) == Some(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        body(name, file, headers)
    };
    let own = response.headers_mut();
    own.insert(ETAG, tag);
    own.insert(VARY, HeaderValue::from_static("accept-encoding"));
    // File names below assets carry a hash of their content.
    let lasting = name.starts_with("assets/");
    let cache = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    own.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}

fn etag(file: &EmbeddedFile) -> HeaderValue {
    let hash = file.metadata.sha256_hash();
    let text: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::from_str(&format!("\"{text}\"")).unwrap_or(HeaderValue::from_static("\"-\""))
}

fn body(name: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let gzip = accepted.is_some_and(|list| list.split(',').any(takes_gzip));
    let packed = gzip.then(|| Bundle::get(&format!("{name}.gz"))).flatten();
    let kind = HeaderValue::from_static(media_type(name));
    match packed {
        Some(packed) => {
            let encoding = HeaderValue::from_static("gzip");
            ([(CONTENT_TYPE, kind), (CONTENT_ENCODING, encoding)], packed.data).into_response()
        }
        None => ([(CONTENT_TYPE, kind)], file.data).into_response(),
    }
}

fn takes_gzip(one: &str) -> bool {
    let mut parts = one.split(';').map(str::trim);
    parts.next() == Some("gzip") && parts.next() != Some("q=0")
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
