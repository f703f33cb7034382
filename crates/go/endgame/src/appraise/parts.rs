//! A board divided by status: the settled part, and the open regions between the walls.

use zenpuku_cgt::CgtError;
use zenpuku_go::{AnyBoard, Color, PointSet, Scoring, Wide};
use zenpuku_go_status::{Status, StatusBasis, StatusMap};

use super::AppraiseOptions;
use super::eye_spaces::{EyeSpace, open_eye_spaces};
use crate::bounds::range;
use crate::local::LocalError;
use crate::teire::weak_links;
use crate::{LocalSolver, Owned, PartialSolution, Partition, Unsolved};

/// Empty points of the largest region that is extended by adjacent settled points.
const WIDEST: u32 = 10;

/// A chain next to an uncertain one of the other colour is uncertain too if it
/// is less likely than this.
const RIVAL: f64 = 0.75;

/// The board cut by status.
pub(super) struct Parts {
    pub(super) partition: Partition<Wide>,
    /// The board with settled points next to open ones filled by their owners.
    pub(super) filled: AnyBoard,
    /// The eye spaces that are open.
    pub(super) eye_spaces: Vec<EyeSpace>,
}

impl Parts {
    pub(super) fn new(
        board: &AnyBoard,
        scoring: Scoring,
        map: &StatusMap<Wide>,
        options: &AppraiseOptions,
    ) -> Self {
        let mut neutral = seki_liberties(board, map);
        if scoring == Scoring::Territory {
            // Eyes in seki are not territory.
            neutral |= board.geometry().neighbours(map.seki()) & board.empties();
        }
        let border = zenpuku_go::ownership(board, map.dead()).dame;
        let mut owned = Color::BOTH.map(|color| {
            let likely = |least: f64| {
                map.points_where(|point| {
                    point.owner == Some(color)
                        && (point.how != StatusBasis::Assumed || point.probability >= least)
                })
            };
            likely(options.sure).minus(border) | (likely(options.sure_at_border) & border)
        });
        owned = without_rivals(board, map, owned.map(|set| set.minus(neutral)));
        let weak = Color::BOTH.map(|color| weak_links(board, owned[color.index()], color).all);
        owned = [0, 1].map(|i| owned[i].minus(weak[i]));
        // Both sides have left alone what could still have been played in a finished game.
        let eye_spaces = match options.judge.closed {
            true => Vec::new(),
            false => open_eye_spaces(board, map, owned, &options.local),
        };
        let spaces = eye_spaces.iter().fold(Wide::EMPTY, |set, space| set | space.points);
        owned = owned.map(|set| set.minus(spaces));
        let unwalled = unwalled(board, owned, neutral);
        owned = owned.map(|set| set.minus(unwalled));
        // A wall that cannot breathe once its own points are filled is not a wall: its points stay open.
        loop {
            let (filled, failed) = filled(board, owned, neutral);
            match (filled, failed) {
                (Some(filled), _) => {
                    let partition = cut(board, owned, neutral);
                    return Self { partition, filled, eye_spaces };
                }
                (None, failed) if !failed.meets(owned[0] | owned[1]) => {
                    let partition = cut(board, [Wide::EMPTY; 2], neutral);
                    return Self { partition, filled: *board, eye_spaces };
                }
                (None, failed) => owned = owned.map(|set| set.minus(failed)),
            }
        }
    }

    /// The regions as short games; the open eye spaces, whose results are
    /// known, count as regions without value.
    pub(super) fn solve(
        &self,
        local: &mut LocalSolver<Wide>,
        settled: i32,
    ) -> Result<PartialSolution<Wide>, CgtError> {
        let is_known = |region: &Wide| self.eye_spaces.iter().any(|space| space.points == *region);
        let mut partition = self.partition.clone();
        let known: Vec<Wide> =
            partition.regions.extract_if(.., |region| is_known(region)).collect();
        let mut solved = local.solve_parts(&self.filled, partition, settled)?;
        for points in known {
            let range = range(&self.filled, points, Scoring::Territory);
            for score in &mut solved.scores {
                (score.low, score.high) = (score.low + range.low, score.high + range.high);
            }
            solved.partition.regions.push(points);
            solved.unsolved.push(Unsolved { points, reason: LocalError::Zugzwang, range });
        }
        Ok(solved)
    }

    /// The uncertainty of the settled points: the standard deviation if each
    /// empty point were independent.
    pub(super) fn doubt(&self, map: &StatusMap<Wide>) -> i32 {
        let settled = self.partition.settled.0[0] | self.partition.settled.0[1];
        let assumed =
            settled.iter().map(|point| map.at(point)).filter(|at| at.how == StatusBasis::Assumed);
        let variance: f64 = assumed.map(|at| at.probability * (1.0 - at.probability)).sum();
        variance.sqrt().round() as i32
    }
}

