//! Requests about jobs.

use super::Jobs;
use crate::errors::AppResult;
use crate::protocol::{JobRequest, Reply};

pub(crate) fn carry_out(jobs: &Jobs, request: JobRequest) -> AppResult<Reply> {
    Ok(match request {
        JobRequest::Cancel { job } => Reply::Job { job: jobs.cancel(job)? },
        JobRequest::Resume { job } => Reply::Job { job: jobs.resume(job)? },
        JobRequest::List => Reply::Jobs { jobs: jobs.infos() },
    })
}
