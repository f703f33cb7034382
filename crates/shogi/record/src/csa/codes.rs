//! The two-letter codes of pieces.

use zenpuku_shogi::PieceType;

const CODES: [(&str, PieceType); 14] = [
    ("FU", PieceType::PAWN),
    ("KY", PieceType::LANCE),
    ("KE", PieceType::KNIGHT),
    ("GI", PieceType::SILVER),
    ("KI", PieceType::GOLD),
    ("KA", PieceType::BISHOP),
    ("HI", PieceType::ROOK),
    ("OU", PieceType::KING),
    ("TO", PieceType::PRO_PAWN),
    ("NY", PieceType::PRO_LANCE),
    ("NK", PieceType::PRO_KNIGHT),
    ("NG", PieceType::PRO_SILVER),
    ("UM", PieceType::HORSE),
    ("RY", PieceType::DRAGON),
];

/// The piece of a two-letter code.
pub(crate) fn kind_of(code: &str) -> Option<PieceType> {
    CODES.iter().find(|(other, _)| *other == code).map(|&(_, kind)| kind)
}

/// The two-letter code of a piece.
pub(crate) fn code_of(kind: PieceType) -> &'static str {
    CODES.iter().find(|&&(_, other)| other == kind).map_or("", |&(code, _)| code)
}
