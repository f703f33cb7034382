//! Arrows between crates: they form no circle, tests included, and each stays within what its wing may use.
//! The table `crate` of ARCHITECTURE.md names every crate.
//!
//! Invariant: Crates use each other in no circle, tests included, and only within what their wing
//!   may use.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;

use super::Finding;
use crate::markdown;
use crate::process;
use crate::workspace::{Files, crate_folder};

const DOCUMENT: &str = "ARCHITECTURE.md";
/// Which other wings the crates of a wing may use.
const WINGS: [(&str, &[&str]); 6] = [
    ("core", &[]),
    ("shogi", &["core"]),
    ("go", &["core"]),
    ("lab", &["core", "shogi", "go"]),
    ("front", &["core", "shogi", "go", "lab"]),
    ("fuzz", &["core", "shogi", "go", "front"]),
];

/// One crate as its manifest describes it: the names of the document, which are folders.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    name: String,
    normal: Vec<String>,
    dev: Vec<String>,
}

impl Manifest {
    /// The crates that it uses, in tests too. A crate may use itself in tests.
    fn arrows(&self) -> Vec<&str> {
        let all = self.normal.iter().chain(&self.dev).map(String::as_str);
        all.filter(|target| *target != self.name).collect()
    }
}

/// The manifests of the workspace, as `cargo metadata` reports them.
pub(super) fn metadata(root: &Path) -> anyhow::Result<Value> {
    let mut cargo = process::cargo();
    cargo.current_dir(root).args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let json = process::capture(&mut cargo)?;
    serde_json::from_str(&json).context("cargo metadata")
}

/// The manifests in the answer of `cargo metadata`.
pub(super) fn manifests(metadata: &Value) -> Vec<Manifest> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let root = metadata["workspace_root"].as_str().unwrap_or_default().replace('\\', "/");
    let named: BTreeMap<&str, String> = packages
        .iter()
        .filter_map(|package| Some((package["name"].as_str()?, folder(&root, package)?)))
        .collect();
    let crates = packages.iter().filter_map(|package| manifest(package, &named));
    crates.filter(|manifest| manifest.name != "xtask").collect()
}

/// A crate's folder from the root on, without `crates/`.
fn folder(root: &str, package: &Value) -> Option<String> {
    let path = package["manifest_path"].as_str()?.replace('\\', "/");
    let inside = path.strip_prefix(root)?.strip_prefix('/')?.strip_suffix("/Cargo.toml")?;
    Some(inside.strip_prefix("crates/").unwrap_or(inside).to_owned())
}

fn manifest(package: &Value, named: &BTreeMap<&str, String>) -> Option<Manifest> {
    let name = named.get(package["name"].as_str()?)?.clone();
    let mut manifest = Manifest { name, ..Manifest::default() };
    for dependency in package["dependencies"].as_array()? {
        let Some(target) = dependency["name"].as_str().and_then(|name| named.get(name)) else {
            continue;
        };
        let list = match dependency["kind"].as_str() {
            Some("dev") => &mut manifest.dev,
            _ => &mut manifest.normal,
        };
        list.push(target.clone());
    }
    Some(manifest)
}

/// Checks the manifests, and that the document names the crates that there are.
pub(super) fn check(files: &Files, manifests: &[Manifest]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(rows) = markdown::table(files.text(DOCUMENT).unwrap_or_default(), &["crate"]) else {
        return vec![Finding::new(DOCUMENT, 0, "the table `crate` is missing")];
    };
    let named: BTreeMap<String, usize> = rows
        .iter()
        .filter_map(|row| {
            let name = *markdown::code_spans(&row.cells[0]).first()?;
            Some((name.to_string(), row.line))
        })
        .collect();
    for (name, &line) in &named {
        if !manifests.iter().any(|manifest| manifest.name == *name) {
            findings.push(Finding::new(DOCUMENT, line, format!("no crate `{name}`")));
        }
    }
    let arrows: BTreeMap<&str, Vec<&str>> =
        manifests.iter().map(|manifest| (manifest.name.as_str(), manifest.arrows())).collect();
    for manifest in manifests {
        let path = format!("{}Cargo.toml", crate_folder(&manifest.name));
        let mut report = |text: String| findings.push(Finding::new(&path, 0, text));
        if !named.contains_key(&manifest.name) {
            report(format!("crate `{}` is not in {DOCUMENT}", manifest.name));
        }
        for target in manifest.arrows() {
            if reaches(target, &manifest.name, &arrows) {
                report(format!("the arrow to `{target}` closes a circle"));
            }
            if !may_use(wing(&manifest.name), wing(target)) {
                report(format!("the arrow to `{target}` leaves what its wing may use"));
            }
        }
    }
    findings
}

