//! The network's arithmetic on different CPUs, with the same results everywhere.

mod aligned;
mod scalar;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;

pub(super) use aligned::Aligned;

use super::features::Changes;
use super::layers::Layers;

/// An implementation of the network's arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Plain Rust, the definition of the results.
    Scalar,
    /// x86-64 with AVX2.
    Avx2,
    /// x86-64 with AVX-512 F, BW, VL and VNNI.
    Avx512Vnni,
    /// 64-bit ARM.
    Neon,
}

impl Kernel {
    /// All there are, the fastest last.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Neon, Self::Avx2, Self::Avx512Vnni];

    /// The name for documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512Vnni => "avx512-vnni",
            Self::Neon => "neon",
        }
    }

    /// The fastest one of this CPU.
    #[must_use]
    pub fn best() -> Self {
        let available = Self::ALL.into_iter().rev().find(|kernel| kernel.is_available());
        available.unwrap_or(Self::Scalar)
    }

    /// Does this CPU have the instructions of the kernel?
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vnni => avx512::is_available(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => true,
            #[allow(unreachable_patterns)]
            _ => false,
        }
    }

    /// Adds the rows of `features` to `sums`.
    #[inline]
    pub(super) fn add_all(self, sums: &mut [i16], rows: &[i16], features: &[u32]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 | Self::Avx512Vnni => avx2::add_all(sums, rows, features),
            _ => scalar::add_all(sums, rows, features),
        }
    }

    /// `target` = `source` without the removed rows and with the added ones.
    #[inline]
    pub(super) fn apply(self, target: &mut [i16], source: &[i16], rows: &[i16], changes: &Changes) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 | Self::Avx512Vnni => avx2::apply(target, source, rows, changes),
            _ => scalar::apply(target, source, rows, changes),
        }
    }

    /// The output for the sums of the side to move and of the other side.
    #[inline]
    pub(super) fn forward(self, layers: &Layers, us: &[i16], them: &[i16]) -> i32 {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::forward(layers, us, them),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vnni => avx512::forward(layers, us, them),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => neon::forward(layers, us, them),
            _ => scalar::forward(layers, us, them),
        }
    }

    /// The output of an SFNN network for the sums of the side to move and of the other side.
    #[inline]
    pub(super) fn forward_product(self, layers: &Layers, us: &[i16], them: &[i16]) -> i32 {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::forward_product(layers, us, them),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vnni => avx512::forward_product(layers, us, them),
            _ => scalar::forward_product(layers, us, them),
        }
    }
}

impl core::fmt::Display for Kernel {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}
