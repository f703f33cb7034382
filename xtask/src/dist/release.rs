//! What accompanies the packages of a release: components, notes, checksums.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use super::archive::VERSION;
use super::folder;
use super::summary::Checks;
use crate::{licences, process};

const CHANGELOG: &str = "CHANGELOG.md";
const COMPONENTS: &str = "sbom.cdx.json";
const NOTES: &str = "NOTES.md";
const SUMS: &str = "SHA256SUMS";

/// Writes `sbom.cdx.json`, `NOTES.md` and, of all that is in target/dist then, `SHA256SUMS`.
pub(super) fn make(root: &Path) -> anyhow::Result<()> {
    let folder = folder(root);
    let write = |name: &str, text: String| -> anyhow::Result<()> {
        let path = folder.join(name);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    write(COMPONENTS, format!("{:#}\n", components(root)?))?;
    let changelog = std::fs::read_to_string(root.join(CHANGELOG)).context(CHANGELOG)?;
    let notes = notes(&changelog, VERSION);
    write(NOTES, notes.with_context(|| format!("{CHANGELOG} has no entries of {VERSION}"))?)?;
    write(SUMS, sums(&folder)?)
}

/// What [`make`] writes.
pub(super) fn paths(root: &Path) -> Vec<PathBuf> {
    [COMPONENTS, NOTES, SUMS].map(|name| folder(root).join(name)).to_vec()
}

/// Compares the checksums, and the components with the crates that are linked.
pub(super) fn test(root: &Path) -> anyhow::Result<Checks> {
    let mut check = Command::new("sha256sum");
    check.args(["--check", "--quiet", "--strict", SUMS]).current_dir(folder(root));
    process::run(&mut check)?;
    let text = std::fs::read_to_string(folder(root).join(COMPONENTS)).context(COMPONENTS)?;
    let components: Value = serde_json::from_str(&text).context(COMPONENTS)?;
    let listed = components["components"].as_array().map_or(0, Vec::len);
    let linked = licences::linked(root, true)?.len();
    ensure!(listed == linked, "{COMPONENTS} lists {listed} crates, {linked} are linked");
    println!("ok             checksums; {listed} components");
    Ok(Checks { passed: 2, signature: None })
}

/// The crates in the program as CycloneDX 1.5 lists them.
fn components(root: &Path) -> anyhow::Result<Value> {
    let linked = licences::linked(root, true)?;
    let mut cargo = process::cargo();
    cargo.current_dir(root).args(["metadata", "--locked", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&process::capture(&mut cargo)?)?;
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let components = packages.iter().filter_map(|package| {
        let (name, version) = (package["name"].as_str()?, package["version"].as_str()?);
        linked.contains(&format!("{name} {version}")).then(|| component(name, version, package))
    });
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "zenpuku", "version": VERSION}},
        "components": components.collect::<Vec<_>>(),
    }))
}

fn component(name: &str, version: &str, package: &Value) -> Value {
    let mut component = json!({
        "type": "library",
        "name": name,
        "version": version,
        "purl": format!("pkg:cargo/{name}@{version}"),
    });
    if let Some(licence) = package["license"].as_str() {
        // Older manifests write `MIT/Apache-2.0`, which is not an expression.
        component["licenses"] = json!([{"expression": licence.replace('/', " OR ")}]);
    }
    component
}

/// The part of the changelog about `version`; before a release, the part `Unreleased`.
fn notes(changelog: &str, version: &str) -> Option<String> {
    let part = |title: &str| {
        let (_, rest) = changelog.split_once(&format!("\n## {title}"))?;
        let (_, rest) = rest.split_once('\n')?;
        let text = rest.split("\n## ").next()?.trim();
        (!text.is_empty()).then(|| format!("{text}\n"))
    };
    part(version).or_else(|| part(&format!("[{version}]"))).or_else(|| part("Unreleased"))
}

/// The checksums of the files in `folder`, as `sha256sum --check` reads them.
fn sums(folder: &Path) -> anyhow::Result<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() && entry.file_name() != SUMS {
            names.push(entry.file_name());
        }
    }
    names.sort();
    process::capture(Command::new("sha256sum").args(&names).current_dir(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_those_of_the_version() {
        let text = "# Changelog\n\n## Unreleased\n\n- new\n\n## 0.2.0 - 2027-01-01\n\n### Added\n- b\n\n## 0.1.0\n\n- a\n";
        assert_eq!(notes(text, "0.2.0").as_deref(), Some("### Added\n- b\n"));
        assert_eq!(notes(text, "0.1.0").as_deref(), Some("- a\n"));
        assert_eq!(notes(text, "0.3.0").as_deref(), Some("- new\n"));
        assert_eq!(notes("# Changelog\n\n## Unreleased\n\n", "0.3.0"), None);
    }

    #[test]
    fn components_have_an_address_and_a_licence() {
        let found = component("a", "1.0.0", &json!({"license": "MIT/Apache-2.0"}));
        assert_eq!(found["purl"], "pkg:cargo/a@1.0.0");
        assert_eq!(found["licenses"][0]["expression"], "MIT OR Apache-2.0");
    }
}
