//! Who may ask: protection against pages of other origins, DNS rebinding, sniffing, and other
//! accounts of the machine, who do not know the key of the app's address.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// The page may only load resources from this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The field of a query that holds the key.
const FIELD: &str = "key";
/// How long a browser may keep the key, in seconds: a year.
const KEPT: u32 = 31_536_000;
/// The answer to a request without the key.
const NO_KEY: &str = "Zenpuku: open the address that `zenpuku app` printed, with its key.\n\
    全幅：`zenpuku app` が表示した、鍵つきのアドレスを開いてください。\n";

/// The hosts that requests may name, and the key that they must know.
pub(super) struct Guard {
    /// The name given with `--host`, if it is one.
    name: String,
    key: String,
    /// Cookies are shared by all ports of a host, so each server has its own name.
    cookie: String,
}

/// How a request presents the key.
#[derive(Debug, PartialEq, Eq)]
enum Shown {
    /// By the query: the browser comes from the printed address.
    Query,
    Cookie,
}

impl Guard {
    pub(super) fn new(host: &str, port: u16, key: &str) -> Self {
        let name = host.to_ascii_lowercase();
        Self { name, key: key.to_owned(), cookie: format!("zenpuku-{port}") }
    }

    /// Does the request know the key?
    fn shown(&self, uri: &Uri, headers: &HeaderMap) -> Option<Shown> {
        let mut fields = uri.query().unwrap_or_default().split('&');
        if fields.any(|field| self.is_key(FIELD, field)) {
            return Some(Shown::Query);
        }
        let cookies = headers.get_all(COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
        let mut cookies = cookies.flat_map(|line| line.split(';')).map(str::trim);
        cookies.any(|cookie| self.is_key(&self.cookie, cookie)).then_some(Shown::Cookie)
    }

    /// Is it `name=KEY`? Takes as long for a wrong key as for a nearly right one.
    fn is_key(&self, name: &str, field: &str) -> bool {
        let given = field.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
        given.is_some_and(|given| {
            let pairs = given.bytes().zip(self.key.bytes());
            given.len() == self.key.len() && pairs.fold(0, |bits, (a, b)| bits | (a ^ b)) == 0
        })
    }

    /// Keeps the key as a cookie and sends the browser to the address without it.
    fn welcome(&self, uri: &Uri) -> Response {
        let (cookie, key) = (&self.cookie, &self.key);
        let cookie = format!("{cookie}={key}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax");
        let headers = [(SET_COOKIE, cookie), (LOCATION, without_key(uri))];
        (StatusCode::SEE_OTHER, headers).into_response()
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

/// The address without its key. An address that begins with two slashes would lead elsewhere.
fn without_key(uri: &Uri) -> String {
    let path = format!("/{}", uri.path().trim_start_matches('/'));
    let fields = uri.query().unwrap_or_default().split('&');
    let key = |field: &&str| field.split_once('=').is_some_and(|(name, _)| name == FIELD);
    let others: Vec<&str> = fields.filter(|field| !field.is_empty() && !key(field)).collect();
    if others.is_empty() { path } else { format!("{path}?{}", others.join("&")) }
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
    if let Err(refusal) = guard.verdict(request.headers()) {
        return refusal.into_response();
    }
    let path = request.uri().path();
    let page = request.method() == Method::GET && path != "/ws" && !path.starts_with("/api/");
    match guard.shown(request.uri(), request.headers()) {
        None => (StatusCode::FORBIDDEN, NO_KEY).into_response(),
        Some(Shown::Query) if page => guard.welcome(request.uri()),
        Some(_) => next.run(request).await,
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

    const SECRET: &str = "00112233445566778899aabbccddeeff";

    fn guard() -> Guard {
        Guard::new("shogi.lan", 8410, SECRET)
    }

    fn shown(uri: &str, cookie: &str) -> Option<Shown> {
        let headers = HeaderMap::from_iter([(COOKIE, cookie.parse().unwrap())]);
        guard().shown(&uri.parse().unwrap(), &headers)
    }

    #[test]
    fn only_who_knows_the_key_is_let_in() {
        assert_eq!(shown(&format!("/?a=1&key={SECRET}"), ""), Some(Shown::Query));
        let cookie = format!("a=b; zenpuku-8410={SECRET}");
        assert_eq!(shown("/ws", &cookie), Some(Shown::Cookie));
        let (short, other) = (&SECRET[1..], SECRET.replace('f', "e"));
        for key in ["", short, other.as_str(), &format!("{SECRET}0")] {
            assert_eq!(shown(&format!("/?key={key}"), &format!("zenpuku-8410={key}")), None);
        }
        assert_eq!(shown("/", &format!("zenpuku-8411={SECRET}")), None);
        assert_eq!(shown("/", &format!("key={SECRET}")), None);
    }

    #[test]
    fn the_key_leaves_the_address() {
        for (from, to) in [
            ("/?key=1", "/"),
            ("/play?key=1", "/play"),
            ("/analyse?a=%20&key=1&b=2", "/analyse?a=%20&b=2"),
            ("//evil.example/?key=1", "/evil.example/"),
        ] {
            assert_eq!(without_key(&from.parse().unwrap()), to);
        }
    }

    fn verdict(host: &str, origin: Option<&str>) -> Option<u16> {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        guard().verdict(&headers).err().map(|(status, _)| status.as_u16())
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
