//! The texts and hashes that identify architectures in YaneuraOu's files [yaneuraou].

use super::features::FeatureSet;
use super::stacked_shape::{StackBy, StackedShape};
use super::weights::Shape;

/// The architecture described by a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Architecture {
    /// One transformer, two hidden layers.
    Plain(FeatureSet, Shape),
    /// SFNN.
    Stacked(FeatureSet, StackedShape),
}

/// The name in an architecture's text and the hash of a feature set.
pub(super) const fn feature_facts(features: FeatureSet) -> (&'static str, u32) {
    match features {
        FeatureSet::KP => ("K+P", 0xD3CE_E169 ^ (0x764C_FB4B << 1)),
        FeatureSet::HalfKP => ("HalfKP(Friend)", 0x5D69_D5B8),
        FeatureSet::HalfKPVm => ("HalfKP_vm(Friend)", 0x0B6B_1D9A),
        FeatureSet::HalfKPE9 => ("HalfKPE9(Friend)", 0x5D69_D5B8),
        FeatureSet::HalfKA2 => ("HalfKA2(Friend)", 0x5F23_4CB8),
        FeatureSet::HalfKAHm2 => ("HalfKA_hm2(Friend)", 0x7F23_4CB8),
    }
}

/// Hashes of the transformer and of a stack's layers in every SFNN network.
pub(super) const STACKED_HASHES: (u32, u32) = (0x5F13_4AB8, 0x6333_718A);

/// The text of a network with two hidden layers.
pub(super) fn text(features: FeatureSet, shape: Shape) -> String {
    let Shape { transformed, hidden: [first, second] } = shape;
    let (inputs, name) = (shape.inputs(), feature_facts(features).0);
    format!(
        "Features={name}[{}->{transformed}x2],Network=AffineTransform[1<-{second}]\
         (ClippedReLU[{second}](AffineTransform[{second}<-{first}](ClippedReLU[{first}]\
         (AffineTransform[{first}<-{inputs}](InputSlice[{inputs}(0:{inputs})])))))",
        features.dimensions()
    )
}

/// The text of an SFNN network.
pub(super) fn stacked_text(features: FeatureSet, shape: StackedShape) -> String {
    let (name, network) = (feature_facts(features).0, stacked_network(features, shape));
    format!(
        "ModelType=SFNNWithoutPsqt;Features={name}[{}->{}x2],Network={network}{{LayerStack={}}}",
        features.dimensions(),
        shape.transformed,
        shape.stack_by.count()
    )
}

/// The name of an SFNN network, as `SFNN_KP_512_15_32`.
pub(super) fn stacked_network(features: FeatureSet, shape: StackedShape) -> String {
    if (features, shape) == (FeatureSet::HalfKAHm2, SFNN_1536) {
        return "SFNN-1536".into();
    }
    let StackedShape { transformed, hidden: [first, second], stack_by } = shape;
    let set = stacked_name(features);
    let stacks = stack_names(stack_by).first().map_or(String::new(), |name| format!("_{name}"));
    format!("SFNN_{set}_{transformed}_{first}_{second}{stacks}")
}

const SFNN_1536: StackedShape =
    StackedShape { transformed: 1536, hidden: [15, 32], stack_by: StackBy::Kings3 };

/// The name of a feature set in the name of an SFNN network.
const fn stacked_name(features: FeatureSet) -> &'static str {
    match features {
        FeatureSet::KP => "KP",
        FeatureSet::HalfKP => "HALFKP",
        FeatureSet::HalfKPVm => "HALFKPVM",
        FeatureSet::HalfKPE9 => "HALFKPE9",
        FeatureSet::HalfKA2 => "HALFKA2",
        FeatureSet::HalfKAHm2 => "HALFKAHM2",
    }
}

/// The names of the stack selectors, the usual one first.
const fn stack_names(by: StackBy) -> &'static [&'static str] {
    match by {
        StackBy::Nothing => &[],
        StackBy::Kings3 => &["K3K3", "KING3_BY_KING3"],
        StackBy::Kings9 => &["K9K9", "KING9_BY_KING9"],
    }
}

