//! `cargo xtask licences`: the licences of all that the binary holds, in one file that it prints.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;

use crate::{process, workspace};

/// The file, from the root.
pub(crate) const FILE: &str = "crates/front/cli/licences.txt";

/// The packages of `web/node_modules` in the page's bundle.
const PAGE: [&str; 5] = ["clsx", "esm-env", "gifenc", "svelte", "uplot"];

/// Other third-party parts of the binary: name, licence, and the file with its
/// text if no package has it. Folders with data have a README.md that says
/// more.
const OTHERS: [(&str, &str, Option<&str>); 8] = [
    ("The standard library of Rust", "MIT OR Apache-2.0", None),
    ("SQLite", "public domain", None),
    ("Noto Serif JP (font, a subset)", "OFL-1.1", Some("web/src/assets/noto-serif-jp-OFL.txt")),
    (
        "castle.yaml of sylwi-kifu-vue (castles)",
        "MIT",
        Some("crates/shogi/goals/data/LICENSE.castles"),
    ),
    ("sunfish4 and sugyan/shogi (sample games)", "MIT", None),
    (
        "tanuki-tsume-shogi, Copyright (c) 2026 tokuhirom, and nshogi, Copyright (c) 2025-2026 \
         @nyashiki (mate problems)",
        "MIT",
        Some("crates/front/app/assets/mate/README.md"),
    ),
    ("AobaKomaochi, Hiroshi Yamashita (lines of the opening book)", "public domain", None),
    ("Shogi Zuko, 1755 (mate problems)", "public domain", None),
];

/// Arguments of `cargo xtask licences`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  npm ci --prefix web && cargo xtask licences")]
pub(crate) struct Args {}

/// A work of others.
struct Work {
    name: String,
    licence: String,
    origin: String,
    texts: Vec<String>,
}

/// Writes [`FILE`].
pub(crate) fn run(_args: &Args) -> anyhow::Result<()> {
    let root = workspace::root();
    let parts = [
        ("Rust crates", crates(&root)?),
        ("Packages of the page", page(&root)?),
        ("Libraries, fonts and data", others(&root)?),
    ];
    let text = written(&parts);
    std::fs::write(root.join(FILE), &text).context(FILE)?;
    let works: usize = parts.iter().map(|(_, works)| works.len()).sum();
    println!("{FILE}: {works} works, {} bytes", text.len());
    Ok(())
}

/// `name version` of each crate in the binary: for this machine's target from
/// cargo's cache, or for all targets.
pub(crate) fn linked(root: &Path, all_targets: bool) -> anyhow::Result<BTreeSet<String>> {
    let mut cargo = process::cargo();
    cargo.current_dir(root).args(["tree", "--package", "zenpuku", "--locked", "--prefix", "none"]);
    cargo.args(["--edges", "normal,no-proc-macro", "--format", "{p}"]);
    cargo.args(if all_targets { ["--target", "all"].as_slice() } else { &["--offline"] });
    Ok(names(&process::capture(&mut cargo)?))
}

fn names(tree: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        let version = rest.split(' ').next()?;
        (name != "zenpuku" && !name.starts_with("zenpuku-")).then(|| format!("{name} {version}"))
    };
    tree.lines().filter_map(name).collect()
}

