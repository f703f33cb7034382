//! Board sizes and the names of points (GTP vertices).

use thiserror::Error;

use crate::{Move, Point, PointSet};

/// Columns as people name them: the letter I is left out [gtp2].
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// Width and height of a board, each from 1 to 19 points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board size that is not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("board size {width}x{height}: each side must be from 1 to 19")]
pub struct SizeError {
    /// The width asked for.
    pub width: usize,
    /// The height asked for.
    pub height: usize,
}

/// Text that names no vertex of the board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a vertex of a {width}x{height} board")]
pub struct VertexError {
    /// The text, cut to 16 characters.
    pub text: String,
    /// Width of the board.
    pub width: usize,
    /// Height of the board.
    pub height: usize,
}

impl Size {
    /// The longest side.
    pub const MAX: usize = 19;

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If a side is 0 or over 19.
    pub fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        let fits = |side: usize| (1..=Self::MAX).contains(&side);
        if !fits(width) || !fits(height) {
            return Err(SizeError { width, height });
        }
        Ok(Self { width: width as u8, height: height as u8 })
    }

    /// A square board.
    ///
    /// # Errors
    /// As [`Size::new`].
    pub fn square(side: usize) -> Result<Self, SizeError> {
        Self::new(side, side)
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of points.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Whether both sides are equal.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The point in column `x` and row `y`, both from 0 at the top left; `None` off the board.
    #[must_use]
    pub const fn point(self, x: usize, y: usize) -> Option<Point> {
        if x < self.width() && y < self.height() {
            Some(Point::new(y * self.width() + x))
        } else {
            None
        }
    }

    /// Column and row of a point, both from 0 at the top left.
    #[must_use]
    pub const fn xy(self, point: Point) -> (usize, usize) {
        (point.index() % self.width(), point.index() / self.width())
    }

    /// Whether the point number belongs to a board of this size.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.index() < self.area()
    }

    /// All points, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.area()).map(Point::new)
    }

    /// The name of a point, such as `C4`: rows count from the bottom, column I is left out [gtp2].
    #[must_use]
    pub fn vertex(self, point: Point) -> String {
        let (x, y) = self.xy(point);
        format!("{}{}", self.column_letter(x), self.height().saturating_sub(y))
    }

    /// The name of a move: a vertex or `pass`.
    #[must_use]
    pub fn move_name(self, mv: Move) -> String {
        mv.point().map_or_else(|| "pass".to_owned(), |point| self.vertex(point))
    }

    /// The letter over column `x`.
    #[must_use]
    pub fn column_letter(self, x: usize) -> char {
        COLUMNS.get(x).copied().unwrap_or(b'?') as char
    }

    /// Reads a vertex without regard to case; `Ok(None)` is a pass.
    ///
    /// # Errors
    /// If the text is neither `pass` nor a point of this board.
    pub fn parse_vertex(self, text: &str) -> Result<Option<Point>, VertexError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(None);
        }
        self.parse_point(text).map(Some).ok_or_else(|| VertexError {
            text: text.chars().take(16).collect(),
            width: self.width(),
            height: self.height(),
        })
    }

    /// Reads the vertices of a set; a pass among them adds no point.
    ///
    /// # Errors
    /// As [`Size::parse_vertex`], for the first invalid one.
    pub fn parse_vertices<S: PointSet>(self, texts: &[impl AsRef<str>]) -> Result<S, VertexError> {
        texts.iter().try_fold(S::EMPTY, |set, text| {
            let point = self.parse_vertex(text.as_ref())?;
            Ok(point.map_or(set, |point| set | S::single(point)))
        })
    }

    fn parse_point(self, text: &str) -> Option<Point> {
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let x = COLUMNS.iter().position(|&c| c == letter)?;
        let digits = text.get(1..)?;
        if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let row: usize = digits.parse().ok()?;
        let y = self.height().checked_sub(row)?;
        self.point(x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_make_a_set() {
        let size = Size::square(9).unwrap();
        let read = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
            size.parse_vertices::<u128>(&texts)
        };
        assert_eq!(read(&["A9", "pass", "b9", "A9"]), Ok(0b11));
        assert_eq!(read(&["A9", "Z1"]).unwrap_err().text, "Z1");
    }

    #[test]
    fn vertices_round_trip_and_skip_the_letter_i() {
        for size in
            [Size::new(19, 19).unwrap(), Size::new(5, 3).unwrap(), Size::new(1, 19).unwrap()]
        {
            for point in size.points() {
                let name = size.vertex(point);
                assert!(!name.starts_with('I'));
                assert_eq!(size.parse_vertex(&name), Ok(Some(point)));
                assert_eq!(size.parse_vertex(&name.to_lowercase()), Ok(Some(point)));
            }
        }
        let nineteen = Size::square(19).unwrap();
        assert_eq!(nineteen.vertex(Point::new(0)), "A19");
        assert_eq!(nineteen.parse_vertex("T1"), Ok(Some(Point::new(360))));
        assert_eq!(nineteen.parse_vertex("PASS"), Ok(None));
    }

    #[test]
    fn wrong_vertices_and_sizes_are_refused() {
        let size = Size::square(9).unwrap();
        for text in ["", "I5", "K1", "A0", "A10", "A", "5A", "A+1", "A 1", "é1", "A01x", "Ä9"] {
            assert!(size.parse_vertex(text).is_err(), "{text}");
        }
        assert!(Size::new(0, 5).is_err() && Size::new(20, 5).is_err() && Size::square(0).is_err());
    }
}
