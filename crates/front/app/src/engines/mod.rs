//! Stored data of the USI engines that the user has registered.

mod handler;
pub(crate) mod messages;
mod options;
mod registry;

pub(crate) use handler::{carry_out, only_local, program_name, stored};
pub(crate) use registry::Registry;
