//! Edits, and their undo.

use super::tree::{Node, ROOT, Step, Tree};
use crate::protocol::{HeaderField, MAX_RECORD_MOVES};
use std::collections::VecDeque;
use zenpuku_shogi::{Move, RuleViolation};
use zenpuku_shogi_record::Ending;

/// Edits that can be undone.
const UNDO_LIMIT: usize = 200;
/// Longest comment in bytes.
const MAX_COMMENT: usize = 100_000;
/// Most header fields, and the longest one in bytes.
const MAX_HEADERS: usize = 200;
const MAX_HEADER: usize = 2_000;

/// Why an edit was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EditError {
    /// No such node, or it was deleted.
    #[error("the document has no node {0}")]
    NoNode(u32),
    /// The move is illegal.
    #[error("{0}")]
    Illegal(#[from] RuleViolation),
    /// Not possible there.
    #[error("{0}")]
    State(&'static str),
    /// A limit is passed.
    #[error("{0}")]
    TooLarge(String),
}

/// One small change that can be turned back.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Op {
    Link { parent: u32, index: usize, child: u32 },
    Unlink { parent: u32, index: usize, child: u32 },
    Reorder { parent: u32, before: Vec<u32>, after: Vec<u32> },
    Comment { node: u32, before: String, after: String },
    Headers { before: Vec<HeaderField>, after: Vec<HeaderField> },
}

impl Op {
    fn inverse(&self) -> Self {
        match self.clone() {
            Self::Link { parent, index, child } => Self::Unlink { parent, index, child },
            Self::Unlink { parent, index, child } => Self::Link { parent, index, child },
            Self::Reorder { parent, before, after } => {
                Self::Reorder { parent, before: after, after: before }
            }
            Self::Comment { node, before, after } => {
                Self::Comment { node, before: after, after: before }
            }
            Self::Headers { before, after } => Self::Headers { before: after, after: before },
        }
    }
}

/// One edit as the user made it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edit {
    ops: Vec<Op>,
    /// Where the user is after the edit, and after its undo.
    node: u32,
    undone: u32,
}

/// The changes of an edit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) nodes: Vec<u32>,
    pub(crate) removed: Vec<u32>,
    pub(crate) headers: bool,
    pub(crate) node: u32,
}

/// A tree with its undo history.
#[derive(Clone, Debug)]
pub(crate) struct Editor {
    pub(crate) tree: Tree,
    undo: VecDeque<Edit>,
    redo: Vec<Edit>,
}

impl Editor {
    pub(crate) fn new(tree: Tree) -> Self {
        Self { tree, undo: VecDeque::new(), redo: Vec::new() }
    }

    pub(crate) fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub(crate) fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Adds a move, unless it exists already.
    pub(crate) fn add_move(&mut self, parent: u32, usi: &str) -> Result<Changed, EditError> {
        self.check(parent)?;
        let position = self.tree.position(parent).ok_or(EditError::NoNode(parent))?;
        let mv = position.read_usi(usi)?;
        match self.child_with(parent, mv) {
            Some(node) => Ok(Changed { node, ..Changed::default() }),
            None => self.append(parent, Step::Move(mv), None),
        }
    }

    fn child_with(&self, parent: u32, mv: Move) -> Option<u32> {
        let step = Step::Move(mv);
        let children = &self.tree.node(parent)?.children;
        children.iter().copied().find(|id| self.tree.node(*id).is_some_and(|n| n.step == step))
    }

    /// Adds the end of the game after `parent`.
    pub(crate) fn add_end(&mut self, parent: u32, ending: Ending) -> Result<Changed, EditError> {
        self.check(parent)?;
        self.append(parent, Step::End(ending), None)
    }

    /// Adds a move that took `time_ms`.
    pub(crate) fn add_timed(
        &mut self,
        parent: u32,
        mv: Move,
        time_ms: u64,
    ) -> Result<Changed, EditError> {
        self.check(parent)?;
        self.append(parent, Step::Move(mv), Some(time_ms))
    }

    fn append(
        &mut self,
        parent: u32,
        step: Step,
        time_ms: Option<u64>,
    ) -> Result<Changed, EditError> {
        if self.tree.nodes.len() > MAX_RECORD_MOVES {
            let limit = format!("a document holds at most {MAX_RECORD_MOVES} moves");
            return Err(EditError::TooLarge(limit));
        }
        let position = self.tree.position(parent).ok_or(EditError::NoNode(parent))?;
        let made = self.tree.make(parent, step, &position).ok_or(EditError::NoNode(parent))?;
        let child = self.tree.next;
        self.tree.next += 1;
        self.tree.nodes.insert(child, Node { time_ms, ..made });
        let index = self.tree.node(parent).map_or(0, |node| node.children.len());
        Ok(self.make(vec![Op::Link { parent, index, child }], child, parent))
    }

    /// Deletes a node with all that follows.
    pub(crate) fn delete(&mut self, id: u32) -> Result<Changed, EditError> {
        let (parent, index) = self.place(id)?;
        Ok(self.make(vec![Op::Unlink { parent, index, child: id }], parent, id))
    }

