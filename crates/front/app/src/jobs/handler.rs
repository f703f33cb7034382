//! Requests about jobs.

use super::Jobs;
use crate::errors::AppResult;
use crate::protocol::{JobRequest, Reply};

pub(crate) fn carry_out(jobs: &Jobs, request: JobRequest) -> AppResult<Reply> {
    Ok(match request {
        JobRequest::Cancel { job } => Reply::Job { job: jobs.cancel(job)? },
        JobRequest::Pause { job } => Reply::Job { job: jobs.pause(job)? },
        JobRequest::Move { job, up } => Reply::Job { job: jobs.change_places(job, up)? },
        JobRequest::Resume { job } => Reply::Job { job: jobs.resume(job)? },
        JobRequest::List => Reply::Jobs { jobs: jobs.infos() },
    })
}
