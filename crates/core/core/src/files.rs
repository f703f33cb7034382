//! Renaming files that other programs may have open.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// Maximum time to wait for another program to close a file.
const PATIENCE: Duration = Duration::from_secs(3);
/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// Renames a file as [`std::fs::rename`] does, replacing `to`. On Windows it retries for three seconds while another
/// program has one of the files open: virus scanners and indexers open new files.
///
/// # Errors
/// Returns the errors of [`std::fs::rename`].
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    patiently(|| std::fs::rename(from, to), is_held)
}

/// Repeats `attempt` while `is_held` accepts its error.
fn patiently(
    mut attempt: impl FnMut() -> io::Result<()>,
    is_held: impl Fn(&io::Error) -> bool,
) -> io::Result<()> {
    let start = Instant::now();
    loop {
        match attempt() {
            Err(error) if is_held(&error) && start.elapsed() < PATIENCE => {
                std::thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}

/// Returns whether the error means that another program has the file open.
fn is_held(error: &io::Error) -> bool {
    // ERROR_ACCESS_DENIED (returned by a rename onto an open file),
    // ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION.
    const HELD: [i32; 3] = [5, 32, 33];
    cfg!(windows) && error.raw_os_error().is_some_and(|code| HELD.contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_file_is_waited_for() {
        let mut attempts = 0;
        let attempt = || {
            attempts += 1;
            if attempts < 3 { Err(io::Error::from_raw_os_error(32)) } else { Ok(()) }
        };
        patiently(attempt, |error| error.raw_os_error() == Some(32)).unwrap();
        assert_eq!(attempts, 3);
    }

    #[test]
    fn other_errors_are_reported_at_once() {
        let missing = std::env::temp_dir().join("zenpuku-no-such-file");
        let start = Instant::now();
        let error = rename(&missing, &missing.with_extension("new")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(start.elapsed() < PATIENCE);
    }

    #[cfg(windows)]
    #[test]
    fn a_file_open_elsewhere_is_replaced_when_it_is_closed() {
        use std::os::windows::fs::OpenOptionsExt as _;
        let folder = std::env::temp_dir().join(format!("zenpuku-held-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (part, target) = (folder.join("game.part"), folder.join("game.kif"));
        std::fs::write(&part, "new").unwrap();
        std::fs::write(&target, "old").unwrap();
        let held = std::fs::OpenOptions::new().read(true).share_mode(0).open(&target).unwrap();
        let closer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(1));
            drop(held);
        });
        rename(&part, &target).unwrap();
        closer.join().unwrap();
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "new");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
