//! Zenpuku: protocol.
