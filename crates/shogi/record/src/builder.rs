//! Grows a record while a file is read: positions, variations, broken parts, limits.

use crate::ending::Ending;
use crate::error::{Fault, ReadError, Warning, WarningKind};
use crate::format::Format;
use crate::place::Place;
use crate::replay::Replay;
use crate::tree::{Broken, Header, Node, NodeId, Note, Record, Step, Time};
use zenpuku_shogi::{Color, Move, Position, Setup, Square};

/// Sizes beyond which a file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest file, in bytes.
    pub bytes: usize,
    /// Most moves and endings in a file, variations included.
    pub moves: usize,
}

impl Default for Limits {
    /// 100 MB and ten million moves.
    fn default() -> Self {
        Self { bytes: 100_000_000, moves: 10_000_000 }
    }
}

/// A record under construction, with the position where it grows.
pub(crate) struct Builder {
    record: Record,
    replay: Replay,
    current: NodeId,
    /// For each node an ancestor far up, at a ply that is a multiple of [`STRIDE`].
    strides: Vec<NodeId>,
    /// The node read last at each ply.
    latest: Vec<NodeId>,
    /// The broken leaf that takes the lines that follow.
    broken: Option<NodeId>,
    last_broken: Option<NodeId>,
    pending: Option<Pending>,
    budget: usize,
}

/// Plies from one stride to the next.
const STRIDE: u32 = 256;

/// A `変化` line whose first move has not come yet.
struct Pending {
    heading: String,
    /// Notes that came before the move.
    notes: Vec<Note>,
    /// The node read before the line.
    before: NodeId,
}

impl Builder {
    /// A builder that may still add `budget` nodes.
    pub(crate) fn new(
        headers: Vec<Header>,
        start: Setup,
        layout: Format,
        budget: usize,
    ) -> Result<Self, zenpuku_shogi::SetupError> {
        let replay = Replay::from_setup(&start)?;
        let mut record = Record::new(start);
        record.headers = headers;
        record.layout = Some(layout);
        let strides = vec![NodeId::ROOT];
        let latest = strides.clone();
        let current = NodeId::ROOT;
        let (broken, last_broken, pending) = (None, None, None);
        Ok(Self { record, replay, current, strides, latest, broken, last_broken, pending, budget })
    }

    /// The current record.
    pub(crate) fn finish(mut self) -> Record {
        self.drop_pending();
        self.record
    }

    pub(crate) fn current(&self) -> NodeId {
        self.current
    }

    pub(crate) fn node(&mut self) -> &mut Node {
        self.record.node_mut(self.current)
    }

    /// The position after the current node.
    pub(crate) fn position(&mut self) -> &Position {
        // Every move in the record was legal when it was added.
        let _ = self.replay.go(&self.record, self.current);
        self.replay.position()
    }

    /// Where the last move ended.
    pub(crate) fn last_target(&self) -> Option<Square> {
        self.record.last_target(self.current)
    }

    /// Ply of the next node.
    pub(crate) fn next_ply(&self) -> u32 {
        self.record.node(self.current).ply() + 1
    }

    /// Is the current line broken, so that its lines are only text?
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// Adds a note to the current node, or to the variation that is about to begin.
    pub(crate) fn note(&mut self, note: Note) {
        match &mut self.pending {
            Some(pending) => pending.notes.push(note),
            None => self.node().notes.push(note),
        }
    }

    /// Is the first move of a variation still to come?
    pub(crate) const fn begins_variation(&self) -> bool {
        self.pending.is_some()
    }

    fn spend(&mut self, limit: usize) -> Result<(), ReadError> {
        self.budget = self.budget.checked_sub(1).ok_or(ReadError::TooManyMoves { limit })?;
        Ok(())
    }

    /// Adds a move that is legal at [`Builder::position`].
    pub(crate) fn push_move(
        &mut self,
        mv: Move,
        time: Option<Time>,
        source: Option<Box<str>>,
        limits: &Limits,
    ) -> Result<(), ReadError> {
        self.push(Step::Move(mv), time, source, limits)
    }

    pub(crate) fn push_ending(
        &mut self,
        ending: Ending,
        time: Option<Time>,
        source: Option<Box<str>>,
        limits: &Limits,
    ) -> Result<(), ReadError> {
        self.push(Step::End(ending), time, source, limits)
    }

    fn push(
        &mut self,
        step: Step,
        time: Option<Time>,
        source: Option<Box<str>>,
        limits: &Limits,
    ) -> Result<(), ReadError> {
        self.spend(limits.moves)?;
        let mv = if let Step::Move(mv) = step { Some(mv) } else { None };
        let id = self.add(self.current, step);
        let ply = self.record.node(id).ply();
        match mv {
            Some(mv) if self.replay.at() == self.current => self.replay.play(id, ply, mv),
            None if self.replay.at() == self.current => self.replay.stay(id),
            _ => {}
        }
        self.current = id;
        let pending = self.pending.take();
        let node = self.node();
        node.time = time;
        node.source = source;
        if let Some(Pending { heading, notes, .. }) = pending {
            node.source = node.source.take().map(|s| format!("{heading}\n{s}").into_boxed_str());
            node.notes = notes;
        }
        let at = ply as usize;
        if at < self.latest.len() {
            self.latest[at] = id;
        } else {
            self.latest.push(id);
        }
        Ok(())
    }

    fn add(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = self.record.add(parent, step);
        let on_stride = self.record.node(parent).ply().is_multiple_of(STRIDE);
        self.strides.push(if on_stride { parent } else { self.strides[parent.index()] });
        id
    }

