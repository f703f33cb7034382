//! 64-bit ARM, where NEON is always there. The sums of the transformer need no
//! special code: the compiler turns the scalar loops into NEON.

use super::scalar;
use crate::nnue::layers::{BLOCK, Dense, Layers};
use crate::nnue::weights::WEIGHT_SHIFT;
use core::arch::aarch64::*;

pub(super) fn forward(layers: &Layers, us: &[i16], them: &[i16]) -> i32 {
    match (layers.first.outputs(), layers.second.outputs()) {
        (32, 32) => forward_neon::<8, 8>(layers, us, them),
        (16, 32) => forward_neon::<4, 8>(layers, us, them),
        (8, 32) => forward_neon::<2, 8>(layers, us, them),
        (8, 64) => forward_neon::<2, 16>(layers, us, them),
        _ => scalar::forward(layers, us, them),
    }
}

/// Sums that are clamped at a time; every width is a multiple of it.
const CHUNK: usize = 64;
/// Most neurons of a layer here.
const MOST: usize = 64;

/// `FIRST` and `SECOND` are the registers that hold the sums of the hidden layers.
fn forward_neon<const FIRST: usize, const SECOND: usize>(
    layers: &Layers,
    us: &[i16],
    them: &[i16],
) -> i32 {
    let mut sums = biases::<FIRST>(&layers.first);
    let mut parts = layers.first.weights.chunks_exact(CHUNK * 4 * FIRST);
    for (chunk, part) in us.chunks_exact(CHUNK).chain(them.chunks_exact(CHUNK)).zip(&mut parts) {
        let mut inputs = [0; CHUNK];
        for (sum, byte) in chunk.iter().zip(&mut inputs) {
            *byte = (*sum).clamp(0, 127) as i8;
        }
        dense(&mut sums, &inputs, part);
    }
    let first = clipped(&sums);
    let mut sums = biases::<SECOND>(&layers.second);
    dense(&mut sums, &first[..4 * FIRST], &layers.second.weights);
    let second = clipped(&sums);
    let products = second.iter().zip(layers.output.iter());
    let products = products.map(|(x, w)| i32::from(*x) * i32::from(*w));
    products.fold(layers.output_bias, i32::wrapping_add)
}

fn biases<const LANES: usize>(layer: &Dense) -> [int32x4_t; LANES] {
    let biases = &layer.biases[..4 * LANES];
    // SAFETY: every 64-bit ARM has NEON; loads stay within `biases`.
    core::array::from_fn(|lane| unsafe { vld1q_s32(biases.as_ptr().add(4 * lane)) })
}

fn clipped<const LANES: usize>(sums: &[int32x4_t; LANES]) -> [i8; MOST] {
    let mut result = [0; MOST];
    for (sum, bytes) in sums.iter().zip(result.chunks_exact_mut(4)) {
        let mut four = [0_i32; 4];
        // SAFETY: every 64-bit ARM has NEON; `four` has room for the store.
        unsafe { vst1q_s32(four.as_mut_ptr(), *sum) };
        for (byte, sum) in bytes.iter_mut().zip(four) {
            *byte = (sum >> WEIGHT_SHIFT).clamp(0, 127) as i8;
        }
    }
    result
}

/// Adds inputs times weights. Inputs are 0..=127, so that they are the same with and without a
/// sign.
fn dense<const LANES: usize>(sums: &mut [int32x4_t; LANES], inputs: &[i8], weights: &[i8]) {
    for (inputs, block) in inputs.chunks_exact(BLOCK).zip(weights.chunks_exact(16 * LANES)) {
        let four =
            i32::from_le_bytes([inputs[0], inputs[1], inputs[2], inputs[3]].map(|x| x as u8));
        if four == 0 {
            continue;
        }
        // SAFETY: every 64-bit ARM has NEON; loads stay within `block`, of 16 bytes a lane.
        unsafe {
            let inputs = vreinterpretq_s8_s32(vdupq_n_s32(four));
            for (lane, sum) in sums.iter_mut().enumerate() {
                let weights = vld1q_s8(block.as_ptr().add(16 * lane));
                let low = vpaddlq_s16(vmull_s8(vget_low_s8(inputs), vget_low_s8(weights)));
                let high = vpaddlq_s16(vmull_high_s8(inputs, weights));
                *sum = vaddq_s32(*sum, vpaddq_s32(low, high));
            }
        }
    }
}
