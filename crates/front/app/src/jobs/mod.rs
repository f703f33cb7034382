//! Work in the background: a queue with limits, cancel and resume.

mod handler;
pub(crate) mod messages;
mod stored;

pub(crate) use handler::carry_out;

use crate::errors::{AppResult, error, not_found};
use crate::protocol::{
    Budget, ErrorCode, Event, GamesDone, ImportReport, JobInfo, JobKind, JobState,
};
use crate::state::{AppState, lock};
use crate::storage::StorageError;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zenpuku_core::StopToken;

/// Jobs that may wait.
const MAX_WAITING: usize = 16;
/// Ended jobs that are remembered.
const MAX_ENDED: usize = 20;
/// Least time between two events of a job.
const EVENT_INTERVAL: Duration = Duration::from_millis(100);

/// The task of a job, and its stored form. [`Jobs::start_workers`] gets the code that does it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Work {
    /// Judges the line through a node.
    Analyse { document: u32, node: u32, budget: Budget },
    /// Judges the main lines of games of the library that have no analysis.
    Games { games: Vec<i64>, budget: Budget },
    /// Imports a folder.
    Folder { path: PathBuf },
    /// Imports files, which are stored with the job.
    Files {
        #[serde(skip)]
        files: Arc<Vec<(String, Vec<u8>)>>,
    },
    /// Imports the new and changed files of a watched folder.
    Watched { folder: i64 },
    /// Plays a match.
    Match { id: u32 },
    /// Runs the quick version of an experiment.
    Lab { name: String },
}

impl Work {
    const fn kind(&self) -> JobKind {
        match self {
            Self::Analyse { .. } | Self::Games { .. } => JobKind::Analysis,
            Self::Folder { .. } | Self::Files { .. } | Self::Watched { .. } => JobKind::Import,
            Self::Match { .. } => JobKind::Match,
            Self::Lab { .. } => JobKind::Lab,
        }
    }
}

struct Job {
    info: JobInfo,
    work: Work,
    stop: StopToken,
    told: Option<Instant>,
    begun: Option<Instant>,
    /// Has the user paused it? It may still be at work.
    held: bool,
}

/// The queue.
pub(crate) struct Jobs {
    state: Arc<AppState>,
    all: Mutex<BTreeMap<u32, Job>>,
    changed: Condvar,
}

/// How a job ended.
pub(crate) enum End {
    Done,
    Cancelled,
    Failed(String),
}

/// The data that a running job uses.
pub(crate) struct Running<'a> {
    jobs: &'a Jobs,
    pub(crate) id: u32,
    pub(crate) stop: StopToken,
}

impl Running<'_> {
    pub(crate) fn stopped(&self) -> bool {
        self.stop.is_stopped() || self.jobs.state.stopping.is_stopped()
    }

    /// Publishes the progress of the job.
    pub(crate) fn update(&self, change: impl FnOnce(&mut JobInfo)) {
        self.jobs.update(self.id, false, change);
    }
}

impl Job {
    fn new(info: JobInfo, work: Work) -> Self {
        Self { info, work, stop: StopToken::new(), told: None, begun: None, held: false }
    }

    fn is_waiting(&self) -> bool {
        self.info.state == JobState::Queued
    }

    /// Does it wait, for its turn or for the user?
    fn is_idle(&self) -> bool {
        matches!(self.info.state, JobState::Queued | JobState::Held)
    }

    fn has_ended(&self) -> bool {
        matches!(self.info.state, JobState::Done | JobState::Cancelled | JobState::Failed)
    }

    /// Does it still read this document?
    fn needs(&self, document: u32) -> bool {
        self.info.document == Some(document) && !self.has_ended()
    }
}

impl Jobs {
    /// The queue with the jobs that the last start did not end.
    pub(crate) fn open(state: Arc<AppState>) -> Result<Self, StorageError> {
        let all = stored::all(&state)?;
        Ok(Self { state, all: Mutex::new(all), changed: Condvar::new() })
    }

    /// Jobs that wait or run.
    pub(crate) fn active(&self) -> usize {
        lock(&self.all).values().filter(|job| !job.has_ended()).count()
    }

    /// All jobs that are remembered.
    pub(crate) fn infos(&self) -> Vec<JobInfo> {
        lock(&self.all).values().map(|job| job.info.clone()).collect()
    }

