//! A mate problem as an exercise: the solver's moves are judged, and the
//! defender plays the longest defence.

use crate::composer::ComposerCount;
use crate::expand::reply_order;
use crate::proof::Proof;
use crate::report::{MateError, Verdict};
use crate::solver::MateSolver;
use zenpuku_core::Limits;
use zenpuku_shogi::{Move, Position};

/// Nodes of a first search of every defence, so that an escape is found early.
const FIRST_LOOK: u64 = 2_000;

/// Nodes of counting plies as composers do.
const COUNT_NODES: u64 = 200_000;

/// A problem that is being solved, at the attacker's move.
#[derive(Clone, Debug)]
pub struct Exercise {
    position: Position,
    /// A solution from here on, attacker first.
    line: Vec<Move>,
}

/// The verdict on a move of the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It mates as soon as can be, and is played with the longest defence; none: it is mate.
    Right {
        /// The defence.
        reply: Option<Move>,
    },
    /// It mates, but not as soon as can be.
    Longer {
        /// Plies to mate by this move, itself included.
        plies: u16,
    },
    /// It gives no check.
    NoCheck,
    /// It does not mate.
    Escapes {
        /// The defence after which there is no mate.
        reply: Move,
    },
    /// Undecided within the limits.
    Undecided,
}

/// Why a position is not an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseError {
    /// It cannot be searched.
    #[error(transparent)]
    Mate(#[from] MateError),
    /// There is no mate.
    #[error("there is no mate")]
    NoMate,
    /// The limits left open whether there is one.
    #[error("it was not solved in the time allowed")]
    Undecided,
}

/// What becomes of the defender in check.
enum Fate {
    Mated(ComposerCount),
    Escapes(Move),
    Undecided,
}

impl Exercise {
    /// Solves the problem.
    ///
    /// # Errors
    /// [`ExerciseError`].
    pub fn begin(
        solver: &mut MateSolver,
        position: &Position,
        limits: &Limits,
    ) -> Result<Self, ExerciseError> {
        let report = solver.solve(position, limits)?;
        match report.verdict {
            Verdict::Mate => {}
            Verdict::NoMate => return Err(ExerciseError::NoMate),
            Verdict::Unknown => return Err(ExerciseError::Undecided),
        }
        let limits = Limits::with_nodes(COUNT_NODES);
        let counted = ComposerCount::of_report(position, &report, &limits);
        let line = counted.map_or(report.line, |count| count.line);
        Ok(Self { position: position.without_history(), line })
    }

    /// The position, the attacker to move.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// A solution from here on, attacker first; empty after the mate.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Judges a legal move; a right one is played, and the defender's reply.
    ///
    /// # Panics
    /// If the move is not legal.
    pub fn play(&mut self, solver: &mut MateSolver, mv: Move, limits: &Limits) -> Judged {
        assert!(self.position.illegality(mv).is_none(), "{mv} is not legal");
        let mut after = self.position.clone();
        after.do_move(mv);
        if !after.in_check() {
            return Judged::NoCheck;
        }
        if self.line.first() == Some(&mv) {
            let rest = self.line.split_off(1);
            return self.advance(after, rest);
        }
        match fate(solver, &after, limits) {
            Fate::Mated(count) if usize::from(count.plies) < self.line.len() => {
                self.advance(after, count.line)
            }
            Fate::Mated(count) => Judged::Longer { plies: count.plies + 1 },
            Fate::Escapes(reply) => Judged::Escapes { reply },
            Fate::Undecided => Judged::Undecided,
        }
    }

    /// Continues after a correct move: `line` begins with the reply.
    fn advance(&mut self, after: Position, mut line: Vec<Move>) -> Judged {
        self.position = after;
        let rest = line.split_off(line.len().min(1));
        self.line = rest;
        let reply = line.first().copied();
        if let Some(reply) = reply {
            self.position.do_move(reply);
        }
        Judged::Right { reply }
    }
}

