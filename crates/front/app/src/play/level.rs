//! Levels as the page lists them, and when one of them resigns.

use crate::errors::{AppResult, error};
use crate::protocol::{ErrorCode, LevelInfo, StyleInfo, Styles};
use core::cmp::Ordering;
use zenpuku_shogi_engine::{Level, SearchResult};
use zenpuku_shogi_goals::castles::Castle;
use zenpuku_shogi_goals::openings::ByRook;
use zenpuku_shogi_goals::style::{CASTLES, OPENINGS, Style};

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

/// What a level can like to play.
pub(crate) fn styles() -> Styles {
    let opening = |row: &ByRook| {
        style_info(row.id, (row.opening.ja(), row.opening.en()), row.opening.is_ranging())
    };
    let castle = |castle: &'static Castle| {
        style_info(castle.id, (castle.ja, castle.en), castle.wing() == Some(Ordering::Less))
    };
    let castles = CASTLES.iter().filter_map(|id| Style::castle_of(id));
    Styles {
        openings: OPENINGS.iter().map(opening).collect(),
        castles: castles.map(castle).collect(),
    }
}

fn style_info(id: &str, (name_ja, name_en): (&str, &str), ranging: bool) -> StyleInfo {
    StyleInfo { id: id.into(), name_ja: name_ja.into(), name_en: name_en.into(), ranging }
}

/// The style of a seat.
///
/// # Errors
/// An opening or a castle that [`styles`] does not list, named.
pub(super) fn style_of(opening: Option<&str>, castle: Option<&str>) -> AppResult<Style> {
    let unknown =
        |kind: &str, id: &str| error(ErrorCode::BadValue, format!("there is no {kind} {id}"));
    let opening = opening.map(|id| Style::opening_of(id).ok_or_else(|| unknown("opening", id)));
    let castle = castle.map(|id| Style::castle_of(id).ok_or_else(|| unknown("castle", id)));
    Ok(Style { opening: opening.transpose()?, castle: castle.transpose()? })
}

/// Does a level resign after a search with this result?
pub(super) fn resigns(level: Level, result: &SearchResult) -> bool {
    let near = |plies: u32| plies <= RESIGNS_WITHIN;
    level.number() >= RESIGNS_FROM
        && result.score.is_loss()
        && result.score.mate_plies().is_some_and(near)
}
