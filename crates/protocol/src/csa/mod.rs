//! The CSA server protocol.
