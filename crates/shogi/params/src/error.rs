//! Errors of an assignment.

use crate::suggest::did_you_mean;

/// Why a value could not be read from or written to the table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// No row has this name.
    #[error("unknown parameter `{name}`{}", did_you_mean(*.suggestion))]
    UnknownName {
        /// The name as given.
        name: String,
        /// The nearest name of the table, if one is near.
        suggestion: Option<&'static str>,
    },
    /// No profile has this name.
    #[error("unknown profile `{name}`; known profiles: {known}")]
    UnknownProfile {
        /// The name as given.
        name: String,
        /// The names of all profiles, separated by commas.
        known: String,
    },
    /// A switch was given something else than `true`, `false`, `on` or `off`.
    #[error("switch {name} is `true` or `false`, not `{value}`")]
    NotASwitchValue {
        /// The row's name.
        name: &'static str,
        /// The value as given.
        value: String,
    },
    /// A number was expected.
    #[error("parameter {name} is a number from {min} to {max}, not `{value}`")]
    NotANumber {
        /// The row's name.
        name: &'static str,
        /// The value as given.
        value: String,
        /// The smallest allowed value, as text.
        min: String,
        /// The largest allowed value, as text.
        max: String,
    },
    /// The number is outside the row's range.
    #[error("parameter {name} ranges from {min} to {max}, {value} is outside")]
    OutOfRange {
        /// The row's name.
        name: &'static str,
        /// The value as given.
        value: String,
        /// The smallest allowed value, as text.
        min: String,
        /// The largest allowed value, as text.
        max: String,
    },
    /// A fraction that the row's fixed-point form cannot hold.
    #[error("parameter {name} is a multiple of 1/{denominator}, {value} is not")]
    NotAMultiple {
        /// The row's name.
        name: &'static str,
        /// The value as given.
        value: String,
        /// The row's denominator.
        denominator: i32,
    },
    /// An assignment without `=`.
    #[error("`{text}` is not of the form name=value")]
    NotAnAssignment {
        /// The text as given.
        text: String,
    },
}
