//! Zenpuku: shogi-record.
