//! Files that wait to be opened or imported.

use super::{lock, random_token};
use crate::protocol::MAX_RECORD_BYTES;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How long a file waits.
const PATIENCE: Duration = Duration::from_secs(600);
/// Most bytes and files that wait.
const MAX_BYTES: usize = 64_000_000;
const MAX_FILES: usize = 1_000;

/// Why a file was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UploadError {
    TooLarge,
    Full,
}

struct Upload {
    name: String,
    bytes: Vec<u8>,
    since: Instant,
}

/// The files, by their ids.
#[derive(Default)]
pub(crate) struct Uploads(Mutex<HashMap<String, Upload>>);

impl Uploads {
    /// Takes a file and gives its id.
    pub(crate) fn put(&self, name: &str, bytes: Vec<u8>) -> Result<String, UploadError> {
        if bytes.len() > MAX_RECORD_BYTES {
            return Err(UploadError::TooLarge);
        }
        let mut files = lock(&self.0);
        files.retain(|_, upload| upload.since.elapsed() < PATIENCE);
        let held: usize = files.values().map(|upload| upload.bytes.len()).sum();
        if files.len() >= MAX_FILES || held + bytes.len() > MAX_BYTES {
            return Err(UploadError::Full);
        }
        let id = random_token();
        let name = file_name(name);
        files.insert(id.clone(), Upload { name, bytes, since: Instant::now() });
        Ok(id)
    }

    /// Name and content of a file, once.
    pub(crate) fn take(&self, id: &str) -> Option<(String, Vec<u8>)> {
        let upload = lock(&self.0).remove(id)?;
        (upload.since.elapsed() < PATIENCE).then_some((upload.name, upload.bytes))
    }
}

/// The last part of a path of any operating system, without control characters.
fn file_name(path: &str) -> String {
    let last = path.rsplit(['/', '\\']).next().unwrap_or_default();
    last.chars().filter(|c| !c.is_control()).take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_once_under_its_plain_name() {
        let uploads = Uploads::default();
        let id = uploads.put("..\\../etc/a\u{7}.kif", vec![1, 2]).unwrap();
        assert_eq!(uploads.take(&id), Some(("a.kif".to_owned(), vec![1, 2])));
        assert_eq!(uploads.take(&id), None);
    }

    #[test]
    fn too_much_is_refused() {
        let uploads = Uploads::default();
        let large = vec![0; MAX_RECORD_BYTES];
        assert_eq!(uploads.put("a", vec![0; MAX_RECORD_BYTES + 1]), Err(UploadError::TooLarge));
        for _ in 0..6 {
            uploads.put("a", large.clone()).unwrap();
        }
        assert_eq!(uploads.put("a", large), Err(UploadError::Full));
    }
}
