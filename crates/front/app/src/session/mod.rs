//! Sessions: the greeting, and the state of the server.

mod handler;
pub(crate) mod messages;

pub(crate) use handler::carry_out;
