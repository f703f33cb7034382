//! Merging of books.

use super::{Book, BookEntry, BookMove, Results};

impl Book {
    /// Adds another book. A position of both keeps the order of this book's moves, followed by the new ones.
    /// Of a move in both, counts are added; value, depth and reply come from the deeper search, of equal
    /// depths from this book; of comments, marks and titles this book's is kept unless it is empty.
    pub fn merge(&mut self, other: Self) {
        keep_text(&mut self.author, other.author);
        keep_text(&mut self.description, other.description);
        for (name, entry) in other.positions {
            match self.positions.get_mut(&name) {
                Some(known) => known.merge(entry),
                None => drop(self.positions.insert(name, entry)),
            }
        }
    }
}

impl BookEntry {
    /// Adds what another book has for the same position, as [`Book::merge`] describes.
    pub fn merge(&mut self, other: Self) {
        keep_text(&mut self.comment, other.comment);
        self.ply = [self.ply, other.ply].into_iter().flatten().min();
        self.results = match (self.results, other.results) {
            (Some(own), Some(other)) => Some(own.plus(other)),
            (own, other) => own.or(other),
        };
        for analysis in other.analyses {
            if !self.analyses.contains(&analysis) {
                self.analyses.push(analysis);
            }
        }
        for book in other.moves {
            match self.moves.iter_mut().find(|known| known.mv == book.mv) {
                Some(known) => known.merge(book),
                None => self.moves.push(book),
            }
        }
    }
}

impl BookMove {
    fn merge(&mut self, other: Self) {
        // A known value is better than a missing one, at any depth.
        let searched = |book: &Self| (book.eval.is_some(), book.depth);
        if searched(&other) > searched(self) {
            (self.eval, self.depth) = (other.eval, other.depth);
            self.reply = other.reply.or(self.reply);
        }
        self.reply = self.reply.or(other.reply);
        self.count = match (self.count, other.count) {
            (Some(own), Some(other)) => Some(own.saturating_add(other)),
            (own, other) => own.or(other),
        };
        self.mark = self.mark.or(other.mark);
        keep_text(&mut self.comment, other.comment);
    }
}

impl Results {
    fn plus(self, other: Self) -> Self {
        Self {
            games: self.games.saturating_add(other.games),
            black_wins: self.black_wins.saturating_add(other.black_wins),
            white_wins: self.white_wins.saturating_add(other.white_wins),
        }
    }
}

fn keep_text(own: &mut String, other: String) {
    if own.is_empty() {
        *own = other;
    }
}
