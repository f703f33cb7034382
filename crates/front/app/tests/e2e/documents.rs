//! Opening and editing records.

use crate::client::TestServer;
use crate::library::search;
use crate::records::{KIF, random_game};
use zenpuku_app::protocol::{
    AnalysisRequest, DocumentRequest, ErrorCode, Event, HeaderField, LibraryQuery, NodeKind,
    PositionRequest, Reply, Side, Source,
};

const HIRATE: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

#[test]
fn a_record_opens_as_a_tree_with_positions() {
    let server = TestServer::start();
    let mut client = server.client();
    let document = client.open_text(KIF);
    assert_eq!(document.info.black, "先手太郎");
    assert_eq!(document.info.white, "<script>alert(1)</script>", "text stays text");
    assert_eq!((document.info.plies, document.info.format.as_str()), (4, "KIF"));
    assert_eq!((document.info.result.as_str(), document.info.winner), ("投了", Some(Side::White)));
    assert_eq!(document.handicap.as_deref(), Some("平手"));
    assert!(document.headers.iter().all(|field| field.key != "手合割"));
    let first = &document.nodes[1];
    assert_eq!((first.text.as_str(), first.usi.as_str()), ("☗７六歩(77)", "7g7f"));
    assert_eq!((first.comment.as_str(), first.time_ms), ("初手", Some(5_000)));
    assert!(first.sfen.ends_with(" w - 2"), "{}", first.sfen);
    let branch = document.nodes.iter().find(|node| node.children.len() == 2).expect("a branch");
    assert_eq!(branch.ply, 2);
    let end = document.nodes.iter().find(|node| node.kind == NodeKind::End).expect("the end");
    assert_eq!((end.ply, end.text.as_str()), (5, "投了"));
}

#[test]
fn shift_jis_files_and_broken_games_open_too() {
    let server = TestServer::start();
    let mut client = server.client();
    // 手合割：平手 and １ ７六歩(77), ２ ７六歩(77) in Shift_JIS: the second move is illegal.
    let mut bytes = b"\x8e\xe8\x8d\x87\x8a\x84\x81F\x95\xbd\x8e\xe8\r\n".to_vec();
    bytes.extend(b"   1 \x82V\x98Z\x95\xe0(77)\r\n   2 \x82V\x98Z\x95\xe0(77)\r\n");
    let upload = server.upload("a.kif", &bytes);
    let document = client.open(Source::Upload { upload: upload.clone() });
    assert_eq!(document.info.plies, 1);
    assert!(document.nodes.iter().any(|node| node.kind == NodeKind::Broken));
    assert!(!document.warnings.is_empty());
    let twice = DocumentRequest::Open { source: Source::Upload { upload }, game_index: None };
    assert_eq!(client.refused(twice), ErrorCode::NotFound);
}

#[test]
fn what_is_no_record_is_refused_with_its_reason() {
    let server = TestServer::start();
    let mut client = server.client();
    let mut open = |text: &str| {
        let source = Source::Text { text: text.to_owned(), name: None };
        client.refused(DocumentRequest::Open { source, game_index: None })
    };
    assert_eq!(open("hello"), ErrorCode::BadRecord);
    assert_eq!(open(""), ErrorCode::BadRecord);
    let source = Source::Position { sfen: "9/9/9/9/9/9/9/9/9 b - 1".to_owned() };
    let position = DocumentRequest::Open { source, game_index: None };
    assert_eq!(client.refused(position), ErrorCode::BadPosition);
    let source = Source::Library { game: 77 };
    let game = DocumentRequest::Open { source, game_index: None };
    assert_eq!(client.refused(game), ErrorCode::NotFound);
}

fn edited(reply: Reply) -> (u32, u32) {
    match reply {
        Reply::Edited { revision, node, .. } => (revision, node),
        other => panic!("no edit but {other:?}"),
    }
}

#[test]
fn edits_reach_both_clients_and_can_be_undone() {
    let server = TestServer::start();
    let (mut one, mut two) = (server.client(), server.client());
    let opened = one.open(Source::New { handicap: None });
    let id = opened.info.id;
    assert_eq!(two.get(id), opened);
    let add =
        |parent, usi: &str| DocumentRequest::NodeAdd { document: id, parent, usi: usi.to_owned() };
    let (_, first) = edited(one.ask(add(0, "7g7f")));
    let (revision, variation) = edited(one.ask(add(0, "2g2f")));
    assert_eq!(edited(one.ask(add(0, "7g7f"))), (revision, first), "a known move is found");
    let change = two.event(|event| match event {
        Event::DocumentChanged { change } if change.info.revision == revision => {
            Some(change.clone())
        }
        _ => None,
    });
    assert_eq!(change.node, Some(variation));
    assert_eq!(change.nodes.iter().map(|node| node.id).collect::<Vec<_>>(), [0, variation]);
    assert_eq!(one.refused(add(0, "7g7e")), ErrorCode::IllegalMove);
    assert_eq!(one.refused(add(99, "7g7f")), ErrorCode::NotFound);

    edited(one.ask(DocumentRequest::NodePromote { document: id, node: variation, main: true }));
    assert_eq!(two.get(id).nodes[0].children, [variation, first]);
    edited(one.ask(DocumentRequest::NodeDelete { document: id, node: variation }));
    assert_eq!(two.get(id).nodes[0].children, [first]);
    edited(two.ask(DocumentRequest::Undo { document: id }));
    edited(two.ask(DocumentRequest::Undo { document: id }));
    assert_eq!(one.get(id).nodes[0].children, [first, variation], "the same ids are back");
    edited(one.ask(DocumentRequest::Redo { document: id }));
    let (_, third) = edited(one.ask(add(variation, "3c3d")));
    assert!(third > variation);
    assert_eq!(one.refused(DocumentRequest::Redo { document: id }), ErrorCode::WrongState);
    let delete = DocumentRequest::NodeDelete { document: id, node: 0 };
    assert_eq!(one.refused(delete), ErrorCode::WrongState);
}

