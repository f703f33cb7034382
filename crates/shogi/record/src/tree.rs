//! The document tree: the contents of a record, in their order.

use crate::ending::Ending;
use crate::error::Fault;
use crate::format::Format;
use zenpuku_shogi::{Color, Handicap, Move, Position, Setup, Square};

/// One game or problem with its variations.
///
/// Nodes live in one vector and are never removed, so that depth costs no
/// stack. Node 0 is the start position. The first child of a node continues
/// its line, the others are variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Everything before the first move, in order.
    pub headers: Vec<Header>,
    start: Setup,
    nodes: Vec<Node>,
    /// The format whose own lines ([`Header::Line`], [`Note::Line`], verbatim
    /// sources of moves) the record carries; `None` for a record made by hand.
    pub(crate) layout: Option<Format>,
}

/// A line before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Header {
    /// `key：value`. Keys are KIF's Japanese ones in every format; a CSA
    /// `$KEY` without a Japanese name stays `$KEY`.
    Field {
        /// Name of the field.
        key: String,
        /// Its text, verbatim.
        value: String,
    },
    /// A remark for people who read the file (`#` in KIF, `'` in CSA), without its mark.
    Remark(String),
    /// Any other line, verbatim: blank lines, the board, the heading of the moves.
    Line(String),
}

/// A line that belongs to a node, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// One line of a comment (`*` in KIF, `'*` in CSA), without its mark.
    Comment(String),
    /// A bookmark (`&` in KIF), without its mark.
    Bookmark(String),
    /// A remark (`#` in KIF, `'` in CSA), without its mark.
    Remark(String),
    /// Any other line, verbatim: blank lines, `まで…`, unknown lines.
    Line(String),
}

/// Index of a node in its [`Record`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start position.
    pub const ROOT: Self = Self(0);

    /// The index, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Time spent, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Time {
    /// On this move.
    pub spent_ms: u64,
    /// By this side in the game so far, where the file says it.
    pub total_ms: Option<u64>,
}

impl Time {
    /// Whole seconds spent on a move, the total unknown.
    #[must_use]
    pub const fn seconds(spent: u64) -> Self {
        Self { spent_ms: spent.saturating_mul(1000), total_ms: None }
    }
}

/// Text that could not be read as moves: kept, so that no text is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The text from the bad move to the end of its line of play, lines joined
    /// by `\n`; meaningful in the record's own format only.
    pub text: String,
    /// The error of its first move.
    pub fault: Fault,
    /// The ending that the text names, with the side to move there: a game
    /// that ends after a foul move has its foul here.
    pub ending: Option<(Ending, Color)>,
    /// The illegal move that the text begins with, when its piece and squares are known and no
    /// move follows it.
    pub attempt: Option<Move>,
    /// The lines of the comments in the text, without marks.
    pub comments: Vec<String>,
}

impl Broken {
    /// The move that `usi` would be at `position`, legal or not; `None` when no own piece makes it.
    #[must_use]
    pub fn attempt_of(position: &Position, usi: &str) -> Option<Move> {
        crate::usi_move::attempted(position, usi)
    }

    /// The illegal move that ended the game, lost by its maker; `None` when the text is another.
    #[must_use]
    pub fn foul(&self) -> Option<Move> {
        let (ending, side) = self.ending.as_ref()?;
        let lost = |mv: &Move| ending.winner(*side) == Some(mv.piece_after().color().flip());
        self.attempt.filter(lost).filter(|_| ending.is_foul())
    }
}

/// The data that a node adds to its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Empty: the start position.
    Start,
    /// A legal move.
    Move(Move),
    /// The end of the game. Lines may continue after it, as in some files.
    End(Ending),
    /// Text that could not be read; a leaf.
    Broken(Box<Broken>),
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    ply: u32,
    /// The nearest node up to this one whose step is a move, or the start.
    mover: NodeId,
    step: Step,
    /// Time spent.
    pub time: Option<Time>,
    /// Comments and other lines after the move.
    pub notes: Vec<Note>,
    /// The move as the file writes it, used again as long as it says the same.
    pub(crate) source: Option<Box<str>>,
}

