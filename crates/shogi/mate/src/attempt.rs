//! A search for a mate in slices, alternating with other work on the same thread.

use crate::dfpn::{DfPn, News};
use crate::dfpn_table::NO_LIMIT;
use crate::memory::Memory;
use crate::one::legal_checks;
use crate::proof::Proof;
use zenpuku_core::{Budget, Limits, StopReason};
use zenpuku_shogi::{Move, MoveList, Position};

/// The proof-number search of one position, taken up again where it was left. The same bits give
/// the same answers.
///
/// A proof is kept: in a position that it covers it is available immediately,
/// so that a mate once found is played to its end and gets shorter with every
/// move.
pub struct MateAttempt {
    memory: Memory,
    position: Option<Position>,
    /// Of the last mate found; of this position or one before it.
    proof: Proof,
    state: State,
    nodes: u64,
}

/// The state of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Finished without a mate: no check, no king, no mate, or no proof confirmed by the rules.
    Ended,
    /// Searching any mate.
    Open,
    /// Searching a mate in fewer plies than this.
    Shorten(u16),
    /// The mate in this number of plies is the shortest.
    Shortest(u16),
}

/// A mate that the rules confirm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedMate {
    /// The line in which the defender holds out longest, attacker first; every legal interposition
    /// counts.
    pub line: Vec<Move>,
    /// Is there no shorter one?
    pub shortest: bool,
}

impl ProvedMate {
    /// Plies to mate.
    #[must_use]
    pub fn plies(&self) -> u16 {
        self.line.len() as u16
    }
}

impl MateAttempt {
    /// An idle attempt, with a table of at most about `mebibytes`, allocated on demand.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        let (memory, proof) = (Memory::new(mebibytes), Proof::default());
        Self { memory, position: None, proof, state: State::Ended, nodes: 0 }
    }

    /// Begins with a position; the history of its game does not count.
    pub fn begin(&mut self, position: &Position) {
        self.nodes = 0;
        self.state = if has_check(position) { State::Open } else { State::Ended };
        let position = position.without_history();
        if self.state == State::Open {
            self.memory.begin();
            match self.proof.verify(&position) {
                Ok(plies) => self.state = State::Shorten(plies),
                Err(_) => self.proof = Proof::default(),
            }
        }
        self.position = Some(position);
    }

    /// Forgets the proof of the last mate: another game.
    pub fn forget(&mut self) {
        (self.position, self.state) = (None, State::Ended);
        self.proof = Proof::default();
    }

    /// Is there something left to find, a mate or a shorter one?
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Open | State::Shorten(_))
    }

    /// Nodes searched in this position.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The mate found so far.
    #[must_use]
    pub fn mate(&self) -> Option<ProvedMate> {
        let shortest = match self.state {
            State::Ended | State::Open => return None,
            State::Shorten(_) => false,
            State::Shortest(_) => true,
        };
        let line = self.proof.longest_line(self.position.as_ref()?);
        Some(ProvedMate { line, shortest })
    }

    /// Searches `nodes` more nodes, or fewer if the search is complete. True
    /// when a mate was found, or a shorter one.
    pub fn go_on(&mut self, nodes: u64) -> bool {
        let (longest, found) = match self.state {
            State::Open => (NO_LIMIT, None),
            State::Shorten(plies) if plies > 2 => (plies - 2, Some(plies)),
            State::Shorten(plies) => {
                self.state = State::Shortest(plies);
                return false;
            }
            State::Ended | State::Shortest(_) => return false,
        };
        let Some(position) = &self.position else { return false };
        let mut budget = Budget::start(&Limits::with_nodes(nodes));
        let news = News { listener: &mut |_| {}, searched: 0, mate: None };
        let mut search = DfPn::new(position, &mut self.memory, &mut budget, news);
        let answer = ask(&mut search, position, longest);
        self.nodes += budget.nodes();
        match (answer, found) {
            // To be gone on with.
            (Err(_), _) => false,
            (Ok(Some((plies, proof))), _) => {
                (self.state, self.proof) = (State::Shorten(plies), proof);
                true
            }
            (Ok(None), Some(plies)) => {
                self.state = State::Shortest(plies);
                false
            }
            (Ok(None), None) => {
                self.state = State::Ended;
                false
            }
        }
    }
}

