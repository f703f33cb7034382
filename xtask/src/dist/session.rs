//! The tests of every package on every system: the same steps under an emulator
//! as on the machine itself.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use serde_json::{Value, json};

use super::archive::VERSION;
use super::signature;
use super::summary::Checks;
use crate::process;

pub(super) mod app;
mod first;

/// A whole game, for analysis and library.
const RECORD: &str = "testdata/records/ryuo-2014-09-02.kif";

/// The program of a package and how to start it here.
#[derive(Clone)]
pub(super) struct Subject {
    /// The emulator with its arguments; empty if none is needed.
    pub(super) emulator: Vec<OsString>,
    pub(super) environment: Vec<(&'static str, OsString)>,
    pub(super) program: PathBuf,
    /// A folder for the files of the tests; its name has blanks and Japanese characters.
    pub(super) folder: PathBuf,
    /// The prefix of a full path of this machine as seen by the program.
    pub(super) drive: &'static str,
}

impl Subject {
    /// The command that starts the program, with nothing on stdin.
    pub(super) fn command(&self) -> Command {
        let mut words = self.emulator.iter().map(OsString::as_os_str);
        let mut command = match words.next() {
            Some(emulator) => Command::new(emulator),
            None => Command::new(&self.program),
        };
        command.args(words);
        if !self.emulator.is_empty() {
            command.arg(&self.program);
        }
        command.current_dir(&self.folder).stdin(Stdio::null());
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// The same program at another place.
    pub(super) fn at(&self, program: PathBuf) -> Self {
        Self { program, ..self.clone() }
    }

    /// The folder, made if it is missing.
    fn folder(&self, name: impl AsRef<Path>) -> anyhow::Result<PathBuf> {
        let folder = self.folder.join(name);
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(folder)
    }
}

type Step = fn(&Subject, &Path) -> anyhow::Result<String>;

const STEPS: [(&str, Step); 12] = [
    ("version", version),
    ("signature", bench),
    ("USI session", usi),
    ("analysis in a folder with a Japanese name", analysis),
    ("app: the page", app::page),
    ("app: a second start", app::second),
    ("app: Ctrl-C", app::interrupt),
    ("app: the library after a kill", app::kill),
    ("app: the port is taken", first::port),
    ("app: no folder for the data", first::blocked),
    ("analysis in a path of more than 260 characters", first::long_path),
    ("app: moved and updated, with its data next to it", first::portable),
];

/// Runs every step, even after one failed.
///
/// # Errors
/// Names the steps that failed.
pub(super) fn test(subject: &Subject, root: &Path) -> anyhow::Result<Checks> {
    let mut failed = Vec::new();
    for (name, step) in STEPS {
        let start = Instant::now();
        let (verdict, words) = match step(subject, root) {
            Ok(words) => ("ok", words),
            Err(error) => {
                failed.push(name);
                ("FAILED", format!("{error:#}"))
            }
        };
        println!("{verdict:6} {:5.1} s  {name}: {words}", start.elapsed().as_secs_f64());
    }
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(Checks { passed: STEPS.len(), signature: Some(signature(root)?) })
}

pub(super) fn version(subject: &Subject, _root: &Path) -> anyhow::Result<String> {
    let said = process::capture(subject.command().arg("--version"))?;
    ensure!(said.trim() == format!("zenpuku {VERSION}"), "it says {said:?}");
    Ok(said.trim().to_owned())
}

pub(super) fn bench(subject: &Subject, root: &Path) -> anyhow::Result<String> {
    let said = process::capture(subject.command().args(["bench", "--json"]))?;
    let result: Value = serde_json::from_str(&said).context("bench")?;
    let (found, expected) = (result["nodes"].as_u64(), signature(root)?);
    ensure!(found == Some(expected), "{found:?} nodes instead of {expected}");
    Ok(format!("{expected} nodes, {} a second", result["nps"]))
}

/// As a GUI does it: handshake, a position, a search that is stopped, the end.
fn usi(subject: &Subject, _root: &Path) -> anyhow::Result<String> {
    let mut command = subject.command();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().context("no stdin")?;
    let mut output = BufReader::new(child.stdout.take().context("no stdout")?).lines();
    let mut ask = |lines: &str, end: &str| -> anyhow::Result<String> {
        write!(input, "{lines}")?;
        input.flush()?;
        for line in output.by_ref() {
            let line = line?;
            if line.starts_with(end) {
                return Ok(line);
            }
        }
        bail!("it ended before `{end}`");
    };
    ask("usi\n", "usiok")?;
    ask("setoption name USI_Hash value 16\nisready\n", "readyok")?;
    ask("usinewgame\nposition startpos moves 7g7f\ngo infinite\n", "info depth 2")?;
    let best = ask("stop\n", "bestmove ")?;
    ask("go nodes 1000\n", "bestmove ")?;
    drop(ask("quit\n", "bestmove"));
    let status = child.wait()?;
    ensure!(status.success(), "{status}");
    Ok(best)
}

fn analysis(subject: &Subject, root: &Path) -> anyhow::Result<String> {
    analyse_in(subject, root, Path::new("棋譜 と 空白"))
}

/// Analyses a record in a folder of the subject's.
fn analyse_in(subject: &Subject, root: &Path, relative: &Path) -> anyhow::Result<String> {
    let folder = subject.folder(relative)?;
    let record = folder.join("竜王戦 一.kif");
    std::fs::copy(root.join(RECORD), &record).context(RECORD)?;
    // A relative path, because names of one system are not converted to those of another.
    let argument = relative.join("竜王戦 一.kif");
    process::capture(subject.command().args(["analyze", "--nodes", "200"]).arg(argument))?;
    for ending in ["kif", "json", "html"] {
        let path = folder.join(format!("竜王戦 一.zenpuku.{ending}"));
        let size = std::fs::metadata(&path).with_context(|| path.display().to_string())?.len();
        ensure!(size > 1_000, "{} has {size} bytes only", path.display());
        std::fs::remove_file(&path)?;
    }
    Ok("three files".to_owned())
}
