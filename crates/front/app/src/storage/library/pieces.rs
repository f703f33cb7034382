//! Search for pieces that stand on certain squares or lie in hand, at any time of a game.

use crate::protocol::GameKind;
use crate::storage::StorageError;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use std::collections::HashMap;
use zenpuku_shogi::{Color, HandPiece, Piece, PieceType, Setup, Square};

/// The pieces that are looked for: each on its square, and at least as many in each hand. What else
/// there is does not matter, nor whose turn it is.
#[derive(Clone, Debug)]
struct Pattern {
    board: [Piece; Square::COUNT],
    /// How many squares are given.
    squares: usize,
    hands: Vec<(Color, HandPiece, u8)>,
}

impl Pattern {
    fn of(setup: &Setup) -> Self {
        let mut board = [Piece::NONE; Square::COUNT];
        for square in Square::iter() {
            board[square.to_index()] = setup.piece_on(square);
        }
        let held = |color| HandPiece::iter().map(move |kind| (color, kind));
        let hands = held(Color::Black).chain(held(Color::White));
        let hands = hands.map(|(color, kind)| (color, kind, setup.hand_count(color, kind)));
        let squares = board.iter().filter(|piece| !piece.is_empty()).count();
        Self { board, squares, hands: hands.filter(|(.., count)| *count > 0).collect() }
    }

    fn in_hands(&self, setup: &Setup) -> bool {
        self.hands.iter().all(|&(color, kind, count)| setup.hand_count(color, kind) >= count)
    }
}

/// A board on which moves are played without being checked, and the given squares that have their piece.
struct Replay<'a> {
    setup: Setup,
    pattern: &'a Pattern,
    right: usize,
}

impl<'a> Replay<'a> {
    fn new(setup: Setup, pattern: &'a Pattern) -> Self {
        let is_right = |square: &Square| {
            let wanted = pattern.board[square.to_index()];
            !wanted.is_empty() && wanted == setup.piece_on(*square)
        };
        let right = Square::iter().filter(is_right).count();
        Self { setup, pattern, right }
    }

    fn put(&mut self, square: Square, piece: Piece) {
        let wanted = self.pattern.board[square.to_index()];
        if !wanted.is_empty() {
            self.right -= usize::from(wanted == self.setup.piece_on(square));
            self.right += usize::from(wanted == piece);
        }
        self.setup.put(square, piece);
    }

    fn is_found(&self) -> bool {
        self.right == self.pattern.squares && self.pattern.in_hands(&self.setup)
    }

    /// Plays a stored move, USI; `None` if the text is not a move.
    fn play(&mut self, usi: &str) -> Option<()> {
        let side = self.setup.side_to_move();
        let to = Square::from_usi(usi.get(2..4)?)?;
        if let Some(kind) = dropped(usi) {
            let left = self.setup.hand_count(side, kind).checked_sub(1)?;
            self.setup.set_hand(side, kind, left);
            self.put(to, Piece::from_parts(side, kind.to_piece_type()));
        } else {
            let from = Square::from_usi(usi.get(..2)?)?;
            let piece = self.setup.piece_on(from);
            let taken = self.setup.piece_on(to).base_piece_type();
            if let Some(kind) = HandPiece::from_piece_type(taken) {
                let held = self.setup.hand_count(side, kind);
                self.setup.set_hand(side, kind, held + 1);
            }
            self.put(from, Piece::NONE);
            self.put(to, if usi.ends_with('+') { piece.promote() } else { piece });
        }
        self.setup.set_side_to_move(side.flip());
        Some(())
    }
}

fn dropped(usi: &str) -> Option<HandPiece> {
    let kind = match usi.as_bytes() {
        [b'P', b'*', ..] => PieceType::PAWN,
        [b'L', b'*', ..] => PieceType::LANCE,
        [b'N', b'*', ..] => PieceType::KNIGHT,
        [b'S', b'*', ..] => PieceType::SILVER,
        [b'G', b'*', ..] => PieceType::GOLD,
        [b'B', b'*', ..] => PieceType::BISHOP,
        [b'R', b'*', ..] => PieceType::ROOK,
        _ => return None,
    };
    HandPiece::from_piece_type(kind)
}

