//! Shapes on the board: which motifs a move may have.

mod fork;
mod guard;
mod line;
mod pawn;
mod trap;

pub(crate) use pawn::{taking_pawn, threat_by_pawn};

use crate::claim::Motif;
use crate::material::{Forced, MARGIN, Reply, hangs};
use zenpuku_shogi::{Bitboard, Color, ExchangeValues, Move, Piece, PieceType, Position, Square};

/// Worth, hand value included, from which on a piece counts as a target of a double attack.
const TARGET: i32 = 300;

/// A motif that a move may have, and the element whose removal must remove the gain.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) motif: Motif,
    pub(crate) targets: Vec<Square>,
    /// Pieces without which there must be no gain; squares before the move.
    pub(crate) causes: Vec<Square>,
    /// Must a pass instead of the move have no gain?
    pub(crate) pass: bool,
}

impl Shape {
    fn of(motif: Motif, targets: &[Square]) -> Self {
        Self { motif, targets: targets.to_vec(), causes: targets.to_vec(), pass: true }
    }
}

/// A piece that answers capture.
struct Won {
    /// Its square before it moves.
    square: Square,
    /// How many answers capture it.
    count: usize,
    /// Where the pieces that capture it come from.
    by: Vec<Square>,
}

/// A move that gains material against any reply, with the positions before and after it.
pub(crate) struct Scene<'a> {
    pub(crate) before: &'a Position,
    pub(crate) after: &'a Position,
    pub(crate) mv: Move,
    pub(crate) forced: &'a Forced,
    pub(crate) values: &'a ExchangeValues,
    pub(crate) total: i32,
}

impl Scene<'_> {
    fn us(&self) -> Color {
        self.before.side_to_move()
    }

    /// Value of capturing the piece on the square after the move.
    fn worth(&self, square: Square) -> i32 {
        self.values.taken(self.after.piece_on(square).piece_type())
    }

    fn kind(&self, square: Square) -> PieceType {
        self.after.piece_on(square).piece_type()
    }

    /// The motifs that the move may have, the most telling first.
    pub(crate) fn shapes(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        if self.before.is_capture(self.mv) {
            // The exchange alone explains the gain, or most of it.
            let exchange = self.before.see(self.mv, self.values);
            if exchange >= MARGIN && 2 * exchange >= self.total {
                return vec![self.capture()];
            }
        }
        shapes.extend(self.removing_guard());
        shapes.extend(self.pawn_drop());
        shapes.extend(self.fork());
        shapes.extend(self.skewer());
        shapes.extend(self.discovered());
        shapes.extend(self.pin());
        shapes.extend(self.lured());
        shapes.extend(self.breakthrough());
        shapes.extend(self.trapped());
        if self.before.is_capture(self.mv) {
            shapes.push(self.capture());
        }
        let targets: Vec<Square> = self.won().into_iter().take(2).map(|won| won.square).collect();
        shapes.push(Shape { motif: Motif::WinsMaterial, targets, causes: Vec::new(), pass: true });
        shapes
    }

    /// The move captures a piece for free, or for less than its value.
    fn capture(&self) -> Shape {
        let to = self.mv.to();
        let back = self.after.is_attacked(to, self.us().flip()) && !self.taking().is_empty();
        let motif = if back { Motif::BadExchange } else { Motif::HangingPiece };
        Shape { pass: false, ..Shape::of(motif, &[to]) }
    }

    /// The replies that take the piece that moved.
    fn taking(&self) -> Vec<&Reply> {
        self.forced.replies.iter().filter(|reply| reply.reply.to() == self.mv.to()).collect()
    }

    /// The pieces that the answers capture, the most frequent first.
    fn won(&self) -> Vec<Won> {
        let mut won: Vec<Won> = Vec::new();
        for Reply { reply, answer, .. } in &self.forced.replies {
            let Some(answer) = answer else { continue };
            let moved = reply.to() == answer.to();
            let origin = if moved { reply.from() } else { Some(answer.to()) };
            let Some(square) = origin.filter(|&square| self.is_theirs(square)) else { continue };
            let from = answer.from().unwrap_or(Square::NONE);
            match won.iter_mut().find(|won| won.square == square) {
                Some(won) => {
                    won.count += 1;
                    if !won.by.contains(&from) {
                        won.by.push(from);
                    }
                }
                None => won.push(Won { square, count: 1, by: vec![from] }),
            }
        }
        won.sort_by_key(|won| (core::cmp::Reverse(won.count), won.square));
        won
    }

    fn is_theirs(&self, square: Square) -> bool {
        self.after.pieces_of(self.us().flip()).test(square)
    }

    /// Is the piece on the square taken by the one on `by` in some answer?
    fn takes(won: &[Won], square: Square, by: Square) -> bool {
        won.iter().any(|won| won.square == square && won.by.contains(&by))
    }

    /// May the piece on the square be a target of the piece on `by`?
    fn is_target(&self, square: Square, by: Square) -> bool {
        let guarded = self.after.is_attacked(square, self.us().flip());
        let gain = self.worth(square) - if guarded { self.worth(by) } else { 0 };
        self.worth(square) >= TARGET && gain >= 100
    }

    /// The move promotes a piece that does not hang, or most answers promote one.
    fn breakthrough(&self) -> Vec<Shape> {
        let promotes = |mv: &Move| mv.is_promotion();
        let answers = self.forced.replies.iter().filter(|reply| {
            reply.answer.as_ref().is_some_and(|mv| promotes(mv) && !self.after.is_capture(*mv))
        });
        let often = 2 * answers.count() > self.forced.replies.len();
        let stays = !hangs(self.after, self.mv.to(), self.values);
        if self.mv.is_promotion() && !self.before.is_capture(self.mv) && stays {
            return vec![Shape { pass: false, ..Shape::of(Motif::Breakthrough, &[]) }];
        }
        if often { vec![Shape::of(Motif::Breakthrough, &[])] } else { Vec::new() }
    }

    /// The moving piece, in its state after the move.
    pub(crate) fn piece(&self) -> Piece {
        self.mv.piece_after()
    }
}

/// The square in front of one, for a piece of `color`.
pub(crate) fn ahead(square: Square, color: Color) -> Option<Square> {
    let pawn = Piece::from_parts(color, PieceType::PAWN);
    zenpuku_shogi::attacks(pawn, square, Bitboard::EMPTY).lsb()
}
