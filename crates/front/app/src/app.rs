//! The app: its features, their shared state, and the threads that serve them.

use crate::analysis::Analysis;
use crate::books::Books;
use crate::goals::Walks;
use crate::jobs::{End, Jobs, Running, Work};
use crate::lab::Lab;
use crate::library;
use crate::matches::Matches;
use crate::play::{Games, today};
use crate::settings::Budget;
use crate::state::AppState;
use crate::storage::{DataFolder, StorageError};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often clocks are checked, and documents are written to disk.
const TICK: Duration = Duration::from_millis(100);
const SAVE: Duration = Duration::from_millis(500);
/// How often is asked whether there is a backup of today.
const BACKUP: Duration = Duration::from_secs(3_600);

/// Everything. Arrows run from features to the queue of jobs and to the state, which know no feature.
pub(crate) struct App {
    pub(crate) state: Arc<AppState>,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) games: Arc<Games>,
    pub(crate) analysis: Analysis,
    pub(crate) goals: Walks,
    pub(crate) lab: Lab,
    pub(crate) matches: Matches,
    pub(crate) books: Books,
}

impl App {
    /// Opens the store and resumes its jobs and games.
    pub(crate) fn open(
        folder: DataFolder,
        budget: Budget,
        loopback: bool,
    ) -> Result<Arc<Self>, StorageError> {
        let state = AppState::new(folder, budget, loopback)?;
        let jobs = Arc::new(Jobs::open(Arc::clone(&state))?);
        let games = Arc::new(Games::open(Arc::clone(&state))?);
        let analysis = Analysis::new(Arc::clone(&state), Arc::clone(&jobs));
        let (goals, lab) = (Walks::default(), Lab::default());
        let matches = Matches::new(Arc::clone(&state));
        let books = Books::new(Arc::clone(&state));
        Ok(Arc::new(Self { state, jobs, games, analysis, goals, lab, matches, books }))
    }

    /// Starts the threads that do jobs, watch clocks and save documents.
    pub(crate) fn start(self: &Arc<Self>) -> std::io::Result<Vec<JoinHandle<()>>> {
        let app = Arc::clone(self);
        let mut threads =
            self.jobs.start_workers(move |running, work| app.carry_out(running, work))?;
        let app = Arc::clone(self);
        let keeper = std::thread::Builder::new().name("keeper".into());
        threads.push(keeper.spawn(move || app.keep())?);
        let app = Arc::clone(self);
        let watcher = std::thread::Builder::new().name("watched folders".into());
        threads.push(watcher.spawn(move || {
            library::keep_watching(&app.state, &app.jobs, &app.analysis);
        })?);
        Ok(threads)
    }

    /// Stops all running work; it resumes at the next start.
    pub(crate) fn halt(&self) {
        self.state.stopping.stop();
        self.games.halt();
        self.jobs.stop();
    }

    fn carry_out(&self, running: &Running<'_>, work: Work) -> End {
        match work {
            Work::Analyse { document, node, budget } => {
                self.analysis.run(running, document, node, budget)
            }
            Work::Games { games, budget } => self.analysis.run_games(running, &games, budget),
            Work::Folder { path } => library::import_folder(&self.state, running, &path),
            Work::Files { files } => library::files(&self.state, running, &files),
            Work::Watched { folder } => library::import_watched(&self.state, running, folder),
            Work::Match { id } => self.matches.run(running, id),
            Work::Lab { name } => self.lab.run(running, &name),
        }
    }

    fn keep(&self) {
        let mut saved = Instant::now();
        let mut backed_up: Option<Instant> = None;
        while !self.state.stopping.wait_timeout(TICK) {
            self.games.tick();
            if saved.elapsed() >= SAVE {
                self.state.save_all();
                saved = Instant::now();
            }
            if backed_up.is_none_or(|last| last.elapsed() >= BACKUP) {
                if let Err(error) = self.state.storage.back_up(&today().replace('/', "-")) {
                    tracing::warn!("no backup today: {error}");
                }
                backed_up = Some(Instant::now());
            }
        }
    }
}
