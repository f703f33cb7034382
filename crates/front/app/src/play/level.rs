//! Levels as the page lists them, and when one of them resigns.

use crate::protocol::LevelInfo;
use zenpuku_shogi_engine::{Level, SearchResult};

/// The weakest level that resigns; those below it are let mate, so that a beginner gets to do it.
const RESIGNS_FROM: u32 = 8;
/// A level resigns when it finds that it is mated within this number of plies.
const RESIGNS_WITHIN: u32 = 9;

/// All levels, weakest first.
pub(crate) fn levels() -> Vec<LevelInfo> {
    Level::all().map(info).collect()
}

fn info(level: Level) -> LevelInfo {
    let (name_ja, name_en) = level.names();
    LevelInfo {
        level: level.number(),
        name_ja: name_ja.to_owned(),
        name_en: name_en.to_owned(),
        nodes: level.nodes().map_or(0, |nodes| u32::try_from(nodes).unwrap_or(u32::MAX)),
    }
}

/// Does a level resign after a search with this result?
pub(super) fn resigns(level: Level, result: &SearchResult) -> bool {
    let near = |plies: u32| plies <= RESIGNS_WITHIN;
    level.number() >= RESIGNS_FROM
        && result.score.is_loss()
        && result.score.mate_plies().is_some_and(near)
}
