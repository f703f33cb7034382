//! Stored data of the USI engines that the user has registered.

mod handler;
pub(crate) mod messages;
mod options;
mod registry;

pub(crate) use handler::carry_out;
pub(crate) use registry::Registry;
