//! Every file of `testdata/conformance` is read, or refused with a reason that
//! a person agrees is right; the table of file and result is a snapshot.
//! Records are written back without loss.
//!
//! Invariant: Every record of `testdata/conformance` is read, or refused for the stated reason.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use zenpuku_shogi_record::{Document, Format, Header, Note, Record, Step, Warning, read, write};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata")
}

/// The record files below `folder`, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let known = ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "json", "sfen", "log"];
    let mut found = Vec::new();
    let mut pending = vec![root().join(folder)];
    while let Some(directory) = pending.pop() {
        for entry in std::fs::read_dir(directory).expect("test data") {
            let path = entry.expect("test data").path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_dir() {
                pending.push(path);
            } else if extension.is_some_and(|extension| known.contains(&extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

fn hint(path: &Path) -> Option<Format> {
    path.extension()?.to_str().and_then(Format::from_extension)
}

fn short_name(path: &Path) -> String {
    let name = path.strip_prefix(root()).expect("below the test data").display().to_string();
    let name = name.replace('\\', "/");
    [
        "conformance/",
        "packages_json-kifu-format_test_files_",
        "packages_Kifu-for-JS_examples_",
        "src_tests_testdata_",
        "jvm_src_test_resources_",
        "data_tests_",
    ]
    .iter()
    .fold(name, |name, part| name.replace(part, ""))
}

/// One game in a few words.
fn describe(record: &Record) -> String {
    let moves = record.main_line().filter(|&id| record.node(id).played().is_some()).count();
    let mut out = format!("{moves} moves");
    let variations = record.lines().count() - 1;
    if variations > 0 {
        let _ = write!(out, ", {variations} variations");
    }
    let comments: usize = record.ids().map(|id| record.node(id).comments().count()).sum();
    if comments > 0 {
        let _ = write!(out, ", {comments} comment lines");
    }
    if let Some((ending, side)) = record.ending() {
        let _ = write!(out, ", {}", ending.kif(side));
    }
    out
}

fn describe_all(document: &Document) -> String {
    match document.records.as_slice() {
        [record] => describe(record),
        several => format!("{} games: {}", several.len(), describe(&several[0])),
    }
}

/// Reads, writes in the same format, reads again; says how exact the copy is.
fn copy(path: &Path, bytes: &[u8], document: &Document) -> &'static str {
    if document.format == Format::CsaLog {
        return "read only";
    }
    let written = write(document, document.format, None).expect("can be written");
    assert_eq!(written.losses, [], "{}", path.display());
    let again = read(&written.bytes, Some(document.format)).expect("what is written is read");
    assert_same(path, document, &again);
    let twice = write(&again, again.format, None).expect("can be written");
    assert_eq!(twice.bytes, written.bytes, "{}: writing twice", path.display());
    if written.bytes == bytes { "same bytes" } else { "same content" }
}

/// No part of the file may be lost: not even lines without a meaning.
fn assert_same(path: &Path, one: &Document, two: &Document) {
    let name = path.display();
    assert_eq!(one.records.len(), two.records.len(), "{name}");
    let key = |document: &Document| {
        (document.encoding, document.newline, document.bom, document.final_newline)
    };
    assert_eq!(key(one), key(two), "{name}");
    for (a, b) in one.records.iter().zip(&two.records) {
        assert_eq!(a.first_difference(b), None, "{name}");
        assert_eq!(a.headers, b.headers, "{name}");
        let lines = |record: &Record| {
            let notes = record.walk().flat_map(|id| record.node(id).notes.clone());
            notes.filter(|note| matches!(note, Note::Line(_))).collect::<Vec<Note>>()
        };
        assert_eq!(lines(a), lines(b), "{name}");
        let times =
            |record: &Record| record.walk().map(|id| record.node(id).time).collect::<Vec<_>>();
        assert_eq!(times(a), times(b), "{name}");
    }
}

fn row(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("test data");
    let name = short_name(path);
    let document = match read(&bytes, hint(path)) {
        Ok(document) => document,
        Err(error) => return format!("{name}\n    refused: {error}\n"),
    };
    let mut out = format!(
        "{name}\n    {} {} {:?}{}: {}; {}\n",
        document.format,
        document.encoding,
        document.newline,
        if document.bom { " BOM" } else { "" },
        describe_all(&document),
        copy(path, &bytes, &document)
    );
    for warning in &document.warnings {
        let _ = writeln!(out, "    {warning}");
    }
    out
}

#[test]
fn every_file_is_read_or_refused_for_a_good_reason() {
    let table: String = files("conformance").iter().map(|path| row(path)).collect();
    insta::assert_snapshot!("conformance", table);
}

#[test]
fn the_real_games_are_read_whole() {
    for path in files("records") {
        let bytes = std::fs::read(&path).expect("test data");
        let document = read(&bytes, hint(&path)).expect("a record");
        assert_eq!(document.warnings, [], "{}", path.display());
        let record = &document.records[0];
        assert!(record.ending().is_some() && record.len() > 90, "{}", path.display());
        assert_eq!(copy(&path, &bytes, &document), "same bytes");
    }
}

/// Information that a format can hold must survive the round trip.
#[test]
fn conversions_keep_what_the_target_can_hold() {
    for path in files("conformance") {
        let bytes = std::fs::read(&path).expect("test data");
        let Ok(document) = read(&bytes, hint(&path)) else { continue };
        for record in &document.records {
            let single = Document { records: vec![record.clone()], ..document.clone() };
            for target in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf, Format::Usi] {
                convert(&path, &single, target);
            }
        }
    }
}

fn convert(path: &Path, document: &Document, target: Format) {
    let name = format!("{} as {target}", path.display());
    let written = write(document, target, None).expect(&name);
    let back = read(&written.bytes, Some(target)).expect(&name);
    assert_eq!(back.format, target, "{name}");
    let (old, new) = (&document.records[0], &back.records[0]);
    let mut starts = [old.start().clone(), new.start().clone()];
    starts.iter_mut().for_each(|setup| {
        setup.set_ply(1);
    });
    assert_eq!(starts[0], starts[1], "{name}");
    if target.holds_variations() {
        assert_eq!(moves(old, old.walk()), moves(new, new.walk()), "{name}");
    } else {
        let played = |record: &Record| {
            let line = record.main_line().map_while(|id| record.node(id).played());
            line.collect::<Vec<_>>()
        };
        assert_eq!(played(old), played(new), "{name}");
    }
    let comments = |record: &Record| {
        let lines = record.walk().map(|id| record.node(id).comments().count());
        lines.sum::<usize>()
    };
    if document.records[0].broken().next().is_none()
        && matches!(target, Format::Kif | Format::Ki2 | Format::Jkf)
    {
        assert_eq!(comments(old), comments(new), "{name}");
        assert_eq!(fields(old), fields(new), "{name}");
    }
}

fn moves(
    record: &Record,
    ids: impl Iterator<Item = zenpuku_shogi_record::NodeId>,
) -> Vec<(u32, String)> {
    ids.filter_map(|id| {
        let node = record.node(id);
        match node.step() {
            Step::Move(mv) => Some((node.ply(), mv.to_string())),
            Step::End(_) => Some((node.ply(), "end".to_owned())),
            _ => None,
        }
    })
    .collect()
}

fn fields(record: &Record) -> usize {
    let counted = |header: &&Header| match header {
        Header::Field { key, .. } => key != "手合割" && !key.contains("持駒"),
        _ => false,
    };
    record.headers.iter().filter(counted).count()
}

/// The reason and the place of everything that was not read.
#[test]
fn faults_say_ply_place_and_rule() {
    let path = root().join("conformance/mog_core/jvm_src_test_resources_kif_game_017.kif");
    let document = read(&std::fs::read(path).expect("test data"), None).expect("a record");
    let faults: Vec<&Warning> = document.faults().collect();
    assert_eq!(faults.len(), 1);
    let text = faults[0].to_string();
    assert!(text.contains("line 34") && text.contains("move 27"), "{text}");
    assert!(text.contains("king is left in check"), "{text}");
    assert_eq!(document.records[0].main_line().count(), 27);
}
