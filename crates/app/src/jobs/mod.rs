//! Work in the background: a queue with limits, cancel and resume.

mod analyse;
mod analyst;
mod import;
mod lab;
mod stored;

use crate::errors::{Answer, error, not_found};
use crate::hub::{Hub, lock};
use crate::protocol::{Budget, ErrorCode, Event, ImportReport, JobInfo, JobKind, JobState};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Jobs that may wait.
const MAX_WAITING: usize = 16;
/// Ended jobs that are remembered.
const MAX_ENDED: usize = 20;
/// Least time between two events of a job.
const EVENT_INTERVAL: Duration = Duration::from_millis(100);

/// What a job does.
#[derive(Clone)]
pub(crate) enum Work {
    /// Judges the line through a node.
    Analyse { document: u32, node: u32, budget: Budget },
    /// Imports a folder.
    Folder { path: PathBuf },
    /// Imports files.
    Files { files: Arc<Vec<(String, Vec<u8>)>> },
    /// Runs the quick version of an experiment.
    Lab { name: &'static str },
}

impl Work {
    const fn kind(&self) -> JobKind {
        match self {
            Self::Analyse { .. } => JobKind::Analysis,
            Self::Folder { .. } | Self::Files { .. } => JobKind::Import,
            Self::Lab { .. } => JobKind::Lab,
        }
    }
}

struct Job {
    info: JobInfo,
    work: Work,
    stop: Arc<AtomicBool>,
    told: Option<Instant>,
    begun: Option<Instant>,
}

/// The queue.
#[derive(Default)]
pub(crate) struct Jobs {
    all: Mutex<BTreeMap<u32, Job>>,
    changed: Condvar,
}

/// How a job ended.
pub(crate) enum End {
    Done,
    Cancelled,
    Failed(String),
}

/// What a running job uses.
pub(crate) struct Running<'a> {
    hub: &'a Arc<Hub>,
    id: u32,
    pub(crate) stop: Arc<AtomicBool>,
}

impl Running<'_> {
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.hub.stopping.load(Ordering::Relaxed)
    }

    /// Tells how far the job is.
    pub(crate) fn tell(&self, change: impl FnOnce(&mut JobInfo)) {
        self.hub.update_job(self.id, false, change);
    }
}

impl Jobs {
    fn is_waiting(job: &Job) -> bool {
        job.info.state == JobState::Queued
    }

    /// Jobs that wait or run.
    pub(crate) fn active(&self) -> usize {
        let active = [JobState::Queued, JobState::Running, JobState::Paused];
        lock(&self.all).values().filter(|job| active.contains(&job.info.state)).count()
    }

    /// All jobs that are remembered.
    pub(crate) fn infos(&self) -> Vec<JobInfo> {
        lock(&self.all).values().map(|job| job.info.clone()).collect()
    }

    fn wake(&self) {
        self.changed.notify_all();
    }
}

fn new_info(job: u32, work: &Work, title: String) -> JobInfo {
    let document = match work {
        Work::Analyse { document, .. } => Some(*document),
        _ => None,
    };
    JobInfo {
        job,
        kind: work.kind(),
        title,
        document,
        state: JobState::Queued,
        done: 0,
        total: 0,
        elapsed_ms: 0,
        remaining_ms: None,
        message: String::new(),
        import: None,
    }
}

impl Hub {
    /// Puts a job into the queue.
    pub(crate) fn add_job(&self, work: Work, title: String) -> Answer<JobInfo> {
        self.put_job(work, title, |_| ())
    }

    /// Notes an import that was done at once.
    pub(crate) fn add_import(&self, title: String, report: ImportReport) -> Answer<JobInfo> {
        self.put_job(Work::Files { files: Arc::default() }, title, |info| {
            (info.state, info.done, info.total) = (JobState::Done, 1, 1);
            info.import = Some(report);
        })
    }

    fn put_job(
        &self,
        work: Work,
        title: String,
        shape: impl FnOnce(&mut JobInfo),
    ) -> Answer<JobInfo> {
        let mut all = lock(&self.jobs.all);
        if all.values().filter(|job| Jobs::is_waiting(job)).count() >= MAX_WAITING {
            let message = format!("{MAX_WAITING} jobs wait already");
            return Err(error(ErrorCode::Busy, message));
        }
        let id = all.last_key_value().map_or(1, |(id, _)| id + 1);
        let mut info = new_info(id, &work, title);
        shape(&mut info);
        let stop = Arc::default();
        let job = Job { info: info.clone(), work, stop, told: None, begun: None };
        self.keep_job(&job);
        all.insert(id, job);
        forget_ended(&mut all);
        drop(all);
        self.jobs.wake();
        self.publish(Event::Job { job: info.clone() }, |_| true);
        Ok(info)
    }

    /// Cancels a job; one that has ended stays as it is.
    pub(crate) fn cancel_job(&self, id: u32) -> Answer<JobInfo> {
        let mut all = lock(&self.jobs.all);
        let job = all.get_mut(&id).ok_or_else(|| not_found("job", id))?;
        job.stop.store(true, Ordering::Relaxed);
        if job.info.state == JobState::Queued {
            job.info.state = JobState::Cancelled;
        }
        let info = job.info.clone();
        drop(all);
        self.forget_job(id);
        self.publish(Event::Job { job: info.clone() }, |_| true);
        Ok(info)
    }

