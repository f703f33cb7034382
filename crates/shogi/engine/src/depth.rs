//! Remaining depth in half plies, so that an extension may be worth half a ply [bonanza2006].

use core::ops::{Add, AddAssign, Sub, SubAssign};
use zenpuku_params::Fraction;

/// A remaining depth or a change of it, in half plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Depth(i32);

impl Depth {
    /// How many units a ply has.
    pub const UNITS_PER_PLY: i32 = 2;
    /// The horizon: anything below [`Depth::ONE`] goes to the quiescence search.
    pub const ZERO: Self = Self(0);
    /// One ply.
    pub const ONE: Self = Self(Self::UNITS_PER_PLY);

    /// A depth of whole plies.
    #[must_use]
    pub const fn plies(plies: i32) -> Self {
        Self(plies * Self::UNITS_PER_PLY)
    }

    /// A depth of half plies.
    #[must_use]
    pub const fn units(units: i32) -> Self {
        Self(units)
    }

    /// The amount that a row of the parameter table states in plies.
    #[must_use]
    pub const fn from_fraction<const D: i32>(plies: Fraction<D>) -> Self {
        Self(plies.in_units(Self::UNITS_PER_PLY))
    }

    /// The depth in half plies.
    #[must_use]
    pub const fn to_units(self) -> i32 {
        self.0
    }

    /// `per_ply` for every ply of it, rounded towards zero.
    #[must_use]
    pub const fn times(self, per_ply: i32) -> i32 {
        per_ply * self.0 / Self::UNITS_PER_PLY
    }

    /// The whole plies in it, rounded down.
    #[must_use]
    pub const fn whole_plies(self) -> i32 {
        self.0.div_euclid(Self::UNITS_PER_PLY)
    }
}

impl Add for Depth {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for Depth {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Depth {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}
