//! Zenpuku: shogi.
