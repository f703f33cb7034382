//! Positions drawn from seeds.

use zenpuku_shogi::{Color, HandPiece, MoveList, Piece, Position, Setup, SetupRules, Square};

/// A source of numbers (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// A position of a game in which every move is drawn, captures more often.
pub(crate) fn game_position(random: &mut Random) -> Position {
    let mut position = Position::startpos();
    let mut moves = MoveList::new();
    for _ in 0..40 + random.below(120) {
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let captures: Vec<_> =
            moves.iter().copied().filter(|&mv| position.is_capture(mv)).collect();
        let from =
            if !captures.is_empty() && random.below(2) == 0 { &captures } else { &moves[..] };
        position.do_move(from[random.below(from.len())]);
    }
    position
}

/// A king in a corner region with a few attackers and defenders, the rest in the defender's hand.
pub(crate) fn corner_problem(random: &mut Random) -> Option<Position> {
    let squares: Vec<Square> = Square::iter().collect();
    let mut setup = Setup::from_sfen("9/9/9/9/9/9/9/9/9 b - 1").ok()?;
    // The squares run down the files: the corner of the first four files and ranks.
    let mut corner = || squares[random.below(4) * 9 + random.below(4)];
    let king = corner();
    setup.put(king, Piece::W_KING);
    let pieces = [
        Piece::B_GOLD,
        Piece::B_SILVER,
        Piece::B_KNIGHT,
        Piece::B_PAWN,
        Piece::B_ROOK,
        Piece::B_HORSE,
        Piece::W_SILVER,
        Piece::W_LANCE,
        Piece::W_GOLD,
        Piece::W_KNIGHT,
    ];
    let places: Vec<Square> = (0..5).map(|_| corner()).collect();
    for place in places {
        if setup.piece_on(place).is_empty() {
            setup.put(place, pieces[random.below(pieces.len())]);
        }
    }
    for kind in [HandPiece::GOLD, HandPiece::SILVER, HandPiece::BISHOP] {
        setup.set_hand(Color::BLACK, kind, random.below(2) as u8);
    }
    setup.rest_to_hand(Color::WHITE);
    setup.position(SetupRules::Mate).ok()
}

/// One after the other: from a game, the same without the attacker's king where that is a
/// position, a problem in the corner.
pub(crate) fn position(number: u64) -> Position {
    let mut random = Random::new((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    loop {
        if number % 3 == 2 {
            if let Some(problem) = corner_problem(&mut random) {
                return problem;
            }
            continue;
        }
        let position = game_position(&mut random);
        let king = position.king(position.side_to_move()).filter(|_| number % 3 == 1);
        let cleared =
            king.and_then(|king| position.setup().clear(king).position(SetupRules::Mate).ok());
        return cleared.unwrap_or(position);
    }
}
