//! The transposition table: lock-free, shared by all threads [breuker1994].
//!
//! Four 16-byte entries make a cluster of one cache line. An entry is two atomic words, the
//! data and `key ^ data`: a torn write of two threads fails the comparison and reads as a miss
//! [hyatt-mann2002].

use core::sync::atomic::{AtomicBool, Ordering};
use zenpuku_core::Score;

use crate::cluster::{Cluster, Slot, WAYS};
use crate::depth::Depth;
use crate::large_pages::LargePages;
use zenpuku_core::StopToken;

/// The relation of a stored score to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The value is at most the score.
    Upper,
    /// The value is at least the score.
    Lower,
    /// The score is the value.
    Exact,
}

/// The stored data of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best or refuting move's bits, 0 for none; unchecked (two positions may collide).
    pub move_bits: u16,
    /// The value, mate distances counted from this position.
    pub score: Score,
    /// The static evaluation, `None` in check.
    pub eval: Option<Score>,
    /// Depth searched; a negative depth is stored as zero.
    pub depth: Depth,
    /// The kind of bound of the score.
    pub bound: Bound,
    /// Was it searched with an open window?
    pub pv: bool,
}

impl TtEntry {
    /// May the entry answer a question about the window `(alpha, beta)`?
    #[must_use]
    pub fn decides(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    fn pack(&self, generation: u8) -> u64 {
        let eval = self.eval.map_or(i16::MIN, Score::to_i16);
        let depth = self.depth.to_units().clamp(0, 255) as u64;
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        u64::from(self.move_bits)
            | u64::from(self.score.to_i16() as u16) << 16
            | u64::from(eval as u16) << 32
            | depth << 48
            | bound << 56
            | u64::from(self.pv) << 58
            | u64::from(generation) << GENERATION_SHIFT
    }

    fn unpack(data: u64) -> Option<Self> {
        let eval = (data >> 32) as u16 as i16;
        Some(Self {
            move_bits: data as u16,
            score: Score::from_i16((data >> 16) as u16 as i16),
            eval: (eval != i16::MIN).then(|| Score::from_i16(eval)),
            depth: depth_of(data),
            bound: match data >> 56 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                3 => Bound::Exact,
                _ => return None,
            },
            pv: data >> 58 & 1 == 1,
        })
    }
}

const MOVE_BITS: u64 = 0xffff;
const GENERATION_SHIFT: u32 = 59;
const GENERATIONS: u8 = 32;

fn depth_of(data: u64) -> Depth {
    Depth::units((data >> 48 & 0xff) as i32)
}

fn generation_of(data: u64) -> u8 {
    (data >> GENERATION_SHIFT) as u8
}

/// Smaller tables are touched by one thread.
const PARALLEL_BYTES: usize = 64 << 20;

/// Clusters cleared between two checks of the token: 4 MiB.
const PIECE: usize = (4 << 20) / size_of::<Cluster>();

/// Clears clusters with this number of threads until `filling` stops; `false`
/// if some were not cleared.
fn empty(clusters: &mut [Cluster], threads: usize, filling: &StopToken) -> bool {
    let share = clusters.len().div_ceil(threads.max(1)).max(1);
    let left = AtomicBool::new(false);
    let clear = |part: &'_ mut [Cluster]| {
        for piece in part.chunks_mut(PIECE) {
            if filling.is_stopped() {
                left.store(true, Ordering::Relaxed);
                return;
            }
            piece.fill_with(Cluster::default);
        }
    };
    let spawned = std::thread::scope(|scope| {
        clusters.chunks_mut(share).all(|part| {
            std::thread::Builder::new().spawn_scoped(scope, move || clear(part)).is_ok()
        })
    });
    if !spawned {
        // The operating system refuses more threads.
        clear(clusters);
    }
    !left.load(Ordering::Relaxed)
}

/// The memory for a table cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a hash table of {mebibytes} MiB ({available} MiB are free)")]
pub struct TableTooLarge {
    /// The size asked for.
    pub mebibytes: usize,
    /// Free memory in MiB if the operating system reports it, else 0.
    pub available: usize,
}

/// The entry that a new one replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// A bound so much shallower than what this search found of the same position does not replace it.
    pub margin: Depth,
    /// The same for one that was searched with an open window.
    pub pv_margin: Depth,
    /// Does such a bound leave its move?
    pub leaves_move: bool,
    /// An entry is worth so much less for each search since.
    pub age: Depth,
}

impl Replacement {
    /// The best move is that of the deepest search.
    pub const DEEPEST_MOVE: Self = Self {
        margin: Depth::units(5),
        pv_margin: Depth::units(5),
        leaves_move: false,
        age: Depth::plies(4),
    };
    /// The best move is that of the last search [stockfish].
    pub const LATEST_MOVE: Self = Self {
        margin: Depth::plies(4),
        pv_margin: Depth::plies(6),
        leaves_move: true,
        age: Depth::plies(8),
    };
}

