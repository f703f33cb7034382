//! The castles of a game, without intermediate steps.

use super::standing;
use super::table::Castle;
use zenpuku_shogi::{Color, Position};

/// Castles that people name by their final form, in addition to those whose
/// pieces are all part of the later one.
const DEVELOPED: [(&str, &[&str]); 4] = [
    ("HON_MINO", &["TAKA_MINO"]),
    ("KATA_MINO", &["TAKA_MINO", "KIMURA_MINO", "FURI_KATA_GINKAN", "FURI_GINKAN"]),
    ("FUNAGAKOI", &["FUNAGAKOI_DX", "HAKOIRI_MUSUME", "ELMO"]),
    ("ANAGUMA", &["YAGURA_ANAGUMA"]),
];

/// Follows a game and remembers the castles of both sides.
#[derive(Clone, Debug, Default)]
pub struct CastleLog {
    seen: [Vec<&'static Castle>; 2],
}

impl CastleLog {
    /// Records the castles on the board in the next position of the game.
    pub fn follow(&mut self, position: &Position) {
        for side in [Color::Black, Color::White] {
            let seen = &mut self.seen[side.to_index()];
            for castle in standing(position, side) {
                if !seen.contains(&castle) {
                    seen.push(castle);
                }
            }
        }
    }

    /// The castles of `side` so far, in order of completion, each id once; not
    /// those that became part of another, or another by a usual step.
    #[must_use]
    pub fn castles(&self, side: Color) -> Vec<&'static Castle> {
        let seen = &self.seen[side.to_index()];
        let mut list: Vec<&'static Castle> = Vec::new();
        for castle in seen {
            let grown = seen.iter().any(|later| castle.is_part_of(later));
            let known = list.iter().any(|one| one.id == castle.id);
            if !grown && !known && !developed(castle, seen) {
                list.push(castle);
            }
        }
        list
    }
}

fn developed(castle: &Castle, seen: &[&'static Castle]) -> bool {
    let later =
        DEVELOPED.iter().find(|known| known.0 == castle.id).map_or(&[][..], |known| known.1);
    seen.iter().any(|other| later.contains(&other.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::castles::find;

    #[test]
    fn every_development_names_castles_of_the_table() {
        let names = DEVELOPED.iter().flat_map(|(id, later)| later.iter().chain([id]));
        assert!(names.into_iter().all(|id| find(id).is_some()));
    }

    #[test]
    fn a_castle_that_grew_is_named_by_what_it_became() {
        let mut log = CastleLog::default();
        for camp in ["6SK1/LNSG1G1NL", "4G1SK1/LNS2G1NL"] {
            let sfen = format!("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/{camp} b - 1");
            log.follow(&Position::from_sfen(&sfen).unwrap());
        }
        let names: Vec<&str> = log.castles(Color::Black).iter().map(|castle| castle.id).collect();
        assert_eq!(names, ["HON_MINO"]);
        assert!(log.castles(Color::White).is_empty());
    }
}
