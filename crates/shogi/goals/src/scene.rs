//! A position from one side's view, with cached data for plans.

use crate::aim::Aim;
use crate::reach::{Reach, Ways, is_dead};
use crate::settings::Settings;
use core::cell::OnceCell;
use zenpuku_shogi::{
    Bitboard, Color, HandPiece, Move, MoveList, Piece, PieceType, Position, Square, attacks,
};

/// A position with the side whose goals are examined. Ways of pieces and legal
/// moves are computed when they are first asked for.
pub struct Scene<'a> {
    /// The position.
    pub position: &'a Position,
    /// Whose goals.
    pub owner: Color,
    /// How goals are made.
    pub settings: &'a Settings,
    ways: Ways<'a>,
    legal: OnceCell<Vec<Move>>,
}

impl<'a> Scene<'a> {
    /// `owner`'s view of `position`.
    #[must_use]
    pub fn new(position: &'a Position, owner: Color, settings: &'a Settings) -> Self {
        let ways = Ways::new(position, owner);
        Self { position, owner, settings, ways, legal: OnceCell::new() }
    }

    /// The owner's legal moves, none when it is not its turn.
    #[must_use]
    pub fn legal(&self) -> &[Move] {
        self.legal.get_or_init(|| {
            let mut list = MoveList::new();
            if self.position.side_to_move() == self.owner {
                self.position.legal_moves(&mut list);
            }
            list.to_vec()
        })
    }

