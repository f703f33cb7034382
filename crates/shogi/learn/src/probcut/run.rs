//! Many positions, many workers, one file.

use super::measure::{Measured, measure, measuring_options};
use super::sample::{Sample, Sampling, fingerprint};
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, mpsc};
use zenpuku_core::StopToken;
use zenpuku_shogi_engine::{Engine, EngineError, EngineOptions, STACK_BYTES};

/// Why positions cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum ProbCutRunError {
    /// The file of values.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        cause: std::io::Error,
    },
    /// The file holds the values of something else.
    #[error("{}: the file holds values of another run: {there}; asked for {asked}", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// Its first line.
        there: String,
        /// As it would have to be.
        asked: String,
    },
    /// A line of the file is damaged.
    #[error("{}, line {line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Its number, 1 for the first.
        line: usize,
        /// The problem.
        reason: String,
    },
    /// The engine cannot search.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The thread cannot be created.
    #[error("no thread for measuring: {0}")]
    Thread(#[source] std::io::Error),
}

/// The values of one position in the file.
#[derive(Serialize, Deserialize)]
struct Line {
    index: usize,
    #[serde(flatten)]
    measured: Measured,
}

/// The plan of a measurement.
pub struct Run<'a> {
    /// The positions.
    pub samples: &'a [Sample],
    /// How they were drawn, for the file's first line.
    pub sampling: &'a Sampling,
    /// The engine.
    pub options: &'a EngineOptions,
    /// Its settings in words, with the evaluation's checksum, for the file's first line.
    pub engine: &'a str,
    /// The greatest depth, in plies.
    pub deepest: u32,
    /// Indices of the positions to be measured: all, or those of one machine.
    pub part: Range<usize>,
    /// Where values are kept as they are found.
    pub file: &'a Path,
    /// Raised to end the run.
    pub stop: &'a StopToken,
    /// Called with the number of positions found in the file, then for each one measured.
    pub observer: &'a (dyn Fn(usize) + Sync),
}

impl Run<'_> {
    /// Measures the missing positions of the part with `threads` workers;
    /// returns the values of all positions in order, or `None` if stopped or
    /// while another part is missing.
    ///
    /// # Errors
    /// [`ProbCutRunError`]; measured values are in the file.
    pub fn run(&self, threads: usize) -> Result<Option<Vec<Measured>>, ProbCutRunError> {
        let mut values = self.recall()?;
        (self.observer)(values.iter().flatten().count());
        let missing: Vec<usize> = self.part.clone().filter(|&i| values[i].is_none()).collect();
        let file = OpenOptions::new().append(true).open(self.file).map_err(self.io())?;
        let (file, next) = (Mutex::new(file), AtomicUsize::new(0));
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| -> Result<(), ProbCutRunError> {
            for _ in 0..threads.clamp(1, missing.len().max(1)) {
                let (send, file, next, missing) = (send.clone(), &file, &next, &missing);
                let worker = move || {
                    if let Err(error) = self.work(missing, next, file, &send) {
                        // The send fails only after another error.
                        let _ = send.send(Err(error));
                    }
                };
                let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, worker).map_err(ProbCutRunError::Thread)?;
            }
            drop(send);
            for message in receive {
                let (index, measured) = message?;
                values[index] = Some(measured);
                (self.observer)(1);
            }
            Ok(())
        })?;
        Ok(values.into_iter().collect())
    }

    fn work(
        &self,
        missing: &[usize],
        next: &AtomicUsize,
        file: &Mutex<File>,
        send: &mpsc::Sender<Result<(usize, Measured), ProbCutRunError>>,
    ) -> Result<(), ProbCutRunError> {
        let mut engine = Engine::new(measuring_options(self.options));
        engine.prepare()?;
        while let Some(&index) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            let position = &self.samples[index].position;
            let Some(measured) = measure(&mut engine, position, self.deepest, self.stop)? else {
                break;
            };
            let line = json(&Line { index, measured: measured.clone() });
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            writeln!(file, "{line}").map_err(self.io())?;
            drop(file);
            if send.send(Ok((index, measured))).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// The contents of an existing file; creates a new one otherwise.
    fn recall(&self) -> Result<Vec<Option<Measured>>, ProbCutRunError> {
        let mut values = vec![None; self.samples.len()];
        let (asked, path) = (self.first_line(), self.file.to_owned());
        let text = match fs::read_to_string(self.file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(cause) => return Err(ProbCutRunError::Io { path, cause }),
        };
        // A line that was cut short has no end.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines().enumerate();
        if let Some((_, there)) = lines.next().filter(|(_, there)| *there != asked) {
            return Err(ProbCutRunError::OtherRun { path, there: there.to_owned(), asked });
        }
        for (number, line) in lines {
            let bad =
                |reason| ProbCutRunError::Line { path: path.clone(), line: number + 1, reason };
            let line: Line = serde_json::from_str(line).map_err(|error| bad(error.to_string()))?;
            let count = values.len();
            let place = values.get_mut(line.index);
            *place.ok_or_else(|| bad(format!("there are {count} positions")))? =
                Some(line.measured);
        }
        let begun = if whole.is_empty() { format!("{asked}\n") } else { whole.to_owned() };
        if begun != text {
            fs::write(self.file, begun).map_err(self.io())?;
        }
        Ok(values)
    }

    /// Everything that decides the values.
    fn first_line(&self) -> String {
        json(&serde_json::json!({
            "probcut": self.engine,
            "deepest": self.deepest,
            "sampling": self.sampling,
            "positions": self.samples.len(),
            "fingerprint": fingerprint(self.samples),
        }))
    }

    fn io(&self) -> impl FnOnce(std::io::Error) -> ProbCutRunError {
        let path = self.file.to_owned();
        move |cause| ProbCutRunError::Io { path, cause }
    }
}

/// JSON on one line; all keys are strings, so this always succeeds.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
