//! Arrows between crates: ARCHITECTURE.md's table `level | crate | uses` is
//! compared with the manifests in both directions, and every arrow stays within
//! what its wing may use.

use std::collections::BTreeMap;
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

/// One crate as the document describes it.
struct Layer {
    line: usize,
    level: u8,
    uses: Vec<String>,
}

/// One crate as its manifest describes it: the names of the document, which are folders.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    name: String,
    normal: Vec<String>,
    dev: Vec<String>,
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

/// Compares document and manifests.
pub(super) fn check(files: &Files, manifests: &[Manifest]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let layers = match layers(files.text(DOCUMENT).unwrap_or_default()) {
        Ok(layers) => layers,
        Err(finding) => return vec![finding],
    };
    for (name, layer) in &layers {
        if !manifests.iter().any(|manifest| manifest.name == *name) {
            findings.push(Finding::new(DOCUMENT, layer.line, format!("no crate `{name}`")));
        }
    }
    for manifest in manifests {
        check_crate(manifest, &layers, &mut findings);
    }
    findings
}

fn check_crate(manifest: &Manifest, layers: &BTreeMap<String, Layer>, findings: &mut Vec<Finding>) {
    let path = format!("{}Cargo.toml", crate_folder(&manifest.name));
    let mut report = |text: String| findings.push(Finding::new(&path, 0, text));
    let Some(layer) = layers.get(&manifest.name) else {
        return report(format!("crate `{}` is not in {DOCUMENT}", manifest.name));
    };
    for target in manifest.normal.iter().filter(|target| !layer.uses.contains(target)) {
        report(format!("depends on `{target}`, which {DOCUMENT} does not declare"));
    }
    for target in layer.uses.iter().filter(|target| !manifest.normal.contains(target)) {
        report(format!("{DOCUMENT} declares an arrow to `{target}` that does not exist"));
    }
    for target in manifest.normal.iter().chain(&manifest.dev) {
        if layers.get(target).is_some_and(|below| below.level >= layer.level) {
            report(format!("the arrow to `{target}` does not run to a lower level"));
        }
        if !may_use(wing(&manifest.name), wing(target)) {
            report(format!("the arrow to `{target}` leaves what its wing may use"));
        }
    }
}

fn wing(name: &str) -> &str {
    name.split('/').next().unwrap_or_default()
}

fn may_use(from: &str, to: &str) -> bool {
    from == to || WINGS.iter().any(|(wing, others)| *wing == from && others.contains(&to))
}

fn layers(document: &str) -> Result<BTreeMap<String, Layer>, Finding> {
    let rows = markdown::table(document, &["level", "crate", "uses"])
        .ok_or_else(|| Finding::new(DOCUMENT, 0, "the table `level | crate | uses` is missing"))?;
    rows.iter()
        .map(|row| {
            let level = row.cells[0].strip_prefix('L').and_then(|level| level.parse().ok());
            let name = markdown::code_spans(&row.cells[1]).first().map(ToString::to_string);
            let (Some(level), Some(name)) = (level, name) else {
                return Err(Finding::new(DOCUMENT, row.line, "expected `| L<n> | `crate` | ...`"));
            };
            let uses =
                markdown::code_spans(&row.cells[2]).iter().map(ToString::to_string).collect();
            Ok((name, Layer { line: row.line, level, uses }))
        })
        .collect()
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
        let document = format!("| level | crate | uses |\n|---|---|---|\n{table}");
        let files = fixture(&[(DOCUMENT, &document)]);
        let found =
            check(&files, &manifests(&json!({"workspace_root": "/x", "packages": packages})));
        found.into_iter().map(|finding| finding.message).collect()
    }

    const TABLE: &str = "| L0 | `core/low` | |\n| L1 | `core/high` | `core/low` |\n";

    #[test]
    fn declared_arrows_downwards_pass() {
        let packages =
            [package("core/low", &[], &[]), package("core/high", &["core/low"], &["core/low"])];
        assert_eq!(messages(TABLE, &packages), [""; 0]);
    }

    #[test]
    fn upward_arrows_fail_even_in_tests() {
        let packages =
            [package("core/low", &[], &["core/high"]), package("core/high", &["core/low"], &[])];
        let found = messages(TABLE, &packages);
        assert_eq!(found, ["the arrow to `core/high` does not run to a lower level"]);
    }

    #[test]
    fn arrows_stay_within_what_a_wing_may_use() {
        let table = "| L0 | `go/rules` | |\n| L1 | `shogi/rules` | `go/rules` |\n";
        let packages = [package("go/rules", &[], &[]), package("shogi/rules", &["go/rules"], &[])];
        let found = messages(table, &packages);
        assert_eq!(found, ["the arrow to `go/rules` leaves what its wing may use"]);
    }

    #[test]
    fn undeclared_and_stale_arrows_fail() {
        let mid = package("core/mid", &[], &[]);
        let packages =
            [package("core/low", &[], &[]), package("core/high", &["core/mid"], &[]), mid];
        let found = messages(TABLE, &packages).join("\n");
        assert!(found.contains("`core/mid`, which ARCHITECTURE.md does not declare"), "{found}");
        assert!(found.contains("arrow to `core/low` that does not exist"), "{found}");
    }

    #[test]
    fn crates_and_rows_must_correspond() {
        let found = messages("| L0 | `core/gone` | |\n", &[package("core/new", &[], &[])]);
        assert_eq!(found, ["no crate `core/gone`", "crate `core/new` is not in ARCHITECTURE.md"]);
        let xtask =
            json!({"name": "xtask", "manifest_path": "/x/xtask/Cargo.toml", "dependencies": []});
        assert_eq!(messages("", &[xtask]), [""; 0]);
    }
}
