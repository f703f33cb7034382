//! Whole games analysed in the background.

use crate::client::{Client, TestServer};
use crate::records::{KIF, random_game};
use zenpuku_app::protocol::{
    AnalysisRequest, Budget, DocumentRequest, ErrorCode, Event, GameReport, JobInfo, JobRequest,
    JobState, Reply, SessionRequest, Source,
};

fn job(reply: Reply) -> JobInfo {
    match reply {
        Reply::Job { job } => job,
        other => panic!("{other:?}"),
    }
}

/// Waits for the end of a job.
pub(crate) fn finished(client: &mut Client, job: u32) -> JobInfo {
    client.event(|event| match event {
        Event::Job { job: info } if info.job == job => {
            let active = [JobState::Queued, JobState::Running, JobState::Paused];
            (!active.contains(&info.state)).then(|| info.clone())
        }
        _ => None,
    })
}

fn report(client: &mut Client, document: u32) -> GameReport {
    match client.ask(AnalysisRequest::ReportGet { document }) {
        Reply::Report { report } => report,
        other => panic!("{other:?}"),
    }
}

fn analyse(client: &mut Client, document: u32, nodes: u32) -> u32 {
    let budget = Some(Budget::Nodes { nodes });
    job(client.ask(AnalysisRequest::Game { document, node: None, budget })).job
}

#[test]
fn a_game_is_analysed_told_stored_and_exported() {
    let server = TestServer::start();
    let mut client = server.client();
    let opened = client.open_text(KIF);
    let id = opened.info.id;
    assert_eq!(client.refused(AnalysisRequest::ReportGet { document: id }), ErrorCode::NotFound);
    let number = analyse(&mut client, id, 2_000);
    let mut told = Vec::new();
    let done = client.event(|event| match event {
        Event::Report { report } => {
            told.extend(report.moves.iter().map(|mv| mv.node));
            None
        }
        Event::Job { job } if job.job == number && job.state == JobState::Done => Some(job.clone()),
        _ => None,
    });
    assert_eq!((done.done, done.total), (4, 4));
    let report = report(&mut client, id);
    assert!(report.complete && report.start.is_some());
    let nodes: Vec<u32> = report.moves.iter().map(|mv| mv.node).collect();
    assert_eq!((&told, nodes.as_slice()), (&nodes, [1, 2, 3, 4].as_slice()));
    assert_eq!(report.summary[0].moves + report.summary[1].moves, 4);

    let (status, _, html) = server.get(&format!("/api/export/{id}?format=html"));
    let html = String::from_utf8(html).expect("UTF-8");
    assert_eq!(status, 200);
    assert!(!html.contains("<script>alert(1)"), "names stay text");
    let (_, _, kif) = server.get(&format!("/api/export/{id}?format=kif&annotate=1"));
    let kif = String::from_utf8(kif).expect("UTF-8");
    assert_eq!(kif.matches("#評価値=").count(), 4);
    assert!(kif.contains("変化：3手"), "variations stay");
    let (_, _, json) = server.get(&format!("/api/export/{id}?format=json"));
    let value: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!(value["moves"].as_array().map(Vec::len), Some(4));
}

/// Black does not take the horse back that has taken the bishop.
const BLUNDER: &str = "startpos moves 7g7f 3c3d 2g2f 2b8h+ 2f2e 8h9i 2e2d 9i9h";

#[test]
fn the_report_begins_with_what_decided_and_says_why() {
    let server = TestServer::start();
    let mut client = server.client();
    let id = client.open_text(BLUNDER).info.id;
    let number = analyse(&mut client, id, 2_000);
    let told = client.event(|event| match event {
        Event::Report { report } if report.complete => Some(report.decisive.clone()),
        _ => None,
    });
    assert_eq!(finished(&mut client, number).state, JobState::Done);
    let first = report(&mut client, id);
    assert!((1..=3).contains(&first.decisive.len()) && first.decisive.contains(&5), "{told:?}");
    assert_eq!(first.decisive, told);
    let reasons = &first.moves[4].judged.reasons;
    assert!(!reasons.is_empty(), "{:?}", first.moves[4]);
    let (_, _, kif) = server.get(&format!("/api/export/{id}?format=kif&annotate=1"));
    assert!(String::from_utf8_lossy(&kif).contains(&reasons[0].text.ja));
    // They are stored with the report.
    drop(client);
    let folder = server.end().expect("the folder of the data");
    let server = TestServer::start_in(folder.path());
    assert_eq!(report(&mut server.client(), id).moves, first.moves);
    assert_eq!(report(&mut server.client(), id).decisive, first.decisive);
}

