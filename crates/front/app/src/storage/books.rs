//! The tables of opening books.

/// A book is a file, which stays where it is, and changes that are not saved in it. A change replaces all
/// that the book has for a position; the newest one counts, and the changes of one step are taken back
/// together. A book without a file consists of changes only. The position is the name that books give it;
/// the empty one stands for author and description.
pub(super) const TABLES: &str = "
CREATE TABLE books (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, path TEXT NOT NULL,
  positions INTEGER NOT NULL, added INTEGER NOT NULL);
CREATE TABLE book_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  book INTEGER NOT NULL REFERENCES books ON DELETE CASCADE, step INTEGER NOT NULL,
  sfen TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (book, sfen, step));
CREATE INDEX book_changes_by_step ON book_changes (book, step);
";
