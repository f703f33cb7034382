//! The running count over many problems.

use std::fmt;

use zenpuku_shogi_mate::Verdict;

/// How many problems came out how.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tally {
    mates: u64,
    none: u64,
    undecided: u64,
    /// Invalid positions, or claims that failed the replay.
    pub(super) errors: u64,
    /// Mates of the stated length, shorter and longer ones.
    as_stated: u64,
    shorter: u64,
    longer: u64,
    /// Of all these, taken from the file of results.
    pub(super) kept: u64,
}

impl Tally {
    /// Counts one result; `stated` are the plies that its file says.
    pub(super) fn add(&mut self, verdict: Verdict, plies: Option<u64>, stated: Option<u64>) {
        match verdict {
            Verdict::Mate => self.mates += 1,
            Verdict::NoMate => self.none += 1,
            Verdict::Unknown => self.undecided += 1,
        }
        if let Some((plies, stated)) = plies.zip(stated) {
            match plies.cmp(&stated) {
                std::cmp::Ordering::Less => self.shorter += 1,
                std::cmp::Ordering::Equal => self.as_stated += 1,
                std::cmp::Ordering::Greater => self.longer += 1,
            }
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mates, none, undecided, .. } = self;
        write!(f, "{mates} mates, {none} without, {undecided} undecided")?;
        if self.errors > 0 {
            write!(f, ", {} errors", self.errors)?;
        }
        if self.as_stated + self.shorter + self.longer > 0 {
            let Self { as_stated, shorter, longer, .. } = self;
            write!(f, "; {as_stated} as stated, {shorter} shorter, {longer} longer")?;
        }
        if self.kept > 0 {
            write!(f, "; {} from the file of results", self.kept)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_and_compares() {
        let mut tally = Tally::default();
        tally.add(Verdict::NoMate, None, Some(3));
        assert_eq!(tally.to_string(), "0 mates, 1 without, 0 undecided");
        for (plies, stated) in [(3, Some(3)), (1, Some(3)), (5, Some(3)), (7, None)] {
            tally.add(Verdict::Mate, Some(plies), stated);
        }
        tally.add(Verdict::Unknown, None, Some(9));
        (tally.errors, tally.kept) = (2, 4);
        let expected = "4 mates, 1 without, 1 undecided, 2 errors; 1 as stated, 1 shorter, 1 longer; \
                        4 from the file of results";
        assert_eq!(tally.to_string(), expected);
    }
}
