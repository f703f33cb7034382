//! The reader of KI2.

use crate::builder::{Builder, Limits};
use crate::ending::{Ending, parse_summary};
use crate::error::{Fault, ReadError, Warning, WarningKind};
use crate::format::Format;
use crate::header;
use crate::lines::{note_of, numbered, unknown, variation_ply};
use crate::notation::{MARKS, leading_move};
use crate::place::Place;
use crate::resolve::{attempted, resolve};
use crate::tree::{Note, Record};
use zenpuku_shogi::{Color, Move, Position, Square};

/// Reads a KI2 text; `\n` ends its lines.
pub(crate) fn read(
    text: &str,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<Record, ReadError> {
    let mut lines = numbered(text).peekable();
    let closes = |line: &str| line.trim().is_empty();
    let has_moves = numbered(text).any(|(_, line)| begins_move(line));
    let begins_moves =
        |line: &str| begins_move(line) || (!has_moves && header::is_after_moves(line));
    let section = header::read(&mut lines, begins_moves, closes, warnings)?;
    let builder = Builder::new(section.headers, section.start, Format::Ki2, limits.moves);
    let place = Place::new(1, 1);
    let mut builder = builder.map_err(|error| ReadError::StartRule { place, error })?;
    builder.node().notes = section.notes;
    let mut reader = Reader { builder, limits, warnings };
    let last = text.lines().count();
    let closed = text.ends_with('\n');
    for (number, line) in lines {
        let end = if closed || (number as usize) < last { "\n" } else { "" };
        reader.line(line, end, number)?;
    }
    Ok(reader.builder.finish())
}

fn begins_move(line: &str) -> bool {
    line.trim_start().starts_with(MARKS)
}

struct Reader<'a> {
    builder: Builder,
    limits: &'a Limits,
    warnings: &'a mut Vec<Warning>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str, end: &str, number: u32) -> Result<(), ReadError> {
        if let Some(ply) = variation_ply(line) {
            self.builder.variation(line, ply, Place::new(number, 1), self.warnings);
            return Ok(());
        }
        if self.builder.is_broken() {
            self.find_ending(line);
            self.builder.push_text(line, line.strip_prefix('*'));
            return Ok(());
        }
        if begins_move(line) {
            return self.moves(line, end, number);
        }
        let side = self.builder.position().side_to_move();
        if let Some((count, ending)) = parse_summary(line, side) {
            return self.summary(line, end, count, ending, number);
        }
        self.note(line, number);
        Ok(())
    }

    /// The ending of a game with a foul comes after the foul.
    fn find_ending(&mut self, line: &str) {
        if parse_summary(line, Color::Black).is_some() {
            let moves = |line: &str| tokens(line).filter(|_| begins_move(line)).count();
            let plies = self.builder.count_text(|text| text.split('\n').map(moves).sum());
            let ending = |side| parse_summary(line, side).map_or(Ending::Error, |(_, end)| end);
            self.builder.text_ends(plies, ending);
        }
    }

    fn note(&mut self, line: &str, number: u32) {
        let note = note_of(line);
        if matches!(&note, Note::Line(text) if !text.trim().is_empty()) {
            unknown(line, number, self.warnings);
        }
        self.builder.note(note);
    }

    fn summary(
        &mut self,
        line: &str,
        end: &str,
        count: Option<u32>,
        ending: Ending,
        number: u32,
    ) -> Result<(), ReadError> {
        let made = self.builder.next_ply() - 1;
        if let Some(written) = count.filter(|&count| count != made) {
            let kind = WarningKind::MoveNumber { written, ply: made };
            self.warnings.push(Warning { place: Place::new(number, 1), kind });
        }
        let source = Some(format!("{line}{end}").into_boxed_str());
        self.builder.push_ending(ending, None, source, self.limits)
    }

    fn moves(&mut self, line: &str, end: &str, number: u32) -> Result<(), ReadError> {
        let mut tokens = tokens(line).peekable();
        while let Some((offset, token)) = tokens.next() {
            let end = if tokens.peek().is_some() { "" } else { end };
            let last = self.builder.last_target();
            let side = self.builder.position().side_to_move();
            match read_token(token, last, self.builder.position()) {
                Ok(read) => {
                    self.push(token, end, &read, side, Place::in_line(number, line, offset))?;
                }
                Err((fault, inside)) => {
                    let place = Place::in_line(number, line, offset + inside);
                    let attempt = attempt(token, last, self.builder.position());
                    self.builder.break_off(&line[offset..], fault, attempt, place, self.warnings);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn push(
        &mut self,
        token: &str,
        end: &str,
        read: &Token<'_>,
        side: Color,
        place: Place,
    ) -> Result<(), ReadError> {
        if read.mark.is_some_and(|mark| mark != side) {
            self.warnings.push(Warning { place, kind: WarningKind::WrongSide });
        }
        if !read.rest.is_empty() {
            let kind = WarningKind::TrailingText(read.rest.chars().take(40).collect());
            self.warnings.push(Warning { place, kind });
        }
        let source = Some(format!("{token}{end}").into_boxed_str());
        match &read.step {
            TokenStep::Move(mv) => self.builder.push_move(*mv, None, source, self.limits),
            TokenStep::End(end) => self.builder.push_ending(end.clone(), None, source, self.limits),
        }
    }
}

/// The moves of a line: each from its mark to the next one, blanks included.
fn tokens(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let lead = line.len() - line.trim_start().len();
    let marks: Vec<usize> = line.match_indices(MARKS).map(|(at, _)| at).collect();
    let ends: Vec<usize> = marks.iter().skip(1).copied().chain([line.len()]).collect();
    let starts = marks.into_iter().enumerate();
    starts.zip(ends).map(move |((index, start), end)| {
        // The blanks that indent a line belong to its first move.
        let start = if index == 0 { start - lead } else { start };
        (start, &line[start..end])
    })
}

pub(super) enum TokenStep {
    Move(Move),
    End(Ending),
}

pub(super) struct Token<'a> {
    mark: Option<Color>,
    pub(super) step: TokenStep,
    rest: &'a str,
}

/// Reads a mark with its move, or with a word that ends the game.
pub(super) fn read_token<'a>(
    token: &'a str,
    last: Option<Square>,
    position: &Position,
) -> Result<Token<'a>, (Fault, usize)> {
    let body = token.trim_start();
    let mark = body.chars().next().and_then(color_of);
    let body = body.trim_start_matches(MARKS).trim_start();
    if let Some(ending) = Ending::from_kif(body.trim_end()) {
        return Ok(Token { mark, step: TokenStep::End(ending), rest: "" });
    }
    let offset = token.len() - body.len();
    let (written, rest) = leading_move(body).map_err(|expected| {
        (Fault::Unreadable { expected: expected.what.to_owned() }, offset + expected.offset)
    })?;
    let mv = resolve(position, last, &written).map_err(|fault| (fault, 0))?;
    Ok(Token { mark, step: TokenStep::Move(mv), rest: rest.trim() })
}

/// Description of an illegal move.
fn attempt(token: &str, last: Option<Square>, position: &Position) -> Option<Move> {
    let body = token.trim_start().trim_start_matches(MARKS).trim_start();
    let (written, _) = leading_move(body).ok()?;
    attempted(position, last, &written)
}

/// ▼ is used for either side, so it is ignored.
fn color_of(mark: char) -> Option<Color> {
    match mark {
        '▲' | '☗' | '⛊' => Some(Color::Black),
        '△' | '☖' | '▽' | '⛉' => Some(Color::White),
        _ => None,
    }
}
