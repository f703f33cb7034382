//! Zenpuku: go.
