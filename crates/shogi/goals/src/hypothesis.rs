//! Goals from testing hypotheses: simple changes of the position that make a move effective
//! [goals2001] 2.2.1.
//!
//! Only moves that a change can have made better are judged: those of the piece that was put,
//! captures where it helps, moves through a square that was cleared and captures that its piece
//! had guarded, drops of the piece that is held. Of each, only the gain over the same move in
//! the real position counts.

use crate::aim::{Aim, Goal, Source};
use crate::judge::Judgement;
use crate::scene::Scene;
use core::cell::RefCell;
use std::collections::HashMap;
use zenpuku_shogi::{
    Bitboard, Color, HandPiece, Move, MoveKind, MoveList, Piece, PieceType, Position, SLIDERS,
    Setup, SetupRules, Square, attacks, between,
};

/// The best goals that hypotheses find for the side to move, highest first; none in check or
/// when it is not the owner's turn. Their priorities are not yet normalised.
#[must_use]
pub fn hypotheses(scene: &Scene<'_>) -> Vec<Goal> {
    if scene.position.in_check() || scene.position.side_to_move() != scene.owner {
        return Vec::new();
    }
    let tester = Tester::new(scene);
    let mut goals = Vec::new();
    for kind in kinds() {
        for square in scene.position.occupied().not().iter() {
            goals.extend(tester.goal(Aim::Placement { kind, square }));
        }
    }
    for square in scene.position.occupied().iter() {
        let piece = scene.position.piece_on(square);
        goals.extend(tester.goal(Aim::Removal { square, of: piece.color() }));
        if piece.color() != scene.owner {
            goals.extend(tester.goal(Aim::Acquisition { kind: piece.piece_type(), square }));
        }
    }
    // Of equal goals the same ones on a mirrored board: by aim, not by place in the list.
    goals.sort_by_key(|goal| (core::cmp::Reverse(rank(goal)), goal.moves_needed));
    keep_best(goals, scene.settings.params.goals_hypothesis_limit as usize)
}

/// Cuts the list so that a mirrored board gives mirrored goals: of equally good goals at the
/// limit all are kept, or none when they are many.
fn keep_best(mut goals: Vec<Goal>, limit: usize) -> Vec<Goal> {
    if let Some(last) = goals.get(limit.saturating_sub(1)).map(rank) {
        let with = goals.iter().take_while(|goal| rank(goal) >= last).count();
        let without = goals.iter().take_while(|goal| rank(goal) > last).count();
        goals.truncate(if with <= 2 * limit || without == 0 { with } else { without });
    }
    goals
}

fn rank(goal: &Goal) -> i32 {
    goal.scores[Source::Hypothesis as usize] / (1 + goal.moves_needed as i32)
}

fn kinds() -> impl Iterator<Item = PieceType> {
    PieceType::iter().filter(|&kind| kind != PieceType::NONE && kind != PieceType::KING)
}

/// The score of one hypothesis in centipawns, if it is effective: for renewing a goal.
pub(crate) fn score(scene: &Scene<'_>, aim: Aim) -> Option<i32> {
    if scene.position.in_check() || scene.position.side_to_move() != scene.owner {
        return None;
    }
    Tester::new(scene).goal(aim).map(|goal| goal.scores[Source::Hypothesis as usize])
}

struct Tester<'s, 'p> {
    scene: &'s Scene<'p>,
    setup: Setup,
    /// The values of moves in the real position, computed on demand.
    real: RefCell<HashMap<Move, i32>>,
}

impl<'s, 'p> Tester<'s, 'p> {
    fn new(scene: &'s Scene<'p>) -> Self {
        Self { scene, setup: scene.position.setup(), real: RefCell::default() }
    }

    fn goal(&self, aim: Aim) -> Option<Goal> {
        if aim.stands(self.scene.position, self.scene.owner) {
            return None;
        }
        let needed = self.scene.moves_needed(aim)?;
        if needed > self.scene.settings.params.goals_hypothesis_moves as u32 {
            return None;
        }
        let score = self.score(aim)?;
        Some(Goal::new(aim, Source::Hypothesis, score, needed))
    }

    /// The best gain that the hypothesis brings, if it is effective.
    fn score(&self, aim: Aim) -> Option<i32> {
        let gains = self.suppose(aim).into_iter().filter_map(|setup| {
            let supposed = setup.position(SetupRules::Play).ok()?;
            Some(self.gain(aim, &supposed))
        });
        let best = gains.max()?;
        (best >= self.scene.settings.params.goals_effective).then_some(best)
    }

    /// The best gain in one hypothetical position.
    fn gain(&self, aim: Aim, supposed: &Position) -> i32 {
        let touched = self.touched(aim, supposed);
        let mut moves = MoveList::new();
        supposed.generate(MoveKind::Legal, &mut moves);
        let changed = moves.iter().filter(|&&mv| touched.concerns(supposed, mv));
        let gain = |&mv: &Move| {
            let supposed = Judgement::of(supposed, mv, self.scene.settings).best();
            if supposed == 0 { 0 } else { supposed - self.real_value(mv) }
        };
        changed.map(gain).max().unwrap_or(0)
    }

    fn real_value(&self, mv: Move) -> i32 {
        *self.real.borrow_mut().entry(mv).or_insert_with(|| {
            let position = self.scene.position;
            if position.is_legal(mv) {
                Judgement::of(position, mv, self.scene.settings).best()
            } else {
                0
            }
        })
    }