    /// Does a job play this match, or wait for it?
    pub(crate) fn plays(&self, wanted: u32) -> bool {
        self.at_work(|work| matches!(work, Work::Match { id } if *id == wanted)).is_some()
    }

    /// The job that imports a watched folder, or waits for it.
    pub(crate) fn imports_watched(&self, wanted: i64) -> Option<u32> {
        self.at_work(|work| matches!(work, Work::Watched { folder } if *folder == wanted))
    }

    /// The games of the library that jobs analyse, or wait to analyse: several in one job, or as open documents.
    pub(crate) fn games_at_work(&self) -> HashSet<i64> {
        let all = lock(&self.all);
        let (mut at_work, mut documents) = (HashSet::new(), Vec::new());
        for job in all.values().filter(|job| !job.has_ended()) {
            if let Work::Games { games, .. } = &job.work {
                at_work.extend(games);
            }
            documents.extend(job.info.document);
        }
        drop(all);
        let open = documents.into_iter().filter_map(|id| self.state.document(id).ok());
        at_work.extend(open.filter_map(|document| lock(&document).library));
        at_work
    }

    /// A job with such work that has not ended.
    fn at_work(&self, wanted: impl Fn(&Work) -> bool) -> Option<u32> {
        let all = lock(&self.all);
        let job = all.values().find(|job| !job.has_ended() && wanted(&job.work))?;
        Some(job.info.job)
    }

    fn wake(&self) {
        self.changed.notify_all();
    }

    /// Puts a job into the queue.
    pub(crate) fn add(&self, work: Work, title: String) -> AppResult<JobInfo> {
        self.put(work, title, |_| ())
    }

    /// Records an import that finished immediately.
    pub(crate) fn add_import(&self, title: String, report: ImportReport) -> AppResult<JobInfo> {
        self.put(Work::Files { files: Arc::default() }, title, |info| {
            (info.state, info.done, info.total) = (JobState::Done, 1, 1);
            info.import = Some(report);
        })
    }

    fn put(
        &self,
        work: Work,
        title: String,
        shape: impl FnOnce(&mut JobInfo),
    ) -> AppResult<JobInfo> {
        let mut all = lock(&self.all);
        check_room(&all)?;
        let id = all.last_key_value().map_or(1, |(id, _)| id + 1);
        let mut info = new_info(id, &work, title);
        info.order = all.values().map(|job| job.info.order).max().map_or(1, |last| last + 1);
        shape(&mut info);
        let job = Job::new(info.clone(), work);
        self.keep(&job);
        all.insert(id, job);
        forget_ended(&mut all);
        self.publish(&all, &info);
        drop(all);
        self.wake();
        Ok(info)
    }

    /// Cancels a job; one that has ended is unchanged.
    pub(crate) fn cancel(&self, id: u32) -> AppResult<JobInfo> {
        let mut all = lock(&self.all);
        let job = all.get_mut(&id).ok_or_else(|| not_found("job", id))?;
        job.stop.stop();
        job.held = false;
        if job.is_idle() {
            job.info.state = JobState::Cancelled;
        }
        let info = job.info.clone();
        self.publish(&all, &info);
        drop(all);
        self.forget(id);
        Ok(info)
    }

    /// Pauses a job until it is resumed.
    ///
    /// # Errors
    /// `wrong_state` when it is paused or has ended.
    pub(crate) fn pause(&self, id: u32) -> AppResult<JobInfo> {
        let mut all = lock(&self.all);
        let job = all.get_mut(&id).ok_or_else(|| not_found("job", id))?;
        if job.held || job.has_ended() {
            let message = "only a job that waits or is at work can be paused";
            return Err(error(ErrorCode::WrongState, message));
        }
        job.held = true;
        // Whoever is at work on it, or takes it up just now, ends it as held.
        job.stop.stop();
        if job.is_waiting() {
            job.info.state = JobState::Held;
        }
        let info = job.info.clone();
        self.publish(&all, &info);
        drop(all);
        self.note(id);
        Ok(info)
    }

