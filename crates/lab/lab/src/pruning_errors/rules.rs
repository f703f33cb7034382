//! The prunings, each written once for every game.

use zenpuku_core::{Score, StopReason};
use zenpuku_gametree::{Game, Pruning, PruningNode, Window};

use super::fit::{Fit, ShallowLine};
use super::scope::{DECIDED, PROBCUT_DEPTH, PROBCUT_REDUCTION, is_plain};

/// The least depth at which the null move is tried, in plies.
const NULL_MOVE_DEPTH: u32 = 2;
/// R of the null move, in plies.
const NULL_MOVE_REDUCTION: u32 = 2;

/// Futility pruning of a whole node [heinz1998] [bonanza2006]: nothing is searched if even a rise
/// of the evaluation by the margin would leave the value at most alpha.
#[derive(Clone, Debug)]
pub(super) struct Futility {
    /// The margin for depth 1, 2, ...; `None` never cuts.
    pub(super) margins: Vec<Option<i32>>,
}

impl<G: Game> Pruning<G> for Futility {
    fn cut(&mut self, node: &mut dyn PruningNode<G>) -> Result<Option<Score>, StopReason> {
        let (depth, alpha) = (node.visit().depth, node.visit().window.alpha());
        let margin = self.margins.get(depth as usize - 1).copied().flatten();
        let Some(margin) = margin.filter(|_| is_plain(alpha)) else { return Ok(None) };
        let most = node.evaluate() + Score::new(margin);
        Ok((most <= alpha).then_some(most))
    }
}

/// ProbCut [buro1995] [probcut2003]: a shallow search that passes the window by a number of
/// deviations stands for the deep one.
#[derive(Clone, Debug)]
pub(super) struct ProbCut {
    /// The line of the deep value on the shallow one, for deep depths 3, 4, ...
    pub(super) lines: Vec<Option<ShallowLine>>,
    /// How many deviations: PERCENTILE of [probcut2003].
    pub(super) percentile: f64,
}

impl ProbCut {
    /// The shallow value from which the deep one is predicted to be at least `beta`.
    fn least_high(&self, line: &ShallowLine, beta: Score) -> Option<Score> {
        let bound = self.percentile * line.sigma + f64::from(beta.value()) - line.intercept;
        plain((bound / line.slope).ceil())
    }

    /// The shallow value up to which the deep one is predicted to be at most `alpha`.
    fn greatest_low(&self, line: &ShallowLine, alpha: Score) -> Option<Score> {
        let bound = f64::from(alpha.value()) - self.percentile * line.sigma - line.intercept;
        plain((bound / line.slope).floor())
    }
}

/// A bound as a score, if it is one that a search can pass.
fn plain(bound: f64) -> Option<Score> {
    (bound.abs() < f64::from(DECIDED)).then_some(Score::new(bound as i32))
}

impl<G: Game> Pruning<G> for ProbCut {
    fn cut(&mut self, node: &mut dyn PruningNode<G>) -> Result<Option<Score>, StopReason> {
        let (depth, window) = (node.visit().depth, node.visit().window);
        let Some(place) = depth.checked_sub(PROBCUT_DEPTH) else { return Ok(None) };
        let line = self.lines.get(place as usize).copied().flatten();
        let Some(line) = line.filter(|line| line.slope > 0.0) else { return Ok(None) };
        let shallow = depth - PROBCUT_REDUCTION;
        let beta = Some(window.beta()).filter(|&beta| is_plain(beta));
        if let Some(bound) = beta.and_then(|beta| self.least_high(&line, beta))
            && node.search(shallow, Window::at_least(bound))? >= bound
        {
            return Ok(Some(window.beta()));
        }
        let alpha = Some(window.alpha()).filter(|&alpha| is_plain(alpha));
        if let Some(bound) = alpha.and_then(|alpha| self.greatest_low(&line, alpha))
            && node.search(shallow, Window::above(bound))? <= bound
        {
            return Ok(Some(window.alpha()));
        }
        Ok(None)
    }
}

/// Null move pruning [donninger1993] [bonanza2006]: if even after a pass a shallower search is at
/// least beta, so is the value.
#[derive(Clone, Debug)]
pub(super) struct NullMove;

impl<G: Game> Pruning<G> for NullMove {
    fn cut(&mut self, node: &mut dyn PruningNode<G>) -> Result<Option<Score>, StopReason> {
        let (depth, beta) = (node.visit().depth, node.visit().window.beta());
        if depth < NULL_MOVE_DEPTH || !is_plain(beta) || node.evaluate() < beta {
            return Ok(None);
        }
        let left = depth.saturating_sub(1 + NULL_MOVE_REDUCTION);
        let value = node.search_after_pass(left, Window::at_least(beta))?;
        Ok(value.filter(|&value| value >= beta).map(|_| beta))
    }
}

/// The pruning rules that are measured, by name.
pub(super) fn all<G: Game>(fit: &Fit) -> Vec<(&'static str, Box<dyn Pruning<G>>)> {
    let futility = |quantile| Box::new(Futility { margins: fit.margins(quantile) });
    let probcut = |percentile| Box::new(ProbCut { lines: fit.lines(), percentile });
    vec![
        ("futility, greatest change", futility(1.0)),
        ("futility, 95 % of changes", futility(0.95)),
        ("ProbCut, PERCENTILE 1.5", probcut(1.5)),
        ("ProbCut, PERCENTILE 1.0", probcut(1.0)),
        ("null move, R = 2", Box::new(NullMove)),
    ]
}
