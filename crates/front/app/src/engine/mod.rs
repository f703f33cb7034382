//! The engines and how they share the machine.
//!
//! Moves of games have priority: while the engine moves, live analysis and jobs
//! pause. Live analysis comes next: while one is running, a job uses a single thread.

mod live;
mod outside;
mod pool;
mod program;
mod scheduler;
mod worker;

pub(crate) use live::{Listener, LiveNews, LiveOrder};
pub(crate) use outside::{Answer, Introduction, OutsideEngine, OutsideOrder, command, introduce};
pub(crate) use pool::{EnginePool, LivePlace, MAX_LIVE, MAX_OUTSIDE};
pub(crate) use program::{Stage, check_program, fault, without_name};
pub(crate) use worker::{EngineWorker, Player, Task};
