//! One row of the table, seen from outside the search.

/// What values a row takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A technique that is on or off.
    Switch,
    /// A whole number.
    Integer,
    /// A multiple of `1/denominator`, written as a decimal number.
    Fraction {
        /// The fixed-point denominator, positive.
        denominator: i32,
    },
}

/// A switch or parameter: everything that options, tuning and documentation need to know.
///
/// `default`, `min`, `max` and `step` are raw whole numbers: 0 or 1 for a switch, the number itself
/// for an integer, the numerator for a fraction. [`TableRow::text`] turns a raw number into what people
/// read and write. `P` is the struct that holds the values.
#[derive(Debug, Clone, Copy)]
pub struct TableRow<P> {
    /// Heading under which the row is listed.
    pub group: &'static str,
    /// Name for USI, `--set` and documents: CamelCase ASCII without blanks, unique without case.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Raw value in the `default` profile.
    pub default: i32,
    /// Smallest raw value.
    pub min: i32,
    /// Largest raw value.
    pub max: i32,
    /// Raw step for tuning and spin boxes; any value within the range may be set.
    pub step: i32,
    /// Unit of the value (`cp`, `ply`, ...), empty for switches.
    pub unit: &'static str,
    /// Its effect, one sentence.
    pub doc: &'static str,
    /// Where it comes from: citation key and place.
    pub source: &'static str,
    /// Reads the raw value.
    pub(crate) read: fn(&P) -> i32,
    /// Writes a raw value within the range.
    pub(crate) write: fn(&mut P, i32),
}

impl<P> TableRow<P> {
    /// The row's raw value in `params`.
    pub fn raw(&self, params: &P) -> i32 {
        (self.read)(params)
    }

    /// Writes a raw value, clamped to the row's range: the tuner's door.
    pub fn set_raw_clamped(&self, params: &mut P, raw: i32) {
        (self.write)(params, raw.clamp(self.min, self.max));
    }

    /// A raw value as text: `true`/`false`, a whole number, or a decimal fraction.
    pub fn text(&self, raw: i32) -> String {
        match self.kind {
            Kind::Switch => (raw != 0).to_string(),
            Kind::Integer => raw.to_string(),
            Kind::Fraction { denominator } => (f64::from(raw) / f64::from(denominator)).to_string(),
        }
    }

    /// Whether the row is a switch.
    pub fn is_switch(&self) -> bool {
        self.kind == Kind::Switch
    }
}
