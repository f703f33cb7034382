//! The defender extension [kakeme, section 2.2.2]: before the search, the
//! points that the false-eye judgement excludes two plies ahead are removed
//! from the candidates.
//!
//! The paper gives no more detail. Our reading: a point is removed if for every
//! first move of the intruder in its region the defender has an answer there
//! after which the judgement gives the point to the defender. Not exact: the
//! defender gets the answer without paying for it. Which regions have a
//! defender is open too: [`DefenderRegions`].

use zenpuku_go::{Board, Color, PointSet};

use crate::eye::sole_encloser;
use crate::{EyeReading, Judgement, Owned, false_eye_judgement};

/// The regions into which the defender extension looks ahead.
///
/// The judgement itself never examines a region that touches living stones of
/// both colours (section 2.1.1, step 2); whether the extension does, the paper
/// does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DefenderRegions {
    /// Those that living stones of one colour alone enclose, as in the judgement.
    OneColor,
    /// Those that touch living stones of both colours as well, each colour being a defender there.
    #[default]
    Both,
}

/// The points that two plies give to a defender and that the judgement of the position itself leaves open.
#[must_use]
pub fn defender_extension<S: PointSet>(
    board: &Board<S>,
    judgement: &Judgement<S>,
    reading: EyeReading,
    regions: DefenderRegions,
) -> Owned<S> {
    let geometry = board.geometry();
    let mut owned: Owned<S> = Owned::NONE;
    let living = judgement.alive[0] | judgement.alive[1];
    for region in geometry.components(geometry.full().minus(living)) {
        if region.meets(judgement.owned.all()) {
            continue;
        }
        for defender in defenders(board, judgement, region, regions) {
            owned.0[defender.index()] |= yielded(board, region, defender, reading);
        }
    }
    let both = owned.0[0] & owned.0[1];
    Owned(owned.0.map(|points: S| points.minus(both)))
}

fn defenders<S: PointSet>(
    board: &Board<S>,
    judgement: &Judgement<S>,
    region: S,
    regions: DefenderRegions,
) -> Vec<Color> {
    let touches_black = || board.geometry().neighbours(region).meets(judgement.alive[0]);
    match sole_encloser(board, judgement.alive, region) {
        Some(encloser) => vec![encloser],
        None if regions == DefenderRegions::Both && touches_black() => Color::BOTH.to_vec(),
        None => Vec::new(),
    }
}

/// The empty points of the region that are the defender's after the best answers to every intrusion.
fn yielded<S: PointSet>(board: &Board<S>, region: S, defender: Color, reading: EyeReading) -> S {
    let mut common = region & board.empties();
    for intrusion in (region & board.empties()).iter() {
        let mut pushed = *board;
        pushed.set_to_move(defender.opponent());
        if pushed.play(intrusion).is_err() {
            continue;
        }
        let answers = pushed.legal_points() & region;
        let won = answers.iter().fold(S::EMPTY, |set, answer| {
            let mut answered = pushed;
            answered.play_unchecked(answer);
            set | false_eye_judgement(&answered, reading).owned.0[defender.index()]
        });
        common &= won;
        if common.is_empty() {
            break;
        }
    }
    common
}
