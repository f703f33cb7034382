//! The header section that KIF and KI2 share: fields, remarks, start position.

use crate::diagram::{read_hand, read_row};
use crate::encoding::Encoding;
use crate::error::{ReadError, Warning, WarningKind};
use crate::format::Format;
use crate::lines::{note_of, unknown, variation_ply};
use crate::loss::{LossKind, Losses};
use crate::notation::leading_number;
use crate::place::Place;
use crate::tree::{Header, Note, Record};
use core::fmt::Write;
use core::iter::Peekable;
use zenpuku_shogi::{Color, Handicap, Setup, SetupRules};

/// Does the field describe the start position?
pub(crate) fn is_position_field(key: &str) -> bool {
    key == "手合割" || hand_of(key).is_some()
}

fn hand_of(key: &str) -> Option<Color> {
    match key {
        "先手の持駒" | "下手の持駒" | "先手の持ち駒" | "下手の持ち駒" => {
            Some(Color::Black)
        }
        "後手の持駒" | "上手の持駒" | "後手の持ち駒" | "上手の持ち駒" => {
            Some(Color::White)
        }
        _ => None,
    }
}

/// A hand with all remaining pieces of the set, as in mate problems.
fn is_rest(value: &str) -> bool {
    matches!(value.trim(), "残り全部" | "残り全て" | "残りすべて" | "残り")
}

fn is_player(key: &str) -> bool {
    matches!(key, "先手" | "後手" | "下手" | "上手")
}

/// Keys that are believed even before an ASCII colon.
fn is_common(key: &str) -> bool {
    let keys = ["開始日時", "終了日時", "対局日", "棋戦", "場所", "持ち時間", "表題", "備考"];
    is_player(key) || is_position_field(key) || keys.contains(&key)
}

/// `key：value`.
fn split_field(line: &str) -> Option<(&str, &str)> {
    if let Some((key, value)) = line.split_once('：') {
        return (!key.is_empty()).then_some((key, value));
    }
    line.split_once(':').filter(|(key, _)| is_common(key))
}

/// The heading above the moves of KIF.
pub(crate) const HEADING: &str = "手数----指手---------消費時間--";

pub(crate) fn is_heading(line: &str) -> bool {
    line.starts_with("手数--")
}

/// Does the line belong behind the moves of a game? Some programs leave one among the headers.
pub(crate) fn is_after_moves(line: &str) -> bool {
    variation_ply(line).is_some() || line.starts_with("まで")
}

/// The part before the first move.
pub(crate) struct Section {
    pub(crate) headers: Vec<Header>,
    pub(crate) start: Setup,
    /// Comments and remarks on the start position.
    pub(crate) notes: Vec<Note>,
}

/// Reads up to the first line that `begins_moves`. The header ends with a line
/// that `closes` it or with a comment; fields may still follow, but remarks and
/// blank lines after it belong to the start position.
pub(crate) fn read<'a>(
    lines: &mut Peekable<impl Iterator<Item = (u32, &'a str)>>,
    begins_moves: impl Fn(&str) -> bool,
    closes: impl Fn(&str) -> bool,
    warnings: &mut Vec<Warning>,
) -> Result<Section, ReadError> {
    let mut reader = HeaderReader::default();
    let mut notes = Vec::new();
    let mut closed = false;
    let mut empty = true;
    while let Some((number, line)) = lines.next_if(|(_, line)| !begins_moves(line)) {
        let note = note_of(line);
        let blank = line.trim().is_empty();
        match note {
            Note::Comment(_) | Note::Bookmark(_) => closed = true,
            Note::Remark(_) if closed => {}
            Note::Line(_) if closed && blank => {}
            _ => {
                if !reader.feed(line, number) {
                    unknown(line, number, warnings);
                }
                closed |= closes(line) && !(empty && blank);
                empty &= blank;
                continue;
            }
        }
        notes.push(note);
    }
    let (headers, start) = reader.finish(warnings)?;
    Ok(Section { headers, start, notes })
}

/// Collects the header lines of a KIF or KI2 file.
#[derive(Default)]
struct HeaderReader {
    headers: Vec<Header>,
    handicap: Option<(String, u32)>,
    /// Hand lines: owner, line text, offset of the hand in it, line number.
    hands: Vec<(Color, String, usize, u32)>,
    rows: Vec<(String, u32)>,
    side: Option<Color>,
    moves_made: Option<u32>,
}