    /// The ways of the own pieces.
    pub(crate) fn ways(&self) -> &Ways<'a> {
        &self.ways
    }

    /// Own pieces, with the ways of each.
    pub(crate) fn own(&self) -> impl Iterator<Item = (Square, &Reach)> {
        self.position.pieces_of(self.owner).iter().map(|square| (square, self.reach(square)))
    }

    /// Own pieces of a kind, promoted or not, with the ways of each.
    pub(crate) fn own_of(&self, kind: PieceType) -> impl Iterator<Item = (Square, &Reach)> {
        let base = kind.demote();
        self.own()
            .filter(move |(square, _)| self.position.piece_on(*square).base_piece_type() == base)
    }

    /// The opponent's pieces of a kind in hand, promoted or not.
    pub(crate) fn theirs_of(&self, kind: PieceType) -> impl Iterator<Item = (Square, Piece)> {
        let theirs = self.position.pieces_of(self.owner.flip());
        theirs
            .iter()
            .map(|square| (square, self.position.piece_on(square)))
            .filter(move |(_, piece)| piece.base_piece_type() == kind)
    }

    pub(crate) fn reach(&self, square: Square) -> &Reach {
        self.ways.of(square)
    }

    /// Is a piece of `kind` in the owner's hand?
    pub(crate) fn holds(&self, kind: PieceType) -> bool {
        HandPiece::from_piece_type(kind)
            .is_some_and(|piece| self.position.hand(self.owner).count(piece) > 0)
    }

    /// May a piece of `kind` be dropped on `square`, were it in hand and the square empty?
    pub(crate) fn may_stand(&self, kind: PieceType, square: Square) -> bool {
        let two_pawns = kind == PieceType::PAWN
            && (self.position.pieces(PieceType::PAWN, self.owner)
                & Bitboard::file_mask(square.file()))
            .any();
        kind.is_hand_piece() && !is_dead(self.owner, kind, square) && !two_pawns
    }

    /// Would a piece of `kind` be lost on `square`: attacked, and not guarded
    /// or worth more than its attacker?
    pub(crate) fn is_lost(&self, kind: PieceType, square: Square) -> bool {
        let occupied = self.position.occupied();
        let attackers = self.position.attackers(self.owner.flip(), square, occupied);
        if attackers.is_empty() {
            return false;
        }
        let worth = |kind: PieceType| self.settings.values.on_board(kind);
        let cheapest = attackers
            .iter()
            .map(|from| self.position.piece_on(from).piece_type())
            .map(|kind| if kind == PieceType::KING { i32::MAX } else { worth(kind) })
            .min();
        // The piece itself attacks the square before it moves there.
        let guards = self.position.attackers(self.owner, square, occupied).count();
        guards < 2 || cheapest.is_some_and(|cheapest| cheapest < worth(kind))
    }

    /// Empty squares from which a piece of `kind` would attack `target`.
    pub(crate) fn drops_towards(&self, kind: PieceType, target: Square) -> Bitboard {
        // Attacks of the other colour from the target are the origins of attacks on it.
        let mirror = Piece::from_parts(self.owner.flip(), kind);
        let free =
            attacks(mirror, target, self.position.occupied()).and_not(self.position.occupied());
        free.iter().filter(|&square| self.may_stand(kind, square)).fold(
            Bitboard::EMPTY,
            |mut all, square| {
                all.set(square);
                all
            },
        )
    }

    /// Own moves that `aim` still needs along the cheapest plan, 0 if achieved;
    /// `None` if no plan is short enough.
    #[must_use]
    pub fn moves_needed(&self, aim: Aim) -> Option<u32> {
        self.cost(aim, self.settings.params.goals_plan_depth)
    }

    /// Do own pieces block the shortest paths to `aim`? Whether they can make
    /// way without standing in it again is seen only when they have moved.
    #[must_use]
    pub fn is_obstructed(&self, aim: Aim) -> bool {
        let own = self.position.pieces_of(self.owner);
        match aim {
            Aim::Placement { kind, square } => {
                let taken = self.theirs_of(kind).any(|(from, piece)| {
                    let aim = Aim::Acquisition { kind: piece.piece_type(), square: from };
                    self.is_obstructed(aim)
                });
                let lacking = !self.holds(kind) && self.own_of(kind).next().is_none();
                own.test(square)
                    || self.ways_lead_over(own, square, Some(kind))
                    || (lacking && taken)
            }
            Aim::Removal { of, .. } if of == self.owner => false,
            Aim::Removal { square, .. } | Aim::Acquisition { square, .. } => {
                self.ways_lead_over(own, square, None)
            }
        }
    }

    fn ways_lead_over(&self, own: Bitboard, square: Square, kind: Option<PieceType>) -> bool {
        let mut steps = Vec::new();
        for (from, reach) in self.own() {
            let piece = self.position.piece_on(from).piece_type();
            let both = [piece.demote(), piece.promote()];
            let kinds = kind.as_ref().map_or(&both[..], core::slice::from_ref);
            reach.steps(square, kinds, &mut steps);
        }
        steps.iter().any(|step| own.test(step.to))
    }

    fn cost(&self, aim: Aim, depth: i32) -> Option<u32> {
        if aim.stands(self.position, self.owner) {
            return Some(0);
        }
        if depth <= 0 || aim.is_void(self.position, self.owner) {
            return None;
        }
        match aim {
            Aim::Placement { kind, square } => self.placement_cost(kind, square, depth),
            Aim::Removal { square, of } => self.removal_cost(square, of, depth),
            Aim::Acquisition { kind, square } => self.acquisition_cost(kind, square),
        }
    }

    fn placement_cost(&self, kind: PieceType, square: Square, depth: i32) -> Option<u32> {
        let board = self.board_cost(kind, square);
        let dropped = self.drop_cost(kind, square, depth);
        let cheapest = board.into_iter().chain(dropped).min()?;
        Some(cheapest + u32::from(self.is_lost(kind, square)))
    }

    /// The way over the board.
    pub(crate) fn board_cost(&self, kind: PieceType, square: Square) -> Option<u32> {
        self.own_of(kind).filter_map(|(_, reach)| reach.moves(square, kind)).min()
    }

    /// The way over the hand: take the piece, clear the square, drop.
    pub(crate) fn drop_cost(&self, kind: PieceType, square: Square, depth: i32) -> Option<u32> {
        if !self.may_stand(kind, square) {
            return None;
        }
        let occupant = self.position.piece_on(square);
        let clear = if occupant.is_empty() {
            0
        } else {
            let of = occupant.color();
            // The capturing piece then blocks the path.
            self.cost(Aim::Removal { square, of }, depth - 1)? + u32::from(of != self.owner)
        };
        if self.holds(kind) {
            return Some(clear + 1);
        }
        let take = self
            .theirs_of(kind)
            .filter_map(|(from, piece)| {
                let aim = Aim::Acquisition { kind: piece.piece_type(), square: from };
                self.cost(aim, depth - 1)
            })
            .min()?;
        Some(take + clear + 1)
    }

    fn removal_cost(&self, square: Square, of: Color, depth: i32) -> Option<u32> {
        if of == self.owner {
            return (!self.ways.is_stuck(square)).then_some(1);
        }
        let kind = self.position.piece_on(square).piece_type();
        self.cost(Aim::Acquisition { kind, square }, depth)
    }

    fn acquisition_cost(&self, kind: PieceType, square: Square) -> Option<u32> {
        if kind == PieceType::KING {
            return None;
        }
        let board = self.own().filter_map(|(from, reach)| {
            let moves = reach.moves_any(square)?;
            let taker = self.position.piece_on(from).piece_type();
            let loses = self.settings.values.on_board(taker) > self.settings.values.on_board(kind);
            Some(moves + u32::from(loses && self.is_lost(taker, square)))
        });
        let hand =
            HandPiece::iter().map(HandPiece::to_piece_type).filter(|&piece| self.holds(piece));
        let dropped =
            hand.filter(|&piece| self.drops_towards(piece, square).any()).map(|_| 2).next();
        board.min().into_iter().chain(dropped).min()
    }
}
