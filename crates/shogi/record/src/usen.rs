//! USEN, a complete record in a few characters that are valid in a web address [usen].
//!
//! `START~PLY.MOVES.END~PLY.MOVES.END…`: START is empty for the even game, else a SFEN without move number in which `/`,
//! space and `+` are `_`, `.` and `z`. Each further part is a line: it leaves the line before it after PLY plies, has
//! three digits in base 36 a move, and may end with a letter. A move is `(from * 81 + to) * 2`, plus 1 for a promotion;
//! squares count from 1a in rows, and a drop is from 81 plus the number of its piece.

use crate::builder::{Builder, Limits};
use crate::ending::Ending;
use crate::error::{Fault, ReadError, Warning, WriteError};
use crate::format::Format;
use crate::loss::{LossKind, Losses};
use crate::place::Place;
use crate::replay::Replay;
use crate::tree::{Note, Record, Step};
use crate::written::WrittenMove;
use core::fmt::Write as _;
use zenpuku_shogi::{Move, PieceType, Position, Setup, SetupRules, Square};

const SQUARES: u32 = 81;
/// The prefix of the record in the addresses of web applications.
const PARAMETER: &str = "usen=";

/// Numbers of the pieces that can be dropped.
const DROPS: [(u32, PieceType); 7] = [
    (9, PieceType::GOLD),
    (10, PieceType::PAWN),
    (11, PieceType::LANCE),
    (12, PieceType::KNIGHT),
    (13, PieceType::SILVER),
    (14, PieceType::BISHOP),
    (15, PieceType::ROOK),
];

/// Letters that end a line.
const ENDINGS: [(char, Ending); 4] = [
    ('r', Ending::Resign),
    ('t', Ending::TimeUp),
    ('j', Ending::Impasse),
    ('p', Ending::Interrupted),
];

/// The record in a text: the text itself, or the parameter `usen` of a web address.
fn payload(text: &str) -> &str {
    let text = text.trim();
    match text.split_once(PARAMETER) {
        Some((address, rest)) if address.contains("://") => {
            rest.split(['&', '#']).next().unwrap_or_default()
        }
        _ => text,
    }
}

/// Is the text a record in USEN, or an address that holds one?
pub(crate) fn is_usen(text: &str) -> bool {
    let text = decoded(payload(text));
    let mut parts = text.split('~');
    let start = parts.next().unwrap_or_default();
    let is_start = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let lines: Vec<&str> = parts.collect();
    start.chars().all(is_start) && !lines.is_empty() && lines.iter().all(|line| is_line(line))
}

