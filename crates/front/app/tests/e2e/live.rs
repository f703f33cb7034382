//! Live analysis.

use crate::client::{Client, PATIENCE, TestServer};
use crate::records::KIF;
use std::time::{Duration, Instant};
use zenpuku_app::protocol::{
    AnalysisRequest, AnalysisTarget, DocumentState, ErrorCode, Event, LiveState, LiveUpdate, Reply,
    ServerMessage,
};

fn target(document: &DocumentState, node: usize) -> AnalysisTarget {
    let node = &document.nodes[node];
    AnalysisTarget {
        document: Some(document.info.id),
        node: Some(node.id),
        sfen: node.sfen.clone(),
    }
}

fn start(client: &mut Client, target: AnalysisTarget, multi_pv: u32) -> u32 {
    let request = AnalysisRequest::Start {
        target,
        multi_pv: Some(multi_pv),
        moves: Vec::new(),
        engines: Vec::new(),
    };
    match client.ask(request) {
        Reply::AnalysisStarted { analysis } => analysis,
        other => panic!("{other:?}"),
    }
}

fn update(event: &Event) -> Option<LiveUpdate> {
    match event {
        Event::Live { update } => Some(update.clone()),
        _ => None,
    }
}

#[test]
fn the_first_lines_come_after_opening() {
    let server = TestServer::start();
    let mut client = server.client();
    let document = client.open_text(KIF);
    let analysis = start(&mut client, target(&document, 2), 3);
    let first = client.event(|event| update(event).filter(|update| !update.lines.is_empty()));
    assert_eq!(first.analysis, analysis);
    assert_eq!(first.target, target(&document, 2));
    assert_eq!(first.lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(first.lines[0].kif[0].starts_with('☗'));
}

#[test]
fn updates_are_at_most_ten_a_second_and_never_of_another_position() {
    let server = TestServer::start();
    let mut client = server.client();
    let document = client.open_text(KIF);
    start(&mut client, target(&document, 0), 2);
    std::thread::sleep(Duration::from_millis(150));
    // Before the request, so that any delay only lengthens the time.
    let begun = Instant::now();
    let second = start(&mut client, target(&document, 3), 2);
    let wanted = target(&document, 3);
    let mut updates = 0;
    while updates == 0 || begun.elapsed() < Duration::from_secs(1) {
        assert!(begun.elapsed() < PATIENCE, "no update comes");
        let Some(message) = client.read(Duration::from_millis(200)) else { continue };
        if let ServerMessage::Event { event: Event::Live { update } } = message {
            assert_eq!((update.analysis, &update.target), (second, &wanted));
            updates += 1;
        }
    }
    let time = begun.elapsed();
    assert!(f64::from(updates) <= 1.0 + 10.0 * time.as_secs_f64(), "{updates} in {time:?}");
    client.ask(AnalysisRequest::Stop);
    while let Some(message) = client.read(Duration::from_millis(300)) {
        let live = matches!(message, ServerMessage::Event { event: Event::Live { .. } });
        assert!(!live, "nothing comes after a stop");
    }
}

#[test]
fn a_node_with_another_position_is_stale() {
    let server = TestServer::start();
    let mut client = server.client();
    let document = client.open_text(KIF);
    let wrong = AnalysisTarget { node: Some(document.nodes[1].id), ..target(&document, 2) };
    let request = AnalysisRequest::Start {
        target: wrong,
        multi_pv: None,
        moves: Vec::new(),
        engines: Vec::new(),
    };
    assert_eq!(client.refused(request), ErrorCode::Stale);
    let many = AnalysisRequest::Start {
        target: target(&document, 0),
        multi_pv: Some(11),
        moves: Vec::new(),
        engines: Vec::new(),
    };
    assert_eq!(client.refused(many), ErrorCode::BadValue);
}

#[test]
fn mates_and_ends_are_told() {
    let server = TestServer::start();
    let mut client = server.client();
    let alone = |sfen: &str| AnalysisTarget { document: None, node: None, sfen: sfen.to_owned() };
    let mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    start(&mut client, alone(mated), 1);
    let done = client.event(|event| update(event).filter(|update| update.state == LiveState::Done));
    assert!(done.lines.is_empty());
    start(&mut client, alone("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"), 1);
    let mate = client.event(|event| {
        update(event).filter(|update| update.state == LiveState::Done && !update.lines.is_empty())
    });
    assert_eq!(mate.lines[0].eval.mate, Some(1));
    assert_eq!(mate.lines[0].pv[0], "G*5b");
}

#[test]
fn every_tab_has_its_own_and_there_is_a_limit() {
    let server = TestServer::start();
    let mut clients: Vec<Client> = (0..5).map(|_| server.client()).collect();
    let document = clients[0].open_text(KIF);
    let (last, others) = clients.split_last_mut().expect("clients");
    for (node, client) in others.iter_mut().enumerate() {
        start(client, AnalysisTarget { document: None, node: None, ..target(&document, node) }, 1);
    }
    for (node, client) in others.iter_mut().enumerate() {
        let update = client.event(|event| update(event).filter(|news| !news.lines.is_empty()));
        assert_eq!(update.target.sfen, document.nodes[node].sfen);
    }
    let fifth = AnalysisRequest::Start {
        target: AnalysisTarget { document: None, node: None, ..target(&document, 0) },
        multi_pv: None,
        moves: Vec::new(),
        engines: Vec::new(),
    };
    assert_eq!(last.refused(fifth.clone()), ErrorCode::Busy);
    drop(clients.remove(0));
    let last = clients.last_mut().expect("a client");
    let until = Instant::now() + PATIENCE;
    while last.try_ask(fifth.clone()).is_err() {
        assert!(Instant::now() < until, "a place is free again");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_engine_that_is_switched_off_gives_its_place_back() {
    let server = TestServer::start();
    let mut clients: Vec<Client> = (0..4).map(|_| server.client()).collect();
    let document = clients[0].open_text(KIF);
    let target = AnalysisTarget { document: None, node: None, ..target(&document, 0) };
    for client in &mut clients {
        start(client, target.clone(), 1);
        client.event(|event| update(event).filter(|news| !news.lines.is_empty()));
        client.ask(AnalysisRequest::Stop);
    }
    let mut fifth = server.client();
    start(&mut fifth, target.clone(), 1);
    fifth.event(|event| update(event).filter(|news| !news.lines.is_empty()));
    // Switched on again, a tab gets news as before.
    let again = start(&mut clients[0], target, 1);
    let news = clients[0].event(|event| {
        update(event).filter(|news| news.analysis == again && !news.lines.is_empty())
    });
    assert_eq!(news.lines.len(), 1);
}

#[test]
fn one_move_is_judged() {
    let server = TestServer::start();
    let mut client = server.client();
    // Black can take the rook for free.
    let sfen = "4k4/9/9/4r4/4P4/9/9/9/4K4 b - 1".to_owned();
    let judge = |usi: &str, reasons| AnalysisRequest::MoveJudge {
        sfen: sfen.clone(),
        usi: usi.to_owned(),
        reasons,
    };
    match (client.ask(judge("5e5d", false)), client.ask(judge("5i6i", true))) {
        (Reply::Verdict { verdict: good }, Reply::Verdict { verdict: bad }) => {
            assert_eq!((good.class, good.pv[0].as_str()), (None, "5e5d"));
            assert!(bad.loss > 0.05 && bad.class.is_some(), "{bad:?}");
            assert!(good.reasons.is_empty(), "nobody asked");
            let [reason] = bad.reasons.as_slice() else { panic!("{bad:?}") };
            assert_eq!((reason.line_start.as_str(), reason.line_usi[0].as_str()), (&*sfen, "5e5d"));
            assert_eq!(reason.line_text.en.len(), reason.line_usi.len());
        }
        other => panic!("{other:?}"),
    }
}