    /// The node at `ply` on the way to the current one, if that is as far.
    fn on_line(&self, ply: u32) -> Option<NodeId> {
        let mut id = self.current;
        loop {
            let at = self.record.node(id).ply();
            if at <= ply {
                return (at == ply).then_some(id);
            }
            let stride = self.strides[id.index()];
            id = if self.record.node(stride).ply() >= ply {
                stride
            } else {
                self.record.node(id).parent()?
            };
        }
    }

    /// Takes the line `変化：…` of a variation that begins with move `ply`. It
    /// branches off the line read last if that is long enough, else off the
    /// latest line that is; otherwise its text is kept.
    pub(crate) fn variation(
        &mut self,
        line: &str,
        ply: u32,
        place: Place,
        warnings: &mut Vec<Warning>,
    ) {
        self.drop_pending();
        let before = self.current;
        if self.branch(ply) {
            let heading = line.to_owned();
            self.pending = Some(Pending { heading, notes: Vec::new(), before });
        } else {
            self.orphan(line, ply, place, warnings);
        }
    }

    /// A `変化` line without a move stays in its place, as a line of the node before it.
    fn drop_pending(&mut self) {
        if let Some(Pending { heading, notes, before }) = self.pending.take() {
            let kept = &mut self.record.node_mut(before).notes;
            kept.push(Note::Line(heading));
            kept.extend(notes);
        }
    }

    /// Goes to where a variation that begins with move `ply` branches off.
    fn branch(&mut self, ply: u32) -> bool {
        let Some(before) = ply.checked_sub(1) else { return false };
        let latest = || self.latest.get(before as usize).copied();
        let Some(parent) = self.on_line(before).or_else(latest) else { return false };
        self.go(parent);
        true
    }

    /// Goes back to the node after `ply` plies of the current line; `false` if it is shorter.
    pub(crate) fn leave_at(&mut self, ply: u32) -> bool {
        let Some(id) = self.on_line(ply) else { return false };
        self.go(id);
        true
    }

    /// Goes to any node; JSON specifies where its variations begin.
    pub(crate) fn go(&mut self, id: NodeId) {
        self.current = id;
        self.broken = None;
    }

    /// Begins a broken leaf with `text`; what follows goes through [`Builder::push_text`].
    /// `attempt` is the move that an illegal one would be.
    pub(crate) fn break_off(
        &mut self,
        text: &str,
        fault: Fault,
        attempt: Option<Move>,
        place: Place,
        warnings: &mut Vec<Warning>,
    ) {
        let ply = self.next_ply();
        let shown = text.trim().lines().next().unwrap_or_default().chars().take(40).collect();
        let kind = WarningKind::Broken { ply, text: shown, fault: fault.clone() };
        warnings.push(Warning { place, kind });
        let text = match self.pending.take() {
            Some(Pending { heading, notes, before }) => {
                self.record.node_mut(before).notes.extend(notes);
                format!("{heading}\n{text}")
            }
            None => text.to_owned(),
        };
        let attempt = attempt.filter(|_| matches!(fault, Fault::Illegal(_)));
        let broken = Broken { text, fault, ending: None, attempt, comments: Vec::new() };
        let id = self.add(self.current, Step::Broken(Box::new(broken)));
        self.broken = Some(id);
        self.last_broken = Some(id);
    }

    fn broken_mut(&mut self) -> Option<&mut Broken> {
        self.broken.and_then(|id| self.record.node_mut(id).broken_mut())
    }

    /// Adds a line to the broken leaf of the current line; `comment` is the comment that it is.
    pub(crate) fn push_text(&mut self, line: &str, comment: Option<&str>) {
        if let Some(broken) = self.broken_mut() {
            broken.text.push('\n');
            broken.text.push_str(line);
            broken.comments.extend(comment.map(str::to_owned));
        }
    }

    /// A comment that is already in the text of the broken leaf.
    pub(crate) fn text_comment(&mut self, comment: &str) {
        if let Some(broken) = self.broken_mut() {
            broken.comments.extend(comment.split('\n').map(str::to_owned));
        }
    }

    /// Time spent on the first move of the broken leaf, unless it is known.
    pub(crate) fn text_time(&mut self, time: Option<Time>) {
        if let Some(id) = self.broken {
            let node = self.record.node_mut(id);
            node.time = node.time.or(time);
        }
    }

    /// The text of the broken leaf names an ending `plies` after its first
    /// move; `ending` is asked with the side to move there. A foul right behind an illegal move
    /// is that move: who made it loses, whoever would be to move.
    pub(crate) fn text_ends(&mut self, plies: usize, ending: impl FnOnce(Color) -> Ending) {
        let maker = self.record.side_at(self.current);
        let side = if plies.is_multiple_of(2) { maker } else { maker.flip() };
        if let Some(broken) = self.broken_mut().filter(|broken| broken.ending.is_none()) {
            let ending = ending(side);
            let illegal = plies == 1 && matches!(broken.fault, Fault::Illegal(_));
            let is_it = illegal && matches!(ending, Ending::FoulLoss | Ending::FoulMove);
            broken.ending = Some((ending, if is_it { maker } else { side }));
            broken.attempt = broken.attempt.filter(|_| plies <= 1);
        }
    }

    /// What `count` says of the broken leaf's text.
    pub(crate) fn count_text(&mut self, count: impl Fn(&str) -> usize) -> usize {
        self.broken_mut().map_or(0, |broken| count(&broken.text))
    }

    /// A variation that begins nowhere: its lines become text, of the last
    /// broken leaf if there is one.
    fn orphan(&mut self, line: &str, ply: u32, place: Place, warnings: &mut Vec<Warning>) {
        match self.last_broken {
            Some(id) => {
                self.broken = Some(id);
                self.push_text(line, None);
            }
            None => self.break_off(line, Fault::NoParent { ply }, None, place, warnings),
        }
    }
}
