//! Clients that break the rules.

use crate::client::{Client, PATIENCE, TestServer};
use crate::records::KIF;
use proptest::prelude::*;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use zenpuku_app::protocol::{
    DocumentRequest, ErrorCode, JobRequest, LibraryRequest, MAX_MESSAGE_BYTES, PlayRequest,
    PositionRequest, Reply, Request, ServerMessage, SessionRequest, Source,
};

/// The code with which the server closes.
fn closed(client: &mut Client) -> Option<u16> {
    client.socket.get_ref().set_read_timeout(Some(PATIENCE)).expect("a timeout");
    loop {
        match client.socket.read() {
            Ok(Message::Close(frame)) => return frame.map(|frame| CloseCode::into(frame.code)),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

/// Why the server has no place for the client; `None` if it has one, and pings it immediately.
fn turned_away(client: &mut Client) -> Option<(u16, String)> {
    client.socket.get_ref().set_read_timeout(Some(PATIENCE)).expect("a timeout");
    match client.socket.read().expect("a ping or a close frame") {
        Message::Close(Some(frame)) => Some((frame.code.into(), frame.reason.to_string())),
        _ => None,
    }
}

#[test]
fn what_is_no_message_is_answered_and_the_connection_stays() {
    let server = TestServer::start();
    let mut client = server.client();
    for (text, id) in [
        ("", None),
        ("{", None),
        ("[1]", None),
        (r#"{"id": 5}"#, Some(5)),
        (r#"{"id": 6, "request": {"type": "format_disk"}}"#, Some(6)),
        (r#"{"id": -1, "request": {"type": "status"}}"#, None),
        (r#"{"id": 7, "request": {"type": "legal_moves", "sfen": 3}}"#, Some(7)),
    ] {
        client.socket.send(Message::text(text)).expect("sent");
        match client.read(PATIENCE) {
            Some(ServerMessage::Error { id: found, error }) => {
                assert_eq!((found, error.code), (id, ErrorCode::BadMessage), "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(matches!(client.ask(SessionRequest::Status), Reply::Status { .. }));
}

#[test]
fn an_oversized_message_closes_the_connection() {
    let server = TestServer::start();
    let mut client = server.client();
    let text = "x".repeat(MAX_MESSAGE_BYTES + 1);
    // The server may be gone before everything is sent.
    let _ = client.socket.send(Message::text(text));
    let code = closed(&mut client);
    assert!(code.is_none() || code == Some(1009), "{code:?}");
    assert!(matches!(server.client().ask(SessionRequest::Status), Reply::Status { .. }));
}

#[test]
fn binary_frames_close_the_connection() {
    let server = TestServer::start();
    let mut client = server.client();
    client.socket.send(Message::binary(vec![0, 1, 2])).expect("sent");
    assert_eq!(closed(&mut client), Some(1003));
}

#[test]
fn many_sockets_do_not_shut_others_out_for_ever() {
    let server = TestServer::start();
    let mut clients: Vec<Client> = (0..32).map(|_| server.client()).collect();
    for _ in 0..68 {
        let why = turned_away(&mut server.connect());
        assert_eq!(why, Some((1013, "32 pages are open already; close one".to_owned())));
    }
    assert_eq!(server.get("/health").0, 200);
    assert!(matches!(clients[0].ask(SessionRequest::Status), Reply::Status { .. }));
    clients.clear();
    let until = Instant::now() + PATIENCE;
    while turned_away(&mut server.connect()).is_some() {
        assert!(Instant::now() < until, "the places are free again");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn who_does_not_read_is_not_served_for_ever() {
    let server = TestServer::start();
    let mut slow = server.client();
    let document = slow.open(Source::Sample { sample: "kakugawari".to_owned() }).info.id;
    slow.socket.get_ref().set_write_timeout(Some(Duration::from_secs(1))).expect("a timeout");
    // None of the answers is read; the blanks fill the network buffers sooner.
    let blanks = " ".repeat(50_000);
    let mut sent = 0;
    for id in 0..20_000 {
        let get = format!(r#"{{"type": "document_get", "document": {document}}}"#);
        let text = format!(r#"{{"id": {id}, "request": {get}{blanks}}}"#);
        match slow.socket.send(Message::text(text)) {
            Ok(()) => sent += 1,
            Err(Error::Io(_)) => break,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(sent < 20_000, "the server stops reading");
    assert!(matches!(server.client().ask(SessionRequest::Status), Reply::Status { .. }));
}

#[test]
fn a_large_record_is_refused_before_it_costs_anything() {
    let server = TestServer::start();
    let mut client = server.client();
    let mut text = String::from("手合割：平手\n手数----指手---------消費時間--\n");
    for ply in 1..=60_000 {
        let mv = match ply % 4 {
            1 => "３八飛(28)",
            2 => "７二飛(82)",
            3 => "２八飛(38)",
            _ => "８二飛(72)",
        };
        text.push_str(&format!("{ply:>4} {mv}\n"));
    }
    let upload = server.upload("long.kif", text.as_bytes());
    let source = Source::Upload { upload };
    let open = DocumentRequest::Open { source, game_index: None };
    assert_eq!(client.refused(open), ErrorCode::TooLarge);
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("7g7f".to_owned()),
        Just("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1".to_owned()),
        Just("9/9/9/9/9/9/9/9/9 b - 1".to_owned()),
        "[ -~]{0,30}",
        "\\PC{0,20}",
    ]
}

fn any_document_request() -> impl Strategy<Value = DocumentRequest> {
    let number = prop_oneof![0_u32..4, any::<u32>()];
    let id = number.clone();
    let source = prop_oneof![
        (word(), proptest::option::of(word())).prop_map(|(text, name)| Source::Text { text, name }),
        word().prop_map(|sfen| Source::Position { sfen }),
    ];
    prop_oneof![
        (id.clone(), number.clone(), word()).prop_map(|(document, parent, usi)| {
            DocumentRequest::NodeAdd { document, parent, usi }
        }),
        (id.clone(), number.clone())
            .prop_map(|(document, node)| DocumentRequest::NodeDelete { document, node }),
        (id.clone(), number.clone(), any::<bool>()).prop_map(|(document, node, main)| {
            DocumentRequest::NodePromote { document, node, main }
        }),
        (id.clone(), number, word()).prop_map(|(document, node, comment)| {
            DocumentRequest::CommentSet { document, node, comment }
        }),
        id.clone().prop_map(|document| DocumentRequest::Undo { document }),
        id.clone().prop_map(|document| DocumentRequest::Redo { document }),
        id.prop_map(|document| DocumentRequest::Get { document }),
        source.prop_map(|source| DocumentRequest::Open { source, game_index: None }),
    ]
}

fn any_position_request() -> impl Strategy<Value = PositionRequest> {
    prop_oneof![
        word().prop_map(|sfen| PositionRequest::LegalMoves { sfen }),
        word().prop_map(|sfen| PositionRequest::Check { sfen }),
        (word(), proptest::collection::vec(word(), 0..4))
            .prop_map(|(sfen, moves)| PositionRequest::Line { sfen, moves }),
    ]
}

fn any_request() -> impl Strategy<Value = Request> {
    let id = prop_oneof![0_u32..4, any::<u32>()];
    prop_oneof![
        8 => any_document_request().prop_map_into(),
        3 => any_position_request().prop_map_into(),
        1 => (id.clone(), id.clone(), word())
            .prop_map(|(game, ply, usi)| PlayRequest::Move { game, ply, usi }.into()),
        1 => id.clone().prop_map(|game| PlayRequest::TakeBack { game }.into()),
        1 => id.prop_map(|job| JobRequest::Cancel { job }.into()),
        1 => word().prop_map(|sfen| LibraryRequest::Explorer { sfen, query: Box::default() }.into()),
    ]
}

#[test]
fn no_request_makes_the_server_panic() {
    let server = TestServer::start();
    let mut client = server.client();
    client.open_text(KIF);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let client = std::cell::RefCell::new(client);
    runner
        .run(&any_request(), |request| {
            // A panic of the server would be answered with an engine error.
            if let Err(error) = client.borrow_mut().try_ask(request) {
                prop_assert_ne!(error.code, ErrorCode::Engine, "{}", error.message);
                prop_assert_ne!(error.code, ErrorCode::Storage, "{}", error.message);
            }
            Ok(())
        })
        .expect("every request is answered");
}
