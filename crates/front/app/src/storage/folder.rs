//! The data folder and its lock.

use super::StorageError;
use std::fs::{File, TryLockError};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// Name of the file with the key of the app's address, and how many digits it has.
const KEY: &str = "key";
const KEY_LENGTH: usize = 32;
/// Name of the file with the address of the app that holds the lock.
const ADDRESS: &str = "address";
/// Name of the file next to the program that moves the data there, and of their folder.
const PORTABLE: &str = "portable";
const PORTABLE_DATA: &str = "data";
/// Name of the file that is locked.
const LOCK: &str = "zenpuku.lock";

/// The data folder, locked until it is released or dropped.
pub(crate) struct DataFolder {
    path: PathBuf,
    lock: File,
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        self.release();
    }
}

impl DataFolder {
    /// Makes the folder if necessary and locks it.
    pub(crate) fn open(path: &Path) -> Result<Self, StorageError> {
        let shown = || path.display().to_string();
        let failed = |error| StorageError::Folder { folder: shown(), error };
        std::fs::create_dir_all(path).map_err(failed)?;
        make_private(path).map_err(failed)?;
        let lock_path = path.join(LOCK);
        let lock = File::create(&lock_path).map_err(failed)?;
        make_private(&lock_path).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {
                // The address is that of an app that has ended.
                let _ = std::fs::remove_file(path.join(ADDRESS));
                Ok(Self { path: path.to_owned(), lock })
            }
            Err(TryLockError::WouldBlock) => Err(StorageError::Locked(shown())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Lets another server use the folder. Nothing may be written to it afterwards.
    pub(crate) fn release(&self) {
        // Closing the file is not enough: a process that is being started at this moment still has a
        // copy of it, and with it the lock.
        let _ = self.lock.unlock();
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Stores the address that the app listens on, for a second start.
    pub(crate) fn store_address(&self, address: SocketAddr) -> std::io::Result<()> {
        let path = self.path.join(ADDRESS);
        std::fs::write(&path, format!("{address}\n"))?;
        make_private(&path)
    }

    /// The key of the app's address; `fresh` makes it at the first start. It is kept, so that open
    /// pages and bookmarks outlive a restart.
    pub(crate) fn key(
        &self,
        fresh: impl FnOnce() -> std::io::Result<String>,
    ) -> std::io::Result<String> {
        let path = self.path.join(KEY);
        match read_key(&path) {
            Ok(Some(stored)) => return Ok(stored),
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let key = fresh()?;
        // The folder is already private while the file is not private yet.
        std::fs::write(&path, format!("{key}\n"))?;
        make_private(&path)?;
        Ok(key)
    }
}

/// The key in the file; `None` if it is damaged.
fn read_key(path: &Path) -> std::io::Result<Option<String>> {
    let key = std::fs::read_to_string(path)?.trim().to_owned();
    let valid = key.len() == KEY_LENGTH && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    Ok(valid.then_some(key))
}

/// Address and key of the app that holds the lock of the data folder at `path`; `None` while it starts.
pub(crate) fn running(path: &Path) -> Option<(SocketAddr, String)> {
    let address = std::fs::read_to_string(path.join(ADDRESS)).ok()?.trim().parse().ok()?;
    Some((address, read_key(&path.join(KEY)).ok()??))
}

/// Creates the file for its owner only, unless it is there. The files that
/// SQLite creates next to a database inherit its mode.
pub(super) fn create_private(path: &Path) -> std::io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    File::create(path)?;
    make_private(path)
}

/// Other accounts of the machine may not read it, or its contents if it is a folder.
#[cfg(unix)]
pub(super) fn make_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let private =
        |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode));
    if !path.is_dir() {
        return private(path, 0o600);
    }
    private(path, 0o700)?;
    for file in std::fs::read_dir(path)? {
        let file = file?;
        if file.file_type()?.is_file() {
            private(&file.path(), 0o600)?;
        }
    }
    Ok(())
}

/// Folders of users are private on such systems.
#[cfg(not(unix))]
pub(super) fn make_private(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Returns the data folder to use when none is named: next to the program if it is portable, otherwise the user's.
/// `None` if the environment names no folder of the user.
pub(crate) fn default_folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    program.as_deref().and_then(portable_folder).or_else(user_folder)
}

/// Returns the folder `data` next to `program` if a file `portable` is there and the folder can be written.
fn portable_folder(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    if !folder.join(PORTABLE).is_file() {
        return None;
    }
    let data = folder.join(PORTABLE_DATA);
    std::fs::create_dir_all(&data).ok()?;
    // Appends, so that the lock file of a running app is unchanged.
    std::fs::OpenOptions::new().append(true).create(true).open(data.join(LOCK)).ok()?;
    Some(data)
}

fn user_folder() -> Option<PathBuf> {
    let variable =
        |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let absolute = |path: &PathBuf| path.is_absolute();
    let base = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        let home = || variable("HOME").map(|home| home.join(".local/share"));
        variable("XDG_DATA_HOME").filter(absolute).or_else(home)
    };
    base.filter(absolute).map(|base| base.join("zenpuku"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_made_once_and_private() {
        let temporary = tempfile::TempDir::new().unwrap();
        let path = temporary.path().join("data");
        let key = "0123456789abcdef".repeat(2);
        let folder = DataFolder::open(&path).unwrap();
        assert_eq!(folder.key(|| Ok(key.clone())).unwrap(), key);
        assert_eq!(folder.key(|| Ok("other".into())).unwrap(), key);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(path.join(KEY)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        std::fs::write(path.join(KEY), "damaged").unwrap();
        let new = key.replace('0', "f");
        assert_eq!(folder.key(|| Ok(new.clone())).unwrap(), new);
    }

    #[test]
    fn a_second_start_finds_the_first_one() {
        let temporary = tempfile::TempDir::new().unwrap();
        let folder = DataFolder::open(temporary.path()).unwrap();
        let key = folder.key(|| Ok("0123456789abcdef".repeat(2))).unwrap();
        assert_eq!(running(temporary.path()), None);
        let address = SocketAddr::from(([127, 0, 0, 1], 8410));
        folder.store_address(address).unwrap();
        assert_eq!(running(temporary.path()), Some((address, key)));
        drop(folder);
        let _next = DataFolder::open(temporary.path()).unwrap();
        assert_eq!(running(temporary.path()), None);
    }

    #[test]
    fn a_portable_program_keeps_its_data_next_to_it() {
        let temporary = tempfile::TempDir::new().unwrap();
        let folder = temporary.path().join("全幅 portable");
        std::fs::create_dir(&folder).unwrap();
        let program = folder.join("zenpuku.exe");
        assert_eq!(portable_folder(&program), None);
        std::fs::write(folder.join(PORTABLE), "").unwrap();
        let data = folder.join("data");
        assert_eq!(portable_folder(&program), Some(data.clone()));
        DataFolder::open(&data).unwrap();
        std::fs::remove_dir_all(&data).unwrap();
        std::fs::write(&data, "a file where the folder would be").unwrap();
        assert_eq!(portable_folder(&program), None);
    }
}
