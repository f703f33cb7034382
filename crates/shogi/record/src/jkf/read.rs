//! The reader of JKF.

use super::start;
use crate::builder::{Builder, Limits};
use crate::csa::kind_of;
use crate::ending::Ending;
use crate::error::{Fault, ReadError, Warning, WarningKind};
use crate::format::Format;
use crate::json::{Json, Ref};
use crate::notation::{Motion, Side, Target, WrittenMove, square};
use crate::resolve::{attempted, resolve};
use crate::tree::{Header, NodeId, Note, Record, Time};
use zenpuku_shogi::{Move, PieceType, Square};

/// Reads a JKF text.
pub(crate) fn read(
    text: &str,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<Record, ReadError> {
    let json = Json::parse(text)?;
    let syntax = |at: Ref, expected: &str| ReadError::Syntax {
        place: json.place(at, text),
        expected: expected.to_owned(),
    };
    let moves = json.get(Json::ROOT, "moves").and_then(|moves| json.elements(moves));
    let moves = moves.ok_or_else(|| syntax(Json::ROOT, "an object with the array `moves`"))?;
    let setup = start::read(&json, text)?;
    let mut reader = Reader { json: &json, text, limits, warnings };
    reader.unknown(Json::ROOT, &["header", "initial", "moves"]);
    let headers = reader.headers();
    let builder = Builder::new(headers, setup, Format::Jkf, limits.moves);
    let place = json.place(Json::ROOT, text);
    let mut builder = builder.map_err(|error| ReadError::StartRule { place, error })?;
    reader.tree(&mut builder, moves)?;
    Ok(builder.finish())
}

struct Reader<'a> {
    json: &'a Json,
    text: &'a str,
    limits: &'a Limits,
    warnings: &'a mut Vec<Warning>,
}

/// A line of moves that is still to be read.
struct Line<'a> {
    /// The node it branches off.
    parent: NodeId,
    moves: &'a [Ref],
}

impl<'a> Reader<'a> {
    fn unknown(&mut self, at: Ref, known: &[&str]) {
        for (name, value) in self.json.members(at) {
            if !known.contains(&name.as_str()) {
                let place = self.json.place(*value, self.text);
                let kind = WarningKind::UnknownProperty(name.clone());
                self.warnings.push(Warning { place, kind });
            }
        }
    }

    fn headers(&mut self) -> Vec<Header> {
        let Some(header) = self.json.get(Json::ROOT, "header") else { return Vec::new() };
        let members = self.json.members(header).iter();
        members
            .map(|(key, value)| {
                let text = self.json.text(*value);
                let value = text.unwrap_or_else(|| self.json.source(*value, self.text));
                Header::Field { key: key.clone(), value: value.to_owned() }
            })
            .collect()
    }

    fn tree(&mut self, builder: &mut Builder, moves: &'a [Ref]) -> Result<(), ReadError> {
        // The first entry belongs to the start position, unless it is a move.
        let starts = moves.first().is_some_and(|&first| {
            self.json.get(first, "move").is_none() && self.json.get(first, "special").is_none()
        });
        let body = if starts { &moves[1..] } else { moves };
        if let Some(&first) = moves.first().filter(|_| starts) {
            self.unknown(first, &["comments", "move", "time", "special", "forks"]);
            self.notes(builder, first);
        }
        let mut pending = vec![Line { parent: NodeId::ROOT, moves: body }];
        while let Some(line) = pending.pop() {
            builder.go(line.parent);
            self.line(builder, line.moves, &mut pending)?;
        }
        Ok(())
    }

