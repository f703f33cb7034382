//! One image for all that turning and mirroring make of a question.

use zenpuku_go::{PointSet, Size, Symmetry};

/// The least image of sets of points, and how it came about. Answers that are found there do not depend on how the
/// board is turned, however far a search gets.
pub(crate) fn least_image<S: PointSet, const N: usize>(
    size: Size,
    sets: [S; N],
) -> Option<([S; N], Symmetry)> {
    let image = |symmetry: Symmetry| (sets.map(|set| symmetry.apply_set(size, set)), symmetry);
    Symmetry::of(size).map(image).min_by_key(|(image, _)| *image)
}
