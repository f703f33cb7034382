//! The order of the weights in files, the same in every format.

use super::features::FeatureSet;
use super::stacked::StackLayers;
use super::stacked_shape::StackedShape;
use super::weights::Weights;
use crate::container::Reader;
use crate::file_error::FormatError;

/// The number of stored weights for each neuron of a dense layer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rows {
    /// As many as there are inputs.
    Exact,
    /// Inputs filled up to a multiple of 32, as in YaneuraOu's files.
    Padded,
}

impl Rows {
    const fn width(self, inputs: usize) -> usize {
        match self {
            Self::Exact => inputs,
            Self::Padded => inputs.next_multiple_of(32),
        }
    }

    /// Reads a matrix of a row of `inputs` weights for each of `neurons`.
    fn take(
        self,
        reader: &mut Reader<'_>,
        what: &'static str,
        neurons: usize,
        inputs: usize,
    ) -> Result<Vec<i8>, FormatError> {
        let width = self.width(inputs);
        let matrix = reader.i8s(what, neurons * width)?;
        Ok(matrix.chunks_exact(width).flat_map(|row| &row[..inputs]).copied().collect())
    }

    /// Writes biases and the matrix of a layer.
    fn put(self, bytes: &mut Vec<u8>, biases: &[i32], matrix: &[i8]) {
        let inputs = matrix.len() / biases.len().max(1);
        bytes.extend(biases.iter().flat_map(|number| number.to_le_bytes()));
        for row in matrix.chunks_exact(inputs.max(1)) {
            bytes.extend(row.iter().map(|number| *number as u8));
            bytes.extend(core::iter::repeat_n(0, self.width(inputs) - inputs));
        }
    }
}

/// Reads the transformer: biases, then weights feature after feature.
pub(super) fn take_transformer(
    reader: &mut Reader<'_>,
    features: FeatureSet,
    width: usize,
) -> Result<(Vec<i16>, Vec<i16>), FormatError> {
    let biases = reader.i16s("transformer biases", width)?;
    let weights = reader.i16s("transformer weights", features.dimensions() * width)?;
    Ok((biases, weights))
}

/// Reads the dense layers: biases and weights of each, neuron after neuron.
pub(super) fn take_layers(
    reader: &mut Reader<'_>,
    weights: &mut Weights,
    rows: Rows,
) -> Result<(), FormatError> {
    let (inputs, [first, second]) = (weights.shape.inputs(), weights.shape.hidden);
    weights.first_biases = reader.i32s("first biases", first)?;
    weights.first_weights = rows.take(reader, "first weights", first, inputs)?;
    weights.second_biases = reader.i32s("second biases", second)?;
    weights.second_weights = rows.take(reader, "second weights", second, first)?;
    weights.output_bias = reader.u32("output bias")? as i32;
    weights.output_weights = rows.take(reader, "output weights", 1, second)?;
    Ok(())
}

/// Reads the dense layers of a stack of an SFNN network.
pub(super) fn take_stack(
    reader: &mut Reader<'_>,
    shape: StackedShape,
    rows: Rows,
) -> Result<StackLayers, FormatError> {
    let (first, [seen, second]) = (shape.first(), shape.hidden);
    Ok(StackLayers {
        first_biases: reader.i32s("first biases", first)?,
        first_weights: rows.take(reader, "first weights", first, shape.transformed)?,
        second_biases: reader.i32s("second biases", second)?,
        second_weights: rows.take(reader, "second weights", second, 2 * seen)?,
        output_bias: reader.u32("output bias")? as i32,
        output_weights: rows.take(reader, "output weights", 1, second)?,
    })
}

/// The counterpart of [`take_transformer`].
pub(super) fn put_transformer(bytes: &mut Vec<u8>, biases: &[i16], weights: &[i16]) {
    for list in [biases, weights] {
        bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
    }
}

/// The counterpart of [`take_layers`].
pub(super) fn put_layers(bytes: &mut Vec<u8>, weights: &Weights, rows: Rows) {
    rows.put(bytes, &weights.first_biases, &weights.first_weights);
    rows.put(bytes, &weights.second_biases, &weights.second_weights);
    rows.put(bytes, &[weights.output_bias], &weights.output_weights);
}

/// The counterpart of [`take_stack`].
pub(super) fn put_stack(bytes: &mut Vec<u8>, stack: &StackLayers, rows: Rows) {
    rows.put(bytes, &stack.first_biases, &stack.first_weights);
    rows.put(bytes, &stack.second_biases, &stack.second_weights);
    rows.put(bytes, &[stack.output_bias], &stack.output_weights);
}
