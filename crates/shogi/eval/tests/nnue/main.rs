//! The laws of the neural network: kernels agree, incremental equals recomputed, files come back.

mod common;
mod files;
mod laws;
mod plain;
