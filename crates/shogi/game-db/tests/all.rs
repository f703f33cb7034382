//! The tests of this crate, in one program.

mod damage;
mod shogiarena;
mod writing;
