//! Proofs of mates as text, for programs of others to check (`tools/mate-proof/check.py` is one).
//!
//! After a head of lines that begin with `#` there is a line for every position with the attacker
//! to move that can arise, the problem first:
//!
//! ```text
//! <board> <side> <hands> <move> <plies>
//! ```
//!
//! The first three are those of SFEN, the move is written as in USI, and the side to move mates
//! with it within the given plies, including this move, against any defence. A checker only
//! needs the rules: the move is a legal check, and every legal reply leads to a position whose
//! line has at least two plies fewer.

use std::collections::{HashSet, VecDeque};
use std::fmt::Write as _;

use zenpuku_shogi::Position;

use crate::expand::replies;
use crate::proof::{Proof, ProofError};

/// The first line of the text.
const HEAD: &str = "# proof of mate 1";

impl Proof {
    /// The proof of the mate in `position` as text, nearer positions first.
    ///
    /// # Errors
    /// [`ProofError::Unanswered`] if a defence leads to a position without an answer.
    pub fn to_text(&self, position: &Position) -> Result<String, ProofError> {
        let mut text = format!("{HEAD}\n");
        let mut seen = HashSet::new();
        let mut open = VecDeque::from([position.without_history()]);
        while let Some(mut at) = open.pop_front() {
            if !seen.insert(at.key()) {
                continue;
            }
            let sfen = at.to_sfen();
            let Some((mv, plies)) = self.answer(&at) else {
                return Err(ProofError::Unanswered(sfen));
            };
            let place = sfen.rsplit_once(' ').map_or(sfen.as_str(), |(place, _ply)| place);
            // Writing into a string cannot fail.
            let _ = writeln!(text, "{place} {mv} {plies}");
            at.do_move(mv);
            open.extend(replies(&at).into_iter().map(|reply| {
                let mut after = at.without_history();
                after.do_move(reply);
                after
            }));
        }
        Ok(text)
    }
}
