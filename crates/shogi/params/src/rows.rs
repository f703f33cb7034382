//! The rows of the table, all or some.

use crate::row::TableRow;
use crate::table::{Params, TABLE};

/// A row of [`TABLE`].
pub type Row = TableRow<Params>;

/// All rows in the order of the table.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    TABLE.iter()
}

/// The rows that switch a technique on or off: the ablation list.
pub fn switches() -> impl Iterator<Item = &'static Row> {
    rows().filter(|row| row.is_switch())
}

/// The rows that hold a number: the tuning list.
pub fn tunables() -> impl Iterator<Item = &'static Row> {
    rows().filter(|row| !row.is_switch())
}

/// The row of that name, without regard to ASCII case.
pub fn find_row(name: &str) -> Option<&'static Row> {
    rows().find(|row| row.name.eq_ignore_ascii_case(name))
}