#[test]
fn comments_and_headers_are_kept_as_text() {
    let server = TestServer::start();
    let mut client = server.client();
    let id = client.open(Source::New { handicap: Some("二枚落ち".to_owned()) }).info.id;
    let comment = "<b>*&\r\n#変化：1手".to_owned();
    edited(client.ask(DocumentRequest::CommentSet { document: id, node: 0, comment }));
    let field =
        |key: &str, value: &str| HeaderField { key: key.to_owned(), value: value.to_owned() };
    let headers = vec![field("下手", "a\nb"), field("", "x")];
    edited(client.ask(DocumentRequest::HeadersSet { document: id, headers }));
    let state = client.get(id);
    assert_eq!(state.nodes[0].comment, "<b>*&\n#変化：1手");
    assert_eq!(state.headers, [field("下手", "a b")]);
    assert_eq!(state.handicap.as_deref(), Some("二枚落ち"));
    let (_, _, kif) = server.get(&format!("/api/export/{id}?format=kif"));
    let again = client.open_text(&String::from_utf8(kif).expect("UTF-8"));
    assert_eq!(again.nodes[0].comment, state.nodes[0].comment);
    assert_eq!(again.start_sfen, state.start_sfen);
}

#[test]
fn legal_moves_lines_and_the_editor_ask_the_rules() {
    let server = TestServer::start();
    let mut client = server.client();
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b P 1".to_owned();
    match client.ask(PositionRequest::LegalMoves { sfen: sfen.clone() }) {
        Reply::LegalMoves { legal } => {
            assert!(legal.moves.iter().any(|mv| mv.drop.as_deref() == Some("P")));
            assert!(!legal.moves.iter().any(|mv| mv.usi.starts_with("P*5")), "two pawns");
        }
        other => panic!("{other:?}"),
    }
    let silver = "4k4/9/9/4S4/9/9/9/9/4K4 b - 1".to_owned();
    match client.ask(PositionRequest::LegalMoves { sfen: silver }) {
        Reply::LegalMoves { legal } => {
            let there: Vec<bool> = legal
                .moves
                .iter()
                .filter(|mv| mv.from.as_deref() == Some("5d") && mv.to == "5c")
                .map(|mv| mv.promote)
                .collect();
            assert_eq!(there.len(), 2, "the player has the choice");
        }
        other => panic!("{other:?}"),
    }
    let moves = vec!["7g7f".to_owned(), "3c3d".to_owned(), "8h2b+".to_owned()];
    match client.ask(PositionRequest::Line { sfen: HIRATE.to_owned(), moves }) {
        Reply::Line { steps, .. } => {
            assert_eq!(steps[2].kif, "☗２二角成(88)");
            assert!(steps[2].sfen.ends_with(" w B 4"));
        }
        other => panic!("{other:?}"),
    }
    let check = |client: &mut crate::client::Client, sfen: &str| match client
        .ask(PositionRequest::Check { sfen: sfen.to_owned() })
    {
        Reply::Position { verdict } => verdict,
        other => panic!("{other:?}"),
    };
    let pawns = check(&mut client, "4k4/9/4P4/4P4/9/9/9/9/4K4 b - 1");
    assert_eq!(pawns.problem.map(|problem| problem.code).as_deref(), Some("two_pawns"));
    let dead = check(&mut client, "4k3P/9/9/9/9/9/9/9/4K4 b - 1").problem.expect("a problem");
    assert_eq!((dead.code.as_str(), dead.squares), ("dead_piece", vec!["1a".to_owned()]));
    let problem = check(&mut client, "4k4/9/9/9/9/9/9/9/9 b G 1");
    assert!(problem.sfen.is_none() && problem.mate_problem);
}

#[test]
fn the_samples_open_already_analysed() {
    let server = TestServer::start();
    let mut client = server.connect();
    let samples = client.hello(None).samples;
    assert!(samples.iter().any(|sample| sample.room == "analyse"));
    for sample in samples {
        let document = client.open(Source::Sample { sample: sample.id.clone() });
        let report = client.try_ask(AnalysisRequest::ReportGet { document: document.info.id });
        assert_eq!(report.is_ok(), sample.room == "analyse", "{}", sample.id);
        if let Ok(Reply::Report { report }) = report {
            assert_eq!(report.document, document.info.id);
            assert_eq!(report.moves.len(), document.info.plies as usize);
        }
    }
}

#[test]
fn one_document_too_many_puts_the_oldest_game_into_the_library() {
    let server = TestServer::start();
    let mut client = server.client();
    let position = client.open_text(zenpuku_shogi::STARTPOS).info.id;
    let oldest = client.open_text("startpos moves 7g7f").info.id;
    let game = |number: u64| random_game(number, 20);
    let others: Vec<u32> = (1..99).map(|n| client.open_text(&game(n)).info.id).collect();
    let newest = client.open_text("startpos moves 2g2f").info.id;
    assert_eq!(client.refused(DocumentRequest::Get { document: oldest }), ErrorCode::NotFound);
    for there in [position, others[0], newest] {
        assert_eq!(client.get(there).info.id, there);
    }
    let kept = search(&mut client, LibraryQuery::default());
    assert_eq!((kept.total, kept.games[0].plies), (1, 1));
}