impl HeaderReader {
    /// Takes a line; `false` when it is not a header line (it is kept all the same).
    fn feed(&mut self, line: &str, number: u32) -> bool {
        if let Some(remark) = line.strip_prefix('#') {
            self.headers.push(Header::Remark(remark.to_owned()));
            return true;
        }
        if self.feed_position(line, number) {
            self.headers.push(Header::Line(line.to_owned()));
            return true;
        }
        if let Some((key, value)) = split_field(line).filter(|_| !is_after_moves(line)) {
            self.feed_field(line, key, value, number);
            return true;
        }
        self.headers.push(Header::Line(line.to_owned()));
        line.trim().is_empty()
    }

    fn feed_position(&mut self, line: &str, number: u32) -> bool {
        let trimmed = line.trim();
        match trimmed {
            "先手番" | "下手番" => self.side = Some(Color::Black),
            "後手番" | "上手番" => self.side = Some(Color::White),
            // How the board is to be drawn.
            "盤面回転" => {}
            _ if trimmed.starts_with('|') => self.rows.push((line.to_owned(), number)),
            _ if trimmed.starts_with("+--") => {}
            _ if trimmed.starts_with("９ ８") || trimmed.starts_with("9 8 7") => {}
            _ if trimmed.starts_with("手数＝") => {
                self.moves_made = leading_number(&trimmed["手数＝".len()..]).0;
            }
            _ => return is_heading(trimmed),
        }
        true
    }

    fn feed_field(&mut self, line: &str, key: &str, value: &str, number: u32) {
        if key == "手合割" {
            self.handicap = Some((value.trim().to_owned(), number));
        } else if let Some(color) = hand_of(key) {
            self.hands.push((color, line.to_owned(), line.len() - value.len(), number));
        }
        self.headers.push(Header::Field { key: key.to_owned(), value: value.to_owned() });
    }

    /// The headers and the start position.
    fn finish(self, warnings: &mut Vec<Warning>) -> Result<(Vec<Header>, Setup), ReadError> {
        let (setup, line) =
            if self.rows.is_empty() { self.by_name(warnings) } else { self.by_board()? };
        // Most games begin so, and it costs as much to check as a few moves.
        if setup != Setup::startpos() {
            let checked = setup.check(SetupRules::Mate);
            let place = Place::new(line, 1);
            checked.map_err(|error| ReadError::StartRule { place, error })?;
        }
        Ok((self.headers, setup))
    }

    fn by_name(&self, warnings: &mut Vec<Warning>) -> (Setup, u32) {
        let Some((name, line)) = &self.handicap else { return (Setup::startpos(), 1) };
        match handicap(name) {
            Some(handicap) => (handicap.setup(), *line),
            None => {
                let kind = WarningKind::UnknownHandicap(name.clone());
                if !name.is_empty() && name != "その他" {
                    warnings.push(Warning { place: Place::new(*line, 1), kind });
                }
                (Setup::startpos(), *line)
            }
        }
    }

    fn by_board(&self) -> Result<(Setup, u32), ReadError> {
        let line = self.rows.first().map_or(1, |row| row.1);
        if self.rows.len() != 9 {
            let expected = format!("a board of nine rows, not {},", self.rows.len());
            return Err(ReadError::Start { place: Place::new(line, 1), expected });
        }
        let mut setup = Setup::empty();
        for (rank, (row, number)) in (1..).zip(&self.rows) {
            read_row(&mut setup, rank, row, *number)?;
        }
        // The remaining pieces go to a hand after all named ones.
        let (rest, named): (Vec<_>, Vec<_>) =
            self.hands.iter().partition(|(_, text, offset, _)| is_rest(&text[*offset..]));
        for (color, text, offset, number) in named {
            read_hand(&mut setup, *color, text, *offset, *number)?;
        }
        if let Some((color, ..)) = rest.first() {
            setup.rest_to_hand(*color);
        }
        let odd = self.moves_made.is_some_and(|made| made % 2 == 1);
        let by_number = if odd == self.is_handicap() { Color::Black } else { Color::White };
        setup.set_side_to_move(self.side.unwrap_or(by_number));
        Ok((setup, line))
    }