/// The number of moves after which the pieces are there first, 0 for the start.
fn first_ply(pattern: &Pattern, start: &Setup, moves: &str) -> Option<u32> {
    let mut replay = Replay::new(start.clone(), pattern);
    let mut moves = moves.split_ascii_whitespace();
    let mut ply = 0;
    while !replay.is_found() {
        replay.play(moves.next()?)?;
        ply += 1;
    }
    Some(ply)
}

/// Of the games that meet a condition in SQL with its parameters those that have the pieces, each with its first ply; with
/// `turned` also those that have them for the other side.
pub(super) fn with_pieces(
    db: &Connection,
    (filter, values): (&str, &[Value]),
    pieces: &Setup,
    turned: bool,
) -> Result<HashMap<i64, u32>, StorageError> {
    let mut patterns = vec![Pattern::of(pieces)];
    if turned {
        patterns.push(Pattern::of(&pieces.flipped()));
    }
    let kind = GameKind::Shogi.name();
    let sql = format!("SELECT id, start, moves FROM games WHERE kind = '{kind}' AND {filter}");
    let mut select = db.prepare(&sql)?;
    let mut rows = select.query(params_from_iter(values))?;
    let mut found = HashMap::new();
    // Nearly all games have the same start.
    let (mut sfen, mut start) = (zenpuku_shogi::STARTPOS.to_owned(), Setup::startpos());
    while let Some(row) = rows.next()? {
        let written = row.get_ref(1)?.as_str().unwrap_or_default();
        if written != sfen {
            let Ok(other) = Setup::from_sfen(written) else { continue };
            (sfen, start) = (written.to_owned(), other);
        }
        let moves = row.get_ref(2)?.as_str().unwrap_or_default();
        let plies = patterns.iter().filter_map(|pattern| first_ply(pattern, &start, moves));
        if let Some(ply) = plies.min() {
            found.insert(row.get(0)?, ply);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use zenpuku_shogi::{MoveList, Position};

    fn pattern(sfen: &str) -> Pattern {
        Pattern::of(&Setup::from_sfen(sfen).unwrap())
    }

    #[test]
    fn pieces_are_found_where_they_stand_first() {
        let start = Setup::startpos();
        let moves = "7g7f 3c3d 8h2b+ 3a2b B*5e";
        let first = |sfen| first_ply(&pattern(sfen), &start, moves);
        assert_eq!(first("9/9/9/9/9/2P6/9/9/9 b - 1"), Some(1));
        assert_eq!(first("9/9/9/9/9/2P6/9/9/9 w - 1"), Some(1), "the turn does not matter");
        assert_eq!(first("9/9/9/9/9/9/9/9/9 b b 1"), Some(4), "White holds a bishop");
        assert_eq!(first("9/9/9/9/4B4/2P6/9/9/9 b - 1"), Some(5));
        assert_eq!(first("9/9/9/9/4b4/9/9/9/9 b - 1"), None);
        assert_eq!(first("9/9/9/9/9/9/9/9/4K4 b 2B 1"), None);
    }

    proptest! {
        /// The fast board has what the rules have, whole or in parts, after every move of a random game.
        #[test]
        fn the_replay_follows_the_rules(choices in prop::collection::vec(any::<u16>(), 1..120), part in any::<u64>()) {
            let mut position = Position::startpos();
            let mut moves: Vec<String> = Vec::new();
            for choice in choices {
                let mut list = MoveList::new();
                position.legal_moves(&mut list);
                let Some(&mv) = list.get(usize::from(choice) % list.len().max(1)) else { break };
                moves.push(mv.to_string());
                position.do_move(mv);
            }
            let mut wanted = position.setup();
            for square in Square::iter().filter(|square| part >> (square.to_index() % 64) & 1 == 1) {
                wanted.clear(square);
            }
            let text = moves.join(" ");
            let found = first_ply(&Pattern::of(&wanted), &Setup::startpos(), &text).expect("the last position");
            prop_assert!(found as usize <= moves.len());
            let mut there = Position::startpos();
            for usi in &moves[..found as usize] {
                there.do_move(there.parse_usi(usi).unwrap());
            }
            let there = there.setup();
            prop_assert!(Pattern::of(&wanted).in_hands(&there));
            prop_assert!(Square::iter().all(|square| wanted.piece_on(square).is_empty()
                || wanted.piece_on(square) == there.piece_on(square)));
        }
    }
}
