//! Lances, bishops, rooks, horses and dragons: what they attack and how far they go, whom they
//! pin, and the pawns on a bishop's colour.

use super::super::layout::Group;
use super::super::numbers::Numbers;
use super::super::pieces::{
    ATTACKERS, bishop_colour_index, colour, effect_index, mobility_index, pins,
};
use super::super::view::{View, code_of};
use super::effects::EffectCounts;
use super::{COLORS, all_pieces, sign};
use zenpuku_shogi::{Bitboard, Color, Piece, PieceType, Position, SLIDERS, Square, attacks};

/// Weights of a slider of a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Slider {
    /// By the piece attacked.
    effects: [i32; Piece::COUNT],
    /// By the number of squares to move to.
    mobility: [i32; 32],
    /// By the number of own pawns on squares of its colour; 0 for lances and rooks.
    pawns: [i32; 16],
}

/// Weights of sliders and pins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sliders {
    /// By colour and the number among [`SLIDERS`].
    sliders: [[Slider; SLIDERS.len()]; 2],
    pins: Vec<i32>,
}

impl Sliders {
    pub(super) fn new(numbers: &Numbers) -> Self {
        let sliders =
            COLORS.map(|us| core::array::from_fn(|index| Slider::new(numbers, us, index)));
        let pins = (0..Group::Pins.size()).map(|index| numbers.of(Group::Pins, index)).collect();
        Self { sliders, pins }
    }

    /// The terms of both sides; adds the effects of sliders to `counts`.
    #[inline]
    pub(super) fn sum(&self, position: &Position, counts: &mut [EffectCounts; 2]) -> i32 {
        let mut sum = 0;
        for us in COLORS {
            let [lance, bishop, rook, horse, dragon] = &self.sliders[us.to_index()];
            let mut see = Seen { position, us, counts: &mut counts[us.to_index()] };
            sum += see.all(PieceType::LANCE, lance)
                + see.all(PieceType::BISHOP, bishop)
                + see.all(PieceType::ROOK, rook)
                + see.all(PieceType::HORSE, horse)
                + see.all(PieceType::DRAGON, dragon)
                + self.pins(position, us);
        }
        sum
    }

    /// The pins that hold pieces of `us`.
    #[inline]
    fn pins(&self, position: &Position, us: Color) -> i32 {
        // Without an own blocker no piece is pinned, and the blockers are already computed.
        if (position.blockers(us) & position.pieces_of(us)).is_empty() {
            return 0;
        }
        let mut sum = 0;
        pins(&View::new(position, us), &mut |index| sum += self.pins[index]);
        sign(us) * sum
    }
}

/// One side's sliders during their evaluation.
struct Seen<'a> {
    position: &'a Position,
    us: Color,
    counts: &'a mut EffectCounts,
}

impl Seen<'_> {
    /// The terms of all pieces of one kind. Inlined for each kind, whose moves are known then.
    #[inline(always)]
    fn all(&mut self, kind: PieceType, slider: &Slider) -> i32 {
        let mut sum = 0;
        for square in self.position.pieces(kind, self.us).iter() {
            let occupied = self.position.occupied();
            let reached = attacks(Piece::from_parts(self.us, kind), square, occupied);
            self.counts.add(reached);
            let free = reached.and_not(self.position.pieces_of(self.us));
            sum += slider.mobility[free.count() as usize & 31];
            for target in (reached & occupied).iter() {
                sum += slider.effects[self.position.piece_on(target).to_index() & 31];
            }
            if kind == PieceType::BISHOP || kind == PieceType::HORSE {
                let pawns = self.position.pieces(PieceType::PAWN, self.us);
                let alike = pawns & COLOURS[colour(square) as usize & 1];
                sum += slider.pawns[alike.count() as usize & 15];
            }
        }
        sum
    }
}

/// The squares of each colour.
static COLOURS: [Bitboard; 2] = {
    let mut squares = [0; 2];
    let mut index = 0;
    while index < Square::COUNT {
        squares[colour(Square::from_index(index)) as usize] |= 1 << index;
        index += 1;
    }
    [Bitboard::from_packed_bits(squares[0]), Bitboard::from_packed_bits(squares[1])]
};

impl Slider {
    fn new(numbers: &Numbers, us: Color, index: usize) -> Self {
        let of = |group: Group, index: usize| sign(us) * numbers.of(group, index);
        let kind = SLIDERS[index];
        let attacker = ATTACKERS.into_iter().position(|attacker| attacker == kind);
        let effect = |(attacker, piece): (usize, Piece)| {
            of(Group::PieceEffects, effect_index(attacker, code_of(piece, us)))
        };
        let mut effects = [0; Piece::COUNT];
        for piece in all_pieces() {
            effects[piece.to_index()] = attacker.map_or(0, |attacker| effect((attacker, piece)));
        }
        let bishop = [PieceType::BISHOP, PieceType::HORSE].into_iter().position(|of| of == kind);
        let pawns = |pawns: usize| {
            bishop.map_or(0, |index| of(Group::BishopColour, bishop_colour_index(index, pawns)))
        };
        Self {
            effects,
            mobility: core::array::from_fn(|squares| {
                of(Group::Mobility, mobility_index(index, squares))
            }),
            pawns: core::array::from_fn(pawns),
        }
    }
}
