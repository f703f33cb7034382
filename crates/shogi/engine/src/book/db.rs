//! YaneuraOu's text format of books, `#YANEURAOU-DB2016 1.00` [yaneuraou].
//!
//! `sfen` lines name positions; after each, moves one a line: move, reply (`none`), value, depth,
//! count, a comment after `#`. Lines that begin with `#` are comments on the line above.

use super::{Book, BookEntry, BookError, BookMove, Place};
use core::fmt::Write as _;
use zenpuku_shogi::Position;

pub(super) const HEADER: &str = "#YANEURAOU-DB2016 1.00";
/// Fields of a move.
const FIELDS: usize = 5;

impl Book {
    /// Reads a book. A byte order mark, a missing header and Windows line ends are accepted; of a
    /// position that comes twice the moves of both are kept.
    ///
    /// # Errors
    /// [`BookError`]: another version, an invalid position, an illegal move, an invalid number.
    pub fn read(text: &str) -> Result<Self, BookError> {
        let (book, skipped) = Self::read_skipping(text)?;
        skipped.into_iter().next().map_or(Ok(book), Err)
    }

    /// Reads a book as [`Book::read`] does, but skips each line that cannot be read, a position with its
    /// moves, and returns these lines with the book.
    ///
    /// # Errors
    /// [`BookError`]: another version, or the first bad line of a text without a single good position.
    pub fn read_skipping(text: &str) -> Result<(Self, Vec<BookError>), BookError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (mut reader, mut skipped) = (Reader::default(), Vec::new());
        for (index, line) in text.lines().enumerate() {
            if let Err(reason) = reader.line(line.trim()) {
                skipped.push(BookError { place: Place::Line(index + 1), reason });
            }
        }
        reader.close();
        let empty = reader.other_version || reader.book.is_empty();
        match skipped.first() {
            Some(error) if empty => Err(error.clone()),
            _ => Ok((reader.book, skipped)),
        }
    }

    /// The text of the book, positions in ascending order, which lets engines search in the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for (name, entry) in self.positions.iter().filter(|(_, entry)| entry.has_text()) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "sfen {} {}", board(name), entry.ply.unwrap_or(1));
            comments(&mut text, &entry.comment);
            for book in &entry.moves {
                move_line(&mut text, book);
            }
        }
        text
    }
}

impl BookEntry {
    /// Is there anything to write in this format?
    fn has_text(&self) -> bool {
        !self.moves.is_empty() || !self.comment.is_empty()
    }
}

/// A position in SFEN without its ply.
pub(super) fn board(sfen: &str) -> &str {
    sfen.rsplit_once(' ').map_or(sfen, |parts| parts.0)
}

fn comments(text: &mut String, comment: &str) {
    for line in comment.lines() {
        let _ = writeln!(text, "#{line}");
    }
}

fn move_line(text: &mut String, book: &BookMove) {
    let number = |value: Option<i64>| value.map_or_else(|| "none".into(), |n| n.to_string());
    let reply = book.reply.map_or_else(|| "none".into(), |mv| mv.to_string());
    let (eval, depth) = (number(book.eval.map(i64::from)), number(book.depth.map(i64::from)));
    let count = book.count.map_or_else(|| "none".into(), |count| count.to_string());
    let _ = write!(text, "{} {reply} {eval} {depth} {count}", book.mv);
    if book.comment.contains('\n') || book.comment.is_empty() {
        text.push('\n');
        comments(text, &book.comment);
    } else {
        let _ = writeln!(text, " #{}", book.comment);
    }
}

#[derive(Default)]
struct Reader {
    book: Book,
    open: Option<(Position, BookEntry)>,
    /// Below a position that cannot be read: its moves are skipped with it.
    skipping: bool,
    /// Below a move that cannot be read: its comments are skipped with it.
    lost: bool,
    other_version: bool,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(comment) = line.strip_prefix('#') {
            return self.comment(comment);
        }
        if line.is_empty() {
            return Ok(());
        }
        if let Some(sfen) = line.strip_prefix("sfen ") {
            self.close();
            self.skipping = true;
            let position = Position::from_sfen(sfen).map_err(|error| error.to_string())?;
            (self.skipping, self.lost) = (false, false);
            let known = self.book.positions.remove(&super::name(&position));
            let mut entry = known.unwrap_or_default();
            entry.ply = Some(entry.ply.unwrap_or(u16::MAX).min(position.ply()));
            self.open = Some((position, entry));
            return Ok(());
        }
        if self.skipping {
            return Ok(());
        }
        let (position, entry) = self.open.as_mut().ok_or("a move before the first position")?;
        self.lost = true;
        let book = read_move(position, line)?;
        self.lost = false;
        match entry.moves.iter_mut().find(|known| known.mv == book.mv) {
            Some(known) => *known = book,
            None => entry.moves.push(book),
        }
        Ok(())
    }

    fn comment(&mut self, comment: &str) -> Result<(), String> {
        let Some((_, entry)) = &mut self.open else {
            let other = comment.starts_with("YANEURAOU-DB") && !HEADER.ends_with(comment);
            self.other_version |= other;
            return if other { Err(format!("expected `{HEADER}`")) } else { Ok(()) };
        };
        if self.lost {
            return Ok(());
        }
        let place = entry.moves.last_mut().map_or(&mut entry.comment, |book| &mut book.comment);
        if !place.is_empty() {
            place.push('\n');
        }
        place.push_str(comment);
        Ok(())
    }

    fn close(&mut self) {
        if let Some((position, entry)) = self.open.take() {
            self.book.insert(&position, entry);
        }
    }
}

fn read_move(position: &Position, line: &str) -> Result<BookMove, String> {
    let (line, comment) = line.split_once('#').unwrap_or((line, ""));
    // ShogiHome leaves fields empty, between single spaces.
    let fields: Vec<&str> = line.trim().split(' ').collect();
    let fields = if fields.len() == FIELDS { fields } else { line.split_whitespace().collect() };
    let mut words = fields.into_iter();
    let usi = words.next().ok_or("no move")?;
    let mv = position.read_usi(usi).map_err(|error| format!("{usi}: {error}"))?;
    let mut after = position.clone();
    after.do_move(mv);
    // A reply that is not legal, or a word for none, is not a reply.
    let reply = words.next().and_then(|usi| after.parse_usi(usi));
    let (eval, depth) = (number(words.next())?, number(words.next())?);
    let count = number(words.next())?;
    Ok(BookMove { mv, reply, eval, depth, count, mark: None, comment: comment.trim().into() })
}

/// A number, `none`, or an empty field.
fn number<T: core::str::FromStr>(word: Option<&str>) -> Result<Option<T>, String> {
    match word {
        None | Some("none" | "") => Ok(None),
        Some(word) => word.parse().map(Some).map_err(|_| format!("`{word}` is not a number")),
    }
}
