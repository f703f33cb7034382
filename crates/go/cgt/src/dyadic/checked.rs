//! Operations that may leave the range of dyadic numbers: construction and arithmetic.

use super::Dyadic;
use crate::{CgtError, Result};

impl Dyadic {
    /// `numerator / 2^exponent`, brought to lowest terms.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if the lowest terms are out of range.
    pub fn new(numerator: i64, exponent: u32) -> Result<Self> {
        Self::reduce(i128::from(numerator), exponent)
    }

    pub(crate) fn reduce(numerator: i128, exponent: u32) -> Result<Self> {
        if numerator == 0 {
            return Ok(Self::ZERO);
        }
        let shift = numerator.trailing_zeros().min(exponent);
        let exponent = exponent - shift;
        let numerator = i64::try_from(numerator >> shift).map_err(|_| CgtError::Overflow)?;
        // -2^63 is left out so that negation cannot fail.
        if exponent > Self::MAX_EXPONENT || numerator == i64::MIN {
            return Err(CgtError::Overflow);
        }
        Ok(Self { numerator, exponent })
    }

    /// The sum.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if it is out of range.
    pub fn checked_add(self, other: Self) -> Result<Self> {
        let exponent = self.exponent.max(other.exponent);
        // Each term is below 2^63 * 2^62, so the sum fits.
        Self::reduce(self.scaled(exponent) + other.scaled(exponent), exponent)
    }

    /// The difference.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if it is out of range.
    pub fn checked_sub(self, other: Self) -> Result<Self> {
        self.checked_add(-other)
    }

    /// This taken `factor` times.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if it is out of range.
    pub fn checked_mul(self, factor: i64) -> Result<Self> {
        Self::reduce(i128::from(self.numerator) * i128::from(factor), self.exponent)
    }

    /// Half of this.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if the denominator is out of range.
    pub fn half(self) -> Result<Self> {
        Self::reduce(i128::from(self.numerator), self.exponent + 1)
    }
}

impl TryFrom<i64> for Dyadic {
    type Error = CgtError;

    fn try_from(n: i64) -> Result<Self> {
        Self::new(n, 0)
    }
}
