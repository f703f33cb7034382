//! The data folder damaged, locked, or of another version.

use crate::client::{Client, TestServer};
use crate::records::KIF;
use std::path::Path;
use zenpuku_app::protocol::{
    DocumentRequest, ErrorCode, ImportSource, LibraryQuery, LibraryRequest, Reply, Source,
};
use zenpuku_app::{Config, Server, StorageError};

fn games(client: &mut Client) -> u32 {
    match client.ask(LibraryRequest::Search { query: LibraryQuery::default() }) {
        Reply::Library { page } => page.total,
        other => panic!("no library but {other:?}"),
    }
}

/// What stopped a server from starting in `folder`.
fn refusal(folder: &Path) -> zenpuku_app::ServerError {
    let config = Config { data: Some(folder.to_owned()), ..Config::default() };
    Server::bind(&config).err().expect("the server does not start")
}

/// The databases that were put aside.
fn put_aside(folder: &Path) -> Vec<std::path::PathBuf> {
    let files = std::fs::read_dir(folder).expect("the folder").filter_map(Result::ok);
    files
        .map(|file| file.path())
        .filter(|path| path.to_string_lossy().ends_with(".db"))
        .filter(|path| path.to_string_lossy().contains("damaged"))
        .collect()
}

/// The server starts, says what happened, and works.
fn starts_anew(folder: &Path) {
    let server = TestServer::start_in(folder);
    let mut client = server.connect();
    let notice = client.hello(None).notice.expect("a notice");
    assert!(notice.contains("damaged") && notice.contains("kept as"), "{notice}");
    assert_eq!(games(&mut client), 0);
    let document = client.open_text(KIF).info.id;
    let source = ImportSource::Document { document };
    let Reply::Job { job } = client.ask(LibraryRequest::Import { source }) else {
        panic!("no job")
    };
    crate::jobs::finished(&mut client, job.job);
    assert_eq!(games(&mut client), 1);
}

#[test]
fn what_is_no_database_is_put_aside_whole() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("zenpuku.db");
    let text = b"this is no database at all, but long enough to look at".repeat(100);
    std::fs::write(&path, &text).expect("a file");
    starts_anew(folder.path());
    let [kept] = put_aside(folder.path()).try_into().expect("one is put aside");
    assert_eq!(std::fs::read(kept).expect("it can be read"), text);
}

#[test]
fn a_database_with_damaged_pages_is_put_aside_and_begun_anew() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let server = TestServer::start_in(folder.path());
    let mut client = server.client();
    client.open_text(KIF);
    drop(client);
    drop(server);
    let path = folder.path().join("zenpuku.db");
    let mut bytes = std::fs::read(&path).expect("a database");
    assert!(bytes.len() > 3 * 4096, "{}", bytes.len());
    // The head stays whole, so that it still looks like a database.
    bytes[4096..].fill(0xa5);
    std::fs::write(&path, &bytes).expect("a file");
    starts_anew(folder.path());
    let [kept] = put_aside(folder.path()).try_into().expect("one is put aside");
    assert_eq!(std::fs::read(kept).expect("it can be read"), bytes);
}

#[test]
fn a_database_cut_short_is_put_aside_and_begun_anew() {
    let folder = tempfile::TempDir::new().expect("a folder");
    drop(TestServer::start_in(folder.path()));
    let path = folder.path().join("zenpuku.db");
    let bytes = std::fs::read(&path).expect("a database");
    std::fs::write(&path, &bytes[..bytes.len() / 2]).expect("a file");
    starts_anew(folder.path());
    assert_eq!(put_aside(folder.path()).len(), 1);
}

#[test]
fn a_database_that_another_program_keeps_is_said_and_left_alone() {
    let folder = tempfile::TempDir::new().expect("a folder");
    drop(TestServer::start_in(folder.path()));
    let other = rusqlite::Connection::open(folder.path().join("zenpuku.db")).expect("it opens");
    other.pragma_update(None, "locking_mode", "EXCLUSIVE").expect("a setting");
    other.execute_batch("BEGIN EXCLUSIVE; UPDATE sessions SET seen = 0;").expect("the lock");
    let error = refusal(folder.path());
    assert!(
        matches!(&error, zenpuku_app::ServerError::Storage(StorageError::Busy(_))),
        "{error:?}"
    );
    assert!(error.to_string().contains("another program uses the library"), "{error}");
    assert!(put_aside(folder.path()).is_empty());
    drop(other);
    drop(TestServer::start_in(folder.path()));
}

#[test]
fn a_database_of_a_later_version_is_said_and_left_alone() {
    let folder = tempfile::TempDir::new().expect("a folder");
    drop(TestServer::start_in(folder.path()));
    let path = folder.path().join("zenpuku.db");
    let other = rusqlite::Connection::open(&path).expect("it opens");
    other.pragma_update(None, "user_version", 99).expect("a setting");
    drop(other);
    let error = refusal(folder.path());
    assert!(error.to_string().contains("use a newer one"), "{error}");
    assert!(put_aside(folder.path()).is_empty());
}

#[test]
fn a_database_locked_while_we_run_is_said_and_waited_for() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let server = TestServer::start_in(folder.path());
    let mut client = server.client();
    let other = rusqlite::Connection::open(folder.path().join("zenpuku.db")).expect("it opens");
    other.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    let source = Source::New { handicap: None };
    let open = DocumentRequest::Open { source, game_index: None };
    assert_eq!(client.refused(open.clone()), ErrorCode::Storage);
    // Reading continues while the other program writes.
    assert_eq!(games(&mut client), 0);
    other.execute_batch("ROLLBACK").expect("the lock is gone");
    assert!(client.try_ask(open).is_ok());
}

/// Games, settings, the key and backups are their owner's only.
#[cfg(unix)]
#[test]
fn nothing_in_the_data_folder_is_for_others() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::TempDir::new().expect("a folder");
    let data = folder.path().join("data");
    for _ in 0..2 {
        let server = TestServer::start_in(&data);
        let mut client = server.client();
        client.open_text(KIF);
        let mut folders = vec![data.clone()];
        let mut files = 0;
        while let Some(folder) = folders.pop() {
            let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode();
            assert_eq!(mode(&folder) & 0o777, 0o700, "{}", folder.display());
            for entry in std::fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                assert_eq!(mode(&path) & 0o777, 0o600, "{}", path.display());
                files += 1;
            }
        }
        assert!(files > 2, "{files} files");
    }
}
