//! The tests of this crate, in one program.
//!
//! Invariant: ShogiArena's games are counted as ShogiArena counts them and survive a round trip.

mod damage;
mod shogiarena;
mod writing;
