//! Little-endian numbers in and out of bytes.

use super::load::FormatError;
use super::weights::{FIRST_INPUTS, HIDDEN, TRANSFORMED, Weights};

/// Reads from the front and knows where it is.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    pub(super) fn take(
        &mut self,
        what: &'static str,
        needed: usize,
    ) -> Result<&'a [u8], FormatError> {
        let left = &self.bytes[self.offset..];
        let Some(taken) = left.get(..needed) else {
            let (offset, left) = (self.offset, left.len());
            return Err(FormatError::Truncated { what, offset, needed, left });
        };
        self.offset += needed;
        Ok(taken)
    }

    pub(super) fn u32(&mut self, what: &'static str) -> Result<u32, FormatError> {
        Ok(self.take(what, 4)?.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
    }

    fn i8s(&mut self, what: &'static str, count: usize) -> Result<Vec<i8>, FormatError> {
        Ok(self.take(what, count)?.iter().map(|byte| *byte as i8).collect())
    }

    fn i16s(&mut self, what: &'static str, count: usize) -> Result<Vec<i16>, FormatError> {
        let bytes = self.take(what, 2 * count)?;
        Ok(bytes.chunks_exact(2).map(|x| i16::from_le_bytes([x[0], x[1]])).collect())
    }

    fn i32s(&mut self, what: &'static str, count: usize) -> Result<Vec<i32>, FormatError> {
        let bytes = self.take(what, 4 * count)?;
        Ok(bytes.chunks_exact(4).map(|x| i32::from_le_bytes([x[0], x[1], x[2], x[3]])).collect())
    }

    /// Everything that has not been read.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.offset..]
    }

    /// Nothing may be left.
    pub(super) fn end(self) -> Result<(), FormatError> {
        match self.bytes.len() - self.offset {
            0 => Ok(()),
            count => Err(FormatError::Trailing { offset: self.offset, count }),
        }
    }

    /// Fills in the transformer: biases, then weights feature after feature.
    pub(super) fn transformer(&mut self, weights: &mut Weights) -> Result<(), FormatError> {
        let features = weights.features.dimensions();
        weights.transformer_biases = self.i16s("transformer biases", TRANSFORMED)?;
        weights.transformer_weights = self.i16s("transformer weights", features * TRANSFORMED)?;
        Ok(())
    }

    /// Fills in the dense layers: biases and weights of each, neuron after neuron.
    pub(super) fn layers(&mut self, weights: &mut Weights) -> Result<(), FormatError> {
        weights.first_biases = self.i32s("first biases", HIDDEN)?;
        weights.first_weights = self.i8s("first weights", HIDDEN * FIRST_INPUTS)?;
        weights.second_biases = self.i32s("second biases", HIDDEN)?;
        weights.second_weights = self.i8s("second weights", HIDDEN * HIDDEN)?;
        weights.output_bias = self.u32("output bias")? as i32;
        weights.output_weights = self.i8s("output weights", HIDDEN)?;
        Ok(())
    }
}

/// The counterpart of [`Reader::transformer`].
pub(super) fn put_transformer(bytes: &mut Vec<u8>, weights: &Weights) {
    for list in [&weights.transformer_biases, &weights.transformer_weights] {
        bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
    }
}

/// The counterpart of [`Reader::layers`].
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
