//! All options of one engine.

use std::fmt;

use super::option::{OptionError, UsiOption};

/// The options of an engine in the order of their declaration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OptionList(Vec<UsiOption>);

impl OptionList {
    /// The options that an engine declares.
    ///
    /// # Errors
    /// A name is used twice (without regard to case), a name or combo value has blanks, or a
    /// default is not among the allowed values.
    pub fn declare(options: Vec<UsiOption>) -> Result<Self, OptionError> {
        for (index, option) in options.iter().enumerate() {
            option.check_declaration()?;
            let same = |other: &UsiOption| other.name.eq_ignore_ascii_case(&option.name);
            if options[..index].iter().any(same) {
                return Err(OptionError::Duplicate(option.name.clone()));
            }
        }
        Ok(Self(options))
    }

    /// The options that a foreign engine sent, taken as they are.
    pub fn received(options: Vec<UsiOption>) -> Self {
        Self(options)
    }

    /// The option of that name, without regard to ASCII case.
    pub fn find(&self, name: &str) -> Option<&UsiOption> {
        self.0.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The options in order.
    pub fn iter(&self) -> impl Iterator<Item = &UsiOption> {
        self.0.iter()
    }
}

impl fmt::Display for OptionList {
    /// One `option` line for each, every line ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|option| writeln!(f, "{option}"))
    }
}
