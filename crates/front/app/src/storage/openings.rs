//! The table of opening lines that the user learns.

/// A line is known by its key: side, start and moves. Its card has the same key, so that a line that is
/// added again continues its schedule.
pub(super) const TABLE: &str = "
CREATE TABLE opening_lines (
  id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, side INTEGER NOT NULL,
  start TEXT NOT NULL, moves TEXT NOT NULL, name TEXT NOT NULL, added INTEGER NOT NULL);
";
