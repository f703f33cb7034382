//! Options of a registered engine: as it lists them, and values for them.

use crate::errors::{AppResult, error};
use crate::protocol::{EngineOption, EngineOptionKind, ErrorCode};
use std::collections::BTreeMap;
use zenpuku_protocol::usi::{OptionKind, OptionList, UsiOption};

/// Longest value in bytes.
const MAX_VALUE: usize = 4_096;

/// The whole numbers that the page can show exactly.
const EXACT: i64 = (1 << 53) - 1;

/// The options that an engine lists; one that it lists twice counts once.
pub(super) fn listed(options: &OptionList) -> Vec<EngineOption> {
    let mut all: Vec<EngineOption> = Vec::new();
    for UsiOption { name, kind } in options.iter() {
        if !all.iter().any(|known| known.name.eq_ignore_ascii_case(name)) {
            all.push(EngineOption { name: name.clone(), kind: listed_kind(kind) });
        }
    }
    all
}

fn listed_kind(kind: &OptionKind) -> EngineOptionKind {
    let exact = |number: &i64| (*number).clamp(-EXACT, EXACT);
    match kind {
        OptionKind::Check { default } => EngineOptionKind::Check { default: *default },
        OptionKind::Spin { default, min, max } => {
            EngineOptionKind::Spin { default: exact(default), min: exact(min), max: exact(max) }
        }
        OptionKind::Combo { default, choices } => {
            EngineOptionKind::Combo { default: default.clone(), choices: choices.clone() }
        }
        OptionKind::Button => EngineOptionKind::Button,
        OptionKind::Text { default } => EngineOptionKind::String { default: default.clone() },
        OptionKind::Filename { default } => EngineOptionKind::Filename { default: default.clone() },
    }
}

impl EngineOption {
    /// The default as text; none for a button, which is never pressed automatically.
    fn default_text(&self) -> Option<String> {
        match &self.kind {
            EngineOptionKind::Check { default } => Some(default.to_string()),
            EngineOptionKind::Spin { default, .. } => Some(default.to_string()),
            EngineOptionKind::Combo { default, .. }
            | EngineOptionKind::String { default }
            | EngineOptionKind::Filename { default } => Some(default.clone()),
            EngineOptionKind::Button => None,
        }
    }

    /// Is it a value that the engine may be sent?
    fn takes(&self, value: &str) -> bool {
        match &self.kind {
            EngineOptionKind::Check { .. } => matches!(value, "true" | "false"),
            EngineOptionKind::Spin { min, max, .. } => {
                value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number))
            }
            EngineOptionKind::Combo { choices, .. } => choices.iter().any(|one| one == value),
            EngineOptionKind::Button => value.is_empty(),
            EngineOptionKind::String { .. } | EngineOptionKind::Filename { .. } => {
                value.len() <= MAX_VALUE && !value.contains(['\r', '\n'])
            }
        }
    }
}

/// Of the values those that differ from the defaults, each for an option that takes it.
pub(super) fn checked(
    options: &[EngineOption],
    values: BTreeMap<String, String>,
) -> AppResult<BTreeMap<String, String>> {
    let mut kept = BTreeMap::new();
    for (name, value) in values {
        let Some(option) = options.iter().find(|option| option.name == name) else {
            let message = format!("the engine has no option `{name}`");
            return Err(error(ErrorCode::BadValue, message));
        };
        if !option.takes(&value) {
            let message = format!("`{value}` is not a value of the option {name}");
            return Err(error(ErrorCode::BadValue, message));
        }
        if option.default_text().as_deref() != Some(&value) {
            kept.insert(name, value);
        }
    }
    Ok(kept)
}

/// Of the values those that the options still take: an engine may have changed.
pub(super) fn still_taken(
    options: &[EngineOption],
    values: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let taken = |name: &str, value: &str| {
        options.iter().any(|option| option.name == name && option.takes(value))
    };
    let values = values.iter().filter(|(name, value)| taken(name, value));
    values.map(|(name, value)| (name.clone(), value.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Vec<EngineOption> {
        let received = [
            UsiOption::check("Book", true),
            UsiOption::spin("Level", 3, 1, 9),
            UsiOption { name: "Clear".to_owned(), kind: OptionKind::Button },
            UsiOption::filename("File", ""),
        ];
        listed(&OptionList::received(received.into()))
    }

    fn values(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn only_what_differs_is_kept_and_only_what_is_taken_is_let_in() {
        let given = [("Book", "true"), ("Level", "4"), ("Clear", ""), ("File", "a b.bin")];
        let kept = checked(&options(), values(&given)).unwrap();
        assert_eq!(kept, values(&given[1..]));
        for (name, value) in [("Level", "10"), ("Book", "yes"), ("Depth", "1"), ("File", "a\nquit")]
        {
            let refused = checked(&options(), values(&[(name, value)])).unwrap_err();
            assert!(refused.message.contains(name), "{}", refused.message);
        }
    }

    #[test]
    fn values_that_an_engine_takes_no_more_are_dropped() {
        let old = values(&[("Level", "40"), ("Gone", "1"), ("Book", "false")]);
        assert_eq!(still_taken(&options(), &old), values(&[("Book", "false")]));
    }
}
