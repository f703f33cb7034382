//! The data folder and its lock.

use super::StorageError;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// Name of the file with the key of the app's address, and how many digits it has.
const KEY: &str = "key";
const KEY_LENGTH: usize = 32;

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
        let lock_path = path.join("zenpuku.lock");
        let lock = File::create(&lock_path).map_err(failed)?;
        make_private(&lock_path).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(StorageError::Locked(shown())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The key of the app's address; `fresh` makes it at the first start. It is kept, so that open
    /// pages and bookmarks outlive a restart.
    pub(crate) fn key(
        &self,
        fresh: impl FnOnce() -> std::io::Result<String>,
    ) -> std::io::Result<String> {
        let path = self.path.join(KEY);
        let stored = match std::fs::read_to_string(&path) {
            Ok(text) => text.trim().to_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        if stored.len() == KEY_LENGTH && stored.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(stored);
        }
        let key = fresh()?;
        // Nobody else can look into the folder while the file is not private yet.
        std::fs::write(&path, format!("{key}\n"))?;
        make_private(&path)?;
        Ok(key)
    }
}

/// Creates the file for its owner only, unless it is there. What SQLite puts beside a database takes its mode.
pub(super) fn create_private(path: &Path) -> std::io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    File::create(path)?;
    make_private(path)
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
}
