//! Number of moves a piece needs to a square on the present board.

use core::cell::OnceCell;
use zenpuku_shogi::{Bitboard, Color, Piece, PieceType, Position, Square, attacks, line};

/// Farther than this is out of reach, in moves.
pub(crate) const FAR: u8 = 15;

const NODES: usize = 2 * Square::COUNT;

/// Could a piece of `kind` never move again from `square`?
pub(crate) fn is_dead(color: Color, kind: PieceType, square: Square) -> bool {
    let rank = match color {
        Color::Black => square.rank().raw(),
        Color::White => 8 - square.rank().raw(),
    };
    match kind {
        PieceType::PAWN | PieceType::LANCE => rank < 1,
        PieceType::KNIGHT => rank < 2,
        _ => false,
    }
}

/// A step of a piece: from, to, and the kind it is before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) before: PieceType,
    pub(crate) after: PieceType,
}

/// Shortest ways of one piece to every square. A square of an own piece costs a move more (it
/// has to go away first); other pieces stay where they are.
#[derive(Clone)]
pub(crate) struct Reach {
    origin: Square,
    piece: Piece,
    /// The board without the piece itself.
    occupied: Bitboard,
    own: Bitboard,
    /// Squares that may not be entered.
    closed: Bitboard,
    /// Moves by node; the second half for the promoted piece.
    moves: [u8; NODES],
}

fn node(square: Square, kind: PieceType) -> usize {
    square.to_index() + if kind.is_promoted() { Square::COUNT } else { 0 }
}

/// Shared data of the paths of all pieces of one side.
#[derive(Clone, Copy)]
struct Ground {
    /// Own pieces that cannot get out of the way.
    stuck: Bitboard,
    /// Own pieces that are pinned: their ways stay on the line of the pin.
    pinned: Bitboard,
    /// Squares that the king may not enter.
    closed: Bitboard,
}

impl Ground {
    fn new(position: &Position, owner: Color) -> Self {
        let own = position.pieces_of(owner);
        let king = position.king(owner).map_or(Bitboard::EMPTY, Bitboard::from_square);
        let occupied = position.occupied().and_not(king);
        let closed = attacked_by(position, owner.flip(), occupied);
        let pinned = position.blockers(owner) & own;
        let mut stuck = pinned;
        for square in own.iter() {
            let mut targets = position.attacks_from(square).and_not(own);
            if king.test(square) {
                targets = targets.and_not(closed);
            }
            if targets.is_empty() {
                stuck.set(square);
            }
        }
        Self { stuck, pinned, closed }
    }
}

impl Reach {
    /// The ways of the piece on `origin`.
    fn new(position: &Position, origin: Square, ground: &Ground) -> Self {
        let piece = position.piece_on(origin);
        let owner = piece.color();
        let mut occupied = position.occupied();
        occupied.clear(origin);
        let mut own = position.pieces_of(owner);
        own.clear(origin);
        let mut closed = ground.stuck;
        closed.clear(origin);
        if piece.piece_type() == PieceType::KING {
            closed |= ground.closed;
        }
        if let Some(king) = position.king(owner).filter(|_| ground.pinned.test(origin)) {
            closed |= line(king, origin).not();
        }
        let mut reach = Self { origin, piece, occupied, own, closed, moves: [FAR; NODES] };
        reach.spread();
        reach
    }

    /// Moves to `square`, standing there as `kind`; `None` when out of reach.
    pub(crate) fn moves(&self, square: Square, kind: PieceType) -> Option<u32> {
        let moves = self.moves[node(square, kind)];
        (kind.demote() == self.piece.base_piece_type() && moves < FAR).then(|| u32::from(moves))
    }

    /// Moves to `square`, promoted or not.
    pub(crate) fn moves_any(&self, square: Square) -> Option<u32> {
        let best = self.moves[square.to_index()].min(self.moves[square.to_index() + Square::COUNT]);
        (best < FAR).then(|| u32::from(best))
    }

    /// The steps on all shortest ways to `square` as one of `kinds`.
    pub(crate) fn steps(&self, square: Square, kinds: &[PieceType], out: &mut Vec<Step>) {
        let best = kinds.iter().filter_map(|&kind| self.moves(square, kind)).min();
        let mut open: Vec<(Square, PieceType)> = kinds
            .iter()
            .filter(|&&kind| best.is_some() && self.moves(square, kind) == best)
            .map(|&kind| (square, kind))
            .collect();
        let mut index = 0;
        while index < open.len() {
            let (to, after) = open[index];
            index += 1;
            self.steps_into(to, after, |step| {
                out.push(step);
                let from = (step.from, step.before);
                if !open.contains(&from) {
                    open.push(from);
                }
            });
        }
    }

