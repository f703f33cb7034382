//! The writer of KI2.

use super::read::{TokenStep, read_token};
use crate::encoding::Encoding;
use crate::ending::{Ending, parse_summary, summary};
use crate::error::WriteError;
use crate::format::Format;
use crate::header;
use crate::kif::{is_variation, push_comments, push_notes, push_unreadable};
use crate::lines::variation_ply;
use crate::loss::{LossKind, Losses};
use crate::notation::{piece_name, push_square};
use crate::replay::Replay;
use crate::resolve::{Suffix, candidates};
use crate::rule::kind_before;
use crate::tree::{Broken, Node, NodeId, Record, Step};
use core::fmt::Write;
use zenpuku_shogi::{Color, Move, Position, Square};

/// Moves on a line.
const ROW: usize = 6;
/// Display columns of a move.
const WIDTH: usize = 12;

/// Writes one record.
pub(crate) fn write(
    record: &Record,
    encoding: Encoding,
    losses: &mut Losses,
) -> Result<String, WriteError> {
    let mut out = String::new();
    header::write(record, Format::Ki2, encoding, &mut out, losses);
    let own = record.layout == Some(Format::Ki2);
    let replay = Replay::new(record)?;
    let mut writer = Writer { record, replay, own, out, in_row: 0, owed: 0, losses };
    for line in record.lines() {
        writer.line(line)?;
    }
    if !own {
        writer.end_row();
    }
    Ok(writer.out)
}

struct Writer<'a> {
    record: &'a Record,
    replay: Replay,
    own: bool,
    out: String,
    /// Moves in the row being written.
    in_row: usize,
    /// Blanks due before the next move of the row.
    owed: usize,
    losses: &'a mut Losses,
}

impl Writer<'_> {
    fn line(&mut self, first: NodeId) -> Result<(), WriteError> {
        let record = self.record;
        for id in record.line_from(first) {
            let node = record.node(id);
            match node.step() {
                Step::Start => {}
                Step::Broken(broken) if self.own => self.push_broken(&broken.text),
                Step::Broken(broken) if broken.foul().is_none() => {
                    self.losses.add(LossKind::Unreadable);
                    self.end_row();
                    push_unreadable(&mut self.out, &broken.text, self.losses);
                }
                _ => self.step(id, node, id == first)?,
            }
            if !node.notes.is_empty() {
                self.end_row();
                push_notes(&mut self.out, &node.notes, self.own, self.losses);
            }
        }
        Ok(())
    }

    fn push_broken(&mut self, text: &str) {
        if !self.out.ends_with([' ', '　', '\n']) {
            self.end_row();
        }
        self.out.push_str(text);
        self.out.push('\n');
        (self.in_row, self.owed) = (0, 0);
    }

    fn step(&mut self, id: NodeId, node: &Node, first: bool) -> Result<(), WriteError> {
        let parent = node.parent().unwrap_or(NodeId::ROOT);
        let illegal = |(ply, rule)| WriteError::Illegal { ply, rule };
        let last = self.record.last_target(parent);
        let variation = first && is_variation(self.record, parent, id);
        let position = self.replay.go(self.record, parent).map_err(illegal)?;
        let side = position.side_to_move();
        if node.time.is_some_and(|time| time.spent_ms > 0) {
            self.losses.add(LossKind::Times);
        }
        let source = node.source.as_deref().filter(|_| self.own);
        match source.filter(|source| says(source, node, variation, last, position)) {
            Some(source) => {
                let source = source.to_owned();
                self.verbatim(&source);
            }
            None => self.fresh(node, variation, last, side),
        }
        self.replay.go(self.record, id).map_err(illegal)?;
        Ok(())
    }

    fn verbatim(&mut self, source: &str) {
        if source.starts_with("変化") || source.trim_start().starts_with("まで") {
            self.end_row();
        }
        self.pay();
        self.out.push_str(source);
        self.in_row = if source.ends_with('\n') { 0 } else { self.in_row + 1 };
    }

    fn fresh(&mut self, node: &Node, variation: bool, last: Option<Square>, side: Color) {
        if variation {
            self.end_row();
            if !self.own && !self.out.ends_with("\n\n") {
                self.out.push('\n');
            }
            // Writing to a String cannot fail.
            let _ = writeln!(self.out, "変化：{:>4}手", node.ply());
        }
        match node.step() {
            Step::Move(mv) => {
                let mark = if side == Color::Black { "▲" } else { "△" };
                let text = format!("{mark}{}", ki2_text(*mv, last, self.replay.position()));
                self.push_token(&text);
            }
            Step::End(ending) => {
                let line = self.summary(ending, side, node.ply() - 1);
                if parse_summary(&line, side).is_none_or(|(_, back)| back != *ending) {
                    self.losses.add(LossKind::Endings);
                }
            }
            Step::Broken(broken) => self.foul(broken, last, side, node.ply()),
            Step::Start => {}
        }
    }

    /// Writes the line `まで…`.
    fn summary(&mut self, ending: &Ending, side: Color, plies: u32) -> String {
        let text = summary(ending, side, self.record.side_names());
        let line = format!("まで{plies}手で{text}");
        self.end_row();
        header::push_line(&mut self.out, &line, self.losses);
        line
    }

    /// An illegal move by `side`, and the end of the game by it.
    fn foul(&mut self, broken: &Broken, last: Option<Square>, side: Color, ply: u32) {
        let Some(mv) = broken.foul() else { return };
        let mark = if side == Color::Black { "▲" } else { "△" };
        let text = format!("{mark}{}", foul_text(mv, last, self.replay.position()));
        self.push_token(&text);
        self.end_row();
        push_comments(&mut self.out, &broken.comments, self.losses);
        self.summary(&Ending::FoulLoss, side, ply);
    }

    fn push_token(&mut self, text: &str) {
        if self.in_row >= ROW {
            self.end_row();
        }
        self.pay();
        self.out.push_str(text);
        self.in_row += 1;
        // Everything in a move is full width.
        self.owed = WIDTH.saturating_sub(2 * text.chars().count());
    }

    fn pay(&mut self) {
        self.out.extend(core::iter::repeat_n(' ', self.owed));
        self.owed = 0;
    }

    fn end_row(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        (self.in_row, self.owed) = (0, 0);
    }
}