    /// Moves a variation one place up, or with `main` its line to the front all the way.
    pub(crate) fn promote(&mut self, id: u32, main: bool) -> Result<Changed, EditError> {
        self.place(id)?;
        let mut ops = Vec::new();
        let mut at = id;
        while let Some(parent) = self.tree.node(at).and_then(|node| node.parent) {
            let Some(before) = self.tree.node(parent).map(|node| node.children.clone()) else {
                break;
            };
            let index = before.iter().position(|&child| child == at).unwrap_or(0);
            if index > 0 {
                let mut after = before.clone();
                after.remove(index);
                after.insert(if main { 0 } else { index - 1 }, at);
                ops.push(Op::Reorder { parent, before, after });
                if !main {
                    break;
                }
            }
            at = parent;
        }
        if ops.is_empty() {
            return Err(EditError::State("the move is in the main line already"));
        }
        Ok(self.make(ops, id, id))
    }

    /// Sets a comment.
    pub(crate) fn comment(&mut self, node: u32, text: &str) -> Result<Changed, EditError> {
        self.check(node)?;
        if text.len() > MAX_COMMENT {
            return Err(EditError::TooLarge(format!("a comment has at most {MAX_COMMENT} bytes")));
        }
        let after = text.replace("\r\n", "\n").replace('\r', "\n");
        let before = self.tree.node(node).map(|node| node.comment.clone()).unwrap_or_default();
        if before == after {
            return Ok(Changed { node, ..Changed::default() });
        }
        Ok(self.make(vec![Op::Comment { node, before, after }], node, node))
    }

    /// Sets the header fields; line breaks in them become blanks.
    pub(crate) fn headers(&mut self, fields: &[HeaderField]) -> Result<Changed, EditError> {
        let long = |f: &HeaderField| f.key.len() > MAX_HEADER || f.value.len() > MAX_HEADER;
        if fields.len() > MAX_HEADERS || fields.iter().any(long) {
            let limit = format!("at most {MAX_HEADERS} fields of at most {MAX_HEADER} bytes");
            return Err(EditError::TooLarge(limit));
        }
        let one_line = |text: &str| text.replace(['\r', '\n'], " ");
        let clean = |f: &HeaderField| HeaderField {
            key: one_line(f.key.trim()),
            value: one_line(&f.value),
        };
        let after: Vec<HeaderField> =
            fields.iter().map(clean).filter(|field| !field.key.is_empty()).collect();
        let before = self.tree.headers.clone();
        Ok(self.make(vec![Op::Headers { before, after }], ROOT, ROOT))
    }

    /// Turns the last edit back.
    pub(crate) fn undo(&mut self) -> Result<Changed, EditError> {
        let edit = self.undo.pop_back().ok_or(EditError::State("there is nothing to undo"))?;
        let ops: Vec<Op> = edit.ops.iter().rev().map(Op::inverse).collect();
        let changed = self.apply(&ops, edit.undone);
        self.redo.push(edit);
        Ok(changed)
    }

    /// Makes the edit again that was turned back last.
    pub(crate) fn redo(&mut self) -> Result<Changed, EditError> {
        let edit = self.redo.pop().ok_or(EditError::State("there is nothing to redo"))?;
        let changed = self.apply(&edit.ops, edit.node);
        self.undo.push_back(edit);
        Ok(changed)
    }

    /// Clears the undo history: the editor cannot undo moves of a game.
    pub(crate) fn forget(&mut self) {
        self.undo.clear();
        self.redo.clear();
    }

    fn check(&self, id: u32) -> Result<(), EditError> {
        if self.tree.is_attached(id) { Ok(()) } else { Err(EditError::NoNode(id)) }
    }

    /// The parent of a node and its place there.
    fn place(&self, id: u32) -> Result<(u32, usize), EditError> {
        self.check(id)?;
        let parent = self.tree.node(id).and_then(|node| node.parent);
        let parent = parent.ok_or(EditError::State("the start position stays where it is"))?;
        let children = self.tree.node(parent).map(|node| node.children.as_slice());
        let index = children.and_then(|children| children.iter().position(|&child| child == id));
        index.map(|index| (parent, index)).ok_or(EditError::NoNode(id))
    }

    fn make(&mut self, ops: Vec<Op>, node: u32, undone: u32) -> Changed {
        let changed = self.apply(&ops, node);
        self.redo.clear();
        self.undo.push_back(Edit { ops, node, undone });
        if self.undo.len() > UNDO_LIMIT {
            self.undo.pop_front();
        }
        changed
    }

    fn apply(&mut self, ops: &[Op], node: u32) -> Changed {
        let mut changed = Changed { node, ..Changed::default() };
        for op in ops {
            self.apply_one(op, &mut changed);
        }
        changed.nodes.sort_unstable();
        changed.nodes.dedup();
        changed
    }

    fn apply_one(&mut self, op: &Op, changed: &mut Changed) {
        match op {
            Op::Link { parent, index, child } => {
                if let Some(node) = self.tree.nodes.get_mut(parent) {
                    node.children.insert((*index).min(node.children.len()), *child);
                }
                changed.nodes.push(*parent);
                changed.nodes.extend(self.tree.subtree(*child));
            }
            Op::Unlink { parent, child, .. } => {
                if let Some(node) = self.tree.nodes.get_mut(parent) {
                    node.children.retain(|id| id != child);
                }
                changed.nodes.push(*parent);
                changed.removed.extend(self.tree.subtree(*child));
            }
            Op::Reorder { parent, after, .. } => {
                if let Some(node) = self.tree.nodes.get_mut(parent) {
                    node.children.clone_from(after);
                }
                changed.nodes.push(*parent);
            }
            Op::Comment { node, after, .. } => {
                if let Some(found) = self.tree.nodes.get_mut(node) {
                    found.comment.clone_from(after);
                }
                changed.nodes.push(*node);
            }
            Op::Headers { after, .. } => {
                self.tree.headers.clone_from(after);
                changed.headers = true;
            }
        }
    }
}
