//! The reader of KIF.

use super::line::{MoveLine, move_line, tail};
use crate::builder::{Builder, Limits};
use crate::ending::Ending;
use crate::error::{Fault, ReadError, Warning, WarningKind};
use crate::format::Format;
use crate::header::{self, is_heading};
use crate::lines::{note_of, numbered, unknown, variation_ply};
use crate::notation::{MARKS, digit, leading_move};
use crate::place::Place;
use crate::resolve::{attempted, resolve};
use crate::tree::{Note, Record, Time};
use zenpuku_shogi::Move;

/// Reads a KIF text; `\n` ends its lines.
pub(crate) fn read(
    text: &str,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<Record, ReadError> {
    let mut lines = numbered(text).peekable();
    let has_moves = numbered(text).any(|(_, line)| is_step(line));
    let begins_moves = |line: &str| is_step(line) || (!has_moves && header::is_after_moves(line));
    let section = header::read(&mut lines, begins_moves, is_heading, warnings)?;
    let builder = Builder::new(section.headers, section.start, Format::Kif, limits.moves);
    let place = Place::new(1, 1);
    let mut builder = builder.map_err(|error| ReadError::StartRule { place, error })?;
    builder.node().notes = section.notes;
    let mut reader = Reader { builder, limits, warnings };
    while let Some((number, line)) = lines.next() {
        reader.line(line, number, lines.clone())?;
    }
    Ok(reader.builder.finish())
}

/// Is it a numbered line: a move, an ending, or a word between two moves?
fn is_step(line: &str) -> bool {
    move_line(line).is_some() && !is_heading(line)
}

struct Reader<'a> {
    builder: Builder,
    limits: &'a Limits,
    warnings: &'a mut Vec<Warning>,
}

impl Reader<'_> {
    fn line<'a>(
        &mut self,
        line: &str,
        number: u32,
        following: impl Iterator<Item = (u32, &'a str)>,
    ) -> Result<(), ReadError> {
        if let Some(ply) = variation_ply(line) {
            self.builder.variation(line, ply, Place::new(number, 1), self.warnings);
            return Ok(());
        }
        if self.builder.is_broken() {
            self.builder.push_text(line, line.strip_prefix('*'));
            self.find_ending(line);
            return Ok(());
        }
        if let Some(parts) = move_line(line).filter(|_| !is_heading(line)) {
            if !self.builder.begins_variation() && is_pause(parts, following) {
                self.builder.note(Note::Line(line.to_owned()));
                return Ok(());
            }
            return self.step(line, parts, number);
        }
        let note = note_of(line);
        if matches!(&note, Note::Line(text) if !text.trim().is_empty() && !text.starts_with("まで"))
        {
            unknown(line, number, self.warnings);
        }
        self.builder.note(note);
        Ok(())
    }

    fn step(&mut self, line: &str, parts: MoveLine<'_>, number: u32) -> Result<(), ReadError> {
        let found = match self.read_step(parts) {
            Ok(found) => found,
            Err((fault, offset)) => {
                let place = Place::in_line(number, line, parts.offset + offset);
                let (attempt, time) = self.attempted(parts.rest);
                self.builder.break_off(line, fault, attempt, place, self.warnings);
                self.builder.text_time(time);
                return Ok(());
            }
        };
        self.check_number(parts.number, number);
        let after = tail(found.rest);
        if !after.other.is_empty() {
            let kind = WarningKind::TrailingText(after.other.chars().take(40).collect());
            let place = Place::in_line(number, line, line.len() - after.other.len());
            self.warnings.push(Warning { place, kind });
        }
        let source = Some(line.into());
        match found.step {
            Found::Move(mv) => self.builder.push_move(mv, after.time, source, self.limits),
            Found::End(end) => self.builder.push_ending(end, after.time, source, self.limits),
        }
    }

    /// Description of an illegal move, and its time.
    fn attempted(&mut self, text: &str) -> (Option<Move>, Option<Time>) {
        let last = self.builder.last_target();
        let Ok((written, rest)) = leading_move(text.trim_start_matches(MARKS)) else {
            return (None, None);
        };
        (attempted(self.builder.position(), last, &written), tail(rest).time)
    }

    /// The ending of a game with a foul comes after the foul.
    fn find_ending(&mut self, line: &str) {
        let Some(parts) = move_line(line) else { return };
        if let Some((ending, _)) = leading_ending(parts.rest)
            && !matches!(ending, Ending::Other(_))
            && let Some(plies) = parts.number.checked_sub(self.builder.next_ply())
        {
            self.builder.text_ends(plies as usize, |_| ending);
        }
    }

    fn check_number(&mut self, written: u32, line: u32) {
        let ply = self.builder.next_ply();
        if written != ply {
            let kind = WarningKind::MoveNumber { written, ply };
            self.warnings.push(Warning { place: Place::new(line, 1), kind });
        }
    }

    fn read_step<'a>(&mut self, parts: MoveLine<'a>) -> Result<FoundStep<'a>, (Fault, usize)> {
        let last = self.builder.last_target();
        read_step(parts.rest, |written| resolve(self.builder.position(), last, written))
    }
}

