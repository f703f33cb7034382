//! Moves and colours of the CSA protocol and of the board.

use zenpuku_protocol::csa::{CsaMove, CsaPiece, CsaSquare};
use zenpuku_shogi::{Color, Move, MoveList, PieceType, Position, Square};

const KINDS: [(PieceType, CsaPiece); 14] = [
    (PieceType::PAWN, CsaPiece::Fu),
    (PieceType::LANCE, CsaPiece::Ky),
    (PieceType::KNIGHT, CsaPiece::Ke),
    (PieceType::SILVER, CsaPiece::Gi),
    (PieceType::GOLD, CsaPiece::Ki),
    (PieceType::BISHOP, CsaPiece::Ka),
    (PieceType::ROOK, CsaPiece::Hi),
    (PieceType::KING, CsaPiece::Ou),
    (PieceType::PRO_PAWN, CsaPiece::To),
    (PieceType::PRO_LANCE, CsaPiece::Ny),
    (PieceType::PRO_KNIGHT, CsaPiece::Nk),
    (PieceType::PRO_SILVER, CsaPiece::Ng),
    (PieceType::HORSE, CsaPiece::Um),
    (PieceType::DRAGON, CsaPiece::Ry),
];

/// The colour of the board.
pub(super) const fn color(color: zenpuku_protocol::Color) -> Color {
    match color {
        zenpuku_protocol::Color::Black => Color::Black,
        zenpuku_protocol::Color::White => Color::White,
    }
}

/// The protocol's notation of a move of `side`; `None` if it is not a move on the board.
pub(super) fn csa_move(side: Color, mv: Move) -> Option<CsaMove> {
    let after = mv.is_normal().then(|| mv.piece_after().piece_type())?;
    let &(_, piece) = KINDS.iter().find(|(kind, _)| *kind == after)?;
    let color = match side {
        Color::Black => zenpuku_protocol::Color::Black,
        Color::White => zenpuku_protocol::Color::White,
    };
    let from = mv.from().and_then(csa_square);
    Some(CsaMove { color, from, to: csa_square(mv.to())?, piece })
}

/// The legal move that the protocol writes so.
pub(super) fn board_move(position: &Position, csa: CsaMove) -> Option<Move> {
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let side = position.side_to_move();
    legal.iter().copied().find(|&mv| csa_move(side, mv) == Some(csa))
}

/// A line of play from `position`, up to the first word that is not a move there.
pub(super) fn csa_line(position: &Position, line: &[Move]) -> Vec<CsaMove> {
    let mut at = position.clone();
    let write = |&mv: &Move| {
        let csa = csa_move(at.side_to_move(), mv)?;
        at.try_do_move(mv).ok()?;
        Some(csa)
    };
    line.iter().map_while(write).collect()
}

fn csa_square(square: Square) -> Option<CsaSquare> {
    let count = |raw: i8| u8::try_from(raw + 1).ok();
    CsaSquare::new(count(square.file().raw())?, count(square.rank().raw())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_comes_back() {
        let sfen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
        for position in [Position::startpos(), Position::from_sfen(sfen).unwrap()] {
            let mut legal = MoveList::new();
            position.legal_moves(&mut legal);
            for &mv in legal.iter() {
                let csa = csa_move(position.side_to_move(), mv).unwrap();
                assert_eq!(board_move(&position, csa), Some(mv));
                assert_eq!(CsaMove::parse(&csa.to_string()), Some(csa));
            }
        }
        let start = Position::startpos();
        let foul = CsaMove::parse("+7775FU").unwrap();
        assert_eq!(board_move(&start, foul), None);
        assert_eq!(csa_move(Color::Black, Move::RESIGN), None);
        let line: Vec<Move> = start.read_usi("7g7f").into_iter().collect();
        let text: Vec<_> = csa_line(&start, &line).iter().map(ToString::to_string).collect();
        assert_eq!(text, ["+7776FU"]);
    }
}
