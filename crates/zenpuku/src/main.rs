//! The zenpuku binary.
fn main() {}