#[test]
fn a_report_of_an_earlier_version_opens_without_reasons() {
    let server = TestServer::start();
    let mut client = server.client();
    // The samples were analysed ahead.
    let sample = Source::Sample { sample: "kakugawari".to_owned() };
    let id = client.open(sample).info.id;
    let mut value = serde_json::to_value(report(&mut client, id)).expect("JSON");
    value.as_object_mut().expect("an object").remove("decisive");
    for mv in value["moves"].as_array_mut().expect("moves") {
        mv.as_object_mut().expect("an object").remove("reasons");
    }
    let old: GameReport = serde_json::from_value(value).expect("a report");
    assert!(old.decisive.is_empty() && old.moves.iter().all(|mv| mv.judged.reasons.is_empty()));
}

#[test]
fn who_comes_in_the_middle_misses_nothing() {
    let server = TestServer::start();
    let mut first = server.client();
    let document = first.open_text(&random_game(3, 120));
    let id = document.info.id;
    let number = analyse(&mut first, id, 5_000);
    // Past the first save, and some moves after it.
    first.event(|event| match event {
        Event::Job { job } if job.job == number && job.done >= 40 => Some(()),
        _ => None,
    });
    let mut second = server.client();
    second.get(id);
    let mut nodes: Vec<u32> = report(&mut second, id).moves.iter().map(|mv| mv.node).collect();
    assert!(nodes.len() >= 30, "{}", nodes.len());
    second.event(|event| match event {
        Event::Report { report } => {
            nodes.extend(report.moves.iter().map(|mv| mv.node));
            report.complete.then_some(())
        }
        _ => None,
    });
    nodes.sort_unstable();
    nodes.dedup();
    assert_eq!(nodes.len(), document.info.plies as usize);
}

#[test]
fn a_variation_is_analysed_too() {
    let server = TestServer::start();
    let mut client = server.client();
    let opened = client.open_text(KIF);
    let branch = opened.nodes.iter().find(|node| node.usi == "6g6f").expect("the variation");
    let budget = Some(Budget::Depth { plies: 1 });
    let node = Some(branch.id);
    let number =
        job(client.ask(AnalysisRequest::Game { document: opened.info.id, node, budget })).job;
    assert_eq!(finished(&mut client, number).state, JobState::Done);
    let report = report(&mut client, opened.info.id);
    assert!(report.moves.iter().any(|mv| mv.node == branch.id));
    let (status, _, kif) =
        server.get(&format!("/api/export/{}?format=kif&annotate=1", opened.info.id));
    assert_eq!((status, String::from_utf8_lossy(&kif).matches("#評価値=").count()), (200, 4));
}

#[test]
fn a_cancelled_job_keeps_its_moves_and_goes_on() {
    let server = TestServer::start();
    let mut client = server.client();
    let id = client.open_text(&random_game(5, 60)).info.id;
    let budget = Some(Budget::Time { ms: 40 });
    let request = AnalysisRequest::Game { document: id, node: None, budget };
    let number = job(client.ask(request)).job;
    client.event(|event| match event {
        Event::Job { job } if job.done >= 3 => Some(()),
        _ => None,
    });
    job(client.ask(JobRequest::Cancel { job: number }));
    let cancelled = finished(&mut client, number);
    assert_eq!(cancelled.state, JobState::Cancelled);
    let kept = report(&mut client, id).moves.len();
    assert!((3..60).contains(&kept), "{kept}");
    assert_eq!(client.refused(JobRequest::Resume { job: 99 }), ErrorCode::NotFound);
    job(client.ask(JobRequest::Resume { job: number }));
    // Judged moves come from the store immediately.
    client.event(|event| match event {
        Event::Job { job } if job.done as usize > kept => Some(()),
        _ => None,
    });
    job(client.ask(JobRequest::Cancel { job: number }));
    assert!(report(&mut client, id).moves.len() >= kept);
}

