//! Boards as text: plain diagrams such as `.XXO` and boards with coordinates.

use std::fmt;

use thiserror::Error;

use crate::{Board, Color, PointSet, Setup, Size};

/// Why a diagram is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// No row of points.
    #[error("the diagram has no row")]
    Empty,
    /// An unknown character.
    #[error("line {line}: `{found}` is neither a stone (X, O) nor an empty point (. or +)")]
    Symbol {
        /// Line of the text, from 1.
        line: usize,
        /// The content there.
        found: char,
    },
    /// Rows of different lengths.
    #[error("line {line}: the row has {found} points, the first has {expected}")]
    Ragged {
        /// Line of the text, from 1.
        line: usize,
        /// Points of this row.
        found: usize,
        /// Points of the first row.
        expected: usize,
    },
    /// More than 19 rows or columns.
    #[error("the diagram is {width}x{height}; each side must be from 1 to 19")]
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
}

impl Setup {
    /// Reads a diagram, top row first, Black to move.
    ///
    /// `X`, `x`, `#` and `●` are black, `O`, `o` and `○` white, `.`, `+`, `,` and `·` empty. Blanks and
    /// frames (`|`, `-`), row numbers and a line of column letters are skipped,
    /// so that the output of [`Board::with_coordinates`] can be read back.
    ///
    /// # Errors
    /// If the text is not a rectangle of points of at most 19x19. Stones without liberties are
    /// found later, by [`Setup::board`].
    pub fn from_diagram(text: &str) -> Result<Self, DiagramError> {
        let mut rows: Vec<Vec<Option<Color>>> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let row = read_row(index + 1, line)?;
            if row.is_empty() {
                continue;
            }
            let expected = rows.first().map_or(row.len(), Vec::len);
            if row.len() != expected {
                return Err(DiagramError::Ragged { line: index + 1, found: row.len(), expected });
            }
            rows.push(row);
        }
        let width = rows.first().ok_or(DiagramError::Empty)?.len();
        let size = Size::new(width, rows.len())
            .map_err(|e| DiagramError::Size { width: e.width, height: e.height })?;
        let mut setup = Self::empty(size);
        for (point, color) in size.points().zip(rows.into_iter().flatten()) {
            setup.set(point, color);
        }
        Ok(setup)
    }

    /// The plain diagram: `.`, `X`, `O`, one line a row.
    #[must_use]
    pub fn to_diagram(&self) -> String {
        let row = |y| -> String { (0..self.size.width()).map(|x| self.symbol(x, y)).collect() };
        (0..self.size.height()).map(row).collect::<Vec<_>>().join("\n")
    }

    fn symbol(&self, x: usize, y: usize) -> char {
        let point = self.size.point(x, y);
        let color = Color::BOTH
            .into_iter()
            .find(|&color| point.is_some_and(|point| self.stones(color).contains(point)));
        color.map_or('.', Color::symbol)
    }

    /// The board with column letters above and below and row numbers at both sides.
    #[must_use]
    pub fn with_coordinates(&self) -> String {
        let letters: Vec<String> =
            (0..self.size.width()).map(|x| self.size.column_letter(x).to_string()).collect();
        let letters = format!("   {}", letters.join(" "));
        let mut lines = vec![letters.clone()];
        for y in 0..self.size.height() {
            let row: Vec<String> =
                (0..self.size.width()).map(|x| self.symbol(x, y).to_string()).collect();
            let number = self.size.height() - y;
            lines.push(format!("{number:>2} {} {number}", row.join(" ")));
        }
        lines.push(letters);
        lines.join("\n")
    }
}

fn read_row(line: usize, text: &str) -> Result<Vec<Option<Color>>, DiagramError> {
    let text = text.trim();
    // Only the line of column letters begins with an A.
    if text.starts_with(['A', 'a']) {
        return Ok(Vec::new());
    }
    let mut row = Vec::new();
    for symbol in text.chars() {
        match symbol {
            'X' | 'x' | '#' | '●' => row.push(Some(Color::Black)),
            'O' | 'o' | '○' => row.push(Some(Color::White)),
            '.' | '+' | ',' | '·' => row.push(None),
            '0'..='9' | '|' | '-' => {}
            c if c.is_whitespace() => {}
            found => return Err(DiagramError::Symbol { line, found }),
        }
    }
    Ok(row)
}

impl<S: PointSet> fmt::Display for Board<S> {
    /// The plain diagram.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.setup().to_diagram())
    }
}

impl<S: PointSet> Board<S> {
    /// The board as text with column letters and row numbers.
    #[must_use]
    pub fn with_coordinates(&self) -> String {
        self.setup().with_coordinates()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_are_read_back() {
        let text = ".XXO\nXXO.\nOOOO\n.O.O";
        let setup = Setup::from_diagram(text).unwrap();
        assert_eq!(setup.to_diagram(), text);
        assert_eq!(Setup::from_diagram(&setup.with_coordinates()), Ok(setup));
        for (width, height) in [(1, 1), (19, 19), (2, 13), (13, 2)] {
            let mut setup = Setup::empty(Size::new(width, height).unwrap());
            setup.set(crate::Point::new(width * height - 1), Some(Color::White));
            assert_eq!(Setup::from_diagram(&setup.with_coordinates()), Ok(setup));
            assert_eq!(Setup::from_diagram(&setup.to_diagram()), Ok(setup));
        }
    }

    #[test]
    fn bad_diagrams_say_where() {
        assert_eq!(Setup::from_diagram(" \n"), Err(DiagramError::Empty));
        assert_eq!(
            Setup::from_diagram("..\n.?"),
            Err(DiagramError::Symbol { line: 2, found: '?' })
        );
        let ragged = Setup::from_diagram("..\n...").unwrap_err();
        assert_eq!(ragged, DiagramError::Ragged { line: 2, found: 3, expected: 2 });
        let wide = Setup::from_diagram(&".".repeat(20)).unwrap_err();
        assert_eq!(wide, DiagramError::Size { width: 20, height: 1 });
    }
}
