//! The search of [probcut2003]: ProbCut, and the forward pruning of the program that it was
//! tried in.

use crate::depth::Depth;
use crate::observer::SearchObserver;
use crate::prob_cut::Check;
use crate::search::move_picker::MovePicker;
use crate::search::moves::Part;
use crate::search::node_state::Node;
use crate::search::{Searcher, Stopped};
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveKind};

/// Moves searched at the plies of the line, the last one at all plies beyond.
const FORWARD_WIDTHS: [usize; 4] = [640, 30, 15, 5];

/// More than any evaluation: the table's move comes first.
const TABLE_BONUS: i32 = 1 << 20;

impl<O: SearchObserver> Searcher<'_, O> {
    /// ProbCut: a shallow search predicts that the deep one will leave the window
    /// [probcut2003], [buro1995]; with several depths Multi-ProbCut [buro1997].
    /// Switches: `ProbCut`, `MultiProbCut`, `ProbCutTransform`, `ProbCutPhases`,
    /// `ProbCutOpenWindows`, `ProbCutEvalFirst`, `ProbCutExpectedSide`.
    ///
    /// Checks with null windows, at the same node, whether the foretold value is surely at least beta
    /// or at most alpha; the value is then that bound. Never in check, never on mate scores, never
    /// inside such a check.
    #[inline]
    pub(in crate::search) fn prob_cut(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let shared = self.shared;
        let Some(checks) = &shared.prob_cut else { return Ok(None) };
        let open = node.pv && !shared.params.prob_cut_open_windows;
        if self.checking || node.in_check || open {
            return Ok(None);
        }
        let sides = prob_cut_sides(&shared.params, node);
        for check in checks.at(node.depth, &self.position) {
            if let Some(bound) = self.prob_cut_check(node, check, sides)? {
                return Ok(Some(bound));
            }
        }
        Ok(None)
    }

    /// The sides of one shallow depth that are worth a check.
    fn prob_cut_check(
        &mut self,
        node: &Node,
        check: &Check,
        (above, below): (bool, bool),
    ) -> Result<Option<Score>, Stopped> {
        if let Some(least) = check.least_high(node.beta).filter(|_| above) {
            let value = self.shallow_search(node, check.depth, least - Score::new(1))?;
            if value >= least && !value.is_mate() {
                return Ok(Some(node.beta));
            }
        }
        if let Some(greatest) = check.greatest_low(node.alpha).filter(|_| below) {
            let value = self.shallow_search(node, check.depth, greatest)?;
            if value <= greatest && !value.is_mate() {
                return Ok(Some(node.alpha));
            }
        }
        Ok(None)
    }

    /// The node's value by a shallow search with the null window above `alpha`.
    fn shallow_search(
        &mut self,
        node: &Node,
        depth: Depth,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        self.checking = true;
        let window = (alpha, alpha + Score::new(1));
        let value = self.search(node.ply, depth, window, node.cut_node);
        self.checking = false;
        value
    }

    /// Forward pruning of the ProbCut paper's program: each move is judged by a depth-0 search with
    /// exchange resolution, and only the best are searched, fewer at each ply [probcut2003] 4.1.
    /// Switch: `ForwardPruning`.
    ///
    /// The best moves, best first; `None` where the switch is off.
    #[inline]
    pub(in crate::search) fn forward_pruning_picker(&mut self, node: &Node) -> Option<MovePicker> {
        if !self.shared.params.forward_pruning {
            return None;
        }
        let start = self.data.moves.len();
        let width = FORWARD_WIDTHS[node.ply.min(FORWARD_WIDTHS.len() - 1)];
        self.generate_all(node);
        // The best so far lie from `start` to `kept`, best first; the rest has not been examined.
        let mut kept = start;
        for index in start..self.data.moves.len() {
            let mv = self.data.moves.get(index);
            if !self.position.is_legal_after_pseudo(mv) {
                continue;
            }
            let full = kept - start == width;
            let score = self.forward_pruning_value(node, mv);
            if !full || score > self.data.moves.score(kept - 1) {
                kept += usize::from(!full);
                insert(self.data.moves.part(start, kept), mv, score);
            }
        }
        self.data.moves.truncate(kept);
        let context = self.history_context(node.ply);
        Some(MovePicker::prepared(&self.data.moves, start, context))
    }

    fn generate_all(&mut self, node: &Node) {
        let all = self.shared.all_moves;
        let position = &self.position;
        let moves = &mut self.data.moves;
        let kinds: &[MoveKind] = match (node.in_check, all) {
            (true, true) => &[MoveKind::EvasionsAll],
            (true, false) => &[MoveKind::Evasions],
            (false, true) => &[MoveKind::CapturesAll, MoveKind::QuietsAll],
            (false, false) => &[MoveKind::Captures, MoveKind::Quiets],
        };
        for &kind in kinds {
            moves.generate(position, kind, |_| 0);
        }
    }

    /// A search of depth 0 with exchange resolution: the evaluation after the
    /// move, minus the gain of the opponent's best exchange.
    fn forward_pruning_value(&mut self, node: &Node, mv: Move) -> i32 {
        if mv == node.tt_move {
            return TABLE_BONUS;
        }
        let gives_check = self.position.gives_check(mv);
        self.do_move(node.ply, mv, gives_check);
        let evaluation = self.evaluate().value();
        let (position, values) = (&self.position, &self.shared.exchange);
        let moves = &mut self.data.moves;
        let start = moves.len();
        let kind = if gives_check { MoveKind::Evasions } else { MoveKind::Captures };
        moves.generate(position, kind, |mv| {
            if position.is_capture(mv) { position.see(mv, values) } else { 0 }
        });
        let end = moves.len();
        let gain = (start..end).fold(0, |most, index| most.max(moves.score(index)));
        moves.truncate(start);
        self.undo_move(mv);
        -evaluation - gain
    }
}

/// Is a check above beta worth its nodes, and one below alpha?
fn prob_cut_sides(params: &Params, node: &Node) -> (bool, bool) {
    let eval = node.static_eval.filter(|_| params.prob_cut_eval_first);
    let any_side = !params.prob_cut_expected_side;
    let above = eval.is_none_or(|eval| eval >= node.beta) && (any_side || node.cut_node);
    let below = eval.is_none_or(|eval| eval <= node.alpha) && (any_side || !node.cut_node);
    (above && is_usable(node.beta), below && is_usable(node.alpha))
}

fn is_usable(bound: Score) -> bool {
    bound.abs() <= Score::MAX_EVAL
}

/// Puts the move at its place among the others, the last of which is lost.
fn insert(part: Part<'_>, mv: Move, score: i32) {
    let last = part.moves.len() - 1;
    let place = part.scores[..last].partition_point(|&other| other >= score);
    part.moves[place..].rotate_right(1);
    part.scores[place..=last].rotate_right(1);
    (part.moves[place], part.scores[place]) = (mv, score);
}
