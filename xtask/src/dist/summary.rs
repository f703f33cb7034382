//! The table at the end: the packages, and the tests they passed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};

/// The table of the last run, in target/.
const FILE: &str = "dist-summary.txt";

/// The tests that a package passed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Checks {
    pub(super) passed: usize,
    /// Of `zenpuku bench`.
    pub(super) signature: Option<u64>,
}

/// One file of the table.
struct Row {
    file: String,
    bytes: Option<u64>,
    signature: Option<u64>,
    verdict: String,
}

/// The files so far, and what failed.
#[derive(Default)]
pub(super) struct Summary {
    rows: Vec<Row>,
    failed: Vec<String>,
}

impl Summary {
    /// Adds the files of a package, or its name if it has none; `checks` is `None` if it was not tested.
    pub(super) fn add(
        &mut self,
        root: &Path,
        name: &str,
        files: &[PathBuf],
        checks: Option<Checks>,
    ) {
        let verdict = match checks {
            Some(checks) => format!("{} checks passed", checks.passed),
            None => "not tested".to_owned(),
        };
        let signature = checks.and_then(|checks| checks.signature);
        let row = |file, bytes| Row { file, bytes, signature, verdict: verdict.clone() };
        if files.is_empty() {
            self.rows.push(row(name.to_owned(), None));
        }
        self.rows.extend(files.iter().map(|path| {
            let shown = path.strip_prefix(root).unwrap_or(path).display().to_string();
            row(shown, std::fs::metadata(path).ok().map(|data| data.len()))
        }));
    }

    /// Adds a package that could not be made or failed its test.
    pub(super) fn fail(&mut self, name: &str, error: &anyhow::Error) {
        eprintln!("{name}: {error:#}");
        self.failed.push(name.to_owned());
        let verdict = format!("FAILED: {error:#}");
        self.rows.push(Row { file: name.to_owned(), bytes: None, signature: None, verdict });
    }

    /// Prints the table and stores it.
    ///
    /// # Errors
    /// Names what failed.
    pub(super) fn finish(&self, root: &Path) -> anyhow::Result<()> {
        let table = self.table();
        print!("\n{table}");
        let path = root.join("target").join(FILE);
        std::fs::write(&path, table).with_context(|| format!("cannot write {}", path.display()))?;
        ensure!(self.failed.is_empty(), "failed: {}", self.failed.join(", "));
        Ok(())
    }

    fn table(&self) -> String {
        let width = self.rows.iter().map(|row| row.file.len()).max().unwrap_or_default().max(4);
        let mut table = format!("{:width$}  {:>7}  {:>9}  result\n", "file", "MB", "signature");
        for row in &self.rows {
            let size = row.bytes.map(|bytes| format!("{:.2}", bytes as f64 / 1e6));
            let signature = row.signature.map(|number| number.to_string());
            let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
            // Writing to a String cannot fail.
            let _ = writeln!(
                table,
                "{:width$}  {:>7}  {:>9}  {}",
                row.file,
                or_dash(size),
                or_dash(signature),
                row.verdict
            );
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_files_and_failures() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        std::fs::write(&path, [0; 20_000]).unwrap();
        let mut summary = Summary::default();
        let checks = Checks { passed: 3, signature: Some(98_418) };
        summary.add(folder.path(), "zip", std::slice::from_ref(&path), Some(checks));
        summary.add(folder.path(), "zip", &[path], None);
        summary.fail("mac", &anyhow::anyhow!("made on a Mac"));
        let table = summary.table();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[1], "a.zip     0.02      98418  3 checks passed");
        assert_eq!(lines[2], "a.zip     0.02          -  not tested");
        assert_eq!(lines[3], "mac          -          -  FAILED: made on a Mac");
    }
}
