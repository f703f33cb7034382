//! The writer of CSA files.

use super::fields;
use super::line::push_move;
use super::position::{self, PositionReader, is_position_line};
use super::read::{SaidStep, said};
use crate::document::CsaVersion;
use crate::encoding::Encoding;
use crate::ending::Ending;
use crate::error::WriteError;
use crate::format::Format;
use crate::header::{is_position_field, push_line, report_line};
use crate::loss::{LossKind, Losses};
use crate::replay::Replay;
use crate::tree::{Header, Node, NodeId, Note, Record, Step};
use core::fmt::Write;
use zenpuku_shogi::{Color, Position};

/// Writes all games, with a line `/` between them.
pub(crate) fn write(
    records: &[Record],
    version: Option<CsaVersion>,
    encoding: Encoding,
    losses: &mut Losses,
) -> Result<String, WriteError> {
    let mut out = String::new();
    for (index, record) in records.iter().enumerate() {
        if index > 0 {
            out.push_str("/\n");
        }
        let own = record.layout == Some(Format::Csa);
        let version = version.or_else(|| own.then(|| version_of(record)).flatten());
        let fractions = version == Some(CsaVersion::V3_0);
        let replay = Replay::new(record)?;
        let mut writer = Writer { record, replay, own, fractions, out, losses };
        writer.headers(version);
        writer.moves()?;
        out = writer.out;
    }
    let fresh = records.first().is_some_and(|record| record.layout != Some(Format::Csa));
    Ok(if fresh { with_version(&out, version.unwrap_or_default(), encoding) } else { out })
}

fn version_of(record: &Record) -> Option<CsaVersion> {
    record.headers.iter().find_map(|header| match header {
        Header::Line(line) if line.starts_with("V3") => Some(CsaVersion::V3_0),
        Header::Line(line) if line.starts_with('V') => Some(CsaVersion::V2_2),
        _ => None,
    })
}

/// Version 3.0 begins with its encoding; in 2.2 it is given if necessary.
fn with_version(body: &str, version: CsaVersion, encoding: Encoding) -> String {
    let number = if version == CsaVersion::V3_0 { "V3.0" } else { "V2.2" };
    let shift_jis = encoding == Encoding::ShiftJis;
    let name = if shift_jis { "SHIFT_JIS" } else { encoding.name() };
    if version == CsaVersion::V2_2 && (shift_jis || body.is_ascii()) {
        format!("{number}\n{body}")
    } else {
        format!("'CSA encoding={name}\n{number}\n{body}")
    }
}

struct Writer<'a> {
    record: &'a Record,
    replay: Replay,
    own: bool,
    /// May times have fractions of seconds?
    fractions: bool,
    out: String,
    losses: &'a mut Losses,
}

