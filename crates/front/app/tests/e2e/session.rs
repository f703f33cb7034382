//! Sessions, reconnecting, settings.

use crate::client::TestServer;
use crate::records::KIF;
use zenpuku_app::protocol::{
    DocumentRequest, ErrorCode, Event, KnownDocument, PROTOCOL_VERSION, Reply, ServerMessage,
    SessionRequest, SettingsRequest, Source,
};
use zenpuku_app::{Config, Server, ServerError, StorageError};

#[test]
fn hello_comes_first_once_and_in_the_same_version() {
    let server = TestServer::start();
    let mut client = server.connect();
    assert_eq!(client.refused(SessionRequest::Status), ErrorCode::BadHello);
    let other =
        SessionRequest::Hello { protocol: PROTOCOL_VERSION + 1, session: None, known: Vec::new() };
    assert_eq!(client.refused(other), ErrorCode::BadHello);
    let welcome = client.hello(None);
    assert!(!welcome.resumed);
    assert_eq!(welcome.levels.len(), 20);
    assert_eq!(welcome.handicaps.len(), 16);
    let again =
        SessionRequest::Hello { protocol: PROTOCOL_VERSION, session: None, known: Vec::new() };
    assert_eq!(client.refused(again), ErrorCode::BadHello);
}

#[test]
fn a_session_comes_back_after_a_reload_and_after_a_restart() {
    let server = TestServer::start();
    let mut client = server.connect();
    let session = client.hello(None).session;
    let document = client.open_text(KIF);
    let id = document.info.id;
    drop(client);

    let mut client = server.connect();
    let known = vec![KnownDocument { document: id, revision: document.info.revision }];
    let hello =
        SessionRequest::Hello { protocol: PROTOCOL_VERSION, session: Some(session.clone()), known };
    match client.ask(hello) {
        Reply::Welcome { welcome } => {
            assert!(welcome.resumed);
            assert_eq!(welcome.documents.iter().map(|info| info.id).collect::<Vec<_>>(), [id]);
        }
        other => panic!("{other:?}"),
    }
    let comment = "later".to_owned();
    client.ask(DocumentRequest::CommentSet { document: id, node: 1, comment });
    drop(client);
    let folder = server.end().expect("the folder");

    let server = TestServer::start_in(folder.path());
    let mut client = server.connect();
    assert!(client.hello(Some(&session)).resumed);
    let sent = client.event(|event| match event {
        Event::Document { document } => Some(document.clone()),
        _ => None,
    });
    assert_eq!((sent.info.id, sent.nodes[1].comment.as_str()), (id, "later"));
    assert_eq!(sent.nodes.len(), document.nodes.len());
    client.ask(DocumentRequest::Close { document: id });
    let gone = DocumentRequest::Get { document: id };
    assert_eq!(client.refused(gone), ErrorCode::NotFound, "nobody needed it any more");
}

#[test]
fn an_unknown_session_becomes_a_new_one() {
    let server = TestServer::start();
    let mut client = server.connect();
    let welcome = client.hello(Some("0123456789abcdef"));
    assert!(!welcome.resumed && welcome.session.len() == 32);
}

#[test]
fn a_document_stays_while_another_tab_has_it() {
    let server = TestServer::start();
    let (mut one, mut two) = (server.client(), server.client());
    let id = one.open(Source::New { handicap: None }).info.id;
    two.get(id);
    one.ask(DocumentRequest::Close { document: id });
    two.ask(DocumentRequest::NodeAdd { document: id, parent: 0, usi: "7g7f".to_owned() });
    while let Some(message) = one.read(std::time::Duration::from_millis(200)) {
        let changed =
            matches!(message, ServerMessage::Event { event: Event::DocumentChanged { .. } });
        assert!(!changed, "who left hears nothing");
    }
}

#[test]
fn settings_are_checked_kept_and_told() {
    let server = TestServer::start();
    let (mut one, mut other) = (server.connect(), server.client());
    let mut settings = one.hello(None).settings;
    settings.multi_pv = 5;
    settings.page.insert("theme".to_owned(), "dark".to_owned());
    one.ask(SettingsRequest::Set { settings: settings.clone() });
    let told = other.event(|event| match event {
        Event::Settings { settings } => Some(settings.clone()),
        _ => None,
    });
    assert_eq!(told, settings);
    let mut wrong = settings.clone();
    wrong.hash_mb = 1;
    assert_eq!(one.refused(SettingsRequest::Set { settings: wrong }), ErrorCode::BadValue);
    drop((one, other));
    let folder = server.end().expect("the folder");
    let server = TestServer::start_in(folder.path());
    let kept = server.connect().hello(None).settings;
    assert_eq!((kept.multi_pv, kept.page), (5, settings.page));
}

#[test]
fn a_port_or_a_folder_in_use_is_said_clearly() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let server = TestServer::start_in(folder.path());
    let config = Config {
        port: server.address.port(),
        data: Some(folder.path().to_owned()),
        ..Config::default()
    };
    let error = Server::bind(&config).err().expect("the port is in use");
    assert!(matches!(error, ServerError::PortInUse(port) if port == config.port), "{error}");
    let error = Server::bind(&Config { port: 0, ..config }).err().expect("the folder is in use");
    assert!(matches!(error, ServerError::Storage(StorageError::Locked(_))), "{error}");
}
