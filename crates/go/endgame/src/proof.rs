//! Proofs for an appraisal: results of the solver take precedence over likely ones.

use zenpuku_go::{Board, BoardVisitor, PointSet, Rules, Setup};

use crate::outcome::{Outcome, outcome};
use crate::{SolveOptions, partition};

/// Open points up to which the whole board is searched.
const MOST_SEARCHED: u32 = 30;
/// Open points up to which regions are added up.
const MOST_SUMMED: u32 = 150;

impl SolveOptions {
    /// The same limits if a proof is within reach: far from the end no proof is
    /// possible, and with much open only sums can be proved. `None` if it is
    /// not.
    #[must_use]
    pub fn near_the_end<S: PointSet>(&self, board: &Board<S>) -> Option<Self> {
        let open: u32 = partition(board).regions.iter().map(|region| region.count()).sum();
        match open {
            open if open <= MOST_SEARCHED => Some(self.clone()),
            open if open <= MOST_SUMMED => {
                Some(Self { nodes: 1, loop_positions: 1, ..self.clone() })
            }
            _ => None,
        }
    }
}

/// The solution if it has one score for either side moving first. Where the rules of Japan decide a bent four without
/// play, what play leads to is not an answer.
pub(crate) fn proved(setup: &Setup, rules: &Rules, options: &SolveOptions) -> Option<Outcome> {
    struct Near<'a>(&'a SolveOptions);
    impl BoardVisitor for Near<'_> {
        type Output = Option<SolveOptions>;
        fn visit<S: PointSet>(self, board: Board<S>) -> Self::Output {
            self.0.near_the_end(&board)
        }
    }
    let options = setup.visit(rules.suicide, Near(options)).ok()??;
    let found = outcome(setup, rules, &options).ok()?;
    let is_exact = found.first.iter().all(|answer| answer.score.exact().is_some());
    (is_exact && found.bent_fours.is_none()).then_some(found)
}
