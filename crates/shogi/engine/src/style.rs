//! The opening that a level prefers: its move is a move towards it, as long as that costs little.

use crate::info::{SearchHandler, SearchResult};
use crate::level::Level;
use crate::limits::SearchLimits;
use crate::options::EngineOptions;
use crate::threads::SearchJob;
use core::time::Duration;
use zenpuku_shogi::{Move, Position};

/// The opening is over after this many plies.
const PLIES: u16 = 60;
/// What a move that fits the style may cost against the best move, in centipawns (ours).
const COST: i32 = 150;
/// A side that stands worse than this, in centipawns, plays the best move (ours).
const LEAST: i32 = -600;

/// Returns what to play: the best of the moves that fit the style, if it costs little, else what
/// the search of all moves found. `asked` are the limits that the caller gave; `search` carries out
/// another search.
pub(crate) fn choose(
    job: &SearchJob<'_>,
    best: SearchResult,
    asked: &SearchLimits,
    handler: &mut dyn SearchHandler,
    mut search: impl FnMut(&SearchJob<'_>) -> SearchResult,
) -> SearchResult {
    for moves in preferred(job.options, job.position, best.best, asked) {
        let limits = limits(job.options, moves, (asked, job.control.elapsed()));
        let control = job.control.once_more(&limits);
        let found = search(&SearchJob { limits: &limits, control: &control, ..*job });
        if accepts(&best, &found) {
            found.lines.iter().for_each(|line| handler.info(line));
            let (nodes, time) = (best.nodes + found.nodes, best.time + found.time);
            return SearchResult { nodes, time, ..found };
        }
    }
    best
}

/// The moves to prefer to `best`: those towards the style, then those that do not lead away from
/// it, the first of them that has a good one; empty where `best` fits. Nothing is preferred at full
/// strength, in check, and in a search that was not one for the own turn.
fn preferred(
    options: &EngineOptions,
    position: &Position,
    best: Move,
    asked: &SearchLimits,
) -> Vec<Vec<Move>> {
    let own_turn = !asked.infinite && !asked.ponder && asked.search_moves.is_empty();
    let opens = position.ply() <= PLIES && !position.in_check();
    if options.style.is_free() || options.level == Level::FULL || !own_turn || !opens {
        return Vec::new();
    }
    let sets = options.style.moves(position).into_iter();
    let unfit = sets.take_while(|moves| !moves.contains(&best));
    unfit.filter(|moves| !moves.is_empty()).collect()
}

/// The limits of a search of some moves: the nodes of the level again, and the rest of the time of
/// the first search, which had the limits `asked` and took `used`.
fn limits(
    options: &EngineOptions,
    search_moves: Vec<Move>,
    (asked, used): (&SearchLimits, Duration),
) -> SearchLimits {
    let nodes = asked.nodes.into_iter().chain(options.level.nodes()).min();
    let movetime = asked.movetime.map(|time| time.saturating_sub(used));
    SearchLimits { nodes, movetime, search_moves, clock: None, ..asked.clone() }
}

/// Is the move of a search of preferred moves played instead of the best one?
fn accepts(best: &SearchResult, preferred: &SearchResult) -> bool {
    let (most, value) = (best.score.value(), preferred.score.value());
    preferred.depth > 0 && most - value <= COST && value >= LEAST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use zenpuku_shogi::Color;
    use zenpuku_shogi_goals::castles::CastleLog;
    use zenpuku_shogi_goals::openings::{Opening, OpeningTracker};
    use zenpuku_shogi_goals::style::Style;

    /// The opening and the castles of `side`, which plays by `style` against the same level without.
    fn built(style: Style, side: Color, seed: u32) -> (Opening, Vec<&'static str>) {
        let level = Level::new(11).unwrap();
        let plain = EngineOptions { level, level_seed: seed, hash: 4, ..EngineOptions::default() };
        let mut stylist = Engine::new(EngineOptions { style, ..plain.clone() });
        let mut other = Engine::new(plain);
        let mut position = Position::startpos();
        let (mut openings, mut castles) = (OpeningTracker::default(), CastleLog::default());
        for _ in 0..70 {
            let engine = if position.side_to_move() == side { &mut stylist } else { &mut other };
            engine.set_position(position.clone()).unwrap();
            let best = engine.search(SearchLimits::default()).unwrap().best;
            if !best.is_normal() {
                break;
            }
            openings.follow(&position, best);
            position.do_move(best);
            castles.follow(&position);
        }
        let ids = castles.castles(side).iter().map(|castle| castle.id).collect();
        (openings.openings(side)[0], ids)
    }

    #[test]
    fn a_level_opens_as_its_style_says() {
        let cases = [
            (Opening::FourthFileRook, "HON_MINO", Color::Black),
            (Opening::CentralRook, "FURI_ANAGUMA", Color::White),
            (Opening::StaticRook, "YAGURA", Color::Black),
        ];
        for (opening, id, side) in cases {
            let castle = Some(Style::castle_of(id).unwrap());
            let style = Style { opening: Some(opening), castle };
            let games: Vec<_> = (0..4).map(|seed| built(style, side, seed)).collect();
            let opened = games.iter().filter(|game| game.0.is_ranging() == opening.is_ranging());
            assert_eq!(opened.count(), games.len(), "{opening:?}: {games:?}");
            let castled = games.iter().filter(|game| game.1.contains(&id)).count();
            assert!(castled > 0, "{id}: {games:?}");
        }
    }

    #[test]
    fn full_strength_has_no_style() {
        let style = Style { opening: Some(Opening::CentralRook), castle: None };
        let position = Position::startpos();
        let best = position.parse_usi("2g2f").unwrap();
        let asked = SearchLimits::nodes(100);
        let moves = |level| {
            let options = EngineOptions { style, level, ..EngineOptions::default() };
            preferred(&options, &position, best, &asked).len()
        };
        // The rook to the middle, then the moves that do not lead away from it: the best one is among those.
        assert_eq!((moves(Level::new(9).unwrap()), moves(Level::FULL)), (1, 0));
    }
}
