//! All positions that play in a region can reach, both sides moving whenever they like.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use zenpuku_go::{Board, Color, Point, PointSet};

use super::Threats;
use crate::dominance::{Proof, Situation};
use crate::local::{LocalError, LocalLimits};
use crate::points::{as_it_stands, prisoners, settled_points};

/// Maximum number of positions of proofs for one settled piece.
const PROVING: usize = 200;
/// The number of positions listed between two checks of the clock.
const LOOK_AT_CLOCK: usize = 1_000;

/// A move: its target, and the points it settles and captures for Black.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) to: u32,
    pub(super) gain: i32,
}

/// A position of the region.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Its count without play.
    pub(super) standing: i32,
    /// The moves of Black and of White.
    pub(super) steps: [Vec<Step>; 2],
    /// The side that has to move and must not retake a ko, and the position after its pass.
    pub(super) banned: Option<(Color, u32)>,
    /// Whether the moves are listed.
    pub(super) is_listed: bool,
}

/// The positions; the first is the one asked for.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// The settled part of the requested one.
    pub(super) settled: i32,
    /// Whether a ko was taken anywhere.
    pub(super) has_ko: bool,
}

/// Some points, and the stones of each colour on them and around.
type Content<S> = (S, S, S);
/// The open points, and who may not retake where.
type Key<S> = (Content<S>, Option<(Color, Point)>);

/// A position as a board.
#[derive(Clone, Copy)]
pub(super) struct Open<S> {
    pub(super) board: Board<S>,
    pub(super) safe: [S; 2],
    pub(super) points: S,
    pub(super) banned: Option<(Color, Point)>,
}

pub(super) struct Lister<'a, S> {
    threats: Threats,
    limits: &'a LocalLimits,
    numbers: HashMap<Key<S>, u32>,
    pieces: HashMap<Content<S>, Option<i32>>,
    /// The positions of the graph.
    pub(super) open: Vec<Open<S>>,
    pub(super) graph: Graph,
}

impl<'a, S: PointSet> Lister<'a, S> {
    pub(super) fn new(threats: Threats, limits: &'a LocalLimits) -> Self {
        Self {
            threats,
            limits,
            numbers: HashMap::new(),
            pieces: HashMap::new(),
            open: Vec::new(),
            graph: Graph { nodes: Vec::new(), settled: 0, has_ko: false },
        }
    }

    /// Begins with this position; its moves are not listed yet.
    pub(super) fn begin(
        &mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: S,
    ) -> Result<(), LocalError> {
        self.graph.settled = self.reach(board, safe, region, None)?.gain;
        Ok(())
    }

    /// Lists all.
    pub(super) fn list(
        mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: S,
    ) -> Result<Graph, LocalError> {
        self.begin(board, safe, region)?;
        self.expand_all()?;
        Ok(self.graph)
    }

    /// Lists the moves of all positions.
    pub(super) fn expand_all(&mut self) -> Result<(), LocalError> {
        let mut at = 0;
        while at < self.open.len() {
            if at.is_multiple_of(LOOK_AT_CLOCK) && self.limits.is_over() {
                return Err(LocalError::Stopped);
            }
            self.expand(at)?;
            at += 1;
        }
        Ok(())
    }

    /// The number of a position, and its settled part.
    fn reach(
        &mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: S,
        banned: Option<(Color, Point)>,
    ) -> Result<Step, LocalError> {
        let (mut gain, mut points) = (0, S::EMPTY);
        for piece in board.geometry().components(region.minus(safe[0] | safe[1])) {
            match self.settled(board, safe, piece) {
                Some(settled) => gain += settled,
                None => points |= piece,
            }
        }
        let banned = banned.filter(|&(_, point)| points.contains(point));
        let fresh = self.graph.nodes.len();
        let to = match self.numbers.entry((content(board, points), banned)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(entry) => {
                if fresh >= self.limits.positions {
                    return Err(LocalError::TooMany { limit: self.limits.positions });
                }
                self.open.push(Open { board: *board, safe, points, banned });
                let standing = as_it_stands(board, points);
                let steps = [Vec::new(), Vec::new()];
                self.graph.nodes.push(Node { standing, steps, banned: None, is_listed: false });
                *entry.insert(fresh as u32)
            }
        };
        Ok(Step { to, gain })
    }

    fn settled(&mut self, board: &Board<S>, safe: [S; 2], piece: S) -> Option<i32> {
        *self.pieces.entry(content(board, piece)).or_insert_with(|| {
            settled_points(board, safe, piece).or_else(|| kept(board, safe, piece))
        })
    }

    /// Lists the moves of a position.
    pub(super) fn expand(&mut self, at: usize) -> Result<(), LocalError> {
        let from = self.open[at];
        let movers: &[Color] = match &from.banned {
            Some((color, _)) => std::slice::from_ref(color),
            None => &Color::BOTH,
        };
        for &color in movers {
            let mut turned = from.board;
            // A ban on a ko is kept apart.
            turned.set_to_move(color.opponent());
            turned.set_to_move(color);
            let barred = from.banned.map(|(_, point)| point);
            let empties = from.points & turned.empties();
            let legal = empties.iter().filter(|&p| Some(p) != barred && turned.check(p).is_ok());
            for point in legal {
                let step = self.play(&from, &turned, point)?;
                self.graph.nodes[at].steps[color.index()].push(step);
            }
        }
        if let Some((color, _)) = from.banned {
            let free = self.reach(&from.board, from.safe, from.points, None)?;
            self.graph.nodes[at].banned = Some((color, free.to));
        }
        self.graph.nodes[at].is_listed = true;
        Ok(())
    }

    fn play(
        &mut self,
        from: &Open<S>,
        turned: &Board<S>,
        point: Point,
    ) -> Result<Step, LocalError> {
        let mut next = *turned;
        next.play_unchecked(point);
        let stones = Color::BOTH.map(|color| next.stones(color));
        if [0, 1].iter().any(|&i| !from.safe[i].is_subset(stones[i])) {
            return Err(LocalError::WallFalls);
        }
        let geometry = next.geometry();
        let safe = [0, 1].map(|i| geometry.flood(from.safe[i], stones[i]));
        let retaker = next.to_move();
        self.graph.has_ko |= next.ko().is_some();
        let banned = next
            .ko()
            .filter(|_| self.threats != Threats::Unlimited(retaker))
            .map(|ko| (retaker, ko));
        let captured = prisoners(&next) - prisoners(turned);
        let step = self.reach(&next, safe, from.points, banned)?;
        Ok(Step { gain: step.gain + captured, ..step })
    }
}

fn content<S: PointSet>(board: &Board<S>, points: S) -> Content<S> {
    let all = points | board.geometry().neighbours(points);
    (points, board.stones(Color::Black) & all, board.stones(Color::White) & all)
}

/// The value of a piece that only one side walls in, if that side keeps all of
/// it by answering every move.
fn kept<S: PointSet>(board: &Board<S>, safe: [S; 2], piece: S) -> Option<i32> {
    let around = board.geometry().neighbours(piece);
    let owner = match safe.map(|stones| around.meets(stones)) {
        [true, false] => Color::Black,
        [false, true] => Color::White,
        _ => return None,
    };
    if piece.meets(board.stones(owner)) {
        return None;
    }
    let all = (piece.count() + (board.stones(owner.opponent()) & piece).count()) as i32;
    let mut left = PROVING;
    let at = Situation::new(board, safe, piece);
    Proof::new(owner, &mut left).holds(&at, all).then_some(all * owner.sign())
}
