//! The second opinion as JSON, next to our own judgement.

use crate::opinion::Opinion;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_go::{PointSet as _, Setup, Wide};
use zenpuku_go_endgame::appraise::Appraisal;
use zenpuku_go_endgame::report::points;
use zenpuku_go_status::{ChainStatus, Status};

/// The opinion of another program about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoSecondOpinion")]
pub struct SecondOpinion {
    /// The program's name and version.
    pub engine: String,
    /// The result: `B+3.5`. Counted by our rules with its dead stones, or what the program expects.
    pub result: String,
    /// Black's lead in points, less komi: `result` as a number.
    pub lead: f64,
    /// How it goes on, beginning with the side to move; empty if the game was over.
    pub moves: Vec<String>,
    /// Did it play the position out to the end? Otherwise the moves are the line that it expects.
    pub played_out: bool,
    /// The stones that are dead in the end.
    pub dead: Vec<String>,
    /// The points of Black and of White in the end: their stones, and what they surround.
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
        let difference = |chain: &ChainStatus<Wide>| Difference {
            stones: points(size, chain.stones),
            ours: chain.status.name().to_owned(),
            basis: chain.how.name().to_owned(),
            stays: chain.status == Status::Dead,
        };
        Self {
            engine,
            result: opinion.lead.result(),
            lead: opinion.lead.to_f64(),
            moves: opinion.moves.iter().map(|&mv| size.move_name(mv)).collect(),
            played_out: opinion.played_out,
            dead: points(size, opinion.dead),
            owned: opinion.owned.map(|owned| points(size, owned)),
            differences: differing(found, opinion).map(difference).collect(),
        }
    }
}

/// The chains that one of the two takes for dead and the other not; undecided ones are none.
fn differing<'a>(
    found: &'a Appraisal,
    opinion: &'a Opinion,
) -> impl Iterator<Item = &'a ChainStatus<Wide>> {
    found.map.chains.iter().filter(|chain| match chain.status {
        Status::Alive | Status::Seki => chain.stones.is_subset(opinion.lost),
        Status::Dead => !(chain.stones & opinion.staying).is_empty(),
        _ => false,
    })
}
