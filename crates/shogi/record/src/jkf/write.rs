//! The writer of JKF. The nesting of forks is kept on an explicit stack.

use super::start;
use crate::csa::code_of;
use crate::ending::Ending;
use crate::error::WriteError;
use crate::format::Format;
use crate::header::report_line;
use crate::json::push_string;
use crate::loss::{LossKind, Losses};
use crate::notation::file_rank;
use crate::replay::Replay;
use crate::resolve::Suffix;
use crate::rule::kind_before;
use crate::tree::{Header, Node, NodeId, Note, Record, Step, Time};
use core::fmt::Write;
use zenpuku_shogi::{Color, Move, Position, Square};

/// Writes one record.
pub(crate) fn write(record: &Record, losses: &mut Losses) -> Result<String, WriteError> {
    let mut out = String::from("{\n  \"header\": {");
    push_headers(record, &mut out, losses);
    out.push_str("},\n  \"initial\": ");
    start::push(&mut out, record.start());
    out.push_str(",\n  \"moves\": [\n    {");
    let own = record.layout == Some(Format::Jkf);
    let totals = vec![[0; 2]; record.len()];
    let mut writer = Writer { record, replay: Replay::new(record)?, totals, own, out, losses };
    writer.comments(&record.root().notes, "");
    writer.out.push('}');
    writer.moves()?;
    let mut out = writer.out;
    out.push_str("\n  ]\n}\n");
    Ok(out)
}

fn push_headers(record: &Record, out: &mut String, losses: &mut Losses) {
    let mut separator = "";
    for header in &record.headers {
        match header {
            Header::Field { key, value } => {
                out.push_str(separator);
                out.push_str("\n    ");
                push_string(out, key);
                out.push_str(": ");
                push_string(out, value);
                separator = ",";
            }
            Header::Remark(remark) if remark.contains("encoding=") => {}
            Header::Remark(_) => losses.add(LossKind::Remarks),
            Header::Line(line) => report_line(line, losses),
        }
    }
    if !separator.is_empty() {
        out.push_str("\n  ");
    }
}

/// The parts still to be written.
enum Task {
    /// A node, its forks, and the line after it.
    Node(NodeId),
    /// Brackets.
    Text(&'static str),
}

struct Writer<'a> {
    record: &'a Record,
    replay: Replay,
    totals: Vec<[u64; 2]>,
    own: bool,
    out: String,
    losses: &'a mut Losses,
}

