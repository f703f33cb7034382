//! Strength levels: the engine's node limit, and the margin of its random choice.
//!
//! Weak engines that only search less still never blunder within their horizon and play the
//! same game every time. So a level also chooses among its best few moves: of moves that are at
//! most `margin` centipawns worse than the best, one `d` worse is taken with a weight of
//! `exp(-3 d / margin)`, by a generator seeded with game and ply. Mates are exempt: a win by
//! mate is played, a line into mate is left out while there is another. The levels from
//! novice to strong play by goals [goals2001]: they castle and attack by plan, as people do, where a search
//! as shallow sees no reason to.

use crate::protocol::LevelInfo;
use zenpuku_core::random::SplitMix64;
use zenpuku_shogi::Move;
use zenpuku_shogi_engine::{Bound, Info, SearchResult};

/// A level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    name_ja: &'static str,
    name_en: &'static str,
    /// Nodes for a move; 0: no limit.
    pub(crate) nodes: u32,
    /// Depth in plies; 0: no limit.
    pub(crate) depth: u32,
    /// Lines to choose among.
    pub(crate) choices: u32,
    /// Centipawns that a chosen move may be worse than the best.
    pub(crate) margin: u32,
    /// Plays by goals.
    pub(crate) goals: bool,
    /// Resigns when it sees itself mated within nine plies; beginners are let mate.
    pub(crate) resigns: bool,
}

const fn level(
    name_ja: &'static str,
    name_en: &'static str,
    [nodes, depth, choices, margin]: [u32; 4],
    [goals, resigns]: [bool; 2],
) -> Level {
    Level { name_ja, name_en, nodes, depth, choices, margin, goals, resigns }
}

const LEVELS: [Level; 10] = [
    level("はじめて", "First steps", [300, 1, 10, 500], [false, false]),
    level("入門", "Beginner", [600, 2, 8, 330], [false, false]),
    level("初級", "Novice", [1_500, 3, 6, 220], [true, false]),
    level("10級", "Casual", [4_000, 4, 5, 160], [true, false]),
    level("5級", "Club", [10_000, 5, 4, 110], [true, true]),
    level("初段", "Shodan", [30_000, 7, 4, 80], [true, true]),
    level("三段", "Strong", [100_000, 9, 3, 50], [true, true]),
    level("五段", "Expert", [300_000, 12, 3, 30], [false, true]),
    level("高段", "Master", [1_000_000, 0, 2, 10], [false, true]),
    level("全力", "Full strength", [0, 0, 1, 0], [false, true]),
];

/// The level with this number, from 1.
pub(crate) fn find(number: u32) -> Option<&'static Level> {
    LEVELS.get((number as usize).checked_sub(1)?)
}

/// All levels, weakest first.
pub(crate) fn levels() -> Vec<LevelInfo> {
    LEVELS
        .iter()
        .zip(1..)
        .map(|(level, number)| LevelInfo {
            level: number,
            name_ja: level.name_ja.to_owned(),
            name_en: level.name_en.to_owned(),
            nodes: level.nodes,
            depth: level.depth,
            choices: level.choices,
            margin_cp: level.margin,
        })
        .collect()
}

fn mix(seed: u64) -> u64 {
    SplitMix64::new(seed).next_u64()
}

