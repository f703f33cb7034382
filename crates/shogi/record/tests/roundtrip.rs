//! Random games with random variations, comments and times come back from
//! every format; arbitrary bytes never make anything panic.
//!
//! Invariant: Valid records survive writing and reading in every format.

use crate::common::{Content, Random, record};
use proptest::prelude::*;
use zenpuku_shogi_record::{
    CsaVersion, Document, Encoding, Format, Newline, Record, WriteOptions, read, write_with,
};

const ALL: Content = Content {
    variations: true,
    times: true,
    bookmarks: true,
    remarks: true,
    comments: true,
    fields: true,
    endings: true,
    common_endings: false,
};

const ENCODINGS: [Encoding; 4] =
    [Encoding::Utf8, Encoding::ShiftJis, Encoding::EucJp, Encoding::Utf16Le];
const NEWLINES: [Newline; 3] = [Newline::Lf, Newline::CrLf, Newline::Cr];

fn check(record: Record, options: WriteOptions) -> Result<(), TestCaseError> {
    let document = Document::new(vec![record]);
    let written = write_with(&document, &options).expect("can be written");
    prop_assert_eq!(&written.losses, &[]);
    let text = String::from_utf8_lossy(&written.bytes).into_owned();
    let back = read(&written.bytes, Some(options.format)).expect("is read");
    prop_assert_eq!(&back.warnings, &[], "{}", text);
    let difference = document.records[0].first_difference(&back.records[0]);
    prop_assert_eq!(difference, None, "{}", text);
    let again = write_with(&back, &options).expect("can be written");
    prop_assert_eq!(&again.losses, &[]);
    prop_assert!(again.bytes == written.bytes, "{}", text);
    Ok(())
}

fn options(seed: u64, format: Format) -> WriteOptions {
    let mut random = Random::new(seed);
    let encoding = Some(ENCODINGS[random.below(ENCODINGS.len())]);
    let newline = Some(NEWLINES[random.below(NEWLINES.len())]);
    WriteOptions { encoding, newline, ..WriteOptions::new(format) }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn kif(seed: u64) {
        check(record(seed, 60, ALL), options(seed, Format::Kif))?;
    }

    #[test]
    fn ki2(seed: u64) {
        check(record(seed, 60, Content { times: false, ..ALL }), options(seed, Format::Ki2))?;
    }

    #[test]
    fn jkf(seed: u64) {
        let content = Content { remarks: false, common_endings: true, ..ALL };
        check(record(seed, 60, content), options(seed, Format::Jkf))?;
    }

    #[test]
    fn csa(seed: u64) {
        let content =
            Content { variations: false, bookmarks: false, common_endings: true, ..ALL };
        let csa = Some(if seed & 1 == 0 { CsaVersion::V2_2 } else { CsaVersion::V3_0 });
        check(record(seed, 60, content), WriteOptions { csa, ..options(seed, Format::Csa) })?;
    }

    #[test]
    fn sfen_lines(seed: u64) {
        let bare = Content {
            variations: false,
            times: false,
            bookmarks: false,
            remarks: false,
            comments: false,
            fields: false,
            endings: false,
            common_endings: true,
        };
        check(record(seed, 60, bare), options(seed, Format::Usi))?;
    }

    #[test]
    fn usen(seed: u64) {
        let bare = Content {
            times: false,
            bookmarks: false,
            remarks: false,
            comments: false,
            fields: false,
            endings: false,
            common_endings: true,
            ..ALL
        };
        check(record(seed, 60, bare), options(seed, Format::Usen))?;
    }

    /// KIF to KI2 to JKF and back: no information is lost.
    #[test]
    fn a_chain_of_formats(seed: u64) {
        let content = Content { times: false, remarks: false, common_endings: true, ..ALL };
        let first = record(seed, 60, content);
        let mut document = Document::new(vec![first.clone()]);
        for format in [Format::Kif, Format::Ki2, Format::Jkf, Format::Kif] {
            let written = write_with(&document, &WriteOptions::new(format)).expect("can be written");
            document = read(&written.bytes, Some(format)).expect("is read");
            prop_assert_eq!(first.first_difference(&document.records[0]), None);
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), hint in 0usize..10) {
        survives(&bytes, Format::ALL.get(hint).copied());
    }

    /// Written files with a few bytes changed: closer to what the readers parse.
    #[test]
    fn damaged_files_never_panic(seed: u64, format in 0usize..6) {
        let formats =
            [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf, Format::Usi, Format::Usen];
        let format = formats[format];
        let content = Content { variations: format.holds_variations(), ..ALL };
        let document = Document::new(vec![record(seed, 12, content)]);
        let written = write_with(&document, &WriteOptions::new(format)).expect("can be written");
        let mut bytes = written.bytes;
        let mut random = Random::new(seed);
        for _ in 0..1 + random.below(4) {
            damage(&mut bytes, &mut random);
        }
        survives(&bytes, Some(format));
    }
}

/// Real files with a few bytes changed.
#[test]
fn damaged_real_files_never_panic() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/conformance/");
    let rounds = std::env::var("ZENPUKU_DAMAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    let mut random = Random::new(20_261_120);
    for source in ["kifu_for_js", "mog_core", "shogihome", "csa_rs", "tsshogi"] {
        for entry in std::fs::read_dir(format!("{folder}{source}")).expect("test data") {
            let path = entry.expect("test data").path();
            let hint = path.extension().and_then(|e| e.to_str()).and_then(Format::from_extension);
            let bytes = std::fs::read(&path).expect("test data");
            if hint.is_none() || bytes.len() > 10_000 {
                continue;
            }
            for _ in 0..rounds {
                let mut damaged = bytes.clone();
                for _ in 0..1 + random.below(3) {
                    damage(&mut damaged, &mut random);
                }
                survives(&damaged, hint);
            }
        }
    }
}

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
    let end = (at + random.below(20)).min(bytes.len());
    match random.below(5) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => {
            let copy = bytes[at..end].to_vec();
            bytes.splice(at..at, copy);
        }
        3 if at < bytes.len() => bytes[at] = random.below(256) as u8,
        _ => bytes.insert(at, b"0123456789+-*()\n\r,'%TP{}[]\""[random.below(27)]),
    }
}

/// Reads, and writes the result in every format. A file without a warning that
/// is written without a loss comes back the same.
fn survives(bytes: &[u8], hint: Option<Format>) {
    let Ok(document) = read(bytes, hint) else { return };
    for format in Format::ALL {
        let Ok(written) = write_with(&document, &WriteOptions::new(format)) else { continue };
        if format.is_binary() {
            continue;
        }
        let back = read(&written.bytes, Some(format));
        if format == document.format && document.warnings.is_empty() && written.losses.is_empty() {
            let back = back.expect("what was written is read");
            assert_eq!(back.records.len(), document.records.len());
            for (old, new) in document.records.iter().zip(&back.records) {
                assert_eq!(old.first_difference(new), None);
            }
        }
    }
}
