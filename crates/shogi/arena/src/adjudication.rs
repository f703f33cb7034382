//! Ends games whose result both engines agree on.

use serde::{Deserialize, Serialize};
use zenpuku_shogi::Color;

/// When agreement ends a game. A count of 0 switches the rule off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// A game is won when every score of this many consecutive plies ...
    pub win_plies: u32,
    /// ... is at least this many centipawns for the same side.
    pub win_score: i32,
}

impl Adjudication {
    /// Play everything out.
    pub const OFF: Self = Self { win_plies: 0, win_score: 0 };
}

/// Counts the plies of agreement in one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adjudicator {
    rule: Adjudication,
    leader: Option<Color>,
    plies: u32,
}

impl Adjudicator {
    pub(crate) fn new(rule: Adjudication) -> Self {
        Self { rule, leader: None, plies: 0 }
    }

    /// Notes a score from Black's view; the decision `Some(winner)` when the game is over.
    pub(crate) fn note(&mut self, score: Option<i32>) -> Option<Option<Color>> {
        let leader = match score {
            Some(score) if score >= self.rule.win_score => Some(Color::BLACK),
            Some(score) if score <= -self.rule.win_score => Some(Color::WHITE),
            _ => None,
        };
        self.plies = if leader.is_some() && leader == self.leader { self.plies + 1 } else { 1 };
        self.leader = leader;
        let decided = self.rule.win_plies > 0 && self.plies >= self.rule.win_plies;
        (decided && leader.is_some()).then_some(leader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_agreement_decides() {
        let mut judge = Adjudicator::new(Adjudication { win_plies: 3, win_score: 1000 });
        let scores = [1200, 1300, 900, 1500, 1500];
        assert!(scores.iter().all(|&score| judge.note(Some(score)).is_none()));
        assert_eq!(judge.note(Some(1001)), Some(Some(Color::BLACK)));
    }

    #[test]
    fn a_missing_score_or_the_other_leader_starts_again() {
        let mut judge = Adjudicator::new(Adjudication { win_plies: 2, win_score: 1000 });
        assert_eq!(judge.note(Some(-2000)), None);
        assert_eq!(judge.note(None), None);
        assert_eq!(judge.note(Some(-2000)), None);
        assert_eq!(judge.note(Some(2000)), None);
        assert_eq!(judge.note(Some(2000)), Some(Some(Color::BLACK)));
    }

    #[test]
    fn off_is_off() {
        let mut judge = Adjudicator::new(Adjudication::OFF);
        assert!((0..100).all(|_| judge.note(Some(32_000)).is_none()));
    }
}
