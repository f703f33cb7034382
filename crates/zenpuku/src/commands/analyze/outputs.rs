//! Where the results of a record go.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use zenpuku_analysis::{GameAnalysis, report};

use crate::files;

use super::inputs::{Input, MARK};

/// `NAME.zenpuku.EXTENSION`, for one game of many `NAME-3.zenpuku.EXTENSION`.
fn path(input: &Input, number: Option<usize>, extension: &str) -> PathBuf {
    let stem = if input.is_standard() { Some("stdin".as_ref()) } else { input.path.file_stem() };
    let mut name = stem.map_or_else(OsString::new, OsString::from);
    if let Some(number) = number {
        name.push(format!("-{number}"));
    }
    name.push(MARK);
    name.push(extension);
    input.folder.join(name)
}

/// Are the results of the record newer than the record itself?
pub(super) fn are_current(input: &Input) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|meta| meta.modified()).ok();
    // The report is written last.
    let results = [None, Some(1)].map(|number| modified(&path(input, number, "html")));
    let result = results.into_iter().flatten().max();
    matches!((result, modified(&input.path)), (Some(result), Some(record)) if result > record)
}

/// What the report of an interrupted game has in its name, so that it does not count as current.
const PART: &str = "part.";

/// Writes the three results and says where. None of them can be the record
/// itself: their names differ.
pub(super) fn write(
    input: &Input,
    number: Option<usize>,
    kif: &[u8],
    analysis: &GameAnalysis,
    whole: bool,
) -> anyhow::Result<String> {
    fs::create_dir_all(if input.folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        &input.folder
    })
    .with_context(|| input.folder.display().to_string())?;
    let json = serde_json::to_string(analysis)?;
    let html = report(analysis)?;
    let results = [("kif", kif), ("json", json.as_bytes()), ("html", html.as_bytes())];
    let mut names = Vec::new();
    for (extension, bytes) in results {
        let mark = if whole { "" } else { PART };
        let target = path(input, number, &format!("{mark}{extension}"));
        anyhow::ensure!(target != input.path, "{}: is the record itself", target.display());
        files::replace(&target, bytes)?;
        names.push(target.display().to_string());
    }
    Ok(names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_beside_the_record_or_in_the_folder_asked_for() {
        let input = Input { path: "games/a.b.kif".into(), folder: "out".into() };
        assert_eq!(path(&input, None, "html"), Path::new("out/a.b.zenpuku.html"));
        assert_eq!(path(&input, Some(2), "kif"), Path::new("out/a.b-2.zenpuku.kif"));
    }
}
