//! Canonicalisation and sums.

use criterion::{Criterion, criterion_group, criterion_main};
fn canonicalise(_: &mut Criterion) {}
criterion_group!(benches, canonicalise);
criterion_main!(benches);