impl Node {
    fn new(parent: Option<NodeId>, ply: u32, mover: NodeId, step: Step) -> Self {
        let (children, notes) = (Vec::new(), Vec::new());
        Self { parent, children, ply, mover, step, time: None, notes, source: None }
    }

    /// Move, ending or unreadable text.
    #[must_use]
    pub fn step(&self) -> &Step {
        &self.step
    }

    pub(crate) fn broken_mut(&mut self) -> Option<&mut Broken> {
        match &mut self.step {
            Step::Broken(broken) => Some(broken),
            _ => None,
        }
    }

    /// The node before, `None` for the start position.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The continuations; the first is the line itself.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Number of the move in its line, from 1; 0 for the start position.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The move, unless the node is the start, an ending or unreadable.
    #[must_use]
    pub fn played(&self) -> Option<Move> {
        match self.step {
            Step::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// The ending, if the node is one.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        match &self.step {
            Step::End(ending) => Some(ending),
            _ => None,
        }
    }

    /// The lines of the comment, without marks.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().filter_map(|note| match note {
            Note::Comment(line) => Some(line.as_str()),
            _ => None,
        })
    }

    /// Adds a comment, one [`Note::Comment`] per line of `text`.
    pub fn add_comment(&mut self, text: &str) {
        self.notes.extend(text.split('\n').map(|line| Note::Comment(line.to_owned())));
    }
}

impl Record {
    /// A record without moves that starts from `start`.
    #[must_use]
    pub fn new(start: Setup) -> Self {
        let nodes = vec![Node::new(None, 0, NodeId::ROOT, Step::Start)];
        Self { headers: Vec::new(), start, nodes, layout: None }
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// A node. Ids come from this record and stay valid.
    ///
    /// # Panics
    /// If `id` comes from a larger record.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node, to change its time and notes.
    ///
    /// # Panics
    /// If `id` comes from a larger record.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The start position's node.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// Number of nodes, the start position included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Has it no moves and no ending?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// All ids in the order in which the nodes were added, parents first.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)).map(NodeId)
    }

