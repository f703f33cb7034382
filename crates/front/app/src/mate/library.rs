//! The user's problems: sets from files, and mates missed in games.

use super::overview::{own_id, own_set};
use super::reader::{MAX_PROBLEMS, Reader};
use super::store::{OwnProblem, key, now_ms};
use super::{MateAdded, MateFailure};
use crate::analysis::Analysis;
use crate::errors::{AppResult, error, not_found};
use crate::library::import::{collect, name_below, read};
use crate::library::{folder, take_uploads};
use crate::protocol::{ErrorCode, ImportSource, Reply};
use crate::state::{AppState, lock};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// Reads a set.
pub(super) fn add(state: &Arc<AppState>, source: ImportSource) -> AppResult<Reply> {
    let mut reader = Reader::default();
    let name = match source {
        ImportSource::Folder { path } => {
            let path = folder(state, &path)?;
            read_folder(&path, &mut reader)?;
            path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
        }
        ImportSource::Uploads { uploads } => {
            let files = take_uploads(state, &uploads)?;
            files.iter().for_each(|(name, bytes)| reader.file(name, bytes));
            set_name(&files)
        }
        ImportSource::Document { .. } => {
            return Err(error(ErrorCode::BadValue, "a document is not a set of problems"));
        }
    };
    let Reader { problems, failed, failures, .. } = reader;
    if problems.is_empty() {
        let first = failures.first().map(told).unwrap_or_else(|| "no files of problems".to_owned());
        return Err(error(ErrorCode::BadRecord, format!("no mate problem found: {first}")));
    }
    check_size(state, &name, &problems)?;
    let (id, added) = state.storage.add_problems("own", &name, now_ms(), &problems)?;
    let duplicates = problems.len() as u32 - added;
    let set = own_id("own", id);
    Ok(Reply::MateAdded { added: MateAdded { set, name, added, duplicates, failed, failures } })
}

/// Is there room for these in the set of this name? Existing ones need none.
fn check_size(state: &AppState, name: &str, problems: &[OwnProblem]) -> AppResult<()> {
    let sets = state.storage.own_sets()?;
    let known = sets.iter().find(|set| set.kind == "own" && set.name == name);
    let there = known.map_or(Ok(Vec::new()), |set| state.storage.own_problems(set.id))?;
    let all: HashSet<&str> =
        there.iter().chain(problems).map(|problem| problem.sfen.as_str()).collect();
    if all.len() <= MAX_PROBLEMS {
        return Ok(());
    }
    let message = format!("a set has at most {MAX_PROBLEMS} problems, this would be {}", all.len());
    Err(error(ErrorCode::TooLarge, message))
}

/// A failure as one line: place and cause.
fn told(failure: &MateFailure) -> String {
    let MateFailure { file, line, message } = failure;
    match line {
        Some(line) => format!("{file}, line {line}: {message}"),
        None => format!("{file}: {message}"),
    }
}

/// The first file's name, without its extension.
fn set_name(files: &[(String, Vec<u8>)]) -> String {
    let first = files.first().map_or("", |(name, _)| name);
    let stem = first.rsplit_once('.').map_or(first, |(stem, _)| stem);
    let name = if stem.is_empty() { "?" } else { stem };
    if files.len() > 1 { format!("{name} + {}", files.len() - 1) } else { name.to_owned() }
}

fn read_folder(path: &Path, reader: &mut Reader) -> AppResult<()> {
    let failed = |failed: std::io::Error| {
        error(ErrorCode::BadRecord, format!("{}: {failed}", path.display()))
    };
    let found = collect(path, Reader::takes, || false).map_err(failed)?;
    for (skipped, why) in found.skipped {
        reader.fail(&name_below(path, &skipped), None, why);
    }
    for file in found.files {
        let name = name_below(path, &file);
        if reader.is_full() {
            let message =
                format!("this file and later ones: a set has at most {MAX_PROBLEMS} problems");
            reader.fail(&name, None, message);
            break;
        }
        match read(&file) {
            Ok(bytes) => reader.file(&name, &bytes),
            Err(error) => reader.fail(&name, None, error.to_string()),
        }
    }
    Ok(())
}

/// Forgets a set.
pub(super) fn remove(state: &AppState, set: &str) -> AppResult<Reply> {
    let found = own_set(state, set)?;
    state.storage.remove_set(found.id)?;
    Ok(Reply::Ok)
}

/// Keeps the position before a move that missed a mate.
pub(super) fn missed(
    state: &AppState,
    analysis: &Analysis,
    document: u32,
    node: u32,
) -> AppResult<Reply> {
    let report = analysis.report(document)?;
    let report = report.ok_or_else(|| not_found("analysis of document", document))?;
    let judged = report.moves.iter().find(|mv| mv.node == node);
    let plies = judged.and_then(|mv| mv.judged.missed_mate).ok_or_else(|| {
        error(ErrorCode::WrongState, format!("no mate was missed at node {node}"))
    })?;
    let found = state.document(document)?;
    let found = lock(&found);
    let tree = found.tree()?;
    let at = tree.attached(node).ok_or_else(|| not_found("node", node))?;
    let before = at.parent.and_then(|parent| tree.position(parent));
    let before = before.ok_or_else(|| not_found("position before node", node))?;
    let name = format!("{} #{}", found.title, at.ply);
    let problem = OwnProblem { name: name.clone(), sfen: key(&before), plies: Some(plies) };
    drop(found);
    let (_, added) = state.storage.add_problems("missed", "", now_ms(), &[problem])?;
    let added = MateAdded {
        set: own_id("missed", 0),
        name,
        added,
        duplicates: 1 - added,
        failed: 0,
        failures: Vec::new(),
    };
    Ok(Reply::MateAdded { added })
}
