//! The process of an engine: started with its group, watched, killed with its group.

use shared_child::SharedChild;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use zenpuku_shogi_engine::ALL_OPTIONS_VARIABLE;

/// How to start a USI engine.
#[derive(Clone, Debug)]
pub struct UsiCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options set before `isready`, in order.
    pub options: Vec<(String, String)>,
    /// The working folder; the program's own folder when absent, because
    /// engines expect books and networks there.
    pub folder: Option<PathBuf>,
    /// Ask Zenpuku for all options of its search, which it lists only on request.
    pub all_options: bool,
}

impl UsiCommand {
    /// A program that starts in its own folder; Zenpuku lists all its options.
    #[must_use]
    pub const fn new(
        program: PathBuf,
        arguments: Vec<String>,
        options: Vec<(String, String)>,
    ) -> Self {
        Self { program, arguments, options, folder: None, all_options: true }
    }
}

/// Events of a running engine.
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

/// The engines that have been started, those that have ended left out from time to time.
static STARTED: Mutex<Vec<Weak<SharedChild>>> = Mutex::new(Vec::new());

fn started() -> MutexGuard<'static, Vec<Weak<SharedChild>>> {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every running engine, for a program that exits without running
/// destructors: an engine that hangs would outlive it.
pub fn kill_engines() {
    started().iter().filter_map(Weak::upgrade).for_each(|child| kill(&child));
}

/// Starts an engine in a separate process group: its child processes end with
/// it, and Ctrl-C in the terminal reaches only us.
pub(crate) fn spawn(command: &UsiCommand) -> std::io::Result<Arc<SharedChild>> {
    // Made absolute, since the working directory changes below; a bare name stays for PATH.
    let path: &Path = &command.program;
    let is_path = path.components().count() > 1;
    let program = if is_path { path.canonicalize()? } else { path.to_owned() };
    let mut process = Command::new(&program);
    process.args(&command.arguments);
    if command.all_options {
        process.env(ALL_OPTIONS_VARIABLE, "1");
    }
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let own_folder = program.parent().filter(|folder| is_path && folder.is_dir());
    if let Some(folder) = command.folder.as_deref().or(own_folder) {
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

/// Reports the end of the engine, which is reaped so. Its child processes end too.
pub(crate) fn watch(child: &Arc<SharedChild>, send: SyncSender<Event>) {
    let child = Arc::clone(child);
    std::thread::spawn(move || {
        if let Ok(status) = child.wait() {
            kill_group(&child);
            let _ = send.send(Event::Exited(status));
        }
    });
}

/// Kills a running engine and its child processes.
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
    // Without it the engine itself is killed all the same.
    let _ = kill.status();
}