    /// Puts a job that was cancelled or failed into the queue again.
    pub(crate) fn resume_job(&self, id: u32) -> Answer<JobInfo> {
        let mut all = lock(&self.jobs.all);
        let job = all.get_mut(&id).ok_or_else(|| not_found("job", id))?;
        if !matches!(job.info.state, JobState::Cancelled | JobState::Failed) {
            return Err(error(
                ErrorCode::WrongState,
                "only a job that was cancelled or failed goes on",
            ));
        }
        job.stop = Arc::default();
        job.info.state = JobState::Queued;
        job.info.message.clear();
        self.keep_job(job);
        let info = job.info.clone();
        drop(all);
        self.jobs.wake();
        self.publish(Event::Job { job: info.clone() }, |_| true);
        Ok(info)
    }

    /// Changes what is known of a job and tells it, unless it was told just now.
    fn update_job(&self, id: u32, always: bool, change: impl FnOnce(&mut JobInfo)) {
        let mut all = lock(&self.jobs.all);
        let Some(job) = all.get_mut(&id) else { return };
        change(&mut job.info);
        let elapsed = job.begun.map_or(0, |begun| begun.elapsed().as_millis() as u64);
        job.info.elapsed_ms = elapsed;
        let (done, total) = (u64::from(job.info.done), u64::from(job.info.total));
        job.info.remaining_ms =
            (done > 0 && total >= done).then(|| elapsed / done * (total - done));
        let due = job.told.is_none_or(|told| told.elapsed() >= EVENT_INTERVAL);
        if due || always {
            job.told = Some(Instant::now());
            let event = Event::Job { job: job.info.clone() };
            drop(all);
            self.publish(event, |_| true);
        }
    }

    /// Starts the threads that do the jobs: one for each kind, so that an import does not wait
    /// for an analysis.
    pub(crate) fn start_workers(
        self: &Arc<Self>,
    ) -> std::io::Result<Vec<std::thread::JoinHandle<()>>> {
        [JobKind::Analysis, JobKind::Import, JobKind::Lab]
            .into_iter()
            .map(|kind| {
                let hub = Arc::clone(self);
                let builder = std::thread::Builder::new().name(format!("{kind:?} jobs"));
                builder.spawn(move || hub.work(kind))
            })
            .collect()
    }

    /// Cancels everything that runs and wakes those who wait.
    pub(crate) fn stop_jobs(&self) {
        for job in lock(&self.jobs.all).values() {
            job.stop.store(true, Ordering::Relaxed);
        }
        self.jobs.wake();
    }

    fn work(self: &Arc<Self>, kind: JobKind) {
        while let Some((id, work, stop)) = self.next_job(kind) {
            self.update_job(id, true, |info| info.state = JobState::Running);
            let running = Running { hub: self, id, stop };
            let end = match work {
                Work::Analyse { document, node, budget } => {
                    analyse::run(self, &running, document, node, budget)
                }
                Work::Folder { path } => import::folder(self, &running, &path),
                Work::Files { files } => import::files(self, &running, &files),
                Work::Lab { name } => lab::run(self, &running, name),
            };
            if matches!(end, End::Done) {
                self.release_files(id);
            }
            if self.stopping.load(Ordering::Relaxed) && matches!(end, End::Cancelled) {
                // The next start goes on with it.
                self.note_job(id);
            } else {
                self.forget_job(id);
            }
            self.update_job(id, true, |info| finish(info, end));
        }
    }

    /// An import that is done needs its files no more.
    fn release_files(&self, id: u32) {
        if let Some(Job { work: Work::Files { files }, .. }) = lock(&self.jobs.all).get_mut(&id) {
            *files = Arc::default();
        }
    }

    /// Waits for a job of this kind; `None` when the server ends.
    fn next_job(&self, kind: JobKind) -> Option<(u32, Work, Arc<AtomicBool>)> {
        let mut all = lock(&self.jobs.all);
        loop {
            if self.stopping.load(Ordering::Relaxed) {
                return None;
            }
            let next = all.values_mut().find(|job| Jobs::is_waiting(job) && job.info.kind == kind);
            if let Some(job) = next {
                job.begun = Some(Instant::now());
                return Some((job.info.job, job.work.clone(), Arc::clone(&job.stop)));
            }
            all = self.jobs.changed.wait(all).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn finish(info: &mut JobInfo, end: End) {
    info.state = match end {
        End::Done => JobState::Done,
        End::Cancelled => JobState::Cancelled,
        End::Failed(message) => {
            info.message = message;
            JobState::Failed
        }
    };
}

fn forget_ended(all: &mut BTreeMap<u32, Job>) {
    let ended = |job: &Job| {
        matches!(job.info.state, JobState::Done | JobState::Cancelled | JobState::Failed)
    };
    let old: Vec<u32> = all.iter().filter(|(_, job)| ended(job)).map(|(&id, _)| id).collect();
    let surplus = old.len().saturating_sub(MAX_ENDED);
    for id in &old[..surplus] {
        all.remove(id);
    }
}
