//! The problems, embedded: `testdata/go/kakeme`, `testdata/go/sums` and `testdata/go/wide`.

use zenpuku_go::sgf::SgfGame;
use zenpuku_go::{Board, PointSet, Setup, Suicide};

use crate::error::LabError;

/// A problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem {
    /// Its name, such as `kake01`.
    pub(super) name: &'static str,
    sgf: &'static str,
}

impl Problem {
    /// The position; the side to move does not matter.
    pub(super) fn setup(&self) -> Result<Setup, LabError> {
        Ok(SgfGame::parse(self.sgf)?.end()?)
    }

    /// The board.
    pub(super) fn board<S: PointSet>(&self) -> Result<Board<S>, LabError> {
        Ok(self.setup()?.board(Suicide::Forbidden)?)
    }

    /// The comment's description of the regions.
    pub(super) fn regions(&self) -> String {
        let start = self.sgf.find("C[Zenpuku: ").map_or(0, |at| at + "C[Zenpuku: ".len());
        self.sgf[start..].split(']').next().unwrap_or_default().to_owned()
    }
}

macro_rules! problems {
    ($($name:literal),+) => {
        [$(Problem {
            name: $name,
            sgf: include_str!(concat!("../../data/go/", $name, ".sgf")),
        }),+]
    };
}

/// The ladder, from solvable without pruning to solvable only with the defender extension.
pub(super) const KAKE: [Problem; 12] = problems!(
    "kake01", "kake02", "kake03", "kake04", "kake05", "kake06", "kake07", "kake08", "kake09",
    "kake10", "kake11", "kake12"
);

/// Sums of many regions.
pub(super) const SUMS: [Problem; 24] = problems!(
    "sum01", "sum02", "sum03", "sum04", "sum05", "sum06", "sum07", "sum08", "sum09", "sum10",
    "sum11", "sum12", "sum13", "sum14", "sum15", "sum16", "sum17", "sum18", "sum19", "sum20",
    "sum21", "sum22", "sum23", "sum24"
);

/// Sums with areas too wide to be judged by their eyes.
pub(super) const WIDE: [Problem; 2] = problems!("wide01", "wide02");
