//! The share of the usual time that a move of a game gets, by the results of
//! its search so far. Switches: `TimeBestMoveStability`, `TimeNodeEffort`,
//! `TimeFallingEval`.

use crate::search::root::Root;
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi_eval::CpScale;

/// The fall of the present value is measured from the value this many iterations ago.
const ITERATIONS_AGO: usize = 3;

/// Follows a search from iteration to iteration.
pub(crate) struct TimeScale<'a> {
    params: &'a Params,
    scale: CpScale,
    /// The chance to win at the own turn before this one, 0..=1; `None`: not known.
    last_turn: Option<f64>,
    /// The chances after the last iterations, the latest first; `None`: there was none.
    chances: [Option<f64>; ITERATIONS_AGO],
}

impl<'a> TimeScale<'a> {
    /// Before the first iteration. `last_turn` is the value of the search of the own turn before.
    pub(crate) fn new(params: &'a Params, scale: CpScale, last_turn: Option<Score>) -> Self {
        let last_turn = last_turn.map(|score| scale.win_rate(score.value()));
        Self { params, scale, last_turn, chances: [None; ITERATIONS_AGO] }
    }

    /// An iteration is complete: the part of the usual time for this move, 1.0 is all of it.
    pub(crate) fn after_iteration(&mut self, root: &Root) -> f64 {
        let best = &root.moves[0];
        let all: u64 = root.moves.iter().map(|root_move| root_move.nodes).sum();
        let effort = best.nodes as f64 / all.max(1) as f64;
        let falling = best.latest().map_or(1.0, |score| self.falling_eval(score));
        let part = self.stability(root.stable) * self.node_effort(effort) * falling;
        part.clamp(percent(self.params.time_scale_min), percent(self.params.time_scale_max))
    }

    /// By how many iterations in a row have kept the best move.
    fn stability(&self, kept: u32) -> f64 {
        if !self.params.time_best_move_stability {
            return 1.0;
        }
        let (changed, stable) = (
            percent(self.params.time_best_move_changed),
            percent(self.params.time_best_move_stable),
        );
        stable + (changed - stable) * percent(self.params.time_best_move_decay).powi(kept as i32)
    }

    /// By the best move's share of the nodes, 0..=1.
    fn node_effort(&self, share: f64) -> f64 {
        if self.params.time_node_effort {
            percent(self.params.time_node_effort_base) - share
        } else {
            1.0
        }
    }

    /// The fall of the winning chance: two thirds from the last turn, one third
    /// from earlier iterations, or only the latter without an earlier turn.
    fn falling_eval(&mut self, score: Score) -> f64 {
        let now = self.scale.win_rate(score.value());
        let ago = self.chances.iter().rev().flatten().next().copied().unwrap_or(now);
        self.chances.rotate_right(1);
        self.chances[0] = Some(now);
        if !self.params.time_falling_eval {
            return 1.0;
        }
        let before = self.last_turn.map_or(ago, |last_turn| (2.0 * last_turn + ago) / 3.0);
        let points = 100.0 * (before - now);
        let part = 1.0 + points * percent(self.params.time_falling_eval_gain);
        part.clamp(
            percent(self.params.time_falling_eval_min),
            percent(self.params.time_falling_eval_max),
        )
    }
}

fn percent(part: i32) -> f64 {
    f64::from(part) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::root_moves::RootMove;
    use zenpuku_shogi::Move;

    /// A root whose best move has this value in centipawns, nine tenths of the
    /// nodes, and has been best for this number of iterations.
    fn root(value: i32, stable: u32) -> Root {
        let mut moves = vec![RootMove::new(Move::NONE); 2];
        (moves[0].score, moves[0].nodes, moves[1].nodes) = (Score::eval(value), 900, 100);
        let mut root = Root::new(moves, true, 1);
        root.stable = stable;
        root
    }

    fn parts(params: &Params, last_turn: Option<i32>, values: &[(i32, u32)]) -> Vec<f64> {
        let last_turn = last_turn.map(Score::eval);
        let mut scale = TimeScale::new(params, CpScale::SHOWN, last_turn);
        values.iter().map(|&(value, stable)| scale.after_iteration(&root(value, stable))).collect()
    }

    #[test]
    fn a_best_move_that_stays_gets_less_time_and_a_new_one_more() {
        let parts = parts(&Params::default(), None, &[(0, 0), (0, 1), (0, 4), (0, 30), (0, 0)]);
        assert!(parts[0] > 1.0 && parts[1] < parts[0] && parts[2] < parts[1], "{parts:?}");
        assert!(
            parts[3] >= 0.4 && parts[3] < 0.6 && (parts[4] - parts[0]).abs() < 1e-9,
            "{parts:?}"
        );
    }

    #[test]
    fn a_falling_value_gets_more_time_and_a_rising_one_less() {
        let params = Params::default();
        let at = |last_turn, now| parts(&params, last_turn, &[(now, 3)])[0];
        let even = at(Some(0), 0);
        assert!(at(Some(0), -200) > even && at(Some(0), 200) < even);
        assert!((at(None, -200) - even).abs() < 1e-9, "nothing to fall from");
        assert!((at(Some(3000), 2800) / even - 1.0).abs() < 0.1, "a won game stays won");
        let falls = parts(&params, None, &[(0, 3), (0, 3), (-300, 3)]);
        assert!(falls[2] > falls[1], "{falls:?}");
    }

    #[test]
    fn without_its_switches_every_move_gets_the_usual_time() {
        let params = Params {
            time_best_move_stability: false,
            time_node_effort: false,
            time_falling_eval: false,
            ..Params::default()
        };
        assert_eq!(parts(&params, Some(500), &[(0, 0), (-900, 7)]), [1.0, 1.0]);
    }
}
