//! An attempt at an opening line: its moves are asked for one by one. Lines of one side with the same
//! start are a tree of positions: at a branch the move of any of them is right.

use super::attempt::record;
use super::lines::{MAX_MOVES, key_of};
use super::{DailyAnswer, DailyJudged, NewOpeningLine};
use crate::errors::{AppResult, error, in_range, not_found};
use crate::mate::{check_attempt, hint_of, key};
use crate::position::{line_steps, position, readable};
use crate::protocol::{ErrorCode, MateAttempt, MateOutcome, Reply, Side};
use crate::state::AppState;
use zenpuku_shogi::{Move, Position};

/// The line that is asked for, the stored ones that share its start, and the position on the board.
struct Drill {
    line: NewOpeningLine,
    others: Vec<NewOpeningLine>,
    at: Position,
}

impl Drill {
    fn of(state: &AppState, attempt: &MateAttempt) -> AppResult<Self> {
        check_attempt(attempt)?;
        let lines = state.storage.opening_lines()?.into_iter().map(|stored| stored.line);
        let (mut asked, others): (Vec<_>, Vec<_>) =
            lines.partition(|line| key_of(line) == attempt.sfen);
        let line = asked.pop().ok_or_else(|| not_found("opening line", &attempt.sfen))?;
        in_range("number of moves", attempt.moves.len() as u32, 0, MAX_MOVES)?;
        let mut at = position(&line.start)?;
        for usi in &attempt.moves {
            let mv = at.read_usi(usi)?;
            at.try_do_move(mv)?;
        }
        if Side::from(at.side_to_move()) != line.side {
            return Err(error(ErrorCode::BadValue, "the other side is to move in the line"));
        }
        let shares =
            |other: &NewOpeningLine| (&other.start, other.side) == (&line.start, line.side);
        let others = others.into_iter().filter(shares).collect();
        Ok(Self { line, others, at })
    }

    /// The rest of a line from the position on the board, if the line reaches it. Of a position that it
    /// reaches twice the last time counts, so that a drill comes to its end.
    fn rest<'a>(&self, line: &'a NewOpeningLine) -> &'a [String] {
        let wanted = key(&self.at);
        let mut rest: &[String] = &[];
        let Ok(mut at) = position(&line.start) else { return rest };
        for (index, usi) in line.moves.iter().enumerate() {
            if key(&at) == wanted {
                rest = &line.moves[index..];
            }
            if at.parse_usi(usi).is_none_or(|mv| at.try_do_move(mv).is_err()) {
                break;
            }
        }
        rest
    }

    /// The line that continues with a move, and what follows it there; the line asked for goes first.
    fn continued(&self, usi: &str) -> Option<(&NewOpeningLine, &[String])> {
        std::iter::once(&self.line).chain(&self.others).find_map(|line| {
            let (first, rest) = self.rest(line).split_first()?;
            (first == usi).then_some((line, rest))
        })
    }

    /// The moves that are left of the line asked for.
    fn left(&self) -> Vec<Move> {
        readable(&self.at, self.rest(&self.line))
    }
}

/// Judges a move; a right one is answered by the line's next move.
pub(super) fn play(state: &AppState, mut attempt: MateAttempt, usi: &str) -> AppResult<Reply> {
    let drill = Drill::of(state, &attempt)?;
    let mv = drill.at.read_usi(usi)?;
    if let Some(broken) = drill.at.illegality(mv) {
        return Err(broken.into());
    }
    let followed = drill.continued(&mv.to_string());
    attempt.wrong = attempt.wrong.saturating_add(u32::from(followed.is_none()));
    let (line, rest) = followed.unwrap_or((&drill.line, &[]));
    let (line, good) = (key_of(line), followed.is_some());
    // The attempt is over with the side's last move; a wrong one decides it too.
    let is_over = rest.len() < 2;
    let result = is_over.then(|| record(state, &attempt, &line, attempt.outcome(), good));
    let judged = DailyJudged {
        good,
        loss: 0.0,
        points: None,
        unknown: None,
        answer: rest.first().cloned().into_iter().collect(),
        reasons: Vec::new(),
        best: Vec::new(),
        line: good.then_some(line),
        result,
    };
    Ok(Reply::DailyJudged { judged: Box::new(judged) })
}

/// Gives as much of the line's next move as is asked for.
pub(super) fn hint(state: &AppState, mut attempt: MateAttempt, degree: u32) -> AppResult<Reply> {
    in_range("degree", degree, 1, 3)?;
    let next = Drill::of(state, &attempt)?.left().first().copied();
    let next = next.ok_or_else(|| not_found("move in the line", &attempt.sfen))?;
    attempt.hints = attempt.hints.max(degree);
    let failed = || record(state, &attempt, &attempt.sfen, MateOutcome::Failed, false);
    let result = (degree >= 3).then(failed);
    Ok(Reply::MateHint { hint: hint_of(next, degree, result) })
}

/// Gives the rest of the line; the attempt is over.
pub(super) fn answer(state: &AppState, attempt: &MateAttempt) -> AppResult<Reply> {
    let drill = Drill::of(state, attempt)?;
    let line = line_steps(&drill.at, &drill.left());
    let result = record(state, attempt, &attempt.sfen, MateOutcome::Failed, false);
    let answer = DailyAnswer { line, best: Vec::new(), reasons: Vec::new(), result };
    Ok(Reply::DailyAnswer { answer: Box::new(answer) })
}
