//! Protective moves (teire): points that a colour owns and has to fill before the end, false eyes among them.

use zenpuku_go::{AnyBoard, Color, PointSet, Wide};
use zenpuku_go_status::{Status, StatusBasis, StatusMap};

/// Marks the points of either colour that are not territory, because they must
/// be filled once all dame are.
pub(crate) fn mark_teire(board: &AnyBoard, map: &mut StatusMap<Wide>) {
    let seki = map.seki();
    for color in Color::BOTH {
        let own = map.points_where(|point| point.owner == Some(color)).minus(seki);
        for point in weak_links(board, own, color).filled.iter() {
            let point = &mut map.points[point.index()];
            if point.status == Status::Territory && point.how != StatusBasis::Unconditional {
                (point.status, point.how) = (Status::Teire, StatusBasis::Assumed);
            }
        }
    }
}

/// What hangs on protective moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WeakLinks {
    /// The points that have to be filled once everything around is, lest stones be taken.
    pub(crate) filled: Wide,
    /// Those points, the stones, and adjacent dead stones with their liberties.
    pub(crate) all: Wide,
}

/// The points that a colour would have to fill once everything around is filled: what that costs depends on the points
/// around that are still open. A dead stone is not a liberty before it is taken.
pub(crate) fn weak_links(board: &AnyBoard, own: Wide, color: Color) -> WeakLinks {
    let geometry = board.geometry();
    let (mut empty, mut stones) = (own & board.empties(), own & board.stones(color));
    let mut dead = own & board.stones(color.opponent());
    let mut weak = WeakLinks { filled: Wide::EMPTY, all: Wide::EMPTY };
    loop {
        let link = geometry.components(stones).find_map(|chain| {
            let liberty = geometry.neighbours(chain) & empty;
            let others = (geometry.neighbours(liberty) & stones).minus(chain);
            let beside = geometry.components(dead);
            let beside = beside.filter(|&dead| geometry.neighbours(dead).meets(chain));
            let (taken, rest): (Vec<Wide>, Vec<Wide>) =
                beside.partition(|&dead| (geometry.neighbours(dead) & empty) == liberty);
            let all =
                |chains: Vec<Wide>| chains.into_iter().fold(Wide::EMPTY, |set, dead| set | dead);
            let (taken, rest) = (all(taken), all(rest));
            let is_weak = liberty.count() == 1 && !(others | taken).is_empty();
            is_weak.then_some((chain, liberty, taken, rest))
        });
        let Some((chain, liberty, taken, rest)) = link else { return weak };
        let beside = taken | rest;
        weak.filled |= liberty;
        weak.all |= liberty | ((chain | beside) & board.occupied());
        weak.all |= geometry.neighbours(beside) & empty;
        stones |= liberty;
        empty = empty.minus(liberty) | taken;
        dead = dead.minus(taken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::{Setup, Suicide};

    /// What hangs in Black's area: its stones, the points named and the dead stones there.
    fn links(diagram: &str, points: &[&str]) -> [Vec<String>; 2] {
        let setup = Setup::from_diagram(diagram).unwrap();
        let board: AnyBoard = setup.board(Suicide::Forbidden).unwrap();
        let size = board.size();
        let points = points.iter().map(|name| size.parse_vertex(name).unwrap().unwrap());
        let own = Wide::from_points(points) | board.stones(Color::Black);
        let weak = weak_links(&board, own, Color::Black);
        [weak.filled, weak.all.minus(board.stones(Color::Black))]
            .map(|set| set.iter().map(|point| size.vertex(point)).collect())
    }

    #[test]
    fn a_dead_stone_is_no_liberty() {
        let diagram = ". O X O .\nX X X O .\nO O O O .";
        assert_eq!(links(diagram, &["A3", "B3"]), [vec!["A3"], vec!["A3", "B3"]]);
        // With one more own liberty it need not be captured.
        let diagram = ". O X O .\n. O X O .\nX X X O .\nO O O O .";
        assert_eq!(links(diagram, &["A4", "B4", "A3", "B3"]), [vec![""; 0], vec![]]);
    }

    #[test]
    fn other_dead_stones_beside_are_left_open_with_their_liberties() {
        let diagram = ". O X . X X .\nX X O O X X .\nX . O . X X .";
        let points = ["A3", "B3", "D3", "G3", "G1", "B1"];
        assert_eq!(links(diagram, &points), [vec!["D3"], vec!["A3", "B3", "D3"]]);
    }
}
