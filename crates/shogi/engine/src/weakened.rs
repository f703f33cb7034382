//! A search as a weaker level does it: with its nodes and its evaluation, without the moves that it overlooks.

use crate::limits::SearchLimits;
use crate::observer::MoveTry;
use crate::options::EngineOptions;
use crate::technique::Technique;
use zenpuku_core::random::SplitMix64;
use zenpuku_shogi::{Move, MoveList, PieceType, Position};

/// A search as a level that is not full strength does it.
pub(crate) struct Weakened {
    pub(crate) options: EngineOptions,
    pub(crate) limits: SearchLimits,
    pub(crate) oversight: Oversight,
}

impl Weakened {
    /// What becomes of a search of `position` in the game with this number; `None` at full strength.
    pub(crate) fn new(
        options: &EngineOptions,
        limits: &SearchLimits,
        position: &Position,
        game: u64,
    ) -> Option<Self> {
        let weakness = options.level.weakness()?;
        let mut options = options.clone();
        // The nodes are few: a second thread would only make them uncertain.
        (options.threads, options.eval) = (1, weakness.eval);
        options.params.goals = weakness.goals;
        options.params.mate_beside = false;
        options.params.mate_in_one = weakness.overlooks == 0;
        options.params.quiescence_mate_in_one = weakness.overlooks == 0;
        let game = mixed(game, u64::from(options.level_seed));
        let seed = mixed(game, u64::from(position.ply()));
        let oversight = Oversight { seed, per_mille: weakness.overlooks };
        let mut limits = limits.clone();
        limits.nodes = Some(limits.nodes.map_or(weakness.nodes, |most| most.min(weakness.nodes)));
        if limits.search_moves.is_empty() {
            limits.search_moves = oversight.seen(position);
        }
        Some(Self { options, limits, oversight })
    }
}

/// A number drawn by a seed and by one thing more.
fn mixed(seed: u64, by: u64) -> u64 {
    SplitMix64::new(SplitMix64::new(seed).next_u64() ^ by).next_u64()
}

/// The moves that do not occur to a player in one turn.
pub(crate) struct Oversight {
    seed: u64,
    per_mille: u32,
}

impl Oversight {
    /// The moves of the root that are seen; all of them in check, and if none would be.
    fn seen(&self, position: &Position) -> Vec<Move> {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let mut moves = list.to_vec();
        if self.per_mille == 0 || position.in_check() {
            return Vec::new();
        }
        moves.retain(|&mv| !self.overlooks(position, mv));
        moves
    }

    /// Is the move one that does not occur to the player?
    fn overlooks(&self, position: &Position, mv: Move) -> bool {
        if self.per_mille == 0 {
            return false;
        }
        let drawn = ((mixed(self.seed, u64::from(mv.bits())) >> 32) * 1000) >> 32;
        drawn < u64::from(self.per_mille * difficulty(position, mv) / 100)
    }
}

/// How hard a move is to see, in percent of a move of middling difficulty.
fn difficulty(position: &Position, mv: Move) -> u32 {
    let last = position.last_move();
    if position.is_capture(mv) && last.is_normal() && last.to() == mv.to() {
        return 10;
    }
    let mut percent: u32 = 100;
    if position.is_capture(mv) {
        percent = 40;
    } else if mv.dropped().is_some() {
        percent = 120;
    }
    if position.gives_check(mv) {
        percent = percent * 7 / 10;
    }
    let kind = mv.piece_after().piece_type();
    if kind == PieceType::KNIGHT {
        percent += 20;
    }
    percent + far(mv)
}

/// What a long way adds: moves across the board are easily overlooked, and so are retreats.
fn far(mv: Move) -> u32 {
    let Some(from) = mv.from() else { return 0 };
    let to = mv.to();
    let files = from.file().to_index().abs_diff(to.file().to_index());
    let ranks = from.rank().to_index().abs_diff(to.rank().to_index());
    if files.max(ranks) >= 4 { 40 } else { 0 }
}

impl Technique for Oversight {
    fn skips(&self, position: &Position, trial: &MoveTry) -> bool {
        // Answers to a check are looked for one by one.
        trial.eval.is_some() && self.overlooks(position, trial.mv)
    }

    fn table_key(&self) -> u64 {
        // What one turn overlooks must not be found in the table by the next.
        if self.per_mille == 0 { 0 } else { self.seed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::{Engine, SearchResult};

    fn level(number: u32) -> Level {
        Level::new(number).unwrap()
    }

    /// Searches a position as a level, and says what was found.
    fn search(options: EngineOptions, position: &Position, limits: &SearchLimits) -> SearchResult {
        let mut engine = Engine::new(options);
        engine.set_position(position.clone()).unwrap();
        engine.search(limits).unwrap()
    }

    fn options(level: Level) -> EngineOptions {
        EngineOptions { level, hash: 4, ..EngineOptions::default() }
    }

    /// The moves of a game of a level against itself.
    fn game(options: &EngineOptions, plies: usize) -> Vec<Move> {
        let mut engine = Engine::new(options.clone());
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        for _ in 0..plies {
            engine.set_position(position.clone()).unwrap();
            let best = engine.search(SearchLimits::default()).unwrap().best;
            if !best.is_normal() {
                break;
            }
            position.do_move(best);
            moves.push(best);
        }
        moves
    }

    #[test]
    fn a_level_searches_its_nodes_whatever_the_clock_and_the_threads() {
        for threads in [1, 4] {
            let options = EngineOptions { threads, ..options(level(12)) };
            let found = search(options, &Position::startpos(), &SearchLimits::default());
            assert!(found.nodes <= level(12).nodes().unwrap(), "{}", found.nodes);
        }
        let fewer = SearchLimits { nodes: Some(100), ..SearchLimits::default() };
        assert!(search(options(level(12)), &Position::startpos(), &fewer).nodes <= 100);
    }

    #[test]
    fn the_same_seed_plays_the_same_game_with_any_number_of_threads() {
        let one = options(level(5));
        let four = EngineOptions { threads: 4, ..one.clone() };
        let other = EngineOptions { level_seed: 1, ..one.clone() };
        assert_eq!(game(&one, 30), game(&four, 30));
        assert_ne!(game(&one, 30), game(&other, 30));
    }

    #[test]
    fn a_weak_level_overlooks_more_and_sees_a_recapture() {
        let position = Position::startpos();
        let seen = |per_mille| {
            (0..200).map(|seed| Oversight { seed, per_mille }.seen(&position).len()).sum::<usize>()
        };
        assert!(seen(800) < seen(300) && seen(300) < 200 * 30, "{} {}", seen(800), seen(300));
        let mut taken = Position::startpos();
        for usi in ["7g7f", "3c3d", "8h2b+"] {
            let mv = taken.parse_usi(usi).unwrap();
            taken.do_move(mv);
        }
        let recapture = taken.parse_usi("3a2b").unwrap();
        let finds = (0..200)
            .filter(|&seed| !Oversight { seed, per_mille: 800 }.overlooks(&taken, recapture))
            .count();
        assert!(finds > 170, "{finds}");
    }

    #[test]
    fn no_level_is_without_a_move_in_check() {
        let position = Position::from_sfen("4k4/9/9/9/9/9/9/7r1/8K b - 1").unwrap();
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        assert!(!list.is_empty());
        for level in Level::all().take(Level::COUNT - 1) {
            let found = search(options(level), &position, &SearchLimits::default());
            assert!(list.to_vec().contains(&found.best), "{level:?}");
        }
    }
}