    /// Adds a step after `parent`: its continuation, or a variation when it has one.
    /// Legality is the caller's business; [`crate::Replay`] and the writers check it.
    ///
    /// # Panics
    /// If `parent` comes from a larger record, or after four thousand million nodes.
    pub fn add(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("memory ends before 2^32 nodes"));
        let (ply, above) = (self.node(parent).ply.saturating_add(1), self.node(parent).mover);
        let mover = if matches!(step, Step::Move(_)) { id } else { above };
        self.nodes.push(Node::new(Some(parent), ply, mover, step));
        self.nodes[parent.index()].children.push(id);
        id
    }

    /// Lines behind the last game of a file become its last notes.
    pub(crate) fn close_with(&mut self, lines: Vec<Header>) {
        let end = self.main_line().last().unwrap_or(NodeId::ROOT);
        self.node_mut(end).notes.extend(lines.into_iter().map(|line| match line {
            Header::Remark(text) => Note::Remark(text),
            Header::Line(text) | Header::Field { value: text, .. } => Note::Line(text),
        }));
    }

    /// The nodes of the main line from the first move to its last entry.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(NodeId::ROOT).skip(1)
    }

    /// `id` and the first children after it.
    pub fn line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(id), |&id| self.node(id).children.first().copied())
    }

    /// The nodes where variations begin, in the order in which KIF and KI2
    /// write them: after a line its latest variation first, each with its own.
    #[must_use]
    pub fn lines(&self) -> Lines<'_> {
        Lines { record: self, pending: vec![NodeId::ROOT] }
    }

    /// Text of the first field with this key.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&str> {
        self.headers.iter().find_map(|header| match header {
            Header::Field { key: other, value } if other == key => Some(value.as_str()),
            _ => None,
        })
    }

    /// Sets the first field with this key, or adds it after the last field.
    pub fn set_field(&mut self, key: &str, value: &str) {
        for header in &mut self.headers {
            if let Header::Field { key: other, value: old } = header
                && other == key
            {
                value.clone_into(old);
                return;
            }
        }
        let fields = self.headers.iter().rposition(|h| matches!(h, Header::Field { .. }));
        let at = fields.map_or(0, |last| last + 1);
        let field = Header::Field { key: key.to_owned(), value: value.to_owned() };
        self.headers.insert(at, field);
    }

    /// Name of the player of `color` (先手 or 下手, 後手 or 上手), if it is given.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<&str> {
        let keys = match color {
            Color::Black => ["先手", "下手"],
            Color::White => ["後手", "上手"],
        };
        let named = keys.iter().find_map(|key| self.field(key)).map(str::trim);
        named.filter(|name| !name.is_empty())
    }

    /// The names of the sides: 先手 and 後手, in handicap games 下手 and 上手.
    pub(crate) fn side_names(&self) -> [&'static str; 2] {
        let named = self.field("下手").is_some() || self.field("上手").is_some();
        let handicap = Handicap::of(&self.start).is_some_and(|h| h != Handicap::Even);
        let even = self.field("先手").is_some() || self.field("後手").is_some();
        if named || (handicap && !even) { ["下手", "上手"] } else { ["先手", "後手"] }
    }

    /// The side to move at `id`: endings and unreadable text do not change it.
    #[must_use]
    pub fn side_at(&self, id: NodeId) -> Color {
        let last = self.node(self.node(id).mover).played();
        last.map_or(self.start.side_to_move(), |mv| mv.piece_after().color().flip())
    }

    /// Where the last move up to `id` ended.
    pub(crate) fn last_target(&self, id: NodeId) -> Option<Square> {
        self.node(self.node(id).mover).played().map(Move::to)
    }

    /// The ending of the main line, if it has one, with the side to move there;
    /// also one in text that could not be read as moves.
    #[must_use]
    pub fn ending(&self) -> Option<(&Ending, Color)> {
        self.main_line().find_map(|id| match self.node(id).step() {
            Step::End(ending) => Some((ending, self.side_at(id))),
            Step::Broken(broken) => broken.ending.as_ref().map(|(ending, side)| (ending, *side)),
            _ => None,
        })
    }

    /// Who won: by the ending of the main line, else by the field 結果.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.ending() {
            Some((ending, side)) => ending.winner(side),
            None => match self.field(RESULT_FIELD)? {
                BLACK_WON => Some(Color::Black),
                WHITE_WON => Some(Color::White),
                _ => None,
            },
        }
    }

    /// The unreadable parts, in the order of the file.
    pub fn broken(&self) -> impl Iterator<Item = (NodeId, &Broken)> {
        self.ids().filter_map(|id| match self.node(id).step() {
            Step::Broken(broken) => Some((id, broken.as_ref())),
            _ => None,
        })
    }

    /// All nodes from the start position on, depth first, the line before its variations.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> {
        self.lines().flat_map(|line| self.line_from(line))
    }
}

/// The field that holds the result of a training position.
pub(crate) const RESULT_FIELD: &str = "結果";
pub(crate) const BLACK_WON: &str = "先手の勝ち";
pub(crate) const WHITE_WON: &str = "後手の勝ち";
pub(crate) const DRAWN: &str = "引き分け";

/// See [`Record::lines`].
pub struct Lines<'a> {
    record: &'a Record,
    pending: Vec<NodeId>,
}

impl Iterator for Lines<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let line = self.pending.pop()?;
        // Last in, first out: pushed from the start of the line to its end and
        // each node's variations backwards, they come out latest branch first.
        for id in self.record.line_from(line) {
            let variations = self.record.node(id).children.iter().skip(1);
            self.pending.extend(variations.rev());
        }
        Some(line)
    }
}
