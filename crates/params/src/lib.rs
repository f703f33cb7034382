//! Zenpuku: params.
