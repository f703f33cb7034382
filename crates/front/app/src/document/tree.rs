//! The tree itself: nodes with stable ids.

use crate::protocol::{GamePhases, HeaderField, NodeKind, TreeNode};
use std::collections::BTreeMap;
use zenpuku_shogi::{Color, Move, Position, Setup, SetupRules, Square};
use zenpuku_shogi_record::{Broken, Ending, Note, kif_text};

/// The start position's node.
pub(crate) const ROOT: u32 = 0;

/// The data that a node adds to its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Start,
    Move(Move),
    End(Ending),
    /// Text that could not be read; an illegal move with which the game ended among it. Its
    /// comments are the node's.
    Broken(Box<Broken>),
}

/// A node, with data derived from its path, because paths never change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) parent: Option<u32>,
    pub(crate) children: Vec<u32>,
    pub(crate) ply: u32,
    pub(crate) step: Step,
    pub(crate) time_ms: Option<u64>,
    pub(crate) comment: String,
    /// Bookmarks and remarks, kept for export.
    pub(crate) notes: Vec<Note>,
    pub(crate) text: String,
    pub(crate) sfen: String,
    pub(crate) turn: Color,
    pub(crate) check: bool,
    /// Where the last move up to here ended.
    pub(crate) last: Option<Square>,
}

/// A game tree. Ids grow from parent to child and are never used again; nodes that an edit took
/// out stay in the map, detached, for its undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) start: Setup,
    pub(crate) headers: Vec<HeaderField>,
    pub(crate) nodes: BTreeMap<u32, Node>,
    pub(crate) next: u32,
}

/// The position of a setup, for play or, where a king is absent, for mate problems.
pub(crate) fn setup_position(setup: &Setup) -> Option<Position> {
    setup.position(SetupRules::Mate).ok()
}

/// The move as people write it, with its side's mark.
pub(crate) fn marked(side: Color, mv: Move, last: Option<Square>) -> String {
    let mark = if side == Color::Black { '☗' } else { '☖' };
    format!("{mark}{}", kif_text(mv, last))
}

/// The move number at the end of an SFEN.
fn move_number(sfen: &str) -> u32 {
    sfen.rsplit_once(' ').and_then(|(_, number)| number.parse().ok()).unwrap_or(1)
}

/// The SFEN with another move number, because the path may contain set-up positions.
fn numbered(sfen: &str, number: u32) -> String {
    let board = sfen.rsplit_once(' ').map_or(sfen, |(board, _)| board);
    format!("{board} {}", number.min(u32::from(zenpuku_shogi::MAX_PLY)))
}

impl Tree {
    /// A tree without moves; `None` when no game or problem can start from `start`.
    pub(crate) fn new(start: Setup) -> Option<Self> {
        let position = setup_position(&start)?;
        let root = Node {
            parent: None,
            children: Vec::new(),
            ply: 0,
            step: Step::Start,
            time_ms: None,
            comment: String::new(),
            notes: Vec::new(),
            text: String::new(),
            sfen: position.to_sfen(),
            turn: position.side_to_move(),
            check: position.in_check(),
            last: None,
        };
        let nodes = BTreeMap::from([(ROOT, root)]);
        Some(Self { start, headers: Vec::new(), nodes, next: 1 })
    }

    pub(crate) fn node(&self, id: u32) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// Is the node part of the tree, rather than deleted?
    pub(crate) fn is_attached(&self, id: u32) -> bool {
        let mut at = id;
        loop {
            let Some(node) = self.nodes.get(&at) else { return false };
            let Some(parent) = node.parent else { return true };
            if !self.nodes.get(&parent).is_some_and(|parent| parent.children.contains(&at)) {
                return false;
            }
            at = parent;
        }
    }

    /// The node, unless it was deleted.
    pub(crate) fn attached(&self, id: u32) -> Option<&Node> {
        self.is_attached(id).then(|| self.node(id)).flatten()
    }

    /// The position at a node, without history.
    pub(crate) fn position(&self, id: u32) -> Option<Position> {
        let mut path = Vec::new();
        let mut at = id;
        // Where the defender of a problem without the attacker's king is to
        // move, the position alone does not show which side attacks.
        let mut position = loop {
            let node = self.node(at)?;
            let setup = Setup::from_sfen(&node.sfen).ok();
            if let Some(position) = setup.as_ref().and_then(setup_position) {
                break position;
            }
            path.push(at);
            at = node.parent?;
        };
        for id in path.into_iter().rev() {
            if let Step::Move(mv) = self.node(id)?.step {
                position.try_do_move(mv).ok()?;
            }
        }
        Some(position)
    }

