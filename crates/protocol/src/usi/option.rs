//! Engine options: what they are and which values they take.

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

/// A value that fits its option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValue {
    /// Of a check option.
    Flag(bool),
    /// Of a spin option, within its range.
    Number(i64),
    /// Of a text or filename option, or of a combo option in the spelling of its declaration.
    Text(String),
    /// A button was pressed.
    Pressed,
}

/// Why an option cannot be set or declared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option `{0}`")]
    Unknown(String),
    /// Only a button goes without a value.
    #[error("option {0} needs a value")]
    NoValue(String),
    /// A check option was given something else than `true` or `false`.
    #[error("option {name} is `true` or `false`, not `{value}`")]
    NotAFlag {
        /// The option's name.
        name: String,
        /// The value as given.
        value: String,
    },
    /// A spin option was given no number or one out of its range.
    #[error("option {name} is a whole number from {min} to {max}, not `{value}`")]
    NotInRange {
        /// The option's name.
        name: String,
        /// The value as given.
        value: String,
        /// Smallest allowed value.
        min: i64,
        /// Largest allowed value.
        max: i64,
    },
    /// A combo option was given a word it does not know.
    #[error("option {name} is one of {choices}, not `{value}`")]
    NotAChoice {
        /// The option's name.
        name: String,
        /// The value as given.
        value: String,
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

    /// The value before the option is set; `None` for a button.
    pub fn default_value(&self) -> Option<OptionValue> {
        match &self.kind {
            OptionKind::Check { default } => Some(OptionValue::Flag(*default)),
            OptionKind::Spin { default, .. } => Some(OptionValue::Number(*default)),
            OptionKind::Combo { default, .. }
            | OptionKind::Text { default }
            | OptionKind::Filename { default } => Some(OptionValue::Text(default.clone())),
            OptionKind::Button => None,
        }
    }

    /// Reads the value of a `setoption` for this option.
    ///
    /// # Errors
    /// The value is missing, of the wrong type or out of range.
    pub fn read_value(&self, value: Option<&str>) -> Result<OptionValue, OptionError> {
        if self.kind == OptionKind::Button {
            return Ok(OptionValue::Pressed);
        }
        let value = value.ok_or_else(|| OptionError::NoValue(self.name.clone()))?;
        match &self.kind {
            OptionKind::Check { .. } => self.read_flag(value),
            OptionKind::Spin { min, max, .. } => self.read_number(value, *min, *max),
            OptionKind::Combo { choices, .. } => self.read_choice(value, choices),
            _ => Ok(OptionValue::Text(value.to_owned())),
        }
    }

    fn read_flag(&self, value: &str) -> Result<OptionValue, OptionError> {
        if value.eq_ignore_ascii_case("true") {
            Ok(OptionValue::Flag(true))
        } else if value.eq_ignore_ascii_case("false") {
            Ok(OptionValue::Flag(false))
        } else {
            Err(OptionError::NotAFlag { name: self.name.clone(), value: excerpt(value) })
        }
    }

    fn read_number(&self, value: &str, min: i64, max: i64) -> Result<OptionValue, OptionError> {
        let number = value.parse().ok().filter(|number| (min..=max).contains(number));
        number.map(OptionValue::Number).ok_or_else(|| OptionError::NotInRange {
            name: self.name.clone(),
            value: excerpt(value),
            min,
            max,
        })
    }

    fn read_choice(&self, value: &str, choices: &[String]) -> Result<OptionValue, OptionError> {
        choices
            .iter()
            .find(|choice| choice.eq_ignore_ascii_case(value))
            .map(|choice| OptionValue::Text(choice.clone()))
            .ok_or_else(|| OptionError::NotAChoice {
                name: self.name.clone(),
                value: excerpt(value),
                choices: choices.join(", "),
            })
    }

    /// Whether an engine may declare this option: names and combo values are words without
    /// blanks, and the default is a value that may be set.
    pub(super) fn check_declaration(&self) -> Result<(), OptionError> {
        check_word(&self.name)?;
        match &self.kind {
            OptionKind::Spin { default, min, max } => {
                self.read_number(&default.to_string(), *min, *max).map(drop)
            }
            OptionKind::Combo { default, choices } => {
                choices.iter().try_for_each(|choice| check_word(choice))?;
                self.read_choice(default, choices).map(drop)
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