/// Does the line only say that play pauses (`2 昼食休憩`, `2 封じ手`)? The move with its number is
/// still to come then.
fn is_pause<'a>(parts: MoveLine<'_>, following: impl Iterator<Item = (u32, &'a str)>) -> bool {
    let pauses = leading_ending(parts.rest).is_some_and(|(ending, _)| {
        matches!(ending, Ending::Other(_) | Ending::SealedMove | Ending::Interrupted)
    });
    // A variation may begin with the same number.
    let stops = |line: &str| is_step(line) || header::is_after_moves(line);
    let mut lines = following.map(|(_, line)| line);
    let mut next = || lines.find(|line| stops(line)).and_then(move_line);
    pauses && next().is_some_and(|next| next.number == parts.number)
}

/// A move or an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Move(Move),
    End(Ending),
}

/// The contents of a move line, and the text after it.
pub(super) struct FoundStep<'a> {
    pub(super) step: Found,
    pub(super) rest: &'a str,
}

/// Reads what follows the number; an error says how many bytes in.
pub(super) fn read_step(
    text: &str,
    resolve: impl FnOnce(&crate::notation::WrittenMove) -> Result<Move, Fault>,
) -> Result<FoundStep<'_>, (Fault, usize)> {
    if let Some((ending, rest)) = leading_ending(text) {
        return Ok(FoundStep { step: Found::End(ending), rest });
    }
    let marked = text.trim_start_matches(MARKS);
    match leading_move(marked) {
        Ok((written, rest)) => match resolve(&written) {
            Ok(mv) => Ok(FoundStep { step: Found::Move(mv), rest }),
            Err(fault) => Err((fault, 0)),
        },
        Err(expected) => {
            let what = expected.what.to_owned();
            let offset = text.len() - marked.len() + expected.offset;
            Err((Fault::Unreadable { expected: what }, offset))
        }
    }
}

/// A known ending, with the mark of a side or without, or an unknown word that cannot be a move.
fn leading_ending(text: &str) -> Option<(Ending, &str)> {
    let unmarked = text.trim_start_matches(MARKS);
    let first = unmarked.chars().next()?;
    // No ending begins so.
    if digit(first).is_some() || matches!(first, '同' | '仝') {
        return None;
    }
    let end = unmarked.find([' ', '　', '(', '（', '+', '\t']).unwrap_or(unmarked.len());
    let (word, rest) = unmarked.split_at(end);
    let known = Ending::from_kif(word);
    let is_other = !word.is_empty() && unmarked.len() == text.len();
    let other = || is_other.then(|| Ending::Other(word.to_owned()));
    Some((known.or_else(other)?, rest))
}