#[test]
fn an_analysis_begun_again_and_cancelled_leaves_the_old_one() {
    let server = TestServer::start();
    let mut client = server.client();
    let id = client.open_text(&random_game(6, 40)).info.id;
    let number = analyse(&mut client, id, 200);
    assert_eq!(finished(&mut client, number).state, JobState::Done);
    let before = report(&mut client, id);
    assert!(before.complete && before.moves.len() == 40);
    let budget = Some(Budget::Time { ms: 60 });
    let request = AnalysisRequest::Game { document: id, node: None, budget };
    let number = job(client.ask(request)).job;
    client.event(|event| match event {
        Event::Job { job } if job.job == number && job.done >= 2 => Some(()),
        _ => None,
    });
    job(client.ask(JobRequest::Cancel { job: number }));
    assert_eq!(finished(&mut client, number).state, JobState::Cancelled);
    let after = report(&mut client, id);
    assert!(after.complete && after.start.is_some());
    assert_eq!(after.moves.len(), 40);
    assert_eq!(after.moves[39].node, before.moves[39].node);
}

#[test]
fn the_queue_has_a_limit_and_waiting_jobs_can_be_cancelled() {
    let server = TestServer::start();
    let mut client = server.client();
    let id = client.open_text(&random_game(6, 200)).info.id;
    let budget = Some(Budget::Time { ms: 1_000 });
    let request = AnalysisRequest::Game { document: id, node: None, budget };
    let mut jobs = Vec::new();
    let refused = loop {
        match client.try_ask(request.clone()) {
            Ok(reply) => jobs.push(job(reply).job),
            Err(error) => break error.code,
        }
        assert!(jobs.len() < 30);
    };
    assert_eq!(refused, ErrorCode::Busy);
    assert!(jobs.len() >= 16);
    let last = *jobs.last().expect("jobs");
    assert_eq!(job(client.ask(JobRequest::Cancel { job: last })).state, JobState::Cancelled);
    // A resumed one takes its place and counts as well.
    client.ask(request);
    assert_eq!(client.refused(JobRequest::Resume { job: last }), ErrorCode::Busy);
}

#[test]
fn the_analysis_of_a_document_that_is_closed_ends() {
    let server = TestServer::start();
    let mut client = server.client();
    let budget = Some(Budget::Time { ms: 60_000 });
    let begin = |client: &mut Client| {
        let document = client.open_text(KIF).info.id;
        let request = AnalysisRequest::Game { document, node: None, budget };
        (document, job(client.ask(request)).job)
    };
    let (running, waiting) = (begin(&mut client), begin(&mut client));
    client.event(|event| match event {
        Event::Job { job } if job.job == running.1 && job.state == JobState::Running => Some(()),
        _ => None,
    });
    for (document, job) in [waiting, running] {
        client.ask(DocumentRequest::Close { document });
        assert_eq!(finished(&mut client, job).state, JobState::Cancelled);
    }
}

#[test]
fn thoughts_outlive_the_server() {
    let server = TestServer::start();
    let mut client = server.client();
    let welcome = client.ask(SessionRequest::Status);
    assert!(matches!(welcome, Reply::Status { .. }));
    let id = client.open_text(KIF).info.id;
    let number = analyse(&mut client, id, 3_000);
    finished(&mut client, number);
    let before = report(&mut client, id);
    drop(client);
    let folder = server.end().expect("the folder");
    let server = TestServer::start_in(folder.path());
    let mut client = server.client();
    let id = client.open_text(KIF).info.id;
    let number = analyse(&mut client, id, 3_000);
    assert_eq!(finished(&mut client, number).state, JobState::Done);
    let after = report(&mut client, id);
    assert_eq!(before.moves, after.moves);
}
