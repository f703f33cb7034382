//! The writer of KIF.

use super::line::{move_line, tail};
use super::read::{Found, read_step};
use crate::encoding::Encoding;
use crate::ending::{Ending, summary};
use crate::error::WriteError;
use crate::format::Format;
use crate::header::{self, push_line};
use crate::lines::variation_ply;
use crate::loss::{LossKind, Losses};
use crate::notation::{piece_name, push_square};
use crate::replay::Replay;
use crate::resolve::resolve;
use crate::rule::kind_before;
use crate::tree::{Broken, Node, NodeId, Note, Record, Step, Time};
use core::fmt::Write;
use zenpuku_shogi::{Color, Move, Position, Square};

/// Display columns of the move before the time.
const MOVE_WIDTH: usize = 13;

/// Writes one record.
pub(crate) fn write(
    record: &Record,
    encoding: Encoding,
    losses: &mut Losses,
) -> Result<String, WriteError> {
    let mut out = String::new();
    header::write(record, Format::Kif, encoding, &mut out, losses);
    let totals = vec![[0; 2]; record.len()];
    let own = record.layout == Some(Format::Kif);
    let mut writer = Writer { record, replay: Replay::new(record)?, totals, own, out, losses };
    for line in record.lines() {
        writer.line(line)?;
    }
    Ok(writer.out)
}

struct Writer<'a> {
    record: &'a Record,
    replay: Replay,
    /// Milliseconds spent so far by each side, per node.
    totals: Vec<[u64; 2]>,
    own: bool,
    out: String,
    losses: &'a mut Losses,
}

impl Writer<'_> {
    fn line(&mut self, first: NodeId) -> Result<(), WriteError> {
        let record = self.record;
        for id in record.line_from(first) {
            let node = record.node(id);
            match node.step() {
                Step::Start => {}
                Step::Broken(broken) if self.own => {
                    push_block(&mut self.out, &broken.text);
                }
                Step::Broken(broken) if broken.foul().is_none() => {
                    self.losses.add(LossKind::Unreadable);
                    push_unreadable(&mut self.out, &broken.text, self.losses);
                }
                _ => self.step(id, node, id == first)?,
            }
            push_notes(&mut self.out, &node.notes, self.own, self.losses);
        }
        Ok(())
    }

    fn step(&mut self, id: NodeId, node: &Node, first: bool) -> Result<(), WriteError> {
        let parent = node.parent().unwrap_or(NodeId::ROOT);
        let illegal = |(ply, rule)| WriteError::Illegal { ply, rule };
        let position = self.replay.go(self.record, parent).map_err(illegal)?;
        let last = self.record.last_target(parent);
        let variation = first && is_variation(self.record, parent, id);
        let later = later_sibling(self.record, parent, id);
        let source = node.source.as_deref().filter(|_| self.own);
        let kept = source.filter(|s| says(s, node, variation, later, last, position));
        let side = position.side_to_move();
        self.totals[id.index()] = self.total(parent, side, node.time);
        if let Some(source) = kept {
            self.out.push_str(source);
            self.out.push('\n');
        } else {
            self.fresh(id, node, variation, later, last, side);
        }
        self.replay.go(self.record, id).map_err(illegal)?;
        match node.step() {
            Step::End(ending) if !self.own && !matches!(ending, Ending::Other(_)) => {
                self.summary(ending, side, node.ply() - 1);
            }
            Step::Broken(broken) => self.end_foul(broken, side, node.ply()),
            _ => {}
        }
        Ok(())
    }

    fn total(&self, parent: NodeId, side: Color, time: Option<Time>) -> [u64; 2] {
        let mut totals = self.totals[parent.index()];
        let own = &mut totals[side.to_index()];
        if let Some(time) = time {
            *own = time.total_ms.unwrap_or(own.saturating_add(time.spent_ms));
        }
        totals
    }

    fn fresh(
        &mut self,
        id: NodeId,
        node: &Node,
        variation: bool,
        later: bool,
        last: Option<Square>,
        side: Color,
    ) {
        if variation {
            if !self.own && !self.out.ends_with("\n\n") {
                self.out.push('\n');
            }
            // Writing to a String cannot fail.
            let _ = writeln!(self.out, "変化：{}手", node.ply());
        }
        let mut text = String::new();
        match node.step() {
            Step::Move(mv) => push_move(&mut text, *mv, last),
            Step::End(ending) => text.push_str(ending.kif(side)),
            Step::Broken(broken) => {
                broken.foul().iter().for_each(|&mv| push_move(&mut text, mv, last));
            }
            Step::Start => {}
        }
        let _ = write!(self.out, "{:>4} ", node.ply());
        if let Some(time) = node.time {
            if time.spent_ms % 1000 != 0 {
                self.losses.add(LossKind::Fractions);
            }
            pad(&mut text);
            push_time(&mut text, time.spent_ms, self.totals[id.index()][side.to_index()]);
        } else if later {
            pad(&mut text);
        }
        if later {
            text.push('+');
        }
        push_line(&mut self.out, &text, self.losses);
    }

    /// `まで…`, which other formats do not carry.
    fn summary(&mut self, ending: &Ending, side: Color, plies: u32) {
        let text = summary(ending, side, self.record.side_names());
        let _ = writeln!(self.out, "まで{plies}手で{text}");
    }

    /// What follows an illegal move, made by `side`.
    fn end_foul(&mut self, broken: &Broken, side: Color, ply: u32) {
        push_comments(&mut self.out, &broken.comments, self.losses);
        let (ending, next) = Ending::after_illegal_move(side);
        let _ = writeln!(self.out, "{:>4} {}", ply + 1, ending.kif(next));
        self.summary(&Ending::FoulLoss, side, ply);
    }
}

