//! Units of a network that are constant over all positions, and so carry no information.

use serde::{Deserialize, Serialize};

/// The least and the greatest output of each unit of a layer, each from 0 to 1.
#[derive(Clone, Debug, Default)]
pub struct Extent(Vec<(f32, f32)>);

impl Extent {
    /// Takes the outputs for a position.
    pub(crate) fn add(&mut self, outputs: &[f32]) {
        self.0.resize(outputs.len(), (1.0, 0.0));
        for ((least, most), &output) in self.0.iter_mut().zip(outputs) {
            (*least, *most) = (least.min(output), most.max(output));
        }
    }

    fn merge(&mut self, other: &Self) {
        self.0.resize(self.0.len().max(other.0.len()), (1.0, 0.0));
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own = (own.0.min(other.0), own.1.max(other.1));
        }
    }

    fn silent(&self) -> Silent {
        let count = |test: fn(&(f32, f32)) -> bool| self.0.iter().filter(|unit| test(unit)).count();
        Silent {
            units: self.0.len(),
            dead: count(|&(_, most)| most <= 0.0),
            saturated: count(|&(least, _)| least >= 1.0),
        }
    }
}

/// What positions make of the layers of a network.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// The transformer, both views alike.
    pub transformer: Extent,
    /// The outputs of the first hidden layer.
    pub first: Extent,
    /// The second hidden layer.
    pub second: Extent,
}

impl Census {
    /// Takes over what other positions made of them.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.transformer.merge(&other.transformer);
        self.first.merge(&other.first);
        self.second.merge(&other.second);
    }

    /// The number of constant units; `None` if the model has no units.
    #[must_use]
    pub(crate) fn units(&self) -> Option<Units> {
        let layers = [&self.transformer, &self.first, &self.second].map(Extent::silent);
        let [transformer, first, second] = layers;
        (transformer.units > 0).then_some(Units { transformer, first, second })
    }
}

/// The constant units of a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Silent {
    /// All of them.
    pub units: usize,
    /// Those that are 0 at every position.
    pub dead: usize,
    /// Those that are 1 at every position.
    pub saturated: usize,
}

/// The layers of a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Units {
    /// The transformer.
    pub transformer: Silent,
    /// The outputs of the first hidden layer.
    pub first: Silent,
    /// The second hidden layer.
    pub second: Silent,
}

impl Units {
    /// All dead ones and all saturated ones.
    #[must_use]
    pub fn silent(&self) -> (usize, usize) {
        let layers = [self.transformer, self.first, self.second];
        let sum = |count: fn(&Silent) -> usize| layers.iter().map(count).sum();
        (sum(|layer| layer.dead), sum(|layer| layer.saturated))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_that_never_change_are_counted() {
        let mut census = Census::default();
        assert_eq!(census.units(), None);
        census.transformer.add(&[0.0, 1.0, 0.5, 0.0]);
        let mut other = Census::default();
        other.transformer.add(&[0.0, 1.0, 0.5, 0.1]);
        census.merge(&other);
        let units = census.units().unwrap();
        assert_eq!(units.transformer, Silent { units: 4, dead: 1, saturated: 1 });
        assert_eq!(units.silent(), (1, 1));
    }
}
