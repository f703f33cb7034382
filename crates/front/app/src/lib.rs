//! The web app's server: one address in the browser to play, analyse and keep games.
//!
//! Everything goes over one WebSocket with the typed messages of [`protocol`]; HTTP serves the
//! embedded page, takes uploads and gives exports. A [`Server`] listens on loopback unless asked
//! otherwise, and keeps everything in one folder.
#![forbid(unsafe_code)]

mod analysis;
mod analysis_model;
mod app;
#[cfg(test)]
mod arrows;
mod books;
pub mod conversation;
mod daily;
mod document;
mod engine;
mod engines;
mod errors;
mod go;
mod goals;
mod jobs;
mod lab;
mod lens;
mod library;
mod matches;
mod mate;
mod phases;
mod play;
mod player;
mod position;
pub mod protocol;
mod requests;
mod samples;
mod server;
mod session;
mod settings;
mod state;
mod storage;

pub use server::{Config, Server, ServerError, running_url};
pub use storage::StorageError;