/// Does a line begin here that is not the continuation of its parent's?
pub(crate) fn is_variation(record: &Record, parent: NodeId, id: NodeId) -> bool {
    record.node(parent).children().first() != Some(&id)
}

fn later_sibling(record: &Record, parent: NodeId, id: NodeId) -> bool {
    record.node(parent).children().last() != Some(&id)
}

/// Does the original line still match the node?
fn says(
    source: &str,
    node: &Node,
    variation: bool,
    later: bool,
    last: Option<Square>,
    position: &Position,
) -> bool {
    let (heading, line) = match source.split_once('\n') {
        Some((heading, line)) => (Some(heading), line),
        None => (None, source),
    };
    let heading_fits = match heading {
        Some(heading) => variation_ply(heading) == Some(node.ply()),
        None => !variation,
    };
    let Some(parts) = move_line(line).filter(|_| heading_fits) else { return false };
    let Ok(found) = read_step(parts.rest, |written| resolve(position, last, written)) else {
        return false;
    };
    let same = match (&found.step, node.step()) {
        (Found::Move(mv), Step::Move(other)) => mv == other,
        (Found::End(ending), Step::End(other)) => ending == other,
        _ => false,
    };
    let tail = tail(found.rest);
    same && tail.time == node.time && (later || !tail.plus)
}

/// The move as KIF writes it: `７六歩(77)`, `同　銀(31)`, `５五角打`; `last` is
/// the target of the move before it.
#[must_use]
pub fn kif_text(mv: Move, last: Option<Square>) -> String {
    let mut text = String::new();
    push_move(&mut text, mv, last);
    text
}

fn push_move(out: &mut String, mv: Move, last: Option<Square>) {
    if last == Some(mv.to()) {
        out.push_str("同　");
    } else {
        push_square(out, mv.to());
    }
    out.push_str(piece_name(kind_before(mv)));
    match mv.from() {
        None => out.push('打'),
        Some(from) => {
            if mv.is_promotion() {
                out.push('成');
            }
            let (file, rank) = crate::notation::file_rank(from);
            let _ = write!(out, "({file}{rank})");
        }
    }
}

/// Fills up to the column of the time; a full-width character counts two.
fn pad(text: &mut String) {
    let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    text.extend(core::iter::repeat_n(' ', MOVE_WIDTH.saturating_sub(width)));
}

fn push_time(out: &mut String, spent_ms: u64, total_ms: u64) {
    let (spent, total) = (spent_ms / 1000, total_ms / 1000);
    let _ = write!(
        out,
        "({:>2}:{:02}/{:02}:{:02}:{:02})",
        spent / 60,
        spent % 60,
        total / 3600,
        total / 60 % 60,
        total % 60
    );
}

/// Comments and other lines of a node; `own` lines are verbatim.
pub(crate) fn push_notes(out: &mut String, notes: &[Note], own: bool, losses: &mut Losses) {
    for note in notes {
        match note {
            Note::Comment(text) => push_line(out, &format!("*{text}"), losses),
            Note::Bookmark(text) => push_line(out, &format!("&{text}"), losses),
            Note::Remark(text) => push_line(out, &format!("#{text}"), losses),
            Note::Line(text) if own => push_line(out, text, losses),
            Note::Line(text) if text.trim().is_empty() || text.starts_with("まで") => {}
            Note::Line(_) => losses.add(LossKind::UnknownLines),
        }
    }
}

fn push_block(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// Unreadable text of another format, as comments.
pub(crate) fn push_unreadable(out: &mut String, text: &str, losses: &mut Losses) {
    push_comments(out, text.split('\n'), losses);
}

/// Lines of a comment.
pub(crate) fn push_comments(
    out: &mut String,
    lines: impl IntoIterator<Item = impl AsRef<str>>,
    losses: &mut Losses,
) {
    for line in lines {
        push_line(out, &format!("*{}", line.as_ref()), losses);
    }
}