fn is_line(line: &str) -> bool {
    let fields: Vec<&str> = line.split('.').collect();
    let [ply, moves, rest @ ..] = fields.as_slice() else { return false };
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    rest.len() <= 1
        && !ply.is_empty()
        && digits(ply)
        && moves.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Browsers may write `~` as `%7E`.
fn decoded(text: &str) -> String {
    text.replace("%7E", "~").replace("%7e", "~")
}

/// Reads the record of a text for which [`is_usen`] holds.
pub(crate) fn read(
    text: &str,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<Record, ReadError> {
    let text = decoded(payload(text));
    let mut parts = text.split('~');
    let place = Place::new(1, 1);
    let error = |error| ReadError::StartRule { place, error };
    let setup = start(parts.next().unwrap_or_default()).map_err(error)?;
    let builder = Builder::new(Vec::new(), setup, Format::Usen, limits.moves);
    let mut builder = builder.map_err(error)?;
    let mut offset = text.find('~').map_or(0, |at| at + 1);
    for line in parts {
        let at = Place::in_line(1, &text, offset);
        offset += line.len() + 1;
        read_line(line, at, &mut builder, limits, warnings)?;
    }
    Ok(builder.finish())
}

fn start(text: &str) -> Result<Setup, zenpuku_shogi::SetupError> {
    if text.is_empty() {
        return Ok(Setup::startpos());
    }
    let mut sfen = text.replace('_', "/").replace('.', " ").replace('z', "+");
    if sfen.split(' ').count() == 3 {
        sfen.push_str(" 1");
    }
    let setup = Setup::from_sfen(&sfen)?;
    setup.check(SetupRules::Mate)?;
    Ok(setup)
}

fn read_line(
    line: &str,
    place: Place,
    builder: &mut Builder,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<(), ReadError> {
    let mut fields = line.split('.');
    let ply = fields.next().and_then(|ply| ply.parse().ok()).unwrap_or(u32::MAX);
    let moves = fields.next().unwrap_or_default();
    if !builder.leave_at(ply) {
        let fault = Fault::NoParent { ply: ply.saturating_add(1) };
        builder.break_off(line, fault, None, place, warnings);
        return Ok(());
    }
    let mut rest = moves;
    while !rest.is_empty() {
        let (word, after) = rest.split_at_checked(3).unwrap_or((rest, ""));
        match parse_move(builder.position(), word) {
            Ok(mv) => builder.push_move(mv, None, None, limits)?,
            Err(fault) => {
                let attempt = written(word).and_then(|mv| mv.attempted(builder.position()));
                builder.break_off(rest, fault, attempt, place, warnings);
                return Ok(());
            }
        }
        rest = after;
    }
    let letter = fields.next().and_then(|end| end.chars().next());
    if let Some((_, ending)) = ENDINGS.iter().find(|(known, _)| Some(*known) == letter) {
        builder.push_ending(ending.clone(), None, None, limits)?;
    }
    Ok(())
}

fn written(word: &str) -> Option<WrittenMove> {
    let number = u32::from_str_radix(word, 36).ok().filter(|_| word.len() == 3)?;
    let (from, to, promotes) = (number / 2 / SQUARES, number / 2 % SQUARES, number % 2 == 1);
    let to = square(to)?;
    if from < SQUARES {
        return Some(WrittenMove::Board(square(from)?, to, promotes));
    }
    let (_, kind) = DROPS.iter().find(|(number, _)| SQUARES + number == from)?;
    Some(WrittenMove::Drop(*kind, to))
}

/// Squares in rows from 1a: 1a, 2a, ..., 9a, 1b, ...
fn square(number: u32) -> Option<Square> {
    let (file, rank) = ((number % 9) as u8, (number / 9) as u8);
    let name = [b'1' + file, b'a' + rank];
    core::str::from_utf8(&name).ok().and_then(Square::from_usi)
}

fn number(square: Square) -> u32 {
    u32::from(square.rank().raw() as u8) * 9 + u32::from(square.file().raw() as u8)
}

fn parse_move(position: &Position, word: &str) -> Result<Move, Fault> {
    let unreadable =
        || Fault::Unreadable { expected: "a move of three digits in base 36".to_owned() };
    written(word).ok_or_else(unreadable)?.legal(position)
}

/// Writes a record with its variations.
pub(crate) fn write(record: &Record, losses: &mut Losses) -> Result<String, WriteError> {
    let mut out = String::new();
    if *record.start() != Setup::startpos() {
        let sfen = record.start().to_sfen();
        let fields: Vec<&str> = sfen.split(' ').take(3).collect();
        out.push_str(&fields.join(".").replace('/', "_").replace('+', "z"));
    }
    let mut replay = Replay::new(record)?;
    for (index, first) in record.lines().enumerate() {
        let before = record.node(first).ply().saturating_sub(u32::from(index > 0));
        // Writing to a String cannot fail.
        let _ = write!(out, "~{before}.");
        write_line(record, first, &mut replay, &mut out, losses)?;
    }
    report(record, losses);
    Ok(out)
}

fn write_line(
    record: &Record,
    first: crate::tree::NodeId,
    replay: &mut Replay,
    out: &mut String,
    losses: &mut Losses,
) -> Result<(), WriteError> {
    let mut letter = None;
    for id in record.line_from(first) {
        replay.go(record, id).map_err(|(ply, rule)| WriteError::Illegal { ply, rule })?;
        match record.node(id).step() {
            Step::Start => {}
            _ if letter.is_some() => losses.add(LossKind::MovesAfterEnd),
            Step::Move(mv) => push_move(*mv, out),
            Step::End(ending) => letter = Some(letter_of(ending, losses)),
            Step::Broken(broken) => match broken.foul() {
                Some(mv) => {
                    losses.add(LossKind::Endings);
                    losses.add_many(LossKind::Comments, broken.comments.len());
                    push_move(mv, out);
                }
                None => losses.add(LossKind::Unreadable),
            },
        }
    }
    out.push('.');
    out.extend(letter.flatten());
    Ok(())
}

fn push_move(mv: Move, out: &mut String) {
    let from = match mv.from() {
        Some(from) => number(from),
        None => {
            let kind = crate::rule::kind_before(mv);
            let known = DROPS.iter().find(|(_, dropped)| *dropped == kind);
            SQUARES + known.map_or(0, |(number, _)| *number)
        }
    };
    let value = (from * SQUARES + number(mv.to())) * 2 + u32::from(mv.is_promotion());
    for place in [36 * 36, 36, 1] {
        out.extend(char::from_digit(value / place % 36, 36));
    }
}

/// The letter of an ending; one that is a draw or a break as well is taken with a loss.
fn letter_of(ending: &Ending, losses: &mut Losses) -> Option<char> {
    if let Some((letter, _)) = ENDINGS.iter().find(|(_, known)| known == ending) {
        return Some(*letter);
    }
    losses.add(LossKind::Endings);
    matches!(ending, Ending::Draw | Ending::MaxMoves).then_some('j')
}

/// Information in a record that USEN cannot express.
fn report(record: &Record, losses: &mut Losses) {
    for header in &record.headers {
        match header {
            crate::tree::Header::Field { key, value } => {
                if !crate::header::is_position_field(key) && !value.trim().is_empty() {
                    losses.add(LossKind::Fields);
                }
            }
            crate::tree::Header::Remark(remark) if remark.contains("encoding=") => {}
            crate::tree::Header::Remark(_) => losses.add(LossKind::Remarks),
            crate::tree::Header::Line(line) => crate::header::report_line(line, losses),
        }
    }
    for id in record.ids() {
        let node = record.node(id);
        if node.time.is_some_and(|time| time.spent_ms > 0) {
            losses.add(LossKind::Times);
        }
        for note in &node.notes {
            match note {
                Note::Comment(_) => losses.add(LossKind::Comments),
                Note::Bookmark(_) => losses.add(LossKind::Bookmarks),
                Note::Remark(_) => losses.add(LossKind::Remarks),
                Note::Line(text) if text.trim().is_empty() || text.starts_with("まで") => {}
                Note::Line(_) => losses.add(LossKind::UnknownLines),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(record: &Record) -> String {
        write(record, &mut Losses::default()).unwrap()
    }

    fn read_all(text: &str) -> (Record, Vec<Warning>) {
        let mut warnings = Vec::new();
        (read(text, &Limits::default(), &mut warnings).unwrap(), warnings)
    }

    #[test]
    fn the_published_example_is_read_and_written() {
        let example = "~0.6y236e7ku4be.r";
        assert!(is_usen(example));
        let (record, warnings) = read_all(example);
        let moves: Vec<String> = record
            .main_line()
            .filter_map(|id| record.node(id).played())
            .map(|mv| mv.to_string())
            .collect();
        assert_eq!(moves, ["2g2f", "8c8d", "7g7f", "8d8e"]);
        assert!(matches!(record.ending(), Some((Ending::Resign, _))) && warnings.is_empty());
        assert_eq!(text(&record), example);
    }

    #[test]
    fn addresses_are_read() {
        let address = "https://example.org/app/?locale=ja&usen=%7E0.6y236e7ku.&branch=0&ply=2";
        assert!(is_usen(address));
        assert_eq!(read_all(address).0.len(), 4);
        assert!(!is_usen("~ not a record") && !is_usen("a.b~") && !is_usen("usen=~0.6y2."));
    }

    #[test]
    fn positions_drops_promotions_and_variations_come_back() {
        let mut record = Record::new(Setup::from_sfen("3k5/9/9/9/9/9/4R4/9/4K4 b G 1").unwrap());
        let root = crate::tree::NodeId::ROOT;
        let mut add = |parent, usi: &str| {
            let mut replay = Replay::new(&record).unwrap();
            let position = replay.go(&record, parent).unwrap().clone();
            let mv = position.read_usi(usi).unwrap();
            record.add(parent, Step::Move(mv))
        };
        let first = add(root, "G*6b");
        let second = add(root, "5g5c+");
        let third = add(second, "6a7b");
        add(second, "6a7a");
        let written = text(&record);
        assert!(written.starts_with("3k5_9_9_9_9_9_4R4_9_4K4.b.G~0."), "{written}");
        assert_eq!(written.matches('~').count(), 3);
        let (back, warnings) = read_all(&written);
        assert!(warnings.is_empty());
        assert_eq!(text(&back), written);
        let played = |record: &Record, id| record.node(id).played();
        assert_eq!(back.root().children().len(), 2);
        assert_eq!(played(&back, back.root().children()[0]), played(&record, first));
        let branch = back.node(back.root().children()[1]);
        assert_eq!(branch.children().len(), 2);
        assert_eq!(played(&back, branch.children()[0]), played(&record, third));
    }

    #[test]
    fn bad_moves_end_their_line_with_a_warning() {
        let (record, warnings) = read_all("~0.6y2zzz.r");
        assert_eq!((record.ids().count(), warnings.len()), (3, 1));
        let (record, warnings) = read_all("~0.6y26y2.r~5.6y2.");
        assert_eq!(warnings.len(), 2);
        assert!(record.broken().count() >= 1);
    }
}
