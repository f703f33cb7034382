//! Tables of figures.

mod cell;
mod formats;

pub use cell::Cell;

use serde_json::{Map, Value, json};
use thiserror::Error;

/// Why a row does not fit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// A row of the wrong length.
    #[error("table '{table}': row {row} has {found} cells, the table has {expected} columns")]
    RowLength {
        /// The table's title.
        table: String,
        /// The row, from 1.
        row: usize,
        /// Cells in the row.
        found: usize,
        /// Columns of the table.
        expected: usize,
    },
}

/// A table with a title and named columns; every row has a cell for each column.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    title: String,
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new<S: Into<String>>(
        title: impl Into<String>,
        columns: impl IntoIterator<Item = S>,
    ) -> Table {
        let columns = columns.into_iter().map(Into::into).collect();
        Table { title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// [`TableError::RowLength`] if it has not one cell per column.
    pub fn push(&mut self, row: Vec<Cell>) -> Result<(), TableError> {
        if row.len() != self.columns.len() {
            return Err(TableError::RowLength {
                table: self.title.clone(),
                row: self.rows.len() + 1,
                found: row.len(),
                expected: self.columns.len(),
            });
        }
        self.rows.push(row);
        Ok(())
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// Plain text: title, header, rows in aligned columns, numbers to the right.
    #[must_use]
    pub fn to_text(&self) -> String {
        formats::text(self)
    }

    /// A Markdown table under its title in bold.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        formats::markdown(self)
    }

    /// CSV (RFC 4180, but with bare line feeds), header first, no title.
    #[must_use]
    pub fn to_csv(&self) -> String {
        formats::csv(self)
    }

    /// `{"title": ..., "columns": [...], "rows": [{column: value, ...}, ...]}`; an
    /// absent cell is null.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let row = |cells: &Vec<Cell>| -> Value {
            let named = self.columns.iter().cloned().zip(cells.iter().map(Cell::to_json));
            Value::Object(named.collect::<Map<String, Value>>())
        };
        let rows: Vec<Value> = self.rows.iter().map(row).collect();
        json!({ "title": self.title, "columns": self.columns, "rows": rows })
    }
}

/// Returns whether a column has only numbers, which are aligned to the right.
fn is_numeric(table: &Table, column: usize) -> bool {
    table.rows.iter().all(|row| !matches!(row[column], Cell::Text(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let mut table = Table::new("Sample", ["名", "n", "ratio"]);
        table.push(vec!["a|b, \"c\"".into(), 12_u64.into(), Cell::fixed(0.5, 3)]).unwrap();
        table.push(vec!["d".into(), Cell::Absent, Cell::fixed(f64::NAN, 1)]).unwrap();
        table
    }

    #[test]
    fn a_row_of_the_wrong_length_is_refused() {
        let error = sample().push(vec![Cell::Absent]).unwrap_err();
        let text = "table 'Sample': row 3 has 1 cells, the table has 3 columns";
        assert_eq!(error.to_string(), text);
    }

    #[test]
    fn text_is_aligned() {
        let expected = "Sample\n\n名       |  n | ratio\n---------|----|------\n\
                        a|b, \"c\" | 12 | 0.500\nd        |  - |     -\n";
        assert_eq!(sample().to_text(), expected);
    }

    #[test]
    fn markdown_escapes_bars() {
        let expected = "**Sample**\n\n| 名 | n | ratio |\n|---|---:|---:|\n\
                        | a\\|b, \"c\" | 12 | 0.500 |\n| d | - | - |\n";
        assert_eq!(sample().to_markdown(), expected);
    }

    #[test]
    fn csv_quotes_what_must_be_quoted() {
        let expected = "名,n,ratio\n\"a|b, \"\"c\"\"\",12,0.500\nd,,\n";
        assert_eq!(sample().to_csv(), expected);
    }

    #[test]
    fn json_keeps_numbers_numbers() {
        let json = sample().to_json();
        assert_eq!(json["rows"][0]["n"], json!(12));
        assert_eq!(json["rows"][0]["ratio"], json!(0.5));
        assert_eq!(json["rows"][1]["ratio"], Value::Null);
        assert_eq!(json["columns"], json!(["名", "n", "ratio"]));
    }
}
