//! The second opinion as JSON, next to our own judgement.

use crate::opinion::Opinion;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_go::{Color, HalfPoints, PointSet, Setup, Wide, ownership};
use zenpuku_go_endgame::appraise::Appraisal;
use zenpuku_go_endgame::report::points;
use zenpuku_go_status::{ChainStatus, Status};

/// The opinion of another program about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoSecondOpinion")]
pub struct SecondOpinion {
    /// The program's name and version.
    pub engine: String,
    /// The result, counted by our rules with its dead stones: `B+3.5`.
    pub result: String,
    /// Black's lead in points, less komi: `result` as a number.
    pub lead: f64,
    /// How it played the position out, beginning with the side to move; empty if the game was over.
    pub moves: Vec<String>,
    /// The stones that are dead at the end of its line.
    pub dead: Vec<String>,
    /// The points of Black and of White at the end of its line: their stones, and what they surround.
    pub owned: [Vec<String>; 2],
    /// The chains of the position that one of the two takes for alive and the other for dead.
    pub differences: Vec<Difference>,
}

/// A chain about which the two differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "GoDifference")]
pub struct Difference {
    /// Its stones.
    pub stones: Vec<String>,
    /// Our status: `alive`, `seki` or `dead`.
    pub ours: String,
    /// Our basis: `unconditional`, `proved` or `assumed`. One that is not assumed is right.
    pub basis: String,
    /// Does the chain stay, in the other program's opinion?
    pub stays: bool,
}

impl SecondOpinion {
    /// Sets the opinion of an engine next to ours.
    #[must_use]
    pub fn new(setup: &Setup, found: &Appraisal, engine: String, opinion: &Opinion) -> Self {
        let size = setup.size;
        let lead = HalfPoints(opinion.half_points);
        let difference = |chain: &ChainStatus<Wide>| Difference {
            stones: points(size, chain.stones),
            ours: chain.status.name().to_owned(),
            basis: chain.how.name().to_owned(),
            stays: chain.status == Status::Dead,
        };
        Self {
            engine,
            result: lead.result(),
            lead: lead.to_f64(),
            moves: opinion.moves.iter().map(|&(_, mv)| size.move_name(mv)).collect(),
            dead: points(size, opinion.dead),
            owned: owned(opinion).map(|owned| points(size, owned)),
            differences: differing(found, opinion).map(difference).collect(),
        }
    }
}

/// The points of both sides at the end of its line.
fn owned(opinion: &Opinion) -> [Wide; 2] {
    let territory = ownership(&opinion.board, opinion.dead).territory;
    Color::BOTH.map(|color| {
        let staying = opinion.board.stones(color).minus(opinion.dead);
        staying | territory[color.index()]
    })
}

/// The chains that one of the two takes for dead and the other not; undecided ones are none.
fn differing<'a>(
    found: &'a Appraisal,
    opinion: &'a Opinion,
) -> impl Iterator<Item = &'a ChainStatus<Wide>> {
    found.map.chains.iter().filter(|chain| {
        let standing = opinion.board.stones(chain.color) & chain.stones;
        let stays = !standing.is_subset(opinion.dead);
        match chain.status {
            Status::Alive | Status::Seki => !stays,
            Status::Dead => stays,
            _ => false,
        }
    })
}
