//! Dame: points without a value for either side.

use zenpuku_go::{Board, Color, PointSet, unconditional_life};

use crate::eye::{eye_candidates, sole_encloser};
use crate::{EyeReading, Judgement};

/// Dame judgement [kakeme, section 2.2.1]: empty points outside the regions of one colour where neither player can
/// get an eye, on the point or any of its 8 neighbours.
///
/// Not exact: by area parity counts, and by territory such a point can be worth reverse sente.
#[must_use]
pub fn judged_dame<S: PointSet>(
    board: &Board<S>,
    judgement: &Judgement<S>,
    reading: EyeReading,
) -> S {
    let geometry = board.geometry();
    let alive = judgement.alive;
    let eyes = Color::BOTH.map(|color| eye_candidates(board, alive, color, reading));
    let possible = eyes[0] | eyes[1];
    let far = board.empties().minus(possible | geometry.neighbours8(possible));
    geometry
        .components(geometry.full().minus(alive[0] | alive[1]))
        .filter(|&region| sole_encloser(board, alive, region).is_none())
        .filter(|&region| geometry.neighbours(region).meets(alive[0] | alive[1]))
        .fold(S::EMPTY, |set, region| set | (region & far))
}

/// What even the paper's "none" leaves out; our reading: empty points all of whose neighbours are living stones.
/// Those between both colours are the simple dame; those of one colour are eyes of its living stones, without which
/// no problem on 9x9 would end in the paper's times.
#[must_use]
pub fn simple_dame<S: PointSet>(board: &Board<S>, alive: [S; 2]) -> S {
    closed_in(board, alive).fold(S::EMPTY, |set, point| set | point)
}

/// The dame that territory scoring may leave out without changing a result, as long as there is no ko (in a ko it is a
/// ko threat): all neighbours are unconditionally alive stones, of both colours, so the point is a star, and a
/// star chills to 0 [mathgo1994].
#[must_use]
pub fn sound_dame<S: PointSet>(board: &Board<S>, alive: [S; 2]) -> S {
    closed_in(board, alive)
        .filter(|&point| touches_both(board, alive, point))
        .fold(S::EMPTY, |set, point| set | point)
}

/// The one-point eyes that the living stones around them cannot do without. A spare one is a ko threat.
pub(crate) fn last_eyes<S: PointSet>(board: &Board<S>, alive: [S; 2]) -> S {
    let eyes = closed_in(board, alive).filter(|&point| !touches_both(board, alive, point));
    eyes.filter(|&eye| is_needed(board, alive, eye)).fold(S::EMPTY, |set, eye| set | eye)
}

/// Whether stones next to the eye are no longer unconditionally alive once their owner fills it.
fn is_needed<S: PointSet>(board: &Board<S>, alive: [S; 2], eye: S) -> bool {
    let around = board.geometry().neighbours(eye);
    let owner = if around.meets(alive[0]) { Color::Black } else { Color::White };
    let mut filled = *board;
    filled.set_to_move(owner);
    // Living stones have another eye, so filling this one is never suicide.
    eye.first().is_some_and(|point| filled.play(point).is_ok())
        && !around.is_subset(unconditional_life(&filled, owner).stones)
}

/// Single empty points among living stones only.
fn closed_in<S: PointSet>(board: &Board<S>, alive: [S; 2]) -> impl Iterator<Item = S> + use<S> {
    let (geometry, living) = (*board.geometry(), alive[0] | alive[1]);
    let points = board.empties().iter().map(S::single);
    points.filter(move |&point| geometry.neighbours(point).is_subset(living))
}

fn touches_both<S: PointSet>(board: &Board<S>, alive: [S; 2], point: S) -> bool {
    let around = board.geometry().neighbours(point);
    alive.into_iter().all(|stones| around.meets(stones))
}
