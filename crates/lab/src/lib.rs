//! Zenpuku: lab.
