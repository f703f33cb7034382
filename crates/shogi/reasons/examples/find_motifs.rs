//! Finds positions of each motif: for every promising move of the positions or
//! games of a file, its proved gain and motif. Prints one JSON object a find.
//!
//! `find_motifs ROWS.jsonl STEP MOST`: every STEP-th position, at most MOST finds a motif. A row has a
//! `sfen` and perhaps the `moves` of a game from there.

use std::collections::BTreeMap;
use zenpuku_shogi::{Bitboard, Color, Move, MoveList, PieceType, Position, SLIDERS};
use zenpuku_shogi_reasons::words::Explained;
use zenpuku_shogi_reasons::{Budget, Motif, Question, Reasoner, exchange_values};

const USAGE: &str = "usage: find_motifs ROWS.jsonl STEP MOST";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or(USAGE)?;
    let step: usize = arguments.next().ok_or(USAGE)?.parse()?;
    let most: usize = arguments.next().ok_or(USAGE)?.parse()?;
    let mut finder = Finder { reasoner: Reasoner::default(), found: BTreeMap::new(), most };
    let mut count = 0_usize;
    for row in std::fs::read_to_string(path)?.lines() {
        let row: serde_json::Value = serde_json::from_str(row)?;
        let mut at = Position::from_sfen(row["sfen"].as_str().ok_or("no sfen")?)?;
        let moves = row["moves"].as_str().unwrap_or_default();
        for text in moves.split_whitespace().map(Some).chain([None]) {
            count += 1;
            if count.is_multiple_of(step) {
                finder.look(&at)?;
            }
            let Some(text) = text else { break };
            let mv = at.read_usi(text)?;
            at.try_do_move(mv)?;
        }
    }
    Ok(())
}

struct Finder {
    reasoner: Reasoner,
    found: BTreeMap<Motif, usize>,
    most: usize,
}

impl Finder {
    fn look(&mut self, at: &Position) -> Result<(), Box<dyn std::error::Error>> {
        if Color::iter().any(|color| at.king(color).is_none()) {
            return Ok(());
        }
        let mate = if self.found.get(&Motif::Threatmate).is_some_and(|&count| count >= self.most) {
            0
        } else {
            Budget::USUAL.mate
        };
        let budget = Budget { reasons: 1, mate, ..Budget::USUAL };
        let mut list = MoveList::new();
        at.legal_moves(&mut list);
        for &mv in list.iter().filter(|&&mv| is_promising(at, mv)) {
            let better = [mv];
            let question = Question {
                position: at,
                played: None,
                better: &better,
                reply: &[],
                was_losing: false,
                book: &[],
            };
            let reasons = self.reasoner.reasons(&question, &budget)?;
            for reason in reasons {
                let count = self.found.entry(reason.motif).or_default();
                if *count < self.most && (!reason.is_threat() || reason.motif == Motif::Threatmate)
                {
                    *count += 1;
                    println!("{}", serde_json::to_string(&Explained::from(reason))?);
                }
            }
        }
        Ok(())
    }
}

/// Does the move win an exchange, give check, promote, or attack a piece
/// directly or by discovery, without being lost?
fn is_promising(at: &Position, mv: Move) -> bool {
    let values = exchange_values();
    if !at.see_ge(mv, 0, &values) {
        return false;
    }
    if at.is_capture(mv) || mv.is_promotion() {
        return true;
    }
    let mut after = at.without_history();
    after.do_move(mv);
    let us = at.side_to_move();
    let slides = |from: &zenpuku_shogi::Square| SLIDERS.contains(&at.piece_on(*from).piece_type());
    let dear = after
        .pieces_of(us.flip())
        .iter()
        .filter(|&square| {
            let kind = after.piece_on(square).piece_type();
            kind == PieceType::KING || values.taken(kind) >= 300
        })
        .fold(Bitboard::EMPTY, |all, square| all | Bitboard::from_square(square));
    let uncovered = mv
        .from()
        .is_some_and(|from| at.attackers(us, from, at.occupied()).iter().any(|from| slides(&from)));
    after.in_check() || (after.attacks_from(mv.to()) & dear).any() || uncovered
}
