//! Zenpuku: gametree.
