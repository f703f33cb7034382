//! Which points are decided, and how the end is counted.
//!
//! Stones are safe by Benson's algorithm [benson1976]. A piece of the board between safe stones of one colour, without
//! other stones of that colour, is decided if at most one point, or two adjacent ones, in it are neither next to the
//! safe stones nor occupied: the opponent cannot make two eyes there. The end is counted as in Japanese or area
//! rules: decided points with the dead stones on them, then the points that one
//! colour alone surrounds.

use zenpuku_go::{AnyBoard, Color, PointSet, Scoring, Wide};

/// The safe stones of a colour.
#[must_use]
pub fn safe_stones(board: &AnyBoard, color: Color) -> Wide {
    let geometry = board.geometry();
    let mut chains: Vec<Wide> = geometry.components(board.stones(color)).collect();
    let outside = geometry.full().minus(board.stones(color));
    let mut regions: Vec<Wide> = geometry.components(outside).collect();
    loop {
        let vital = |chain: Wide| {
            let liberties = geometry.neighbours(chain);
            regions
                .iter()
                .filter(|&&region| (region & board.empties()).is_subset(liberties))
                .count()
        };
        let before = (chains.len(), regions.len());
        chains = chains.iter().copied().filter(|&chain| vital(chain) >= 2).collect();
        let left = chains.iter().fold(Wide::EMPTY, |set, &chain| set | chain);
        let lost = board.stones(color).minus(left);
        regions.retain(|&region| !geometry.neighbours(region).meets(lost));
        if before == (chains.len(), regions.len()) {
            return left;
        }
    }
}

/// The decided points of a colour, given its safe stones.
#[must_use]
pub fn decided_points(board: &AnyBoard, color: Color, safe: Wide) -> Wide {
    let geometry = board.geometry();
    if safe.is_empty() {
        return Wide::EMPTY;
    }
    let near = geometry.neighbours(safe);
    let decided = |piece: &Wide| {
        let eyes = piece.minus(near | board.stones(color.opponent()));
        let is_one_eye = match eyes.count() {
            0 | 1 => true,
            2 => geometry.neighbours(eyes.lowest()).meets(eyes),
            _ => false,
        };
        !piece.meets(board.stones(color)) && is_one_eye
    };
    let pieces = geometry.components(geometry.full().minus(safe));
    pieces.filter(decided).fold(Wide::EMPTY, |set, piece| set | piece)
}

/// The decided points of both colours.
#[must_use]
pub fn decided(board: &AnyBoard) -> [Wide; 2] {
    Color::BOTH.map(|color| decided_points(board, color, safe_stones(board, color)))
}

/// Black's points less White's, without prisoners taken before.
#[must_use]
pub fn count(board: &AnyBoard, scoring: Scoring) -> i32 {
    let geometry = board.geometry();
    let decided = decided(board);
    let dead = [decided[1] & board.stones(Color::Black), decided[0] & board.stones(Color::White)];
    let living = [0, 1].map(|i| board.stones(Color::BOTH[i]).minus(dead[i]));
    let mut points = [0i32; 2];
    for color in Color::BOTH {
        let (own, other) = (color.index(), color.opponent().index());
        points[own] += match scoring {
            Scoring::Area => living[own].count() as i32,
            Scoring::Territory => dead[other].count() as i32,
        };
        points[own] += decided[own].minus(living[own]).count() as i32;
    }
    let rest = geometry.full().minus(living[0] | living[1] | decided[0] | decided[1]);
    let empty = geometry.full().minus(living[0] | living[1]);
    for space in geometry.components(empty) {
        let around = geometry.neighbours(space);
        match (around.meets(living[0]), around.meets(living[1])) {
            (true, false) => points[0] += (space & rest).count() as i32,
            (false, true) => points[1] += (space & rest).count() as i32,
            _ => {}
        }
    }
    points[0] - points[1]
}
