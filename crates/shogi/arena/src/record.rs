//! A finished game as a record that other programs read.

use crate::game::{Ending as GameEnding, GameRecord, Winner};
use crate::player::MATE_CP;
use zenpuku_shogi::{Color, RuleViolation, Setup, SetupError, SetupRules};
use zenpuku_shogi_record::{
    Ending, Evaluation, EvaluationStyle, NodeId, Record, Score, Step, Time,
};

/// Why a game cannot be written as a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The start position is invalid.
    #[error("start position: {0}")]
    Setup(#[from] SetupError),
    /// A move is not legal.
    #[error("move {number}: {cause}")]
    Move {
        /// Number of the move, 1 for the first.
        number: usize,
        /// The error of the rules.
        cause: RuleViolation,
    },
}

/// A game as a record: names of Black and White, moves, evaluations from Black's view, the ending, and
/// a note about it.
///
/// # Errors
/// [`RecordError`] when it cannot be played again.
pub fn record_of(
    game: &GameRecord,
    [black, white]: [&str; 2],
    note: Option<&str>,
) -> Result<Record, RecordError> {
    let setup = Setup::from_sfen(&game.start)?;
    let mut position = setup.position(SetupRules::Play)?;
    let mut record = Record::new(setup);
    record.set_field("先手", black);
    record.set_field("後手", white);
    let mut at = NodeId::ROOT;
    for (index, usi) in game.moves.iter().enumerate() {
        let read = position.read_usi(usi);
        let mv = read.map_err(|cause| RecordError::Move { number: index + 1, cause })?;
        position.do_move(mv);
        at = record.add(at, Step::Move(mv));
        let Some(played) = index.checked_sub(game.opening_plies) else { continue };
        let searched = game.searches.get(played).copied().unwrap_or_default();
        let node = record.node_mut(at);
        node.time = searched.ms.map(|spent_ms| Time { spent_ms, total_ms: None });
        if let Some(cp) = game.scores.get(played).copied().flatten() {
            node.add_evaluation(&Evaluation {
                depth: searched.depth,
                nodes: searched.nodes,
                ..Evaluation::new(EvaluationStyle::ShogiHomePlayer, score(cp))
            });
        }
    }
    let end = record.add(at, Step::End(ending(game, position.side_to_move())));
    if let Some(note) = note {
        record.node_mut(end).add_comment(note);
    }
    Ok(record)
}

/// A score of the arena, from Black's view.
fn score(cp: i32) -> Score {
    if cp.abs() < MATE_CP {
        return Score::Centipawns(cp);
    }
    let winner = if cp > 0 { Color::Black } else { Color::White };
    Score::Mate { winner, plies: None }
}

/// The ending in the terms of record formats; `side` is to move at the end.
fn ending(game: &GameRecord, side: Color) -> Ending {
    let loses = game.winner.is_some_and(|winner| winner != Winner::from(side));
    match game.ending {
        GameEnding::Mate => Ending::Mate,
        GameEnding::Resignation => Ending::Resign,
        GameEnding::Declaration => Ending::Declaration,
        GameEnding::Repetition => Ending::Repetition,
        GameEnding::MaxPlies => Ending::MaxMoves,
        GameEnding::PerpetualCheck if !loses => Ending::FoulWin,
        GameEnding::PerpetualCheck | GameEnding::FalseDeclaration => Ending::FoulLoss,
        GameEnding::IllegalMove => Ending::FoulMove,
        GameEnding::TimeLoss => Ending::TimeUp,
        GameEnding::Crash => Ending::Error,
        GameEnding::Adjudication if loses => Ending::Resign,
        // The side that has just moved resigns, which no record format can express.
        GameEnding::Adjudication => Ending::Interrupted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::STARTPOS;

    fn game(ending: GameEnding, winner: Option<Winner>) -> GameRecord {
        GameRecord {
            start: STARTPOS.to_owned(),
            moves: ["7g7f", "3c3d", "2g2f"].map(str::to_owned).to_vec(),
            scores: Vec::new(),
            searches: Vec::new(),
            opening_plies: 3,
            winner,
            ending,
            detail: None,
        }
    }

    #[test]
    fn every_ending_has_the_winner_of_the_game() {
        let (black, white) = (Some(Winner::Black), Some(Winner::White));
        // White is to move at the end.
        for (kind, winner) in [
            (GameEnding::Mate, black),
            (GameEnding::Resignation, black),
            (GameEnding::Declaration, white),
            (GameEnding::Repetition, None),
            (GameEnding::MaxPlies, None),
            (GameEnding::PerpetualCheck, black),
            (GameEnding::PerpetualCheck, white),
            (GameEnding::IllegalMove, black),
            (GameEnding::TimeLoss, black),
            (GameEnding::Adjudication, black),
        ] {
            let found = ending(&game(kind, winner), Color::WHITE).winner(Color::WHITE);
            assert_eq!(found.map(Winner::from), winner, "{kind:?}");
        }
    }

    #[test]
    fn a_game_that_cannot_be_played_again_is_named() {
        let mut broken = game(GameEnding::Mate, Some(Winner::Black));
        broken.moves[1] = "3c3e".to_owned();
        let error = record_of(&broken, ["a", "b"], None).unwrap_err();
        assert!(matches!(error, RecordError::Move { number: 2, .. }), "{error}");
    }
}