/// Is there a king to mate, and a check to begin with?
fn has_check(position: &Position) -> bool {
    if position.king(position.side_to_move().flip()).is_none() {
        return false;
    }
    let mut checks = MoveList::new();
    legal_checks(position, &mut checks);
    !checks.is_empty()
}

/// A mate within `longest` plies with its proof; `None`: there is no mate, or
/// none confirmed by the rules.
fn ask(
    search: &mut DfPn<'_>,
    position: &Position,
    longest: u16,
) -> Result<Option<(u16, Proof)>, StopReason> {
    if !search.decide(longest)?.is_mate() {
        return Ok(None);
    }
    let mut proof = Proof::default();
    search.write_mate(longest, &mut proof)?;
    let plies = proof.tighten(position);
    let confirmed = plies.filter(|&plies| proof.verify(position) == Ok(plies));
    Ok(confirmed.map(|plies| (plies, proof)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MateSolver, Verdict};
    use zenpuku_shogi::{Setup, SetupRules};

    fn problem(sfen: &str) -> Position {
        Setup::from_sfen(sfen).unwrap().position(SetupRules::Mate).unwrap()
    }

    /// Continues in slices of this number of nodes until the search is
    /// complete, at most about 100,000 nodes.
    fn run(attempt: &mut MateAttempt, bit: u64) {
        while attempt.is_open() && attempt.nodes() < 100_000 {
            attempt.go_on(bit);
        }
    }

    #[test]
    fn whatever_the_bits_the_answer_is_the_solvers() {
        for sfen in [
            "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1",
            "3Sk4/1P7/2R1s4/9/9/9/9/9/9 b r2b4g2s4n4l17p 1",
            "9/6GR1/8B/7GL/6S1k/9/9/9/K8 b rb2g3s4n3l18p 1",
            "4k4/9/4P4/9/9/9/9/9/9 b 2Sr2b4g2s4n4l17p 1",
            "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1",
            "6SRp/6P1B/6GG1/8k/8N/8N/9/9/K8 b rb2g3s2n4l16p 1",
        ] {
            let position = problem(sfen);
            let report = MateSolver::new(1).solve(&position, &Limits::none()).unwrap();
            assert_ne!(report.verdict, Verdict::Unknown);
            for bit in [17, 100, 1_024, 100_000] {
                let mut attempt = MateAttempt::new(1);
                attempt.begin(&position);
                run(&mut attempt, bit);
                let mate = attempt.mate();
                assert!(!attempt.is_open(), "{sfen}");
                assert_eq!(mate.as_ref().map(ProvedMate::plies), report.plies, "{sfen}");
                assert!(mate.is_none_or(|mate| mate.shortest));
            }
        }
    }

    #[test]
    fn a_mate_is_played_to_its_end_without_searching_again() {
        let mut position = problem("6SRp/6P1B/6GG1/8k/8N/8N/9/9/K8 b rb2g3s2n4l16p 1");
        let mut attempt = MateAttempt::new(1);
        attempt.begin(&position);
        run(&mut attempt, 1_000);
        let mut line = attempt.mate().unwrap().line;
        while line.len() > 2 {
            line[..2].iter().for_each(|&mv| position.do_move(mv));
            attempt.begin(&position);
            let next = attempt.mate().unwrap().line;
            assert!(next.len() + 2 <= line.len() && attempt.nodes() == 0);
            line = next;
        }
        attempt.forget();
        attempt.begin(&position);
        assert_eq!(attempt.mate(), None);
    }
}
