//! Forward pruning of the ProbCut paper's program: each move is judged by a depth-0 search with
//! exchange resolution, and only the best are searched, fewer at each ply [probcut2003] 4.1.
//! Switch: `ForwardPruning`.

use crate::observer::SearchObserver;
use crate::search::Searcher;
use crate::search::move_picker::MovePicker;
use crate::search::moves::Part;
use crate::search::node::Node;
use zenpuku_shogi::{Move, MoveKind};

/// Moves searched at the plies of the line, the last one at all plies beyond.
const WIDTHS: [usize; 4] = [640, 30, 15, 5];

/// More than any evaluation: the table's move comes first.
const TABLE_BONUS: i32 = 1 << 20;

/// The best moves, best first; `None` where the switch is off.
#[inline]
pub(in crate::search) fn picker<O: SearchObserver>(
    searcher: &mut Searcher<'_, O>,
    node: &Node,
) -> Option<MovePicker> {
    if !searcher.shared.params.forward_pruning {
        return None;
    }
    let start = searcher.memory.moves.len();
    let width = WIDTHS[node.ply.min(WIDTHS.len() - 1)];
    generate(searcher, node);
    // The best so far lie from `start` to `kept`, best first; the rest has not been looked at.
    let mut kept = start;
    for index in start..searcher.memory.moves.len() {
        let mv = searcher.memory.moves.get(index);
        if !searcher.position.is_legal_after_pseudo(mv) {
            continue;
        }
        let full = kept - start == width;
        let score = judge(searcher, node, mv);
        if !full || score > searcher.memory.moves.score(kept - 1) {
            kept += usize::from(!full);
            insert(searcher.memory.moves.part(start, kept), mv, score);
        }
    }
    searcher.memory.moves.truncate(kept);
    let setting = searcher.setting(node.ply);
    Some(MovePicker::prepared(&searcher.memory.moves, start, setting))
}

/// Puts the move at its place among the others, the last of which is lost.
fn insert(part: Part<'_>, mv: Move, score: i32) {
    let last = part.moves.len() - 1;
    let place = part.scores[..last].partition_point(|&other| other >= score);
    part.moves[place..].rotate_right(1);
    part.scores[place..=last].rotate_right(1);
    (part.moves[place], part.scores[place]) = (mv, score);
}

fn generate<O: SearchObserver>(searcher: &mut Searcher<'_, O>, node: &Node) {
    let all = searcher.shared.all_moves;
    let position = &searcher.position;
    let moves = &mut searcher.memory.moves;
    let kinds: &[MoveKind] = match (node.in_check, all) {
        (true, true) => &[MoveKind::EvasionsAll],
        (true, false) => &[MoveKind::Evasions],
        (false, true) => &[MoveKind::CapturesAll, MoveKind::QuietsAll],
        (false, false) => &[MoveKind::Captures, MoveKind::Quiets],
    };
    for &kind in kinds {
        moves.generate(position, kind, |_| 0);
    }
}

/// A search of depth 0 with exchange resolution: the evaluation after the move, less what the best
/// exchange that the opponent can begin gains.
fn judge<O: SearchObserver>(searcher: &mut Searcher<'_, O>, node: &Node, mv: Move) -> i32 {
    if mv == node.table_move {
        return TABLE_BONUS;
    }
    let gives_check = searcher.position.gives_check(mv);
    searcher.do_move(node.ply, mv, gives_check);
    let evaluation = searcher.evaluate().value();
    let (position, values) = (&searcher.position, &searcher.shared.exchange);
    let moves = &mut searcher.memory.moves;
    let start = moves.len();
    let kind = if gives_check { MoveKind::Evasions } else { MoveKind::Captures };
    moves.generate(position, kind, |mv| {
        if position.is_capture(mv) { position.see(mv, values) } else { 0 }
    });
    let end = moves.len();
    let gain = (start..end).fold(0, |most, index| most.max(moves.score(index)));
    moves.truncate(start);
    searcher.undo_move(mv);
    -evaluation - gain
}
