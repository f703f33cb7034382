//! The types a row's field can have.

/// A fixed-point number: a whole count of `1/DENOMINATOR`.
///
/// Used for amounts such as half plies, where integer arithmetic keeps the search deterministic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Fraction<const DENOMINATOR: i32>(i32);

impl<const DENOMINATOR: i32> Fraction<DENOMINATOR> {
    /// The fraction `raw / DENOMINATOR`.
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// The numerator, in units of `1/DENOMINATOR`.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The same amount counted in units of `1/units_per_one`, rounded towards zero.
    ///
    /// A depth stored in half plies uses `in_units(2)`.
    pub const fn in_units(self, units_per_one: i32) -> i32 {
        self.scale(units_per_one)
    }

    /// `factor` times this fraction, rounded towards zero and kept within the range of `i32`.
    pub const fn scale(self, factor: i32) -> i32 {
        let exact = self.0 as i64 * factor as i64 / DENOMINATOR as i64;
        if exact > i32::MAX as i64 {
            i32::MAX
        } else if exact < i32::MIN as i64 {
            i32::MIN
        } else {
            exact as i32
        }
    }

    /// The fraction as a floating-point number, for printing and tuning.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / f64::from(DENOMINATOR)
    }
}

/// A field type of [`crate::Params`]: everything is carried through the table as a whole number.
pub trait Value: Copy {
    /// The integer that represents this value in the table.
    fn to_raw(self) -> i32;
    /// The value represented by `raw`.
    fn from_raw(raw: i32) -> Self;
}

impl Value for bool {
    fn to_raw(self) -> i32 {
        i32::from(self)
    }
    fn from_raw(raw: i32) -> Self {
        raw != 0
    }
}

impl Value for i32 {
    fn to_raw(self) -> i32 {
        self
    }
    fn from_raw(raw: i32) -> Self {
        raw
    }
}

impl<const DENOMINATOR: i32> Value for Fraction<DENOMINATOR> {
    fn to_raw(self) -> i32 {
        self.raw()
    }
    fn from_raw(raw: i32) -> Self {
        Fraction::from_raw(raw)
    }
}
