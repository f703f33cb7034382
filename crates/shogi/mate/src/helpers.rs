//! Threads that help the search for a mate by proving that there is none within a number of plies.
//!
//! The mates come from the first thread alone, and so do line and proof. The
//! helpers only save it searches for shorter mates: the answer is the same, but
//! faster.

use crate::dfpn::{DfPn, News};
use crate::memory::Memory;
use core::sync::atomic::{AtomicU16, Ordering};
use std::thread::Builder;
use zenpuku_core::StopToken;
use zenpuku_core::{Budget, Limits};
use zenpuku_shogi::Position;

/// Stack of a helper.
const STACK: usize = 16 << 20;

/// Plies within which any thread has proved that there is no mate.
pub(crate) struct Floor(AtomicU16);

impl Floor {
    pub(crate) fn plies(&self) -> u16 {
        self.0.load(Ordering::Relaxed)
    }

    fn raise(&self, plies: u16) {
        self.0.fetch_max(plies, Ordering::Relaxed);
    }
}

/// Runs `work` while a helper for every memory proves that there is no mate
/// within increasing lengths, from `searched` plies on. A thread that cannot be
/// had is done without.
pub(crate) fn beside<T>(
    position: &Position,
    memories: &mut [Memory],
    searched: u16,
    work: impl FnOnce(&Floor) -> T,
) -> T {
    let (floor, next) = (Floor(AtomicU16::new(searched)), AtomicU16::new(searched + 2));
    let ended = StopToken::new();
    std::thread::scope(|scope| {
        for memory in memories {
            let (floor, next, ended) = (&floor, &next, &ended);
            let help = move || help(position, memory, (floor, next), ended);
            drop(Builder::new().name("mate".into()).stack_size(STACK).spawn_scoped(scope, help));
        }
        let done = work(&floor);
        ended.stop();
        done
    })
}

/// Searches one unclaimed length after the other, until there is a mate.
fn help(
    position: &Position,
    memory: &mut Memory,
    (floor, next): (&Floor, &AtomicU16),
    ended: &StopToken,
) {
    memory.begin();
    let mut budget = Budget::start(&Limits::none().stopped_by(ended.clone()));
    let news = News { listener: &mut |_| {}, searched: 0, mate: None };
    let mut search = DfPn::new(position, memory, &mut budget, news);
    loop {
        let plies = next.fetch_add(2, Ordering::Relaxed);
        match search.decide(plies) {
            Ok(found) if !found.is_mate() => floor.raise(plies),
            _ => return,
        }
    }
}
