//! GTP 2.
