//! Static files, health, uploads, exports, and refused requests.

use crate::client::TestServer;
use crate::records::KIF;
use zenpuku_app::protocol::Source;

#[test]
fn the_page_is_ready_and_shut_off_from_others() {
    let server = TestServer::start();
    let (status, head, body) = server.get("/");
    assert_eq!(status, 200);
    assert!(String::from_utf8_lossy(&body).to_ascii_lowercase().contains("<!doctype html>"));
    let head = head.to_ascii_lowercase();
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "referrer-policy: no-referrer",
        "content-type: text/html; charset=utf-8",
        "etag: \"",
    ] {
        assert!(head.contains(header), "{header} in {head}");
    }
    assert!(!head.contains("unsafe"));
}

#[test]
fn rooms_get_the_page_and_unknown_files_do_not() {
    let server = TestServer::start();
    let page = server.get("/").2;
    assert_eq!(server.get("/analyse/12?node=3").2, page);
    assert_eq!(server.get("/assets/nothing.js").0, 404);
    assert_eq!(server.get("/api/nothing").0, 404);
    assert_eq!(server.http("DELETE / HTTP/1.1", b"").0, 405);
}

#[test]
fn every_script_of_the_page_is_served_packed_and_kept() {
    let server = TestServer::start();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/bundle/assets");
    let names = std::fs::read_dir(folder).expect("the bundle").map(|entry| {
        entry.expect("a file").file_name().into_string().expect("a name of ASCII letters")
    });
    let scripts: Vec<String> = names.filter(|name| name.ends_with(".js")).collect();
    assert!(scripts.len() > 9, "a script for each room: {scripts:?}");
    for name in scripts {
        let request = format!("GET /assets/{name} HTTP/1.1\r\nAccept-Encoding: gzip");
        let (status, head, _) = server.http(&request, b"");
        assert_eq!(status, 200, "{name}");
        for header in [
            "content-type: text/javascript; charset=utf-8",
            "content-encoding: gzip",
            "cache-control: public, max-age=31536000, immutable",
        ] {
            assert!(head.contains(header), "{name}: {header} in {head}");
        }
    }
}

#[test]
fn what_installs_the_page_is_asked_for_at_every_start() {
    let server = TestServer::start();
    for (path, kind) in [
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/icon-192.png", "image/png"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let (status, head, _) = server.get(path);
        assert_eq!(status, 200, "{path}");
        for header in [format!("content-type: {kind}"), "cache-control: no-cache".to_owned()] {
            assert!(head.contains(&header), "{path}: {header} in {head}");
        }
    }
    let policy = server.get("/").1;
    assert!(policy.contains("manifest-src 'self'"), "{policy}");
}

#[test]
fn an_unchanged_page_is_not_sent_again() {
    let server = TestServer::start();
    let head = server.get("/").1;
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").to_owned();
    let (status, _, body) = server.http(&format!("GET / HTTP/1.1\r\nIf-None-Match: {tag}"), b"");
    assert_eq!((status, body.len()), (304, 0));
}

#[test]
fn paths_that_climb_find_nothing() {
    let server = TestServer::start();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/assets/../../Cargo.toml",
        "//etc/pass.wd",
        "/%2e%2e/Cargo.toml",
    ] {
        let (status, _, body) = server.get(path);
        assert_eq!(status, 404, "{path}");
        assert!(!String::from_utf8_lossy(&body).contains("package"));
    }
}

#[test]
fn health_names_version_and_protocol() {
    let server = TestServer::start();
    let (status, _, body) = server.get("/health");
    let value: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!(
        (status, value["ok"].as_bool(), value["protocol"].as_u64()),
        (200, Some(true), Some(1))
    );
}

#[test]
fn foreign_hosts_and_origins_are_refused_everywhere() {
    let server = TestServer::start();
    let foreign = "GET / HTTP/1.1\r\nHost: evil.example";
    assert_eq!(server.http(foreign, b"").0, 421);
    let rebound = format!("GET /health HTTP/1.1\r\nHost: evil.example:{}", server.address.port());
    assert_eq!(server.http(&rebound, b"").0, 421);
    let cross = "POST /api/upload?name=a.kif HTTP/1.1\r\nOrigin: http://evil.example";
    assert_eq!(server.http(cross, KIF.as_bytes()).0, 403);
    assert_eq!(server.try_connect(&[("Origin", "http://evil.example")]).err(), Some(403));
    assert_eq!(server.try_connect(&[("Origin", "null")]).err(), Some(403));
    assert_eq!(server.try_connect(&[("Host", "evil.example")]).err(), Some(421));
    let own = format!("http://{}", server.address);
    assert!(server.try_connect(&[("Origin", &own)]).is_ok());
}

