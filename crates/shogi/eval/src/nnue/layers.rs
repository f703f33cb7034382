//! The dense layers, laid out for the CPU.

use super::simd::Aligned;
use super::stacked::StackLayers;
use super::weights::Weights;

/// Inputs that one step of a dense layer takes: four bytes for every neuron.
pub(super) const BLOCK: usize = 4;

/// A dense layer, its inputs in blocks so that blocks of zeros can be skipped.
#[derive(Clone, Debug)]
pub(super) struct Dense {
    /// One for each neuron.
    pub(super) biases: Aligned<i32>,
    /// Block after block, in each neuron after neuron four weights.
    pub(super) weights: Aligned<i8>,
}

impl Dense {
    /// Turns a matrix of a row of `inputs` weights for each neuron into blocks. Missing inputs of
    /// the last block have no weight.
    fn new(biases: &[i32], matrix: &[i8], inputs: usize) -> Self {
        let outputs = biases.len();
        let mut weights = Aligned::zeros(inputs.div_ceil(BLOCK) * BLOCK * outputs);
        for (neuron, row) in matrix.chunks_exact(inputs).enumerate() {
            for (input, weight) in row.iter().enumerate() {
                let block = input / BLOCK * BLOCK * outputs;
                weights[block + neuron * BLOCK + input % BLOCK] = *weight;
            }
        }
        Self { biases: Aligned::from_slice(biases), weights }
    }

    /// Number of neurons.
    #[inline]
    pub(super) fn outputs(&self) -> usize {
        self.biases.len()
    }
}

/// What follows the transformer.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    pub(super) first: Dense,
    pub(super) second: Dense,
    pub(super) output: Aligned<i8>,
    pub(super) output_bias: i32,
    /// Of an SFNN network: does the last neuron of the first layer go straight to the output?
    pub(super) shortcut: bool,
}

impl Layers {
    /// The layers of checked `weights`.
    pub(super) fn new(weights: &Weights) -> Self {
        let (inputs, hidden) = (weights.shape.inputs(), weights.shape.hidden[0]);
        Self {
            first: Dense::new(&weights.first_biases, &weights.first_weights, inputs),
            second: Dense::new(&weights.second_biases, &weights.second_weights, hidden),
            output: Aligned::from_slice(&weights.output_weights),
            output_bias: weights.output_bias,
            shortcut: false,
        }
    }

    /// One of the stacks of an SFNN network, whose lists have been checked.
    pub(super) fn stacked(stack: &StackLayers) -> Self {
        let (first, second) = (stack.first_biases.len(), stack.second_biases.len());
        let inputs = stack.first_weights.len() / first;
        let seen = stack.second_weights.len() / second;
        Self {
            first: Dense::new(&stack.first_biases, &stack.first_weights, inputs),
            second: Dense::new(&stack.second_biases, &stack.second_weights, seen),
            output: Aligned::from_slice(&stack.output_weights),
            output_bias: stack.output_bias,
            shortcut: seen < 2 * first,
        }
    }
}
