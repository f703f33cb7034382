//! Which rows of the table are tuned.

use super::spsa::Axis;
use zenpuku_params::{Params, Row, rows, tunables};

/// Why rows could not be chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowsError {
    /// A name or pattern fits no number of the table.
    #[error("no parameter `{0}`; names may hold `*`, groups are written `group:NAME`")]
    None(String),
    /// A name is a switch, which has no steps.
    #[error("{0} is a switch; only numbers can be tuned")]
    Switch(&'static str),
    /// The pattern must match the entire text.
    #[error("no row is left to tune")]
    Empty,
}

/// The rows that `patterns` name, in the order of the table: names and patterns with `*`,
/// separated by commas, without regard to case; `group:Late move*` takes the rows of groups,
/// `-NAME` leaves rows out again.
///
/// # Errors
/// [`RowsError`].
pub fn choose(patterns: &str) -> Result<Vec<&'static Row>, RowsError> {
    let mut chosen: Vec<&'static str> = Vec::new();
    for pattern in patterns.split(',').map(str::trim).filter(|pattern| !pattern.is_empty()) {
        let (leave_out, wanted) = match pattern.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, pattern),
        };
        let found: Vec<_> =
            tunables().filter(|row| fits(wanted, row)).map(|row| row.name).collect();
        if found.is_empty() {
            let switch = rows().find(|row| row.name.eq_ignore_ascii_case(wanted));
            let none = RowsError::None(wanted.to_owned());
            return Err(switch.map_or(none, |row| RowsError::Switch(row.name)));
        }
        if leave_out {
            chosen.retain(|name| !found.contains(name));
        } else {
            chosen.extend(found);
        }
    }
    let rows: Vec<_> = tunables().filter(|row| chosen.contains(&row.name)).collect();
    if rows.is_empty() { Err(RowsError::Empty) } else { Ok(rows) }
}

fn fits(pattern: &str, row: &Row) -> bool {
    match pattern.strip_prefix("group:") {
        Some(group) => matches(group, row.group),
        None => matches(pattern, row.name),
    }
}

/// Does `text` fit the pattern, in which `*` matches anything?
fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.to_ascii_lowercase(), text.to_ascii_lowercase());
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(text) = text.strip_prefix(head) else { return false };
    text.char_indices()
        .map(|(index, _)| index)
        .chain([text.len()])
        .any(|index| matches(rest, &text[index..]))
}

/// The axis of a row, from its value in `params`; its step is the table's times `scale`.
#[must_use]
pub(crate) fn axis(row: &Row, params: &Params, scale: f64) -> Axis {
    Axis {
        start: f64::from(row.raw(params)),
        min: f64::from(row.min),
        max: f64::from(row.max),
        step: f64::from(row.step.max(1)) * scale,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(patterns: &str) -> Vec<&'static str> {
        choose(patterns).unwrap().into_iter().map(|row| row.name).collect()
    }

    #[test]
    fn names_patterns_and_groups_choose_numbers_once() {
        assert_eq!(names("lmrbase"), ["LmrBase"]);
        let lmr = names("Lmr*");
        assert!(lmr.len() >= 3 && lmr.contains(&"LmrMinDepth"));
        assert_eq!(names("Lmr*, LmrBase"), lmr);
        assert_eq!(names("Lmr*,-LmrBase").len(), lmr.len() - 1);
        let group = choose("LmrBase").unwrap()[0].group;
        assert!(names(&format!("group:{group}")).contains(&"LmrBase"));
        assert!(names("*min*depth*").contains(&"LmrMinDepth"));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(choose("Lmx*").unwrap_err(), RowsError::None("Lmx*".into()));
        assert_eq!(choose("killermoves").unwrap_err(), RowsError::Switch("KillerMoves"));
        assert_eq!(choose("LmrBase,-Lmr*").unwrap_err(), RowsError::Empty);
    }
}
