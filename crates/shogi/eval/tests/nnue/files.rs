//! Network files come back as they were written; broken ones are refused with place and cause.

use crate::common::{random_stacked, random_weights};
use zenpuku_params::Params;
use zenpuku_shogi_eval::nnue::{
    AnyWeights, FeatureSet, FormatError, OutputScale, Shape, StackBy, StackedShape, WeightError,
    file, load, nn_bin, piece_square_weights,
};

fn message<T>(result: Result<T, FormatError>) -> String {
    result.err().expect("an error").to_string()
}

#[test]
fn our_format_comes_back() {
    let weights = piece_square_weights(&Params::default());
    let bytes = file::write(&weights, &[("author", "hand"), ("note", "a=b")]).unwrap();
    assert!(bytes.len() < 100_000, "{} bytes", bytes.len());
    assert_eq!(file::read(&bytes).unwrap(), AnyWeights::Plain(weights.clone()));
    let notes = file::notes(&bytes).unwrap();
    assert_eq!(notes[0], ("name".to_owned(), weights.name.clone()));
    assert_eq!(notes[notes.len() - 1], ("note".to_owned(), "a=b".to_owned()));
    let random = random_weights(FeatureSet::KP, Shape::STANDARD, 3, true);
    let bytes = file::write(&random, &[]).unwrap();
    assert_eq!(file::read(&bytes).unwrap(), AnyWeights::Plain(random));
}

#[test]
fn other_shapes_come_back_in_our_format() {
    for (features, shape) in [
        (FeatureSet::KP, Shape { transformed: 128, hidden: [16, 64] }),
        (FeatureSet::HalfKPVm, Shape { transformed: 64, hidden: [8, 16] }),
    ] {
        let weights = random_weights(features, shape, 2, false);
        let bytes = file::write(&weights, &[]).unwrap();
        assert_eq!(file::read(&bytes).unwrap(), AnyWeights::Plain(weights));
    }
}

