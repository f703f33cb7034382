//! The laws of the neural network: kernels agree, incremental equals recomputed, files come back.
//!
//! Invariant: Networks of other programs evaluate as an independent definition does, on every
//!   kernel.

mod common;
mod files;
mod laws;
mod plain;
