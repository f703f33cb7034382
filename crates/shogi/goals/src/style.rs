//! How a player likes to open: the file of the rook, and the castle.

use crate::castles::{Castle, find, rook_is_in_the_way, seen_by};
use crate::openings::{BY_ROOK, ByRook, Opening, RANGING_FILE};
use crate::reach::{FAR, Ways};
use zenpuku_shogi::{Color, Move, MoveList, PieceType, Position, Square};

/// Openings to choose from.
pub const OPENINGS: [ByRook; 7] = BY_ROOK;

/// Castles to choose from, by id: first those of a static rook, then those of a ranging one.
pub const CASTLES: [&str; 12] = [
    "YAGURA",
    "TUNOGIN_GANGI",
    "HIDARI_MINO",
    "FUNAGAKOI",
    "ELMO",
    "ANAGUMA",
    "NAKAZUMAI",
    "HON_MINO",
    "TAKA_MINO",
    "FURI_GINKAN",
    "FURI_ANAGUMA",
    "KINMUSOU",
];

/// A rook on this rank or nearer to its side, 0 farthest, has not left its camp.
const CAMP: i8 = 6;

/// What a player aims at in the opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// Where the rook goes, one of [`OPENINGS`]; `None`: anywhere.
    pub opening: Option<Opening>,
    /// The castle, one of [`CASTLES`]; `None`: any.
    pub castle: Option<&'static Castle>,
}

impl Style {
    /// The opening of this id, if it is one of [`OPENINGS`].
    #[must_use]
    pub fn opening_of(id: &str) -> Option<Opening> {
        let known = OPENINGS.iter().find(|row| row.id.eq_ignore_ascii_case(id));
        known.map(|row| row.opening)
    }

    /// The castle of this id, if it is one of [`CASTLES`].
    #[must_use]
    pub fn castle_of(id: &str) -> Option<&'static Castle> {
        CASTLES.iter().find(|known| known.eq_ignore_ascii_case(id)).and_then(|id| find(id))
    }

    /// Does it leave everything open?
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.opening.is_none() && self.castle.is_none()
    }

    /// Moves until `side` has what it aims at, if the other side passes; 0: it has.
    /// A piece that cannot get to its place counts as very many.
    #[must_use]
    pub fn moves_left(&self, position: &Position, side: Color) -> u32 {
        let ways = Ways::new(position, side);
        let rook = self.opening.map_or(0, |opening| rook_moves(opening, position, side, &ways));
        rook + self.castle.map_or(0, |castle| castle_moves(castle, position, side, &ways))
    }

    /// The legal moves that bring the side to move nearer to what it aims at, and those that do
    /// not lead away from it, the former included.
    #[must_use]
    pub fn moves(&self, position: &Position) -> [Vec<Move>; 2] {
        let side = position.side_to_move();
        let now = self.moves_left(position, side);
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let [mut nearer, mut kept] = [Vec::new(), Vec::new()];
        for &mv in &list {
            let mut after = position.without_history();
            after.do_move(mv);
            let left = self.moves_left(&after, side);
            if left < now {
                nearer.push(mv);
            }
            if left <= now {
                kept.push(mv);
            }
        }
        [nearer, kept]
    }
}

/// Moves of the rook to the file of an opening. A static rook may be anywhere but on the left of its camp.
fn rook_moves(opening: Opening, position: &Position, side: Color, ways: &Ways<'_>) -> u32 {
    let Some(file) = opening.by_rook().map(|row| row.file) else { return 0 };
    let Some(rook) = position.pieces(PieceType::ROOK, side).lsb() else { return 0 };
    let at = seen_by(side, rook);
    let (now, rank) = (at.file().raw(), at.rank().raw());
    let stays = opening == Opening::StaticRook;
    if now == file || rank < CAMP || (stays && now < RANGING_FILE) {
        return 0;
    }
    let on_file = |square: &Square| {
        let square = seen_by(side, *square);
        square.file().raw() == file && square.rank().raw() >= CAMP
    };
    let reach = ways.of(rook);
    let moves = Square::iter().filter(on_file).filter_map(|to| reach.moves(to, PieceType::ROOK));
    moves.min().unwrap_or_else(|| u32::from(FAR))
}

