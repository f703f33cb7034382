//! The learning rate over a training.

/// The rate at batch `batch` of `batches` (from 0) of epoch `epoch` of `epochs` (from 1): half a
/// cosine from `first` to `last` over all epochs.
pub(crate) fn rate(
    (first, last): (f64, f64),
    (epoch, epochs): (u32, u32),
    (batch, batches): (usize, usize),
) -> f64 {
    let done = f64::from(epoch - 1) + batch as f64 / batches.max(1) as f64;
    half_cosine(first, last, done / f64::from(epochs.max(1)))
}

/// The rate when the part `done` of a training, from 0 to 1, is behind: half a cosine from `first`
/// to `last`.
fn half_cosine(first: f64, last: f64, done: f64) -> f64 {
    last + (first - last) * 0.5 * (1.0 + libm::cos(core::f64::consts::PI * done.min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_begins_with_the_first_rate_and_stays_at_the_last() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(half_cosine(2.0, 0.5, 0.0), 2.0));
        assert!(close(half_cosine(2.0, 0.5, 0.5), 1.25));
        assert!(close(half_cosine(2.0, 0.5, 1.0), 0.5) && close(half_cosine(2.0, 0.5, 3.0), 0.5));
    }
}
