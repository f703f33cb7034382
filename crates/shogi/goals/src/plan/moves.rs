//! The moves that continue a plan [goals2001] 2.5.2, figure 9.

use super::{Operator, Plan, Play};
use crate::aim::Aim;
use crate::reach::Step;
use crate::scene::Scene;
use zenpuku_shogi::{Bitboard, HandPiece, Move, Piece, PieceType, Square, attacks};

/// Plans' first moves being collected.
struct Search<'s, 'p> {
    scene: &'s Scene<'p>,
    /// The value of the goal, in centipawns: a sacrifice may cost less.
    worth: i32,
    /// Goals whose plans are being made; one that comes again fails.
    open: Vec<Aim>,
    moves: Vec<Move>,
}

/// The legal moves that continue plans for `aim`, likely best ones first and
/// each once. `worth` in centipawns bounds the sacrifice. Empty if it is not
/// the owner's turn, the goal is achieved, or no plan is known.
#[must_use]
pub fn first_moves(scene: &Scene<'_>, aim: Aim, worth: i32) -> Vec<Move> {
    let mut search = Search { scene, worth, open: Vec::new(), moves: Vec::new() };
    search.collect(aim);
    search.moves
}

impl Search<'_, '_> {
    fn collect(&mut self, aim: Aim) {
        let params = &self.scene.settings.params;
        let deep = self.open.len() >= params.goals_plan_depth as usize;
        if deep || self.open.contains(&aim) || self.is_full() {
            return;
        }
        self.open.push(aim);
        for plan in Plan::all(self.scene, aim) {
            let mut operators: Vec<Operator> = plan.operators().collect();
            operators.dedup();
            for operator in operators {
                match operator {
                    Operator::Play(play) => self.play(aim, play),
                    Operator::Goal(goal) => self.collect(goal),
                }
            }
        }
        self.open.pop();
    }

    fn is_full(&self) -> bool {
        self.moves.len() >= self.scene.settings.params.goals_plan_moves as usize
    }

    fn push(&mut self, mv: Move) {
        if !self.is_full() && !self.moves.contains(&mv) {
            self.moves.push(mv);
        }
    }

    /// Adds the legal moves that `wanted` accepts.
    fn push_legal(&mut self, wanted: impl Fn(Move) -> bool) {
        for &mv in self.scene.legal().iter().filter(|&&mv| wanted(mv)) {
            self.push(mv);
        }
    }

    fn play(&mut self, aim: Aim, play: Play) {
        let square = aim.square();
        match play {
            Play::Drop => {
                if let Aim::Placement { kind, .. } = aim {
                    self.push_legal(|mv| mv.dropped() == Some(kind) && mv.to() == square);
                }
            }
            Play::Advance => {
                if let Aim::Placement { kind, .. } = aim {
                    self.steps(square, &[kind], self.pieces_towards(square, Some(kind)));
                }
            }
            Play::Capture => self.capture(square),
            Play::Leave => self.push_legal(|mv| mv.from() == Some(square)),
            Play::Lure => self.lure(square),
            Play::Chase => self.chase(square),
        }
    }

    /// Own pieces with the fewest moves to `square`, and those with one more.
    fn pieces_towards(&self, square: Square, kind: Option<PieceType>) -> Vec<Square> {
        let far = |from: Square| {
            let reach = self.scene.reach(from);
            match kind {
                Some(kind) => reach.moves(square, kind),
                None => reach.moves_any(square),
            }
        };
        let own = self.scene.position.pieces_of(self.scene.owner);
        let mut ways: Vec<_> = own.iter().filter_map(|from| Some((far(from)?, from))).collect();
        ways.sort_unstable();
        let best = ways.first().map_or(0, |way| way.0);
        ways.into_iter().take_while(|way| way.0 <= best + 1).map(|way| way.1).collect()
    }

    /// The first steps of these pieces on their shortest paths to `square`; if
    /// an own piece blocks the path, its moves.
    fn steps(&mut self, square: Square, kinds: &[PieceType], pieces: Vec<Square>) {
        let mut steps: Vec<Step> = Vec::new();
        for from in pieces {
            let all = kinds.is_empty();
            let kind = self.scene.position.piece_on(from).piece_type();
            let both = [kind.demote(), kind.promote()];
            steps.clear();
            let wanted = if all { &both[..] } else { kinds };
            self.scene.reach(from).steps(square, wanted, &mut steps);
            for step in steps.iter().filter(|step| step.from == from) {
                if self.scene.position.is_own(step.to, self.scene.owner) {
                    self.collect(Aim::Removal { square: step.to, of: self.scene.owner });
                } else {
                    let wanted = |mv: Move| {
                        mv.from() == Some(from)
                            && mv.to() == step.to
                            && mv.piece_after().piece_type() == step.after
                    };
                    self.push_legal(wanted);
                }
            }
        }
    }

    fn capture(&mut self, square: Square) {
        self.push_legal(|mv| mv.to() == square && !mv.is_drop());
        let pieces = self.pieces_towards(square, None);
        self.steps(square, &[], pieces);
        for kind in HandPiece::iter().map(HandPiece::to_piece_type) {
            if self.scene.holds(kind) {
                let squares = self.scene.drops_towards(kind, square);
                self.push_legal(|mv| mv.dropped() == Some(kind) && squares.test(mv.to()));
            }
        }
    }

    /// Offers on squares that the piece on `square` attacks, if they cost less than the goal.
    fn lure(&mut self, square: Square) {
        let scene = self.scene;
        let reach = self.attacks_of(square);
        let cheap = |mv: Move| {
            reach.test(mv.to())
                && !scene.position.is_capture(mv)
                && -scene.position.see(mv, &scene.settings.values) < self.worth
        };
        let moves: Vec<Move> = scene.legal().iter().copied().filter(|&mv| cheap(mv)).collect();
        moves.into_iter().for_each(|mv| self.push(mv));
    }

    /// Attacks on `square` from where the piece there cannot take.
    fn chase(&mut self, square: Square) {
        let scene = self.scene;
        let reach = self.attacks_of(square);
        let values = &scene.settings.values;
        self.push_legal(|mv| {
            let occupied = scene.position.occupied();
            !reach.test(mv.to())
                && mv.to() != square
                && attacks(mv.piece_after(), mv.to(), occupied).test(square)
                && scene.position.see_ge(mv, 0, values)
        });
    }

    fn attacks_of(&self, square: Square) -> Bitboard {
        let piece: Piece = self.scene.position.piece_on(square);
        attacks(piece, square, self.scene.position.occupied())
    }
}
