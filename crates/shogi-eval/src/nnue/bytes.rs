//! The order of the weights in files, the same in every format.

use super::load::FormatError;
use super::weights::{FIRST_INPUTS, HIDDEN, TRANSFORMED, Weights};
use crate::container::Reader;

/// Reads the transformer: biases, then weights feature after feature.
pub(super) fn take_transformer(
    reader: &mut Reader<'_>,
    weights: &mut Weights,
) -> Result<(), FormatError> {
    let features = weights.features.dimensions();
    weights.transformer_biases = reader.i16s("transformer biases", TRANSFORMED)?;
    weights.transformer_weights = reader.i16s("transformer weights", features * TRANSFORMED)?;
    Ok(())
}

/// Reads the dense layers: biases and weights of each, neuron after neuron.
pub(super) fn take_layers(
    reader: &mut Reader<'_>,
    weights: &mut Weights,
) -> Result<(), FormatError> {
    weights.first_biases = reader.i32s("first biases", HIDDEN)?;
    weights.first_weights = reader.i8s("first weights", HIDDEN * FIRST_INPUTS)?;
    weights.second_biases = reader.i32s("second biases", HIDDEN)?;
    weights.second_weights = reader.i8s("second weights", HIDDEN * HIDDEN)?;
    weights.output_bias = reader.u32("output bias")? as i32;
    weights.output_weights = reader.i8s("output weights", HIDDEN)?;
    Ok(())
}

/// The counterpart of [`take_transformer`].
pub(super) fn put_transformer(bytes: &mut Vec<u8>, weights: &Weights) {
    for list in [&weights.transformer_biases, &weights.transformer_weights] {
        bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
    }
}

/// The counterpart of [`take_layers`].
pub(super) fn put_layers(bytes: &mut Vec<u8>, weights: &Weights) {
    let output_bias = [weights.output_bias];
    for (biases, matrix) in [
        (&weights.first_biases[..], &weights.first_weights),
        (&weights.second_biases[..], &weights.second_weights),
        (&output_bias[..], &weights.output_weights),
    ] {
        bytes.extend(biases.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(matrix.iter().map(|number| *number as u8));
    }
}
