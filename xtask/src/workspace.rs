//! The repository: its root and its text files.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;

use crate::process;

/// The folder of the wings.
const CRATES: &str = "crates/";
/// The one crate outside it.
const LAWS: &str = "fuzz/laws/";

/// One text file of the repository.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// Path from the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    /// For tests: a file that exists nowhere.
    #[cfg(test)]
    pub(crate) fn fixture(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// The crate's name in the documents: `wing/x` of `crates/wing/x/...`, `fuzz/laws`.
    pub(crate) fn crate_name(&self) -> Option<&str> {
        let inside = self.path.strip_prefix(CRATES);
        let path = inside.or_else(|| self.path.starts_with(LAWS).then_some(&self.path))?;
        let (end, _) = path.match_indices('/').nth(1)?;
        Some(&path[..end])
    }

    /// Whether it is Rust code.
    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Whether it is a Markdown document.
    pub(crate) fn is_markdown(&self) -> bool {
        self.path.ends_with(".md")
    }

    /// Whether it is a separate program or part of one: `tests/`, `benches/`, `examples/`.
    pub(crate) fn is_test(&self) -> bool {
        self.path.split('/').any(|part| matches!(part, "tests" | "benches" | "examples"))
            || self.path.ends_with("/tests.rs")
    }
}

/// The folder of the crate that the documents call `name`.
pub(crate) fn crate_folder(name: &str) -> String {
    let folder = format!("{name}/");
    if folder == LAWS { folder } else { format!("{CRATES}{folder}") }
}

/// All files of the repository.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// Every path from the root, with `/`, sorted.
    pub(crate) paths: Vec<String>,
    /// Those that are UTF-8 text outside `testdata/` and fuzz corpora.
    pub(crate) sources: Vec<Source>,
}

impl Files {
    /// The text of the file at `path`.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.sources.iter().find(|source| source.path == path).map(|source| source.text.as_str())
    }

    /// All Rust files.
    pub(crate) fn rust(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter().filter(|source| source.is_rust())
    }

    /// All Markdown documents.
    pub(crate) fn markdown(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter().filter(|source| source.is_markdown())
    }
}

/// The folder of the workspace's `Cargo.toml`.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Reads every file that git tracks or would track.
pub(crate) fn read(root: &Path) -> anyhow::Result<Files> {
    let mut git = Command::new("git");
    git.current_dir(root).args([
        "-c",
        "core.quotePath=off",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
        "--deduplicate",
    ]);
    let listing = process::capture(&mut git)?;
    let mut files = Files::default();
    for path in listing.split_terminator('\0') {
        let full = root.join(path);
        if !full.is_file() {
            continue;
        }
        files.paths.push(path.to_owned());
        if path.starts_with("testdata/") || path.starts_with("fuzz/corpus/") {
            continue;
        }
        let bytes = std::fs::read(&full).with_context(|| format!("cannot read {path}"))?;
        if let Ok(text) = String::from_utf8(bytes) {
            files.sources.push(Source { path: path.to_owned(), text });
        }
    }
    // Data read by the checks themselves although it is test data.
    for path in files.paths.iter().filter(|path| is_data_readme(path)) {
        let text = std::fs::read_to_string(root.join(path))
            .with_context(|| format!("cannot read {path}"))?;
        files.sources.push(Source { path: path.clone(), text });
    }
    files.paths.sort();
    Ok(files)
}

fn is_data_readme(path: &str) -> bool {
    path.starts_with("testdata/") && path.ends_with("/README.md")
}
