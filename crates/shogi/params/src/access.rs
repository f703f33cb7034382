//! Reading and writing values by name.

use crate::error::ParamError;
use crate::profile::{PROFILE_OPTION, PROFILES, Profile};
use crate::row::Kind;
use crate::rows::{Row, find_row, rows};
use crate::suggest::nearest;
use crate::table::Params;
use crate::text::read_switch;

impl Default for Params {
    fn default() -> Self {
        Self::table_defaults()
    }
}

impl Params {
    /// The values of the profile called `name` (without regard to case).
    ///
    /// # Errors
    /// [`ParamError::UnknownProfile`].
    pub fn profile(name: &str) -> Result<Self, ParamError> {
        PROFILES
            .iter()
            .find(|profile| profile.name.eq_ignore_ascii_case(name))
            .map(Profile::params)
            .ok_or_else(|| ParamError::UnknownProfile {
                name: name.into(),
                known: known_profiles(),
            })
    }

    /// The name of the profile with these values, if unchanged since.
    ///
    /// Of two profiles with the same values the first one is named.
    pub fn profile_name(&self) -> Option<&'static str> {
        PROFILES.iter().find(|profile| profile.params() == *self).map(|profile| profile.name)
    }

    /// Assigns `value` to the row `name`, or selects a profile if `name` is `Profile`.
    ///
    /// Names are matched without regard to case. A profile resets every row.
    ///
    /// # Errors
    /// Names the wrong name or value and the allowed ones; the parameters are then
    /// unchanged.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let value = value.trim();
        if name.eq_ignore_ascii_case(PROFILE_OPTION) {
            *self = Self::profile(value)?;
            return Ok(());
        }
        let row = known_row(name)?;
        (row.write)(self, parse(row, value)?);
        Ok(())
    }

    /// The value of the row `name` as text that [`Params::set`] accepts.
    ///
    /// # Errors
    /// [`ParamError::UnknownName`].
    pub fn get(&self, name: &str) -> Result<String, ParamError> {
        known_row(name).map(|row| row.text(row.raw(self)))
    }

    /// Assigns one `name=value`.
    ///
    /// # Errors
    /// [`ParamError::NotAnAssignment`] without `=`, else as [`Params::set`].
    pub fn assign(&mut self, text: &str) -> Result<(), ParamError> {
        match text.split_once('=') {
            Some((name, value)) => self.set(name.trim(), value),
            None => Err(ParamError::NotAnAssignment { text: text.into() }),
        }
    }

    /// Assigns several `name=value`, separated by blanks or commas, from left to right.
    ///
    /// # Errors
    /// As [`Params::assign`] for the first wrong one; the parameters are then unchanged.
    pub fn assign_all(&mut self, text: &str) -> Result<(), ParamError> {
        let mut changed = *self;
        for assignment in text.split([' ', ',', '\t', '\n']).filter(|part| !part.is_empty()) {
            changed.assign(assignment)?;
        }
        *self = changed;
        Ok(())
    }

    /// Assigns the rows of a profile file: one `name=value` per line; empty
    /// lines and comments after `#` are skipped. `Profile=NAME` may begin it.
    ///
    /// # Errors
    /// The line, from 1, and its error; the parameters are then unchanged.
    pub fn assign_file(&mut self, text: &str) -> Result<(), (usize, ParamError)> {
        let mut changed = *self;
        for (index, line) in text.lines().enumerate() {
            let line = line.split_once('#').map_or(line, |(line, _)| line).trim();
            if !line.is_empty() {
                changed.assign(line).map_err(|error| (index + 1, error))?;
            }
        }
        *self = changed;
        Ok(())
    }

    /// Every row with its value as text, in the order of the table.
    pub fn values(&self) -> impl Iterator<Item = (&'static Row, String)> + '_ {
        rows().map(|row| (row, row.text(row.raw(self))))
    }

    /// The rows in which `self` differs from `base`, with the text of `self`'s value.
    pub fn changes_from<'a>(
        &'a self,
        base: &'a Params,
    ) -> impl Iterator<Item = (&'static Row, String)> + 'a {
        rows()
            .filter(|row| row.raw(self) != row.raw(base))
            .map(|row| (row, row.text(row.raw(self))))
    }
}

fn known_profiles() -> String {
    PROFILES.iter().map(|profile| profile.name).collect::<Vec<_>>().join(", ")
}

fn known_row(name: &str) -> Result<&'static Row, ParamError> {
    find_row(name).ok_or_else(|| ParamError::UnknownName {
        name: name.into(),
        suggestion: nearest(name, rows().map(|row| row.name).chain([PROFILE_OPTION])),
    })
}

/// The raw number of `value` in `row`.
fn parse(row: &Row, value: &str) -> Result<i32, ParamError> {
    match row.kind {
        Kind::Switch => {
            let bad = || ParamError::NotASwitchValue { name: row.name, value: value.into() };
            read_switch(value).map(i32::from).ok_or_else(bad)
        }
        Kind::Integer => {
            let number: i64 = value.parse().map_err(|_| not_a_number(row, value))?;
            in_range(row, value, number)
        }
        Kind::Fraction { denominator } => parse_fraction(row, value, denominator),
    }
}

fn parse_fraction(row: &Row, value: &str, denominator: i32) -> Result<i32, ParamError> {
    let number: f64 = value.parse().map_err(|_| not_a_number(row, value))?;
    if !number.is_finite() {
        return Err(not_a_number(row, value));
    }
    let scaled = number * f64::from(denominator);
    let raw = in_range(row, value, scaled.round() as i64)?;
    if (scaled - scaled.round()).abs() > 1e-6 {
        return Err(ParamError::NotAMultiple { name: row.name, value: value.into(), denominator });
    }
    Ok(raw)
}

fn in_range(row: &Row, value: &str, number: i64) -> Result<i32, ParamError> {
    i32::try_from(number).ok().filter(|raw| (row.min..=row.max).contains(raw)).ok_or_else(|| {
        ParamError::OutOfRange {
            name: row.name,
            value: value.into(),
            min: row.text(row.min),
            max: row.text(row.max),
        }
    })
}

fn not_a_number(row: &Row, value: &str) -> ParamError {
    ParamError::NotANumber {
        name: row.name,
        value: value.into(),
        min: row.text(row.min),
        max: row.text(row.max),
    }
}
