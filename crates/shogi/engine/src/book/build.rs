//! Building a book from lines: how often each move was played, which castle its
//! side built later, and a judge's evaluation.

use super::{Book, BookEntry, BookMove};
use std::collections::HashMap;
use zenpuku_shogi::{Color, Move, Position};
use zenpuku_shogi_goals::castles::{Castle, building, standing};

/// A judge's opinion of the position after a move: value for the side that moved in centipawns,
/// depth of its search in plies, the expected reply.
pub type Opinion = (i32, u32, Option<Move>);

/// Whoever judges moves: an engine.
pub type Judge<'j, E> = dyn FnMut(&Position) -> Result<Opinion, E> + 'j;

/// Collects lines.
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    positions: HashMap<String, (Position, Vec<(BookMove, Castles)>)>,
}

/// How often a move was followed by each castle.
type Castles = HashMap<&'static str, (&'static Castle, u64)>;

impl BookBuilder {
    /// Adds the first `plies` plies of a line of legal moves; all of it shows the castles.
    pub fn add(&mut self, start: &Position, moves: &[Move], plies: usize) {
        let mut end = start.clone();
        moves.iter().for_each(|&mv| end.do_move(mv));
        let castles = [Color::Black, Color::White].map(|side| castle_of(&end, side));
        let mut position = start.clone();
        for &mv in moves.iter().take(plies) {
            let castle = castles[position.side_to_move().to_index()];
            self.count(&position, mv, castle);
            position.do_move(mv);
        }
    }

    fn count(&mut self, position: &Position, mv: Move, castle: Option<&'static Castle>) {
        let place = self.positions.entry(super::name(position));
        let (known, moves) = place.or_insert_with(|| (position.without_history(), Vec::new()));
        if position.ply() < known.ply() {
            *known = position.without_history();
        }
        let index = moves.iter().position(|(book, _)| book.mv == mv).unwrap_or_else(|| {
            moves.push((BookMove::new(mv, 0), Castles::new()));
            moves.len() - 1
        });
        let (book, castles) = &mut moves[index];
        book.count = book.count.map(|count| count + 1);
        if let Some(castle) = castle {
            castles.entry(castle.id).or_insert((castle, 0)).1 += 1;
        }
    }

    /// Number of positions of the lines.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Number of moves that [`BookBuilder::build`] would ask a judge about.
    #[must_use]
    pub fn moves(&self, least: u64) -> usize {
        self.positions.values().map(|(_, moves)| played(moves, least).count()).sum()
    }

    /// The book of all moves played at least `least` times. A judge, if there is one, gives each
    /// its value; moves that lose more than `loss` centipawns against the best are left out.
    ///
    /// # Errors
    /// The judge's.
    pub fn build<E>(
        &self,
        least: u64,
        loss: i32,
        mut judge: Option<&mut Judge<'_, E>>,
    ) -> Result<Book, E> {
        let mut names: Vec<&String> = self.positions.keys().collect();
        names.sort();
        let mut book = Book::default();
        for name in names {
            let (position, moves) = &self.positions[name];
            let mut entry = BookEntry { ply: Some(position.ply()), ..BookEntry::default() };
            for (mv, castles) in played(moves, least) {
                entry.moves.push(judged(position, mv, castles, &mut judge)?);
            }
            keep_good(&mut entry.moves, loss);
            if !entry.moves.is_empty() {
                book.insert(position, entry);
            }
        }
        Ok(book)
    }
}

fn played(moves: &[(BookMove, Castles)], least: u64) -> impl Iterator<Item = &(BookMove, Castles)> {
    moves.iter().filter(move |(book, _)| book.count.unwrap_or(0) >= least)
}

fn judged<E>(
    position: &Position,
    mv: &BookMove,
    castles: &Castles,
    judge: &mut Option<&mut Judge<'_, E>>,
) -> Result<BookMove, E> {
    let mut mv = mv.clone();
    let commonest = castles.values().max_by_key(|(castle, count)| (*count, castle.id));
    if let Some((castle, _)) = commonest {
        mv.set_castle(castle);
    }
    if let Some(judge) = judge {
        let mut after = position.without_history();
        after.do_move(mv.mv);
        let (eval, depth, reply) = judge(&after)?;
        (mv.eval, mv.depth, mv.reply) = (Some(eval), Some(depth), reply);
    }
    Ok(mv)
}

/// Leaves out bad moves; the one played most comes first.
fn keep_good(moves: &mut Vec<BookMove>, loss: i32) {
    if let Some(best) = moves.iter().filter_map(|mv| mv.eval).max() {
        moves.retain(|mv| mv.eval.is_none_or(|eval| best - eval <= loss));
    }
    moves.sort_by_key(|mv| {
        (core::cmp::Reverse(mv.count), core::cmp::Reverse(mv.eval), mv.mv.to_string())
    });
}

/// The castle that a side has at the end of a line, or one of the usual ones that it is building:
/// a rare one is more often a guess than a plan.
fn castle_of(position: &Position, side: Color) -> Option<&'static Castle> {
    let done = standing(position, side).into_iter().find(|castle| castle.king(side).is_some());
    let planned = || building(position, side).map(|progress| progress.castle);
    done.or_else(planned).filter(|castle| castle.is_common())
}
