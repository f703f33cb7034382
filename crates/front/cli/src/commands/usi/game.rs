//! The position that the GUI set.

use zenpuku_protocol::usi::{GuiCommand, PositionCommand, StartPosition, UsiError, UsiMove};
use zenpuku_shogi::{Color, Move, Position, Setup, SetupRules};

/// The position to search, with its history; or the parse error.
pub(super) struct Game {
    position: Result<Position, String>,
    last: Option<LastMove>,
}

/// The last move of a `position` command, and the position before it.
#[derive(Clone)]
pub(super) struct LastMove {
    pub(super) before: Position,
    pub(super) played: Move,
}

impl Game {
    /// The start of an even game, until the GUI says otherwise.
    pub(super) fn new() -> Self {
        Self { position: Ok(Position::startpos()), last: None }
    }

    /// The position.
    ///
    /// # Errors
    /// Why the last `position` was refused, for a person.
    pub(super) fn position(&self) -> Result<&Position, String> {
        let refused = |refused| format!("there is no position to search: {refused}");
        self.position.as_ref().map_err(refused)
    }

    /// The move that led to the position; `None` where the GUI sent no moves.
    pub(super) fn last(&self) -> Option<&LastMove> {
        self.last.as_ref()
    }

    /// The position if a game can continue from it.
    ///
    /// # Errors
    /// Names what is missing, in plain text.
    pub(super) fn playable(&self) -> Result<&Position, String> {
        let position = self.position()?;
        let kings = [Color::BLACK, Color::WHITE].map(|color| position.king(color).is_some());
        if kings == [true, true] {
            Ok(position)
        } else {
            Err("a king is missing: only `go mate` can search this position".to_owned())
        }
    }

    /// Takes over a `position` command. Invalid parts are reported and left
    /// out: an illegal move with all later ones, or an invalid start position
    /// with everything.
    pub(super) fn set(&mut self, command: &PositionCommand) -> Result<(), String> {
        let mut position = start(&command.start).map_err(|refused| self.refuse(refused))?;
        self.last = None;
        self.last = None;
        let played = play(&mut position, &command.moves);
        self.position = Ok(position);
        self.last = played?;
        Ok(())
    }

    /// As [`Game::set`], for a line that could not be parsed: the moves before
    /// the first invalid word are kept.
    pub(super) fn set_unreadable(&mut self, line: &str, error: &UsiError) -> Result<(), String> {
        let UsiError::BadMove { number, .. } = error else {
            return Err(self.refuse(format!("position: {error}")));
        };
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let first = words.iter().position(|&word| word == "moves").map_or(0, |at| at + 1);
        let readable = words[..(first + number - 1).min(words.len())].join(" ");
        if let Ok(GuiCommand::Position(command)) = GuiCommand::parse(&readable) {
            self.set(&command)?;
        }
        Err(format!("position: {error}; the moves before it are kept"))
    }

    /// The GUI means a position that we do not know: any move of another one would be wrong.
    fn refuse(&mut self, reason: String) -> String {
        self.last = None;
        self.position = Err(reason.clone());
        reason
    }
}

fn start(start: &StartPosition) -> Result<Position, String> {
    let StartPosition::Sfen(sfen) = start else {
        return Ok(Position::startpos());
    };
    let setup = Setup::from_sfen(sfen.as_str());
    // A mate problem has no king of the attacker; `go` without `mate` refuses it later.
    let position = setup.and_then(|setup| {
        setup.position(SetupRules::Play).or_else(|_| setup.position(SetupRules::Mate))
    });
    position.map_err(|error| format!("position: {error}"))
}

/// Plays the moves up to the first illegal one; returns the last one if all are legal.
fn play(position: &mut Position, moves: &[UsiMove]) -> Result<Option<LastMove>, String> {
    let mut last = None;
    for (index, usi) in moves.iter().enumerate() {
        let before = (index + 1 == moves.len()).then(|| position.without_history());
        let read = position.read_usi(usi.as_str());
        let played = read.and_then(|mv| position.try_do_move(mv).map(|()| mv));
        let played = played.map_err(|broken| {
            format!(
                "position: illegal move {usi} (number {}): {broken}; the moves before it are kept",
                index + 1
            )
        })?;
        last = before.map(|before| LastMove { before, played });
    }
    Ok(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

    fn set(game: &mut Game, line: &str) -> Result<(), String> {
        match GuiCommand::parse(line) {
            Ok(GuiCommand::Position(command)) => game.set(&command),
            Ok(other) => panic!("{other}"),
            Err(error) => game.set_unreadable(line, &error),
        }
    }

    fn sfen(game: &Game) -> String {
        game.position().expect("a position").to_sfen()
    }

    #[test]
    fn moves_are_played() {
        let mut game = Game::new();
        assert_eq!(set(&mut game, "position startpos moves 7g7f 3c3d"), Ok(()));
        assert!(sfen(&game).ends_with(" b - 3"));
        assert_eq!(set(&mut game, &format!("position sfen {START} b - 1")), Ok(()));
        assert_eq!(sfen(&game), format!("{START} b - 1"));
    }

    #[test]
    fn the_moves_before_a_wrong_one_are_kept() {
        let mut game = Game::new();
        let illegal = set(&mut game, "position startpos moves 7g7f 7g7f 3c3d").unwrap_err();
        assert!(illegal.contains("7g7f (number 2): there is no piece on 7g"), "{illegal}");
        assert!(sfen(&game).ends_with(" w - 2"));
        let unreadable = set(&mut game, "position startpos moves 7g7f 3c3d 0x0x 2g2f").unwrap_err();
        assert!(unreadable.contains("move 3: `0x0x`"), "{unreadable}");
        assert!(sfen(&game).ends_with(" b - 3"));
    }

    #[test]
    fn a_refused_position_leaves_none_to_search() {
        let mut game = Game::new();
        for bad in [
            "position",
            "position sfen x",
            "position sfen 9/9 b - 1",
            "position sfen 9/9/9/9/9/9/9/9/9 b - 1",
            "position sfen 9/9/9/9/9/9/4PPPPP/4+p1S1+p/6K2 b s 1",
        ] {
            set(&mut game, "position startpos moves 7g7f").unwrap();
            let refused = set(&mut game, bad).unwrap_err();
            assert!(refused.starts_with("position: "), "{refused}");
            assert!(game.position().is_err() && game.playable().unwrap_err().contains(&refused));
        }
        set(&mut game, "position startpos moves 7g7f").unwrap();
        assert!(sfen(&game).ends_with(" w - 2"));
    }

    #[test]
    fn mate_problems_are_no_games() {
        let mut game = Game::new();
        assert_eq!(
            set(&mut game, "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
            Ok(())
        );
        assert!(game.playable().unwrap_err().contains("go mate"));
    }
}