    /// The position with the change made, if that can make a move effective; several when the
    /// piece to be put can come from several places that are equally near. Not all are legal.
    fn suppose(&self, aim: Aim) -> Vec<Setup> {
        let scene = self.scene;
        match aim {
            Aim::Placement { kind, square } => self.put(kind, square),
            Aim::Removal { square, of } => {
                let king = self.setup.piece_on(square).piece_type() == PieceType::KING;
                if king || !self.may_free(square, of) {
                    return Vec::new();
                }
                let mut setup = self.setup.clone();
                setup.clear(square);
                vec![setup]
            }
            Aim::Acquisition { kind, square } => {
                let held = HandPiece::from_piece_type(kind.demote());
                let Some(held) = held.filter(|held| !scene.holds(held.to_piece_type())) else {
                    return Vec::new();
                };
                let mut setup = self.setup.clone();
                setup.clear(square).set_hand(scene.owner, held, 1);
                vec![setup]
            }
        }
    }

    /// Puts a piece on the square that comes from the hand, else from the nearest places.
    fn put(&self, kind: PieceType, square: Square) -> Vec<Setup> {
        let scene = self.scene;
        let piece = Piece::from_parts(scene.owner, kind);
        let put = || {
            let mut setup = self.setup.clone();
            setup.put(square, piece);
            setup
        };
        if let Some(held) = HandPiece::from_piece_type(kind).filter(|_| scene.holds(kind)) {
            if !self.may_help(piece, square, None) {
                return Vec::new();
            }
            let left = self.setup.hand_count(scene.owner, held).saturating_sub(1);
            let mut setup = put();
            setup.set_hand(scene.owner, held, left);
            return vec![setup];
        }
        let own: Vec<(u32, Square)> = scene
            .own_of(kind)
            .filter_map(|(from, reach)| Some((reach.moves(square, kind)?, from)))
            .collect();
        let nearest = own.iter().map(|way| way.0).min();
        let own = own.into_iter().filter(|way| Some(way.0) == nearest).map(|way| way.1);
        let mut sources: Vec<Square> = own.collect();
        if sources.is_empty() {
            sources.extend(scene.theirs_of(kind).map(|(at, _)| at));
        }
        let from = |source: Square| {
            let mut setup = put();
            setup.clear(source);
            setup
        };
        let helpful = |source: &Square| self.may_help(piece, square, Some(*source));
        sources.into_iter().filter(helpful).map(from).collect()
    }

    /// Can `piece` on `square`, come from `source`, make any move effective?
    /// Not if it attacks no piece, cannot promote, and attacks less than two
    /// pieces from every target square.
    fn may_help(&self, piece: Piece, square: Square, source: Option<Square>) -> bool {
        let position = self.scene.position;
        let mut occupied = position.occupied() | Bitboard::from_square(square);
        let mut theirs = position.pieces_of(self.scene.owner.flip());
        if let Some(source) = source {
            occupied.clear(source);
            theirs.clear(source);
        }
        let reach = attacks(piece, square, occupied);
        let promotes = |to: Square| Position::can_promote(piece, square, to);
        if (reach & theirs).any() || reach.iter().any(promotes) {
            return true;
        }
        reach.and_not(occupied).iter().any(|to| {
            let mut occupied = occupied;
            occupied.clear(square);
            occupied.set(to);
            (attacks(piece, to, occupied) & theirs).more_than_one()
        })
    }

    /// Can a square freed of a piece of `of` make any move effective? Not if no
    /// own piece slides through it and it guarded no piece.
    fn may_free(&self, square: Square, of: Color) -> bool {
        let scene = self.scene;
        let slides = |from: Square| SLIDERS.contains(&scene.position.piece_on(from).piece_type());
        let occupied = scene.position.occupied();
        let own = scene.position.attackers(scene.owner, square, occupied);
        let theirs = scene.position.pieces_of(scene.owner.flip());
        let guarded = of != scene.owner && (scene.position.attacks_from(square) & theirs).any();
        guarded || own.iter().any(slides)
    }

    fn touched(&self, aim: Aim, supposed: &Position) -> Touched {
        match aim {
            Aim::Placement { square, .. } => Touched::Put(square, supposed.attacks_from(square)),
            Aim::Removal { square, of } if of == self.scene.owner => {
                Touched::Cleared(square, Bitboard::EMPTY)
            }
            Aim::Removal { square, .. } => {
                Touched::Cleared(square, self.scene.position.attacks_from(square))
            }
            Aim::Acquisition { kind, .. } => Touched::Held(kind.demote()),
        }
    }
}

/// Which moves a hypothesis can have changed.
enum Touched {
    /// A piece on the square, with the squares that it attacks.
    Put(Square, Bitboard),
    /// An empty square, with the squares that its piece had guarded.
    Cleared(Square, Bitboard),
    /// A piece of this kind in hand.
    Held(PieceType),
}

impl Touched {
    fn concerns(&self, supposed: &Position, mv: Move) -> bool {
        match *self {
            Self::Put(square, helped) => {
                mv.from() == Some(square) || (helped.test(mv.to()) && supposed.is_capture(mv))
            }
            Self::Cleared(square, unguarded) => {
                let through = mv.from().is_some_and(|from| between(from, mv.to()).test(square));
                through || (unguarded.test(mv.to()) && supposed.is_capture(mv))
            }
            Self::Held(kind) => mv.dropped() == Some(kind),
        }
    }
}
