//! The `option` line: how an option is declared on the wire.

use std::fmt;

use super::UsiError;
use super::command::EMPTY;
use super::option::{OptionKind, UsiOption};
use crate::text::{Words, excerpt, one_line};

impl fmt::Display for UsiOption {
    /// The `option` line without its ending.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", one_line(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {}", shown(default))?;
                choices.iter().try_for_each(|choice| write!(f, " var {}", shown(choice)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } => write!(f, "string default {}", shown(default)),
            OptionKind::Filename { default } => write!(f, "filename default {}", shown(default)),
        }
    }
}

fn shown(text: &str) -> String {
    if text.is_empty() { EMPTY.to_owned() } else { one_line(text) }
}

/// The parts of an `option` line, each still text.
#[derive(Default)]
struct Parts {
    name: String,
    kind: String,
    default: Option<String>,
    min: Option<String>,
    max: Option<String>,
    choices: Vec<String>,
}

impl UsiOption {
    /// Reads the words after `option`. A type that is unknown or lacks a number is an error, a
    /// missing default is not: it is false, the smallest number, the first choice or empty.
    pub(super) fn parse(words: &mut Words<'_>) -> Result<Self, UsiError> {
        let parts = Parts::collect(words);
        if parts.name.is_empty() {
            return Err(UsiError::Missing { command: "option", expected: "`name NAME`" });
        }
        let kind = parts.kind()?;
        Ok(Self { name: parts.name, kind })
    }
}

impl Parts {
    /// Sorts the words by the keyword before them. Names, defaults and choices may have blanks.
    fn collect(words: &mut Words<'_>) -> Self {
        let mut parts = Self::default();
        while let Some(keyword) = words.next() {
            match keyword {
                "name" => parts.name = take_phrase(words, &["type"]),
                "type" => parts.kind = words.next().unwrap_or_default().to_owned(),
                "default" => parts.default = Some(take_phrase(words, parts.after_default())),
                "min" => parts.min = words.next().map(str::to_owned),
                "max" => parts.max = words.next().map(str::to_owned),
                "var" => parts.choices.push(take_choice(words)),
                _ => {}
            }
        }
        parts
    }

    /// The keywords that may follow the default, by the type: its text may hold the others.
    fn after_default(&self) -> &'static [&'static str] {
        match self.kind.as_str() {
            "spin" => &["min", "max"],
            "combo" => &["var"],
            "" => &["type", "min", "max", "var"],
            _ => &[],
        }
    }

    fn kind(&self) -> Result<OptionKind, UsiError> {
        let default = self.default.clone().unwrap_or_default();
        Ok(match self.kind.as_str() {
            "check" => OptionKind::Check { default: default.eq_ignore_ascii_case("true") },
            "spin" => self.spin()?,
            "combo" => OptionKind::Combo {
                default: self.default.clone().or(self.choices.first().cloned()).unwrap_or_default(),
                choices: self.choices.clone(),
            },
            "button" => OptionKind::Button,
            "string" => OptionKind::Text { default },
            "filename" => OptionKind::Filename { default },
            "" => return Err(UsiError::Missing { command: "option", expected: "`type TYPE`" }),
            other => return Err(unexpected("a known type", other)),
        })
    }

    fn spin(&self) -> Result<OptionKind, UsiError> {
        let min = number(self.min.as_deref(), i64::MIN)?;
        let max = number(self.max.as_deref(), i64::MAX)?;
        Ok(OptionKind::Spin { default: number(self.default.as_deref(), min)?, min, max })
    }
}

fn number(text: Option<&str>, otherwise: i64) -> Result<i64, UsiError> {
    match text {
        Some(text) => text.parse().map_err(|_| unexpected("a whole number", text)),
        None => Ok(otherwise),
    }
}

fn unexpected(expected: &'static str, found: &str) -> UsiError {
    UsiError::Unexpected { command: "option", expected, found: excerpt(found) }
}

/// A choice has at least one word, which may be `default` or `var` itself.
fn take_choice(words: &mut Words<'_>) -> String {
    let first = words.next().filter(|&word| word != EMPTY).unwrap_or_default();
    let rest = take_phrase(words, &["var", "default"]);
    if rest.is_empty() { first.to_owned() } else { format!("{first} {rest}") }
}

/// The words up to one of `ends`, joined by blanks; `<empty>` is the empty text.
fn take_phrase(words: &mut Words<'_>, ends: &[&str]) -> String {
    let mut phrase = Vec::new();
    while let Some(word) = words.next_if(|word| !ends.contains(word)) {
        phrase.push(word);
    }
    if phrase == [EMPTY] { String::new() } else { phrase.join(" ") }
}
