//! Where the results of a record go.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use zenpuku_analysis::{GameAnalysis, report};

use crate::exit::Usage;
use crate::{files, json};

use super::inputs::{Input, MARK};

/// `NAME.zenpuku.EXTENSION`, for one game of many `NAME-3.zenpuku.EXTENSION`.
fn path(input: &Input, number: Option<usize>, extension: &str) -> PathBuf {
    let mut name = input.name.clone();
    if let Some(number) = number {
        name.push(format!("-{number}"));
    }
    name.push(MARK);
    name.push(extension);
    input.folder.join(name)
}

/// Refuses records whose results would overwrite each other; `games` has the numbers of a record's games.
pub(super) fn check_apart<'a>(
    games: impl IntoIterator<Item = (&'a Input, Vec<Option<usize>>)>,
) -> anyhow::Result<()> {
    let mut targets: HashMap<PathBuf, &Path> = HashMap::new();
    for (input, numbers) in games {
        for number in numbers {
            let target = path(input, number, "html");
            if let Some(other) = targets.get(&target) {
                let (one, two) = (other.display(), input.path.display());
                let message = format!(
                    "{one} and {two} would both write {}: analyse them one by one, each with its own --out",
                    target.display()
                );
                return Err(Usage::new(message).into());
            }
            targets.insert(target, &input.path);
        }
    }
    Ok(())
}

/// Are the results of the record newer than the record itself?
pub(super) fn are_current(input: &Input) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|meta| meta.modified()).ok();
    // The report is written last.
    let results = [None, Some(1)].map(|number| modified(&path(input, number, "html")));
    let result = results.into_iter().flatten().max();
    matches!((result, modified(&input.path)), (Some(result), Some(record)) if result > record)
}

/// Part of the name of an interrupted game's report, so that it does not count as current.
const PART: &str = "part.";

/// Writes the three results and says where. They cannot be the record itself: their names differ.
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
    let text = json::encode(analysis)?;
    let html = report(analysis)?;
    let results = [("kif", kif), ("json", text.as_bytes()), ("html", html.as_bytes())];
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
        let input = Input { folder: "out".into(), ..Input::beside("games/a.b.kif".into()) };
        assert_eq!(path(&input, None, "html"), Path::new("out/a.b.zenpuku.html"));
        assert_eq!(path(&input, Some(2), "kif"), Path::new("out/a.b-2.zenpuku.kif"));
    }
}
