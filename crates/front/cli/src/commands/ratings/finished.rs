//! What ratings need of a game.

use zenpuku_arena::game::{Ending as GameEnding, GameRecord, Winner};
use zenpuku_arena::repeats::Repeats;
use zenpuku_game_db::{GameResult, StoredResult, winner_of_verdict};
use zenpuku_shogi::{RepetitionState, SetupRules};
use zenpuku_shogi_record::{Ending, Record, Step};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finished {
    /// Names of Black's and of White's player.
    pub(super) players: [String; 2],
    /// Who won, none for a draw.
    pub(super) winner: Option<Winner>,
    /// The fault by which the loser lost, if it was one.
    pub(super) fault: Option<GameEnding>,
    /// The common part of the two games of an opening.
    pub(super) pair: Option<String>,
    /// The start position in SFEN and the moves in USI, where they are known.
    pub(super) line: Option<(String, Vec<String>)>,
}

impl Finished {
    /// Notes the game and returns whether the same players played it before with the same colours.
    /// A game without moves repeats none, nor does one of a program against itself: under one name
    /// the two games of a pair are alike.
    pub(super) fn repeats(&self, seen: &mut Repeats) -> bool {
        let [black, white] = &self.players;
        let line = self.line.as_ref().filter(|(_, moves)| !moves.is_empty() && black != white);
        line.is_some_and(|(start, moves)| seen.note(black, white, start, moves))
    }

    /// A game of `zenpuku match`.
    pub(super) fn of_match(players: [String; 2], game: &GameRecord, pair: String) -> Self {
        let fault = Some(game.ending).filter(|ending| ending.is_fault());
        let line = Some((game.start.clone(), game.moves.clone()));
        Self { players, winner: game.winner, fault, pair: Some(pair), line }
    }

    /// A game of ShogiArena; `None` when it has no result.
    pub(super) fn of_stored(game: &StoredResult, file: &str) -> Option<Self> {
        use GameResult as R;

        let fault = match game.result {
            R::BlackWinByTimeout | R::WhiteWinByTimeout => Some(GameEnding::TimeLoss),
            R::BlackWinByIllegalMove | R::WhiteWinByIllegalMove => Some(GameEnding::IllegalMove),
            R::BlackWinByForfeit | R::WhiteWinByForfeit => Some(GameEnding::Crash),
            _ => None,
        };
        let pair = game.pair().map(|(number, start)| format!("{file}\n{number}\n{start}"));
        let (players, winner) = (game.players.clone(), game.result.winner().map(Winner::from));
        game.result.is_finished().then_some(Self { players, winner, fault, pair, line: None })
    }

    /// A record; `None` when it has no result.
    pub(super) fn of_record(
        record: &Record,
        players: [String; 2],
        pair: Option<String>,
    ) -> Option<Self> {
        let winner = winner(record)?;
        let fault = fault(record).filter(|_| winner.is_some());
        Some(Self { players, winner, fault, pair, line: Some(line(record)) })
    }
}

/// Who won, none for a draw; `None` without a result.
fn winner(record: &Record) -> Option<Option<Winner>> {
    if let Some(winner) = record.winner() {
        return Some(Some(Winner::from(winner)));
    }
    let ending = record.ending().map(|(ending, _)| ending);
    if ending.is_some_and(Ending::is_draw) {
        return Some(None);
    }
    let last = record.main_line().last()?;
    let said = record.node(last).comments().find_map(winner_of_verdict)?;
    Some(said.map(Winner::from))
}

/// The start and the moves of the main line.
fn line(record: &Record) -> (String, Vec<String>) {
    let moves = record.main_line().filter_map(|id| match record.node(id).step() {
        Step::Move(mv) => Some(mv.to_string()),
        _ => None,
    });
    (record.start().to_sfen(), moves.collect())
}

fn fault(record: &Record) -> Option<GameEnding> {
    match record.ending()?.0 {
        Ending::TimeUp => Some(GameEnding::TimeLoss),
        Ending::Error => Some(GameEnding::Crash),
        // Perpetual check is foul in a record, and no fault of a program.
        foul if foul.is_foul() && !ends_by_repetition(record) => Some(GameEnding::IllegalMove),
        _ => None,
    }
}

fn ends_by_repetition(record: &Record) -> bool {
    let Ok(mut position) = record.start().position(SetupRules::Play) else { return false };
    for id in record.main_line() {
        match record.node(id).step() {
            Step::Move(mv) => position.do_move(*mv),
            _ => break,
        }
    }
    matches!(position.game_repetition(), RepetitionState::Win | RepetitionState::Lose)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi_record::{Format, read};

    fn finished(moves: &str) -> Option<Finished> {
        let text = format!("V2.2\nN+a\nN-b\nPI\n+\n{moves}");
        let record = read(text.as_bytes(), Some(Format::Csa)).unwrap().records.remove(0);
        Finished::of_record(&record, ["a".to_owned(), "b".to_owned()], None)
    }

    #[test]
    fn endings_tell_winner_and_fault() {
        let (black, white) = (Some(Winner::Black), Some(Winner::White));
        for (moves, winner, fault) in [
            ("+7776FU\n%TORYO\n", black, None),
            ("+7776FU\n%TIME_UP\n", black, Some(GameEnding::TimeLoss)),
            ("+7776FU\n%ILLEGAL_MOVE\n", black, Some(GameEnding::IllegalMove)),
            ("+7776FU\n%SENNICHITE\n", None, None),
            ("+7776FU\n%CHUDAN\n'*adjudicated: White wins\n", white, None),
            ("+7776FU\n%ERROR\n'*White wins: crashed: gone\n", white, Some(GameEnding::Crash)),
        ] {
            let found = finished(moves).map(|game| (game.winner, game.fault));
            assert_eq!(found, Some((winner, fault)), "{moves}");
        }
        for moves in ["+7776FU\n", "+7776FU\n%CHUDAN\n", "%ERROR\n", ""] {
            assert_eq!(finished(moves), None, "{moves}");
        }
    }

    #[test]
    fn perpetual_check_is_no_fault_of_a_program() {
        // Black gives perpetual check on two files in turn.
        let start = "V2.2\nN+a\nN-b\nP-11OU\nP+29HI59OU\n+\n";
        let round = "+2919HI\n-1121OU\n+1929HI\n-2111OU\n";
        for (rounds, fault) in [(3, None), (1, Some(GameEnding::IllegalMove))] {
            let text = format!("{start}{}%+ILLEGAL_ACTION\n", round.repeat(rounds));
            let record = read(text.as_bytes(), Some(Format::Csa)).unwrap().records.remove(0);
            let names = ["a".to_owned(), "b".to_owned()];
            let game = Finished::of_record(&record, names, None).unwrap();
            assert_eq!((game.winner, game.fault), (Some(Winner::White), fault));
        }
    }
}
