//! The library of games: what is known about each, search, openings, castles.

mod explorer;
mod games;
mod position_key;
mod search;

pub(crate) use games::{Added, GameEntry, classify_all, index_all};
pub(crate) use position_key::position_key;
