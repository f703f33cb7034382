//! Threats in the user's games: positions after a move of the other side that threatens mate or a gain
//! of material, proved by a search after a pass.

use super::index::{Row, motif_name};
use crate::mate::key;
use crate::position::position;
use crate::protocol::{Explained, GamePhase, GamePhases, MoveReport, Side};
use serde::{Deserialize, Serialize};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_reasons::{Budget, Proof, Question, Reason, Reasoner};

/// Nodes for each move of a game: less than for a mistake, as every move is asked about.
const BUDGET: Budget = Budget { material: 10_000, mate: 4_000, reasons: 1, proofs: false };
/// Threats of one game against one side, the weightiest.
const MOST: usize = 3;

/// A stored threat, as text in the database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Threat {
    /// The move that threatens, in USI.
    pub(super) usi: String,
    /// The moves that follow a pass, in USI; the first is to be guessed.
    pub(super) line: Vec<String>,
    /// Its sentence and proof.
    pub(super) reason: Explained,
}

impl Threat {
    /// Threats of mate first, then the largest gains.
    fn rank(&self) -> (bool, i32) {
        let reason = &self.reason.reason;
        (reason.mate_plies().is_none(), -reason.gain().unwrap_or(0))
    }

    /// Does the move win as much, by a proof within the same nodes? It is legal after the pass.
    pub(super) fn is_met_by(&self, passed: &Position, mv: Move) -> bool {
        let better = [mv];
        let question = question(passed, &better);
        let found = Reasoner::default().reasons(&question, &Budget::USUAL).unwrap_or_default();
        found.iter().any(|reason| match reason.proof {
            Proof::Mate { .. } => self.reason.reason.mate_plies().is_some(),
            Proof::Material { gain, .. } => {
                self.reason.reason.gain().is_some_and(|need| gain >= need)
            }
            _ => false,
        })
    }
}

/// The moves after a pass of what a quiet move does; `None` where they are not proved.
fn threatened(reasoner: &Reasoner, reason: &Reason, after: &Position) -> Option<Vec<String>> {
    match &reason.proof {
        Proof::Threat { line, .. } | Proof::Brinkmate { line, .. } => Some(line.clone()),
        // A fork or the like gains after every reply, so after a pass too.
        Proof::Material { gain, .. } => {
            let (taken, mv) = reasoner.captures(&passed(after), BUDGET.material)?;
            mv.filter(|_| taken >= *gain).map(|mv| vec![mv.to_string()])
        }
        _ => None,
    }
}

/// The position after a pass.
fn passed(position: &Position) -> Position {
    let mut at = position.without_history();
    at.do_null_move();
    at
}

fn question<'a>(position: &'a Position, better: &'a [Move]) -> Question<'a> {
    Question { position, played: None, better, reply: &[], was_losing: false, book: &[] }
}

/// The threats in a game, up to the point where the analysed line leaves the game.
pub(super) fn threats(
    start: &str,
    moves: &str,
    judged: &[MoveReport],
) -> Result<Vec<Row>, serde_json::Error> {
    let Ok(mut at) = position(start) else { return Ok(Vec::new()) };
    let (mut found, mut phases) = (Vec::new(), GamePhases::default());
    let mut reasoner = Reasoner::default();
    phases.follow(0, &at);
    for (ply, (usi, report)) in (1..).zip(moves.split(' ').zip(judged)) {
        let mv = at.parse_usi(usi).filter(|_| report.judged.usi == usi);
        let before = at.without_history();
        let Some(mv) = mv.filter(|&mv| at.try_do_move(mv).is_ok()) else { break };
        phases.follow(ply, &at);
        let may_mate = report.judged.threat.is_some();
        if let Some((line, reason)) = threat(&mut reasoner, (&before, mv, &at), may_mate) {
            let place = (ply, at.without_history(), phases.at(ply));
            found.push((place, Threat { usi: usi.to_owned(), line, reason: reason.into() }));
        }
    }
    found.sort_by_key(|(_, threat)| threat.rank());
    let mut left = [MOST; 2];
    found.retain(|((_, at, _), _)| {
        let left = &mut left[at.side_to_move().to_index()];
        let kept = *left > 0;
        *left = left.saturating_sub(1);
        kept
    });
    found.into_iter().map(|(place, threat)| row(place, &threat)).collect()
}

/// The position is that after a pass: the schedule tells it from a mistake in the same position.
fn row(
    (ply, at, phase): (u32, Position, GamePhase),
    threat: &Threat,
) -> Result<Row, serde_json::Error> {
    let side = Side::from(at.side_to_move());
    let body = serde_json::to_string(threat)?;
    let motif = motif_name(&threat.reason.reason);
    Ok(Row { ply, side, sfen: key(&passed(&at)), phase, motif, missed: None, body })
}

/// What a quiet move threatens, and the moves that follow a pass. A capture, promotion or check asks
/// for an answer by itself: nothing to guess.
fn threat(
    reasoner: &mut Reasoner,
    (before, mv, after): (&Position, Move, &Position),
    may_mate: bool,
) -> Option<(Vec<String>, Reason)> {
    let is_quiet = !before.is_capture(mv) && !mv.is_promotion() && !after.in_check();
    if !is_quiet || !after.has_legal_move() {
        return None;
    }
    let budget = if may_mate { BUDGET } else { Budget { mate: 0, ..BUDGET } };
    let better = [mv];
    let found = reasoner.reasons(&question(before, &better), &budget).ok()?;
    found.into_iter().find_map(|reason| Some((threatened(reasoner, &reason, after)?, reason)))
}
