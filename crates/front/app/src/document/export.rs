//! From trees to files: records with or without analysis, JSON, the HTML report.

use super::tree::{Node, ROOT, Step, Tree};
use crate::analysis_model::analysis_of;
use crate::protocol::GameReport;
use std::collections::HashMap;
use zenpuku_analysis::GameAnalysis;
use zenpuku_shogi_record::{
    Document as File, Encoding, Format, Header, NodeId, Note, Record, Step as To, Time, WriteError,
    WriteOptions, write_with,
};

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportFormat {
    Record(Format),
    /// The analysis as JSON.
    Json,
    /// The report.
    Html,
}

/// How to write it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExportOptions {
    pub(crate) format: ExportFormat,
    pub(crate) encoding: Encoding,
    /// Evaluations and mistakes into comments.
    pub(crate) annotate: bool,
}

/// The reason why nothing was written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExportError {
    /// The format cannot hold it.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// There is nothing to report.
    #[error("the document has not been analysed")]
    NoAnalysis,
    /// Serialisation failed.
    #[error("the analysis cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

/// Writes a document; the bytes and the file's extension.
pub(crate) fn export(
    tree: &Tree,
    title: &str,
    report: Option<&GameReport>,
    options: ExportOptions,
) -> Result<(Vec<u8>, &'static str), ExportError> {
    let analysis = report.map(|report| game_analysis(tree, title, report));
    let needed = || analysis.as_ref().ok_or(ExportError::NoAnalysis);
    match options.format {
        ExportFormat::Json => Ok((serde_json::to_vec_pretty(needed()?)?, "json")),
        ExportFormat::Html => Ok((zenpuku_analysis::report(needed()?)?.into_bytes(), "html")),
        ExportFormat::Record(format) => {
            let (mut record, ids) = record(tree);
            if let (true, Some(report)) = (options.annotate, report) {
                annotate(tree, &mut record, &ids, report, &game_analysis(tree, title, report));
            }
            let mut write = WriteOptions::new(format);
            write.encoding = Some(options.encoding);
            let written = write_with(&File::new(vec![record]), &write)?;
            Ok((written.bytes, format.extension(options.encoding == Encoding::Utf8)))
        }
    }
}

/// The tree as a record, and where each node went.
pub(crate) fn record(tree: &Tree) -> (Record, HashMap<u32, NodeId>) {
    let mut out = Record::new(tree.start.clone());
    for field in &tree.headers {
        let (key, value) = (field.key.clone(), field.value.clone());
        out.headers.push(Header::Field { key, value });
    }
    let mut ids = HashMap::from([(ROOT, NodeId::ROOT)]);
    // A record's children are in the order in which they were added.
    let mut pending = vec![ROOT];
    while let Some(id) = pending.pop() {
        let Some(node) = tree.node(id) else { continue };
        let Some(to) = add(&mut out, node, &ids) else { continue };
        ids.insert(id, to);
        pending.extend(node.children.iter().rev());
    }
    (out, ids)
}

fn add(out: &mut Record, node: &Node, ids: &HashMap<u32, NodeId>) -> Option<NodeId> {
    let to = match (&node.step, node.parent) {
        (Step::Start, _) => NodeId::ROOT,
        (Step::Move(mv), Some(parent)) => out.add(*ids.get(&parent)?, To::Move(*mv)),
        (Step::End(ending), Some(parent)) => out.add(*ids.get(&parent)?, To::End(ending.clone())),
        (Step::Broken(broken), Some(parent)) if broken.foul().is_some() => {
            out.add(*ids.get(&parent)?, To::Broken(broken.clone()))
        }
        // Text that is not a move is kept as a comment of the move before it.
        (Step::Broken(broken), Some(parent)) => {
            out.node_mut(*ids.get(&parent)?).add_comment(&broken.text);
            return None;
        }
        (_, None) => return None,
    };
    let made = out.node_mut(to);
    made.time = node.time_ms.map(|spent_ms| Time { spent_ms, total_ms: None });
    if !node.comment.is_empty() {
        made.add_comment(&node.comment);
    }
    made.notes.extend(node.notes.iter().cloned());
    Some(to)
}

/// The line that `report` judged, as a separate record.
fn line(tree: &Tree, report: &GameReport) -> Record {
    let mut out = Record::new(tree.start.clone());
    for field in &tree.headers {
        out.set_field(&field.key, &field.value);
    }
    let mut at = NodeId::ROOT;
    for id in report.moves.iter().map(|mv| mv.node) {
        match tree.node(id).map(|node| &node.step) {
            Some(Step::Move(mv)) => at = out.add(at, To::Move(*mv)),
            _ => break,
        }
    }
    if let Some((ending, _)) = tree.ending() {
        out.add(at, To::End(ending.clone()));
    }
    out
}

/// Writes the results of the analysis into the comments of its moves.
fn annotate(
    tree: &Tree,
    record: &mut Record,
    ids: &HashMap<u32, NodeId>,
    report: &GameReport,
    analysis: &GameAnalysis,
) {
    let mut line = line(tree, report);
    zenpuku_analysis::annotate(&mut line, analysis);
    let told: Vec<Vec<Note>> = line.main_line().map(|id| line.node(id).notes.clone()).collect();
    for (mv, notes) in report.moves.iter().zip(told) {
        if let Some(&to) = ids.get(&mv.node) {
            record.node_mut(to).notes.extend(notes);
        }
    }
}

/// The analysis in the form that reports and other programs read.
pub(crate) fn game_analysis(tree: &Tree, title: &str, report: &GameReport) -> GameAnalysis {
    let sfen = |id| tree.node(id).map(|node| node.sfen.clone()).unwrap_or_default();
    let (black, white) = (tree.header(&["先手", "下手"]), tree.header(&["後手", "上手"]));
    let result = tree.ending().map_or("", |(ending, side)| ending.kif(side));
    analysis_of(report, title, &tree.start.to_sfen(), [black, white], result, sfen)
}
