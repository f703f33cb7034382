//! The reader of CSA files.

use super::fields;
use super::line::{statements, time, written_move};
use super::position::PositionReader;
use crate::builder::{Builder, Limits};
use crate::ending::Ending;
use crate::error::{Fault, ReadError, Warning};
use crate::format::Format;
use crate::lines::{numbered, unknown};
use crate::place::Place;
use crate::tree::{Header, Note, Record, Time};
use zenpuku_shogi::{Color, Handicap};

/// Reads all games of a CSA text; `\n` ends its lines. A `/` separates games;
/// an empty part before or after it is not a game.
pub(crate) fn read(
    text: &str,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Record>, ReadError> {
    let mut records = Vec::new();
    let mut budget = limits.moves;
    let mut game = Game::new(budget);
    // Why the game that is being read is skipped, and why the first one was.
    let (mut refused, mut first) = (None, None);
    for (number, line) in numbered(text) {
        if line.trim_end() != "/" {
            if refused.is_none() {
                refused = skipped(game.line(line, number, limits, warnings))?;
            }
            continue;
        }
        if game.is_empty() && refused.is_none() {
            continue;
        }
        let ended = core::mem::replace(&mut game, Game::new(budget));
        if let Some(done) = finished(ended, refused.take(), &mut first, warnings)? {
            budget = budget.saturating_sub(done.len());
            game.budget = budget;
            records.push(done);
        }
    }
    match records.last_mut() {
        Some(last) if game.is_empty() && refused.is_none() => last.close_with(game.headers),
        _ => records.extend(finished(game, refused, &mut first, warnings)?),
    }
    match first {
        Some(error) if records.is_empty() => Err(error),
        _ => Ok(records),
    }
}

/// The record of a game that has been read to its end; `None` when its start position is refused,
/// which a warning names. The `first` error is kept for a file without any other game.
fn finished(
    game: Game,
    refused: Option<ReadError>,
    first: &mut Option<ReadError>,
    warnings: &mut Vec<Warning>,
) -> Result<Option<Record>, ReadError> {
    let result = match refused {
        Some(error) => Err(error),
        None => game.finish(),
    };
    let error = match result {
        Ok(record) => return Ok(Some(record)),
        result => skipped(result)?,
    };
    if let Some(error) = error {
        warnings.extend(Warning::skipped(&error));
        first.get_or_insert(error);
    }
    Ok(None)
}

/// The error of a start position, for which one game is skipped; any other is the file's.
fn skipped<T>(result: Result<T, ReadError>) -> Result<Option<ReadError>, ReadError> {
    match result {
        Ok(_) => Ok(None),
        Err(error) if error.is_start() => Ok(Some(error)),
        Err(error) => Err(error),
    }
}

struct Game {
    headers: Vec<Header>,
    position: PositionReader,
    builder: Option<Builder>,
    budget: usize,
}

impl Game {
    fn new(budget: usize) -> Self {
        let position = PositionReader::default();
        Self { headers: Vec::new(), position, builder: None, budget }
    }

    /// Were there only remarks, blank lines and versions?
    fn is_empty(&self) -> bool {
        let tells = |header: &Header| matches!(header, Header::Field { .. });
        self.builder.is_none() && self.position.is_untold() && !self.headers.iter().any(tells)
    }

    fn finish(mut self) -> Result<Record, ReadError> {
        self.begin()?;
        let record = self.builder.map(Builder::finish);
        // `begin` has just made the builder.
        record.ok_or(ReadError::Empty)
    }

    fn line(
        &mut self,
        line: &str,
        number: u32,
        limits: &Limits,
        warnings: &mut Vec<Warning>,
    ) -> Result<(), ReadError> {
        if self.builder.is_none() && !begins_moves(line) {
            return self.header(line, number, warnings);
        }
        self.position.first_move(line);
        self.begin()?;
        match &mut self.builder {
            Some(builder) => body(builder, line, number, limits, warnings),
            None => Ok(()),
        }
    }

    /// Ends the header.
    fn begin(&mut self) -> Result<(), ReadError> {
        if self.builder.is_some() {
            return Ok(());
        }
        let start = core::mem::take(&mut self.position).finish()?;
        let mut headers = core::mem::take(&mut self.headers);
        if Handicap::of(&start).is_some_and(|handicap| handicap != Handicap::Even) {
            name_by_handicap(&mut headers);
        }
        let builder = Builder::new(headers, start, Format::Csa, self.budget);
        let place = Place::new(1, 1);
        self.builder = Some(builder.map_err(|error| ReadError::StartRule { place, error })?);
        Ok(())
    }

    fn header(
        &mut self,
        line: &str,
        number: u32,
        warnings: &mut Vec<Warning>,
    ) -> Result<(), ReadError> {
        let body = line.trim_end();
        let header = if let Some(remark) = line.strip_prefix('\'') {
            match fields::in_remark(remark) {
                Some((key, value)) => {
                    Header::Field { key: key.to_owned(), value: value.to_owned() }
                }
                None => Header::Remark(remark.to_owned()),
            }
        } else if let Some((key, value)) = fields::parse(line) {
            Header::Field { key, value: value.to_owned() }
        } else {
            let known = self.position.feed(body, number)?;
            if !known && !body.is_empty() && !body.starts_with('V') {
                unknown(line, number, warnings);
            }
            Header::Line(line.to_owned())
        };
        self.headers.push(header);
        // What follows the side to move belongs to the game.
        if matches!(body, "+" | "-") { self.begin() } else { Ok(()) }
    }
}

fn name_by_handicap(headers: &mut [Header]) {
    for header in headers {
        if let Header::Field { key, .. } = header
            && let Some(color) = fields::player(key)
        {
            *key = if color == Color::Black { "下手" } else { "上手" }.to_owned();
        }
    }
}

fn begins_moves(line: &str) -> bool {
    let bytes = line.as_bytes();
    matches!(bytes, [b'+' | b'-', b'0'..=b'9', ..] | [b'%', ..] | [b'T', b'0'..=b'9', ..])
}

fn body(
    builder: &mut Builder,
    line: &str,
    number: u32,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<(), ReadError> {
    if builder.is_broken() {
        if let Some(word) = statements(line).first().and_then(|first| first.strip_prefix('%')) {
            text_ends(builder, |side| Ending::from_csa(word, side));
        }
        if builder.count_text(|text| text.split('\n').count()) == 1 {
            let spent_ms = time(line.trim());
            builder.text_time(spent_ms.map(|spent_ms| Time { spent_ms, total_ms: None }));
        }
        builder.push_text(line, line.strip_prefix("'*"));
        return Ok(());
    }
    match line.as_bytes().first() {
        Some(b'\'') => builder.note(note_of(line)),
        Some(b'+' | b'-' | b'%') if line.trim_end().len() > 1 => {
            return step(builder, line, number, limits, warnings);
        }
        Some(b'T') if take_time(builder, line) => {}
        _ => {
            if !line.trim().is_empty() {
                unknown(line, number, warnings);
            }
            builder.note(Note::Line(line.to_owned()));
        }
    }
    Ok(())
}

/// Takes the ending after a move that could not be read.
pub(super) fn text_ends(builder: &mut Builder, ending: impl FnOnce(Color) -> Ending) {
    let is_move = |line: &&str| line.starts_with(['+', '-']);
    let plies = builder.count_text(|text| text.split('\n').filter(is_move).count());
    builder.text_ends(plies, ending);
}

/// `'*comment` or `'remark`.
pub(super) fn note_of(line: &str) -> Note {
    match line.strip_prefix("'*") {
        Some(comment) => Note::Comment(comment.to_owned()),
        None => Note::Remark(line.strip_prefix('\'').unwrap_or(line).to_owned()),
    }
}

/// A `T` line gives the move before it its time.
fn take_time(builder: &mut Builder, line: &str) -> bool {
    let node = builder.node();
    let Some(spent_ms) = time(line.trim()).filter(|_| node.parent().is_some()) else {
        return false;
    };
    if node.time.is_some() {
        return false;
    }
    node.time = Some(Time { spent_ms, total_ms: None });
    let inline = node.source.as_deref().and_then(|source| said(source).ok());
    // Only right after the move: a comment between the two stays between them
    // by giving up the verbatim line.
    if inline.is_some_and(|inline| inline.notes.len() == node.notes.len()) {
        node.source = node.source.take().map(|s| format!("{s}\n{line}").into_boxed_str());
    }
    true
}

/// The contents of a move line (and a `T` line after it).
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) step: SaidStep,
    pub(super) time: Option<Time>,
    pub(super) notes: Vec<Note>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum SaidStep {
    Move(super::line::WrittenMove),
    End(String),
}

/// Reads a move line with its statements; an error says how many bytes in.
pub(super) fn said(source: &str) -> Result<Said, (Fault, usize)> {
    let (line, time_line) = source.split_once('\n').unwrap_or((source, ""));
    let found = statements(line);
    let (first, rest) = found.split_first().unwrap_or((&"", &[]));
    let step = match first.strip_prefix('%') {
        Some(word) => SaidStep::End(word.to_owned()),
        None => SaidStep::Move(written_move(first)?),
    };
    let mut said = Said { step, time: None, notes: Vec::new() };
    for statement in rest.iter().copied().chain([time_line.trim()]) {
        if let Some(spent_ms) = time(statement) {
            said.time = Some(Time { spent_ms, total_ms: None });
        } else if statement.starts_with('\'') {
            said.notes.push(note_of(statement));
        } else if !statement.is_empty() {
            let offset = line.find(statement).unwrap_or(0);
            let expected = "a time such as T12 or a comment".to_owned();
            return Err((Fault::Unreadable { expected }, offset));
        }
    }
    Ok(said)
}

pub(super) fn step(
    builder: &mut Builder,
    line: &str,
    number: u32,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<(), ReadError> {
    let side = builder.position().side_to_move();
    let found = said(line).and_then(|said| match said.step {
        SaidStep::End(word) => Ok((None, Ending::from_csa(&word, side), said.time, said.notes)),
        SaidStep::Move(written) => {
            let mv = written.resolve(builder.position()).map_err(|fault| (fault, 0))?;
            Ok((Some(mv), Ending::Error, said.time, said.notes))
        }
    });
    let source = Some(line.into());
    match found {
        Ok((Some(mv), _, time, notes)) => {
            builder.push_move(mv, time, source, limits)?;
            notes.into_iter().for_each(|note| builder.note(note));
        }
        Ok((None, ending, time, notes)) => {
            builder.push_ending(ending, time, source, limits)?;
            notes.into_iter().for_each(|note| builder.note(note));
        }
        Err((fault, offset)) => {
            let place = Place::in_line(number, line, offset);
            let said = said(line).ok();
            let attempt = match said.as_ref().map(|said| &said.step) {
                Some(SaidStep::Move(written)) => written.attempted(builder.position()),
                _ => None,
            };
            builder.break_off(line, fault, attempt, place, warnings);
            builder.text_time(said.and_then(|said| said.time));
        }
    }
    Ok(())
}
