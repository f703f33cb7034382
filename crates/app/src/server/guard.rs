//! Who may ask: protection against pages of other origins, DNS rebinding and sniffing.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// The page may use nothing but what this server gives it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The hosts that requests may name.
pub(super) struct Guard {
    /// The name given with `--host`, if it is one.
    name: String,
}

impl Guard {
    pub(super) fn new(host: &str) -> Self {
        Self { name: host.to_ascii_lowercase() }
    }

    /// May a request name this host? An address cannot be rebound, and `localhost` is ours; any
    /// other name could be an attacker's that points here.
    fn knows(&self, host: &str) -> bool {
        let host = without_port(host).to_ascii_lowercase();
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let address = bare.unwrap_or(&host).parse::<IpAddr>().is_ok();
        address || host == "localhost" || (!self.name.is_empty() && host == self.name)
    }

    fn verdict(&self, headers: &HeaderMap) -> Result<(), (StatusCode, &'static str)> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let host = host.filter(|host| hosts.next().is_none() && self.knows(host));
        let host = host.ok_or((StatusCode::MISDIRECTED_REQUEST, "unknown host"))?;
        match headers.get(ORIGIN) {
            None => Ok(()),
            Some(origin) if is_same(origin, host) => Ok(()),
            Some(_) => Err((StatusCode::FORBIDDEN, "foreign origin")),
        }
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn is_same(origin: &HeaderValue, host: &str) -> bool {
    let origin = origin.to_str().unwrap_or_default();
    origin.strip_prefix("http://").is_some_and(|origin| origin.eq_ignore_ascii_case(host))
}

/// Lets only requests through that come from our own pages or from programs of the user.
pub(super) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    match guard.verdict(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Adds the headers that every answer has.
pub(super) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let fixed: [(HeaderName, &'static str); 6] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    let headers = response.headers_mut();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(host: &str, origin: Option<&str>) -> Option<u16> {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        Guard::new("shogi.lan").verdict(&headers).err().map(|(status, _)| status.as_u16())
    }

    #[test]
    fn hosts_that_cannot_be_rebound_are_known() {
        for host in
            ["127.0.0.1:8080", "localhost:1", "[::1]:80", "[::1]", "192.168.0.2", "SHOGI.lan:9"]
        {
            assert_eq!(verdict(host, None), None, "{host}");
        }
        for host in
            ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil", ""]
        {
            assert_eq!(verdict(host, None), Some(421), "{host}");
        }
    }

    #[test]
    fn only_the_own_origin_is_answered() {
        assert_eq!(verdict("127.0.0.1:80", Some("http://127.0.0.1:80")), None);
        for origin in
            ["http://evil.example", "http://127.0.0.1:81", "null", "https://127.0.0.1:80", ""]
        {
            assert_eq!(verdict("127.0.0.1:80", Some(origin)), Some(403), "{origin}");
        }
    }
}
