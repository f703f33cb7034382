//! One figure of a table.

use serde_json::Value;

/// The content of a table cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A whole number.
    Integer(i128),
    /// A number shown with a fixed number of decimals; not finite: shown as absent.
    Fixed {
        /// The number.
        value: f64,
        /// Digits after the point.
        decimals: usize,
    },
    /// No figure, shown as `-` as in the papers.
    Absent,
}

impl Cell {
    /// A number shown with `decimals` digits after the point.
    #[must_use]
    pub fn fixed(value: f64, decimals: usize) -> Cell {
        if value.is_finite() { Cell::Fixed { value, decimals } } else { Cell::Absent }
    }

    /// The cell as shown, `None` if absent.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match self {
            Cell::Text(text) => Some(text.clone()),
            Cell::Integer(number) => Some(number.to_string()),
            Cell::Fixed { value, decimals } => {
                value.is_finite().then(|| without_negative_zero(format!("{value:.decimals$}")))
            }
            Cell::Absent => None,
        }
    }

    /// The cell as JSON, numbers as they are shown; integers beyond 64 bits become text.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Cell::Text(text) => Value::from(text.as_str()),
            Cell::Integer(number) => match (u64::try_from(*number), i64::try_from(*number)) {
                (Ok(number), _) => Value::from(number),
                (_, Ok(number)) => Value::from(number),
                _ => Value::from(number.to_string()),
            },
            Cell::Fixed { .. } => {
                let shown = self.text().and_then(|text| text.parse::<f64>().ok());
                shown.map_or(Value::Null, Value::from)
            }
            Cell::Absent => Value::Null,
        }
    }
}

fn without_negative_zero(text: String) -> String {
    let is_zero = text.starts_with('-') && text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if is_zero { text[1..].to_owned() } else { text }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Integer(number.into())
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Cell {
        Cell::Integer(number.into())
    }
}

impl From<i32> for Cell {
    fn from(number: i32) -> Cell {
        Cell::Integer(number.into())
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Cell {
        // A usize has at most 64 bits.
        Cell::Integer(number as i128)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Absent, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_rounded() {
        assert_eq!(Cell::fixed(-0.04, 1).text().as_deref(), Some("0.0"));
        assert_eq!(Cell::fixed(-0.06, 1).text().as_deref(), Some("-0.1"));
        assert_eq!(Cell::fixed(2.0 / 3.0, 2).to_json(), Value::from(0.67));
        assert_eq!(Cell::fixed(f64::INFINITY, 2), Cell::Absent);
    }

    #[test]
    fn integers_of_any_size_have_json() {
        assert_eq!(Cell::from(u64::MAX).to_json(), Value::from(u64::MAX));
        assert_eq!(Cell::from(-3).to_json(), Value::from(-3));
        let huge = i128::from(u64::MAX) * 2;
        assert_eq!(Cell::Integer(huge).to_json(), Value::from(huge.to_string()));
        assert_eq!(Cell::from(None::<u64>), Cell::Absent);
    }
}
