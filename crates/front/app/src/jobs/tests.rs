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
