//! Zenpuku: report.
