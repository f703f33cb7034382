//! A player's page: results and mistakes in all games of the library.

mod figures;
pub(crate) mod messages;

pub(crate) use figures::{GameFigures, Played, page};
