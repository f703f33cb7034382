//! What the papers' programs do and today's engines do not; a file a paper.

pub(super) mod bonanza2006;
pub(crate) mod goals2001;
pub(super) mod probcut2003;
