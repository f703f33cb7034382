//! All moves of all plans in one table, for the ordering of a search [goals2001] 2.5.2.
//!
//! Plans are made once at the root of a search. Inside the tree a move serves a goal when it is
//! an operator of the goal's plan at any of its states, so that the order follows the plan
//! along the line, at the cost of one look-up per move.

use super::{Operator, Plan, Play};
use crate::aim::{Aim, Goal};
use crate::reach::Step;
use crate::scene::Scene;
use zenpuku_shogi::{Color, HandPiece, Move, PieceType, Square};

/// Origins: the squares, and the hand.
const ORIGINS: usize = Square::COUNT + 1;
const HAND: usize = Square::COUNT;
const CELLS: usize = PieceType::COUNT * ORIGINS * Square::COUNT;

/// The value of a move for the goals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// Sum of the priorities of the goals that it serves, in centipawns.
    pub sum: i16,
    /// Does it serve a goal important enough to exceed a candidate width?
    pub important: bool,
}

/// Weight of every move of the owner.
#[derive(Clone)]
pub struct OrderTable {
    owner: Color,
    cells: Box<[Weight]>,
}

impl core::fmt::Debug for OrderTable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let filled = self.cells.iter().filter(|weight| weight.sum > 0).count();
        f.debug_struct("OrderTable").field("owner", &self.owner).field("moves", &filled).finish()
    }
}

#[inline]
fn cell(kind: PieceType, origin: usize, to: Square) -> usize {
    (kind.to_index() * ORIGINS + origin) * Square::COUNT + to.to_index()
}

impl OrderTable {
    /// The table of `goals` in the scene's position.
    #[must_use]
    pub fn new(scene: &Scene<'_>, goals: &[Goal]) -> Self {
        let cells = vec![Weight::default(); CELLS].into();
        let mut table = Self { owner: scene.owner, cells };
        let least = scene.settings.params.goals_exceed_width;
        for goal in goals {
            for index in PlanMoves::new(scene, goal.aim).0 {
                let weight = &mut table.cells[index];
                let priority = i16::try_from(goal.priority).unwrap_or(i16::MAX);
                weight.sum = weight.sum.saturating_add(priority);
                weight.important |= goal.priority >= least;
            }
        }
        table
    }

    /// Whose moves it weighs.
    #[must_use]
    #[inline]
    pub fn owner(&self) -> Color {
        self.owner
    }

    /// The weight of a move of the owner.
    #[must_use]
    #[inline]
    pub fn weight(&self, mv: Move) -> Weight {
        self.cells[cell_of(mv)]
    }
}

#[inline]
fn cell_of(mv: Move) -> usize {
    let after = mv.piece_after().piece_type();
    let kind = if mv.is_promotion() { after.demote() } else { after };
    let origin = mv.from().map_or(HAND, Square::to_index);
    cell(kind, origin, mv.to())
}

/// The moves of all plans of one goal, at any of their states.
pub(crate) struct PlanMoves(Vec<usize>);

impl PlanMoves {
    pub(crate) fn new(scene: &Scene<'_>, aim: Aim) -> Self {
        let mut moves = Vec::new();
        Collector { scene, open: Vec::new(), moves: &mut moves }.collect(aim);
        moves.sort_unstable();
        moves.dedup();
        Self(moves)
    }

    /// Is the owner's move one of them?
    pub(crate) fn contain(&self, mv: Move) -> bool {
        self.0.binary_search(&cell_of(mv)).is_ok()
    }
}

struct Collector<'s, 'p, 'm> {
    scene: &'s Scene<'p>,
    open: Vec<Aim>,
    moves: &'m mut Vec<usize>,
}

impl Collector<'_, '_, '_> {
    fn collect(&mut self, aim: Aim) {
        let deep = self.open.len() >= self.scene.settings.params.goals_plan_depth as usize;
        if deep || self.open.contains(&aim) {
            return;
        }
        self.open.push(aim);
        for plan in Plan::all(self.scene, aim) {
            for edge in &plan.edges {
                match edge.operator {
                    Operator::Play(play) => self.play(aim, play),
                    Operator::Goal(goal) => self.collect(goal),
                }
            }
        }
        self.open.pop();
    }

    fn play(&mut self, aim: Aim, play: Play) {
        let square = aim.square();
        match (play, aim) {
            (Play::Drop, Aim::Placement { kind, .. }) => {
                self.moves.push(cell(kind, HAND, square));
            }
            (Play::Advance, Aim::Placement { kind, .. }) => self.ways(square, Some(kind)),
            (Play::Capture, _) => {
                self.ways(square, None);
                self.drops(square);
            }
            (Play::Leave, _) => self.leave(square),
            // They depend on the current position; the root's are ordered by plan.
            _ => {}
        }
    }

    /// Every step on the shortest ways of the pieces nearest to `square`.
    fn ways(&mut self, square: Square, kind: Option<PieceType>) {
        let own = self.scene.position.pieces_of(self.scene.owner);
        let far = |from: Square| match kind {
            Some(kind) => self.scene.reach(from).moves(square, kind),
            None => self.scene.reach(from).moves_any(square),
        };
        let mut ways: Vec<_> = own.iter().filter_map(|from| Some((far(from)?, from))).collect();
        ways.sort_unstable();
        let best = ways.first().map_or(0, |way| way.0);
        let mut steps: Vec<Step> = Vec::new();
        for (_, from) in ways.into_iter().take_while(|way| way.0 <= best + 1) {
            let piece = self.scene.position.piece_on(from).piece_type();
            let both = [piece.demote(), piece.promote()];
            let kinds = kind.as_ref().map_or(&both[..], core::slice::from_ref);
            self.scene.reach(from).steps(square, kinds, &mut steps);
        }
        for step in steps {
            self.moves.push(cell(step.before, step.from.to_index(), step.to));
        }
    }

    /// Drops that attack `square`, and the captures after them.
    fn drops(&mut self, square: Square) {
        for kind in HandPiece::iter().map(HandPiece::to_piece_type) {
            if self.scene.holds(kind) {
                for from in self.scene.drops_towards(kind, square).iter() {
                    self.moves.push(cell(kind, HAND, from));
                    self.moves.push(cell(kind, from.to_index(), square));
                }
            }
        }
    }

    /// Every move of the own piece on `square`.
    fn leave(&mut self, square: Square) {
        let kind = self.scene.position.piece_on(square).piece_type();
        if self.scene.position.is_own(square, self.scene.owner) {
            for to in self.scene.position.attacks_from(square).iter() {
                self.moves.push(cell(kind, square.to_index(), to));
            }
        }
    }
}
