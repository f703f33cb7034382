//! A node of the main search: the numbered steps.

use super::history;
use super::move_picker::{MovePicker, is_tactical};
use super::stack::MAX_PLY;
use super::steps;
use super::{Outcome, Searcher, Stopped, killers};
use crate::depth::Depth;
use crate::observer::{CutCause, SearchObserver};
use crate::table::{Bound, Record};
use zenpuku_gametree::Score;
use zenpuku_shogi::Move;

/// What a node is asked, and what its first steps find out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: Depth,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Is the window open (a principal-variation node)?
    pub(super) pv: bool,
    /// Does the parent expect a cut here?
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    pub(super) key: u64,
    /// What the table knows.
    pub(super) record: Option<Record>,
    /// The table's move, checked, or `NONE`.
    pub(super) table_move: Move,
    /// Static evaluation; `None` in check.
    pub(super) static_eval: Option<Score>,
}

impl Node {
    pub(super) fn new(ply: usize, depth: Depth, alpha: Score, beta: Score, cut_node: bool) -> Self {
        Self {
            ply,
            depth,
            alpha,
            beta,
            pv: beta - alpha > Score::new(1),
            cut_node,
            in_check: false,
            key: 0,
            record: None,
            table_move: Move::NONE,
            static_eval: None,
        }
    }
}

/// A move about to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Its place in the order, from 1.
    pub(super) number: u32,
    pub(super) gives_check: bool,
    /// A capture or a pawn's promotion.
    pub(super) tactical: bool,
}

/// Quiet moves remembered to be punished when a later one cuts.
const REMEMBERED: usize = 48;

/// What the move loop has found so far.
pub(super) struct Tally {
    pub(super) best: Score,
    pub(super) best_move: Move,
    pub(super) alpha: Score,
    /// Legal moves seen, the skipped ones included.
    pub(super) seen: u32,
    quiets: [Move; REMEMBERED],
    quiet_count: usize,
}

impl Tally {
    pub(super) fn new(alpha: Score) -> Self {
        Self {
            best: -Score::INFINITE,
            best_move: Move::NONE,
            alpha,
            seen: 0,
            quiets: [Move::NONE; REMEMBERED],
            quiet_count: 0,
        }
    }

    fn remember_quiet(&mut self, mv: Move) {
        if self.quiet_count < REMEMBERED {
            self.quiets[self.quiet_count] = mv;
            self.quiet_count += 1;
        }
    }
}

