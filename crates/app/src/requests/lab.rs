//! The room of the laboratory.

use crate::errors::{Answer, error, not_found};
use crate::hub::Hub;
use crate::jobs::Work;
use crate::protocol::{ErrorCode, Reply, Request};
use std::sync::Arc;

pub(super) fn carry_out(hub: &Arc<Hub>, request: Request) -> Answer<Reply> {
    match request {
        Request::LabList => Ok(Reply::LabList { experiments: hub.lab.experiments() }),
        Request::LabGet { name } => {
            let findings = hub.lab.found(&name).ok_or_else(|| not_found("result of", &name))?;
            Ok(Reply::Lab { findings: Box::new(findings) })
        }
        Request::LabRun { name } => {
            let found = zenpuku_lab::find(&name).ok_or_else(|| not_found("experiment", &name))?;
            hub.lab.begin_anew(found.name());
            let work = Work::Lab { name: found.name() };
            Ok(Reply::Job { job: hub.add_job(work, name)? })
        }
        _ => Err(error(ErrorCode::BadMessage, "the request is not known here")),
    }
}
