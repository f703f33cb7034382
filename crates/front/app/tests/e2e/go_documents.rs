//! Games of go as documents: kept with their line and their review, listed, put into the library.

use crate::client::TestServer;
use crate::library::{import, search};
use zenpuku_app::protocol::{
    DocumentRequest, DocumentState, ErrorCode, Event, GameKind, GoBranch, GoContent, GoKept,
    GoKeptReview, GoRequest, GoReviewedMove, GoReviewedStep, ImportSource, LibraryQuery, Reply,
    Source,
};
use zenpuku_go::Color;

/// Black has played A9, which leaves the game after its third move.
fn kept() -> GoKept {
    let reviewed = GoReviewedMove {
        color: Color::White,
        mv: "pass".to_owned(),
        loss: Some(2),
        unknown: None,
        possible: None,
        basis: "bounds".to_owned(),
        second: None,
        best: vec!["A1".to_owned()],
        score: -9,
        low: -12,
        high: -7,
    };
    GoKept {
        rules: "chinese".to_owned(),
        branch: GoBranch { from: 2, moves: vec!["A9".to_owned()] },
        review: Some(GoKeptReview {
            rules: "japanese".to_owned(),
            branch: GoBranch::default(),
            moves: vec![GoReviewedStep { at: 32, reviewed }],
        }),
    }
}

fn finished_game() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/go/finished.sgf");
    std::fs::read_to_string(path).expect("a file")
}

fn go(state: &DocumentState) -> &GoContent {
    state.go.as_deref().expect("a game of go")
}

#[test]
fn a_game_of_go_is_kept_with_its_line_and_its_review() {
    let server = TestServer::start();
    let mut client = server.client();
    let opened = client.open_text(&finished_game());
    let (id, record) = (opened.info.id, &go(&opened).record);
    assert_eq!((opened.info.kind, opened.info.plies), (GameKind::Go, 32));
    assert_eq!((opened.info.black.as_str(), opened.info.date.as_str()), ("Kuro", "2026-11-25"));
    assert_eq!((record.steps.len(), record.finished), (33, true));
    let mut other = server.client();
    other.get(id);
    let keep = |kept| GoRequest::Keep { document: id, kept };
    match client.ask(keep(kept())) {
        Reply::Edited { revision, node, .. } => assert_eq!((revision, node), (2, 3)),
        reply => panic!("{reply:?}"),
    }
    let told = other.event(|event| match event {
        Event::DocumentChanged { change } => change.go.clone(),
        _ => None,
    });
    assert_eq!(*told, kept());
    // An illegal move is refused and changes nothing.
    let wrong = |from, mv: &str| {
        let branch = GoBranch { from, moves: vec![mv.to_owned()] };
        GoKept { branch, ..kept() }
    };
    assert_eq!(client.refused(keep(wrong(33, "A1"))), ErrorCode::BadValue);
    assert_eq!(client.refused(keep(wrong(1, "D5"))), ErrorCode::IllegalMove);
    // After a restart it is unchanged.
    drop((client, other));
    let folder = server.end().expect("a folder");
    let server = TestServer::start_in(folder.path());
    let mut client = server.client();
    let back = client.get(id);
    assert_eq!((back.info.revision, &go(&back).kept), (2, &kept()));
    assert_eq!(go(&back).record, *record);
}

#[test]
fn lists_and_requests_tell_games_of_go_from_those_of_shogi() {
    let server = TestServer::start();
    let mut client = server.client();
    let shogi = client.open(Source::New { handicap: None }).info.id;
    let game = client.open_text(&finished_game()).info.id;
    for (kind, wanted) in [
        (Some(GameKind::Go), vec![game]),
        (Some(GameKind::Shogi), vec![shogi]),
        (None, vec![game, shogi]),
    ] {
        match client.ask(DocumentRequest::List { offset: 0, kind }) {
            Reply::Documents { documents } => {
                let ids: Vec<u32> = documents.iter().map(|info| info.id).collect();
                assert_eq!(ids, wanted, "{kind:?}");
            }
            reply => panic!("{reply:?}"),
        }
    }
    let add = DocumentRequest::NodeAdd { document: game, parent: 0, usi: "7g7f".to_owned() };
    assert_eq!(client.refused(add), ErrorCode::WrongState);
    let keep = GoRequest::Keep { document: shogi, kept: kept() };
    assert_eq!(client.refused(keep), ErrorCode::WrongState);
    assert_eq!(server.get(&format!("/api/export/{game}?format=kif")).0, 422);
    // A position that is set up becomes a document too, if it is one.
    let mut position = go(&client.get(game)).record.steps[0].position.clone();
    let begin = |position| DocumentRequest::Open {
        source: Source::GoPosition { position, rules: "japanese".to_owned() },
        game_index: None,
    };
    match client.ask(begin(position.clone())) {
        Reply::Document { document } => assert_eq!(go(&document).record.steps.len(), 1),
        reply => panic!("{reply:?}"),
    }
    "XO\nOX".clone_into(&mut position.diagram);
    assert_eq!(client.refused(begin(position)), ErrorCode::BadPosition);
}

#[test]
fn a_file_of_two_games_offers_the_second() {
    let server = TestServer::start();
    let mut client = server.client();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/reports/N06.sgf");
    let bytes = std::fs::read(path).expect("a file");
    for index in [0, 1] {
        let source = Source::Upload { upload: server.upload("N06.sgf", &bytes) };
        let open = DocumentRequest::Open { source, game_index: Some(index) };
        match client.ask(open) {
            Reply::Document { document } => {
                let diagram = &go(&document).record.steps[0].position.diagram;
                let wall = if index == 0 { "....XO..." } else { "...XO...." };
                assert!(diagram.starts_with(wall), "{diagram}");
                assert_eq!(document.games_in_file, 2);
            }
            reply => panic!("{reply:?}"),
        }
    }
}

#[test]
fn a_game_of_go_has_a_place_in_the_library_with_its_review() {
    let server = TestServer::start();
    let mut client = server.client();
    let id = client.open_text(&finished_game()).info.id;
    let report = import(&mut client, ImportSource::Document { document: id });
    assert_eq!((report.added, report.duplicates), (1, 0));
    client.ask(GoRequest::Keep { document: id, kept: kept() });
    let of = |kind| LibraryQuery { kind: Some(kind), ..LibraryQuery::default() };
    assert_eq!(search(&mut client, of(GameKind::Shogi)).total, 0);
    let page = search(&mut client, of(GameKind::Go));
    let game = &page.games[0];
    assert_eq!((game.kind, game.plies, game.analysed), (GameKind::Go, 32, true));
    assert_eq!((game.black.as_str(), game.date.as_str()), ("Kuro", "2026-11-25"));
    // The same file is the same game, from a folder too.
    let folder = tempfile::TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("game.sgf"), finished_game()).expect("a file");
    let path = folder.path().display().to_string();
    let report = import(&mut client, ImportSource::Folder { path });
    assert_eq!((report.added, report.duplicates, report.failed), (0, 1, 0));
    // Opened again after its document is gone, it has its review.
    client.ask(DocumentRequest::Close { document: id });
    let again = client.open(Source::Library { game: game.game });
    assert_eq!((again.info.kind, &go(&again).kept), (GameKind::Go, &kept()));
}