impl<O: SearchObserver> Searcher<'_, O> {
    /// The value of the position for the side to move, `depth` deep.
    pub(super) fn search(
        &mut self,
        ply: usize,
        depth: Depth,
        (alpha, beta): (Score, Score),
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        if depth < Depth::ONE {
            return self.horizon(ply, alpha, beta);
        }
        self.enter(ply, depth, alpha, beta)?;
        let outcome = self.steps(Node::new(ply, depth, alpha, beta, cut_node));
        self.leave((ply, depth, alpha, beta), &outcome);
        outcome.map(|outcome| outcome.score)
    }

    /// The steps of a node up to its moves.
    fn steps(&mut self, mut node: Node) -> Result<Outcome, Stopped> {
        node.in_check = self.position.in_check();
        node.key = self.position.key();
        // 1. The rules end the game, or the line is too long.
        if let Some(score) = self.shared.rules.repetition(&self.position, node.ply) {
            return Ok(Outcome::cut(score, CutCause::Rule));
        }
        if let Some(score) = self.shared.rules.move_limit(&self.position, node.ply) {
            return Ok(Outcome::cut(score, CutCause::Rule));
        }
        if node.ply >= MAX_PLY {
            return Ok(Outcome::cut(self.evaluate(), CutCause::Leaf));
        }
        // 2. A shorter mate is known.
        if let Some(score) = steps::mate_distance::cut(self, &mut node) {
            return Ok(Outcome::cut(score, CutCause::MateDistance));
        }
        // 3. The table knows the answer, or at least a move.
        if let Some(score) = steps::table_cut::cut(self, &mut node) {
            return Ok(Outcome::cut(score, CutCause::Table));
        }
        // 4. The side to move declares a win.
        if let Some(score) = steps::declaration::cut(self, node.ply) {
            return Ok(Outcome::cut(score, CutCause::Declaration));
        }
        // 5. The side to move mates.
        if let Some(score) = steps::mate_in_one::cut(self, &node) {
            return Ok(Outcome::cut(score, CutCause::MateInOne));
        }
        // 6. Static evaluation.
        node.static_eval = steps::static_eval::of(self, &node);
        self.memory.stack.at_mut(node.ply).static_eval = node.static_eval;
        self.memory.stack.at_mut(node.ply + 2).killers = [Move::NONE; 2];
        // 7. The evaluation is far above beta.
        if let Some(score) = steps::reverse_futility::cut(self, &node) {
            return Ok(Outcome::cut(score, CutCause::ReverseFutility));
        }
        // 8. Even passing is good enough.
        if let Some(score) = steps::null_move::cut(self, &node)? {
            return Ok(Outcome::cut(score, CutCause::NullMove));
        }
        // 9. The move to begin with; a principal-variation node without one looks for one.
        node.table_move = steps::table_cut::table_move(self, &node);
        steps::internal_deepening::find_move(self, &mut node)?;
        // 10. The moves.
        self.moves(&node)
    }

    /// The moves of a node, best first.
    fn moves(&mut self, node: &Node) -> Result<Outcome, Stopped> {
        let killers = if self.shared.params.killer_moves {
            self.memory.stack.at(node.ply).killers
        } else {
            [Move::NONE; 2]
        };
        let context = self.context(node.ply);
        let mut picker =
            MovePicker::new(&self.memory.moves, node.in_check, node.table_move, killers, context);
        let mut tally = Tally::new(node.alpha);
        while let Some(mv) = self.pick(&mut picker) {
            tally.seen += 1;
            let candidate = self.candidate(mv, tally.seen);
            // 11. The move cannot bring the evaluation up to alpha.
            if let Some(bound) = steps::move_futility::skip(self, node, &candidate, &tally) {
                tally.best = tally.best.max(bound);
                continue;
            }
            // 12. How deep.
            let extension = steps::check_extension::amount(self, node, &candidate);
            let depth = node.depth - Depth::ONE + extension;
            let reduction = steps::late_move_reduction::amount(self, node, &candidate);
            // 13. The move's value.
            let score = self.search_move(node, &candidate, depth, reduction, tally.alpha)?;
            // 14. Alpha update and beta cut.
            if score > tally.best {
                tally.best = score;
                if score > tally.alpha {
                    tally.best_move = mv;
                    tally.alpha = score;
                    if node.pv {
                        self.memory.stack.update_line(node.ply, mv);
                    }
                    if score >= node.beta {
                        break;
                    }
                }
            }
            if !candidate.tactical {
                tally.remember_quiet(mv);
            }
        }
        picker.finish(&mut self.memory.moves);
        Ok(self.close(node, &tally))
    }

    /// Steps after the moves.
    fn close(&mut self, node: &Node, tally: &Tally) -> Outcome {
        // 15. No legal move: mated.
        if tally.seen == 0 {
            return Outcome::cut(Score::mated_in(node.ply as u32), CutCause::Mated);
        }
        // 16. What cut will be tried earlier elsewhere.
        let cut = tally.best >= node.beta;
        if cut {
            self.learn_from_cut(node, tally);
        }
        // 17. Into the table.
        let bound = if cut {
            Bound::Lower
        } else if !tally.best_move.is_none() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        steps::table_cut::store(self, node, tally.best, tally.best_move, bound);
        let cause = if cut { CutCause::Beta } else { CutCause::Searched };
        Outcome { score: tally.best, best: tally.best_move, cause }
    }

    fn learn_from_cut(&mut self, node: &Node, tally: &Tally) {
        let mv = tally.best_move;
        if mv.is_none() || is_tactical(&self.position, mv) {
            return;
        }
        killers::remember(self.memory.stack.at_mut(node.ply), mv);
        let (color, context) = (self.position.side_to_move(), self.context(node.ply));
        let bonus = history::bonus(node.depth);
        let history = &mut self.memory.history;
        history.update(color, mv, bonus);
        history.update_continuation(&context, mv, bonus);
        for &quiet in tally.quiets[..tally.quiet_count].iter().filter(|&&quiet| quiet != mv) {
            history.update(color, quiet, -bonus);
            history.update_continuation(&context, quiet, -bonus);
        }
    }

    #[inline]
    pub(super) fn pick(&mut self, picker: &mut MovePicker) -> Option<Move> {
        let (from, moves) = self.for_picker();
        picker.next(&from, moves)
    }

    #[inline]
    pub(super) fn candidate(&self, mv: Move, number: u32) -> Candidate {
        Candidate {
            mv,
            number,
            gives_check: self.position.gives_check(mv),
            tactical: is_tactical(&self.position, mv),
        }
    }
}
