//! The analysis of a whole game.

use super::Analysis;
use super::analyst::{JobAnalyst, Keep};
use crate::analysis_model::{decisive, evaluation, summary};
use crate::document::{Document, Tree};
use crate::jobs::{End, Running};
use crate::protocol::{
    Budget, DocumentInfo, Evaluation, Event, GamePhases, GameReport, MoveReport,
};
use crate::state::lock;
use crate::storage::StorageError;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use zenpuku_analysis::{MoveAnalysis, analyze_record};
use zenpuku_shogi::Color;
use zenpuku_shogi_record::{NodeId, Record, Step};

/// How often results are sent to clients and written to disk.
const PUBLISH_EVERY: Duration = Duration::from_millis(100);
const SAVE: Duration = Duration::from_secs(2);

impl Analysis {
    /// Judges the line through `node` of a document.
    pub(crate) fn run(
        &self,
        running: &Running<'_>,
        document: u32,
        node: u32,
        budget: Budget,
    ) -> End {
        let found = self.state.document(document).map_err(|error| error.message);
        let line = match found.and_then(|found| Line::of(&lock(&found), node)) {
            Ok(line) => line,
            Err(message) => return End::Failed(message),
        };
        running.update(|info| (info.done, info.total) = (0, line.moves()));
        self.judge_line(running, &line, budget, Keep::AtOnce, 0)
    }

    /// Judges a line; the job has done `before` moves of other lines.
    pub(super) fn judge_line(
        &self,
        running: &Running<'_>,
        line: &Line,
        budget: Budget,
        keep: Keep,
        before: u32,
    ) -> End {
        let document = line.info.id;
        let mut analyst = JobAnalyst::new(&self.state, running, budget, keep);
        let mut builder = ReportBuilder::new(self, running, line, budget, before);
        // Values are from Black's view; the judge's first thought is about the start.
        let start_side = line.start;
        let judged = analyze_record(&line.info.title, &line.record, &mut analyst, |mv| {
            builder.add(mv);
        });
        builder.report.start = analyst.first.map(|value| evaluation(value, start_side));
        let stopped = running.stopped();
        builder.report.complete = judged.is_ok() && builder.report.moves.len() == line.nodes.len();
        builder.publish(true);
        if builder.report.complete {
            analyst.keep();
        }
        if let Some(error) = builder.save() {
            // It stays in memory, where the page finds it.
            return End::Failed(format!("the analysis is not saved: {error}"));
        }
        self.drop_report(document);
        match (analyst.take_error(), judged) {
            (Some(error), _) => End::Failed(error),
            _ if stopped => End::Cancelled,
            (None, Err(error)) => End::Failed(error.to_string()),
            (None, Ok(_)) => End::Done,
        }
    }
}

/// The line to judge, fixed when the job begins.
pub(super) struct Line {
    info: DocumentInfo,
    record: Record,
    nodes: Vec<u32>,
    start: Color,
    phases: GamePhases,
}

impl Line {
    /// The line through a node.
    pub(super) fn of(document: &Document, node: u32) -> Result<Self, String> {
        let tree: &Tree = document.tree().map_err(|error| error.to_string())?;
        if tree.attached(node).is_none() {
            return Err(format!("the document has no node {node} any more"));
        }
        let mut record = Record::new(tree.start.clone());
        let mut nodes = Vec::new();
        let mut at = NodeId::ROOT;
        for (id, mv) in tree.moves_through(node) {
            at = record.add(at, Step::Move(mv));
            nodes.push(id);
        }
        let start = tree.start.side_to_move();
        let phases = tree.phases(node);
        Ok(Self { info: document.info(), record, nodes, start, phases })
    }

    /// Does it belong to a document? Otherwise it is a game of the library that is not open.
    fn is_open(&self) -> bool {
        self.info.id != 0
    }

    pub(super) fn title(&self) -> &str {
        &self.info.title
    }

    /// Number of its moves.
    pub(super) fn moves(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }
}