impl Writer<'_> {
    fn headers(&mut self, version: Option<CsaVersion>) {
        let record = self.record;
        let kept = self.own && described(record);
        if !self.own {
            let players = record.headers.iter().filter(|header| is_player(header));
            players.for_each(|header| self.header(header, kept, version));
        }
        let rest = record.headers.iter().filter(|header| self.own || !is_player(header));
        let rest: Vec<&Header> = rest.collect();
        rest.into_iter().for_each(|header| self.header(header, kept, version));
        if !kept {
            position::push(&mut self.out, record.start());
        }
    }

    fn header(&mut self, header: &Header, kept: bool, version: Option<CsaVersion>) {
        match header {
            Header::Field { key, .. } if is_position_field(key) => {}
            Header::Field { key, value } => match fields::line_of(key, value) {
                Some(line) => push_line(&mut self.out, &line, self.losses),
                None => {
                    if !self.own {
                        self.losses.add(LossKind::FieldsAsRemarks);
                    }
                    push_line(&mut self.out, &format!("'{key}：{value}"), self.losses);
                }
            },
            Header::Remark(remark) if !self.own && remark.contains("version=") => {}
            Header::Remark(remark) if !self.own && remark.starts_with("CSA encoding=") => {}
            Header::Remark(remark) => push_line(&mut self.out, &format!("'{remark}"), self.losses),
            Header::Line(line) if self.own => self.own_line(line, kept, version),
            Header::Line(line) => report_line(line, self.losses),
        }
    }

    fn own_line(&mut self, line: &str, kept: bool, version: Option<CsaVersion>) {
        if !kept && is_position_line(line.trim_end()) {
            return;
        }
        let other = version != version_of(self.record);
        match version {
            Some(version) if other && line.starts_with('V') => {
                self.out.push_str(if version == CsaVersion::V3_0 { "V3.0\n" } else { "V2.2\n" });
            }
            _ => push_line(&mut self.out, line, self.losses),
        }
    }

    fn moves(&mut self) -> Result<(), WriteError> {
        let record = self.record;
        self.notes(&record.root().notes);
        let mut ended = false;
        for id in record.main_line() {
            if ended && !self.own {
                self.losses.add(LossKind::MovesAfterEnd);
                continue;
            }
            let node = record.node(id);
            match node.step() {
                Step::Start => {}
                Step::Broken(broken) if self.own => {
                    self.out.push_str(&broken.text);
                    self.out.push('\n');
                    self.notes(&node.notes);
                }
                Step::Broken(broken) if broken.foul().is_none() => {
                    self.losses.add(LossKind::Unreadable);
                    for line in broken.text.split('\n') {
                        push_line(&mut self.out, &format!("'*{line}"), self.losses);
                    }
                }
                _ => self.step(id, node)?,
            }
            ended |= node.ending().is_some();
        }
        self.losses.add_many(LossKind::Variations, record.lines().count() - 1);
        Ok(())
    }

    fn step(&mut self, id: NodeId, node: &Node) -> Result<(), WriteError> {
        let illegal = |(ply, rule)| WriteError::Illegal { ply, rule };
        let parent = node.parent().unwrap_or(NodeId::ROOT);
        let position = self.replay.go(self.record, parent).map_err(illegal)?;
        let source = node.source.as_deref().filter(|_| self.own);
        let kept = source.and_then(|source| says(source, node, position).map(|n| (source, n)));
        let side = position.side_to_move();
        let notes = match kept {
            Some((source, inline)) => {
                self.out.push_str(source);
                self.out.push('\n');
                &node.notes[inline..]
            }
            None => {
                self.fresh(node, side);
                &node.notes
            }
        };
        self.notes(notes);
        if let Step::Broken(broken) = node.step() {
            for line in &broken.comments {
                push_line(&mut self.out, &format!("'*{line}"), self.losses);
            }
            let (ending, side) = Ending::after_illegal_move(side);
            self.ending(&ending, side);
            self.out.push('\n');
        }
        self.replay.go(self.record, id).map_err(illegal)?;
        Ok(())
    }

    fn fresh(&mut self, node: &Node, side: Color) {
        match node.step() {
            Step::Move(mv) => push_move(&mut self.out, *mv),
            Step::End(ending) => self.ending(ending, side),
            Step::Broken(broken) => {
                broken.foul().iter().for_each(|&mv| push_move(&mut self.out, mv));
            }
            Step::Start => {}
        }
        self.out.push('\n');
        let Some(time) = node.time else { return };
        let (seconds, millis) = (time.spent_ms / 1000, time.spent_ms % 1000);
        // Writing to a String cannot fail.
        let _ = if millis > 0 && self.fractions {
            let fraction = format!("{millis:03}");
            writeln!(self.out, "T{seconds}.{}", fraction.trim_end_matches('0'))
        } else {
            if millis > 0 {
                self.losses.add(LossKind::Fractions);
            }
            writeln!(self.out, "T{seconds}")
        };
    }

    fn ending(&mut self, ending: &Ending, side: Color) {
        let word = ending.csa(side);
        if word.is_none_or(|word| Ending::from_csa(word, side) != *ending) {
            self.losses.add(LossKind::Endings);
        }
        match word {
            Some(word) => {
                self.out.push('%');
                self.out.push_str(&word.replace(['\n', '\r'], " "));
            }
            None if *ending == Ending::SealedMove => self.out.push_str("%CHUDAN"),
            None => {
                let word = ending.kif(side).replace(['\n', '\r'], " ");
                let _ = write!(self.out, "'{word}");
            }
        }
    }

    fn notes(&mut self, notes: &[Note]) {
        for note in notes {
            match note {
                Note::Comment(text) => {
                    push_line(&mut self.out, &format!("'*{text}"), self.losses);
                }
                Note::Bookmark(text) => {
                    self.losses.add(LossKind::Bookmarks);
                    push_line(&mut self.out, &format!("'*&{text}"), self.losses);
                }
                Note::Remark(text) => {
                    push_line(&mut self.out, &format!("'{text}"), self.losses);
                }
                Note::Line(text) if self.own => push_line(&mut self.out, text, self.losses),
                Note::Line(text) if text.trim().is_empty() || text.starts_with("まで") => {}
                Note::Line(_) => self.losses.add(LossKind::UnknownLines),
            }
        }
    }
}

fn is_player(header: &Header) -> bool {
    matches!(header, Header::Field { key, .. } if fields::player(key).is_some())
}

/// Do the record's own lines describe its start position?
fn described(record: &Record) -> bool {
    let mut reader = PositionReader::default();
    for header in &record.headers {
        if let Header::Line(line) = header
            && reader.feed(line.trim_end(), 1).is_err()
        {
            return false;
        }
    }
    reader.finish().as_ref() == Ok(record.start())
}

/// Does the original text still match the node? Then how many of the node's
/// notes it includes.
fn says(source: &str, node: &Node, position: &Position) -> Option<usize> {
    let said = said(source).ok()?;
    let same = match (said.step, node.step()) {
        (SaidStep::Move(written), Step::Move(mv)) => written.resolve(position).ok() == Some(*mv),
        (SaidStep::End(word), Step::End(ending)) => {
            Ending::from_csa(&word, position.side_to_move()) == *ending
        }
        _ => false,
    };
    let time = said.time.map(|time| time.spent_ms) == node.time.map(|time| time.spent_ms);
    let inline = said.notes.len();
    (same && time && node.notes.get(..inline) == Some(&said.notes)).then_some(inline)
}
