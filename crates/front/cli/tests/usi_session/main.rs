//! A USI session as a strict GUI leads it, point by point of the protocol's checklist: life
//! cycle, options, positions, every form of `go`, mate problems, clocks.
//!
//! Invariant: The USI engine passes a strict GUI's session.

mod budgets;
mod go;
mod gui;
mod life_cycle;
mod mate;
mod noise;
mod options;
mod ponder;
mod positions;
mod reasons;
mod rules;
