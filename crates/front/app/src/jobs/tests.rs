//! The queue over an app without a network.

use super::*;

#[test]
fn how_a_job_stands_is_told_in_order_however_fast_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let state = AppState::for_test(folder.path());
    let client = state.connect().unwrap();
    let jobs = Arc::new(Jobs::open(Arc::clone(&state)).unwrap());
    let workers = jobs.start_workers(|_, _| End::Done).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let next = || {
        let text = runtime.block_on(client.outbox.next());
        let message: serde_json::Value = serde_json::from_str(&text).unwrap();
        message["event"]["job"]["state"].as_str().map(str::to_owned)
    };
    for _ in 0..200 {
        jobs.add(Work::Lab { name: "tree".to_owned() }, String::new()).unwrap();
        let told = [(); 3].map(|()| next());
        assert_eq!(told, ["queued", "running", "done"].map(|state| Some(state.to_owned())));
    }
    state.stopping.stop();
    jobs.stop();
    for worker in workers {
        worker.join().unwrap();
    }
}

/// The states of all jobs by their titles, in the order of the queue.
fn queue(jobs: &Jobs) -> Vec<(String, JobState)> {
    let mut infos = jobs.infos();
    infos.sort_by_key(|info| info.order);
    infos.into_iter().map(|info| (info.title, info.state)).collect()
}

fn add(jobs: &Jobs, title: &str) -> u32 {
    jobs.add(Work::Lab { name: "tree".to_owned() }, title.to_owned()).unwrap().job
}

#[test]
fn places_and_pauses_outlive_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let state = AppState::for_test(folder.path());
    let jobs = Jobs::open(Arc::clone(&state)).unwrap();
    let [a, b, c] = ["a", "b", "c"].map(|title| add(&jobs, title));
    jobs.change_places(c, true).unwrap();
    jobs.change_places(c, true).unwrap();
    // It is the first one.
    jobs.change_places(c, true).unwrap();
    jobs.change_places(a, false).unwrap();
    jobs.pause(b).unwrap();
    assert!(jobs.pause(b).is_err(), "it is paused");
    assert!(jobs.pause(9).is_err() && jobs.change_places(9, true).is_err());
    use JobState::{Cancelled, Held, Queued};
    let of = |titles: [(&str, JobState); 3]| titles.map(|(title, state)| (title.to_owned(), state));
    let wanted = of([("c", Queued), ("b", Held), ("a", Queued)]);
    assert_eq!(queue(&jobs), wanted);
    // The state on disk is now that of a killed server.
    let next = Jobs::open(Arc::clone(&state)).unwrap();
    assert_eq!(queue(&next), wanted);
    next.cancel(b).unwrap();
    assert_eq!(queue(&next), of([("c", Queued), ("b", Cancelled), ("a", Queued)]));
    assert!(next.change_places(b, true).is_err());
    next.resume(b).unwrap();
    assert_eq!(queue(&next), of([("c", Queued), ("b", Queued), ("a", Queued)]));
}

#[test]
fn a_job_at_work_is_paused_and_the_next_one_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let state = AppState::for_test(folder.path());
    let jobs = Arc::new(Jobs::open(Arc::clone(&state)).unwrap());
    let work = |running: &Running<'_>, _| {
        // It works until it is stopped, the second one until the server ends.
        while !running.stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        End::Cancelled
    };
    let workers = jobs.start_workers(work).unwrap();
    let [a, _] = ["a", "b"].map(|title| add(&jobs, title));
    let until = |title: &str, wanted: JobState| {
        let is_so = || queue(&jobs).contains(&(title.to_owned(), wanted));
        while !is_so() {
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    until("a", JobState::Running);
    jobs.pause(a).unwrap();
    until("a", JobState::Held);
    until("b", JobState::Running);
    jobs.resume(a).unwrap();
    until("a", JobState::Queued);
    state.stopping.stop();
    jobs.stop();
    for worker in workers {
        worker.join().unwrap();
    }
}
