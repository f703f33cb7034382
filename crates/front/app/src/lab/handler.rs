//! Requests of the laboratory.

use super::{Lab, committed};
use crate::errors::{AppResult, not_found};
use crate::jobs::{Jobs, Work};
use crate::protocol::{LabRequest, Reply};

pub(crate) fn carry_out(lab: &Lab, jobs: &Jobs, request: LabRequest) -> AppResult<Reply> {
    match request {
        LabRequest::List => Ok(Reply::LabList { experiments: lab.experiments() }),
        LabRequest::Get { name, full } => {
            let findings = if full { committed(&name) } else { lab.found(&name) };
            let findings = findings.ok_or_else(|| not_found("result of", &name))?;
            Ok(Reply::Lab { findings: Box::new(findings) })
        }
        LabRequest::Run { name } => {
            let found = zenpuku_lab::find(&name).ok_or_else(|| not_found("experiment", &name))?;
            lab.begin_anew(found.name());
            let work = Work::Lab { name: found.name().to_owned() };
            Ok(Reply::Job { job: jobs.add(work, name)? })
        }
    }
}
