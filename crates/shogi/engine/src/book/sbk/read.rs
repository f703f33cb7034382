//! Reading ShogiGUI's books.

use super::super::{Analysis, Book, BookEntry, BookError, BookMove, MoveMark, Results};
use super::wire::{Value, Wire};
use super::{analysis, book, edge, moves, state};
use std::collections::HashMap;
use zenpuku_shogi::{Position, STARTPOS};

/// Can a file begin so? By the tags of the fields that a book may begin with.
pub(in super::super) fn begins(bytes: &[u8]) -> bool {
    let mut wire = Wire::new(bytes);
    let known = [book::AUTHOR, book::DESCRIPTION, book::STATE];
    matches!(wire.field(), Ok(Some((field, Value::Bytes(_)))) if known.contains(&field))
}

/// Reads a book. Positions and moves that cannot be read are skipped, and so are positions that no line of
/// moves leads to.
pub(in super::super) fn read(bytes: &[u8]) -> Result<(Book, Vec<BookError>), BookError> {
    let mut reader = Reader::default();
    if let Err(error) = reader.scan(Wire::new(bytes)) {
        reader.skipped.push(error);
    }
    reader.walk();
    match reader.skipped.first() {
        Some(error) if reader.book.is_empty() => Err(error.clone()),
        _ => Ok((reader.book, reader.skipped)),
    }
}

/// A position as the file has it.
#[derive(Default)]
struct State {
    sfen: String,
    edges: Vec<Edge>,
    entry: BookEntry,
}

#[derive(Clone, Copy, Default)]
struct Edge {
    bits: u32,
    mark: Option<MoveMark>,
    weight: u64,
    next: i64,
}

#[derive(Default)]
struct Reader {
    book: Book,
    /// The positions in the order of the file; `None` where one cannot be read or was visited.
    states: Vec<Option<State>>,
    /// Places of the positions by their numbers.
    places: HashMap<i64, usize>,
    skipped: Vec<BookError>,
}

impl Reader {
    fn scan(&mut self, mut wire: Wire<'_>) -> Result<(), BookError> {
        while let Some((field, value)) = wire.field()? {
            match (field, value) {
                (book::AUTHOR, Value::Bytes(text)) => self.book.author = text.text(),
                (book::DESCRIPTION, Value::Bytes(text)) => self.book.description = text.text(),
                (book::STATE, Value::Bytes(message)) => self.scan_state(message),
                _ => {}
            }
        }
        Ok(())
    }

    fn scan_state(&mut self, message: Wire<'_>) {
        let place = self.states.len();
        let state = match State::read(message) {
            Ok((id, state)) => {
                if *self.places.entry(id).or_insert(place) != place {
                    self.skip(place, format!("another position has the number {id}"));
                }
                Some(state)
            }
            Err(error) => {
                self.skipped.push(error);
                None
            }
        };
        self.states.push(state);
    }

    /// Finds the position of each state by the moves that lead to it, from those with an SFEN.
    fn walk(&mut self) {
        let mut found: Vec<(usize, Position)> = Vec::new();
        for place in 0..self.states.len() {
            let sfen = match &self.states[place] {
                Some(state) if !state.sfen.is_empty() => bare(&state.sfen).to_owned(),
                // The first one without an SFEN is the even start position.
                Some(_) if place == 0 => STARTPOS.to_owned(),
                _ => continue,
            };
            match Position::from_sfen(&sfen) {
                Ok(position) => found.push((place, position)),
                Err(error) => {
                    self.states[place] = None;
                    self.skip(place, error.to_string());
                }
            }
            while let Some((place, position)) = found.pop() {
                self.visit(place, &position, &mut found);
            }
        }
        for place in 0..self.states.len() {
            if self.states[place].is_some() {
                self.skip(place, "no move leads to it".into());
            }
        }
    }

    fn visit(&mut self, place: usize, position: &Position, found: &mut Vec<(usize, Position)>) {
        let Some(State { edges, mut entry, .. }) = self.states[place].take() else { return };
        entry.ply = Some(position.ply());
        for edge in edges {
            let mv = match moves::decode(position, edge.bits) {
                Ok(mv) => mv,
                Err(reason) => {
                    self.skip(place, reason);
                    continue;
                }
            };
            if entry.has(mv) {
                self.skip(place, format!("{mv} is there twice"));
                continue;
            }
            let count = (edge.weight > 0).then_some(edge.weight);
            entry.moves.push(BookMove { mark: edge.mark, count, ..BookMove::new(mv, 0) });
            let next = self.places.get(&edge.next).copied();
            // One with its own SFEN is a root itself.
            let waits = |place: &usize| {
                self.states[*place].as_ref().is_some_and(|state| state.sfen.is_empty())
            };
            if let Some(next) = next.filter(waits) {
                let mut after = position.without_history();
                // A line beyond the longest game is not followed.
                if after.try_do_move(mv).is_ok() {
                    found.push((next, after));
                }
            }
        }
        // ShogiGUI lists the ends of lines, too.
        let empty = BookEntry { ply: entry.ply, ..BookEntry::default() };
        if entry != empty {
            self.book.add(position, entry);
        }
    }

