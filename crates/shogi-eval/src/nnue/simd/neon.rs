//! 64-bit ARM, where NEON is always there. The sums of the transformer need no code of their
//! own: the compiler turns the scalar loops into NEON.

use crate::nnue::network::{BLOCK, Block, Layers, Sums};
use crate::nnue::weights::{FIRST_INPUTS, HIDDEN, TRANSFORMED, WEIGHT_SHIFT};
use core::arch::aarch64::*;

/// Registers that hold the sums of a hidden layer.
const LANES: usize = HIDDEN / 4;

pub(super) fn forward(layers: &Layers, us: &Sums, them: &Sums) -> i32 {
    let mut inputs = [0; FIRST_INPUTS];
    let (ours, theirs) = inputs.split_at_mut(TRANSFORMED);
    clamp(us, ours);
    clamp(them, theirs);
    let first = clipped(&dense(&inputs, &layers.first, &layers.first_biases));
    let second = clipped(&dense(&first, &layers.second, &layers.second_biases));
    let products = second.iter().zip(&layers.output).map(|(x, w)| i32::from(*x) * i32::from(*w));
    products.fold(layers.output_bias, i32::wrapping_add)
}

fn clamp(sums: &Sums, bytes: &mut [i8]) {
    for (sum, byte) in sums.0.iter().zip(bytes) {
        *byte = (*sum).clamp(0, 127) as i8;
    }
}

fn clipped(sums: &[i32; HIDDEN]) -> [i8; HIDDEN] {
    sums.map(|sum| (sum >> WEIGHT_SHIFT).clamp(0, 127) as i8)
}

/// Inputs are 0..=127, so that they are the same with and without a sign.
fn dense(inputs: &[i8], blocks: &[Block], biases: &[i32; HIDDEN]) -> [i32; HIDDEN] {
    let mut result = [0; HIDDEN];
    // SAFETY: every 64-bit ARM has NEON. Loads stay within `biases` (8 times 4 numbers) and a
    // block (8 times 16 bytes), the stores within `result` (8 times 4 numbers).
    unsafe {
        let mut sums: [int32x4_t; LANES] =
            core::array::from_fn(|lane| vld1q_s32(biases.as_ptr().add(4 * lane)));
        for (inputs, block) in inputs.chunks_exact(BLOCK).zip(blocks) {
            let four =
                i32::from_le_bytes([inputs[0], inputs[1], inputs[2], inputs[3]].map(|x| x as u8));
            if four == 0 {
                continue;
            }
            let inputs = vreinterpretq_s8_s32(vdupq_n_s32(four));
            for (lane, sum) in sums.iter_mut().enumerate() {
                let weights = vld1q_s8(block.0.as_ptr().add(16 * lane));
                let low = vpaddlq_s16(vmull_s8(vget_low_s8(inputs), vget_low_s8(weights)));
                let high = vpaddlq_s16(vmull_high_s8(inputs, weights));
                *sum = vaddq_s32(*sum, vpaddq_s32(low, high));
            }
        }
        for (lane, sum) in sums.into_iter().enumerate() {
            vst1q_s32(result.as_mut_ptr().add(4 * lane), sum);
        }
    }
    result
}
