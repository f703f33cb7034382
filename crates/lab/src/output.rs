//! Writing findings into a folder: a CSV file for each of our tables, an SVG file for
//! each plot, a Markdown file for each page, and all tables together as JSON.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use zenpuku_report::RunManifest;

use crate::error::LabError;
use crate::findings::Findings;

/// The name of a run's journal in its output folder.
pub const JOURNAL: &str = ".journal.jsonl";

/// The object that `lab NAME --json` prints: the manifest with the tables `paper` and
/// `ours`, and `checks`, the facts that must come out exactly.
#[must_use]
pub fn to_json(findings: &Findings, manifest: &RunManifest) -> Value {
    let mut report = manifest.report_json(&findings.paper, &findings.ours);
    let checks = findings.checks.iter().map(|check| {
        serde_json::json!({
            "fact": check.fact, "source": check.source, "stated": check.stated,
            "found": check.found, "holds": check.holds(),
        })
    });
    report["checks"] = checks.collect();
    report
}

/// Writes `<table>.csv`, `<plot>.svg`, `<page>.md` and `<experiment>.json` into `folder`, which
/// is made if needed, and returns the files written. Files of the same names are replaced,
/// others left alone.
///
/// # Errors
/// [`LabError::File`].
pub fn write(
    folder: &Path,
    findings: &Findings,
    manifest: &RunManifest,
) -> Result<Vec<PathBuf>, LabError> {
    fs::create_dir_all(folder).map_err(LabError::file(folder))?;
    let mut written = Vec::new();
    let mut put = |name: String, text: String| -> Result<(), LabError> {
        let path = folder.join(name);
        fs::write(&path, text).map_err(LabError::file(&path))?;
        written.push(path);
        Ok(())
    };
    for table in &findings.ours {
        put(format!("{}.csv", file_stem(table.title())), table.to_csv())?;
    }
    for plot in &findings.plots {
        put(format!("{}.svg", file_stem(&plot.name)), plot.svg.clone())?;
    }
    for page in &findings.pages {
        put(format!("{}.md", file_stem(&page.name)), page.markdown.clone())?;
    }
    let report = to_json(findings, manifest);
    put(format!("{}.json", file_stem(&manifest.name)), format!("{report:#}\n"))?;
    Ok(written)
}

/// A title as a file name: lower-case letters and digits, everything else a hyphen.
#[must_use]
pub fn file_stem(title: &str) -> String {
    let words = title.to_lowercase();
    let words = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}
