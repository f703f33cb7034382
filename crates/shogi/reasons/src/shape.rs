//! Shapes on the board: which motifs a move may have.

use crate::claim::Motif;
use crate::material::{Forced, MARGIN, Reply, hangs};
use zenpuku_shogi::{
    Bitboard, Color, ExchangeValues, Move, Piece, PieceType, Position, SLIDERS, Square, between,
    line,
};

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
        shapes.extend(self.fork());
        shapes.extend(self.skewer());
        shapes.extend(self.discovered());
        shapes.extend(self.pin());
        shapes.extend(self.breakthrough());
        shapes.extend(self.trapped());
        if self.before.is_capture(self.mv) {
            shapes.push(self.capture());
        }
        let targets: Vec<Square> = self.won().into_iter().take(2).map(|won| won.0).collect();
        shapes.push(Shape { motif: Motif::WinsMaterial, targets, causes: Vec::new(), pass: true });
        shapes
    }

    /// The move captures a piece for free, or for less than its value.
    fn capture(&self) -> Shape {
        let to = self.mv.to();
        let back = self.after.is_attacked(to, self.us().flip()) && self.takes_back();
        let motif = if back { Motif::BadExchange } else { Motif::HangingPiece };
        Shape { pass: false, ..Shape::of(motif, &[to]) }
    }

    fn takes_back(&self) -> bool {
        self.forced.replies.iter().any(|reply| reply.reply.to() == self.mv.to())
    }

    /// The squares of the pieces captured by the answers, how often each is
    /// captured, and by which piece; the most frequent first.
    fn won(&self) -> Vec<(Square, usize, Vec<Square>)> {
        let mut won: Vec<(Square, usize, Vec<Square>)> = Vec::new();
        for Reply { reply, answer, .. } in &self.forced.replies {
            let Some(answer) = answer else { continue };
            let moved = reply.to() == answer.to();
            let origin = if moved { reply.from() } else { Some(answer.to()) };
            let Some(origin) = origin.filter(|&square| self.is_theirs(square)) else { continue };
            let from = answer.from().unwrap_or(Square::NONE);
            match won.iter_mut().find(|(square, ..)| *square == origin) {
                Some((_, count, by)) => {
                    *count += 1;
                    if !by.contains(&from) {
                        by.push(from);
                    }
                }
                None => won.push((origin, 1, vec![from])),
            }
        }
        won.sort_by_key(|&(square, count, _)| (core::cmp::Reverse(count), square));
        won
    }

    fn is_theirs(&self, square: Square) -> bool {
        self.after.pieces_of(self.us().flip()).test(square)
    }

    /// Is the piece on the square taken by the one on `by` in some answer?
    fn takes(won: &[(Square, usize, Vec<Square>)], square: Square, by: Square) -> bool {
        won.iter().any(|(target, _, from)| *target == square && from.contains(&by))
    }

    /// May the piece on the square be a target of the piece on `by`?
    fn is_target(&self, square: Square, by: Square) -> bool {
        let guarded = self.after.is_attacked(square, self.us().flip());
        let gain = self.worth(square) - if guarded { self.worth(by) } else { 0 };
        self.worth(square) >= TARGET && gain >= 100
    }

    fn fork(&self) -> Vec<Shape> {
        let to = self.mv.to();
        let theirs = self.after.pieces_of(self.us().flip());
        let attacked = self.after.attacks_from(to) & theirs;
        let won = self.won();
        let (mut targets, mut king) = (Vec::new(), None);
        for square in attacked.iter() {
            if self.kind(square) == PieceType::KING {
                king = Some(square);
            } else if self.is_target(square, to) && Self::takes(&won, square, to) {
                targets.push(square);
            }
        }
        targets.sort_by_key(|&square| core::cmp::Reverse(self.worth(square)));
        if targets.len() + usize::from(king.is_some()) < 2 || targets.is_empty() {
            return Vec::new();
        }
        targets.truncate(2);
        // With a check one target suffices; without, the gain needs both.
        let causes = targets.clone();
        let motif = self.fork_name(&targets, king);
        if let Some(king) = king {
            targets.truncate(1);
            targets.insert(0, king);
            let causes = causes.into_iter().take(1).collect();
            return vec![Shape { causes, ..Shape::of(motif, &targets) }];
        }
        vec![Shape { causes, ..Shape::of(motif, &targets) }]
    }

    fn fork_name(&self, targets: &[Square], king: Option<Square>) -> Motif {
        let to = self.mv.to();
        let dear = |square: &Square| self.worth(*square) > self.worth(to);
        let major =
            |square: &Square| matches!(self.kind(*square), PieceType::ROOK | PieceType::DRAGON);
        let rear = |square: &Square| self.is_rear(*square);
        match self.kind(to) {
            _ if king.is_some() && targets.first().is_some_and(major) => Motif::CheckAndRook,
            PieceType::SILVER
                if self.mv.is_drop()
                    && king.is_none()
                    && targets.iter().all(rear)
                    && targets.iter().any(major) =>
            {
                Motif::SplittingSilver
            }
            PieceType::SILVER
                if self.mv.is_drop() && king.is_none() && targets.iter().all(rear) =>
            {
                Motif::SplittingSilver
            }
            PieceType::KNIGHT if king.is_none() && targets.iter().all(dear) => Motif::KnightFork,
            _ => Motif::Fork,
        }
    }

    /// Rook or gold diagonally behind the piece that moved.
    fn is_rear(&self, square: Square) -> bool {
        let back = if self.us() == Color::Black { 1 } else { -1 };
        let big =
            matches!(self.kind(square), PieceType::ROOK | PieceType::DRAGON | PieceType::GOLD);
        big && square.rank().raw() - self.mv.to().rank().raw() == back
    }

    /// The first and the second piece of the other side on a line of the slider that moved.
    fn skewer(&self) -> Vec<Shape> {
        let to = self.mv.to();
        if !SLIDERS.contains(&self.kind(to)) {
            return Vec::new();
        }
        let won = self.won();
        let front = self.after.attacks_from(to) & self.after.pieces_of(self.us().flip());
        let mut shapes = Vec::new();
        for first in front.iter() {
            let Some(second) = self.behind(to, first) else { continue };
            let counts = self.worth(first) >= TARGET || self.kind(first) == PieceType::KING;
            let dear = self.worth(second) >= TARGET && self.is_theirs(second);
            if counts && dear && Self::takes(&won, second, to) {
                shapes.push(Shape {
                    causes: vec![second],
                    ..Shape::of(Motif::Skewer, &[first, second])
                });
            }
        }
        shapes
    }

    /// The next piece behind `first` on the line from `slider`.
    fn behind(&self, slider: Square, first: Square) -> Option<Square> {
        let ray = line(slider, first);
        let beyond = self.after.occupied().and_not(Bitboard::from_square(first));
        let mut seen = zenpuku_shogi::attacks(self.after.piece_on(slider), slider, beyond) & ray;
        seen &= self.after.occupied();
        seen.iter().find(|&square| between(slider, square).test(first))
    }

    /// Targets of a slider that the move uncovered.
    fn discovered(&self) -> Vec<Shape> {
        let Some(from) = self.mv.from() else { return Vec::new() };
        let won = self.won();
        let mut shapes = Vec::new();
        for slider in self.after.sliders(self.us()).iter().filter(|&at| at != self.mv.to()) {
            let fresh = self.after.attacks_from(slider).and_not(self.before.attacks_from(slider));
            for target in (fresh & self.after.pieces_of(self.us().flip())).iter() {
                let through = between(slider, target).test(from);
                let king = self.kind(target) == PieceType::KING;
                if !through || (!king && !Self::takes(&won, target, slider)) {
                    continue;
                }
                let taken = won.iter().find(|won| Self::takes(&won_of(won), won.0, self.mv.to()));
                let other = taken.map(|won| won.0).filter(|_| king);
                let targets: Vec<Square> = [Some(target), other].into_iter().flatten().collect();
                let causes = targets.iter().copied().filter(|&at| self.kind(at) != PieceType::KING);
                let causes: Vec<Square> = causes.collect();
                if !causes.is_empty() {
                    shapes.push(Shape { causes, ..Shape::of(Motif::DiscoveredAttack, &targets) });
                }
            }
        }
        shapes
    }

    /// A pinned piece that is lost because it may not move. Without the slider it could.
    fn pin(&self) -> Vec<Shape> {
        let won = self.won();
        let them = self.us().flip();
        let pinned = self.after.pins(them).filter(|pin| {
            won.iter().take(1).any(|won| won.0 == pin.pinned) && pin.pinner != self.mv.to()
        });
        let made = self.after.pins(them).filter(|pin| {
            won.iter().take(1).any(|won| won.0 == pin.pinned) && pin.pinner == self.mv.to()
        });
        let old = pinned.map(|pin| Shape {
            causes: vec![pin.pinned, pin.pinner],
            ..Shape::of(Motif::Pin, &[pin.pinned])
        });
        let new = made.map(|pin| Shape::of(Motif::Pin, &[pin.pinned]));
        old.chain(new).collect()
    }

    /// The move takes a guard, and then its charge falls.
    fn removing_guard(&self) -> Vec<Shape> {
        if !self.before.is_capture(self.mv) {
            return Vec::new();
        }
        let guard = self.mv.to();
        let charges = self.before.attacks_from(guard);
        let lost = self.won().into_iter().find(|(square, count, _)| {
            let often = 2 * count >= self.forced.replies.len().max(1);
            charges.test(*square) && self.worth(*square) >= TARGET && often
        });
        let lost = lost
            .filter(|(charge, _, by)| !by.iter().any(|&from| self.falls_already(from, *charge)));
        lost.map(|(charge, ..)| Shape {
            causes: vec![charge],
            ..Shape::of(Motif::RemovingGuard, &[guard, charge])
        })
        .into_iter()
        .collect()
    }

    /// Is the charge lost before its guard is taken?
    fn falls_already(&self, from: Square, charge: Square) -> bool {
        let mv = Move::board(from, charge, self.before.piece_on(from), false);
        self.before.is_legal(mv) && self.before.see(mv, self.values) >= MARGIN
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

    /// One piece that falls wherever it goes.
    fn trapped(&self) -> Vec<Shape> {
        let won = self.won();
        let Some((target, count, _)) = won.first() else { return Vec::new() };
        let mostly = 10 * count >= 6 * self.forced.replies.len();
        let fresh = self.after.is_attacked(*target, self.us());
        if mostly && fresh && self.worth(*target) >= TARGET {
            vec![Shape::of(Motif::TrappedPiece, &[*target])]
        } else {
            Vec::new()
        }
    }

    /// The moving piece, in its state after the move.
    pub(crate) fn piece(&self) -> Piece {
        self.mv.piece_after()
    }
}

fn won_of(won: &(Square, usize, Vec<Square>)) -> [(Square, usize, Vec<Square>); 1] {
    [won.clone()]
}