/// A number in 0..1 that depends on game and ply alone.
fn chance(seed: u32, ply: u32) -> f64 {
    let mixed = mix(mix(u64::from(seed)) ^ u64::from(ply));
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

impl Level {
    /// Does its choice depend on the position alone?
    pub(crate) const fn is_limited(&self) -> bool {
        self.nodes > 0
    }

    /// The move to play after a search.
    pub(crate) fn choose(&self, result: &SearchResult, seed: u32, ply: u32) -> Move {
        let hopeless = |lines: &[Info]| {
            lines.first().is_some_and(|line| {
                line.score.is_loss() && line.score.mate_plies().is_some_and(|plies| plies <= 9)
            })
        };
        if self.resigns && hopeless(&result.lines) {
            return Move::RESIGN;
        }
        let choices = self.weighted(&result.lines);
        let total: f64 = choices.iter().map(|(_, weight)| weight).sum();
        let mut left = chance(seed, ply) * total;
        for (mv, weight) in &choices {
            left -= weight;
            if left < 0.0 {
                return *mv;
            }
        }
        result.best
    }

    fn weighted(&self, lines: &[Info]) -> Vec<(Move, f64)> {
        let Some(best) = lines.first() else { return Vec::new() };
        if best.score.is_mate() || self.margin == 0 {
            return best.pv.first().map(|&mv| (mv, 1.0)).into_iter().collect();
        }
        let weight = |line: &Info| {
            let worse = f64::from(best.score.value() - line.score.value()).max(0.0);
            let allowed = worse <= f64::from(self.margin) && !line.score.is_mate();
            let first = line.pv.first().filter(|_| allowed && line.bound == Bound::Exact);
            first.map(|&mv| (mv, (-3.0 * worse / f64::from(self.margin)).exp()))
        };
        lines.iter().filter_map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use zenpuku_core::Score;
    use zenpuku_shogi::Position;
    use zenpuku_shogi_engine::CpScale;

    fn result(scores: &[(&str, Score)]) -> SearchResult {
        let position = Position::startpos();
        let lines: Vec<Info> = scores
            .iter()
            .zip(1..)
            .map(|((usi, score), rank)| Info {
                depth: 3,
                sel_depth: 3,
                multi_pv: rank,
                score: *score,
                scale: CpScale::SHOWN,
                bound: Bound::Exact,
                nodes: 1,
                time: Duration::ZERO,
                hashfull: 0,
                pv: vec![position.parse_usi(usi).unwrap()],
            })
            .collect();
        SearchResult {
            best: lines[0].pv[0],
            ponder: None,
            score: lines[0].score,
            scale: CpScale::SHOWN,
            depth: 3,
            nodes: 1,
            time: Duration::ZERO,
            goals: None,
            lines,
        }
    }

    #[test]
    fn near_moves_are_taken_often_far_ones_never() {
        let cp = Score::eval;
        let result = result(&[("7g7f", cp(50)), ("2g2f", cp(40)), ("9g9f", cp(-2_000))]);
        let level = find(1).unwrap();
        let mut counts = [0; 3];
        for ply in 0..1_000 {
            let mv = level.choose(&result, 7, ply);
            let rank = result.lines.iter().position(|line| line.pv[0] == mv).unwrap();
            counts[rank] += 1;
        }
        assert!(counts[0] > 400 && counts[1] > 400 && counts[2] == 0, "{counts:?}");
    }

    #[test]
    fn the_same_seed_makes_the_same_choice() {
        let cp = Score::eval;
        let result = result(&[("7g7f", cp(50)), ("2g2f", cp(40)), ("9g9f", cp(0))]);
        let level = find(2).unwrap();
        let game = |seed| (0..50).map(|ply| level.choose(&result, seed, ply)).collect::<Vec<_>>();
        assert_eq!(game(1), game(1));
        assert_ne!(game(1), game(2));
    }

    #[test]
    fn mates_are_played_and_not_walked_into() {
        let (win, loss) = (Score::mate_in(5), Score::mated_in(4));
        let level = find(1).unwrap();
        let winning = result(&[("7g7f", win), ("2g2f", Score::eval(30_00))]);
        let losing = result(&[("7g7f", Score::eval(-300)), ("2g2f", loss)]);
        for ply in 0..100 {
            assert_eq!(level.choose(&winning, 3, ply), winning.best);
            assert_eq!(level.choose(&losing, 3, ply), losing.best);
        }
        let lost = result(&[("7g7f", loss)]);
        assert_eq!(find(10).unwrap().choose(&lost, 0, 0), Move::RESIGN);
        assert_eq!(level.choose(&lost, 0, 0), lost.best, "a beginner is let mate");
    }
}
