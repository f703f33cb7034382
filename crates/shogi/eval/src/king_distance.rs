//! Material and the distance of every piece to both kings.

use crate::evaluator::{EvalPart, Evaluator, for_side_to_move};
use crate::values::PieceValues;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Move, MoveDelta, Piece, PieceType, Position, Square};

/// Value of a piece next to its own king and next to the enemy king, in
/// centipawns (ours): golds and silvers guard, every piece that can reach the
/// king attacks.
const fn weights(kind: PieceType) -> (i32, i32) {
    match kind {
        PieceType::PAWN => (4, 9),
        PieceType::LANCE => (3, 6),
        PieceType::KNIGHT => (4, 9),
        PieceType::SILVER => (17, 22),
        PieceType::GOLD => (22, 22),
        PieceType::PRO_PAWN
        | PieceType::PRO_LANCE
        | PieceType::PRO_KNIGHT
        | PieceType::PRO_SILVER => (11, 31),
        PieceType::BISHOP => (4, 9),
        PieceType::ROOK => (-6, 11),
        PieceType::HORSE => (24, 24),
        PieceType::DRAGON => (11, 31),
        _ => (0, 0),
    }
}

/// How much of a weight is left at king-step distance 0 to 8, in sixteenths.
const FADING: [i32; 9] = [16, 16, 12, 8, 5, 3, 1, 0, 0];

type Fading = [[i32; 9]; Piece::COUNT];

const fn fading(guard: bool) -> Fading {
    let mut table = [[0; 9]; Piece::COUNT];
    let mut raw = 1;
    while raw < PieceType::GOLD_LIKE.raw() {
        let kind = PieceType::new(raw);
        let (own, enemy) = weights(kind);
        let weight = if guard { own } else { enemy };
        let mut distance = 0;
        while distance < FADING.len() {
            let value = weight * FADING[distance] / 16;
            table[Piece::from_parts(Color::BLACK, kind).to_index()][distance] = value;
            table[Piece::from_parts(Color::WHITE, kind).to_index()][distance] = -value;
            distance += 1;
        }
        raw += 1;
    }
    table
}

/// Worth of a piece by its distance to its own king, from Black's view.
static GUARD: Fading = fading(true);
/// Worth of a piece by its distance to the enemy king, from Black's view.
static ATTACK: Fading = fading(false);

/// Worth of `piece` at king-step `distance` (0 to 8) from its own king, from Black's view in
/// centipawns.
pub(crate) fn guard(piece: Piece, distance: usize) -> i32 {
    GUARD[piece.to_index()][distance]
}

/// Worth of `piece` at king-step `distance` (0 to 8) from the enemy king, from Black's view in
/// centipawns.
pub(crate) fn attack(piece: Piece, distance: usize) -> i32 {
    ATTACK[piece.to_index()][distance]
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Accumulator {
    material: i32,
    kings: i32,
}

/// Both kings' squares by colour; a mate problem may lack one.
type Kings = [Option<Square>; 2];

/// Material plus a worth per piece that fades with its distance to either king.
#[derive(Clone, Debug)]
pub struct KingDistance {
    values: PieceValues,
    /// The current position last; never empty. From Black's view in centipawns.
    stack: Vec<Accumulator>,
}

impl KingDistance {
    /// An evaluator with the piece values of `params`; [`Evaluator::refresh`] it before use.
    #[must_use]
    pub fn new(params: &Params) -> Self {
        Self { values: PieceValues::new(params), stack: vec![Accumulator::default()] }
    }

    #[inline]
    fn current(&self) -> Accumulator {
        self.stack.last().copied().unwrap_or_default()
    }

    /// The distances alone, in centipawns for the side to move.
    #[inline]
    pub(crate) fn kings(&self, position: &Position) -> i32 {
        for_side_to_move(self.current().kings, position)
    }

    /// By how much `mv` raises the moved and the taken piece's terms for the side that plays it;
    /// 0 for a king's move, which changes all.
    pub(crate) fn kings_gain(position: &Position, mv: Move) -> i32 {
        let (after, to) = (mv.piece_after(), mv.to());
        if after.piece_type() == PieceType::KING {
            return 0;
        }
        let kings = kings_of(position);
        let captured = position.piece_on(to);
        let mut change = term(&kings, after, to);
        if !captured.is_empty() {
            change -= term(&kings, captured, to);
        }
        if let Some(from) = mv.from() {
            change -= term(&kings, position.piece_on(from), from);
        }
        for_side_to_move(change, position)
    }
}

#[inline]
fn kings_of(position: &Position) -> Kings {
    [position.king(Color::BLACK), position.king(Color::WHITE)]
}

/// Worth of `piece` on `square` with the kings where they are, from Black's view.
#[inline]
fn term(kings: &Kings, piece: Piece, square: Square) -> i32 {
    let own = piece.color().to_index();
    let fade = |king: Option<Square>, table: &Fading| {
        king.map_or(0, |king| table[piece.to_index()][square.distance(king) as usize])
    };
    fade(kings[own], &GUARD) + fade(kings[1 - own], &ATTACK)
}

fn all_terms(position: &Position) -> i32 {
    let kings = kings_of(position);
    position.occupied().iter().map(|square| term(&kings, position.piece_on(square), square)).sum()
}

/// The change of all terms by a move, `None` if a king moved and all must be recomputed.
#[inline]
fn terms_change(delta: &MoveDelta, kings: &Kings) -> Option<i32> {
    match *delta {
        MoveDelta::Drop { color, piece_type, to, .. } => {
            Some(term(kings, Piece::from_parts(color, piece_type), to))
        }
        MoveDelta::Board { from, to, moved_piece_before, moved_piece_after, captured, .. } => {
            if moved_piece_before.piece_type() == PieceType::KING {
                return None;
            }
            let moved = term(kings, moved_piece_after, to) - term(kings, moved_piece_before, from);
            Some(moved - captured.map_or(0, |captured| term(kings, captured.piece, to)))
        }
    }
}

impl Evaluator for KingDistance {
    fn refresh(&mut self, position: &Position) {
        self.stack.clear();
        self.stack.push(Accumulator {
            material: self.values.balance(position),
            kings: all_terms(position),
        });
    }

    #[inline]
    fn apply(&mut self, delta: &MoveDelta, after: &Position) {
        let before = self.current();
        let kings = match terms_change(delta, &kings_of(after)) {
            Some(change) => before.kings + change,
            None => all_terms(after),
        };
        let material = before.material + self.values.balance_change(delta);
        self.stack.push(Accumulator { material, kings });
    }

    #[inline]
    fn undo(&mut self) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let current = self.current();
        for_side_to_move(current.material + current.kings, position)
    }

    /// A king's move changes the terms of every piece; only its captures are counted, as
    /// formula (8) does [bonanza2006].
    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        self.values.move_gain(position, mv) + Self::kings_gain(position, mv)
    }

    #[inline]
    fn material(&self, position: &Position) -> i32 {
        for_side_to_move(self.current().material, position)
    }

    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        let current = self.current();
        vec![
            EvalPart { name: "material", cp: for_side_to_move(current.material, position) },
            EvalPart { name: "king-distance", cp: for_side_to_move(current.kings, position) },
        ]
    }
}
