//! The `zenpuku` binary: all code is in the library of this crate.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    zenpuku::main().into()
}
