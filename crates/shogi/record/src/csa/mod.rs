//! CSA: the standard record files of the Computer Shogi Association, 2.2 and
//! 3.0 [csa-record], and logs of its server protocol [csa-protocol].

mod codes;
mod fields;
mod line;
mod log;
mod position;
mod read;
mod write;

pub(crate) use codes::{code_of, kind_of};
pub(crate) use line::is_layout_line;
pub(crate) use log::read as read_log;
pub(crate) use read::read;
pub(crate) use write::write;
