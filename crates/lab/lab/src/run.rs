//! A run from its options to its files.

use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use zenpuku_report::RunManifest;

use crate::error::LabError;
use crate::experiment::{Experiment, Progress, Session};
use crate::findings::Findings;
use crate::identity::{Build, Identity, parameters};
use crate::journal::{Forgetful, JournalFile};
use crate::options::RunOptions;
use crate::{output, refusal};

/// The machine of a run, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// System and architecture.
    pub system: String,
    /// The processor.
    pub cpu: String,
    /// Its threads.
    pub threads: usize,
}

impl Machine {
    /// This machine.
    #[must_use]
    pub fn here() -> Machine {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let system =
            format!("{} {}, {threads} threads", std::env::consts::OS, std::env::consts::ARCH);
        Machine { system, cpu: cpu(), threads }
    }
}

/// What Linux says of the processor; elsewhere its architecture.
fn cpu() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or(std::env::consts::ARCH, |(_, model)| model).to_owned()
}

/// The output of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The findings.
    pub findings: Findings,
    /// Under which circumstances.
    pub manifest: RunManifest,
    /// The files written.
    pub written: Vec<PathBuf>,
}

/// Runs an experiment: refuses options that it does not use, resumes from the
/// journal of the same run in `folder`, writes the findings there and removes
/// the journal. Without a folder no files are written.
///
/// # Errors
/// [`LabError`]; after [`LabError::Stopped`] the journal has the finished units.
pub fn run(
    experiment: &dyn Experiment,
    options: &RunOptions,
    build: &Build,
    folder: Option<&Path>,
    report: impl FnMut(Progress<'_>),
) -> Result<Outcome, LabError> {
    refusal::check(experiment, options)?;
    let identity = Identity::of(experiment, options, build)?;
    let start = Instant::now();
    let mut session = match folder {
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(LabError::file(folder))?;
            Session::new(report, JournalFile::open(folder, &identity)?)
        }
        None => Session::new(report, Forgetful),
    };
    let findings = experiment.run(options, &mut session)?;
    drop(session);
    let mut manifest = manifest(experiment, options, build, &identity)?;
    manifest.seconds = start.elapsed().as_secs_f64();
    let mut written = Vec::new();
    if let Some(folder) = folder {
        written = output::write(folder, &findings, &manifest)?;
        JournalFile::remove(folder, &identity)?;
    }
    Ok(Outcome { findings, manifest, written })
}

/// The manifest of a run on this machine, without its seconds.
fn manifest(
    experiment: &dyn Experiment,
    options: &RunOptions,
    build: &Build,
    identity: &Identity,
) -> Result<RunManifest, LabError> {
    let machine = Machine::here();
    Ok(RunManifest {
        name: experiment.name().to_owned(),
        command: options.command(&experiment.call()),
        commit: build.commit.clone(),
        dirty: build.dirty,
        date: today(SystemTime::now()),
        seed: options.seed,
        options: options.manifest_options(),
        parameters: parameters(options)?,
        inputs: identity.files().clone(),
        identity: identity.digest(),
        machine: machine.system,
        cpu: machine.cpu,
        threads_available: machine.threads,
        threads: options.engine()?.threads,
        compiler: build.compiler.clone(),
        flags: build.flags.clone(),
        seconds: 0.0,
    })
}

/// A moment as date and time, UTC, ISO 8601.
fn today(now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    format!("{year}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// Year, month and day of a day since 1970: years are counted from March, in eras of 400 years.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (400 * era + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn moments_are_told_in_iso_8601() {
        let at = |seconds| today(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(at(1_798_761_599), "2026-12-31T23:59:59Z");
    }
}
