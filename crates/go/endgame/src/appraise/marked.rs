//! The count of a board whose stones a person has judged.

use zenpuku_go::{AnyBoard, Color, PointSet, Rules, Scoring, Wide, ownership};
use zenpuku_go_status::{PointStatus, Status, StatusBasis};

use super::{Appraisal, Estimate, Trust};
use crate::LoopValue;

impl Appraisal {
    /// Counts the current board: dead stones are removed, and each colour gets
    /// the points it surrounds then. A point that was judged otherwise has the
    /// chance 0.
    pub(super) fn count_as_marked(&mut self, board: &AnyBoard, rules: &Rules) {
        let score = match rules.scoring {
            Scoring::Area => zenpuku_go::area_score(board, self.dead).margin(),
            Scoring::Territory => {
                zenpuku_go::territory_score(board, self.dead, self.map.seki()).margin()
            }
        };
        self.standing = score;
        self.first = [0, 1].map(|_| Estimate {
            best: score,
            range: LoopValue { low: score, high: score },
            candidates: Vec::new(),
            likely: Vec::new(),
        });
        let surrounded = ownership(board, self.dead);
        let living = board.occupied().minus(self.dead);
        for point in board.geometry().full().minus(living).iter() {
            let owner = Color::BOTH
                .into_iter()
                .find(|color| surrounded.territory[color.index()].contains(point));
            let known = &mut self.map.points[point.index()];
            *known = marked(known, owner, self.dead.contains(point));
        }
        self.dame = surrounded.dame;
        self.teire = Wide::EMPTY;
        self.regions.open.clear();
        self.regions.unsolved.clear();
        self.trust = Trust::Marked;
    }
}

/// The judgement of a point that belongs to this colour by the count.
fn marked(known: &PointStatus, owner: Option<Color>, is_dead: bool) -> PointStatus {
    let status = match owner {
        _ if is_dead => Status::Dead,
        Some(_) => Status::Territory,
        None => Status::Dame,
    };
    if known.owner == owner {
        return PointStatus { status, ..*known };
    }
    PointStatus { status, owner, probability: 0.0, how: StatusBasis::Assumed }
}