    /// Do the headers say that 上手 gives a handicap, and so moves first? The name of the handicap
    /// counts more than the names of the sides.
    fn is_handicap(&self) -> bool {
        let named = self.handicap.as_ref().and_then(|(name, _)| handicap(name));
        named.map_or_else(
            || self.headers.iter().any(names_handicap_side),
            |named| named != Handicap::Even,
        )
    }
}

/// The handicap of a name, with or without its last character.
fn handicap(name: &str) -> Option<Handicap> {
    Handicap::from_name_ja(name).or_else(|| Handicap::from_name_ja(&format!("{name}ち")))
}

/// Is it a field of 上手 or 下手, the sides of a handicap game?
fn names_handicap_side(header: &Header) -> bool {
    let named = |key: &str| key.starts_with("上手") || key.starts_with("下手");
    matches!(header, Header::Field { key, .. } if named(key) && (is_player(key) || hand_of(key).is_some()))
}

/// The start position that these headers describe, if they describe one.
fn described(headers: &[Header]) -> Option<Setup> {
    let mut reader = HeaderReader::default();
    for header in headers {
        match header {
            Header::Field { key, value } => reader.feed(&format!("{key}：{value}"), 1),
            Header::Line(line) => reader.feed(line, 1),
            Header::Remark(_) => true,
        };
    }
    reader.finish(&mut Vec::new()).ok().map(|(_, setup)| setup)
}

/// Writes the header section for `target`, KIF or KI2.
pub(crate) fn write(
    record: &Record,
    target: Format,
    encoding: Encoding,
    out: &mut String,
    losses: &mut Losses,
) {
    if record.layout != Some(target) {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "#{target} version=2.0 encoding={encoding}");
    }
    let own = matches!(record.layout, Some(Format::Kif | Format::Ki2));
    let kept = own && described(&record.headers).as_ref() == Some(record.start());
    let same = record.layout == Some(target);
    let mut position = (!kept).then(|| position_lines(record));
    for header in &record.headers {
        match header {
            Header::Field { key, .. } if !kept && is_position_field(key) => continue,
            Header::Field { key, value } => {
                if is_player(key)
                    && let Some(lines) = position.take()
                {
                    out.push_str(&lines);
                }
                push_field(out, key, value, losses);
            }
            Header::Remark(remark) if !same && remark.contains("version=") => {}
            Header::Remark(remark) => push_line(out, &format!("#{remark}"), losses),
            Header::Line(line) if kept && (same || !is_heading(line)) => {
                push_line(out, line, losses);
            }
            Header::Line(line) => report_line(line, losses),
        }
    }
    out.push_str(&position.unwrap_or_default());
    if !(kept && same) {
        push_end(target, out);
    }
}

/// Counts a line of another layout that is left out, unless the layout alone
/// needs it: blank lines, headings, versions, the start position.
pub(crate) fn report_line(line: &str, losses: &mut Losses) {
    let line = line.trim();
    let csa = crate::csa::is_layout_line(line);
    let usi = ["position", "startpos", "sfen"].iter().any(|word| line.starts_with(word));
    let known = line.is_empty() || HeaderReader::default().feed_position(line, 1);
    if !(known || csa || usi) {
        losses.add(LossKind::UnknownLines);
    }
}

fn push_end(target: Format, out: &mut String) {
    match target {
        Format::Kif => {
            out.push_str(HEADING);
            out.push('\n');
        }
        _ if out.ends_with("\n\n") => {}
        _ => out.push('\n'),
    }
}

fn position_lines(record: &Record) -> String {
    match Handicap::of(record.start()) {
        Some(handicap) => format!("手合割：{}\n", handicap.name_ja()),
        None => {
            let mut lines = record.start().pretty();
            // Without it the names of the sides would say that White moves first.
            let black = record.start().side_to_move() == Color::Black;
            if black && record.headers.iter().any(names_handicap_side) {
                lines.push_str("下手番\n");
            }
            lines
        }
    }
}

fn push_field(out: &mut String, key: &str, value: &str, losses: &mut Losses) {
    push_line(out, &format!("{key}：{value}"), losses);
}

/// Appends a line; a line break inside it becomes `\n` in two characters.
pub(crate) fn push_line(out: &mut String, line: &str, losses: &mut Losses) {
    if line.contains(['\n', '\r']) {
        losses.add(LossKind::LineBreaks);
        out.push_str(&line.replace("\r\n", "\\n").replace(['\n', '\r'], "\\n"));
    } else {
        out.push_str(line);
    }
    out.push('\n');
}