/// Passes on results.
struct ReportBuilder<'a> {
    analysis: &'a Analysis,
    running: &'a Running<'a>,
    line: &'a Line,
    report: GameReport,
    /// The results of an earlier analysis for the moves of the line: each is
    /// valid until the move is judged again.
    before: HashMap<u32, MoveReport>,
    before_start: Option<Evaluation>,
    /// Moves of other lines that the job has done.
    done_before: u32,
    /// Moves published so far.
    published: usize,
    last_published: Instant,
    last_saved: Instant,
}

impl<'a> ReportBuilder<'a> {
    fn new(
        analysis: &'a Analysis,
        running: &'a Running<'a>,
        line: &'a Line,
        budget: Budget,
        done_before: u32,
    ) -> Self {
        let report = GameReport {
            document: line.info.id,
            job: Some(running.id),
            budget,
            start: None,
            moves: Vec::new(),
            complete: false,
            decisive: Vec::new(),
            phases: line.phases,
            summary: Default::default(),
        };
        let before = line.is_open().then(|| analysis.report(line.info.id));
        let before = before.transpose().unwrap_or_else(|error| {
            tracing::warn!("an earlier analysis cannot be read: {error}");
            None
        });
        let before = before.flatten();
        let before_start = before.as_ref().and_then(|report| report.start);
        let before = before.map_or_else(Vec::new, |report| report.moves);
        let now = Instant::now();
        Self {
            analysis,
            running,
            line,
            report,
            before: before.into_iter().map(|mv| (mv.node, mv)).collect(),
            before_start,
            done_before,
            published: 0,
            last_published: now,
            last_saved: now,
        }
    }

    /// The report, with earlier results for moves that are not judged yet.
    fn whole(&self) -> GameReport {
        let rest = &self.line.nodes[self.report.moves.len()..];
        let mut moves = self.report.moves.clone();
        let start = self.report.start.or(self.before_start);
        moves.extend(rest.iter().filter_map(|node| self.before.get(node)).cloned());
        let mut whole = GameReport {
            document: self.report.document,
            job: self.report.job,
            budget: self.report.budget,
            start,
            // The value of the first position comes last: without it what decided is not known.
            complete: self.report.complete
                || start.is_some() && moves.len() == self.line.nodes.len(),
            decisive: Vec::new(),
            phases: self.report.phases,
            summary: summary(&moves),
            moves,
        };
        whole.decisive = decisive(&whole);
        whole
    }

    fn add(&mut self, mv: &MoveAnalysis) {
        let Some(&node) = self.line.nodes.get(self.report.moves.len()) else { return };
        self.report.moves.push(MoveReport { node, judged: mv.clone() });
        let done = u32::try_from(self.report.moves.len()).unwrap_or(u32::MAX);
        self.running.update(|info| info.done = self.done_before + done);
        if self.last_published.elapsed() >= PUBLISH_EVERY {
            self.publish(false);
        }
        if self.last_saved.elapsed() >= SAVE {
            self.save();
        }
    }

    /// Sends the moves that were not sent yet.
    fn publish(&mut self, last: bool) {
        let new: Vec<MoveReport> = self.report.moves[self.published..].to_vec();
        if self.line.is_open() && (!new.is_empty() || last) {
            self.published = self.report.moves.len();
            let whole = self.whole();
            // Store first, so that a client asking now receives later moves as events.
            self.analysis.keep_report(&whole);
            let report = GameReport { moves: new, ..whole };
            self.analysis.state.publish_document(self.line.info.id, Event::Report { report });
        }
        self.last_published = Instant::now();
    }

    /// The reason why results cannot be saved, if any.
    fn save(&mut self) -> Option<StorageError> {
        if self.report.moves.is_empty() && !self.report.complete {
            return None;
        }
        self.last_saved = Instant::now();
        let saved = self.analysis.state.storage.save_report(&self.whole(), &self.line.info);
        saved.inspect_err(|error| tracing::warn!("an analysis is not saved: {error}")).err()
    }
}
