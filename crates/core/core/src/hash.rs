//! A fast hash, not safe against deliberate collisions.

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Returns the 64-bit FNV-1a hash [fnv].
#[must_use]
pub fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_variant(bytes, 0)
}

/// Returns the FNV-1a hash with a start value chosen by `variant`, for independent hashes of the same bytes.
/// Variant 0 is [`fnv1a`].
#[must_use]
pub fn fnv1a_variant(bytes: &[u8], variant: u64) -> u64 {
    bytes.iter().fold(OFFSET ^ variant, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
