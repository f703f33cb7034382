//! Least squares that a few wild points cannot pull away.

use zenpuku_report::LineFit;

/// Points further from the line than this many deviations are left out.
pub(crate) const OUTLIER_SIGMAS: f64 = 4.0;

/// How often outliers are left out.
const PASSES: u32 = 2;

/// A fitted line, with and without the outliers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RobustFit {
    /// The line of least squares through all points.
    pub all: LineFit,
    /// The line through those that remain.
    pub line: LineFit,
    /// Points left out.
    pub outliers: usize,
}

impl RobustFit {
    /// Fits, leaves out points beyond four deviations of their line, and fits again; a
    /// second time, for a single value near a mate hides all other outliers.
    /// Not more often: values of searches have long tails, and each pass
    /// removes more of the deviations that cause wrong cuts. `None` as
    /// [`LineFit::least_squares`].
    #[must_use]
    pub fn new(points: &[(f64, f64)]) -> Option<RobustFit> {
        let all = LineFit::least_squares(points)?;
        let mut line = all;
        for _ in 0..PASSES {
            let limit = OUTLIER_SIGMAS * line.sigma;
            let near = |&&(x, y): &&(f64, f64)| (y - line.at(x)).abs() <= limit;
            let remaining: Vec<(f64, f64)> = points.iter().filter(near).copied().collect();
            let Some(next) = LineFit::least_squares(&remaining) else { break };
            line = next;
        }
        Some(RobustFit { all, line, outliers: points.len() - line.count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_core::random::SplitMix64;

    /// y = 1.02 x - 2 with normal noise of deviation 80, as the sum of twelve uniform numbers.
    fn synthetic(count: usize, seed: u64) -> Vec<(f64, f64)> {
        let mut random = SplitMix64::new(seed);
        let mut uniform = || random.below(1 << 32) as f64 / f64::from(1u32 << 31) / 2.0;
        let mut normal = || (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
        (0..count)
            .map(|_| {
                let x = 600.0 * normal();
                (x, 1.02 * x - 2.0 + 80.0 * normal())
            })
            .collect()
    }

    #[test]
    fn known_parameters_are_found_in_spite_of_outliers() {
        let mut points = synthetic(4000, 7);
        let clean = RobustFit::new(&points).unwrap();
        assert!((clean.line.slope - 1.02).abs() < 0.01, "{clean:?}");
        assert!((clean.line.intercept + 2.0).abs() < 5.0, "{clean:?}");
        assert!((clean.line.sigma - 80.0).abs() < 3.0, "{clean:?}");
        // R2 = 1 - 80^2 / (612^2 + 80^2).
        assert!((clean.all.r_squared - 0.983).abs() < 0.003, "{clean:?}");
        points.extend((0..40).map(|i| (f64::from(i) * 20.0, 5000.0)));
        let wild = RobustFit::new(&points).unwrap();
        assert!(wild.all.sigma > 300.0, "{wild:?}");
        assert!((wild.line.slope - 1.02).abs() < 0.01, "{wild:?}");
        assert!((wild.line.sigma - 80.0).abs() < 4.0, "{wild:?}");
        assert!((40..50).contains(&wild.outliers), "{wild:?}");
    }

    #[test]
    fn exact_points_have_no_outliers() {
        let points: Vec<_> = (0..9).map(f64::from).map(|x| (x, 2.0 * x)).collect();
        let fit = RobustFit::new(&points).unwrap();
        assert!((fit.line.slope - 2.0).abs() < 1e-12 && fit.line.sigma < 1e-9);
        assert_eq!(RobustFit::new(&points[..1]), None);
    }
}
