//! Information that a target format could not express.

use core::fmt;
use std::collections::BTreeMap;

/// Something that the document says and the written file does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// What.
    pub kind: LossKind,
    /// How often.
    pub count: usize,
}

/// Kinds of [`Loss`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LossKind {
    /// Variations were left out.
    Variations,
    /// Lines of comments were left out.
    Comments,
    /// Bookmarks were left out or became comments.
    Bookmarks,
    /// Remarks were left out.
    Remarks,
    /// Unknown lines were left out.
    UnknownLines,
    /// Times were left out.
    Times,
    /// Fractions of seconds were cut off.
    Fractions,
    /// Header fields became comments.
    FieldsAsRemarks,
    /// Header fields were left out.
    Fields,
    /// Endings without a word in the format were left out or changed.
    Endings,
    /// Moves after the end of the game were left out.
    MovesAfterEnd,
    /// Unreadable text became comments or was left out.
    Unreadable,
    /// Positions without an evaluation, or without a king, were left out.
    Positions,
    /// The number of the first move was left out.
    StartPly,
    /// Line breaks inside a field were written as `\n`.
    LineBreaks,
    /// A character that the encoding lacks was written as `&#x…;`.
    Character(char),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count;
        match &self.kind {
            LossKind::Variations => write!(f, "{count} variations left out"),
            LossKind::Comments => write!(f, "{count} comment lines left out"),
            LossKind::Bookmarks => write!(f, "{count} bookmarks left out or made comments"),
            LossKind::Remarks => write!(f, "{count} remarks left out"),
            LossKind::UnknownLines => write!(f, "{count} lines of unknown meaning left out"),
            LossKind::Times => write!(f, "{count} move times left out"),
            LossKind::Fractions => write!(f, "{count} move times cut to whole seconds"),
            LossKind::FieldsAsRemarks => write!(f, "{count} header fields written as remarks"),
            LossKind::Fields => write!(f, "{count} header fields left out"),
            LossKind::Endings => write!(f, "{count} endings have no word of their own"),
            LossKind::MovesAfterEnd => write!(f, "{count} entries after the end left out"),
            LossKind::Unreadable => write!(f, "{count} unreadable parts not kept as such"),
            LossKind::Positions => write!(f, "{count} positions without a value left out"),
            LossKind::StartPly => f.write_str("the number of the first move left out"),
            LossKind::LineBreaks => write!(f, "{count} line breaks in fields written as \\n"),
            LossKind::Character(c) => {
                let code = u32::from(*c);
                write!(f, "`{c}` (U+{code:04X}) written {count} times as &#x{code:X};")
            }
        }
    }
}

/// Counts losses while a file is written.
#[derive(Default)]
pub(crate) struct Losses(BTreeMap<LossKind, usize>);

impl Losses {
    pub(crate) fn add(&mut self, kind: LossKind) {
        self.add_many(kind, 1);
    }

    pub(crate) fn add_many(&mut self, kind: LossKind, count: usize) {
        if count > 0 {
            *self.0.entry(kind).or_default() += count;
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Loss> {
        self.0.into_iter().map(|(kind, count)| Loss { kind, count }).collect()
    }
}
