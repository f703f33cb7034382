//! Record after record with one engine.

use std::path::Path;

use anyhow::Context as _;
use zenpuku_analysis::{
    EngineAnalyst, GameAnalysis, OwnEngine, analyze_record, annotate, move_count,
};
use zenpuku_core::StopToken;
use zenpuku_shogi_engine::book::BookFile;
use zenpuku_shogi_engine::{Engine, EngineOptions, SearchLimits};
use zenpuku_shogi_reasons::Budget;
use zenpuku_shogi_record::{Document, Record, WriteOptions, write_with};

use super::inputs::Input;
use super::{outputs, show};
use crate::output;
use crate::progress::Progress;

/// The printed part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Told {
    /// Its moves, a summary, and which files were written.
    Text,
    /// The analysis as an object of JSON.
    Json,
    /// Which files were written.
    Files,
}

/// Settings shared by all records.
pub(in crate::commands) struct Batch<'a> {
    analyst: EngineAnalyst<OwnEngine>,
    stop: &'a StopToken,
    told: Told,
    /// The reader of stdout has gone (`| head`): the files are still written.
    closed: bool,
}

impl<'a> Batch<'a> {
    /// An engine with this budget per position, and these nodes for a preceding mate search.
    ///
    /// # Errors
    /// If the engine cannot be prepared.
    pub(in crate::commands) fn new(
        options: EngineOptions,
        (limits, mate_nodes): (SearchLimits, u64),
        stop: &'a StopToken,
        told: Told,
    ) -> anyhow::Result<Self> {
        let mut engine = Engine::new(options);
        engine.prepare()?;
        output::notices(&mut engine);
        let search = OwnEngine::new(engine, stop.clone());
        let analyst = EngineAnalyst::new(search, limits, mate_nodes, stop.clone());
        Ok(Self { analyst, stop, told, closed: false })
    }

    /// The same, with the reasons of mistakes.
    pub(in crate::commands) fn with_reasons(self) -> Self {
        Self { analyst: self.analyst.with_reasons(Budget::USUAL), ..self }
    }

    /// The same, with a book that mistakes may leave.
    pub(in crate::commands) fn with_book(self, book: BookFile) -> Self {
        Self { analyst: self.analyst.with_book(book), ..self }
    }

    /// Prints a line, unless the reader of stdout has gone.
    fn say(&mut self, progress: &Progress, line: impl std::fmt::Display) -> anyhow::Result<()> {
        if self.closed {
            return Ok(());
        }
        let written = progress.suspend(|| output::line(line));
        self.closed = is_closed(&written);
        if self.closed { Ok(()) } else { written }
    }

    /// Analyses the games of a document and, if asked to, `writes` the results, which a closed stdout
    /// does not stop.
    ///
    /// # Errors
    /// If a game has no moves or cannot be analysed, or a file cannot be
    /// written; [`output::Closed`] if stdout is closed and no file is to be
    /// written.
    pub(in crate::commands) fn analyze(
        &mut self,
        input: &Input,
        document: Document,
        writes: bool,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        for warning in &document.warnings {
            progress.suspend(|| {
                output::complain(&format!("{}: {warning}", input.path.display()));
            });
        }
        let can_skip = document.records.iter().any(|record| move_count(record) > 0);
        for (number, record) in numbers(&document).into_iter().zip(&document.records) {
            if self.stop.is_stopped() {
                break;
            }
            if can_skip && move_count(record) == 0 {
                let name = name(&input.path, number);
                progress
                    .suspend(|| output::complain(&format!("{name}: no move to analyse, skipped")));
                continue;
            }
            let mut record = record.clone();
            let analysis = self.game(input, number, &record, progress)?;
            if !writes {
                if self.closed {
                    return Err(output::Closed.into());
                }
                continue;
            }
            annotate(&mut record, &analysis);
            let kif = kif_bytes(&document, record)?;
            // Of a game that was interrupted the moves judged are kept; the next run begins it
            // again.
            let whole = !self.stop.is_stopped();
            let written = outputs::write(input, number, &kif, &analysis, whole)?;
            if self.told != Told::Json {
                self.say(progress, format_args!("wrote {written}"))?;
            }
        }
        Ok(())
    }

    /// Analyses one game and prints it move by move.
    fn game(
        &mut self,
        input: &Input,
        number: Option<usize>,
        record: &Record,
        progress: &Progress,
    ) -> anyhow::Result<GameAnalysis> {
        anyhow::ensure!(move_count(record) > 0, "no move to analyse");
        let name = name(&input.path, number);
        let text = self.told == Told::Text;
        if text {
            self.say(progress, show::title(&name, record))?;
        }
        self.analyst.search_mut().new_game();
        let mut printed = Ok(());
        let prints = text && !self.closed;
        let result = analyze_record(&name, record, &mut self.analyst, |mv| {
            progress.advance(1);
            if prints && printed.is_ok() {
                printed = progress.suspend(|| output::line(show::move_line(mv)));
            }
        });
        self.closed |= is_closed(&printed);
        if !self.closed {
            printed?;
        }
        if let Some(error) = self.analyst.search_mut().take_error() {
            return Err(error.into());
        }
        let analysis = result?;
        match self.told {
            Told::Text if !self.stop.is_stopped() => {
                self.say(progress, show::summary(&analysis))?;
            }
            Told::Json if !self.closed => {
                let written = progress.suspend(|| output::json(&analysis));
                self.closed = is_closed(&written);
                if !self.closed {
                    written?;
                }
            }
            Told::Json => {}
            Told::Text | Told::Files => {}
        }
        Ok(analysis)
    }
}

/// The numbers of a document's games in the names of their results: none for a single game.
pub(super) fn numbers(document: &Document) -> Vec<Option<usize>> {
    let games = document.records.len();
    (1..=games).map(|number| (games > 1).then_some(number)).collect()
}

fn is_closed(written: &anyhow::Result<()>) -> bool {
    written.as_ref().is_err_and(anyhow::Error::is::<output::Closed>)
}

fn name(path: &Path, number: Option<usize>) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    number.map_or_else(|| name.to_string(), |number| format!("{name} game {number}"))
}

/// The annotated game as KIF, in the source's encoding where it was KIF.
fn kif_bytes(document: &Document, record: Record) -> anyhow::Result<Vec<u8>> {
    let single = Document { records: vec![record], ..document.clone() };
    let written = write_with(&single, &WriteOptions::new(zenpuku_shogi_record::Format::Kif))
        .context("the annotated record")?;
    Ok(written.bytes)
}