/// Do arrows lead from one crate to another?
fn reaches(from: &str, to: &str, arrows: &BTreeMap<&str, Vec<&str>>) -> bool {
    let (mut open, mut seen) = (vec![from], BTreeSet::new());
    while let Some(next) = open.pop() {
        if next == to {
            return true;
        }
        if seen.insert(next) {
            open.extend(arrows.get(next).into_iter().flatten());
        }
    }
    false
}

fn wing(name: &str) -> &str {
    name.split('/').next().unwrap_or_default()
}

fn may_use(from: &str, to: &str) -> bool {
    from == to || WINGS.iter().any(|(wing, others)| *wing == from && others.contains(&to))
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;
    use serde_json::json;

    fn package(name: &str, normal: &[&str], dev: &[&str]) -> Value {
        let arrow = |name: &&str, kind: Value| json!({"name": package_name(name), "kind": kind});
        let all: Vec<Value> = normal
            .iter()
            .map(|name| arrow(name, Value::Null))
            .chain(dev.iter().map(|name| arrow(name, json!("dev"))))
            .chain([json!({"name": "serde", "kind": null})])
            .collect();
        let path = format!("/x/crates/{name}/Cargo.toml");
        json!({"name": package_name(name), "manifest_path": path, "dependencies": all})
    }

    fn package_name(name: &str) -> String {
        name.replace('/', "-")
    }

    fn messages(table: &str, packages: &[Value]) -> Vec<String> {
        let document = format!("| crate | what it is |\n|---|---|\n{table}");
        let files = fixture(&[(DOCUMENT, &document)]);
        let found =
            check(&files, &manifests(&json!({"workspace_root": "/x", "packages": packages})));
        found.into_iter().map(|finding| finding.message).collect()
    }

    const TABLE: &str = "| `core/low` | x |\n| `core/high` | y |\n";

    #[test]
    fn arrows_in_one_direction_pass() {
        let packages =
            [package("core/low", &[], &[]), package("core/high", &["core/low"], &["core/low"])];
        assert_eq!(messages(TABLE, &packages), [""; 0]);
    }

    #[test]
    fn circles_fail_even_in_tests() {
        let packages =
            [package("core/low", &[], &["core/high"]), package("core/high", &["core/low"], &[])];
        let found = messages(TABLE, &packages);
        assert_eq!(
            found,
            ["the arrow to `core/high` closes a circle", "the arrow to `core/low` closes a circle"]
        );
    }

    #[test]
    fn arrows_stay_within_what_a_wing_may_use() {
        let table = "| `go/rules` | x |\n| `shogi/rules` | y |\n";
        let packages = [package("go/rules", &[], &[]), package("shogi/rules", &["go/rules"], &[])];
        let found = messages(table, &packages);
        assert_eq!(found, ["the arrow to `go/rules` leaves what its wing may use"]);
    }

    #[test]
    fn crates_and_rows_must_correspond() {
        let found = messages("| `core/gone` | x |\n", &[package("core/new", &[], &[])]);
        assert_eq!(found, ["no crate `core/gone`", "crate `core/new` is not in ARCHITECTURE.md"]);
        let xtask =
            json!({"name": "xtask", "manifest_path": "/x/xtask/Cargo.toml", "dependencies": []});
        assert_eq!(messages("| x | y |\n", &[xtask]), [""; 0]);
    }
}