/// Solves what follows every reply to a check.
fn fate(solver: &mut MateSolver, at: &Position, limits: &Limits) -> Fate {
    let mut replies = crate::expand::replies(at);
    replies.sort_by_key(|&mv| reply_order(at, mv));
    let mut proof = Proof::default();
    let mut plies = 0;
    let first = Limits { nodes: Some(FIRST_LOOK), ..limits.clone() };
    for limits in [&first, limits] {
        let mut open = Vec::new();
        for &reply in &replies {
            let mut after = at.clone();
            after.do_move(reply);
            // The king was in check, so he is there.
            let Ok(report) = solver.solve(&after, limits) else { return Fate::Undecided };
            match (report.verdict, report.proof, report.plies) {
                (Verdict::NoMate, ..) => return Fate::Escapes(reply),
                (Verdict::Mate, Some(found), Some(length)) => {
                    proof.join(found);
                    plies = plies.max(length + 1);
                }
                _ => open.push(reply),
            }
        }
        replies = open;
    }
    if !replies.is_empty() {
        return Fate::Undecided;
    }
    let count = ComposerCount::of_defence(at, &proof, plies, &Limits::with_nodes(COUNT_NODES));
    count.map_or(Fate::Undecided, Fate::Mated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legal_checks;
    use zenpuku_shogi::{MoveList, Setup, SetupRules};

    fn position(sfen: &str) -> Position {
        Setup::from_sfen(sfen).unwrap().position(SetupRules::Mate).unwrap()
    }

    fn begin(sfen: &str) -> (MateSolver, Exercise) {
        let mut solver = MateSolver::new(4);
        let exercise = Exercise::begin(&mut solver, &position(sfen), &Limits::none()).unwrap();
        (solver, exercise)
    }

    /// For each question of [`walk`].
    const NODES: u64 = 20_000;

    /// Plays every right check everywhere; gives how many moves of each kind were seen.
    fn walk(solver: &mut MateSolver, exercise: &Exercise, seen: &mut [u32; 3]) {
        let left = exercise.line().len();
        let mut checks = MoveList::new();
        legal_checks(exercise.position(), &mut checks);
        assert!(left % 2 == 1 && checks.contains(&exercise.line()[0]));
        for &mv in &checks {
            let mut next = exercise.clone();
            let judged = next.play(solver, mv, &Limits::with_nodes(NODES));
            match judged {
                Judged::Right { reply: None } => {
                    assert!(!next.position().has_legal_move() && next.line().is_empty());
                    seen[0] += 1;
                }
                Judged::Right { .. } => {
                    assert!(next.line().len() + 2 <= left, "{}", next.position().to_sfen());
                    walk(solver, &next, seen);
                    seen[0] += 1;
                }
                Judged::Longer { plies } => {
                    assert!(usize::from(plies) > left);
                    seen[1] += 1;
                }
                Judged::Escapes { reply } => {
                    let mut at = exercise.position().clone();
                    at.do_move(mv);
                    at.do_move(reply);
                    let report = solver.solve(&at, &Limits::with_nodes(NODES)).unwrap();
                    assert_eq!(report.verdict, Verdict::NoMate);
                    seen[2] += 1;
                }
                // Some checks open a long hunt.
                Judged::Undecided => {}
                Judged::NoCheck => panic!("{mv} is a check"),
            }
            if !matches!(judged, Judged::Right { .. }) {
                assert_eq!(next.line(), exercise.line(), "it stays where it is");
            }
        }
    }

    #[test]
    fn every_check_is_judged() {
        let mut seen = [0; 3];
        for sfen in [
            "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1",
            "9/7kb/9/7P1/9/6R2/9/9/9 b BGr3g4s4n4l17p 1",
            "5R1Sk/9/9/8l/9/9/9/9/9 b r2b4g3s4n3l18p 1",
        ] {
            let (mut solver, exercise) = begin(sfen);
            walk(&mut solver, &exercise, &mut seen);
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    }

    #[test]
    fn useless_interpositions_are_not_played() {
        let (mut solver, mut exercise) = begin("7lk/9/7+P1/9/9/9/9/9/R8 b r2b4g4s4n3l17p 1");
        assert_eq!(exercise.line().len(), 1, "strictly it takes 15");
        let mv = exercise.line()[0];
        let judged = exercise.play(&mut solver, mv, &Limits::none());
        assert_eq!(judged, Judged::Right { reply: None });
    }

    #[test]
    fn what_is_no_check_or_no_mate_is_told() {
        let (mut solver, mut exercise) = begin("9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1");
        let quiet = exercise.position().read_usi("2d2i").unwrap();
        assert_eq!(exercise.play(&mut solver, quiet, &Limits::none()), Judged::NoCheck);
        let none = position("4k4/9/4P4/9/9/9/9/9/9 b 2Sr2b4g2s4n4l17p 1");
        let begun = Exercise::begin(&mut solver, &none, &Limits::none());
        assert_eq!(begun.unwrap_err(), ExerciseError::NoMate);
        let hard = position("9/9/9/9/4k4/9/9/9/9 b 2S2N4L9P2r2b4g2s2n9p 1");
        let begun = Exercise::begin(&mut solver, &hard, &Limits::with_nodes(10));
        assert_eq!(begun.unwrap_err(), ExerciseError::Undecided);
    }
}