/// A table of fixed size. Reading and writing need no lock; see the module.
pub struct TranspositionTable {
    clusters: LargePages<Cluster>,
    generation: u8,
    replacement: Replacement,
}

impl TranspositionTable {
    /// A table of `mebibytes` MiB, at least one cluster.
    ///
    /// # Errors
    /// [`TableTooLarge`] when the system has not that much free memory.
    pub fn new(mebibytes: usize) -> Result<Self, TableTooLarge> {
        Self::prepared(mebibytes, &StopToken::new())
    }

    /// A table whose memory is taken from the system now, so that the first search need not, until
    /// `filling` stops.
    ///
    /// # Errors
    /// As [`TranspositionTable::new`].
    pub fn prepared(mebibytes: usize, filling: &StopToken) -> Result<Self, TableTooLarge> {
        let available = crate::memory::available_mebibytes();
        let too_large = TableTooLarge { mebibytes, available: available.unwrap_or(0) };
        if !Self::fits(mebibytes) {
            return Err(too_large);
        }
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(too_large)?;
        let mut clusters = LargePages::new(bytes / size_of::<Cluster>()).ok_or(too_large)?;
        // By several threads, for the system clears each page first. Untouched memory is empty too.
        let large = bytes >= PARALLEL_BYTES;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        empty(&mut clusters, if large { threads } else { 1 }, filling);
        Ok(Self { clusters, generation: 0, replacement: Replacement::DEEPEST_MOVE })
    }

    /// Returns whether the system has this many MiB of free memory, if it reports it.
    #[must_use]
    pub fn fits(mebibytes: usize) -> bool {
        crate::memory::available_mebibytes().is_none_or(|available| mebibytes <= available)
    }

    /// Size in MiB, rounded down.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Clears the table with `threads` threads; once `filling` stops, in no
    /// time, at the cost of later searches.
    pub fn clear(&mut self, threads: usize, filling: &StopToken) {
        self.generation = 0;
        if !empty(&mut self.clusters, threads, filling) {
            self.clusters.discard();
        }
    }

    /// Ages the stored entries: they are still used, but replaced first. From
    /// now on records are replaced by this rule.
    pub fn new_search(&mut self, replacement: Replacement) {
        self.generation = (self.generation + 1) % GENERATIONS;
        self.replacement = replacement;
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[Slot; WAYS] {
        &self.clusters[self.index(key)].0
    }

    /// Prefetches the memory that [`TranspositionTable::probe`] of this key will read soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.clusters.prefetch(self.index(key));
    }

    /// The entry of the position with this key.
    #[must_use]
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.cluster(key)
            .iter()
            .map(Slot::load)
            .find(|&(stored, data)| stored == key && data != 0)
            .and_then(|(_, data)| TtEntry::unpack(data))
    }

    /// Stores an entry. It replaces the entry of the same position, else an old
    /// and shallow one. A much shallower bound leaves what this search found
    /// before, but perhaps for its move; see [`Replacement`].
    #[inline]
    pub fn store(&self, key: u64, entry: &TtEntry) {
        let (way, old) = self.place(key);
        let new = entry.pack(self.generation);
        let deeper = old.filter(|&old| self.outweighs(old, entry));
        let data = deeper.unwrap_or(new);
        let keeps_move =
            entry.move_bits == 0 || (deeper.is_some() && !self.replacement.leaves_move);
        let move_bits = if keeps_move { old.unwrap_or(new) } else { new } & MOVE_BITS;
        self.cluster(key)[way].store(key, data & !MOVE_BITS | move_bits);
    }

    /// Is what this search found before so much deeper than a bound that it stays?
    #[inline]
    fn outweighs(&self, old: u64, entry: &TtEntry) -> bool {
        let Replacement { margin, pv_margin, .. } = self.replacement;
        let margin = if entry.pv { pv_margin } else { margin };
        generation_of(old) == self.generation
            && entry.bound != Bound::Exact
            && entry.depth + margin <= depth_of(old)
    }

    /// The way to write to, and its data when it belongs to the same position.
    #[inline]
    fn place(&self, key: u64) -> (usize, Option<u64>) {
        let mut worst = (i32::MAX, 0);
        for (way, slot) in self.cluster(key).iter().enumerate() {
            let (stored, data) = slot.load();
            if data == 0 {
                return (way, None);
            }
            if stored == key {
                return (way, Some(data));
            }
            let age = (GENERATIONS + self.generation - generation_of(data)) % GENERATIONS;
            let worth =
                depth_of(data).to_units() - self.replacement.age.to_units() * i32::from(age);
            worst = worst.min((worth, way));
        }
        (worst.1, None)
    }

    /// How full the table is of this search's entries, in per mille, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let current = |slot: &&Slot| {
            let data = slot.data();
            data != 0 && generation_of(data) == self.generation
        };
        let used = sample.iter().flat_map(|cluster| &cluster.0).filter(current).count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }
}

