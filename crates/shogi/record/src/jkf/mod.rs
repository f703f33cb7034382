//! JKF: records as JSON, with variations as `forks` [jkf].

mod read;
mod start;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
