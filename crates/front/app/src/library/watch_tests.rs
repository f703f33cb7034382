//! Watched folders, looked at by hand: no test waits for the clock.

use super::carry_out;
use super::watch::{look, news};
use crate::analysis::Analysis;
use crate::errors::AppResult;
use crate::jobs::{End, Jobs, Work};
use crate::library::import_watched;
use crate::protocol::{
    ErrorCode, JobKind, JobState, LibraryQuery, LibraryRequest, Reply, WatchedFolder,
};
use crate::state::AppState;
use crate::storage::Stamp;
use std::collections::HashMap;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// The app's parts, with workers that import and analyse nothing.
struct Scene {
    state: Arc<AppState>,
    jobs: Arc<Jobs>,
    analysis: Analysis,
    workers: Vec<std::thread::JoinHandle<()>>,
}

impl Scene {
    fn open(data: &Path) -> Self {
        let state = AppState::for_test(data);
        let jobs = Arc::new(Jobs::open(Arc::clone(&state)).unwrap());
        let analysis = Analysis::new(Arc::clone(&state), Arc::clone(&jobs));
        let importing = Arc::clone(&state);
        let workers = jobs.start_workers(move |running, work| match work {
            Work::Watched { folder } => import_watched(&importing, running, folder),
            _ => End::Done,
        });
        Self { state, jobs, analysis, workers: workers.unwrap() }
    }

    fn ask(&self, request: LibraryRequest) -> AppResult<Vec<WatchedFolder>> {
        match carry_out(&self.state, &self.jobs, &self.analysis, request)? {
            Reply::LibraryFolders { folders } => Ok(folders),
            other => panic!("{other:?}"),
        }
    }

    fn watch(&self, folder: &Path, analyse: bool) -> AppResult<Vec<WatchedFolder>> {
        let path = folder.display().to_string();
        let folders = self.ask(LibraryRequest::WatchFolder { path, analyse })?;
        self.wait();
        Ok(folders)
    }

    /// Looks at the folders, and waits until what is new is imported.
    fn look(&self) {
        look(&self.state, &self.jobs, &self.analysis).unwrap();
        self.wait();
    }

    fn wait(&self) {
        for _ in 0..6_000 {
            let imports = |job: &crate::protocol::JobInfo| {
                let goes_on = matches!(job.state, JobState::Queued | JobState::Running);
                job.kind == JobKind::Import && goes_on
            };
            if !self.jobs.infos().iter().any(imports) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the import does not end");
    }

    fn games(&self) -> usize {
        self.state.storage.library_search(&LibraryQuery::default()).unwrap().games.len()
    }

    fn imports(&self) -> usize {
        self.jobs.infos().iter().filter(|job| job.kind == JobKind::Import).count()
    }

    fn analyses(&self) -> usize {
        self.jobs.infos().iter().filter(|job| job.kind == JobKind::Analysis).count()
    }

    fn close(self) {
        self.state.stopping.stop();
        self.jobs.stop();
        self.workers.into_iter().for_each(|worker| worker.join().unwrap());
    }
}

/// Writes a record as if some time ago.
fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>, minutes: u64) {
    fs::write(folder.join(name), text).unwrap();
    let file = File::options().write(true).open(folder.join(name)).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(60 * minutes)).unwrap();
}

#[test]
fn new_and_changed_records_are_imported_once() {
    let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = folder.path();
    fs::create_dir(path.join("below")).unwrap();
    write(path, "one.usi", "startpos moves 7g7f", 9);
    write(path, "below/two.usi", "startpos moves 2g2f", 9);
    write(path, "notes.doc", "no record", 9);
    let scene = Scene::open(data.path());
    let folders = scene.watch(path, false).unwrap();
    assert_eq!(folders.len(), 1);
    assert_eq!((scene.games(), scene.imports()), (2, 1));
    scene.look();
    assert_eq!((scene.games(), scene.imports()), (2, 1), "nothing is new");
    write(path, "three.usi", "startpos moves 7g7f 3c3d", 9);
    write(path, "one.usi", "startpos moves 7g7f 8c8d", 8);
    scene.look();
    assert_eq!((scene.games(), scene.imports()), (4, 2));
    write(path, "broken.kif", b"\xff\xff\xff", 9);
    scene.look();
    scene.look();
    assert_eq!((scene.games(), scene.imports()), (4, 3), "a bad file is read once");
    let failures = scene.jobs.infos().pop().unwrap().import.unwrap().failures;
    assert_eq!(failures[0].file, "broken.kif");
    scene.close();
    let scene = Scene::open(data.path());
    write(path, "four.usi", "startpos moves 6g6f", 7);
    scene.look();
    assert_eq!((scene.games(), scene.imports()), (5, 1), "only what is new since the last start");
    assert_eq!(scene.ask(LibraryRequest::Folders).unwrap()[0].files, 5);
    scene.close();
}

