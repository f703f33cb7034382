//! A small tree search over random games (UCT [uct2006] with all-moves-as-first values [rave2011]): it finds the moves
//! that random games alone miss, such as the vital point of a group, before the games are counted.

use crate::Random;
use crate::playout::{is_own_eye, owner_at_end, play_out};
use crate::quick_board::{Cell, NONE, QuickBoard};

/// Games after which a node gets children.
const EXPAND: u32 = 6;
/// Most nodes of a tree.
const MOST_NODES: usize = 400_000;
/// Games at which a node's own value and the all-moves-as-first value weigh about the same.
const EQUAL: f32 = 400.0;
/// Weight of what has seldom been tried.
const EXPLORE: f32 = 0.12;
/// Points over which a lead becomes nearly certain.
const SPAN: f32 = 6.0;

/// A move with its games. Values are 0 to 1 for the player of the move.
#[derive(Clone, Debug)]
struct Node {
    mv: Cell,
    first_child: u32,
    children: u16,
    games: f32,
    value: f32,
    amaf_games: f32,
    amaf_value: f32,
}

impl Node {
    fn new(mv: Cell) -> Self {
        // A few games of an even result before the first, so that no single game decides.
        let prior = if mv == NONE { 0.3 } else { 0.5 };
        Self {
            mv,
            first_child: 0,
            children: 0,
            games: 0.0,
            value: 0.0,
            amaf_games: 4.0,
            amaf_value: prior,
        }
    }

    fn promise(&self, explore: f32) -> f32 {
        let weight = (EQUAL / (3.0 * self.games + EQUAL)).sqrt();
        let known = if self.games > 0.0 { self.value } else { self.amaf_value };
        weight * self.amaf_value
            + (1.0 - weight) * known
            + EXPLORE * (explore / (self.games + 1.0)).sqrt()
    }
}

/// A move of the root with what its games gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tried {
    pub(crate) mv: Cell,
    pub(crate) games: u32,
    pub(crate) value: f32,
}

/// The tree of a position.
pub(crate) struct Tree {
    start: QuickBoard,
    nodes: Vec<Node>,
    /// Black's mean lead so far: a game is won that does better.
    level: f32,
    games: u32,
    /// When each cell was first played in the present game, by Black and by White.
    played: Vec<[u16; 2]>,
    path: Vec<u32>,
    moves: Vec<(Cell, u8)>,
}

impl Tree {
    pub(crate) fn new(start: QuickBoard) -> Self {
        Self {
            start,
            nodes: vec![Node::new(NONE)],
            level: 0.0,
            games: 0,
            played: vec![[u16::MAX; 2]; 21 * 21],
            path: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Plays one more game and gives its last position.
    pub(crate) fn play(&mut self, random: &mut Random) -> QuickBoard {
        let mut board = self.start.clone();
        self.path.clear();
        self.path.push(0);
        self.moves.clear();
        let mut at = 0_usize;
        while self.path.len() < board.area() {
            if self.nodes[at].children == 0 && !self.expand(at, &board) {
                break;
            }
            at = self.select(at);
            let mv = self.nodes[at].mv;
            self.moves.push((mv, board.to_move()));
            if mv == NONE {
                board.pass();
            } else if board.is_legal(mv) {
                board.play(mv);
            } else {
                // A ko or capture elsewhere has made it illegal: as good as a pass.
                board.pass();
            }
            self.path.push(at as u32);
        }
        play_out(&mut board, random, &mut self.moves);
        self.learn(&board);
        board
    }

    fn expand(&mut self, at: usize, board: &QuickBoard) -> bool {
        if at != 0 && self.nodes[at].games < EXPAND as f32 || self.nodes.len() > MOST_NODES {
            return false;
        }
        let first = self.nodes.len();
        let sensible = |&cell: &Cell| !is_own_eye(board, cell) && board.is_legal(cell);
        let mut cells: Vec<Cell> = board.empty_cells().iter().copied().filter(sensible).collect();
        // The order of the board's list depends on play; that of the cells does not.
        cells.sort_unstable();
        self.nodes.extend(cells.into_iter().map(Node::new));
        self.nodes.push(Node::new(NONE));
        self.nodes[at].first_child = first as u32;
        self.nodes[at].children = (self.nodes.len() - first) as u16;
        true
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        let first = node.first_child as usize;
        first..first + usize::from(node.children)
    }

    fn select(&self, at: usize) -> usize {
        let explore = (self.nodes[at].games + 1.0).ln();
        let mut best = (f32::NEG_INFINITY, at);
        for child in self.children(at) {
            let promise = self.nodes[child].promise(explore);
            if promise > best.0 {
                best = (promise, child);
            }
        }
        best.1
    }

    fn learn(&mut self, end: &QuickBoard) {
        let margin = margin(end) as f32;
        self.games += 1;
        let rate = (1.0 / self.games as f32).max(0.01);
        self.level += (margin - self.level) * rate;
        let for_black = 0.5 + 0.5 * ((margin - self.level) / SPAN).tanh();
        let side = usize::from(self.start.to_move());
        for (time, &(cell, color)) in self.moves.iter().enumerate().rev() {
            self.played[usize::from(cell)][usize::from(color)] = time.min(65_000) as u16;
        }
        for (depth, &at) in self.path.iter().enumerate() {
            let at = at as usize;
            // The node's move was made by the other side than the one that moves from it.
            let mover = (side + depth) % 2;
            let value = |color: usize| if color == 0 { for_black } else { 1.0 - for_black };
            let node = &mut self.nodes[at];
            node.games += 1.0;
            node.value += (value(mover ^ 1) - node.value) / node.games;
            let gained = value(mover);
            for child in self.children(at) {
                let node = &mut self.nodes[child];
                let time = self.played[usize::from(node.mv)][mover];
                if node.mv != NONE && time != u16::MAX && usize::from(time) >= depth {
                    node.amaf_games += 1.0;
                    node.amaf_value += (gained - node.amaf_value) / node.amaf_games;
                }
            }
        }
        for &(cell, color) in &self.moves {
            self.played[usize::from(cell)][usize::from(color)] = u16::MAX;
        }
    }

    /// The moves of the root, the most tried first; the last is a pass if its cell is [`NONE`].
    pub(crate) fn tried(&self) -> Vec<Tried> {
        let mut found: Vec<Tried> = self
            .children(0)
            .map(|child| &self.nodes[child])
            .map(|node| Tried { mv: node.mv, games: node.games as u32, value: node.value })
            .collect();
        found.sort_by_key(|tried| std::cmp::Reverse(tried.games));
        found
    }

    /// Black's mean lead over the last games, in points of area.
    pub(crate) fn level(&self) -> f32 {
        self.level
    }
}

/// Black's area less White's at the end of a game.
pub(crate) fn margin(end: &QuickBoard) -> i32 {
    let owners = (0..end.area()).map(|index| end.cell(zenpuku_go::Point::new(index)));
    owners.map(|cell| owner_at_end(end, cell).map_or(0, |owner| 1 - 2 * i32::from(owner))).sum()
}