    /// Reads a line and puts its forks aside, latest first, as KIF orders variations.
    fn line(
        &mut self,
        builder: &mut Builder,
        moves: &'a [Ref],
        pending: &mut Vec<Line<'a>>,
    ) -> Result<(), ReadError> {
        for (index, &entry) in moves.iter().enumerate() {
            let parent = builder.current();
            if let Some(forks) = self.json.get(entry, "forks") {
                let forks = self.json.elements(forks).unwrap_or_default();
                let lines = forks.iter().filter_map(|&fork| self.json.elements(fork));
                pending.extend(lines.rev().map(|moves| Line { parent, moves }));
            }
            self.unknown(entry, &["comments", "move", "time", "special", "forks"]);
            if let Err(fault) = self.entry(builder, entry)? {
                let attempt = self.attempted(builder, entry);
                let place = self.json.place(entry, self.text);
                let rest = moves[index..].iter().map(|&at| self.json.source(at, self.text));
                let rest: Vec<&str> = rest.collect();
                // The forks of the unreadable moves stay in their text.
                let keep = pending.len() - self.fork_count(entry);
                pending.truncate(keep);
                builder.break_off(&rest.join(", "), fault, attempt, place, self.warnings);
                self.find_ending(builder, &moves[index..]);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Description of an illegal move.
    fn attempted(&self, builder: &mut Builder, entry: Ref) -> Option<Move> {
        let written = self.written(builder, self.json.get(entry, "move")?).ok()?;
        let last = builder.last_target();
        attempted(builder.position(), last, &written)
    }

    /// The ending of a game with a foul comes after the foul; `entries` begin with it.
    fn find_ending(&self, builder: &mut Builder, entries: &[Ref]) {
        let time = self.json.get(entries[0], "time").and_then(|time| self.time(time));
        builder.text_time(time);
        for (plies, &entry) in entries.iter().enumerate() {
            for comment in self.comments(entry) {
                builder.text_comment(comment);
            }
            let special = self.json.get(entry, "special");
            if let Some(word) = special.and_then(|special| self.json.text(special)) {
                builder.text_ends(plies, |side| Ending::from_jkf(word, side));
            }
        }
    }

    fn fork_count(&self, entry: Ref) -> usize {
        let forks = self.json.get(entry, "forks").and_then(|forks| self.json.elements(forks));
        let forks = forks.unwrap_or_default().iter();
        forks.filter(|&&fork| self.json.elements(fork).is_some()).count()
    }

    fn entry(&mut self, builder: &mut Builder, entry: Ref) -> Result<Result<(), Fault>, ReadError> {
        let time = self.json.get(entry, "time").and_then(|time| self.time(time));
        if let Some(mv) = self.json.get(entry, "move") {
            match self.resolve(builder, mv) {
                Ok(mv) => builder.push_move(mv, time, None, self.limits)?,
                Err(fault) => return Ok(Err(fault)),
            }
        } else if let Some(special) = self.json.get(entry, "special") {
            let word = self.json.text(special).unwrap_or_default();
            let side = builder.position().side_to_move();
            builder.push_ending(Ending::from_jkf(word, side), time, None, self.limits)?;
        } else {
            let expected = "a `move` or a `special`".to_owned();
            return Ok(Err(Fault::Unreadable { expected }));
        }
        self.notes(builder, entry);
        Ok(Ok(()))
    }

    fn notes(&mut self, builder: &mut Builder, entry: Ref) {
        for text in self.comments(entry) {
            // Bookmarks are among the comments, with their mark.
            match text.strip_prefix('&') {
                Some(bookmark) => builder.note(Note::Bookmark(bookmark.to_owned())),
                None => builder.node().add_comment(text),
            }
        }
    }

    fn comments(&self, entry: Ref) -> impl Iterator<Item = &'a str> + use<'a> {
        let json = self.json;
        let comments = json.get(entry, "comments").and_then(|comments| json.elements(comments));
        comments.unwrap_or_default().iter().map(|&comment| json.text(comment).unwrap_or_default())
    }

    fn time(&self, at: Ref) -> Option<Time> {
        let spent_ms = self.clock(self.json.get(at, "now")?)?;
        let total_ms = self.json.get(at, "total").and_then(|total| self.clock(total));
        Some(Time { spent_ms, total_ms })
    }

    fn clock(&self, at: Ref) -> Option<u64> {
        let part = |name| self.json.get(at, name).and_then(|value| self.json.unsigned(value));
        let seconds = self.json.get(at, "s").and_then(|value| self.json.millis(value))?;
        let minutes =
            part("h").unwrap_or(0).checked_mul(60)?.checked_add(part("m").unwrap_or(0))?;
        minutes.checked_mul(60_000)?.checked_add(seconds)
    }

    fn resolve(&self, builder: &mut Builder, mv: Ref) -> Result<Move, Fault> {
        let written = self.written(builder, mv)?;
        let last = builder.last_target();
        resolve(builder.position(), last, &written)
    }

    fn written(&self, builder: &mut Builder, mv: Ref) -> Result<WrittenMove, Fault> {
        let unreadable = |expected: &str| Fault::Unreadable { expected: expected.to_owned() };
        let json = self.json;
        if let Some(color) = json.get(mv, "color").and_then(|color| start::color_of(json, color))
            && color != builder.position().side_to_move()
        {
            return Err(unreadable("a move of the other color"));
        }
        let same = json.get(mv, "same").and_then(|same| json.bool(same)) == Some(true);
        let target = match json.get(mv, "to") {
            Some(to) => Target::Square(self.square(to).ok_or_else(|| unreadable("a square `to`"))?),
            None if same => Target::Same,
            None => return Err(unreadable("the square `to`")),
        };
        let origin = match json.get(mv, "from") {
            Some(from) => Some(self.square(from).ok_or_else(|| unreadable("a square `from`"))?),
            None => None,
        };
        let piece = self.piece(builder, mv, origin).ok_or_else(|| unreadable("a `piece`"))?;
        let mut written = WrittenMove {
            target,
            piece,
            side: None,
            motion: None,
            drop: false,
            promote: json.get(mv, "promote").and_then(|promote| json.bool(promote)),
            origin,
        };
        let relative = json.get(mv, "relative").and_then(|relative| json.text(relative));
        take_relative(&mut written, relative.unwrap_or_default());
        // The schema: a move without `from` is a drop, unless it says which piece moves.
        written.drop |= origin.is_none() && relative.is_none();
        Ok(written)
    }

    fn piece(&self, builder: &mut Builder, mv: Ref, origin: Option<Square>) -> Option<PieceType> {
        match self.json.get(mv, "piece") {
            Some(piece) => self.json.text(piece).and_then(kind_of),
            None => origin.map(|from| builder.position().piece_on(from).piece_type()),
        }
    }

    fn square(&self, at: Ref) -> Option<Square> {
        let part = |name| {
            let value = self.json.get(at, name).and_then(|value| self.json.unsigned(value))?;
            i8::try_from(value).ok()
        };
        square(part("x")?, part("y")?)
    }
}

fn take_relative(written: &mut WrittenMove, relative: &str) {
    for letter in relative.chars() {
        match letter {
            'L' => written.side = Some(Side::Left),
            'C' => written.side = Some(Side::Straight),
            'R' => written.side = Some(Side::Right),
            'U' => written.motion = Some(Motion::Up),
            'M' => written.motion = Some(Motion::Sideways),
            'D' => written.motion = Some(Motion::Down),
            'H' => written.drop = true,
            _ => {}
        }
    }
}