fn crates(root: &Path) -> anyhow::Result<Vec<Work>> {
    let linked = linked(root, true)?;
    let mut cargo = process::cargo();
    cargo.current_dir(root).args(["metadata", "--locked", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&process::capture(&mut cargo)?)?;
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let works = packages.iter().filter_map(|package| {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let name = format!("{} {}", text("name"), text("version"));
        let folder = Path::new(package["manifest_path"].as_str()?).parent()?;
        // A crate may name a file instead of a licence; its text is below.
        let named = Some(text("license")).filter(|named| !named.is_empty());
        let licence = named.unwrap_or_else(|| format!("its file {}", text("license_file")));
        linked
            .contains(&name)
            .then(|| work(folder, name, licence, &package["authors"], &text("repository")))
    });
    works.collect()
}

fn page(root: &Path) -> anyhow::Result<Vec<Work>> {
    let work = |name: &&str| {
        let folder = root.join("web/node_modules").join(name);
        let json = std::fs::read_to_string(folder.join("package.json"));
        let json =
            json.with_context(|| format!("{}: run `npm ci --prefix web`", folder.display()))?;
        let package: Value = serde_json::from_str(&json)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let title = format!("{name} {}", text(&package["version"]));
        work(&folder, title, text(&package["license"]), &Value::Null, &text(&package["homepage"]))
    };
    PAGE.iter().map(work).collect()
}

fn others(root: &Path) -> anyhow::Result<Vec<Work>> {
    let work = |(name, licence, file): &(&str, &str, Option<&'static str>)| {
        let text = file.map(|file| std::fs::read_to_string(root.join(file)).context(file));
        Ok(Work {
            name: (*name).to_owned(),
            licence: (*licence).to_owned(),
            origin: String::new(),
            texts: text.transpose()?.into_iter().collect(),
        })
    };
    OTHERS.iter().map(work).collect()
}

fn work(
    folder: &Path,
    name: String,
    licence: String,
    authors: &Value,
    home: &str,
) -> anyhow::Result<Work> {
    let authors = authors.as_array().map(Vec::as_slice).unwrap_or_default();
    let authors: Vec<&str> = authors.iter().filter_map(Value::as_str).collect();
    let origin = if authors.is_empty() { home.to_owned() } else { authors.join(", ") };
    let texts = texts(folder, &licence)?;
    Ok(Work { name, licence, origin, texts })
}

/// The licence files of a folder. Where there is a choice that includes MIT, that is chosen, and
/// the long text of the Apache licence is left out.
fn texts(folder: &Path, licence: &str) -> anyhow::Result<Vec<String>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        let starts = ["LICENSE", "LICENCE", "COPYING", "NOTICE"];
        if starts.iter().any(|start| name.starts_with(start)) && entry.path().is_file() {
            found.insert(name, String::from_utf8_lossy(&std::fs::read(entry.path())?).into_owned());
        }
    }
    let is_left_out = |name: &str| ["APACHE", "LGPL"].iter().any(|word| name.contains(word));
    let has_choice = licence.contains("MIT") && found.keys().any(|name| name.contains("MIT"));
    found.retain(|name, _| !(has_choice && is_left_out(name)));
    Ok(found.into_values().collect())
}

fn written(parts: &[(&str, Vec<Work>)]) -> String {
    let mut out = String::from(
        "Zenpuku is licensed under MIT or Apache-2.0, at your choice. The program holds these works of\n\
         others; where they offer a choice of licences that includes MIT, MIT is chosen.\n\
         Written by `cargo xtask licences`.\n",
    );
    // Equal texts once, in the order of the first work that has them.
    let mut texts: Vec<(String, &str, Vec<&str>)> = Vec::new();
    for (title, works) in parts {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "\n{title}\n");
        for work in works {
            let origin = if work.origin.is_empty() { "" } else { ": " };
            let _ = writeln!(out, "- {} ({}){origin}{}", work.name, work.licence, work.origin);
            for text in &work.texts {
                let key: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
                match texts.iter_mut().find(|(other, _, _)| *other == key) {
                    Some((_, _, users)) => users.push(&work.name),
                    None => texts.push((key, text, vec![&work.name])),
                }
            }
        }
    }
    for (_, text, users) in &texts {
        let _ = writeln!(out, "\n{}\n{}\n", "-".repeat(80), users.join(", "));
        for line in text.trim().lines() {
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_others() {
        let tree =
            "zenpuku v0.1.0 (/x)\nzenpuku-go v0.1.0 (/x/y)\nserde v1.0.1\nserde v1.0.1 (*)\n";
        assert_eq!(names(tree), BTreeSet::from(["serde 1.0.1".to_owned()]));
    }

    #[test]
    fn equal_texts_stand_once_and_mit_is_chosen() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("LICENSE-MIT", "MIT\n text"), ("LICENSE-APACHE", "long")] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let one = |name: &str, licence: &str| {
            work(folder.path(), name.to_owned(), licence.to_owned(), &Value::Null, "home").unwrap()
        };
        let text = written(&[("Crates", vec![one("a 1", "MIT OR Apache-2.0"), one("b 2", "MIT")])]);
        assert!(text.contains("- a 1 (MIT OR Apache-2.0): home\n"), "{text}");
        assert!(text.ends_with("\na 1, b 2\n\nMIT\n text\n"), "{text}");
    }
}
