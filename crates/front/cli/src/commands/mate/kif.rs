//! A mate as a KIF record: the line of longest resistance, and every other defence as a variation.

use std::collections::{HashSet, VecDeque};

use zenpuku_shogi::{Move, MoveList, Position};
use zenpuku_shogi_mate::Proof;
use zenpuku_shogi_record::{Document, Ending, Format, NodeId, Record, Step, write};

use super::inputs::Problem;

/// Nodes of a record at most; nearer variations come first.
const MOST: usize = 20_000;

/// A defence that is still to be written.
struct Open {
    parent: NodeId,
    /// The position after the defence.
    position: Position,
    reply: Move,
}

struct Writer<'a> {
    proof: &'a Proof,
    record: Record,
    shown: HashSet<u64>,
    open: VecDeque<Open>,
}

/// The record of a proved mate. Its main line is `line`, as long as it follows
/// the answers of the proof.
fn record(position: &Position, line: &[Move], proof: &Proof) -> Record {
    let mut writer = Writer {
        proof,
        record: Record::new(position.setup()),
        shown: HashSet::new(),
        open: VecDeque::new(),
    };
    writer.line(NodeId::ROOT, position.without_history(), line);
    while let Some(Open { parent, position, reply }) = writer.open.pop_front() {
        if writer.record.len() >= MOST {
            let root = writer.record.node_mut(NodeId::ROOT);
            root.add_comment(&format!("変化は {MOST} 手で打ち切り"));
            break;
        }
        let node = writer.record.add(parent, Step::Move(reply));
        let left = writer.left(&position);
        writer.record.node_mut(node).add_comment(&format!("あと{left}手で詰み"));
        writer.line(node, position, &[]);
    }
    writer.record
}

impl Writer<'_> {
    fn left(&self, position: &Position) -> u16 {
        self.proof.answer(position).map_or(0, |(_, plies)| plies)
    }

    /// Writes answers and defences to the mate, or to a position shown elsewhere: the defences of
    /// `line`, then the longest.
    fn line(&mut self, mut node: NodeId, mut at: Position, mut line: &[Move]) {
        let mut legal = MoveList::new();
        while let Some((mv, _)) = self.proof.answer(&at) {
            if !self.shown.insert(at.key()) {
                self.record.node_mut(node).add_comment("以下は他の変化と同じ局面");
                return;
            }
            node = self.record.add(node, Step::Move(mv));
            at.do_move(mv);
            at.legal_moves(&mut legal);
            let preferred = match line {
                [answer, reply, rest @ ..] if *answer == mv => {
                    line = rest;
                    Some(*reply)
                }
                _ => {
                    line = &[];
                    None
                }
            };
            let mut replies = self.replies(&at, &legal, preferred);
            let Some((_, longest)) = replies.first().cloned() else {
                self.record.add(node, Step::End(Ending::Mate));
                return;
            };
            for (position, reply) in replies.drain(1..) {
                self.open.push_back(Open { parent: node, position, reply });
            }
            node = self.record.add(node, Step::Move(longest));
            at.do_move(longest);
        }
    }

    /// The defences with the positions after them: the preferred one, then the longest first.
    fn replies(
        &self,
        at: &Position,
        legal: &MoveList,
        preferred: Option<Move>,
    ) -> Vec<(Position, Move)> {
        let mut replies: Vec<_> = legal
            .iter()
            .map(|&reply| {
                let mut after = at.without_history();
                after.do_move(reply);
                (after, reply)
            })
            .collect();
        replies.sort_by_key(|(after, reply)| {
            (Some(*reply) != preferred, std::cmp::Reverse(self.left(after)))
        });
        replies
    }
}

/// The record as a file, with the name of the problem.
///
/// # Errors
/// If KIF cannot say something of it.
pub(super) fn file(problem: &Problem, line: &[Move], proof: &Proof) -> anyhow::Result<Vec<u8>> {
    let mut record = record(&problem.position, line, proof);
    if let Some(id) = &problem.id {
        record.set_field("作品名", &id.replace(['\r', '\n'], " "));
    }
    Ok(write(&Document::new(vec![record]), Format::Kif, None)?.bytes)
}

/// The end of the name of such a file.
pub(super) fn extension() -> &'static str {
    Format::Kif.extension(true)
}
