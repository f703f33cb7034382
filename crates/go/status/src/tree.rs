//! A small tree search over random games (UCT [uct2006] with all-moves-as-first values [rave2011]): it finds the moves
//! that random games alone miss, such as the vital point of a group, before the games are counted.

use zenpuku_go::Point;

use crate::Random;
use crate::playout::{is_own_eye, owner_at_end, play_out};
use crate::playout_board::{Cell, EMPTY, NONE, PlayoutBoard};

/// Games after which a node gets children.
const EXPAND: u32 = 6;
/// Most nodes of a tree.
const MOST_NODES: usize = 400_000;
/// Games at which a node's own value and the all-moves-as-first value weigh about the same.
const RAVE_EQUIVALENCE: f32 = 400.0;
/// Weight of the exploration term.
const EXPLORE: f32 = 0.12;
/// Points over which a lead becomes nearly certain.
const SPAN: f32 = 6.0;

/// Number of moves of a game within which a point must be played to count for
/// the value of a move there.
const SOON: usize = 30;

/// A move with its games. Values are 0 to 1 for the player of the move.
#[derive(Clone, Debug)]
struct Node {
    mv: Cell,
    first_child: u32,
    children: u16,
    playouts: f32,
    value: f32,
    amaf_playouts: f32,
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
            playouts: 0.0,
            value: 0.0,
            amaf_playouts: 4.0,
            amaf_value: prior,
        }
    }

    fn rave_score(&self, explore: f32) -> f32 {
        let weight = (RAVE_EQUIVALENCE / (3.0 * self.playouts + RAVE_EQUIVALENCE)).sqrt();
        let known = if self.playouts > 0.0 { self.value } else { self.amaf_value };
        weight * self.amaf_value
            + (1.0 - weight) * known
            + EXPLORE * (explore / (self.playouts + 1.0)).sqrt()
    }
}

/// A move of the root with the results of its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tried {
    pub(crate) mv: Cell,
    pub(crate) playouts: u32,
    pub(crate) value: f32,
}

/// What counts at the end of a game.
pub(crate) struct Lead {
    /// The cells, with their initial content if it matters.
    cells: Vec<(Cell, u8)>,
    /// Whether moves cost a point until the first pass.
    moves_cost: bool,
}

impl Lead {
    /// Black's area less White's.
    pub(crate) fn area(board: &PlayoutBoard) -> Self {
        let cells = (0..board.area()).map(|index| board.cell(Point::new(index)));
        Self { cells: cells.map(|cell| (cell, EMPTY)).collect(), moves_cost: false }
    }

    /// Black's territory and prisoners minus White's on these cells, given with
    /// their initial content.
    pub(crate) const fn territory(cells: Vec<(Cell, u8)>) -> Self {
        Self { cells, moves_cost: true }
    }

    fn of(&self, end: &PlayoutBoard, moves: &[(Cell, u8)]) -> i32 {
        let worth = |&(cell, stood): &(Cell, u8)| match owner_at_end(end, cell) {
            // A dead stone counts two, a living one zero.
            Some(owner) if stood == owner => 0,
            Some(owner) => (1 + i32::from(stood != EMPTY)) * sign(owner),
            None => 0,
        };
        let lead: i32 = self.cells.iter().map(worth).sum();
        if self.moves_cost { lead - cost(moves) } else { lead }
    }
}

/// Black's moves minus White's until the first pass.
fn cost(moves: &[(Cell, u8)]) -> i32 {
    let mut cost = 0;
    let mut last = None;
    for &(cell, color) in moves {
        if cell == NONE || last == Some(color) {
            break;
        }
        cost += sign(color);
        last = Some(color);
    }
    cost
}

const fn sign(color: u8) -> i32 {
    if color == 0 { 1 } else { -1 }
}

/// The points by which games are better than the level for a player who values them so, near the level.
pub(crate) fn points_of(value: f32) -> f64 {
    f64::from(2.0 * SPAN * (value - 0.5))
}

