//! Every crate can be packaged alone: its code includes only files of its own
//! folder, copies of shared data equal their originals, and public crates have
//! a description.
//!
//! Invariant: Every crate can be packaged alone (before a release: `cargo xtask dist --target
//!   crates`).

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::Finding;
use crate::workspace::{Files, Source};

/// The libraries of use to others, and the program: they need all that a registry shows.
const SHOWN: [&str; 7] = [
    "zenpuku",
    "zenpuku-cgt",
    "zenpuku-gametree",
    "zenpuku-go",
    "zenpuku-shogi",
    "zenpuku-shogi-mate",
    "zenpuku-shogi-record",
];
/// Folders of crates that hold copies, and where the originals are.
const COPIES: [(&str, &str); 3] = [
    ("crates/lab/lab/data/", "testdata/"),
    ("crates/shogi/arena/data/", "testdata/"),
    ("crates/front/app/assets/lab/", "experiments/"),
];
/// Of the program itself.
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// The checks that read files only.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    files.rust().filter(|source| !source.is_test()).flat_map(outside).collect()
}

/// Includes of a file outside the crate, in code that is not a test's.
fn outside(source: &Source) -> Vec<Finding> {
    let Some(inside) = inside(&source.path) else { return Vec::new() };
    let depth = inside.matches('/').count();
    let code = source.text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut findings = Vec::new();
    for (at, _) in code.match_indices("include_") {
        let call = &code[at..];
        let is_call =
            ["include_str!(", "include_bytes!("].iter().any(|name| call.starts_with(name));
        let path = call.split('"').nth(1).unwrap_or_default();
        if is_call && path.matches("../").count() > depth {
            let line = code[..at].matches('\n').count() + 1;
            findings.push(Finding::new(
                &source.path,
                line,
                format!("`{path}` is outside the crate"),
            ));
        }
    }
    findings
}

/// The path from the crate's folder on.
fn inside(path: &str) -> Option<&str> {
    let crates = path.strip_prefix("crates/")?;
    let (end, _) = crates.match_indices('/').nth(1)?;
    Some(&crates[end + 1..])
}

/// Compares the copies with their originals, which have the same name.
pub(super) fn copies(files: &Files, root: &Path) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (folder, source) in COPIES {
        let originals: BTreeMap<&str, &String> = files
            .paths
            .iter()
            .filter(|path| path.starts_with(source))
            .map(|path| (file_name(path), path))
            .collect();
        for copy in files.paths.iter().filter(|path| path.starts_with(folder)) {
            if file_name(copy) == "README.md" {
                continue;
            }
            let Some(original) = originals.get(file_name(copy)) else {
                findings.push(Finding::new(copy, 0, format!("no such file is below {source}")));
                continue;
            };
            let read = |path: &str| std::fs::read(root.join(path)).ok();
            if read(copy) != read(original) {
                findings.push(Finding::new(copy, 0, format!("differs from {original}: copy it")));
            }
        }
    }
    findings
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The manifests, as reported by `cargo metadata`.
pub(super) fn manifests(metadata: &Value) -> Vec<Finding> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let published = packages.iter().filter(|package| package["publish"].is_null());
    published.flat_map(manifest).collect()
}

fn manifest(package: &Value) -> Vec<Finding> {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    let count = |key: &str| package[key].as_array().map_or(0, Vec::len);
    let name = text("name");
    let path = text("manifest_path");
    let mut lacks: Vec<String> = ["description", "repository", "license"]
        .into_iter()
        .filter(|key| text(key).is_empty())
        .map(str::to_owned)
        .collect();
    if SHOWN.contains(&name) {
        lacks.extend(
            ["keywords", "categories"].into_iter().filter(|key| count(key) == 0).map(str::to_owned),
        );
        lacks.extend(text("readme").is_empty().then(|| "readme".to_owned()));
    }
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    lacks.extend(
        LICENCES.into_iter().filter(|file| !folder.join(file).is_file()).map(str::to_owned),
    );
    let dependencies = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
    let versionless = dependencies
        .iter()
        .filter(|dependency| dependency["kind"].is_null() && dependency["path"].is_string())
        .filter(|dependency| dependency["req"] == "*");
    lacks.extend(versionless.map(|dependency| format!("version of {}", dependency["name"])));
    lacks.into_iter().map(|lack| Finding::new(name, 0, format!("Cargo.toml: no {lack}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn includes_stay_in_the_crate() {
        let found = |path: &str, code: &str| check(&fixture(&[(path, code)])).len();
        let path = "crates/w/a/src/x/y.rs";
        assert_eq!(found(path, "const A: &str = include_str!(\"../../data/a\");\n"), 0);
        assert_eq!(found(path, "const A: &str = include_str!(\"../../../b/a\");\n"), 1);
        assert_eq!(
            found(path, "const A: &[u8] = include_bytes!(concat!(\"../../../b/\", \"a\"));\n"),
            1
        );
        let test =
            "#[cfg(test)]\nmod tests {\n const A: &str = include_str!(\"../../../b/a\");\n}\n";
        assert_eq!(found(path, test), 0);
        assert_eq!(found("crates/w/a/tests/x.rs", "include_str!(\"../../../b/a\")\n"), 0);
    }

    #[test]
    fn copies_equal_their_originals() {
        let root = tempfile::tempdir().unwrap();
        let copy = "crates/shogi/arena/data/a.sfen";
        for (path, text) in [("testdata/b/a.sfen", "one"), (copy, "one")] {
            std::fs::create_dir_all(root.path().join(path).parent().unwrap()).unwrap();
            std::fs::write(root.path().join(path), text).unwrap();
        }
        let files = fixture(&[("testdata/b/a.sfen", ""), (copy, "")]);
        assert_eq!(copies(&files, root.path()), []);
        std::fs::write(root.path().join(copy), "two").unwrap();
        assert_eq!(copies(&files, root.path()).len(), 1);
        assert_eq!(copies(&fixture(&[(copy, "")]), root.path()).len(), 1);
    }

    #[test]
    fn what_a_registry_shows_is_there() {
        let package = serde_json::json!({"packages": [{
            "name": "zenpuku-go", "publish": null, "description": "Go", "license": "MIT",
            "manifest_path": "/nowhere/Cargo.toml", "keywords": ["go"], "categories": [],
            "dependencies": [{"name": "a", "kind": null, "path": "/a", "req": "*"}],
        }]});
        let lacks: Vec<String> = manifests(&package).iter().map(ToString::to_string).collect();
        assert_eq!(lacks.len(), 6, "{lacks:?}");
        let private = serde_json::json!({"packages": [{"name": "x", "publish": []}]});
        assert_eq!(manifests(&private), []);
    }
}
