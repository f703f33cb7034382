//! The data folder and its lock.

use super::StorageError;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// The data folder, locked as long as this lives.
pub(crate) struct DataFolder {
    path: PathBuf,
    _lock: File,
}

impl DataFolder {
    /// Makes the folder if necessary and locks it.
    pub(crate) fn open(path: &Path) -> Result<Self, StorageError> {
        let shown = || path.display().to_string();
        let failed = |error| StorageError::Folder { folder: shown(), error };
        std::fs::create_dir_all(path).map_err(failed)?;
        make_private(path).map_err(failed)?;
        let lock = File::create(path.join("zenpuku.lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(StorageError::Locked(shown())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// No other account of the machine may read it, nor what is in it when it is a folder.
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

/// Where data of the user belongs on this system; `None` when the environment does not say.
pub(crate) fn default_folder() -> Option<PathBuf> {
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
