//! The process of a program: started with its group, watched, killed with its group.

use shared_child::SharedChild;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A program to be started.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its file, or a name that is looked up as a shell does.
    pub file: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its working folder; that of its file when absent, because engines expect books and networks there.
    pub folder: Option<PathBuf>,
    /// Variables of its environment in addition to ours.
    pub environment: Vec<(&'static str, &'static str)>,
}

impl Program {
    /// Reads a program with its arguments from a line, divided at blanks. Text in double or single quotes is
    /// taken whole; a backslash is a plain character, as in paths of Windows. `None` if the line is empty or
    /// a quote is not closed.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = words(line)?.into_iter();
        let file = words.next()?.into();
        Some(Self { file, arguments: words.collect(), folder: None, environment: Vec::new() })
    }
}

/// The words of a line; `None` if a quote is not closed.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// Events of a running program.
#[derive(Debug)]
pub(crate) enum Event {
    Line(String),
    /// It wrote a line over the limit; reading stops.
    LineTooLong,
    /// Its output ended.
    OutputEnded,
    /// Its stderr ended.
    ErrorsEnded,
    /// It has ended.
    Exited(ExitStatus),
    /// A token was stopped.
    Woken,
}

/// The programs that have been started, those that have ended left out from time to time.
static STARTED: Mutex<Vec<Weak<SharedChild>>> = Mutex::new(Vec::new());

fn started() -> MutexGuard<'static, Vec<Weak<SharedChild>>> {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every running program that was started here, for one of ours that exits without running
/// destructors: an engine that hangs would outlive it.
pub fn kill_all() {
    started().iter().filter_map(Weak::upgrade).for_each(|child| kill(&child));
}

/// Starts a program in a separate process group: its child processes end with
/// it, and Ctrl-C in the terminal reaches only us.
pub(crate) fn spawn(program: &Program) -> std::io::Result<Arc<SharedChild>> {
    // Made absolute, since the working directory changes below; a bare name stays for PATH.
    let path: &Path = &program.file;
    let is_path = path.components().count() > 1;
    let file = if is_path { path.canonicalize()? } else { path.to_owned() };
    let mut process = Command::new(&file);
    process.args(&program.arguments).envs(program.environment.iter().copied());
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let own_folder = file.parent().filter(|folder| is_path && folder.is_dir());
    if let Some(folder) = program.folder.as_deref().or(own_folder) {
        process.current_dir(folder);
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    let child = Arc::new(SharedChild::spawn(&mut process)?);
    let mut started = started();
    started.retain(|child| child.strong_count() > 0);
    started.push(Arc::downgrade(&child));
    Ok(child)
}

/// Reports the end of the program, which is reaped so. Its child processes end too.
pub(crate) fn watch(child: &Arc<SharedChild>, send: SyncSender<Event>) {
    let child = Arc::clone(child);
    std::thread::spawn(move || {
        if let Ok(status) = child.wait() {
            kill_group(&child);
            let _ = send.send(Event::Exited(status));
        }
    });
}

/// Kills a running program and its child processes.
pub(crate) fn kill(child: &SharedChild) {
    // The number of one that has ended may be another process's by now.
    if matches!(child.try_wait(), Ok(None)) {
        kill_group(child);
    }
    // One that has ended needs no signal; one that cannot be killed cannot be waited for either.
    if child.kill().is_ok() {
        let _ = child.wait();
    }
}

#[cfg(unix)]
fn kill_group(child: &SharedChild) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // An empty group is the desired state.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(windows)]
fn kill_group(child: &SharedChild) {
    let mut kill = Command::new("taskkill");
    kill.args(["/F", "/T", "/PID", &child.id().to_string()]);
    kill.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Without it the program itself is killed all the same.
    let _ = kill.status();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_becomes_a_program_with_its_arguments() {
        let read = |line| {
            let Program { file, arguments, .. } = Program::parse(line)?;
            Some((file.display().to_string(), arguments.join("|")))
        };
        let found = |file: &str, arguments: &str| Some((file.to_owned(), arguments.to_owned()));
        assert_eq!(read("gnugo --mode gtp"), found("gnugo", "--mode|gtp"));
        assert_eq!(
            read(r#"  "C:\Go engines\katago.exe" gtp  -model 'b 6.bin.gz' "" "#),
            found(r"C:\Go engines\katago.exe", "gtp|-model|b 6.bin.gz|")
        );
        assert_eq!((read(""), read("  "), read("gnugo 'gtp")), (None, None, None));
    }
}