#[test]
fn a_file_that_may_still_be_written_is_left_to_a_later_look() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "game.usi", "startpos moves 7g7f", 9);
    let written = fs::metadata(folder.path().join("game.usi")).unwrap().modified().unwrap();
    let found = |known: &HashMap<String, Stamp>, age: Duration| {
        news(folder.path(), known, written + age, || false).unwrap().files
    };
    assert!(found(&HashMap::new(), Duration::from_secs(1)).is_empty());
    let [(_, stamp)] = found(&HashMap::new(), Duration::from_secs(3))[..] else { panic!("one") };
    let known = HashMap::from([("game.usi".to_owned(), stamp)]);
    assert!(found(&known, Duration::from_secs(3)).is_empty());
    write(folder.path(), "game.usi", "startpos moves 7g7f", 8);
    assert_eq!(found(&known, Duration::from_secs(90)).len(), 1, "another time of change");
}

#[test]
fn a_folder_that_vanishes_stays_listed_and_is_taken_up_again() {
    let (data, top) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (path, away) = (top.path().join("games"), top.path().join("away"));
    fs::create_dir(&path).unwrap();
    write(&path, "one.usi", "startpos moves 7g7f", 9);
    let scene = Scene::open(data.path());
    scene.watch(&path, false).unwrap();
    let missing = |scene: &Scene| scene.ask(LibraryRequest::Folders).unwrap()[0].missing;
    fs::rename(&path, &away).unwrap();
    scene.look();
    assert!(missing(&scene));
    scene.close();
    let scene = Scene::open(data.path());
    scene.look();
    assert!(missing(&scene) && scene.games() == 1);
    write(&away, "two.usi", "startpos moves 2g2f", 9);
    fs::rename(&away, &path).unwrap();
    scene.look();
    assert!(!missing(&scene));
    assert_eq!((scene.games(), scene.imports()), (2, 1));
    scene.close();
}

#[test]
fn new_games_wait_for_their_analysis_until_there_is_room() {
    let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(folder.path(), "one.usi", "startpos moves 7g7f", 9);
    write(folder.path(), "two.usi", "startpos moves 2g2f", 9);
    let scene = Scene::open(data.path());
    let folders = scene.watch(folder.path(), true).unwrap();
    assert_eq!(scene.state.storage.watched_games(9).unwrap().len(), 2);
    scene.look();
    assert_eq!(scene.state.storage.watched_games(9).unwrap(), [0_i64; 0]);
    assert_eq!(scene.analyses(), 1, "a job for both");
    let id = folders[0].folder;
    scene.ask(LibraryRequest::ChangeFolder { folder: id, analyse: false }).unwrap();
    write(folder.path(), "three.usi", "startpos moves 6g6f", 9);
    scene.look();
    scene.look();
    assert_eq!((scene.games(), scene.analyses()), (3, 1));
    scene.close();
}

#[test]
fn a_game_that_cannot_be_read_does_not_keep_the_others_from_their_analysis() {
    let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(folder.path(), "one.usi", "startpos moves 7g7f", 9);
    write(folder.path(), "two.usi", "startpos moves 2g2f", 9);
    let scene = Scene::open(data.path());
    scene.watch(folder.path(), true).unwrap();
    let first = scene.state.storage.watched_games(9).unwrap()[0];
    let damage = "UPDATE games SET body = '{}' WHERE id = ?1";
    scene.state.storage.write(|db| Ok(db.execute(damage, [first])?)).unwrap();
    scene.look();
    assert_eq!(scene.state.storage.watched_games(9).unwrap(), [0_i64; 0]);
    assert_eq!(scene.analyses(), 1);
    scene.close();
}

#[test]
fn folders_are_removed_and_what_cannot_be_watched_is_named() {
    let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(folder.path(), "one.usi", "startpos moves 7g7f", 9);
    let scene = Scene::open(data.path());
    let id = scene.watch(folder.path(), false).unwrap()[0].folder;
    fs::create_dir(folder.path().join("below")).unwrap();
    for known in [folder.path().to_owned(), folder.path().join("below")] {
        let refused = scene.watch(&known, false).unwrap_err();
        assert_eq!(refused.code, ErrorCode::WrongState);
        assert!(refused.message.ends_with("is watched already"), "{}", refused.message);
    }
    let none = folder.path().join("none");
    assert_eq!(scene.watch(&none, false).unwrap_err().code, ErrorCode::NotFound);
    assert!(scene.ask(LibraryRequest::ForgetFolder { folder: id }).unwrap().is_empty());
    for request in [
        LibraryRequest::ForgetFolder { folder: id },
        LibraryRequest::ChangeFolder { folder: id, analyse: true },
    ] {
        assert_eq!(scene.ask(request).unwrap_err().code, ErrorCode::NotFound);
    }
    write(folder.path(), "two.usi", "startpos moves 2g2f", 9);
    scene.look();
    assert_eq!((scene.games(), scene.imports()), (1, 1), "its games stay");
    scene.close();
}
