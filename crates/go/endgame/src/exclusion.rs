//! Moves that a search leaves out of its candidates.

use zenpuku_go::{Board, Color, PointSet, Scoring, Suicide, unconditional_life};

use crate::dame::last_eyes;
use crate::{
    DefenderRegions, EyeReading, Judgement, LocalLimits, LocalSolver, Owned, defender_extension,
    false_eye_judgement, judged_dame, partition, settled, simple_dame, sound_dame, wide_areas,
};

/// Which points are not candidates. The last four are as printed in [kakeme], and not exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Exclusion {
    /// Every legal move is a candidate; counted by the exact rule. The reference.
    Nothing,
    /// Only the last one-point eyes of unconditionally alive stones are left out, those without which the stones would
    /// not be alive so, counted by the exact rule: the reference where play
    /// with `Nothing` would be endless.
    OwnEyes,
    /// Only what provably changes no result under simple ko: settled points where no ko can arise, else as `OwnEyes`.
    #[default]
    Exact,
    /// The paper's "none": only simple dame (and one-point eyes of living stones) are left out.
    SimpleDame(EyeReading),
    /// The paper's K: false-eye judgement and dame judgement.
    FalseEyes(EyeReading),
    /// The paper's KD: with the defender extension.
    FalseEyesDefender(EyeReading, DefenderRegions),
    /// KD, and regions of at least this number of points are left out (the
    /// paper's program for the book's problems).
    FalseEyesDefenderWide(EyeReading, DefenderRegions, u32),
}

/// An exclusion prepared for one search, with the results computed before it starts.
#[derive(Clone, Copy, Debug)]
pub struct Plan<S> {
    exclusion: Exclusion,
    scoring: Scoring,
    from_root: Owned<S>,
    /// Whether settled points, and by territory dame, may be left out.
    without_ko: bool,
    /// The side with unlimited ko threats, [`Plan::waiting`].
    waits: Option<Color>,
}

/// Maximum number of positions of regions visited to find whether a ko can arise.
const KO_POSITIONS: usize = 2_000;

impl<S: PointSet> Plan<S> {
    /// Looks ahead from the root where the exclusion says so.
    #[must_use]
    pub fn new(board: &Board<S>, exclusion: Exclusion, scoring: Scoring) -> Self {
        let from_root = match exclusion {
            Exclusion::FalseEyesDefender(reading, regions) => {
                defender_extension(board, &false_eye_judgement(board, reading), reading, regions)
            }
            Exclusion::FalseEyesDefenderWide(reading, regions, least) => {
                let judgement = false_eye_judgement(board, reading);
                let extension = defender_extension(board, &judgement, reading, regions);
                extension.with(wide_areas(board, &judgement, least))
            }
            _ => Owned::NONE,
        };
        let without_ko = exclusion == Exclusion::Exact && is_without_ko(board);
        Self { exclusion, scoring, from_root, without_ko, waits: None }
    }

    /// Settled points are left out, and where one colour could play there while a ko is banned for it, it may wait
    /// instead, as often as it likes. Without a ban waiting is no better than a pass: the other side passes too, and
    /// either the game ends as it would have, or the position is the same as before.
    ///
    /// The value is no better for the other colour than the true one, because
    /// that side can play the same way: it treats every stone on a settled
    /// point as such a wait, never plays there itself, and no stone there
    /// affects the rest.
    pub(crate) const fn waiting(scoring: Scoring, color: Color) -> Self {
        let (exclusion, from_root) = (Exclusion::Exact, Owned::NONE);
        Self { exclusion, scoring, from_root, without_ko: false, waits: Some(color) }
    }

    /// Whether no ko can arise, so that ko threats are not needed.
    pub(crate) const fn is_without_ko(&self) -> bool {
        self.without_ko
    }

    /// Whether the side to move may wait.
    pub(crate) fn may_wait(&self, board: &Board<S>) -> bool {
        if board.ko().is_none() || self.waits != Some(board.to_move()) {
            return false;
        }
        let alive = alive(board);
        let spare = settled(board, alive).all().minus(last_eyes(board, alive));
        spare.meets(board.legal_points())
    }

    /// How the end is counted.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The points owned for sure (or so judged): how the end is counted here.
    #[must_use]
    pub fn owned(&self, board: &Board<S>) -> Owned<S> {
        match self.reading() {
            None => settled(board, alive(board)),
            Some(reading) => self.from_root.with(false_eye_judgement(board, reading).owned),
        }
    }

    /// The points that are not candidates now.
    #[must_use]
    pub fn excluded(&self, board: &Board<S>) -> S {
        match self.exclusion {
            Exclusion::Nothing => S::EMPTY,
            Exclusion::OwnEyes => last_eyes(board, alive(board)),
            Exclusion::Exact => self.exactly_excluded(board),
            Exclusion::SimpleDame(reading) => {
                simple_dame(board, false_eye_judgement(board, reading).alive)
            }
            Exclusion::FalseEyes(reading)
            | Exclusion::FalseEyesDefender(reading, _)
            | Exclusion::FalseEyesDefenderWide(reading, ..) => {
                let judgement: Judgement<S> = false_eye_judgement(board, reading);
                let dame =
                    judged_dame(board, &judgement, reading) | simple_dame(board, judgement.alive);
                judgement.owned.all() | dame | self.from_root.all()
            }
        }
    }

    /// In a ko everything that can be played is a ko threat, unlike a pass, which lets the other side end the
    /// game: a dame, an own point, a dead stone on the other's point. By area a dame is a point as well.
    fn exactly_excluded(&self, board: &Board<S>) -> S {
        let alive = alive(board);
        let settled = settled(board, alive).all();
        if self.waits.is_some() {
            return settled;
        }
        if !self.without_ko {
            let open = board.geometry().full().minus(settled | alive[0] | alive[1]);
            return if open.is_empty() { settled } else { last_eyes(board, alive) };
        }
        match self.scoring {
            Scoring::Area => settled,
            Scoring::Territory => settled | sound_dame(board, alive),
        }
    }

    const fn reading(&self) -> Option<EyeReading> {
        match self.exclusion {
            Exclusion::Nothing | Exclusion::OwnEyes | Exclusion::Exact => None,
            Exclusion::SimpleDame(reading)
            | Exclusion::FalseEyes(reading)
            | Exclusion::FalseEyesDefender(reading, _)
            | Exclusion::FalseEyesDefenderWide(reading, ..) => Some(reading),
        }
    }
}

/// Whether every region is a short game: no ko can arise in it.
fn is_without_ko<S: PointSet>(board: &Board<S>) -> bool {
    let limits = LocalLimits { positions: KO_POSITIONS, ..LocalLimits::default() };
    let (mut local, parts) = (LocalSolver::new(limits).without_pruning(), partition(board));
    board.suicide() == Suicide::Forbidden
        && parts.regions.iter().all(|&region| local.value(board, parts.safe, region).is_ok())
}

fn alive<S: PointSet>(board: &Board<S>) -> [S; 2] {
    Color::BOTH.map(|color| unconditional_life(board, color).stones)
}
