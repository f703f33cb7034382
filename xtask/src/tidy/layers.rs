//! Arrows between crates: ARCHITECTURE.md's table `level | crate | uses` is
//! compared with the manifests in both directions.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;

use super::Finding;
use crate::markdown;
use crate::process;
use crate::workspace::Files;

const DOCUMENT: &str = "ARCHITECTURE.md";
const PREFIX: &str = "zenpuku-";

/// One crate as the document describes it.
struct Layer {
    line: usize,
    level: u8,
    uses: Vec<String>,
}

/// One crate as its manifest describes it: short names.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    name: String,
    normal: Vec<String>,
    dev: Vec<String>,
}

/// The manifests of the workspace, as cargo reads them.
pub(super) fn metadata(root: &Path) -> anyhow::Result<Vec<Manifest>> {
    let mut cargo = process::cargo();
    cargo.current_dir(root).args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let json = process::capture(&mut cargo)?;
    let value: Value = serde_json::from_str(&json).context("cargo metadata")?;
    Ok(manifests(&value))
}

fn manifests(metadata: &Value) -> Vec<Manifest> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    packages.iter().filter_map(manifest).collect()
}

fn manifest(package: &Value) -> Option<Manifest> {
    let path = package["manifest_path"].as_str()?.replace('\\', "/");
    let name = path.strip_suffix("/Cargo.toml")?.rsplit_once("/crates/")?.1.to_owned();
    let mut manifest = Manifest { name, ..Manifest::default() };
    for dependency in package["dependencies"].as_array()? {
        let Some(target) = dependency["name"].as_str().and_then(|n| n.strip_prefix(PREFIX)) else {
            continue;
        };
        let list = match dependency["kind"].as_str() {
            Some("dev") => &mut manifest.dev,
            _ => &mut manifest.normal,
        };
        list.push(target.to_owned());
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
    let path = format!("crates/{}/Cargo.toml", manifest.name);
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
    }
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
        let arrow =
            |name: &&str, kind: Value| json!({"name": format!("zenpuku-{name}"), "kind": kind});
        let all: Vec<Value> = normal
            .iter()
            .map(|name| arrow(name, Value::Null))
            .chain(dev.iter().map(|name| arrow(name, json!("dev"))))
            .chain([json!({"name": "serde", "kind": null})])
            .collect();
        json!({"manifest_path": format!("/x/crates/{name}/Cargo.toml"), "dependencies": all})
    }

    fn messages(table: &str, packages: &[Value]) -> Vec<String> {
        let document = format!("| level | crate | uses |\n|---|---|---|\n{table}");
        let files = fixture(&[(DOCUMENT, &document)]);
        let found = check(&files, &manifests(&json!({ "packages": packages })));
        found.into_iter().map(|finding| finding.message).collect()
    }

    const TABLE: &str = "| L0 | `low` | |\n| L1 | `high` | `low` |\n";

    #[test]
    fn declared_arrows_downwards_pass() {
        let packages = [package("low", &[], &[]), package("high", &["low"], &["low"])];
        assert_eq!(messages(TABLE, &packages), [""; 0]);
    }

    #[test]
    fn upward_arrows_fail_even_in_tests() {
        let packages = [package("low", &[], &["high"]), package("high", &["low"], &[])];
        let found = messages(TABLE, &packages);
        assert_eq!(found, ["the arrow to `high` does not run to a lower level"]);
    }

    #[test]
    fn undeclared_and_stale_arrows_fail() {
        let packages = [package("low", &[], &[]), package("high", &["mid"], &[])];
        let found = messages(TABLE, &packages).join("\n");
        assert!(found.contains("`mid`, which ARCHITECTURE.md does not declare"), "{found}");
        assert!(found.contains("arrow to `low` that does not exist"), "{found}");
    }

    #[test]
    fn crates_and_rows_must_correspond() {
        let found = messages("| L0 | `gone` | |\n", &[package("new", &[], &[])]);
        assert_eq!(found, ["no crate `gone`", "crate `new` is not in ARCHITECTURE.md"]);
        let xtask = json!({"manifest_path": "/x/xtask/Cargo.toml", "dependencies": []});
        assert_eq!(messages("", &[xtask]), [""; 0]);
    }
}
