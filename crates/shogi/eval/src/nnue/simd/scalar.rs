//! Plain Rust: the reference for the other kernels.

use crate::nnue::features::Changes;
use crate::nnue::layers::{BLOCK, Dense, Layers};
use crate::nnue::weights::{TRANSFORMED, WEIGHT_SHIFT};

/// Most neurons of a hidden layer.
const MOST_HIDDEN: usize = 128;
/// Sums that are handed on at a time; every width is a multiple of it.
const CHUNK: usize = 64;

// The loops over the sums are always inlined, so that the vector kernels can have them compiled
// for their own instructions, and the usual width is spelled out, so that they are unrolled.

#[inline(always)]
pub(super) fn add_all(sums: &mut [i16], rows: &[i16], features: &[u32]) {
    let width = sums.len();
    for &feature in features {
        let row = &rows[feature as usize * width..][..width];
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*weight);
        }
    }
}

#[inline(always)]
pub(super) fn apply(target: &mut [i16], source: &[i16], rows: &[i16], changes: &Changes) {
    let usual = <&mut [i16; TRANSFORMED]>::try_from(&mut *target).ok();
    if let (Some(target), Some(source)) = (usual, source.first_chunk::<TRANSFORMED>()) {
        let rows = rows.as_chunks::<TRANSFORMED>().0;
        apply_rows(target, source, |feature| &rows[feature as usize], changes);
    } else {
        let width = target.len();
        let row = |feature| &rows[feature as usize * width..][..width];
        apply_rows(target, &source[..width], row, changes);
    }
}

#[inline(always)]
fn apply_rows<'a>(to: &mut [i16], from: &[i16], row: impl Fn(u32) -> &'a [i16], changes: &Changes) {
    let width = to.len();
    // One pass over memory for any move: a step or a drop, or with a capture.
    match (changes.removed(), changes.added()) {
        (&[off], &[on]) => {
            let (off, on) = (row(off), row(on));
            for i in 0..width {
                to[i] = from[i].wrapping_add(on[i]).wrapping_sub(off[i]);
            }
        }
        (&[off, off2], &[on, on2]) => {
            let (off, off2, on, on2) = (row(off), row(off2), row(on), row(on2));
            for i in 0..width {
                let (on, off) = (on[i].wrapping_add(on2[i]), off[i].wrapping_add(off2[i]));
                to[i] = from[i].wrapping_add(on).wrapping_sub(off);
            }
        }
        _ => to.copy_from_slice(from),
    }
}

/// Sums of the neurons of a layer.
struct Neurons {
    sums: [i32; MOST_HIDDEN],
    count: usize,
}

impl Neurons {
    fn new(layer: &Dense) -> Self {
        let mut sums = [0; MOST_HIDDEN];
        sums[..layer.outputs()].copy_from_slice(&layer.biases);
        Self { sums, count: layer.outputs() }
    }

    /// Adds `inputs`, of which the first is input `first` of the layer, times their weights.
    fn add(&mut self, layer: &Dense, first: usize, inputs: &[u8]) {
        let width = BLOCK * self.count;
        let blocks = layer.weights[first * self.count..].chunks_exact(width);
        for (inputs, block) in inputs.chunks_exact(BLOCK).zip(blocks) {
            if inputs == [0; BLOCK] {
                continue;
            }
            for (sum, weights) in self.sums.iter_mut().zip(block.chunks_exact(BLOCK)) {
                let products = inputs.iter().zip(weights);
                let more: i32 = products.map(|(x, w)| i32::from(*x) * i32::from(*w)).sum();
                *sum = sum.wrapping_add(more);
            }
        }
    }

    fn sums(&self) -> &[i32] {
        &self.sums[..self.count]
    }
}

pub(super) fn forward(layers: &Layers, us: &[i16], them: &[i16]) -> i32 {
    let mut first = Neurons::new(&layers.first);
    for (half, sums) in [us, them].into_iter().enumerate() {
        for (chunk, sums) in sums.chunks_exact(CHUNK).enumerate() {
            let mut inputs = [0; CHUNK];
            for (input, sum) in inputs.iter_mut().zip(sums) {
                *input = (*sum).clamp(0, 127) as u8;
            }
            first.add(&layers.first, half * us.len() + chunk * CHUNK, &inputs);
        }
    }
    let mut inputs = [0; MOST_HIDDEN];
    let inputs = &mut inputs[..layers.first.outputs()];
    for (input, sum) in inputs.iter_mut().zip(first.sums()) {
        *input = clipped(*sum);
    }
    tail(layers, inputs)
}

/// Second layer and output.
fn tail(layers: &Layers, inputs: &[u8]) -> i32 {
    let mut second = Neurons::new(&layers.second);
    second.add(&layers.second, 0, inputs);
    let products = second.sums().iter().zip(layers.output.iter());
    let products = products.map(|(sum, weight)| i32::from(clipped(*sum)) * i32::from(*weight));
    products.fold(layers.output_bias, i32::wrapping_add)
}

fn clipped(sum: i32) -> u8 {
    (sum >> WEIGHT_SHIFT).clamp(0, 127) as u8
}

/// Largest sum of an SFNN transformer that counts: 127, doubled.
pub(super) const FULL: i16 = 254;
/// The least sum of a neuron whose square, shifted right by 19, is 127.
#[cfg(any(target_arch = "x86_64", test))]
pub(super) const ROOT: i32 = 8160;

/// The layers of an SFNN network: halves of a view's sums are multiplied, and
/// the first layer outputs its neurons and their squares.
#[inline(always)]
pub(super) fn forward_product(layers: &Layers, us: &[i16], them: &[i16]) -> i32 {
    let mut first = Neurons::new(&layers.first);
    for (side, sums) in [us, them].into_iter().enumerate() {
        let (low, high) = sums.split_at(sums.len() / 2);
        let chunks = low.chunks_exact(CHUNK).zip(high.chunks_exact(CHUNK));
        for (chunk, (low, high)) in chunks.enumerate() {
            let mut inputs = [0; CHUNK];
            for (input, (a, b)) in inputs.iter_mut().zip(low.iter().zip(high)) {
                let (a, b) = (i32::from((*a).clamp(0, FULL)), i32::from((*b).clamp(0, FULL)));
                *input = ((a * b) >> 9) as u8;
            }
            first.add(&layers.first, side * sums.len() / 2 + chunk * CHUNK, &inputs);
        }
    }
    let sums = first.sums();
    // A further neuron in addition to the inputs of the second layer goes straight to the output.
    let seen = sums.len() - usize::from(layers.shortcut);
    let mut inputs = [0; MOST_HIDDEN];
    let (squares, values) = inputs[..2 * seen].split_at_mut(seen);
    for ((square, value), sum) in squares.iter_mut().zip(values).zip(sums) {
        *square = (i64::from(*sum).pow(2) >> 19).min(127) as u8;
        *value = clipped(*sum);
    }
    let straight = sums.get(seen).copied().unwrap_or(0);
    tail(layers, &inputs[..(2 * seen).next_multiple_of(BLOCK)]).wrapping_add(straight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_the_least_sum_with_the_greatest_square() {
        assert_eq!((ROOT * ROOT) >> 19, 127);
        assert_eq!(((ROOT - 1) * (ROOT - 1)) >> 19, 126);
    }
}