/// Does the original text still match the node?
fn says(
    source: &str,
    node: &Node,
    variation: bool,
    last: Option<Square>,
    position: &Position,
) -> bool {
    let (heading, body) = match source.split_once('\n') {
        Some((heading, body)) if heading.starts_with("変化") => (Some(heading), body),
        _ => (None, source),
    };
    let heading_fits = match heading {
        Some(heading) => variation_ply(heading) == Some(node.ply()),
        None => !variation,
    };
    let side = position.side_to_move();
    heading_fits
        && match node.step() {
            Step::End(ending) if body.trim_start().starts_with("まで") => {
                parse_summary(body, side).is_some_and(|(_, found)| found == *ending)
            }
            step => match (read_token(body, last, position).map(|token| token.step), step) {
                (Ok(TokenStep::Move(found)), Step::Move(mv)) => found == *mv,
                (Ok(TokenStep::End(found)), Step::End(ending)) => found == *ending,
                _ => false,
            },
        }
}

/// An illegal move as [`ki2_text`] writes a legal one; a piece that cannot move so is only named.
fn foul_text(mv: Move, last: Option<Square>, position: &Position) -> String {
    let kind = kind_before(mv);
    let reach = candidates(position, kind, mv.to());
    if mv.from().is_some_and(|from| reach.test(from)) {
        return ki2_text(mv, last, position);
    }
    let mut out = String::new();
    push_square(&mut out, mv.to());
    out.push_str(piece_name(kind));
    out.push_str(match (mv.is_drop(), mv.is_promotion()) {
        (true, _) => "打",
        (_, true) => "成",
        _ => "",
    });
    out
}

/// A move as people write it, without the mark of the side: `７六歩`, `同　銀`,
/// `５二金右`, `４五銀打` [jsa-notation]. `last` is the target of the previous move,
/// `position` the one before the move, which must be legal there.
#[must_use]
pub fn ki2_text(mv: Move, last: Option<Square>, position: &Position) -> String {
    let mut rest = String::from(piece_name(position.moved_piece(mv).piece_type()));
    Suffix::of(position, mv).push(&mut rest);
    let mut out = String::new();
    if last == Some(mv.to()) {
        out.push('同');
        if rest.chars().count() == 1 {
            out.push('　');
        }
    } else {
        push_square(&mut out, mv.to());
    }
    out.push_str(&rest);
    out
}
