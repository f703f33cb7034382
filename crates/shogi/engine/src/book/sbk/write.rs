//! Writing ShogiGUI's books.

use super::super::{Analysis, Book, BookEntry, BookMove};
use super::wire::{put_bytes, put_number, put_signed};
use super::{analysis, book, edge, moves, state};
use std::collections::{HashMap, HashSet};
use zenpuku_shogi::{Position, STARTPOS};

/// The number of a move without a next position.
const NOTHING: i64 = -1;

/// The file of a book. Positions that no move leads to come first, because ShogiGUI expects the roots there;
/// the even start position is the first of them.
pub(in super::super) fn write(book: &Book) -> Vec<u8> {
    let graph = Graph::of(book);
    let mut bytes = Vec::new();
    put_bytes(&mut bytes, book::AUTHOR, book.author.as_bytes());
    put_bytes(&mut bytes, book::DESCRIPTION, book.description.as_bytes());
    for (id, node) in graph.nodes.iter().enumerate() {
        let sfen = (id < graph.roots).then_some(node.name);
        put_bytes(&mut bytes, book::STATE, &write_state(id, sfen, node, &graph.ids));
    }
    bytes
}

/// The positions in the order of the file.
struct Graph<'b> {
    nodes: Vec<Node<'b>>,
    /// Number of roots, which come first.
    roots: usize,
    ids: HashMap<&'b str, usize>,
}

/// A position with the encoded moves and the names of the positions after them.
struct Node<'b> {
    name: &'b str,
    entry: &'b BookEntry,
    edges: Vec<(u32, String)>,
}

impl<'b> Graph<'b> {
    fn of(book: &'b Book) -> Self {
        let nodes: Vec<Node<'b>> = book.positions.iter().filter_map(Node::of).collect();
        let mut ordered: Vec<(bool, Node<'b>)> =
            find_roots(&nodes).into_iter().zip(nodes).collect();
        ordered.sort_by_key(|(root, node)| (!root, node.name != STARTPOS));
        let roots = ordered.iter().filter(|(root, _)| *root).count();
        let nodes: Vec<Node<'b>> = ordered.into_iter().map(|(_, node)| node).collect();
        let ids = nodes.iter().enumerate().map(|(id, node)| (node.name, id)).collect();
        Self { nodes, roots, ids }
    }
}

/// Which positions must have an SFEN: the even start position, those that no move leads to, and one of each
/// group that is only reached from itself.
fn find_roots(nodes: &[Node<'_>]) -> Vec<bool> {
    let targets: HashSet<&str> =
        nodes.iter().flat_map(|node| &node.edges).map(|edge| edge.1.as_str()).collect();
    let places: HashMap<&str, usize> =
        nodes.iter().enumerate().map(|(place, node)| (node.name, place)).collect();
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(|&place| {
        let name = nodes[place].name;
        (name != STARTPOS, targets.contains(name))
    });
    let (mut reached, mut roots) = (vec![false; nodes.len()], vec![false; nodes.len()]);
    for place in order {
        if !reached[place] {
            roots[place] = true;
            reach(place, nodes, &places, &mut reached);
        }
    }
    roots
}

/// Marks everything that moves lead to from a position, itself included.
fn reach(from: usize, nodes: &[Node<'_>], places: &HashMap<&str, usize>, reached: &mut [bool]) {
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        if !core::mem::replace(&mut reached[place], true) {
            open.extend(nodes[place].edges.iter().filter_map(|edge| places.get(edge.1.as_str())));
        }
    }
}

impl<'b> Node<'b> {
    fn of((name, entry): (&'b String, &'b BookEntry)) -> Option<Self> {
        let position = Position::from_sfen(name).ok()?;
        let edge = |book: &BookMove| {
            let mut after = position.without_history();
            after.do_move(book.mv);
            (moves::encode(&position, book.mv), super::super::name(&after))
        };
        Some(Self { name, entry, edges: entry.moves.iter().map(edge).collect() })
    }
}

fn write_state(
    id: usize,
    sfen: Option<&str>,
    node: &Node<'_>,
    ids: &HashMap<&str, usize>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_number(&mut bytes, state::ID, id as u64);
    put_number(&mut bytes, state::BOARD_KEY, 0);
    put_number(&mut bytes, state::HAND_KEY, 0);
    let results = node.entry.results;
    let games = results.map_or([0; 3], |r| [r.games, r.black_wins, r.white_wins]);
    for (field, count) in
        [state::GAMES, state::BLACK_WINS, state::WHITE_WINS].into_iter().zip(games)
    {
        put_number(&mut bytes, field, count.min(i32::MAX.cast_unsigned()).into());
    }
    if let Some(sfen) = sfen {
        put_bytes(&mut bytes, state::POSITION, sfen.as_bytes());
    }
    if !node.entry.comment.is_empty() {
        put_bytes(&mut bytes, state::COMMENT, node.entry.comment.as_bytes());
    }
    for (book, (bits, next)) in node.entry.moves.iter().zip(&node.edges) {
        let next = ids.get(next.as_str()).map_or(NOTHING, |&id| id as i64);
        put_bytes(&mut bytes, state::MOVE, &write_edge(book, *bits, next));
    }
    for analysis in &node.entry.analyses {
        put_bytes(&mut bytes, state::ANALYSIS, &write_analysis(analysis));
    }
    bytes
}

fn write_edge(book: &BookMove, bits: u32, next: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_signed(&mut bytes, edge::MOVE, bits.cast_signed().into());
    put_number(&mut bytes, edge::MARK, book.mark.map_or(0, super::super::MoveMark::number));
    let weight = book.count.unwrap_or(0).min(i32::MAX.cast_unsigned().into());
    put_number(&mut bytes, edge::WEIGHT, weight);
    put_signed(&mut bytes, edge::NEXT, next);
    bytes
}

fn write_analysis(analysis: &Analysis) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_signed(&mut bytes, analysis::VALUE, analysis.value.into());
    put_signed(&mut bytes, analysis::DEPTH, analysis.depth.into());
    put_signed(&mut bytes, analysis::SEL_DEPTH, analysis.sel_depth.into());
    put_signed(&mut bytes, analysis::NODES, analysis.nodes);
    put_bytes(&mut bytes, analysis::LINE, analysis.line.as_bytes());
    if !analysis.engine.is_empty() {
        put_bytes(&mut bytes, analysis::ENGINE, analysis.engine.as_bytes());
    }
    bytes
}
