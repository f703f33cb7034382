//! Protective moves (teire): points that a colour owns and has to fill before the end, false eyes among them.

use zenpuku_go::{AnyBoard, Color, PointSet, Wide};
use zenpuku_go_status::{How, Status, StatusMap};

/// Marks the points of either colour that are no territory, as they have to be filled once all dame are.
pub(crate) fn mark_teire(board: &AnyBoard, map: &mut StatusMap<Wide>) {
    let seki = map.seki();
    for color in Color::BOTH {
        let own = map.points_where(|point| point.owner == Some(color)).minus(seki);
        for point in weak_links(board, own, color).iter() {
            let point = &mut map.points[point.index()];
            if point.status == Status::Territory && point.how != How::Unconditional {
                (point.status, point.how) = (Status::Teire, How::Assumed);
            }
        }
    }
}

/// The points that a colour would have to fill once everything around is filled, lest stones be taken, and those
/// stones: what it costs depends on the points around that are still open.
pub(crate) fn weak_links(board: &AnyBoard, own: Wide, color: Color) -> Wide {
    let geometry = board.geometry();
    let mut room = own.minus(board.stones(color));
    let mut stones = own & board.stones(color);
    let mut weak = Wide::EMPTY;
    loop {
        let link = geometry.components(stones).find_map(|chain| {
            let liberties = geometry.neighbours(chain) & room;
            let others = (geometry.neighbours(liberties) & stones).minus(chain);
            let is_lone = liberties.count() == 1 && liberties.is_subset(board.empties());
            (is_lone && !others.is_empty()).then_some((chain, liberties))
        });
        let Some((chain, liberty)) = link else { return weak };
        weak |= liberty | (chain & board.stones(color));
        stones |= liberty;
        room = room.minus(liberty);
    }
}
