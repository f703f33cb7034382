//! Plain Rust: what the other kernels must equal.

use crate::nnue::features::Changes;
use crate::nnue::network::{BLOCK, Block, Layers, Sums};
use crate::nnue::weights::{FIRST_INPUTS, HIDDEN, TRANSFORMED, WEIGHT_SHIFT};

// The loops over the sums are always inlined, so that the vector kernels can have them compiled
// for their own instructions.

#[inline(always)]
pub(super) fn add_all(sums: &mut Sums, rows: &[Sums], features: &[u32]) {
    for &feature in features {
        let row = &rows[feature as usize].0;
        for (sum, weight) in sums.0.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*weight);
        }
    }
}

#[inline(always)]
pub(super) fn apply(target: &mut Sums, source: &Sums, rows: &[Sums], changes: &Changes) {
    let row = |feature: u32| &rows[feature as usize].0;
    let (from, to) = (&source.0, &mut target.0);
    // One pass over memory whatever the move: a step or a drop, or with a capture.
    match (changes.removed(), changes.added()) {
        (&[off], &[on]) => {
            let (off, on) = (row(off), row(on));
            for i in 0..TRANSFORMED {
                to[i] = from[i].wrapping_add(on[i]).wrapping_sub(off[i]);
            }
        }
        (&[off, off2], &[on, on2]) => {
            let (off, off2, on, on2) = (row(off), row(off2), row(on), row(on2));
            for i in 0..TRANSFORMED {
                let (on, off) = (on[i].wrapping_add(on2[i]), off[i].wrapping_add(off2[i]));
                to[i] = from[i].wrapping_add(on).wrapping_sub(off);
            }
        }
        _ => *to = *from,
    }
}

pub(super) fn forward(layers: &Layers, us: &Sums, them: &Sums) -> i32 {
    let mut inputs = [0; FIRST_INPUTS];
    for (input, sum) in inputs.iter_mut().zip(us.0.iter().chain(&them.0)) {
        *input = (*sum).clamp(0, 127) as u8;
    }
    let first = clipped(dense(&inputs, &layers.first, &layers.first_biases));
    let second = clipped(dense(&first, &layers.second, &layers.second_biases));
    let products = second.iter().zip(&layers.output).map(|(x, w)| i32::from(*x) * i32::from(*w));
    products.fold(layers.output_bias, i32::wrapping_add)
}

fn dense(inputs: &[u8], blocks: &[Block], biases: &[i32; HIDDEN]) -> [i32; HIDDEN] {
    let mut sums = *biases;
    for (inputs, block) in inputs.chunks_exact(BLOCK).zip(blocks) {
        if inputs == [0; BLOCK] {
            continue;
        }
        for (sum, weights) in sums.iter_mut().zip(block.0.chunks_exact(BLOCK)) {
            let products = inputs.iter().zip(weights);
            let more: i32 = products.map(|(x, w)| i32::from(*x) * i32::from(*w)).sum();
            *sum = sum.wrapping_add(more);
        }
    }
    sums
}

fn clipped(sums: [i32; HIDDEN]) -> [u8; HIDDEN] {
    sums.map(|sum| (sum >> WEIGHT_SHIFT).clamp(0, 127) as u8)
}
