//! The sets that are built in; `assets/mate/README.md` names their sources and licences.

use super::MateFamily;

/// A built-in set.
pub(super) struct BuiltIn {
    pub(super) id: &'static str,
    pub(super) family: MateFamily,
    pub(super) plies: Option<u32>,
    pub(super) source: &'static str,
    /// A problem a line: its number, its plies, its SFEN, tabs between.
    text: &'static str,
}

const TANUKI: &str = "tanuki-tsume-shogi, © 2026 tokuhirom, MIT";
const NSHOGI: &str = "nshogi, © 2025-2026 nyashiki, MIT";
const ZUKO: &str = "将棋図巧 (1755); edo_era_tsume_shogi, CC0";

const fn composed(id: &'static str, plies: u32, text: &'static str) -> BuiltIn {
    BuiltIn { id, family: MateFamily::Composed, plies: Some(plies), source: TANUKI, text }
}

/// The sets, in the order in which they are shown.
pub(super) const ALL: [BuiltIn; 8] = [
    composed("composed-1", 1, include_str!("../../assets/mate/composed-1.tsv")),
    composed("composed-3", 3, include_str!("../../assets/mate/composed-3.tsv")),
    composed("composed-5", 5, include_str!("../../assets/mate/composed-5.tsv")),
    composed("composed-7", 7, include_str!("../../assets/mate/composed-7.tsv")),
    composed("composed-9", 9, include_str!("../../assets/mate/composed-9.tsv")),
    composed("composed-11", 11, include_str!("../../assets/mate/composed-11.tsv")),
    BuiltIn {
        id: "games-1",
        family: MateFamily::Games,
        plies: Some(1),
        source: NSHOGI,
        text: include_str!("../../assets/mate/games-1.tsv"),
    },
    BuiltIn {
        id: "zuko",
        family: MateFamily::Zuko,
        plies: None,
        source: ZUKO,
        text: include_str!("../../assets/mate/zuko.tsv"),
    },
];

/// A problem of a built-in set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// Its number.
    pub(super) name: &'static str,
    pub(super) plies: u32,
    pub(super) sfen: &'static str,
}

impl BuiltIn {
    /// The set with this id.
    pub(super) fn find(id: &str) -> Option<&'static Self> {
        ALL.iter().find(|set| set.id == id)
    }

    /// Its problems, in their order.
    pub(super) fn problems(&self) -> impl Iterator<Item = Listed> {
        self.text.lines().filter_map(|line| {
            let mut fields = line.split('\t');
            let (name, plies, sfen) = (fields.next()?, fields.next()?, fields.next()?);
            Some(Listed { name, plies: plies.parse().ok()?, sfen })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::store::key;
    use super::*;
    use crate::position::position;
    use std::collections::HashSet;
    use zenpuku_core::Limits;
    use zenpuku_shogi_mate::{Exercise, MateSolver};

    #[test]
    fn every_problem_is_read_and_stands_once() {
        let mut seen = HashSet::new();
        for set in &ALL {
            let problems: Vec<Listed> = set.problems().collect();
            assert_eq!(problems.len(), set.text.lines().count(), "{}", set.id);
            for problem in problems {
                let at = position(problem.sfen).unwrap_or_else(|e| panic!("{problem:?}: {e:?}"));
                assert_eq!(key(&at), problem.sfen);
                assert!(set.plies.is_none_or(|plies| plies == problem.plies), "{problem:?}");
                assert!(seen.insert(problem.sfen), "{problem:?} is listed twice");
            }
        }
    }

    #[test]
    fn problems_have_the_length_that_is_listed() {
        let mut solver = MateSolver::new(16);
        // Some of each set, those of Shogi Zuko up to 25 plies.
        for set in &ALL {
            let short = set.problems().filter(|problem| problem.plies <= 25);
            for problem in short.step_by(if set.plies.is_some() { 31 } else { 1 }).take(8) {
                let at = position(problem.sfen).unwrap();
                let limits = Limits::with_nodes(3_000_000);
                let exercise = Exercise::begin(&mut solver, &at, &limits).unwrap();
                assert_eq!(exercise.line().len() as u32, problem.plies, "{} {problem:?}", set.id);
            }
        }
    }
}
