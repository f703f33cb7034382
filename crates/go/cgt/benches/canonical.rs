//! How long canonical forms, sums and comparisons take.

#[path = "../../../../tools/benches/measure.rs"]
mod measure;

use std::hint::black_box;

use measure::bench;
use zenpuku_cgt::{CgtError, GameId, Universe};

/// Chilled values met in Go, hot and infinitesimal ones.
const PARTS: [&str; 10] = [
    "{5|1}",
    "{7|7+_4}",
    "4+_2",
    "{3|1||1/2|-4}",
    "-{9|9+_6}",
    "17/8",
    "-3^2",
    "{2||1|-5}",
    "-{5|2}",
    "{{4|3}|{1|-2}}",
];

fn parts(universe: &mut Universe) -> Result<Vec<GameId>, CgtError> {
    PARTS.iter().map(|text| universe.parse(text)).collect()
}

/// Black's corridor of `n` points with `s` dead stones, raw.
fn corridor(universe: &mut Universe, n: i64, s: i64) -> Result<GameId, CgtError> {
    let mut value = GameId::ZERO;
    for length in 1..=n {
        let plugged = universe.integer(length - 1 + 2 * s)?;
        value = universe.switch(plugged, value)?;
    }
    Ok(value)
}

/// The canonical sum of four raw corridors, and that sum chilled, from an empty universe.
fn chilled_sum(shapes: &[(i64, i64)]) -> Result<GameId, CgtError> {
    let mut universe = Universe::default();
    let mut sum = GameId::ZERO;
    for &(n, s) in shapes {
        let part = corridor(&mut universe, n, s)?;
        sum = universe.add(sum, part)?;
    }
    universe.chill(sum)
}

/// All games whose options are single games or pairs among some forty.
fn canonicalise() -> Result<usize, CgtError> {
    let mut universe = Universe::default();
    let mut options = parts(&mut universe)?;
    for g in options.clone() {
        options.push(universe.neg(g)?);
        let star = universe.nimber(1)?;
        options.push(universe.add(g, star)?);
    }
    for i in 1..options.len() {
        for j in 1..options.len() {
            universe.game(&options[i - 1..=i], &options[j - 1..=j])?;
        }
    }
    Ok(universe.games())
}

fn score_by_canonical_sum() -> Result<i64, CgtError> {
    let mut universe = Universe::default();
    let parts = parts(&mut universe)?;
    let sum = universe.sum(&parts)?;
    universe.black_first_score(sum)
}

fn score_by_play() -> Result<i64, CgtError> {
    let mut universe = Universe::default();
    let parts = parts(&mut universe)?;
    universe.sum_black_first_score(&parts)
}

fn main() {
    assert_eq!(score_by_play(), score_by_canonical_sum());
    bench("canonicalise 841 pairs of options", None, canonicalise);
    bench("chill the sum of four corridors", None, || {
        chilled_sum(black_box(&[(4, 1), (3, 2), (2, 3), (5, 0)]))
    });
    bench("score of ten parts by canonical sum", None, score_by_canonical_sum);
    bench("score of ten parts by play", None, score_by_play);
}
