//! The files of a package, and the archives that hold them.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The version of the workspace.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// One file of a package.
pub(super) struct Entry {
    /// Its path in the package, with `/`.
    pub(super) name: String,
    pub(super) content: Vec<u8>,
    pub(super) executable: bool,
}

impl Entry {
    /// A text.
    pub(super) fn new(name: &str, text: String) -> Self {
        Self { name: name.to_owned(), content: text.into_bytes(), executable: false }
    }

    /// The program at `path`, called `name` in the package.
    pub(super) fn program(name: &str, path: &Path) -> anyhow::Result<Self> {
        let content =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self { name: name.to_owned(), content, executable: true })
    }

    /// The text at `path` from `root`.
    pub(super) fn text(name: &str, root: &Path, path: &str) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(root.join(path))
            .with_context(|| format!("cannot read {path}"))?;
        Ok(Self::new(name, text.replace("{version}", VERSION)))
    }

    /// The text as older editors of Windows need it: a byte order mark, carriage returns.
    pub(super) fn for_windows(mut self) -> Self {
        let text = String::from_utf8_lossy(&self.content).replace("\r\n", "\n");
        self.content = format!("\u{feff}{}", text.replace('\n', "\r\n")).into_bytes();
        self
    }
}

/// Writes the files into `folder`, which is made.
pub(super) fn write<'a>(
    folder: &Path,
    entries: impl IntoIterator<Item = &'a Entry>,
) -> anyhow::Result<()> {
    for entry in entries {
        let path = folder.join(&entry.name);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&path, &entry.content))
            .with_context(|| format!("cannot write {}", path.display()))?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = if entry.executable { 0o755 } else { 0o644 };
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode))?;
        }
    }
    Ok(())
}

/// Writes a zip whose files are in one folder called `folder`. The same files give the same bytes.
pub(super) fn zip(path: &Path, folder: &str, entries: &[Entry]) -> anyhow::Result<()> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut zip = ZipWriter::new(file);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9));
    for entry in entries {
        let mode = if entry.executable { 0o755 } else { 0o644 };
        zip.start_file(format!("{folder}/{}", entry.name), options.unix_permissions(mode))?;
        zip.write_all(&entry.content)?;
    }
    zip.finish()?;
    Ok(())
}

/// Unpacks a zip into `folder`.
pub(super) fn unzip(path: &Path, folder: &Path) -> anyhow::Result<()> {
    let file = File::open(path).with_context(|| {
        format!("cannot read {}; make it first, without --only-test", path.display())
    })?;
    zip::ZipArchive::new(file)?.extract(folder)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zip_comes_back_and_is_the_same_every_time() {
        let folder = tempfile::tempdir().unwrap();
        let entry = |name: &str, text: &str| Entry::new(name, text.to_owned());
        let entries = [entry("a.txt", "全幅\n").for_windows(), entry("b/c.txt", "")];
        let path = folder.path().join("a.zip");
        zip(&path, "top", &entries).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        unzip(&path, folder.path()).unwrap();
        let text = std::fs::read_to_string(folder.path().join("top/a.txt")).unwrap();
        assert_eq!(text, "\u{feff}全幅\r\n");
        assert!(folder.path().join("top/b/c.txt").is_file());
        zip(&path, "top", &entries).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
}
