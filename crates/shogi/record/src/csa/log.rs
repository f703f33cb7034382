//! Logs of clients of the CSA server protocol: the summary of each game, its
//! moves with times, its result [csa-protocol].

use super::position::PositionReader;
use super::read::{step, text_ends};
use crate::builder::{Builder, Limits};
use crate::ending::Ending;
use crate::error::{ReadError, Warning};
use crate::format::Format;
use crate::lines::numbered;
use crate::place::Place;
use crate::tree::{Header, Note, Record};

/// Reads the games of a log. Lines outside games are left out; within a game
/// they are kept as remarks.
pub(crate) fn read(
    text: &str,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Record>, ReadError> {
    let mut records: Vec<Record> = Vec::new();
    let mut game: Option<Game> = None;
    for (number, line) in numbered(text) {
        let line = line.trim_end();
        if line == "BEGIN Game_Summary" {
            records.extend(game.take().map(Game::finish).transpose()?);
            let spent: usize = records.iter().map(Record::len).sum();
            game = Some(Game::new(limits.moves.saturating_sub(spent)));
        } else if let Some(game) = &mut game {
            game.line(line, number, limits, warnings)?;
        }
    }
    records.extend(game.map(Game::finish).transpose()?);
    Ok(records)
}

struct Game {
    headers: Vec<Header>,
    position: PositionReader,
    builder: Option<Builder>,
    budget: usize,
    /// Total time, byoyomi, increment, in the words of the server.
    clock: [Option<String>; 3],
    ended: bool,
}

impl Game {
    fn new(budget: usize) -> Self {
        let position = PositionReader::default();
        let clock = [const { None }; 3];
        Self { headers: Vec::new(), position, builder: None, budget, clock, ended: false }
    }

    fn finish(mut self) -> Result<Record, ReadError> {
        self.begin()?;
        self.builder.map(Builder::finish).ok_or(ReadError::Empty)
    }

    fn line(
        &mut self,
        line: &str,
        number: u32,
        limits: &Limits,
        warnings: &mut Vec<Warning>,
    ) -> Result<(), ReadError> {
        let is_move = matches!(line.as_bytes(), [b'+' | b'-', b'0'..=b'9', ..] | [b'%', ..]);
        if !is_move && self.builder.is_none() {
            return self.summary(line, number);
        }
        self.begin()?;
        let Some(builder) = &mut self.builder else { return Ok(()) };
        if builder.is_broken() {
            find_ending(builder, line);
            builder.push_text(line, None);
        } else if is_move {
            self.ended |= line.starts_with('%');
            step(builder, line, number, limits, warnings)?;
        } else if let Some(ending) = result(line).filter(|_| !self.ended) {
            self.ended = true;
            builder.push_ending(ending, None, None, limits)?;
        } else if !line.is_empty() && line != "END Position" && line != "END Game_Summary" {
            builder.note(Note::Remark(line.to_owned()));
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), ReadError> {
        if self.builder.is_some() {
            return Ok(());
        }
        let start = core::mem::take(&mut self.position).finish()?;
        let mut headers = core::mem::take(&mut self.headers);
        if let Some(total) = &self.clock[0] {
            let part = |at: usize| self.clock[at].as_deref().unwrap_or("0");
            let value = format!("{total}+{}+{}", part(1), part(2));
            headers.push(Header::Field { key: "持ち時間".to_owned(), value });
        }
        let builder = Builder::new(headers, start, Format::CsaLog, self.budget);
        let place = Place::new(1, 1);
        self.builder = Some(builder.map_err(|error| ReadError::StartRule { place, error })?);
        Ok(())
    }

    fn summary(&mut self, line: &str, number: u32) -> Result<(), ReadError> {
        if self.position.feed(line, number)? {
            return Ok(());
        }
        let (key, value) = line.split_once(':').unwrap_or((line, ""));
        let mut field = |key: &str| {
            let header = Header::Field { key: key.to_owned(), value: value.to_owned() };
            self.headers.push(header);
        };
        match key {
            "Name+" => field("先手"),
            "Name-" => field("後手"),
            "Game_ID" => field("棋戦"),
            "Max_Moves" => field("最大手数"),
            "Total_Time" => self.clock[0] = Some(value.to_owned()),
            "Byoyomi" => self.clock[1] = Some(value.to_owned()),
            "Increment" => self.clock[2] = Some(value.to_owned()),
            _ if value.is_empty() => {}
            _ => self.headers.push(Header::Remark(line.to_owned())),
        }
        Ok(())
    }
}

/// The ending of a game with an illegal move comes after the move.
fn find_ending(builder: &mut Builder, line: &str) {
    if let Some(word) = line.strip_prefix('%') {
        text_ends(builder, |side| Ending::from_csa(word, side));
    } else if let Some(ending) = result(line) {
        text_ends(builder, |_| ending);
    }
}

/// The ending of a result line, for games that end without an action of the players.
fn result(line: &str) -> Option<Ending> {
    Some(match line {
        "#RESIGN" => Ending::Resign,
        "#TIME_UP" => Ending::TimeUp,
        "#ILLEGAL_MOVE" => Ending::FoulMove,
        "#ILLEGAL_ACTION" => Ending::FoulLoss,
        "#SENNICHITE" => Ending::Repetition,
        "#OUTE_SENNICHITE" => Ending::Other("連続王手の千日手".to_owned()),
        "#JISHOGI" => Ending::Declaration,
        "#MAX_MOVES" => Ending::MaxMoves,
        "#CHUDAN" | "#CENSORED" => Ending::Interrupted,
        _ => return None,
    })
}
