//! Are two records the same game, regardless of their formats?

use crate::header::is_position_field;
use crate::tree::{Header, Node, NodeId, Note, Record};

impl Record {
    /// Is the record equal to `other`, regardless of their formats? Compares
    /// start position, fields, moves, endings, variations, times spent,
    /// comments, bookmarks and remarks; not the layout: order of fields, blank
    /// lines, unknown lines, totals of time.
    #[must_use]
    pub fn same_game(&self, other: &Self) -> bool {
        self.first_difference(other).is_none()
    }

    /// The first difference found by [`Record::same_game`], in words; `None` if there is none.
    #[must_use]
    pub fn first_difference(&self, other: &Self) -> Option<String> {
        let starts = [self, other].map(|record| {
            let mut setup = record.start().clone();
            setup.set_ply(1);
            setup
        });
        if starts[0] != starts[1] {
            return Some(format!("start {} and {}", starts[0], starts[1]));
        }
        if fields(self) != fields(other) {
            return Some(format!("fields {:?} and {:?}", fields(self), fields(other)));
        }
        if self.len() != other.len() {
            return Some(format!("{} and {} nodes", self.len(), other.len()));
        }
        let mut pairs = self.walk().zip(other.walk());
        pairs.find_map(|(a, b)| node_difference(self, a, other, b))
    }
}

fn node_difference(one: &Record, a: NodeId, two: &Record, b: NodeId) -> Option<String> {
    let (a, b) = (one.node(a), two.node(b));
    let at = format!("ply {}", a.ply());
    if a.ply() != b.ply() || a.children().len() != b.children().len() {
        return Some(format!("{at}: another shape"));
    }
    if a.step() != b.step() {
        return Some(format!("{at}: {:?} and {:?}", a.step(), b.step()));
    }
    if spent(a) != spent(b) {
        return Some(format!("{at}: time {:?} and {:?}", a.time, b.time));
    }
    (!notes(a).eq(notes(b))).then(|| format!("{at}: notes {:?} and {:?}", a.notes, b.notes))
}

fn spent(node: &Node) -> u64 {
    node.time.map_or(0, |time| time.spent_ms)
}

fn notes(node: &Node) -> impl Iterator<Item = &Note> {
    node.notes.iter().filter(|note| !matches!(note, Note::Line(_)))
}

fn fields(record: &Record) -> Vec<(&str, &str)> {
    let mut fields: Vec<_> = record
        .headers
        .iter()
        .filter_map(|header| match header {
            Header::Field { key, value } if !is_position_field(key) && !value.trim().is_empty() => {
                Some((neutral(key), value.trim()))
            }
            _ => None,
        })
        .collect();
    fields.sort_unstable();
    fields
}

fn neutral(key: &str) -> &str {
    match key {
        "下手" => "先手",
        "上手" => "後手",
        other => other,
    }
}
