//! The library on disk: data of each game, search, openings, castles.

mod duplicates;
mod explorer;
mod games;
mod marks;
mod pieces;
mod player;
mod position_key;
mod search;

pub(crate) use games::{Added, GameEntry};
pub(super) use games::{classify_all, identify_all, index_all};
pub(crate) use player::spellings;
pub(crate) use position_key::position_key;
pub(crate) use search::GameLine;
