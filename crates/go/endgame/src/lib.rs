//! Go endgames: the false-eye judgement of [kakeme] as printed, and exact solving.
//!
//! **Faithful part.** [`Exclusion`] names the points excluded from the
//! candidates: none, simple dame (the paper's "none"), false eyes and dame (K),
//! the defender extension (KD). [`Endgame`] is the game that `zenpuku-gametree`
//! searches by NegaMax, NegaScout, MTD(f) or MTD(bi); [`search`] runs it. As
//! printed, the rules are not exact: `tests/counter_examples.rs` shows where.
//!
//! **Exact part.** [`Exclusion::Exact`] leaves out only what provably changes no result ([`settled`]).
//! [`solve_territory`] splits the board at unconditionally alive stones, gives each region its value as a
//! combinatorial game and counts the sum by the integer rule, [`solve_area`] by a stop. [`loop_value`] solves boards with few positions, with ko, as
//! an interval, [`superko_score`] under superko. [`solve`] takes whichever way proves the result and says which.
//!
//! The count of a finished game is implemented in one place, [`count`].
#![forbid(unsafe_code)]

mod answer;
pub mod appraise;
mod area;
mod bent_four;
mod bounds;
mod certify;
mod count;
mod dame;
mod defender;
mod dominance;
mod exclusion;
mod eye;
mod kind;
mod kos;
mod listing;
mod local;
mod loops;
pub mod outcome;
mod places;
pub mod player;
mod points;
mod position;
mod proof;
mod region;
mod region_value;
pub mod report;
pub mod review;
mod search;
mod settled;
mod shape;
mod solve;
mod solve_options;
mod superko;
mod teire;
mod territory;
mod thermo;
mod walls;
mod wide;

pub use answer::{Answer, SolveMethod, Status};
pub use area::{solve_area, stones_played};
pub use bent_four::owned_by_bent_fours;
pub use bounds::{PartialSolution, Unsolved, settled_bounds};
pub use certify::{CertifyError, CertifyOptions, certify};
pub use count::{Owned, count};
pub use dame::{judged_dame, simple_dame, sound_dame};
pub use defender::{DefenderRegions, defender_extension};
pub use exclusion::{Exclusion, Plan};
pub use eye::{EyeReading, Judgement, eye_candidates, false_eye_judgement};
pub use kind::{LocalMove, RegionKind, protector};
pub use kos::Kos;
pub use local::{LocalError, LocalLimits, LocalSolver};
pub use loops::{LoopError, LoopValue, exact_loop_value, loop_value, loop_values};
pub use position::Endgame;
pub use region::{GivenError, Partition, check_given, partition, partition_given};
pub use region_value::RegionValue;
pub use search::{Found, SearchError, SearchOptions, paper_methods, search};
pub use settled::settled;
pub use solve::{Solution, solve};
pub use solve_options::SolveOptions;
pub use superko::{SuperkoError, SuperkoFound, is_without_repetition, superko_score};
pub use territory::{Candidate, SolveError, TerritorySolution, solve_territory};
pub use thermo::{
    Exact, KoThermograph, ThermographBounds, Threats, ko_thermograph, thermograph_bounds,
};
pub use walls::{Walled, wall_in};
pub use wide::wide_areas;
