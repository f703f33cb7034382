//! Positions of a record's nodes, in linear time for any tree.
//!
//! The core scans the history of a position on every move and counts plies in
//! 16 bits, so a position is rooted again every [`SPACING`] plies; the setups
//! kept there also make a jump to any node cheap.

use crate::rule::Rule;
use crate::tree::{NodeId, Record, Step};
use std::collections::HashMap;
use zenpuku_shogi::{Move, Position, Setup, SetupError, SetupRules, Square};

/// Plies between kept setups: a jump replays fewer moves than this.
const SPACING: u32 = 32;

/// The position at one node of a record, which can be moved to any other node.
///
/// The position carries only the last few moves of history: ask it about
/// legality and checks, not about repetition.
pub struct Replay {
    position: Position,
    at: NodeId,
    kept: HashMap<NodeId, Setup>,
}

impl Replay {
    /// Begins at the start position of `record`.
    ///
    /// # Errors
    /// [`SetupError`] when the start position breaks a rule.
    pub fn new(record: &Record) -> Result<Self, SetupError> {
        Self::from_setup(record.start())
    }

    pub(crate) fn from_setup(start: &Setup) -> Result<Self, SetupError> {
        let position = rooted(start)?;
        let kept = HashMap::from([(NodeId::ROOT, start.clone())]);
        Ok(Self { position, at: NodeId::ROOT, kept })
    }

    /// The current node.
    #[must_use]
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// The position at that node.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Moves to `id` and gives the position there. Walking from parent to
    /// child is a move on the board; jumps cost a few dozen moves at most.
    ///
    /// # Errors
    /// The ply and the rule broken when a move on the way is illegal.
    pub fn go(&mut self, record: &Record, id: NodeId) -> Result<&Position, (u32, Rule)> {
        if id != self.at && record.node(id).parent() != Some(self.at) {
            self.jump(record, id)?;
        } else if id != self.at {
            self.step(record, id)?;
        }
        Ok(&self.position)
    }

    /// Records that `mv`, already known to be legal, leads to the new node `id`.
    pub(crate) fn play(&mut self, id: NodeId, ply: u32, mv: Move) {
        self.position.do_move(mv);
        self.at = id;
        if ply.is_multiple_of(SPACING) {
            let mut setup = Setup::from(&self.position);
            setup.set_ply(1);
            // Fails only where the defender is to move in a problem without the
            // attacker's king; then a later ply serves.
            if let Ok(position) = rooted(&setup) {
                self.position = position;
                self.kept.insert(id, setup);
            }
        }
    }

    /// Moves to `id`, whose step does not change the position.
    pub(crate) fn stay(&mut self, id: NodeId) {
        self.at = id;
    }

    fn step(&mut self, record: &Record, id: NodeId) -> Result<(), (u32, Rule)> {
        let node = record.node(id);
        match *node.step() {
            Step::Move(mv) => {
                verdict(&self.position, mv).map_err(|rule| (node.ply(), rule))?;
                self.play(id, node.ply(), mv);
            }
            _ => self.stay(id),
        }
        Ok(())
    }

    fn jump(&mut self, record: &Record, id: NodeId) -> Result<(), (u32, Rule)> {
        let mut path = Vec::new();
        let mut base = id;
        let setup = loop {
            if let Some(setup) = self.kept.get(&base) {
                break setup;
            }
            path.push(base);
            match record.node(base).parent() {
                Some(parent) => base = parent,
                None => break record.start(),
            }
        };
        if let Ok(position) = rooted(setup) {
            self.position = position;
        }
        self.at = base;
        path.iter().rev().try_for_each(|&id| self.step(record, id))
    }
}

fn rooted(setup: &Setup) -> Result<Position, SetupError> {
    let mut setup = setup.clone();
    setup.set_ply(1);
    setup.position(SetupRules::Mate)
}

/// Why `mv` is not legal at `position`.
pub(crate) fn verdict(position: &Position, mv: Move) -> Result<(), Rule> {
    let found = match (mv.dropped(), mv.from()) {
        (Some(kind), _) => crate::rule::drop(position, kind, mv.to())?,
        (None, Some(from)) => from_board(position, mv, from)?,
        (None, None) => return Err(Rule::NoSuchMove(mv.piece_after().piece_type())),
    };
    if found == mv { Ok(()) } else { Err(Rule::NoSuchMove(mv.piece_after().piece_type())) }
}

fn from_board(position: &Position, mv: Move, from: Square) -> Result<Move, Rule> {
    let after = mv.piece_after().piece_type();
    let before = if mv.is_promotion() { after.demote() } else { after };
    crate::rule::board(position, from, mv.to(), Some(before), mv.is_promotion())
}
