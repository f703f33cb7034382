//! Questions about positions that need no document.

pub(crate) mod messages;

use crate::document::{marked, setup_position};
use crate::errors::{AppResult, error};
use crate::protocol::{
    ErrorCode, LegalMove, LegalMoves, LineStep, PositionRequest, PositionVerdict, Reply,
    SetupProblem,
};
use zenpuku_shogi::{Move, MoveList, Position, Setup, SetupError, SetupRules, Square};

/// Longest line.
const MAX_LINE: usize = 200;

pub(crate) fn carry_out(request: PositionRequest) -> AppResult<Reply> {
    match request {
        PositionRequest::LegalMoves { sfen } => legal_moves(&sfen),
        PositionRequest::Line { sfen, moves } => line(&sfen, &moves),
        PositionRequest::Check { sfen } => Ok(check(&sfen)),
    }
}

/// The position of an SFEN; mate problems count.
pub(crate) fn position(sfen: &str) -> AppResult<Position> {
    let setup = Setup::from_sfen(sfen)?;
    setup.check(SetupRules::Mate)?;
    setup_position(&setup)
        .ok_or_else(|| error(ErrorCode::BadPosition, "nothing can be played from there"))
}

/// Every legal move.
fn legal_moves(sfen: &str) -> AppResult<Reply> {
    let position = position(sfen)?;
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let legal = LegalMoves {
        sfen: sfen.to_owned(),
        turn: position.side_to_move().into(),
        check: position.in_check(),
        declare: position.declaration().possible,
        moves: list.iter().map(|&mv| legal_move(mv)).collect(),
    };
    Ok(Reply::LegalMoves { legal })
}

pub(crate) fn legal_move(mv: Move) -> LegalMove {
    LegalMove {
        usi: mv.to_string(),
        from: mv.from().map(|square| square.to_string()),
        drop: mv.dropped().map(|kind| kind.to_string()),
        to: mv.to().to_string(),
        promote: mv.is_promotion(),
    }
}

/// The positions along a line.
fn line(sfen: &str, moves: &[String]) -> AppResult<Reply> {
    if moves.len() > MAX_LINE {
        let message = format!("a line has at most {MAX_LINE} moves");
        return Err(error(ErrorCode::TooLarge, message));
    }
    let mut at = position(sfen)?;
    let mut steps = Vec::with_capacity(moves.len());
    let mut last = None;
    for usi in moves {
        let mv = at.read_usi(usi)?;
        steps.push(play(&mut at, mv, &mut last)?);
    }
    Ok(Reply::Line { sfen: sfen.to_owned(), steps })
}

/// The positions along a line of moves, up to the first illegal one.
pub(crate) fn line_steps(root: &Position, moves: &[Move]) -> Vec<LineStep> {
    let (mut at, mut last) = (root.clone(), None);
    moves.iter().map_while(|&mv| play(&mut at, mv, &mut last).ok()).collect()
}

/// The moves of a line in USI, up to the first illegal one.
pub(crate) fn readable(root: &Position, line: &[String]) -> Vec<Move> {
    let mut at = root.clone();
    let read = |usi: &String| {
        let mv = at.read_usi(usi).ok()?;
        at.try_do_move(mv).ok().map(|_| mv)
    };
    line.iter().map_while(read).collect()
}

/// Plays a move and returns the result.
fn play(at: &mut Position, mv: Move, last: &mut Option<Square>) -> AppResult<LineStep> {
    let side = at.side_to_move();
    at.try_do_move(mv)?;
    let kif = marked(side, mv, last.replace(mv.to()));
    Ok(LineStep { usi: mv.to_string(), kif, sfen: at.to_sfen(), check: at.in_check() })
}

/// Judges a position of the editor.
fn check(sfen: &str) -> Reply {
    let setup = Setup::from_sfen(sfen);
    let judge = |rules| {
        setup
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|setup| setup.position(rules).map(|position| position.to_sfen()))
    };
    let mate_problem = judge(SetupRules::Mate).is_ok();
    let verdict = match judge(SetupRules::Play) {
        Ok(sfen) => PositionVerdict { sfen: Some(sfen), problem: None, mate_problem },
        Err(broken) => {
            PositionVerdict { sfen: None, problem: Some(problem(&broken)), mate_problem }
        }
    };
    Reply::Position { verdict }
}

fn problem(broken: &SetupError) -> SetupProblem {
    let (code, squares) = match broken {
        SetupError::MissingKing(_) => ("missing_king", Vec::new()),
        SetupError::TwoKings { first, second, .. } => ("two_kings", vec![*first, *second]),
        SetupError::TooManyPieces { .. } => ("too_many_pieces", Vec::new()),
        SetupError::TwoPawns { .. } => ("two_pawns", Vec::new()),
        SetupError::DeadPiece { square, .. } => ("dead_piece", vec![*square]),
        SetupError::OpponentInCheck { king, checker, .. } => {
            ("opponent_in_check", vec![*king, *checker])
        }
        _ => ("syntax", Vec::new()),
    };
    SetupProblem {
        code: code.to_owned(),
        message: broken.to_string(),
        squares: squares.iter().map(ToString::to_string).collect(),
    }
}
