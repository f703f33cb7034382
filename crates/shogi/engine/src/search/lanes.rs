//! Blocks of scores, compared by vector code where the program is compiled for a processor that has it.

use super::selection::BLOCK;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) use avx2::{best, equals};
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) use plain::{best, equals};

/// The reference for the vector code.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod plain {
    use super::BLOCK;

    /// The greatest score of the blocks, of the last of which only the first `counting` count.
    #[inline]
    pub(crate) fn best(blocks: &[[i32; BLOCK]], counting: usize) -> i32 {
        let scores = blocks.as_flattened();
        let count = scores.len() + counting - BLOCK;
        scores[..count].iter().fold(i32::MIN, |best, &score| best.max(score))
    }

    /// A bit for every score of at most eight blocks: is it this one?
    #[inline]
    pub(crate) fn equals(blocks: &[[i32; BLOCK]], score: i32) -> u64 {
        let mut equals = 0;
        for (index, block) in blocks.iter().enumerate() {
            // First all eight together: few blocks contain it.
            if block.iter().fold(false, |any, &other| any | (other == score)) {
                for (lane, &other) in block.iter().enumerate() {
                    equals |= u64::from(other == score) << (BLOCK * index + lane);
                }
            }
        }
        equals
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    use super::BLOCK;
    use core::arch::x86_64::*;

    /// As the plain one.
    #[inline(always)]
    pub(crate) fn best(blocks: &[[i32; BLOCK]], counting: usize) -> i32 {
        // SAFETY: the program is compiled for processors with AVX2.
        unsafe { best_avx2(blocks, counting) }
    }

    /// As the plain one.
    #[inline(always)]
    pub(crate) fn equals(blocks: &[[i32; BLOCK]], score: i32) -> u64 {
        // SAFETY: as above.
        unsafe { equals_avx2(blocks, score) }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn best_avx2(blocks: &[[i32; BLOCK]], counting: usize) -> i32 {
        let least = _mm256_set1_epi32(i32::MIN);
        let Some((last, others)) = blocks.split_last() else { return i32::MIN };
        let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        let counts = _mm256_cmpgt_epi32(_mm256_set1_epi32(counting as i32), lanes);
        let mut best = _mm256_blendv_epi8(least, load(last), counts);
        for block in others {
            best = _mm256_max_epi32(best, load(block));
        }
        let four = _mm_max_epi32(_mm256_castsi256_si128(best), _mm256_extracti128_si256::<1>(best));
        let two = _mm_max_epi32(four, _mm_unpackhi_epi64(four, four));
        let one = _mm_max_epi32(two, _mm_shuffle_epi32::<0b01>(two));
        _mm_cvtsi128_si32(one)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn equals_avx2(blocks: &[[i32; BLOCK]], score: i32) -> u64 {
        let score = _mm256_set1_epi32(score);
        let mut equals = 0;
        for (index, block) in blocks.iter().enumerate() {
            let same = _mm256_castsi256_ps(_mm256_cmpeq_epi32(load(block), score));
            equals |= u64::from(_mm256_movemask_ps(same) as u32) << (BLOCK * index);
        }
        equals
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(block: &[i32; BLOCK]) -> __m256i {
        // SAFETY: a block is 32 bytes of plain numbers, and unaligned loads are allowed.
        unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vector_code_equals_the_plain_one() {
        let scores: Vec<i32> = (0..64).map(|index: i32| (index * 37) % 23 - 11).collect();
        for count in 1..=scores.len() {
            let blocks = &scores.as_chunks::<BLOCK>().0[..count.div_ceil(BLOCK)];
            let counting = count - (blocks.len() - 1) * BLOCK;
            assert_eq!(best(blocks, counting), plain::best(blocks, counting), "{count}");
            for score in -12..=12 {
                assert_eq!(equals(blocks, score), plain::equals(blocks, score), "{count} {score}");
            }
        }
    }
}
