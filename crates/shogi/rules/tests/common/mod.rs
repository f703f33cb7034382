//! Random games and files that the tests share.
#![allow(dead_code)] // Each test file uses a part.

use std::path::PathBuf;
use zenpuku_shogi::{ExchangeValues, HandPiece, Move, MoveList, PieceType, Position};

/// SplitMix64: small, seeded, good enough for random games.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// All legal moves.
pub(crate) fn legal(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list
}

/// A legal move: a capture, promotion or check half of the time, so that games get sharp.
pub(crate) fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = legal(position);
    if moves.is_empty() {
        return None;
    }
    let sharp: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&mv| position.is_capture(mv) || mv.is_promotion() || position.gives_check(mv))
        .collect();
    if !sharp.is_empty() && random.below(2) == 0 {
        return Some(sharp[random.below(sharp.len())]);
    }
    Some(moves[random.below(moves.len())])
}

/// The positions of one random game of at most `plies` plies, the start included.
pub(crate) fn random_game(seed: u64, plies: usize) -> Vec<Position> {
    let mut random = Random(seed);
    let mut position = Position::startpos();
    let mut game = vec![position.clone()];
    for _ in 0..plies {
        let Some(mv) = random_move(&position, &mut random) else { break };
        position.do_move(mv);
        game.push(position.clone());
    }
    game
}

/// A file of the project's test data.
pub(crate) fn testdata(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../testdata").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// An ordinary table of exchange values, hand and board alike.
pub(crate) fn values() -> ExchangeValues {
    let worth = |kind: PieceType| match kind {
        PieceType::PAWN => 90,
        PieceType::LANCE => 315,
        PieceType::KNIGHT => 405,
        PieceType::SILVER => 495,
        PieceType::BISHOP => 855,
        PieceType::ROOK => 990,
        PieceType::HORSE => 945,
        PieceType::DRAGON => 1395,
        _ => 540,
    };
    ExchangeValues::new(worth, |kind: HandPiece| worth(kind.to_piece_type()))
}
