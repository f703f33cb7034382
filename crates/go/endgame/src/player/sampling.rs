//! Choosing moves by a search over random games: only sensible play for
//! positions that are not yet solved.

use std::time::Instant;

use zenpuku_go::{AnyBoard, Board, Color, Geometry, Move, Point, PointSet, Wide};
use zenpuku_go_status::{JudgeOptions, Random, Search, Status, StatusMap, judge};

use super::ending::ending;
use super::{Considered, Turn};
use crate::appraise::part_of_time;

/// Random games that judge settled points.
const JUDGED: u32 = 1_500;
/// The part of the time that they may take.
const JUDGING: f64 = 0.4;
/// A point that is one side's with this chance is not a place to play.
const HOPELESS: f64 = 0.96;
/// A point that is less likely one side's than this may be left to play for.
const OPEN: f64 = 0.8;
/// With more of those than this the end is far.
const MOST_OPEN: u32 = 100;
/// Points that a move is better if its games go certainly well: the search's own scale.
const SPAN: f64 = 6.0;

/// The search of a position, and which of its moves may be played.
pub struct Sampling {
    /// `None` if the position is invalid.
    search: Option<Search>,
    wanted: Vec<Move>,
    games: u32,
    color: Color,
    komi: f64,
}

impl Sampling {
    /// Begun by this time. Illegal and repeated positions, own eyes and settled
    /// points are left out; the pass is included after a pass or if no other
    /// move has a gain.
    #[must_use]
    pub fn new(turn: &Turn<'_>, seed: u64, by: Instant) -> Self {
        let Ok(board) = turn.setup.board(turn.rules.suicide) else {
            return Self::among(turn, Wide::EMPTY);
        };
        let board: AnyBoard = board;
        let deadline = Some(part_of_time(by, JUDGING));
        let options = JudgeOptions { games: JUDGED, seed, deadline, ..JudgeOptions::default() };
        let map = judge(&board, &options);
        let unsettled = open(&board, &map, OPEN);
        let is_near = unsettled.count() <= MOST_OPEN;
        // If time is too short for more, likely settled points are still left alone.
        let left = is_near.then(|| ending(turn, seed, by).unwrap_or(unsettled));
        let mut found = Self::among(turn, left.unwrap_or_else(|| open(&board, &map, HOPELESS)));
        found.begin_with(&map.gains);
        if !is_near && turn.was_passed && !found.wanted.contains(&Move::Pass) {
            found.wanted.push(Move::Pass);
        }
        found
    }

    /// Puts the moves first that games favour, the best first: without time for a search the first one is played.
    fn begin_with(&mut self, gains: &[(Point, f32)]) {
        let rank = |mv: &Move| gains.iter().position(|&(point, _)| *mv == Move::Play(point));
        self.wanted.sort_by_key(|mv| rank(mv).unwrap_or(usize::MAX));
    }

    /// Among these points, without illegal and repeated positions; the pass is
    /// included if there is no other move.
    pub(super) fn among(turn: &Turn<'_>, points: Wide) -> Self {
        let board = turn.setup.board::<Wide>(turn.rules.suicide).ok();
        let mut wanted: Vec<Move> = points.iter().map(Move::Play).collect();
        wanted.retain(|&mv| (turn.is_fresh)(mv));
        if wanted.is_empty() {
            wanted.push(Move::Pass);
        }
        let search = board.map(|board| Search::new(&board));
        let komi = turn.rules.komi.to_f64();
        Self { search, wanted, games: 0, color: turn.color(), komi }
    }

    /// Plays up to that many games in total, until the deadline; none if there is no choice.
    pub fn more(&mut self, until: u32, deadline: Instant, random: &mut Random) {
        let Some(search) = self.search.as_mut().filter(|_| self.wanted.len() > 1) else { return };
        while self.games < until && (!self.games.is_multiple_of(8) || Instant::now() < deadline) {
            search.play(random);
            self.games += 1;
        }
    }

    /// The wanted moves, the most tried first; one at least.
    #[must_use]
    pub fn considered(&self) -> Vec<Considered> {
        let lead = self.search.as_ref().map_or(0.0, Search::lead);
        let lead = (lead - self.komi) * f64::from(self.color.sign());
        let moves = self.search.as_ref().map(Search::moves).unwrap_or_default();
        let moves = moves.into_iter().filter(|tried| self.wanted.contains(&tried.mv));
        let mut found: Vec<Considered> = moves
            .map(|tried| {
                let gain = SPAN * (2.0 * tried.value - 1.0).clamp(-0.999, 0.999).atanh();
                considered(tried.mv, u64::from(tried.games), lead + gain)
            })
            .collect();
        if found.is_empty() {
            found.extend(self.wanted.first().map(|&mv| considered(mv, 1, lead)));
        }
        found
    }
}

fn considered(mv: Move, visits: u64, lead: f64) -> Considered {
    let win_rate = 1.0 / (1.0 + (-lead / SPAN).exp());
    Considered { mv, visits, win_rate, lead, line: vec![mv] }
}

/// The legal points that are less likely one side's than that, but the own eyes.
fn open<S: PointSet>(board: &Board<S>, map: &StatusMap<S>, likely: f64) -> S {
    let settled =
        map.points_where(|point| point.status == Status::Territory && point.probability >= likely);
    let open = board.legal_points().minus(settled);
    S::from_points(open.iter().filter(|&point| !is_own_eye(board, S::single(point))))
}

/// Whether an empty point is surrounded by stones of the side to move and is
/// currently not a false eye.
fn is_own_eye<S: PointSet>(board: &Board<S>, point: S) -> bool {
    let geometry: &Geometry<S> = board.geometry();
    if !geometry.neighbours(point).is_subset(board.stones(board.to_move())) {
        return false;
    }
    let enemies = (geometry.diagonals(point) & board.stones(board.to_move().opponent())).count();
    enemies < if point.is_subset(geometry.edge()) { 1 } else { 2 }
}
