//! Zenpuku: cgt.