/// Moves of all pieces to their places in a castle: the fewest over all ways to share the places
/// of a kind among its pieces. A rook on the side of the castle has to leave.
fn castle_moves(castle: &Castle, position: &Position, side: Color, ways: &Ways<'_>) -> u32 {
    let mut places: Vec<(PieceType, Vec<Square>)> = Vec::new();
    for (square, kind) in castle.pieces_of(side) {
        match places.iter_mut().find(|of| of.0 == kind) {
            Some(of) => of.1.push(square),
            None => places.push((kind, vec![square])),
        }
    }
    let of_kind = |(kind, places): &(PieceType, Vec<Square>)| {
        let pieces: Vec<Square> = position.pieces(*kind, side).iter().collect();
        shared(places, &pieces, &|from, to| moves_to(position, ways, (from, to)))
    };
    let rook = u32::from(rook_is_in_the_way(castle, position, side));
    rook + places.iter().map(of_kind).sum::<u32>()
}

/// The fewest moves that bring a piece to every place, each piece to one.
fn shared(places: &[Square], pieces: &[Square], moves: &dyn Fn(Square, Square) -> u32) -> u32 {
    let Some((&place, other_places)) = places.split_first() else { return 0 };
    let without = |gone: Square| {
        pieces.iter().copied().filter(|&piece| piece != gone).collect::<Vec<Square>>()
    };
    let taken = pieces
        .iter()
        .map(|&piece| moves(piece, place) + shared(other_places, &without(piece), moves))
        .min();
    // No piece is left for the place.
    taken.unwrap_or_else(|| u32::from(FAR) + shared(other_places, pieces, moves))
}

fn moves_to(position: &Position, ways: &Ways<'_>, (from, to): (Square, Square)) -> u32 {
    if from == to {
        return 0;
    }
    let kind = position.piece_on(from).piece_type();
    ways.of(from).moves(to, kind).unwrap_or_else(|| u32::from(FAR))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(opening: Option<Opening>, castle: Option<&str>) -> Style {
        Style { opening, castle: castle.and_then(find) }
    }

    #[test]
    fn every_castle_to_choose_is_in_the_table() {
        assert!(CASTLES.iter().all(|id| find(id).is_some()));
        assert_eq!(Style::opening_of("central_rook"), Some(Opening::CentralRook));
        assert_eq!((Style::opening_of("YAGURA"), Style::castle_of("BIG4")), (None, None));
    }

    #[test]
    fn the_rook_goes_to_its_file_and_stays_there() {
        let fourth = style(Some(Opening::FourthFileRook), None);
        let mut position = Position::startpos();
        assert_eq!(fourth.moves_left(&position, Color::Black), 1);
        assert_eq!(fourth.moves_left(&position, Color::White), 1);
        let [nearer, kept] = fourth.moves(&position);
        assert_eq!((nearer.len(), nearer[0].to_string().as_str()), (1, "2h6h"));
        // Some moves would stand in the rook's way.
        assert!((10..30).contains(&kept.len()) && kept.contains(&nearer[0]), "{}", kept.len());
        let there = position.parse_usi("2h6h").unwrap();
        position.do_move(there);
        assert_eq!(fourth.moves_left(&position, Color::Black), 0);
        let fixed = style(Some(Opening::StaticRook), None);
        assert_eq!(fixed.moves_left(&position, Color::Black), 1);
        let [_, keeps] = fixed.moves(&position);
        assert!(!keeps.iter().any(|mv| ["8b4b", "8b5b", "8b3b"].contains(&&*mv.to_string())));
        assert!(keeps.len() > 10, "{}", keeps.len());
    }

    #[test]
    fn a_castle_takes_the_moves_of_its_pieces() {
        let mino = style(None, Some("HON_MINO"));
        let left = |sfen: &str, side| mino.moves_left(&Position::from_sfen(sfen).unwrap(), side);
        let begun = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B2R2SK/LNSG1G1NL b - 1";
        // Silver 3i and 3h, king 2h once the silver is gone, gold 5h once the rook is gone.
        assert_eq!(left(begun, Color::Black), 6);
        let stands = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B2G1SK1/LNS2G1NL b - 1";
        assert_eq!(left(stands, Color::Black), 0);
        let turned = Position::from_sfen(stands).unwrap().without_history();
        let [nearer, kept] = mino.moves(&turned);
        assert!(nearer.is_empty() && kept.iter().all(|mv| mv.from() != "2h".parse().ok()));
    }
}