    fn skip(&mut self, place: usize, reason: String) {
        self.skipped.push(BookError::record(place, reason));
    }
}

/// A position without the words of the USI protocol before it.
fn bare(sfen: &str) -> &str {
    let sfen = sfen.trim();
    let sfen = sfen.strip_prefix("position ").unwrap_or(sfen);
    let sfen = sfen.strip_prefix("sfen ").unwrap_or(sfen);
    if sfen == "startpos" { STARTPOS } else { sfen }
}

impl State {
    /// A position and its number.
    fn read(mut message: Wire<'_>) -> Result<(i64, Self), BookError> {
        let (mut id, mut this) = (0, Self::default());
        let mut results = Results { games: 0, black_wins: 0, white_wins: 0 };
        while let Some((field, value)) = message.field()? {
            match (field, value) {
                (state::ID, Value::Number(number)) => id = signed(number),
                (state::GAMES, Value::Number(number)) => results.games = count(number),
                (state::BLACK_WINS, Value::Number(number)) => results.black_wins = count(number),
                (state::WHITE_WINS, Value::Number(number)) => results.white_wins = count(number),
                (state::POSITION, Value::Bytes(text)) => this.sfen = text.text(),
                (state::COMMENT, Value::Bytes(text)) => this.entry.comment = text.text(),
                (state::MOVE, Value::Bytes(message)) => this.edges.push(Edge::read(message)?),
                (state::ANALYSIS, Value::Bytes(message)) => {
                    this.entry.analyses.push(Analysis::read(message)?);
                }
                _ => {}
            }
        }
        let any = results.games | results.black_wins | results.white_wins != 0;
        this.entry.results = any.then_some(results);
        Ok((id, this))
    }
}

impl Edge {
    fn read(mut message: Wire<'_>) -> Result<Self, BookError> {
        let mut this = Self { next: -1, ..Self::default() };
        while let Some((field, value)) = message.field()? {
            let Value::Number(number) = value else { continue };
            match field {
                edge::MOVE => this.bits = number as u32,
                edge::MARK => this.mark = MoveMark::from_number(number),
                edge::WEIGHT => this.weight = count(number).into(),
                edge::NEXT => this.next = signed(number),
                _ => {}
            }
        }
        Ok(this)
    }
}

impl Analysis {
    fn read(mut message: Wire<'_>) -> Result<Self, BookError> {
        let (line, engine) = (String::new(), String::new());
        let mut this = Self { value: 0, depth: 0, sel_depth: 0, nodes: 0, line, engine };
        while let Some((field, value)) = message.field()? {
            match (field, value) {
                (analysis::VALUE, Value::Number(number)) => this.value = number as i32,
                (analysis::DEPTH, Value::Number(number)) => this.depth = number as i32,
                (analysis::SEL_DEPTH, Value::Number(number)) => this.sel_depth = number as i32,
                (analysis::NODES, Value::Number(number)) => this.nodes = number.cast_signed(),
                (analysis::LINE, Value::Bytes(text)) => this.line = text.text(),
                (analysis::ENGINE, Value::Bytes(text)) => this.engine = text.text(),
                _ => {}
            }
        }
        Ok(this)
    }
}

impl MoveMark {
    fn from_number(number: u64) -> Option<Self> {
        let marks = [Self::Forced, Self::Good, Self::Doubtful, Self::Bad];
        marks.into_iter().find(|mark| mark.number() == number)
    }

    /// Its number in a file.
    pub(super) fn number(self) -> u64 {
        match self {
            Self::Forced => 1,
            Self::Good => 2,
            Self::Doubtful => 3,
            Self::Bad => 4,
        }
    }
}

/// A signed number of 32 bits.
fn signed(number: u64) -> i64 {
    (number as i32).into()
}

/// A number of games; a negative one counts as none.
fn count(number: u64) -> u32 {
    u32::try_from(number as i32).unwrap_or(0)
}
