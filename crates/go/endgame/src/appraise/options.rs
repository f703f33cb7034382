//! Limits of an appraisal, and the user's corrections.

use std::time::Instant;

use zenpuku_core::StopToken;
use zenpuku_go::Wide;
use zenpuku_go_status::JudgeOptions;

use crate::{LocalLimits, SolveOptions};

/// Limits of the work, and the user's corrections.
#[derive(Clone, Debug)]
pub struct AppraiseOptions {
    /// For the status of chains and points.
    pub judge: JudgeOptions<Wide>,
    /// For the regions.
    pub local: LocalLimits,
    /// For a proof, which is sought first unless a person said something.
    pub proof: SolveOptions,
    /// Chains and points that are less likely than this stay open, 0 to 1.
    pub sure: f64,
    /// The same for points of regions that both colours touch.
    pub sure_at_border: f64,
    /// With user's corrections, count the current board with the dead stones removed.
    pub count_as_marked: bool,
    /// When to be done.
    pub deadline: Option<Instant>,
}

impl Default for AppraiseOptions {
    /// 4,000 random games, 20,000 positions of regions, 200,000 nodes for a proof, no corrections.
    fn default() -> Self {
        let local = LocalLimits { positions: 20_000, ..LocalLimits::default() };
        Self {
            judge: JudgeOptions::default(),
            proof: SolveOptions {
                local: local.clone(),
                nodes: 200_000,
                table_bytes: 16 << 20,
                ..SolveOptions::default()
            },
            local,
            sure: 0.6,
            sure_at_border: 0.8,
            count_as_marked: false,
            deadline: None,
        }
    }
}

impl AppraiseOptions {
    /// For a game that both sides have ended by passing: points that are more
    /// likely than not count as settled.
    #[must_use]
    pub fn finished(self) -> Self {
        Self {
            sure: 0.5,
            sure_at_border: 0.5,
            judge: JudgeOptions { closed: true, ..self.judge },
            ..self
        }
    }

    /// The same for a game that continues.
    pub(super) fn unfinished(self) -> Self {
        let plain = Self::default();
        let judge = JudgeOptions { closed: false, ..self.judge };
        let same = Self { sure: plain.sure, sure_at_border: plain.sure_at_border, judge, ..self };
        same.shared()
    }

    /// The same for a game that both sides have ended, with time reserved for
    /// judging its continuation.
    pub(super) fn first_look(&self) -> Self {
        let deadline = self.deadline.filter(|_| self.judge.closed);
        deadline.map_or_else(
            || self.clone(),
            |by| Self { deadline: Some(part_of_time(by, STANDING)), ..self.clone() }.shared(),
        )
    }

    /// The same, but the proof and the regions return partial results at a stop.
    #[must_use]
    pub fn stopped_by(mut self, stop: StopToken) -> Self {
        self.local.stop = stop.clone();
        self.proof = self.proof.stopped_by(stop);
        self
    }

    /// The same, done by this time: each part of the work gets its share. Half of the time may go to a proof, however many
    /// nodes it takes.
    #[must_use]
    pub fn until(mut self, deadline: Instant) -> Self {
        self.proof.local.deadline = Some(part_of_time(deadline, PROVING));
        self.proof.nodes = u64::MAX;
        self.deadline = Some(deadline);
        self.shared()
    }

    /// The same, the time that is left shared among the parts of an estimate.
    pub(super) fn shared(mut self) -> Self {
        let Some(deadline) = self.deadline else { return self };
        self.judge.deadline = Some(part_of_time(deadline, JUDGING));
        self.local.deadline = Some(part_of_time(deadline, VALUING));
        self
    }
}

/// When this part of the time that is left until the deadline, 0 to 1, will be over.
pub(crate) fn part_of_time(deadline: Instant, part: f64) -> Instant {
    let now = Instant::now();
    now + deadline.saturating_duration_since(now).mul_f64(part)
}

/// The part of the time that a proof may take.
const PROVING: f64 = 0.5;
/// The share of the remaining time for the current board of a finished game.
const STANDING: f64 = 0.6;
/// The part of the time left by which statuses are judged.
const JUDGING: f64 = 0.4;
/// The share of the remaining time for valuing regions; the rest is for games in the others.
const VALUING: f64 = 0.7;