    /// Swaps a waiting job with its neighbour of the same kind; the first and
    /// the last stay in place.
    ///
    /// # Errors
    /// `wrong_state` when it does not wait.
    pub(crate) fn change_places(&self, id: u32, up: bool) -> AppResult<JobInfo> {
        let mut all = lock(&self.all);
        let job = all.get(&id).ok_or_else(|| not_found("job", id))?;
        if !job.is_idle() {
            return Err(error(ErrorCode::WrongState, "only a job that waits can be moved"));
        }
        let (kind, order) = (job.info.kind, job.info.order);
        let others = all.values().filter(|job| job.is_idle() && job.info.kind == kind);
        let places = others.map(|job| (job.info.order, job.info.job));
        let next = if up {
            places.filter(|&(at, _)| at < order).max()
        } else {
            places.filter(|&(at, _)| at > order).min()
        };
        if let Some((place, other)) = next {
            self.place(&mut all, id, place);
            self.place(&mut all, other, order);
        }
        let info = all.get(&id).map(|job| job.info.clone()).ok_or_else(|| not_found("job", id))?;
        drop(all);
        self.note_all(&next.map_or(Vec::new(), |(_, other)| vec![id, other]));
        Ok(info)
    }

    /// Gives a job a place in the queue and publishes it.
    fn place(&self, all: &mut MutexGuard<'_, BTreeMap<u32, Job>>, id: u32, place: u32) {
        let Some(job) = all.get_mut(&id) else { return };
        job.info.order = place;
        let info = job.info.clone();
        self.publish(all, &info);
    }

    /// Is a document being analysed, or waiting for it?
    pub(crate) fn analyses(&self, document: u32) -> bool {
        lock(&self.all).values().any(|job| job.needs(document))
    }

    /// Cancels the analyses of a document that was deleted: their results could not be read.
    pub(crate) fn cancel_analyses(&self, document: u32) {
        let all = lock(&self.all);
        // A job of several games goes on with the next one.
        let only = |work: &Work| matches!(work, Work::Analyse { .. });
        let jobs = all.values().filter(|job| job.needs(document) && only(&job.work));
        let jobs: Vec<u32> = jobs.map(|job| job.info.job).collect();
        drop(all);
        for job in jobs {
            // One that is forgotten meanwhile has ended.
            let _ = self.cancel(job);
        }
    }

    /// Puts a job that was paused or cancelled or failed into the queue again.
    ///
    /// # Errors
    /// `busy` when too many wait.
    pub(crate) fn resume(&self, id: u32) -> AppResult<JobInfo> {
        let mut all = lock(&self.all);
        let room = check_room(&all);
        let job = all.get_mut(&id).ok_or_else(|| not_found("job", id))?;
        if !matches!(job.info.state, JobState::Held | JobState::Cancelled | JobState::Failed) {
            return Err(error(
                ErrorCode::WrongState,
                "only a paused, cancelled or failed job can be resumed",
            ));
        }
        room?;
        job.stop = StopToken::new();
        job.held = false;
        job.info.state = JobState::Queued;
        job.info.message.clear();
        self.keep(job);
        let info = job.info.clone();
        self.publish(&all, &info);
        drop(all);
        self.wake();
        Ok(info)
    }

    /// Publishes the state of a job. The jobs must be locked: otherwise an older state could arrive
    /// last, and a job that has ended would appear to run.
    fn publish(&self, _all: &MutexGuard<'_, BTreeMap<u32, Job>>, info: &JobInfo) {
        self.state.publish(Event::Job { job: info.clone() }, |_| true);
    }

    /// Changes the state of a job and publishes it, unless it was published just now with this state.
    fn update(&self, id: u32, always: bool, change: impl FnOnce(&mut JobInfo)) {
        let mut all = lock(&self.all);
        let Some(job) = all.get_mut(&id) else { return };
        let state = job.info.state;
        change(&mut job.info);
        let always = always || job.info.state != state;
        let elapsed = job.begun.map_or(0, |begun| begun.elapsed().as_millis() as u64);
        job.info.elapsed_ms = elapsed;
        let (done, total) = (u64::from(job.info.done), u64::from(job.info.total));
        job.info.remaining_ms =
            (done > 0 && total >= done).then(|| elapsed / done * (total - done));
        let due = job.told.is_none_or(|told| told.elapsed() >= EVENT_INTERVAL);
        if due || always {
            job.told = Some(Instant::now());
            let info = job.info.clone();
            self.publish(&all, &info);
        }
    }

