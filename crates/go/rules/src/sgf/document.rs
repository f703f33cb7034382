//! Writing annotated SGF: marks, labels, comments, variations.

use crate::{Color, HalfPoints, Move, Point, PointSet, Setup, Size, Wide};

/// A node of a document being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

/// How points are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `CR`.
    Circle,
    /// `SQ`.
    Square,
    /// `TR`.
    Triangle,
    /// `MA`.
    Cross,
    /// `SL`.
    Selected,
    /// `DD`.
    Dim,
    /// `TB` or `TW`.
    Territory(Color),
}

impl Mark {
    const fn property(self) -> &'static str {
        match self {
            Mark::Circle => "CR",
            Mark::Square => "SQ",
            Mark::Triangle => "TR",
            Mark::Cross => "MA",
            Mark::Selected => "SL",
            Mark::Dim => "DD",
            Mark::Territory(Color::Black) => "TB",
            Mark::Territory(Color::White) => "TW",
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Node {
    properties: Vec<(&'static str, Vec<String>)>,
    children: Vec<usize>,
}

/// An SGF game tree to be written: FF[4], UTF-8.
#[derive(Clone, Debug)]
pub struct SgfDocument {
    size: Size,
    nodes: Vec<Node>,
}

impl SgfDocument {
    /// A document whose root shows this position. `rules` goes to `RU`.
    #[must_use]
    pub fn new(setup: &Setup, rules: Option<&str>, komi: Option<HalfPoints>) -> Self {
        let size = setup.size;
        let mut document = Self { size, nodes: vec![Node::default()] };
        let root = document.root();
        let dimensions = if size.is_square() {
            size.width().to_string()
        } else {
            format!("{}:{}", size.width(), size.height())
        };
        for (name, value) in [
            ("FF", "4"),
            ("GM", "1"),
            ("CA", "UTF-8"),
            ("AP", concat!("Zenpuku:", env!("CARGO_PKG_VERSION"))),
            ("SZ", &dimensions),
        ] {
            document.set(root, name, vec![value.to_owned()]);
        }
        if let Some(rules) = rules {
            document.info("RU", rules);
        }
        if let Some(komi) = komi {
            document.info("KM", &komi.to_string());
        }
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            document.set_points(root, name, setup.stones(color));
        }
        document.player(root, setup.to_move);
        document
    }

    /// The root.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Sets a text property of the root such as `GN`, `RE` or `PB`.
    pub fn info(&mut self, property: &'static str, text: &str) {
        self.set(NodeId(0), property, vec![escape(text, false)]);
    }

    /// Sets the side to move at a node, `PL`.
    pub fn player(&mut self, node: NodeId, color: Color) {
        self.set(node, "PL", vec![letter(color).to_owned()]);
    }

    /// Adds a node without a move as the last variation.
    pub fn add_node(&mut self, parent: NodeId) -> NodeId {
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        self.nodes[parent.0].children.push(id);
        NodeId(id)
    }

    /// Adds a move as the last variation after a node.
    pub fn add_move(&mut self, parent: NodeId, color: Color, mv: Move) -> NodeId {
        let node = self.add_node(parent);
        let name = letter(color);
        let value = mv.point().map_or_else(String::new, |point| self.point_name(point));
        self.set(node, name, vec![value]);
        node
    }

    /// Sets the comment of a node.
    pub fn comment(&mut self, node: NodeId, text: &str) {
        self.set(node, "C", vec![escape(text, false)]);
    }

    /// Puts a short text on a point; one label a point, the last one stays.
    pub fn label(&mut self, node: NodeId, point: Point, text: &str) {
        let name = self.point_name(point);
        let value = format!("{name}:{}", escape(text, true));
        let properties = &mut self.nodes[node.0].properties;
        match properties.iter_mut().find(|(property, _)| *property == "LB") {
            Some((_, values)) => {
                values.retain(|old| !old.starts_with(&name));
                values.push(value);
            }
            None => properties.push(("LB", vec![value])),
        }
    }

    /// Marks points, in place of those this mark had in the node.
    pub fn mark<S: PointSet>(&mut self, node: NodeId, mark: Mark, points: S) {
        self.set_points(node, mark.property(), points);
    }

    /// Crosses the point of a move out (`MA`); a pass has none.
    pub fn cross(&mut self, node: NodeId, mv: Move) {
        if let Some(point) = mv.point() {
            self.mark(node, Mark::Cross, Wide::single(point));
        }
    }

    fn set_points<S: PointSet>(&mut self, node: NodeId, property: &'static str, points: S) {
        let names: Vec<String> = points.iter().map(|point| self.point_name(point)).collect();
        if !names.is_empty() {
            self.set(node, property, names);
        }
    }

    fn set(&mut self, node: NodeId, property: &'static str, values: Vec<String>) {
        let properties = &mut self.nodes[node.0].properties;
        match properties.iter_mut().find(|(name, _)| *name == property) {
            Some((_, old)) => *old = values,
            None => properties.push((property, values)),
        }
    }

    fn point_name(&self, point: Point) -> String {
        let (x, y) = self.size.xy(point);
        [x, y].iter().map(|&i| char::from(b'a' + i as u8)).collect()
    }

    /// The text.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        enum Task {
            Node(usize),
            Branch(usize),
            Close,
        }
        let mut out = String::from("(");
        let mut tasks = vec![Task::Close, Task::Node(0)];
        while let Some(task) = tasks.pop() {
            let node = match task {
                Task::Close => {
                    out.push(')');
                    continue;
                }
                Task::Branch(node) => {
                    out.push_str("\n(");
                    tasks.push(Task::Close);
                    node
                }
                Task::Node(node) => node,
            };
            self.write_node(&mut out, node);
            match self.nodes[node].children.as_slice() {
                [only] => tasks.push(Task::Node(*only)),
                many => tasks.extend(many.iter().rev().map(|&child| Task::Branch(child))),
            }
        }
        out.push('\n');
        out
    }

    fn write_node(&self, out: &mut String, node: usize) {
        out.push(';');
        for (name, values) in &self.nodes[node].properties {
            out.push_str(name);
            for value in values {
                out.push('[');
                out.push_str(value);
                out.push(']');
            }
        }
    }
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Escapes text; in composed values the colon too.
fn escape(text: &str, composed: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | ']') || (composed && c == ':') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