#[test]
fn who_does_not_know_the_key_is_refused_everywhere() {
    let server = TestServer::start();
    let guess = format!("zenpuku-{}={}", server.address.port(), "0".repeat(32));
    for cookie in ["a=b", &guess] {
        for head in [
            "GET / HTTP/1.1",
            "GET /health HTTP/1.1",
            "GET /api/export/1 HTTP/1.1",
            "GET /?key=00000000000000000000000000000000 HTTP/1.1",
            "POST /api/upload?name=a.kif HTTP/1.1",
        ] {
            let (status, _, body) = server.http(&format!("{head}\r\nCookie: {cookie}"), b"");
            let said = String::from_utf8(body).expect("words");
            assert!(status == 403 && said.contains("open the address"), "{head}: {status} {said}");
        }
        assert_eq!(server.try_connect(&[("Cookie", cookie)]).err(), Some(403));
    }
}

#[test]
fn the_address_with_the_key_gives_the_browser_a_cookie() {
    let server = TestServer::start();
    let key = &server.key;
    let head = format!("GET /analyse?key={key}&node=3 HTTP/1.1\r\nCookie: a=b");
    let (status, head, _) = server.http(&head, b"");
    assert_eq!(status, 303);
    let cookie = format!("set-cookie: {}; Path=/; Max-Age=", server.cookie());
    assert!(head.contains("location: /analyse?node=3\r\n"), "{head}");
    assert!(head.contains(&cookie) && head.contains("; HttpOnly; SameSite=Lax"), "{head}");
    // A program needs no cookie.
    let health = format!("GET /api/export/9?key={key} HTTP/1.1\r\nCookie: a=b");
    assert_eq!(server.http(&health, b"").0, 404);
}

#[test]
fn the_key_outlives_a_restart() {
    let server = TestServer::start();
    let key = server.key.clone();
    let folder = server.end().expect("a folder");
    assert_eq!(TestServer::start_in(folder.path()).key, key);
    assert_ne!(TestServer::start().key, key);
}

#[test]
fn uploads_have_a_limit() {
    let server = TestServer::start();
    let large = vec![b'*'; 10_000_001];
    assert_eq!(server.http("POST /api/upload?name=a.kif HTTP/1.1", &large).0, 413);
    let largest = vec![b'*'; 10_000_000];
    assert_eq!(server.http("POST /api/upload?name=a.kif HTTP/1.1", &largest).0, 200);
}

#[test]
fn every_export_reads_back() {
    let server = TestServer::start();
    let mut client = server.client();
    let upload = server.upload("%E6%AD%A9.kif", KIF.as_bytes());
    let document = client.open(Source::Upload { upload });
    assert_eq!(document.info.title, "歩.kif");
    let id = document.info.id;
    for format in ["kif", "ki2", "csa", "jkf", "sfen"] {
        let (status, head, body) = server.get(&format!("/api/export/{id}?format={format}"));
        assert_eq!(status, 200, "{format}");
        assert!(head.contains("attachment; filename*=UTF-8''%E6%AD%A9."), "{head}");
        let again = client.open_text(&String::from_utf8(body).expect("UTF-8"));
        assert_eq!(again.info.plies, 4, "{format}");
        if format == "kif" {
            assert_eq!(again.nodes.len(), document.nodes.len());
            assert_eq!(again.headers, document.headers);
            assert!(again.nodes.iter().any(|node| node.comment == "初手"));
        }
    }
    let (_, _, sjis) = server.get(&format!("/api/export/{id}?format=kif&encoding=shift_jis"));
    assert!(String::from_utf8(sjis).is_err());
    assert_eq!(server.get(&format!("/api/export/{id}?format=html")).0, 404, "not analysed");
    assert_eq!(server.get(&format!("/api/export/{id}?format=exe")).0, 400);
    assert_eq!(server.get("/api/export/99999?format=kif").0, 404);
}