/// A game that was played.
pub(crate) struct Game {
    /// Its last position.
    pub(crate) end: PlayoutBoard,
    /// Black's lead.
    pub(crate) lead: i32,
}

/// The tree of a position.
pub(crate) struct Tree {
    start: PlayoutBoard,
    lead: Lead,
    nodes: Vec<Node>,
    /// Black's mean lead so far: a game is won that does better.
    level: f32,
    playouts: u32,
    /// When each cell was first played in the present game, by Black and by White.
    played: Vec<[u16; 2]>,
    path: Vec<u32>,
    moves: Vec<(Cell, u8)>,
}

impl Tree {
    pub(crate) fn new(start: PlayoutBoard, lead: Lead) -> Self {
        Self {
            start,
            lead,
            nodes: vec![Node::new(NONE)],
            level: 0.0,
            playouts: 0,
            played: vec![[u16::MAX; 2]; 21 * 21],
            path: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Plays one more game.
    pub(crate) fn play(&mut self, random: &mut Random) -> Game {
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
            // A ko or capture elsewhere may have made it illegal: as good as a pass.
            let mv = Some(self.nodes[at].mv).filter(|&mv| mv != NONE && board.is_legal(mv));
            self.moves.push((mv.unwrap_or(NONE), board.to_move()));
            match mv {
                Some(mv) => board.play(mv),
                None => board.pass(),
            }
            self.path.push(at as u32);
        }
        play_out(&mut board, random, &mut self.moves);
        let lead = self.lead.of(&board, &self.moves);
        self.learn(lead);
        Game { end: board, lead }
    }

    fn expand(&mut self, at: usize, board: &PlayoutBoard) -> bool {
        if at != 0 && self.nodes[at].playouts < EXPAND as f32 || self.nodes.len() > MOST_NODES {
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
        let explore = (self.nodes[at].playouts + 1.0).ln();
        let mut best = (f32::NEG_INFINITY, at);
        for child in self.children(at) {
            let rave_score = self.nodes[child].rave_score(explore);
            if rave_score > best.0 {
                best = (rave_score, child);
            }
        }
        best.1
    }

    fn learn(&mut self, lead: i32) {
        let lead = lead as f32;
        self.playouts += 1;
        let rate = (1.0 / self.playouts as f32).max(0.01);
        self.level += (lead - self.level) * rate;
        let for_black = 0.5 + 0.5 * ((lead - self.level) / SPAN).tanh();
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
            node.playouts += 1.0;
            node.value += (value(mover ^ 1) - node.value) / node.playouts;
            let gained = value(mover);
            for child in self.children(at) {
                let node = &mut self.nodes[child];
                let time = self.played[usize::from(node.mv)][mover];
                if node.mv != NONE && time != u16::MAX && usize::from(time) >= depth {
                    node.amaf_playouts += 1.0;
                    node.amaf_value += (gained - node.amaf_value) / node.amaf_playouts;
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
            .map(|node| Tried { mv: node.mv, playouts: node.playouts as u32, value: node.value })
            .collect();
        found.sort_by_key(|tried| std::cmp::Reverse(tried.playouts));
        found
    }

    /// The points played soon in the last game and who played there first: 0 for Black.
    pub(crate) fn first_players(&self) -> impl Iterator<Item = (Point, usize)> {
        let mut seen = vec![None; self.played.len()];
        for &(cell, color) in self.moves.iter().take(SOON).rev().filter(|played| played.0 != NONE) {
            seen[usize::from(cell)] = Some(usize::from(color));
        }
        let points = (0..self.start.area()).map(Point::new);
        points.filter_map(move |point| Some((point, seen[usize::from(self.start.cell(point))]?)))
    }

    /// Black's mean lead over the last games, in points of area.
    pub(crate) fn level(&self) -> f32 {
        self.level
    }
}