    /// The last steps of all shortest ways to one node.
    fn steps_into(&self, to: Square, after: PieceType, mut found: impl FnMut(Step)) {
        let moves = self.moves[node(to, after)];
        let cost = self.cost(to);
        if moves < cost {
            return;
        }
        if self.closed.test(to) {
            return;
        }
        let stays = self.origins(to, after);
        let promotes = after.is_promoted().then(|| after.demote());
        // A promoted piece was promoted before, or promotes with this step.
        let other = promotes.map_or(Bitboard::EMPTY, |before| self.origins(to, before));
        for from in (stays | other).iter() {
            if stays.test(from) && self.moves[node(from, after)] == moves - cost {
                found(Step { from, to, before: after, after });
            }
            if let Some(before) = promotes
                && other.test(from)
                && Position::can_promote(self.as_kind(before), from, to)
                && self.moves[node(from, before)] == moves - cost
            {
                found(Step { from, to, before, after });
            }
        }
    }

    /// Squares from which the piece as `kind` attacks `to`: those that one of the other colour
    /// attacks from there.
    fn origins(&self, to: Square, kind: PieceType) -> Bitboard {
        attacks(Piece::from_parts(self.piece.color().flip(), kind), to, self.occupied)
    }

    fn as_kind(&self, kind: PieceType) -> Piece {
        Piece::from_parts(self.piece.color(), kind)
    }

    fn cost(&self, to: Square) -> u8 {
        1 + u8::from(self.own.test(to))
    }

    fn spread(&mut self) {
        let start = self.piece.piece_type();
        self.moves[node(self.origin, start)] = 0;
        // A queue by cost: steps cost 1 or 2.
        let mut rings: [Vec<(Square, PieceType)>; 3] = Default::default();
        rings[0].push((self.origin, start));
        for moves in 0..FAR - 2 {
            let ring = core::mem::take(&mut rings[usize::from(moves) % 3]);
            for (from, kind) in ring {
                if self.moves[node(from, kind)] == moves {
                    self.visit(from, kind, moves, &mut rings);
                }
            }
        }
    }

    fn visit(
        &mut self,
        from: Square,
        kind: PieceType,
        moves: u8,
        rings: &mut [Vec<(Square, PieceType)>; 3],
    ) {
        let piece = self.as_kind(kind);
        for to in attacks(piece, from, self.occupied).and_not(self.closed).iter() {
            let next = moves + self.cost(to);
            let promotes = Position::can_promote(piece, from, to).then(|| kind.promote());
            let stays = (!is_dead(piece.color(), kind, to)).then_some(kind);
            for after in [promotes, stays].into_iter().flatten() {
                if next < self.moves[node(to, after)] {
                    self.moves[node(to, after)] = next;
                    rings[usize::from(next) % 3].push((to, after));
                }
            }
        }
    }
}

/// The ways of all pieces of one side, each computed when it is first asked for.
pub(crate) struct Ways<'p> {
    position: &'p Position,
    ground: Ground,
    reaches: Box<[OnceCell<Reach>]>,
}

impl<'p> Ways<'p> {
    pub(crate) fn new(position: &'p Position, owner: Color) -> Self {
        let reaches = (0..Square::COUNT).map(|_| OnceCell::new()).collect();
        Self { position, ground: Ground::new(position, owner), reaches }
    }

    /// The ways of the own piece on `square`.
    pub(crate) fn of(&self, square: Square) -> &Reach {
        self.reaches[square.to_index()]
            .get_or_init(|| Reach::new(self.position, square, &self.ground))
    }

    /// Can the own piece on `square` not get out of the way?
    pub(crate) fn is_stuck(&self, square: Square) -> bool {
        self.ground.stuck.test(square)
    }
}

fn attacked_by(position: &Position, color: Color, occupied: Bitboard) -> Bitboard {
    position.pieces_of(color).iter().fold(Bitboard::EMPTY, |all, square| {
        all | attacks(position.piece_on(square), square, occupied)
    })
}
