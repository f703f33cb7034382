//! Clients that misuse the network: floods, drips, and bytes that are not records.

use crate::client::{PATIENCE, TestServer};
use proptest::prelude::*;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};
use zenpuku_app::protocol::{DocumentRequest, ErrorCode, Reply, SessionRequest, Source};

const MEGABYTE: usize = 1_000_000;

/// Sends `head` and 50 MB in pieces; returns the server's answer, and how much
/// it read before closing the connection.
fn flood(server: &TestServer, head: &str, chunked: bool) -> (String, usize) {
    let mut stream = TcpStream::connect(server.address).expect("the port is open");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
    let (host, cookie) = (server.address, server.cookie());
    write!(stream, "{head}\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n").expect("the head is sent");
    let piece = vec![b'*'; MEGABYTE];
    let mut sent = 0;
    while sent < 50 * MEGABYTE {
        let framed = |stream: &mut TcpStream| {
            if chunked {
                write!(stream, "{MEGABYTE:x}\r\n")?;
            }
            stream.write_all(&piece)?;
            if chunked { stream.write_all(b"\r\n") } else { Ok(()) }
        };
        if framed(&mut stream).is_err() {
            break;
        }
        sent += MEGABYTE;
    }
    let mut answer = Vec::new();
    // The connection may be reset while the server's answer is in transit.
    let _ = stream.read_to_end(&mut answer);
    (String::from_utf8_lossy(&answer).into_owned(), sent)
}

#[test]
fn fifty_megabytes_are_not_taken() {
    let server = TestServer::start();
    let post = "POST /api/upload?name=a.kif HTTP/1.1";
    for (head, chunked) in [
        (format!("{post}\r\nContent-Length: 50000000"), false),
        (format!("{post}\r\nTransfer-Encoding: chunked"), true),
    ] {
        let (answer, sent) = flood(&server, &head, chunked);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{head}: {answer}");
        assert!(sent < 50 * MEGABYTE, "{head}: the server took {sent} bytes");
        assert!(matches!(server.client().ask(SessionRequest::Status), Reply::Status { .. }));
    }
}

#[test]
fn who_sends_a_request_drop_by_drop_is_shown_out() {
    let server = TestServer::start();
    let mut drips: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(server.address).expect("the port is open");
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("some is sent");
            stream
        })
        .collect();
    let begun = Instant::now();
    assert_eq!(server.get("/health").0, 200);
    drips.retain_mut(drips_on);
    assert!(!drips.is_empty(), "others are served before these are shown out");
    while !drips.is_empty() {
        assert!(begun.elapsed() < PATIENCE, "{} still hold a place", drips.len());
        std::thread::sleep(Duration::from_millis(500));
        drips.retain_mut(drips_on);
    }
}

/// Sends another byte; `false` when the server has ended the connection.
fn drips_on(stream: &mut TcpStream) -> bool {
    stream.set_read_timeout(Some(Duration::from_millis(1))).expect("a timeout");
    !matches!(stream.read(&mut [0; 256]), Ok(0)) && stream.write_all(b"x").is_ok()
}

#[test]
fn no_more_connections_are_held_than_there_is_room_for() {
    let server = TestServer::start();
    let idle: Vec<TcpStream> = (0..300)
        .map(|_| TcpStream::connect(server.address).expect("the system takes it"))
        .collect();
    // Those beyond the limit are closed immediately, the others when they stay silent.
    let until = Instant::now() + PATIENCE;
    let served = || -> bool {
        let mut stream = TcpStream::connect(server.address).expect("the port is open");
        stream.set_read_timeout(Some(Duration::from_secs(1))).expect("a timeout");
        let (host, cookie) = (server.address, server.cookie());
        let request = format!("GET /health HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
        let mut answer = [0; 12];
        stream.write_all(request.as_bytes()).is_ok()
            && stream.read_exact(&mut answer).is_ok()
            && answer == *b"HTTP/1.1 200"
    };
    while !served() {
        assert!(Instant::now() < until, "the places are free again");
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(idle);
}

/// A Shift_JIS game of professionals.
fn record() -> Vec<u8> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/records/ryuo-2014-09-02.kif");
    std::fs::read(path).expect("the record is there")
}

fn utf_16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

/// Opens bytes as a file; the result is a document or an error.
fn opens(server: &TestServer, name: &str, bytes: &[u8]) -> Result<u32, ErrorCode> {
    let upload = server.upload(name, bytes);
    let open = DocumentRequest::Open { source: Source::Upload { upload }, game_index: None };
    let mut client = server.client();
    match client.try_ask(open) {
        Ok(Reply::Document { document }) => {
            client.ask(DocumentRequest::Close { document: document.info.id });
            Ok(document.info.plies)
        }
        Ok(other) => panic!("no document but {other:?}"),
        Err(error) => {
            assert!(!error.message.is_empty());
            Err(error.code)
        }
    }
}

#[test]
fn broken_encodings_open_or_are_refused_with_a_reason() {
    let server = TestServer::start();
    let whole = record();
    let half_character = &whole[..whole.len() / 2 + 1];
    let mut bad_utf_8 = "先手：".as_bytes().to_vec();
    bad_utf_8.extend(b"\xff\xfe\xc0\x80\xed\xa0\x80\r\n   1 ");
    bad_utf_8.extend("７六歩(77)\r\n".as_bytes());
    let cases: [(&str, Vec<u8>); 8] = [
        ("empty.kif", Vec::new()),
        ("zeros.kif", vec![0; 10_000]),
        ("high.csa", vec![0xff; 10_000]),
        ("half.kif", half_character.to_vec()),
        ("mixed.kif", bad_utf_8),
        ("utf16.kif", utf_16("手合割：平手\r\n   1 ７六歩(77)\r\n")),
        ("lone-surrogate.jkf", br#"{"header":{"a":"\ud800"},"moves":[{}]}"#.to_vec()),
        ("deep.jkf", format!("{}{}", "[".repeat(200_000), "]".repeat(200_000)).into_bytes()),
    ];
    for (name, bytes) in cases {
        match opens(&server, name, &bytes) {
            Ok(_) | Err(ErrorCode::BadRecord | ErrorCode::BadPosition) => {}
            Err(code) => panic!("{name}: {code:?}"),
        }
    }
    assert_eq!(opens(&server, "whole.kif", &whole), Ok(117));
}

#[test]
fn no_bytes_make_the_server_fail() {
    let server = TestServer::start();
    let names = vec!["a.kif", "a.ki2", "a.csa", "a.jkf", "a.sfen", "a"];
    let damage = proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..40);
    let bytes = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..400),
        damage.prop_map(|damage| {
            let mut bytes = record();
            for (at, byte) in damage {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            bytes
        }),
    ];
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner
        .run(&(proptest::sample::select(names), bytes), |(name, bytes)| {
            match opens(&server, name, &bytes) {
                Ok(_) | Err(ErrorCode::BadRecord | ErrorCode::BadPosition) => Ok(()),
                Err(code) => Err(TestCaseError::fail(format!("{name}: {code:?}"))),
            }
        })
        .expect("every file is opened or refused");
}
