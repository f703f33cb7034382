//! Lines as in USI's `position` command: `startpos`, `sfen …`, a bare SFEN,
//! each with or without `moves …`; one game per line [usi].

use crate::builder::{Builder, Limits};
use crate::ending::Ending;
use crate::error::{ReadError, Warning, WarningKind, WriteError};
use crate::format::Format;
use crate::lines::numbered;
use crate::loss::{LossKind, Losses};
use crate::place::Place;
use crate::tree::{Header, NodeId, Note, Record, Step};
use crate::usi_move::{attempted, parse_move};
use core::fmt::Write;
use zenpuku_shogi::{Setup, SetupRules};

/// Words that end a game, as engines and servers write them.
const ENDINGS: [(&str, Ending); 8] = [
    ("resign", Ending::Resign),
    ("win", Ending::Declaration),
    ("rep_draw", Ending::Repetition),
    ("draw", Ending::Draw),
    ("timeup", Ending::TimeUp),
    ("abort", Ending::Interrupted),
    ("timeout", Ending::TimeUp),
    ("break", Ending::Interrupted),
];

/// Reads all lines; blank lines, `#` remarks and lines without a position go to the game after them.
pub(crate) fn read(
    text: &str,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Record>, ReadError> {
    let mut records: Vec<Record> = Vec::new();
    let mut headers = Vec::new();
    let mut budget = limits.moves;
    let mut first = None;
    for (number, line) in numbered(text) {
        if let Some(remark) = line.strip_prefix('#') {
            headers.push(Header::Remark(remark.to_owned()));
        } else if line.trim().is_empty() {
            headers.push(Header::Line(line.to_owned()));
        } else {
            match game(line, number, &mut headers, budget, limits, warnings) {
                Ok(record) => {
                    budget = budget.saturating_sub(record.len());
                    records.push(record);
                }
                Err(error) if error.is_start() => {
                    warnings.extend(Warning::skipped(&error));
                    headers.push(Header::Line(line.to_owned()));
                    first.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
    }
    let Some(last) = records.last_mut() else { return Err(first.unwrap_or(ReadError::Empty)) };
    last.close_with(headers);
    Ok(records)
}

fn game(
    line: &str,
    number: u32,
    headers: &mut Vec<Header>,
    budget: usize,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<Record, ReadError> {
    let (head, moves) = split_moves(line);
    let (setup, prefix) = start(head, number)?;
    let mut headers = core::mem::take(headers);
    headers.push(Header::Line(prefix.to_owned()));
    let builder = Builder::new(headers, setup, Format::Usi, budget);
    let place = Place::new(number, 1);
    let mut builder = builder.map_err(|error| ReadError::StartRule { place, error })?;
    let mut offset = line.len() - moves.len();
    for word in moves.split_ascii_whitespace() {
        let at = line[offset..].find(word).map_or(offset, |found| offset + found);
        offset = at + word.len();
        if let Some((_, ending)) = ENDINGS.iter().find(|(name, _)| *name == word) {
            builder.push_ending(ending.clone(), None, Some(word.into()), limits)?;
            continue;
        }
        match parse_move(builder.position(), word) {
            Ok(mv) => builder.push_move(mv, None, None, limits)?,
            Err(fault) => {
                let place = Place::in_line(number, line, at);
                let attempt = attempted(builder.position(), word);
                let text = line[at..].trim_end();
                builder.break_off(text, fault, attempt, place, warnings);
                // USI has no word for it: a game whose last move is illegal ended by it.
                if text == word && attempt.is_some() {
                    builder.text_ends(1, |_| Ending::FoulLoss);
                }
                break;
            }
        }
    }
    if builder.is_broken() {
        let last = warnings.last_mut();
        if let Some(Warning { kind: WarningKind::Broken { text, .. }, .. }) = last {
            *text = text.split_ascii_whitespace().next().unwrap_or_default().to_owned();
        }
    }
    Ok(builder.finish())
}

/// The text before and after the word `moves`.
fn split_moves(line: &str) -> (&str, &str) {
    let at = line.match_indices("moves").map(|(at, _)| at).find(|&at| {
        let before = line[..at].ends_with(char::is_whitespace) || at == 0;
        before && line[at + 5..].chars().next().is_none_or(char::is_whitespace)
    });
    at.map_or((line, ""), |at| (&line[..at], &line[at + 5..]))
}

/// The start position, and the words before it (`position sfen`, …).
fn start(head: &str, number: u32) -> Result<(Setup, &str), ReadError> {
    let body = head.trim_start();
    let body = body.strip_prefix("position").map_or(body, str::trim_start);
    if body.trim_end() == "startpos" {
        return Ok((Setup::startpos(), head.trim_end()));
    }
    let sfen = match body.strip_prefix("sfen") {
        Some(rest) if rest.starts_with(char::is_whitespace) => rest.trim(),
        _ => body.trim(),
    };
    let at = head.len() - head.trim_start().len() + head.trim_start().find(sfen).unwrap_or(0);
    let place = Place::in_line(number, head, at);
    let error = |error| ReadError::StartRule { place, error };
    let setup = Setup::from_sfen(sfen).map_err(error)?;
    setup.check(SetupRules::Mate).map_err(error)?;
    Ok((setup, head[..at].trim_end()))
}

/// Writes every game on its line.
pub(crate) fn write(records: &[Record], losses: &mut Losses) -> Result<String, WriteError> {
    let mut out = String::new();
    for record in records {
        let own = record.layout == Some(Format::Usi);
        push_headers(record, own, &mut out, losses);
        push_start(record, own, &mut out);
        push_moves(record, own, &mut out, losses)?;
        out.push('\n');
        push_trailer(record, own, &mut out, losses);
        losses.add_many(LossKind::Variations, record.lines().count() - 1);
    }
    Ok(out)
}

fn push_headers(record: &Record, own: bool, out: &mut String, losses: &mut Losses) {
    // The last line of an own header is the prefix of the position.
    let last = record.headers.iter().rposition(|header| matches!(header, Header::Line(_)));
    for (index, header) in record.headers.iter().enumerate() {
        match header {
            Header::Field { key, .. } if crate::header::is_position_field(key) => {}
            Header::Field { value, .. } if value.trim().is_empty() => {}
            Header::Field { .. } => losses.add(LossKind::Fields),
            Header::Remark(text) if own => {
                crate::header::push_line(out, &format!("#{text}"), losses);
            }
            Header::Line(line) if own && Some(index) != last => {
                crate::header::push_line(out, line, losses);
            }
            Header::Remark(remark) if remark.contains("encoding=") => {}
            Header::Remark(_) => losses.add(LossKind::Remarks),
            Header::Line(line) => crate::header::report_line(line, losses),
        }
    }
}

fn push_start(record: &Record, own: bool, out: &mut String) {
    let prefix = record.headers.iter().rev().find_map(|header| match header {
        Header::Line(line) if own => Some(line.as_str()),
        _ => None,
    });
    let even = *record.start() == Setup::startpos();
    let prefix = match prefix {
        Some(prefix) if prefix.ends_with("startpos") == even => prefix,
        // A bare SFEN may be the even start too.
        Some(prefix) if even && !prefix.ends_with("startpos") => prefix,
        _ if even => "startpos",
        _ => "sfen",
    };
    out.push_str(prefix);
    if !prefix.ends_with("startpos") {
        if !prefix.is_empty() {
            out.push(' ');
        }
        out.push_str(&record.start().to_sfen());
    }
}

fn push_moves(
    record: &Record,
    own: bool,
    out: &mut String,
    losses: &mut Losses,
) -> Result<(), WriteError> {
    let mut replay = crate::replay::Replay::new(record)?;
    let mut separator = " moves ";
    let mut ended = false;
    for id in record.main_line() {
        let node = record.node(id);
        if node.time.is_some_and(|time| time.spent_ms > 0) {
            losses.add(LossKind::Times);
        }
        if ended && !own {
            losses.add(LossKind::MovesAfterEnd);
            continue;
        }
        replay.go(record, id).map_err(|(ply, rule)| WriteError::Illegal { ply, rule })?;
        let word = match node.step() {
            Step::Move(mv) => mv.to_string(),
            Step::End(ending) => match ending_word(ending, node.source.as_deref()) {
                Some(word) if own => word.to_owned(),
                _ => {
                    losses.add(LossKind::Endings);
                    ended = true;
                    continue;
                }
            },
            Step::Broken(broken) if own => broken.text.clone(),
            Step::Broken(broken) => match broken.foul() {
                Some(mv) => {
                    losses.add(LossKind::Endings);
                    losses.add_many(LossKind::Comments, broken.comments.len());
                    mv.to_string()
                }
                None => {
                    losses.add(LossKind::Unreadable);
                    continue;
                }
            },
            Step::Start => continue,
        };
        // Writing to a String cannot fail.
        let _ = write!(out, "{separator}{word}");
        separator = " ";
    }
    Ok(())
}

fn ending_word<'a>(ending: &Ending, source: Option<&'a str>) -> Option<&'a str> {
    let known = ENDINGS.iter().find(|(_, other)| other == ending).map(|(word, _)| *word);
    source.filter(|source| known == Some(source)).or(known)
}

fn push_trailer(record: &Record, own: bool, out: &mut String, losses: &mut Losses) {
    let last = Some(record.main_line().last().unwrap_or(NodeId::ROOT));
    for id in record.ids() {
        for note in &record.node(id).notes {
            match note {
                Note::Remark(text) if own && Some(id) == last => {
                    crate::header::push_line(out, &format!("#{text}"), losses);
                }
                Note::Line(text) if own && Some(id) == last => {
                    crate::header::push_line(out, text, losses);
                }
                Note::Comment(_) => losses.add(LossKind::Comments),
                Note::Bookmark(_) => losses.add(LossKind::Bookmarks),
                Note::Remark(_) => losses.add(LossKind::Remarks),
                Note::Line(text) if text.trim().is_empty() || text.starts_with("まで") => {}
                Note::Line(_) => losses.add(LossKind::UnknownLines),
            }
        }
    }
}