impl Writer<'_> {
    fn moves(&mut self) -> Result<(), WriteError> {
        if !self.own {
            let unreadable = self.record.broken().filter(|(_, broken)| broken.foul().is_none());
            self.losses.add_many(LossKind::Unreadable, unreadable.count());
        }
        let first = self.children(NodeId::ROOT).next();
        let mut tasks: Vec<Task> = first.map(Task::Node).into_iter().collect();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Text(text) => self.out.push_str(text),
                Task::Node(id) => self.node(id, &mut tasks)?,
            }
        }
        Ok(())
    }

    /// The children that can be written: unreadable text only in its own format, unless it is
    /// the illegal move that ended the game.
    fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let (record, own) = (self.record, self.own);
        let readable = move |id: &NodeId| match record.node(*id).step() {
            Step::Broken(broken) => broken.foul().is_some(),
            _ => true,
        };
        let children = record.node(id).children().iter().copied();
        children.filter(move |id| own || readable(id))
    }

    /// Writes a node. Its siblings are its forks when it is a first child.
    fn node(&mut self, id: NodeId, tasks: &mut Vec<Task>) -> Result<(), WriteError> {
        let node = self.record.node(id);
        let parent = node.parent().unwrap_or(NodeId::ROOT);
        let first = self.children(parent).next() == Some(id);
        let opened = self.element(id, node, parent, first)?;
        if let Some(next) = self.children(id).next() {
            tasks.push(Task::Node(next));
        }
        // Collected once, not by each sibling.
        let forks: Vec<NodeId> =
            if first { self.children(parent).skip(1).collect() } else { Vec::new() };
        if !opened {
            self.losses.add_many(LossKind::Variations, forks.len());
            return Ok(());
        }
        if matches!(node.step(), Step::Broken(_)) {
            // As [`Ending::after_illegal_move`] has it.
            tasks.push(Task::Text(match self.record.side_at(parent) {
                Color::Black => ",\n    {\"special\": \"+ILLEGAL_ACTION\"}",
                Color::White => ",\n    {\"special\": \"-ILLEGAL_ACTION\"}",
            }));
        }
        tasks.push(Task::Text("}"));
        if forks.is_empty() {
            return Ok(());
        }
        self.out.push_str(", \"forks\": [");
        tasks.push(Task::Text("]"));
        for (index, &fork) in forks.iter().enumerate().rev() {
            tasks.push(Task::Text("]"));
            tasks.push(Task::Node(fork));
            tasks.push(Task::Text(if index > 0 { ", [" } else { "[" }));
        }
        Ok(())
    }

    /// Opens the object of a node; `false` when it is complete already.
    fn element(
        &mut self,
        id: NodeId,
        node: &Node,
        parent: NodeId,
        first: bool,
    ) -> Result<bool, WriteError> {
        let separator = if self.out.ends_with('[') { "" } else { "," };
        self.out.push_str(separator);
        if first {
            self.out.push_str("\n    ");
        }
        if let Step::Broken(broken) = node.step()
            && self.own
        {
            self.out.push_str(&broken.text);
            return Ok(false);
        }
        let illegal = |(ply, rule)| WriteError::Illegal { ply, rule };
        self.out.push('{');
        let position = self.replay.go(self.record, parent).map_err(illegal)?;
        let side = position.side_to_move();
        match node.step() {
            Step::Move(mv) => {
                push_move(&mut self.out, *mv, self.record.last_target(parent), position);
            }
            Step::End(ending) => {
                self.out.push_str("\"special\": ");
                let word = ending.jkf(side);
                if Ending::from_jkf(word, side) != *ending || (!self.own && !ending.is_in_jkf()) {
                    self.losses.add(LossKind::Endings);
                }
                push_string(&mut self.out, word);
            }
            Step::Broken(broken) => {
                if let Some(mv) = broken.foul() {
                    push_move(&mut self.out, mv, self.record.last_target(parent), position);
                }
            }
            Step::Start => {}
        }
        self.totals[id.index()] = self.totals[parent.index()];
        if let Some(time) = node.time {
            let total = &mut self.totals[id.index()][side.to_index()];
            *total = time.total_ms.unwrap_or(total.saturating_add(time.spent_ms));
            push_time(&mut self.out, time, *total);
        }
        match node.step() {
            Step::Broken(broken) => {
                let comments = broken.comments.iter().cloned().map(Note::Comment);
                self.comments(&comments.chain(node.notes.clone()).collect::<Vec<_>>(), ", ");
            }
            _ => self.comments(&node.notes, ", "),
        }
        self.replay.go(self.record, id).map_err(illegal)?;
        Ok(true)
    }

    fn comments(&mut self, notes: &[Note], before: &str) {
        let mut separator = "";
        for note in notes {
            let text = match note {
                Note::Comment(text) if text.starts_with('&') => {
                    // It will be read as a bookmark.
                    self.losses.add(LossKind::Comments);
                    text.clone()
                }
                Note::Comment(text) => text.clone(),
                Note::Bookmark(text) => format!("&{text}"),
                Note::Remark(_) => {
                    self.losses.add(LossKind::Remarks);
                    continue;
                }
                Note::Line(text) => {
                    if !text.trim().is_empty() && !text.starts_with("まで") {
                        self.losses.add(LossKind::UnknownLines);
                    }
                    continue;
                }
            };
            if separator.is_empty() {
                self.out.push_str(before);
                self.out.push_str("\"comments\": [");
            }
            self.out.push_str(separator);
            push_string(&mut self.out, &text);
            separator = ", ";
        }
        if !separator.is_empty() {
            self.out.push(']');
        }
    }
}

fn push_square(out: &mut String, name: &str, square: Square) {
    let (file, rank) = file_rank(square);
    // Writing to a String cannot fail.
    let _ = write!(out, "\"{name}\": {{\"x\": {file}, \"y\": {rank}}}, ");
}

fn push_move(out: &mut String, mv: Move, last: Option<Square>, position: &Position) {
    out.push_str("\"move\": {");
    if let Some(from) = mv.from() {
        push_square(out, "from", from);
    }
    push_square(out, "to", mv.to());
    let (color, code) = (mv.piece_after().color() as u8, code_of(kind_before(mv)));
    let _ = write!(out, "\"color\": {color}, \"piece\": \"{code}\"");
    if last == Some(mv.to()) {
        out.push_str(", \"same\": true");
    }
    let legal = position.is_legal(mv);
    let suffix = if legal { Suffix::of(position, mv) } else { Suffix::of_foul(mv) };
    if let Some(promote) = suffix.promote {
        let _ = write!(out, ", \"promote\": {promote}");
    }
    let captured = position.piece_on(mv.to());
    if !captured.is_empty() {
        let _ = write!(out, ", \"capture\": \"{}\"", code_of(captured.piece_type()));
    }
    let relative = suffix.jkf();
    if !relative.is_empty() {
        let _ = write!(out, ", \"relative\": \"{relative}\"");
    }
    out.push('}');
}

fn push_time(out: &mut String, time: Time, total_ms: u64) {
    let seconds = |ms: u64| {
        let (whole, millis) = (ms / 1000 % 60, ms % 1000);
        if millis == 0 {
            whole.to_string()
        } else {
            format!("{whole}.{millis:03}").trim_end_matches('0').to_owned()
        }
    };
    let (spent, total) = (time.spent_ms, total_ms);
    let _ = write!(
        out,
        ", \"time\": {{\"now\": {{\"m\": {}, \"s\": {}}}, \"total\": {{\"h\": {}, \"m\": {}, \"s\": {}}}}}",
        spent / 60_000,
        seconds(spent),
        total / 3_600_000,
        total / 60_000 % 60,
        seconds(total)
    );
}
