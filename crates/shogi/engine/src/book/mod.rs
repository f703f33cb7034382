//! Opening books: positions with moves, how often each was played, and the castle it aims at.

mod build;
mod db;
mod error;
mod format;
mod lookup;
mod merge;
mod sbk;
mod source;
mod ybb;

pub use build::{BookBuilder, Judge, Opinion};
pub use error::{BookError, BookFileError, Place, skipped_parts};
pub use format::{BookFormat, BookLosses};
pub use lookup::BookFile;
pub(crate) use source::BookSource;

use std::collections::BTreeMap;
use zenpuku_core::random::SplitMix64;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_goals::castles::{Castle, find};

/// The prefix of a castle's id in a move's comment.
const CASTLE: &str = "castle=";

/// A move of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// A legal move.
    pub mv: Move,
    /// The expected reply, legal after the move.
    pub reply: Option<Move>,
    /// Value for the side that moves, in centipawns.
    pub eval: Option<i32>,
    /// Depth of the search that found the value, in plies.
    pub depth: Option<u32>,
    /// How often it was played.
    pub count: Option<u64>,
    /// The opinion of the book's author.
    pub mark: Option<MoveMark>,
    /// Comment, lines parted by line feeds.
    pub comment: String,
}

impl BookMove {
    /// A move played `count` times.
    #[must_use]
    pub fn new(mv: Move, count: u64) -> Self {
        let count = Some(count);
        Self { mv, reply: None, eval: None, depth: None, count, mark: None, comment: String::new() }
    }

    /// The castle that the line aims at, from the comment `castle=YAGURA`.
    #[must_use]
    pub fn castle(&self) -> Option<&'static Castle> {
        let mut words = self.comment.split_whitespace();
        find(words.find_map(|word| word.strip_prefix(CASTLE))?)
    }

    /// Notes the castle that the line aims at.
    pub fn set_castle(&mut self, castle: &Castle) {
        let others = self.comment.split_whitespace().filter(|word| !word.starts_with(CASTLE));
        let kept: Vec<String> = others.map(str::to_owned).collect();
        let note = format!("{CASTLE}{}", castle.id);
        self.comment = kept.into_iter().chain([note]).collect::<Vec<_>>().join(" ");
    }
}

/// An author's opinion of a move, as ShogiGUI's books have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveMark {
    /// The only move.
    Forced,
    /// A good move.
    Good,
    /// A doubtful move.
    Doubtful,
    /// A bad move.
    Bad,
}

/// Results of games through a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Results {
    /// Number of games.
    pub games: u32,
    /// Games won by Black (sente).
    pub black_wins: u32,
    /// Games won by White (gote).
    pub white_wins: u32,
}

/// A line of an engine's analysis of a position, kept as its program wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Value, in the units and for the side of its program.
    pub value: i32,
    /// Depth in plies.
    pub depth: i32,
    /// Selective depth in plies.
    pub sel_depth: i32,
    /// Nodes searched.
    pub nodes: i64,
    /// The line, in any notation.
    pub line: String,
    /// Name of the engine.
    pub engine: String,
}

/// A book's entry for one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookEntry {
    /// The moves, the first one the book's favourite.
    pub moves: Vec<BookMove>,
    /// Comment, lines parted by line feeds.
    pub comment: String,
    /// Number of the move in the shortest game that has it, from 1. YaneuraOu finds a position only at its
    /// ply unless its option `IgnoreBookPly` is on.
    pub ply: Option<u16>,
    /// Results of games.
    pub results: Option<Results>,
    /// Analyses by engines.
    pub analyses: Vec<Analysis>,
}

/// How a move is chosen from a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookChoice {
    /// No book after this many plies of the game.
    pub plies: u32,
    /// Moves whose value comes from a shallower search, in plies, are not played.
    pub depth: u32,
    /// Moves worse than the best one by more centipawns are not played.
    pub loss: i32,
    /// Moves that are worth less than this for the side that moves are not played.
    pub least: i32,
    /// Decides among the moves by weight; equal seeds choose equally.
    pub seed: u64,
}

impl BookChoice {
    /// Is the game still within its plies?
    fn reaches(&self, position: &Position) -> bool {
        u32::from(position.ply()) <= self.plies
    }
}

/// An opening book in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// By SFEN with move number 1.
    positions: BTreeMap<String, BookEntry>,
    /// Its author.
    pub author: String,
    /// Its description.
    pub description: String,
}

/// A position's name in a book, in which the number of moves does not count.
fn name(position: &Position) -> String {
    format!("{} 1", db::board(&position.to_sfen()))
}

impl Book {
    /// The name of a position in a book: its SFEN with the move number 1, because transpositions meet.
    #[must_use]
    pub fn name_of(position: &Position) -> String {
        name(position)
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Is it empty?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Its entry for a position.
    #[must_use]
    pub fn entry(&self, position: &Position) -> Option<&BookEntry> {
        self.positions.get(&name(position))
    }

    /// Its positions in SFEN with their entries, in the order of the text.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &BookEntry)> {
        self.positions.iter().map(|(sfen, entry)| (sfen.as_str(), entry))
    }

    /// Sets its entry for a position.
    pub fn insert(&mut self, position: &Position, entry: BookEntry) {
        self.positions.insert(name(position), entry);
    }

    /// Removes its entry for a position.
    pub fn remove(&mut self, position: &Position) -> Option<BookEntry> {
        self.positions.remove(&name(position))
    }

    /// Adds an entry; one that is already there is merged with it, as in [`Book::merge`].
    fn add(&mut self, position: &Position, entry: BookEntry) {
        match self.positions.get_mut(&name(position)) {
            Some(known) => known.merge(entry),
            None => self.insert(position, entry),
        }
    }

    /// A random move for the position, as [`BookEntry::choose`].
    #[must_use]
    pub fn choose(&self, position: &Position, choice: &BookChoice) -> Option<&BookMove> {
        self.entry(position)?.choose(position, choice)
    }
}

impl BookEntry {
    /// Does it have a move?
    fn has(&self, mv: Move) -> bool {
        self.moves.iter().any(|book| book.mv == mv)
    }

    /// A random move for the position, weighted by how often it was played;
    /// `None` if the entry has no playable move.
    #[must_use]
    pub fn choose(&self, position: &Position, choice: &BookChoice) -> Option<&BookMove> {
        if !choice.reaches(position) {
            return None;
        }
        let moves = &self.moves;
        let best = moves.iter().filter_map(|book| book.eval).max();
        let may = |book: &&BookMove| {
            let deep = book.depth.is_none_or(|depth| depth >= choice.depth);
            let good = book.eval.zip(best).is_none_or(|(eval, best)| {
                eval >= choice.least && i64::from(best) - i64::from(eval) <= choice.loss.into()
            });
            deep && good
        };
        let usable: Vec<&BookMove> = moves.iter().filter(may).collect();
        let weight = |book: &&BookMove| book.count.unwrap_or(1).max(1);
        let total: u128 = usable.iter().map(|book| u128::from(weight(book))).sum();
        let drawn = SplitMix64::new(choice.seed ^ position.key()).next_u64();
        let mut left = u128::from(drawn) % total.max(1);
        usable.into_iter().find(|book| {
            let weight = u128::from(weight(book));
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        })
    }
}