    /// Makes the node of `step` after `parent`, at `position`, without linking it.
    pub(crate) fn make(&self, parent: u32, step: Step, position: &Position) -> Option<Node> {
        let above = self.node(parent)?;
        let ply = above.ply + 1;
        let mut node = Node {
            parent: Some(parent),
            children: Vec::new(),
            ply,
            text: String::new(),
            sfen: above.sfen.clone(),
            turn: above.turn,
            check: above.check,
            last: above.last,
            time_ms: None,
            comment: String::new(),
            notes: Vec::new(),
            step,
        };
        match &node.step {
            Step::Start => return None,
            Step::Move(mv) => {
                let mv = *mv;
                let mut after = position.clone();
                after.try_do_move(mv).ok()?;
                node.text = marked(above.turn, mv, above.last);
                node.sfen = numbered(&after.to_sfen(), move_number(&above.sfen) + 1);
                node.turn = after.side_to_move();
                node.check = after.in_check();
                node.last = Some(mv.to());
            }
            Step::End(ending) => ending.kif(above.turn).clone_into(&mut node.text),
            Step::Broken(broken) => match broken.foul() {
                Some(mv) => node.text = marked(above.turn, mv, above.last),
                None => node.text.clone_from(&broken.text),
            },
        }
        Some(node)
    }

    /// Adds a node as the last child of `parent`.
    pub(crate) fn push(&mut self, id: u32, node: Node) {
        if let Some(parent) = node.parent.and_then(|parent| self.nodes.get_mut(&parent)) {
            parent.children.push(id);
        }
        self.nodes.insert(id, node);
        self.next = self.next.max(id + 1);
    }

    /// `id` and the first children after it.
    pub(crate) fn line_from(&self, id: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(id), |id| self.node(*id)?.children.first().copied())
    }

    /// The line through `id`, from its first move to its end.
    pub(crate) fn line_through(&self, id: u32) -> Vec<u32> {
        let up = std::iter::successors(Some(id), |id| self.node(*id)?.parent);
        let mut line: Vec<u32> = up.take_while(|&id| id != ROOT).collect();
        line.reverse();
        line.extend(self.line_from(id).skip(1));
        line
    }

    /// The line of moves through `id`.
    pub(crate) fn moves_through(&self, id: u32) -> Vec<(u32, Move)> {
        let line = self.line_through(id).into_iter();
        line.map_while(|id| match self.node(id)?.step {
            Step::Move(mv) => Some((id, mv)),
            _ => None,
        })
        .collect()
    }

    /// Where the phases of the line through `id` begin.
    pub(crate) fn phases(&self, id: u32) -> GamePhases {
        let Some(start) = self.position(ROOT) else { return GamePhases::default() };
        GamePhases::of(&start, self.moves_through(id).into_iter().map(|(_, mv)| mv))
    }

    /// `id` and everything after it, parents before children.
    pub(crate) fn subtree(&self, id: u32) -> Vec<u32> {
        let mut found = vec![id];
        let mut at = 0;
        while let Some(node) = found.get(at).and_then(|id| self.node(*id)) {
            found.extend(&node.children);
            at += 1;
        }
        found.sort_unstable();
        found
    }

    /// The ending of the main line with the side to move there; also one in text that could not
    /// be read as moves.
    pub(crate) fn ending(&self) -> Option<(&Ending, Color)> {
        self.line_from(ROOT).find_map(|id| {
            let node = self.node(id)?;
            match &node.step {
                Step::End(ending) => Some((ending, node.turn)),
                Step::Broken(broken) => broken.ending.as_ref().map(|(end, side)| (end, *side)),
                _ => None,
            }
        })
    }

    /// The text of a header field, trimmed; empty without.
    pub(crate) fn header(&self, keys: &[&str]) -> &str {
        let found = self.headers.iter().find(|field| keys.contains(&field.key.as_str()));
        found.map_or("", |field| field.value.trim())
    }

    /// Sets the first field with this key, or adds it.
    pub(crate) fn set_header(&mut self, key: &str, value: &str) {
        match self.headers.iter_mut().find(|field| field.key == key) {
            Some(field) => value.clone_into(&mut field.value),
            None => {
                self.headers.push(HeaderField { key: key.to_owned(), value: value.to_owned() });
            }
        }
    }

    /// The node as clients see it.
    pub(crate) fn client_node(&self, id: u32) -> Option<TreeNode> {
        let node = self.node(id)?;
        let (kind, usi, fault) = match &node.step {
            Step::Start => (NodeKind::Start, String::new(), String::new()),
            Step::Move(mv) => (NodeKind::Move, mv.to_string(), String::new()),
            Step::End(_) => (NodeKind::End, String::new(), String::new()),
            Step::Broken(broken) => (NodeKind::Broken, String::new(), broken.fault.to_string()),
        };
        Some(TreeNode {
            id,
            parent: node.parent,
            children: node.children.clone(),
            ply: node.ply,
            kind,
            usi,
            text: node.text.clone(),
            sfen: node.sfen.clone(),
            turn: node.turn.into(),
            check: node.check,
            time_ms: node.time_ms,
            comment: node.comment.clone(),
            fault,
        })
    }
}