#[test]
fn sfnn_networks_come_back_in_our_format_with_their_scale() {
    for (hidden, stack_by) in
        [([15, 32], StackBy::Nothing), ([8, 16], StackBy::Kings3), ([7, 64], StackBy::Kings9)]
    {
        let shape = StackedShape { transformed: 256, hidden, stack_by };
        let mut weights = random_stacked(FeatureSet::KP, shape, 2, true);
        weights.scale = OutputScale { numerator: 3, denominator: 32 };
        let weights = AnyWeights::Stacked(weights);
        let bytes = weights.file(&[("author", "hand")]).unwrap();
        let (first, second) = (hidden[0], hidden[1]);
        let name = format!("SFNN_KP_256_{first}_{second}");
        let shape = file::notes(&bytes).unwrap().swap_remove(2).1;
        assert!(shape.starts_with(&name), "{shape}");
        assert_eq!(file::read(&bytes).unwrap(), weights);
        let file = format!("zenpuku-test-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(file);
        std::fs::write(&path, &bytes).unwrap();
        let network = load(&path, 16).unwrap();
        assert!(network.knows_scale() && network.scale().denominator == 32);
        std::fs::write(&path, weights.nn_bin().unwrap()).unwrap();
        assert!(!load(&path, 16).unwrap().knows_scale());
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn yaneuraous_format_comes_back() {
    let narrow = Shape { transformed: 64, hidden: [16, 32] };
    let usual = Shape::USUAL.map(|shape| (FeatureSet::KP, shape));
    let sets = FeatureSet::ALL.map(|features| (features, narrow));
    for (features, shape) in usual.into_iter().chain(sets) {
        let mut weights = random_weights(features, shape, 4, false);
        let bytes = nn_bin::write(&weights).unwrap();
        weights.name = "nn.bin".into();
        assert_eq!(nn_bin::read(&bytes, weights.scale).unwrap(), AnyWeights::Plain(weights));
    }
}

/// Bytes counted by hand: the layers of a neuron are filled up to 32 inputs.
#[test]
fn narrow_layers_are_padded_in_yaneuraous_format() {
    let weights = random_weights(FeatureSet::KP, Shape::USUAL[2], 4, false);
    let layers = 8 * (4 + 2048) + 32 * (4 + 32) + 4 + 32;
    let text = "Features=K+P[1710->1024x2],Network=AffineTransform[1<-32](ClippedReLU[32]\
                (AffineTransform[32<-8](ClippedReLU[8](AffineTransform[8<-2048]\
                (InputSlice[2048(0:2048)])))))";
    let length = 12 + text.len() + 4 + 2 * 1024 * 1711 + 4 + layers;
    let bytes = nn_bin::write(&weights).unwrap();
    assert_eq!(bytes.len(), length);
    assert_eq!(&bytes[12..12 + text.len()], text.as_bytes());
}

#[test]
fn stacked_networks_come_back() {
    for (features, shape) in [
        (
            FeatureSet::KP,
            StackedShape { transformed: 128, hidden: [7, 64], stack_by: StackBy::Kings9 },
        ),
        (
            FeatureSet::HalfKAHm2,
            StackedShape { transformed: 128, hidden: [15, 32], stack_by: StackBy::Kings3 },
        ),
    ] {
        let weights = random_stacked(features, shape, 4, false);
        let bytes = nn_bin::write_stacked(&weights).unwrap();
        let read = nn_bin::read(&bytes, weights.scale).unwrap();
        assert!(read == AnyWeights::Stacked(weights.clone()), "{features} {shape}");
        let cut = message(nn_bin::read(&bytes[..bytes.len() - 1], weights.scale));
        assert!(cut.starts_with("truncated: output weights"), "{cut}");
        let mut unpacked = bytes;
        let magic = unpacked.windows(10).position(|part| part == b"COMPRESSED").unwrap();
        unpacked[magic] = b'X';
        let text = message(nn_bin::read(&unpacked, weights.scale));
        assert!(text.contains("should begin with COMPRESSED_LEB128"), "{text}");
    }
}

#[test]
fn every_truncation_is_named() {
    let weights = random_weights(FeatureSet::KP, Shape::STANDARD, 5, false);
    let ours = file::write(&weights, &[]).unwrap();
    for cut in (0..ours.len()).step_by(997).chain(0..200).filter(|&cut| cut < ours.len()) {
        assert!(file::read(&ours[..cut]).is_err(), "cut at {cut}");
    }
    let theirs = nn_bin::write(&weights).unwrap();
    for cut in (0..theirs.len()).step_by(9973).chain(0..250) {
        let text = message(nn_bin::read(&theirs[..cut], weights.scale));
        assert!(text.starts_with("truncated: "), "cut at {cut}: {text}");
    }
    assert_eq!(
        message(nn_bin::read(&theirs[..theirs.len() - 1], weights.scale)),
        format!(
            "truncated: output weights at byte {} needs 32 bytes, 31 are left",
            theirs.len() - 32
        )
    );
}

#[test]
fn foreign_and_damaged_files_are_refused() {
    let weights = random_weights(FeatureSet::KP, Shape::STANDARD, 6, false);
    let mut theirs = nn_bin::write(&weights).unwrap();
    theirs.push(0);
    assert!(message(nn_bin::read(&theirs, weights.scale)).contains("1 bytes too many"));
    let other = String::from_utf8_lossy(&theirs[12..200]).replace("K+P[1710", "A+B[1710");
    theirs.splice(12..12 + other.len(), other.bytes());
    assert!(message(nn_bin::read(&theirs, weights.scale)).contains("architecture `Features=A+B"));

    let mut ours = file::write(&weights, &[]).unwrap();
    let middle = ours.len() / 2;
    ours[middle] ^= 1;
    assert!(file::read(&ours).is_err());
    let text = String::from_utf8_lossy(&ours).find("crc32=").expect("a checksum");
    ours[middle] ^= 1;
    ours[text + 6] = if ours[text + 6] == b'0' { b'1' } else { b'0' };
    assert!(message(file::read(&ours)).contains("checksum of the weights"));
    ours[8] = 9;
    assert!(message(file::read(&ours)).contains("version 9"));
}

#[test]
fn a_file_is_loaded_by_its_first_bytes() {
    let folder = std::env::temp_dir().join(format!("zenpuku-nnue-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("network");
    let weights = random_weights(FeatureSet::KP, Shape::STANDARD, 8, false);
    std::fs::write(&path, nn_bin::write(&weights).unwrap()).unwrap();
    assert_eq!(load(&path, 24).unwrap().scale(), OutputScale::yaneuraou(24));
    std::fs::write(&path, file::write(&weights, &[]).unwrap()).unwrap();
    assert_eq!(load(&path, 24).unwrap().scale(), OutputScale::yaneuraou(16));
    std::fs::write(&path, "GIF89a...").unwrap();
    let error = load(&path, 24).unwrap_err().to_string();
    assert!(error.starts_with("weights ") && error.contains("no network"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
    let error = load(&path, 24).unwrap_err().to_string();
    assert!(error.contains("zenpuku-nnue"), "{error}");
}

#[test]
fn lists_that_do_not_fit_are_named() {
    let mut weights = piece_square_weights(&Params::default());
    weights.first_weights.pop();
    assert_eq!(
        weights.check(),
        Err(WeightError::Length { what: "first weights", expected: 16_384, found: 16_383 })
    );
    assert!(file::write(&weights, &[]).is_err() && nn_bin::write(&weights).is_err());
    let weights = piece_square_weights(&Params::default());
    assert!(file::write(&weights, &[("name", "x")]).is_err());
    assert!(file::write(&weights, &[("note", "two\nlines")]).is_err());
}
