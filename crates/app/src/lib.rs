//! The web app's server: one address in the browser to play, analyse and keep games.
//!
//! Everything goes over one WebSocket with the typed messages of [`protocol`]; HTTP serves the
//! embedded page, takes uploads and gives exports.
#![forbid(unsafe_code)]

pub mod protocol;
