//! Steps that only the papers' programs have; one file per paper.

pub(super) mod bonanza2006;
pub(crate) mod goals2001;
pub(super) mod probcut2003;