/// What `text` describes, if a network of that kind can be computed here. Layers have gone by
/// several names, so only the numbers are compared.
pub(super) fn parse(text: &str) -> Option<Architecture> {
    let rest = text.split_once("Features=")?.1;
    let (features, transformed, rest) = FeatureSet::ALL.into_iter().find_map(|set| {
        let start = format!("{}[{}->", feature_facts(set).0, set.dimensions());
        let (width, rest) = rest.strip_prefix(&start)?.split_once("x2]")?;
        Some((set, width.parse().ok()?, rest))
    })?;
    let network = rest.split_once("Network=")?.1;
    if network.starts_with("SFNN") {
        let (name, stacks) = network.split_once("{LayerStack=")?;
        let stacks = stacks.split_once('}')?.0.parse().ok()?;
        let shape = stacked_shape(name, features)?;
        let fits = shape.transformed == transformed && shape.stack_by.count() == stacks;
        return fits.then_some(Architecture::Stacked(features, shape));
    }
    let layers: Vec<(usize, usize)> = network
        .split('[')
        .filter_map(|part| {
            let (to, from) = part.split_once(']')?.0.split_once("<-")?;
            Some((to.parse().ok()?, from.parse().ok()?))
        })
        .collect();
    let &[(1, second), (same, first), (also, inputs)] = &layers[..] else { return None };
    let shape = Shape { transformed, hidden: [first, second] };
    let fits = same == second && also == first && inputs == shape.inputs() && shape.is_possible();
    fits.then_some(Architecture::Plain(features, shape))
}

/// The shape in the name of an SFNN network, as in `SFNN_HALFKA2_1024_7_64_K3K3`, if it is possible.
pub(super) fn stacked_shape(name: &str, features: FeatureSet) -> Option<StackedShape> {
    if name == "SFNN-1536" {
        return (features == FeatureSet::HalfKAHm2).then_some(SFNN_1536);
    }
    let name = name.to_uppercase();
    let widths = name.strip_prefix(&format!("SFNN_{}_", stacked_name(features)))?;
    let (transformed, rest) = widths.split_once('_')?;
    let (first, rest) = rest.split_once('_')?;
    let (second, by) = rest.split_once('_').unwrap_or((rest, ""));
    let kinds = [StackBy::Kings3, StackBy::Kings9];
    let stack_by = match by {
        "" => StackBy::Nothing,
        by => kinds.into_iter().find(|kind| stack_names(*kind).contains(&by))?,
    };
    let hidden = [first.parse().ok()?, second.parse().ok()?];
    let shape = StackedShape { transformed: transformed.parse().ok()?, hidden, stack_by };
    shape.is_possible().then_some(shape)
}

/// The hash of the dense layers, chained from the inputs on.
pub(super) const fn layers_hash(shape: Shape) -> u32 {
    let [first, second] = shape.hidden;
    let input = 0xEC42_E90D ^ shape.inputs() as u32;
    let first = clipped(affine(input, first as u32));
    let second = clipped(affine(first, second as u32));
    affine(second, 1)
}

const fn affine(before: u32, outputs: u32) -> u32 {
    (0xCC03_DAE4 + outputs) ^ (before >> 1) ^ (before << 31)
}

const fn clipped(before: u32) -> u32 {
    before.wrapping_add(0x538D_24C7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        for features in FeatureSet::ALL {
            for shape in Shape::USUAL {
                let text = text(features, shape);
                assert_eq!(parse(&text), Some(Architecture::Plain(features, shape)), "{text}");
                assert_eq!(parse(&text.replace("[1<-", "[2<-")), None);
                assert_eq!(parse(&text.replace("x2]", "x3]")), None);
            }
            for stack_by in [StackBy::Nothing, StackBy::Kings3, StackBy::Kings9] {
                for (transformed, hidden) in [(1024, [7, 64]), (1536, [15, 32]), (768, [8, 32])] {
                    let shape = StackedShape { transformed, hidden, stack_by };
                    let text = stacked_text(features, shape);
                    let found = parse(&text);
                    assert_eq!(found, Some(Architecture::Stacked(features, shape)), "{text}");
                }
            }
        }
        let usual = "ModelType=SFNNWithoutPsqt;Features=HalfKA_hm2(Friend)[73305->1536x2],\
                     Network=SFNN-1536{LayerStack=9}";
        assert_eq!(parse(usual), Some(Architecture::Stacked(FeatureSet::HalfKAHm2, SFNN_1536)));
        assert_eq!(parse(&usual.replace("=9", "=8")), None);
        assert_eq!(parse("Features="), None);
    }
}