impl core::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Table({} MiB)", self.mebibytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, score: i32) -> TtEntry {
        TtEntry {
            move_bits: 77,
            score: Score::new(score),
            eval: Some(Score::new(-5)),
            depth: Depth::plies(depth),
            bound: Bound::Lower,
            pv: true,
        }
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = TranspositionTable::new(1).unwrap();
        for (depth, score) in [(0, -32_767), (127, 32_000), (5, 0)] {
            table.store(9, &entry(depth, score));
        }
        assert_eq!(table.probe(9), Some(TtEntry { depth: Depth::plies(127), ..entry(0, 32_000) }));
        assert_eq!(table.probe(10), None);
        assert_eq!(table.probe(0), None);
        table.store(0, &TtEntry { eval: None, move_bits: 0, ..entry(1, 3) });
        assert_eq!(table.probe(0).map(|found| (found.eval, found.move_bits)), Some((None, 0)));
    }

    #[test]
    fn a_move_survives_a_result_without_move() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(9, &entry(3, 1));
        table.store(9, &TtEntry { move_bits: 0, bound: Bound::Upper, ..entry(3, 1) });
        assert_eq!(table.probe(9).map(|found| found.move_bits), Some(77));
    }

    #[test]
    fn a_shallow_bound_leaves_a_deep_one_its_value() {
        let shallow = TtEntry { move_bits: 5, pv: false, ..entry(5, 2) };
        for (replacement, move_bits) in
            [(Replacement::LATEST_MOVE, 5), (Replacement::DEEPEST_MOVE, 77)]
        {
            for (depth, stays) in [(7, false), (9, true)] {
                let mut table = TranspositionTable::new(1).unwrap();
                table.new_search(replacement);
                table.store(9, &entry(depth, 1));
                table.store(9, &shallow);
                let deep = TtEntry { move_bits, ..entry(depth, 1) };
                assert_eq!(table.probe(9), Some(if stays { deep } else { shallow }));
                table.new_search(replacement);
                table.store(9, &shallow);
                assert_eq!(table.probe(9), Some(shallow), "what an earlier search found goes");
            }
        }
    }

    #[test]
    fn the_oldest_and_shallowest_goes_first() {
        let mut table = TranspositionTable::new(0).unwrap();
        assert_eq!(table.clusters.len(), 1);
        for key in 1..=4 {
            table.store(key, &entry(10 + key as i32, 0));
        }
        table.store(5, &entry(1, 0));
        assert!(table.probe(1).is_none() && table.probe(4).is_some());
        table.new_search(Replacement::LATEST_MOVE);
        table.new_search(Replacement::LATEST_MOVE);
        table.new_search(Replacement::LATEST_MOVE);
        table.store(6, &entry(1, 0));
        table.store(7, &entry(1, 0));
        assert!(table.probe(6).is_some() && table.probe(7).is_some());
        assert!(table.hashfull() > 0);
        table.clear(2, &StopToken::new());
        assert!((0..9).all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn a_hurry_leaves_the_filling_and_still_forgets() {
        let stopped = StopToken::stopped();
        let mut table = TranspositionTable::prepared(16, &stopped).unwrap();
        assert!(!empty(&mut table.clusters, 2, &stopped), "left");
        for key in [1, u64::MAX / 2, u64::MAX] {
            table.store(key, &entry(5, 1));
            assert!(table.probe(key).is_some());
        }
        table.clear(2, &stopped);
        assert!([1, u64::MAX / 2, u64::MAX].iter().all(|&key| table.probe(key).is_none()));
        assert!(empty(&mut table.clusters, 2, &StopToken::new()));
    }

    /// Threads that overwrite each other never read an entry that was not written.
    #[test]
    fn torn_writes_read_as_misses() {
        let table = TranspositionTable::new(0).unwrap();
        // What belongs to a key is computed from it.
        let of_key = |key: u64| entry((key % 100) as i32, (key % 30_011) as i32);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut seed = thread + 1;
                    for _ in 0..200_000 {
                        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let key = (seed >> 33) % 64 + 1;
                        if let Some(found) = table.probe(key) {
                            assert_eq!(found, of_key(key));
                        }
                        table.store(key, &of_key(key));
                    }
                });
            }
        });
    }

    #[test]
    fn impossible_sizes_are_errors() {
        assert!(TranspositionTable::new(usize::MAX / 2).is_err());
        assert!(TranspositionTable::new(1 << 30).is_err());
    }
}
