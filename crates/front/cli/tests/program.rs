//! Runs the binary (or another program) to its end and checks its exit code and what it wrote.

use std::ffi::OsStr;
use std::io::{Read, Write as _};
use std::path::Path;
use std::process::{self, Child, Output, Stdio};
use std::rc::Rc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The binary under test.
pub(crate) const ZENPUKU: &str = env!("CARGO_BIN_EXE_zenpuku");

/// A program that is about to run.
pub(crate) struct Command {
    inner: process::Command,
    stdin: Vec<u8>,
    timeout: Duration,
}

impl Command {
    pub(crate) fn zenpuku() -> Self {
        Self::new(ZENPUKU)
    }

    pub(crate) fn new(program: &str) -> Self {
        // Longer than any test takes; without a limit a program that hangs stops the whole run.
        let timeout = Duration::from_secs(1800);
        Self { inner: process::Command::new(program), stdin: Vec::new(), timeout }
    }

    pub(crate) fn arg(&mut self, arg: impl AsRef<OsStr>) -> &mut Self {
        self.inner.arg(arg);
        self
    }

    pub(crate) fn args(&mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut Self {
        self.inner.args(args);
        self
    }

    pub(crate) fn env(&mut self, name: &str, value: impl AsRef<OsStr>) -> &mut Self {
        self.inner.env(name, value);
        self
    }

    pub(crate) fn env_remove(&mut self, name: &str) -> &mut Self {
        self.inner.env_remove(name);
        self
    }

    pub(crate) fn current_dir(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.inner.current_dir(folder);
        self
    }

    pub(crate) fn write_stdin(&mut self, text: impl Into<Vec<u8>>) -> &mut Self {
        self.stdin = text.into();
        self
    }

    /// Kills the program after this time, which fails the test.
    pub(crate) fn timeout(&mut self, time: Duration) -> &mut Self {
        self.timeout = time;
        self
    }

    /// Runs the program to its end.
    pub(crate) fn assert(&mut self) -> Assert {
        let shown = format!("{:?}", self.inner);
        self.inner.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.inner.spawn().unwrap_or_else(|error| panic!("{shown}: {error}"));
        let (mut stdin, text) = (child.stdin.take().unwrap(), std::mem::take(&mut self.stdin));
        // A program may end before it has read everything.
        let writer = thread::spawn(move || drop(stdin.write_all(&text)));
        let (stdout, stderr) =
            (read(child.stdout.take().unwrap()), read(child.stderr.take().unwrap()));
        let status = wait(&mut child, self.timeout, &shown);
        writer.join().unwrap();
        let output =
            Output { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() };
        Assert { shown, output }
    }
}

/// Reads in a separate thread, so that no pipe is full while another is read.
fn read(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        bytes
    })
}

fn wait(child: &mut Child, timeout: Duration, shown: &str) -> process::ExitStatus {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if start.elapsed() > timeout {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{shown} ran longer than {timeout:?}");
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// A program that has ended.
pub(crate) struct Assert {
    shown: String,
    output: Output,
}

impl Assert {
    pub(crate) fn get_output(&self) -> &Output {
        &self.output
    }

    #[track_caller]
    pub(crate) fn success(self) -> Self {
        let is_met = self.output.status.success();
        self.holds(is_met, "exit code 0")
    }

    #[track_caller]
    pub(crate) fn failure(self) -> Self {
        let is_met = !self.output.status.success();
        self.holds(is_met, "an exit code other than 0")
    }

    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        let is_met = self.output.status.code() == Some(code);
        self.holds(is_met, &format!("exit code {code}"))
    }

    #[track_caller]
    pub(crate) fn stdout(self, expected: impl Into<Expected>) -> Self {
        let expected = expected.into();
        let is_met = (expected.test)(&String::from_utf8_lossy(&self.output.stdout));
        self.holds(is_met, &format!("stdout {}", expected.shown))
    }

    #[track_caller]
    pub(crate) fn stderr(self, expected: impl Into<Expected>) -> Self {
        let expected = expected.into();
        let is_met = (expected.test)(&String::from_utf8_lossy(&self.output.stderr));
        self.holds(is_met, &format!("stderr {}", expected.shown))
    }

    #[track_caller]
    fn holds(self, is_met: bool, expected: &str) -> Self {
        let Output { status, stdout, stderr } = &self.output;
        let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(
            is_met,
            "{}\nexpected {expected}\n{status}\n-- stdout\n{stdout}\n-- stderr\n{stderr}",
            self.shown
        );
        self
    }
}

/// The expected text.
#[derive(Clone)]
pub(crate) struct Expected {
    test: Rc<dyn Fn(&str) -> bool>,
    shown: String,
}

impl Expected {
    fn new(shown: String, test: impl Fn(&str) -> bool + 'static) -> Self {
        Self { test: Rc::new(test), shown }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        let shown = format!("{} and {}", self.shown, other.shown);
        Self::new(shown, move |text| (self.test)(text) && (other.test)(text))
    }

    pub(crate) fn or(self, other: Self) -> Self {
        let shown = format!("({} or {})", self.shown, other.shown);
        Self::new(shown, move |text| (self.test)(text) || (other.test)(text))
    }

    pub(crate) fn not(self) -> Self {
        Self::new(format!("not {}", self.shown), move |text| !(self.test)(text))
    }
}

impl From<&str> for Expected {
    fn from(whole: &str) -> Self {
        let whole = whole.to_owned();
        Self::new(format!("equal to {whole:?}"), move |text| text == whole)
    }
}

impl From<String> for Expected {
    fn from(whole: String) -> Self {
        whole.as_str().into()
    }
}

pub(crate) fn contains(part: impl Into<String>) -> Expected {
    let part = part.into();
    Expected::new(format!("containing {part:?}"), move |text| text.contains(&part))
}

pub(crate) fn starts_with(start: impl Into<String>) -> Expected {
    let start = start.into();
    Expected::new(format!("starting with {start:?}"), move |text| text.starts_with(&start))
}

pub(crate) fn is_empty() -> Expected {
    "".into()
}
