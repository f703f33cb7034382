//! Choosing moves by a search over random games: sensible play for positions that are not yet solved, no more.

use std::time::Instant;

use zenpuku_go::{AnyBoard, Board, Color, Geometry, Move, PointSet, Scoring};
use zenpuku_go_endgame::appraise::{AppraiseOptions, appraise, best_moves};
use zenpuku_go_status::{JudgeOptions, Random, Search, Status, judge};

use super::game::GtpGame;
use super::think::Considered;

/// Random games that say what is settled.
const JUDGED: u32 = 1_500;
/// A point that is one side's with this chance is no place to play.
const HOPELESS: f64 = 0.96;
/// With more wanted moves than this something is left to play for.
const MOST_LEFT: usize = 60;
/// Points that a move is better if its games go certainly well: the search's own scale.
const SPAN: f64 = 6.0;

/// The search of a position, and which of its moves may be played.
pub(super) struct Sampling {
    search: Search,
    wanted: Vec<Move>,
    games: u32,
    color: Color,
    komi: f64,
}

impl Sampling {
    /// For a colour to move, begun by this time. Left out are illegal and old positions, own eyes and what is settled; the
    /// pass is wanted after a pass or if there is nothing else.
    pub(super) fn new(game: &GtpGame, color: Color, seed: u64, by: Instant) -> Self {
        let mut board: AnyBoard = *game.board();
        board.set_to_move(color);
        let wanted = wanted(&board, seed).iter().map(Move::Play);
        let mut wanted: Vec<Move> = wanted.filter(|&mv| game.is_fresh(color, mv)).collect();
        if wanted.len() <= MOST_LEFT && is_nothing_left(game, color, seed, by) {
            wanted.clear();
        }
        if wanted.is_empty() || game.was_passed_by(color.opponent()) {
            wanted.push(Move::Pass);
        }
        let komi = game.rules().komi.to_f64();
        Self { search: Search::new(&board), wanted, games: 0, color, komi }
    }

    /// Plays up to that many games in all, until the deadline.
    pub(super) fn more(&mut self, until: u32, deadline: Instant, random: &mut Random) {
        while self.games < until && (!self.games.is_multiple_of(8) || Instant::now() < deadline) {
            self.search.play(random);
            self.games += 1;
        }
    }

    /// The wanted moves, the most tried first; one at least.
    pub(super) fn considered(&self) -> Vec<Considered> {
        let lead = (self.search.lead() - self.komi) * f64::from(self.color.sign());
        let moves = self.search.moves().into_iter().filter(|tried| self.wanted.contains(&tried.mv));
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

/// Whether no move gains anything: passing loses nothing, and by area no dame is left.
fn is_nothing_left(game: &GtpGame, color: Color, seed: u64, by: Instant) -> bool {
    let mut options = AppraiseOptions::default().until(by);
    options.judge.seed = seed;
    // A proof has been sought before.
    (options.proof.nodes, options.proof.loop_positions) = (1, 1);
    let Ok(found) = appraise(&game.setup(color), &game.rules(), &options) else { return false };
    let beside_seki = game.board().geometry().neighbours(found.map.seki());
    let are_dame_worth_nothing = match game.rules().scoring {
        Scoring::Territory => true,
        Scoring::Area => found.dame.is_subset(beside_seki),
    };
    let estimate = &found.first[color.index()];
    found.places_left() == 0 && are_dame_worth_nothing && best_moves(estimate).contains(&Move::Pass)
}

/// The points worth a move.
fn wanted<S: PointSet>(board: &Board<S>, seed: u64) -> S {
    let map = judge(board, &JudgeOptions { games: JUDGED, seed, ..JudgeOptions::default() });
    let settled = map
        .points_where(|point| point.status == Status::Territory && point.probability >= HOPELESS);
    let open = board.legal_points().minus(settled);
    S::from_points(open.iter().filter(|&point| !is_own_eye(board, S::single(point))))
}

/// Whether an empty point is surrounded by stones of the side to move and no false eye as it stands.
fn is_own_eye<S: PointSet>(board: &Board<S>, point: S) -> bool {
    let geometry: &Geometry<S> = board.geometry();
    if !geometry.neighbours(point).is_subset(board.stones(board.to_move())) {
        return false;
    }
    let enemies = (geometry.diagonals(point) & board.stones(board.to_move().opponent())).count();
    enemies < if point.is_subset(geometry.edge()) { 1 } else { 2 }
}
