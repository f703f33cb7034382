//! Engine options: their kinds and valid values.

use crate::text::excerpt;

/// An option that an engine offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsiOption {
    /// Its name; matched without regard to ASCII case.
    pub name: String,
    /// Its type, default and range.
    pub kind: OptionKind,
}

/// The type of an option with its default and range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// Value before it is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Value before it is set.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Value before it is set, one of `choices`.
        default: String,
        /// The allowed words.
        choices: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text.
    Text {
        /// Value before it is set; may be empty.
        default: String,
    },
    /// The path of a file.
    Filename {
        /// Value before it is set; may be empty.
        default: String,
    },
}

/// Why an option cannot be declared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The default of a spin option is out of its range.
    #[error("option {name} is {default} by default, which is not from {min} to {max}")]
    NotInRange {
        /// The option's name.
        name: String,
        /// Its default.
        default: i64,
        /// Smallest allowed value.
        min: i64,
        /// Largest allowed value.
        max: i64,
    },
    /// The default of a combo option is not among its words.
    #[error("option {name} is {default} by default, which is none of {choices}")]
    NotAChoice {
        /// The option's name.
        name: String,
        /// Its default.
        default: String,
        /// The allowed words, separated by commas.
        choices: String,
    },
    /// A name is empty or holds a blank.
    #[error("`{0}` cannot be an option's name or a combo's value")]
    BadWord(String),
    /// Two options have names that differ at most in case.
    #[error("option {0} is declared twice")]
    Duplicate(String),
}

impl UsiOption {
    /// A check option.
    pub fn check(name: impl Into<String>, default: bool) -> Self {
        Self { name: name.into(), kind: OptionKind::Check { default } }
    }

    /// A spin option for whole numbers from `min` to `max`.
    pub fn spin(name: impl Into<String>, default: i64, min: i64, max: i64) -> Self {
        Self { name: name.into(), kind: OptionKind::Spin { default, min, max } }
    }

    /// A combo option.
    pub fn combo<T: Into<String>>(
        name: impl Into<String>,
        default: impl Into<String>,
        choices: impl IntoIterator<Item = T>,
    ) -> Self {
        let choices = choices.into_iter().map(Into::into).collect();
        Self { name: name.into(), kind: OptionKind::Combo { default: default.into(), choices } }
    }

    /// A button.
    pub fn button(name: impl Into<String>) -> Self {
        Self { name: name.into(), kind: OptionKind::Button }
    }

    /// A text option.
    pub fn text(name: impl Into<String>, default: impl Into<String>) -> Self {
        Self { name: name.into(), kind: OptionKind::Text { default: default.into() } }
    }

    /// A filename option.
    pub fn filename(name: impl Into<String>, default: impl Into<String>) -> Self {
        Self { name: name.into(), kind: OptionKind::Filename { default: default.into() } }
    }

    /// Whether an engine may declare this option: names and combo values are words without
    /// blanks, and the default is a value that may be set.
    pub(super) fn check_declaration(&self) -> Result<(), OptionError> {
        check_word(&self.name)?;
        match &self.kind {
            &OptionKind::Spin { default, min, max } => {
                let name = || self.name.clone();
                let bad = || OptionError::NotInRange { name: name(), default, min, max };
                (min..=max).contains(&default).then_some(()).ok_or_else(bad)
            }
            OptionKind::Combo { default, choices } => {
                choices.iter().try_for_each(|choice| check_word(choice))?;
                let bad = || OptionError::NotAChoice {
                    name: self.name.clone(),
                    default: excerpt(default),
                    choices: choices.join(", "),
                };
                choices.contains(default).then_some(()).ok_or_else(bad)
            }
            OptionKind::Text { default } | OptionKind::Filename { default } => {
                if default.is_empty() { Ok(()) } else { check_word(default) }
            }
            OptionKind::Check { .. } | OptionKind::Button => Ok(()),
        }
    }
}

fn check_word(word: &str) -> Result<(), OptionError> {
    let bad = word.is_empty() || word.contains(|c: char| c.is_whitespace() || c.is_control());
    if bad { Err(OptionError::BadWord(excerpt(word))) } else { Ok(()) }
}
