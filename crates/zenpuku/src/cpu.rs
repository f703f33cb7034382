//! The check that this CPU can run this build.
//!
//! The board library picks its SIMD at compile time, so an AVX2 build dies
//! with SIGILL on an older CPU; this says it in words instead.
//! `is_x86_feature_detected!` cannot: it is constant `true` for a feature the
//! build assumes, so CPUID is asked directly.

use std::fmt;

/// The CPU lacks instructions this build uses.
#[derive(Debug, PartialEq, Eq)]
pub struct Unsupported(Vec<&'static str>);

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this build of zenpuku needs a CPU with {}; use the portable build: \
             zenpuku-x86-64-v1 of `cargo xtask dist`",
            self.0.join(", ")
        )
    }
}

impl std::error::Error for Unsupported {}

/// Registers of one CPUID leaf that hold feature bits.
#[derive(Debug, Clone, Copy)]
enum Register {
    Leaf1Ecx,
    Leaf7Ebx,
    Extended1Ecx,
}

/// A feature: its name, where its bit is, and whether this build assumes it.
struct Feature {
    name: &'static str,
    register: Register,
    bit: u32,
    assumed: bool,
}

macro_rules! feature {
    ($name:literal, $register:ident, $bit:literal) => {
        Feature {
            name: $name,
            register: Register::$register,
            bit: $bit,
            assumed: cfg!(target_feature = $name),
        }
    };
}

/// What x86-64-v3 and -v4 add over the baseline; bits as in the Intel SDM,
/// volume 2, CPUID.
const FEATURES: [Feature; 9] = [
    feature!("avx", Leaf1Ecx, 28),
    feature!("fma", Leaf1Ecx, 12),
    feature!("popcnt", Leaf1Ecx, 23),
    feature!("lzcnt", Extended1Ecx, 5),
    feature!("bmi1", Leaf7Ebx, 3),
    feature!("avx2", Leaf7Ebx, 5),
    feature!("bmi2", Leaf7Ebx, 8),
    feature!("avx512f", Leaf7Ebx, 16),
    feature!("avx512bw", Leaf7Ebx, 30),
];

/// Compares this build with this CPU.
///
/// # Errors
/// [`Unsupported`] with the names of the missing instruction sets.
pub fn check() -> Result<(), Unsupported> {
    let missing = missing(read);
    if missing.is_empty() { Ok(()) } else { Err(Unsupported(missing)) }
}

fn missing(read: impl Fn(Register) -> u32) -> Vec<&'static str> {
    FEATURES
        .iter()
        .filter(|feature| feature.assumed && read(feature.register) & (1 << feature.bit) == 0)
        .map(|feature| feature.name)
        .collect()
}

#[cfg(target_arch = "x86_64")]
fn read(register: Register) -> u32 {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    match register {
        Register::Leaf1Ecx => __cpuid(1).ecx,
        Register::Leaf7Ebx => __cpuid_count(7, 0).ebx,
        Register::Extended1Ecx => __cpuid(0x8000_0001).ecx,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn read(_register: Register) -> u32 {
    u32::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_cpu_runs_this_build() {
        assert_eq!(check(), Ok(()));
    }

    #[test]
    fn exactly_the_assumed_features_are_missed() {
        let assumed: Vec<_> =
            FEATURES.iter().filter(|feature| feature.assumed).map(|feature| feature.name).collect();
        assert_eq!(missing(|_| 0), assumed);
        assert!(missing(|_| u32::MAX).is_empty());
    }

    #[test]
    fn the_message_names_features_and_the_way_out() {
        let text = Unsupported(vec!["avx2", "bmi2"]).to_string();
        assert!(text.contains("avx2, bmi2") && text.contains("x86-64-v1"), "{text}");
    }
}
