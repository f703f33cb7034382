//! The straight line of least squares, `y = slope * x + intercept`.

/// A fitted line and how well it fits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LineFit {
    /// Gain of y per unit of x (ProbCut's `a`).
    pub slope: f64,
    /// y at x = 0 (ProbCut's `b`).
    pub intercept: f64,
    /// Standard deviation of the residuals with `n - 2` degrees of freedom, 0 for two
    /// points (ProbCut's sigma).
    pub sigma: f64,
    /// Coefficient of determination, 0 to 1; 1 if all y are equal.
    pub r_squared: f64,
    /// Number of points.
    pub count: usize,
}

impl LineFit {
    /// Fits the points; `None` for fewer than two points, equal x only, or numbers that
    /// are not finite.
    #[must_use]
    pub fn least_squares(points: &[(f64, f64)]) -> Option<LineFit> {
        let n = points.len() as f64;
        let finite = points.iter().all(|&(x, y)| x.is_finite() && y.is_finite());
        if points.len() < 2 || !finite {
            return None;
        }
        let mean_x = points.iter().map(|&(x, _)| x).sum::<f64>() / n;
        let mean_y = points.iter().map(|&(_, y)| y).sum::<f64>() / n;
        let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
            points.iter().map(|&(x, y)| f(x - mean_x, y - mean_y)).sum()
        };
        let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
        if xx == 0.0 {
            return None;
        }
        let slope = xy / xx;
        let residual = sum(&|x, y| (y - slope * x).powi(2));
        let freedom = (points.len() - 2).max(1) as f64;
        Some(LineFit {
            slope,
            intercept: mean_y - slope * mean_x,
            sigma: (residual / freedom).sqrt(),
            r_squared: if yy == 0.0 { 1.0 } else { (1.0 - residual / yy).clamp(0.0, 1.0) },
            count: points.len(),
        })
    }

    /// The line's y at `x`.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        self.slope * x + self.intercept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again() {
        let points: Vec<_> = (0..9).map(f64::from).map(|x| (x, 2.0 * x - 5.0)).collect();
        let fit = LineFit::least_squares(&points).unwrap();
        assert!((fit.slope - 2.0).abs() < 1e-12 && (fit.intercept + 5.0).abs() < 1e-12);
        assert!(fit.sigma < 1e-9 && fit.r_squared > 1.0 - 1e-12);
    }

    #[test]
    fn residuals_are_measured() {
        // Anscombe's first set: y = 3.00 + 0.500 x, R2 = 0.67, sigma = 1.237.
        let x = [10., 8., 13., 9., 11., 14., 6., 4., 12., 7., 5.];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let points: Vec<_> = x.into_iter().zip(y).collect();
        let fit = LineFit::least_squares(&points).unwrap();
        assert!((fit.slope - 0.5001).abs() < 1e-4 && (fit.intercept - 3.0001).abs() < 1e-4);
        assert!((fit.r_squared - 0.6665).abs() < 1e-4 && (fit.sigma - 1.2366).abs() < 1e-4);
    }

    #[test]
    fn no_line_through_too_little() {
        assert_eq!(LineFit::least_squares(&[(1.0, 2.0)]), None);
        assert_eq!(LineFit::least_squares(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(LineFit::least_squares(&[(1.0, 2.0), (2.0, f64::NAN)]), None);
    }
}
