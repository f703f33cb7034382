//! Keeping time: clocks are neither exceeded nor wasted, and a stop takes effect immediately.
//!
//! Invariant: The engine keeps its clock and obeys a stop (also: `tools/referee`).

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{Clock, Engine, EngineOptions, SearchLimits};

const MIDDLE_GAME: &str =
    "l2g3nl/1ks2b1r1/2ng1s1pp/1pp1ppp2/p2p3P1/1PP1P3P/PSSP1PP2/KGGB3R1/LN5NL w - 46";

/// Tests that measure time must not run in parallel.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn engine() -> Engine {
    let mut options = EngineOptions { hash: 4, ..EngineOptions::default() };
    options.time.minimum_thinking_time = 0;
    Engine::new(options)
}

fn assert_legal_line(position: &Position, line: &[Move]) {
    let mut position = position.clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{mv} in {line:?}");
        position.do_move(mv);
    }
}

#[test]
fn the_clock_is_kept() {
    let _alone = alone();
    let mut engine = engine();
    engine.set_position(Position::from_sfen(MIDDLE_GAME).unwrap()).unwrap();
    for byoyomi in [100, 500] {
        let byoyomi = Duration::from_millis(byoyomi);
        let mut used = Vec::new();
        // A machine busy with other things may sleep through a deadline, but hardly through forty
        // in a row; an engine that does not check its clock exceeds them all.
        while used.iter().all(|time| *time >= byoyomi) {
            assert!(used.len() < 40, "{used:?} overstep {byoyomi:?}");
            let clock = Clock { byoyomi, ..Clock::default() };
            let begun = Instant::now();
            engine.search(SearchLimits::clock(clock)).unwrap();
            used.push(begun.elapsed());
            assert!(begun.elapsed() >= byoyomi * 7 / 10, "{used:?} waste {byoyomi:?}");
        }
    }
    let begun = Instant::now();
    engine.search(SearchLimits::movetime(Duration::from_millis(150))).unwrap();
    assert!(begun.elapsed() >= Duration::from_millis(145));
}

#[test]
fn stopping_at_any_time_gives_a_legal_move() {
    let _alone = alone();
    let mut engine = engine();
    engine.options_mut().threads = 2;
    let sfens = [zenpuku_shogi::STARTPOS, MIDDLE_GAME];
    let mut delays = Vec::new();
    for round in 0..rounds(50) {
        engine.set_position(Position::from_sfen(sfens[round as usize % 2]).unwrap()).unwrap();
        let search = engine.start(SearchLimits::infinite()).unwrap();
        // A spread of waiting times, the shortest before the first iteration is done.
        std::thread::sleep(Duration::from_micros(round * round * 7919 % 15_000));
        let asked = Instant::now();
        search.stop();
        let result = search.wait().unwrap();
        delays.push(asked.elapsed());
        assert!(engine.position().is_legal(result.best));
        assert_legal_line(engine.position(), result.pv());
        assert_eq!(result.pv()[0], result.best);
    }
    delays.sort();
    // Not the median: a busy machine delays many of them, but not every fourth
    // of an engine that checks its flag.
    let quartile = delays[delays.len() / 4];
    assert!(quartile < Duration::from_millis(20), "stopping took {quartile:?}");
}

/// More rounds by hand: `ROUNDS=1000 cargo test ...`.
fn rounds(usual: u64) -> u64 {
    std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}