    /// Starts the threads that do the jobs, as `work` says: one for each kind, so that an import
    /// does not wait for an analysis.
    pub(crate) fn start_workers<F>(
        self: &Arc<Self>,
        work: F,
    ) -> std::io::Result<Vec<std::thread::JoinHandle<()>>>
    where
        F: Fn(&Running<'_>, Work) -> End + Clone + Send + 'static,
    {
        [JobKind::Analysis, JobKind::Import, JobKind::Match, JobKind::Lab]
            .into_iter()
            .map(|kind| {
                let (jobs, work) = (Arc::clone(self), work.clone());
                let builder = std::thread::Builder::new().name(format!("{kind:?} jobs"));
                builder.spawn(move || jobs.work_off(kind, &work))
            })
            .collect()
    }

    /// Cancels everything that runs and wakes those who wait.
    pub(crate) fn stop(&self) {
        for job in lock(&self.all).values() {
            job.stop.stop();
        }
        self.wake();
    }

    fn work_off(&self, kind: JobKind, carry_out: &impl Fn(&Running<'_>, Work) -> End) {
        while let Some((id, work, stop)) = self.next(kind) {
            self.update(id, true, |info| info.state = JobState::Running);
            let end = carry_out(&Running { jobs: self, id, stop }, work);
            if matches!(end, End::Done) {
                self.release_files(id);
            }
            let cut = matches!(end, End::Cancelled);
            let held = cut && lock(&self.all).get(&id).is_some_and(|job| job.held);
            if held || (cut && self.state.stopping.is_stopped()) {
                // It continues when it is resumed, or at the next start.
                self.note(id);
            } else {
                self.forget(id);
            }
            self.update(id, true, |info| finish(info, end, held));
        }
    }

    /// A finished import no longer needs its files.
    fn release_files(&self, id: u32) {
        if let Some(Job { work: Work::Files { files }, .. }) = lock(&self.all).get_mut(&id) {
            *files = Arc::default();
        }
    }

    /// Waits for a job of this kind; `None` when the server ends.
    fn next(&self, kind: JobKind) -> Option<(u32, Work, StopToken)> {
        let mut all = lock(&self.all);
        loop {
            if self.state.stopping.is_stopped() {
                return None;
            }
            let waiting = all.values_mut().filter(|job| job.is_waiting() && job.info.kind == kind);
            if let Some(job) = waiting.min_by_key(|job| job.info.order) {
                job.begun = Some(Instant::now());
                return Some((job.info.job, job.work.clone(), job.stop.clone()));
            }
            all = self.changed.wait(all).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Is there room for another job that waits?
fn check_room(all: &BTreeMap<u32, Job>) -> AppResult<()> {
    if all.values().filter(|job| job.is_waiting()).count() < MAX_WAITING {
        return Ok(());
    }
    Err(error(ErrorCode::Busy, format!("{MAX_WAITING} jobs wait already")))
}

fn new_info(job: u32, work: &Work, title: String) -> JobInfo {
    let (document, games) = match work {
        Work::Analyse { document, .. } => (Some(*document), None),
        Work::Games { games, .. } => {
            let total = u32::try_from(games.len()).unwrap_or(u32::MAX);
            (None, Some(GamesDone { done: 0, total }))
        }
        _ => (None, None),
    };
    JobInfo {
        job,
        kind: work.kind(),
        title,
        document,
        games,
        state: JobState::Queued,
        order: job,
        done: 0,
        total: 0,
        elapsed_ms: 0,
        remaining_ms: None,
        message: String::new(),
        import: None,
    }
}

fn finish(info: &mut JobInfo, end: End, held: bool) {
    info.state = match end {
        End::Done => JobState::Done,
        End::Cancelled if held => JobState::Held,
        End::Cancelled => JobState::Cancelled,
        End::Failed(message) => {
            info.message = message;
            JobState::Failed
        }
    };
}

fn forget_ended(all: &mut BTreeMap<u32, Job>) {
    let ended = all.iter().filter(|(_, job)| job.has_ended());
    let old: Vec<u32> = ended.map(|(&id, _)| id).collect();
    let surplus = old.len().saturating_sub(MAX_ENDED);
    for id in &old[..surplus] {
        all.remove(id);
    }
}

#[cfg(test)]
mod tests;
