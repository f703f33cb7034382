//! Counting: territory and area, dead stones, dame.

use crate::{Board, Color, PointSet, Rules, Scoring, ownership, seki_groups};

/// A count by area: living stones and surrounded points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaScore {
    /// Points of Black and of White, without komi.
    pub points: [u32; 2],
}

/// A count by territory: surrounded points outside seki, and prisoners with dead stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerritoryScore {
    /// Surrounded points of Black and of White.
    pub territory: [u32; 2],
    /// Stones captured by Black and by White, dead stones among them.
    pub prisoners: [u32; 2],
}

impl AreaScore {
    /// Black's points less White's, without komi.
    #[must_use]
    pub const fn margin(&self) -> i32 {
        self.points[0] as i32 - self.points[1] as i32
    }
}

impl TerritoryScore {
    /// Black's points and prisoners less White's, without komi.
    #[must_use]
    pub const fn margin(&self) -> i32 {
        let [black, white] = self.territory;
        let [by_black, by_white] = self.prisoners;
        (black + by_black) as i32 - (white + by_white) as i32
    }
}

/// Counts by area.
#[must_use]
pub fn area_score<S: PointSet>(board: &Board<S>, dead: S) -> AreaScore {
    let owned = ownership(board, dead);
    let points = Color::BOTH.map(|color| {
        let stones = board.stones(color).minus(dead);
        stones.count() + owned.territory[color.index()].count()
    });
    AreaScore { points }
}

/// Counts by territory. Points that only stones in `seki` surround do not count; [`seki_groups`] finds the
/// clear cases.
#[must_use]
pub fn territory_score<S: PointSet>(board: &Board<S>, dead: S, seki: S) -> TerritoryScore {
    let owned = ownership(board, dead);
    let geometry = board.geometry();
    let counted = |color: Color| {
        let regions = geometry.components(owned.territory[color.index()]);
        let outside = regions.filter(|&region| !geometry.neighbours(region).meets(seki));
        outside.map(PointSet::count).sum()
    };
    let captured = |by: Color| board.prisoners(by) + (board.stones(by.opponent()) & dead).count();
    TerritoryScore { territory: Color::BOTH.map(counted), prisoners: Color::BOTH.map(captured) }
}

impl Rules {
    /// Black's score less White's and the komi, in half points, by this rule's way of counting. Territory
    /// leaves out what [`seki_groups`] finds.
    #[must_use]
    pub fn margin<S: PointSet>(&self, board: &Board<S>, dead: S) -> i32 {
        let points = match self.scoring {
            Scoring::Area => area_score(board, dead).margin(),
            Scoring::Territory => territory_score(board, dead, seki_groups(board, dead)).margin(),
        };
        points * 2 - self.komi.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HalfPoints, Setup, Suicide};

    fn board(text: &str) -> Board<u64> {
        Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
    }

    #[test]
    fn area_and_territory_differ_by_stones() {
        let board = board(".X.OO\n.X.O.\n.XXO.\n.XO.O");
        let score = area_score(&board, 0);
        assert_eq!(score.points, [9, 9]);
        let owned = ownership(&board, 0);
        assert_eq!(owned.dame.count(), 2);
        let score = territory_score(&board, 0, 0);
        assert_eq!((score.territory, score.margin()), ([4, 3], 1));
    }

    #[test]
    fn dead_stones_count_twice_by_territory() {
        let board = board(".OX.O\n..XO.\n.XXO.\n.XO.O");
        let dead = u64::single(crate::Point::new(1));
        let score = territory_score(&board, dead, 0);
        assert_eq!((score.territory, score.prisoners), ([6, 3], [1, 0]));
        assert_eq!(area_score(&board, dead).points, [11, 8]);
        let rules = Rules::JAPANESE.with_komi(HalfPoints(1));
        assert_eq!(rules.margin(&board, dead), 2 * 4 - 1);
    }

    #[test]
    fn the_empty_board_belongs_to_nobody() {
        let board = board("...\n...");
        assert_eq!(area_score(&board, 0).points, [0, 0]);
        assert_eq!(ownership(&board, 0).dame.count(), 6);
    }

    #[test]
    fn eyes_in_seki_do_not_count_by_territory() {
        let board = board(".XO.OX.\nXXO.OXX\nOOXXXOO\n.OX.XO.");
        let all_seki = territory_score(&board, 0, board.occupied());
        assert_eq!(all_seki.territory, [0, 0]);
    }
}
