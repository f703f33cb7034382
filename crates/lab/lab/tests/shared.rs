//! Quick runs at which several tests look, each done once.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use zenpuku_lab::{Findings, RunOptions, Session, find};

/// The findings of the quick run of an experiment without other options.
pub(crate) fn quick_run(name: &'static str) -> &'static Findings {
    static RUNS: Mutex<BTreeMap<&str, &OnceLock<Findings>>> = Mutex::new(BTreeMap::new());
    let run = {
        let mut runs = RUNS.lock().unwrap_or_else(PoisonError::into_inner);
        *runs.entry(name).or_insert_with(|| Box::leak(Box::default()))
    };
    run.get_or_init(|| {
        let options = RunOptions { quick: true, ..RunOptions::default() };
        find(name).unwrap().run(&options, &mut Session::silent()).unwrap()
    })
}
