//! The clock of the benches: how long a piece of code takes, as the median of eleven samples. Included by path, so
//! that no crate depends on it.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long one sample runs at least.
const SAMPLE: Duration = Duration::from_millis(50);
const SAMPLES: usize = 11;

/// Prints the time of a call of `work`. With `items` per call it prints how many of them a second as well.
/// The command's first argument that is not an option is a filter: only names
/// that contain it are measured.
pub(crate) fn bench<T>(name: &str, items: Option<u64>, mut work: impl FnMut() -> T) {
    let filter = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    if filter.is_some_and(|part| !name.contains(&part)) {
        return;
    }
    let calls = calls(&mut work);
    let mut samples: Vec<f64> =
        (0..SAMPLES).map(|_| time(calls, &mut work).as_secs_f64() / f64::from(calls)).collect();
    samples.sort_by(f64::total_cmp);
    let median = samples[SAMPLES / 2];
    let spread = (samples[SAMPLES - 1] - samples[0]) / median * 100.0;
    print!("{name:44} {:>12.1} ns  spread {spread:.0} %", median * 1e9);
    if let Some(items) = items {
        print!("  {:.1} million/s", items as f64 / median / 1e6);
    }
    println!();
}

/// How many calls make a sample.
fn calls<T>(work: &mut impl FnMut() -> T) -> u32 {
    let mut calls = 1;
    while time(calls, work) < SAMPLE {
        calls *= 2;
    }
    calls
}

fn time<T>(calls: u32, work: &mut impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        black_box(work());
    }
    start.elapsed()
}