/// Reopens points that depend on chains next to uncertain stones: which side lives there is open.
fn without_rivals(board: &AnyBoard, map: &StatusMap<Wide>, owned: [Wide; 2]) -> [Wide; 2] {
    let geometry = board.geometry();
    let unsure = board.occupied().minus(owned[0] | owned[1] | map.seki());
    let rivals = map.chains.iter().filter(|chain| {
        let beside = geometry.neighbours(chain.stones) & unsure;
        chain.how == StatusBasis::Assumed
            && chain.probability < RIVAL
            && beside.meets(board.stones(chain.color.opponent()))
    });
    let rivals = rivals.fold(Wide::EMPTY, |set, chain| set | chain.stones);
    owned.map(|set| set.minus(rivals))
}

/// The empty points without owner that touch stones in seki.
fn seki_liberties(board: &AnyBoard, map: &StatusMap<Wide>) -> Wide {
    let seki = map.seki();
    let dame = map.points_where(|point| point.status == Status::Dame);
    let touching = board.geometry().neighbours(seki) & dame;
    if touching.is_empty() { touching } else { board.geometry().flood(touching, dame) }
}

/// Settled points next to open ones without a stone between: a push there must
/// be answered or prevented. The points behind them count as walled in.
fn unwalled(board: &AnyBoard, owned: [Wide; 2], neutral: Wide) -> Wide {
    let geometry = board.geometry();
    let settled = (owned[0] | owned[1]) & board.empties();
    let open = geometry.full().minus(owned[0] | owned[1] | neutral);
    let beside = geometry.components(open).map(|region| {
        let beside = geometry.neighbours(region & board.empties()) & settled;
        let room = ((region & board.empties()) | beside).count();
        if room <= WIDEST { beside } else { Wide::EMPTY }
    });
    beside.fold(Wide::EMPTY, |set, points| set | points)
}

fn cut(board: &AnyBoard, owned: [Wide; 2], neutral: Wide) -> Partition<Wide> {
    let safe = Color::BOTH.map(|color| owned[color.index()] & board.stones(color));
    let settled = Color::BOTH.map(|color| owned[color.index()].minus(board.stones(color)));
    let open = board.geometry().full().minus(owned[0] | owned[1] | neutral);
    let mut regions: Vec<Wide> = board.geometry().components(open).collect();
    // The small ones first: the large ones may use up what work is allowed.
    regions.sort_by_key(|region| region.count());
    Partition { safe: Color::BOTH.map(|c| safe[c.index()]), settled: Owned(settled), regions }
}

/// The board without dead stones and with the settled points next to open ones
/// filled; or the chains without liberties.
fn filled(board: &AnyBoard, owned: [Wide; 2], neutral: Wide) -> (Option<AnyBoard>, Wide) {
    let geometry = board.geometry();
    let all = owned[0] | owned[1];
    let open = geometry.full().minus(all | neutral);
    let beside = geometry.neighbours(open);
    let dead = (owned[0] & board.stones(Color::White)) | (owned[1] & board.stones(Color::Black));
    let mut setup = board.setup();
    for color in Color::BOTH {
        let fill = owned[color.index()] & beside;
        let stones = board.stones(color).minus(dead) | fill;
        match color {
            Color::Black => setup.black = stones,
            Color::White => setup.white = stones,
        }
    }
    setup.prisoners = [0; 2];
    setup.ko = None;
    if let Ok(filled) = setup.board(board.suicide()) {
        return (Some(filled), Wide::EMPTY);
    }
    let empties = geometry.full().minus(setup.black | setup.white);
    let chains = [setup.black, setup.white].into_iter().flat_map(|set| geometry.components(set));
    let breathless = chains.filter(|&chain| !geometry.neighbours(chain).meets(empties));
    let points = breathless.fold(Wide::EMPTY, |set, chain| set | chain);
    // First the filled points are left open, then the stones themselves.
    let filled = (points | geometry.neighbours(points)) & all & board.empties();
    (None, if filled.is_empty() { points & all } else { filled })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::{Setup, Suicide};

    #[test]
    fn an_open_point_beside_territory_opens_it_as_far_as_a_push_goes() {
        let board = "O . . . X\nO X X X X\nO O O O O";
        let board: AnyBoard =
            Setup::from_diagram(board).unwrap().board(Suicide::Forbidden).unwrap();
        let at = |name: &str| Wide::single(board.size().parse_vertex(name).unwrap().unwrap());
        let owned = [board.stones(Color::Black) | at("C3") | at("D3"), board.stones(Color::White)];
        assert_eq!(unwalled(&board, owned, Wide::EMPTY), at("C3"));
        // A liberty of a seki does not open a region.
        assert_eq!(unwalled(&board, owned, at("B3")), Wide::EMPTY);
    }
}
