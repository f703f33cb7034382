//! Plans: directed graphs of states and operators [goals2001] 2.4, figures 5 to 8.
//!
//! An operator is a way of moving or another basic goal, whose plan is made in turn, so plans
//! recurse; see [`first_moves`].

mod moves;
mod table;

pub use moves::first_moves;
pub(crate) use table::PlanMoves;
pub use table::{OrderTable, Weight};

use crate::aim::Aim;
use crate::scene::Scene;
use zenpuku_shogi::{PieceType, Square};

/// The state of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// The piece to be dropped is not in hand.
    Lacking,
    /// The target square is not free.
    Blocked,
    /// The piece is on the board and the way is free.
    Underway,
    /// The piece is in hand and the square is free.
    Ready,
    /// The piece that shall move away, or be taken, is on its square.
    Standing,
    /// The own capturing piece is on the square.
    Taken,
    /// The goal is achieved.
    Achieved,
}

/// A way of moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// Drop the piece on the square.
    Drop,
    /// Move the piece towards the square, over intermediate squares.
    Advance,
    /// Bring a piece to bear on the square, or take there.
    Capture,
    /// Move the piece on the square elsewhere.
    Leave,
    /// Offer a piece that the piece on the square may take, and so is dragged away.
    Lure,
    /// Attack the piece on the square with a piece that it cannot take, so that it flees.
    Chase,
}

/// An edge's label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// A move of this way.
    Play(Play),
    /// Another basic goal first.
    Goal(Aim),
}

/// One edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// State before.
    pub from: State,
    /// What leads on.
    pub operator: Operator,
    /// State after.
    pub to: State,
}

/// One way to a goal: the graph and where the position is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The goal.
    pub aim: Aim,
    /// The state that matches the position.
    pub state: State,
    /// The graph.
    pub edges: Vec<Edge>,
}

impl Plan {
    /// The operators that leave the present state.
    pub fn operators(&self) -> impl Iterator<Item = Operator> + '_ {
        self.edges.iter().filter(|edge| edge.from == self.state).map(|edge| edge.operator)
    }

    /// All plans for `aim`: over the board, over the hand, or of one figure.
    /// None for a goal that is already achieved or void.
    #[must_use]
    pub fn all(scene: &Scene<'_>, aim: Aim) -> Vec<Self> {
        if aim.stands(scene.position, scene.owner) || aim.is_void(scene.position, scene.owner) {
            return Vec::new();
        }
        match aim {
            Aim::Placement { kind, square } => placements(scene, kind, square),
            Aim::Removal { of, .. } if of == scene.owner => vec![leave(aim)],
            Aim::Removal { .. } => vec![drive_away(aim)],
            Aim::Acquisition { .. } => vec![acquire(aim)],
        }
    }
}

const fn play(from: State, play: Play, to: State) -> Edge {
    Edge { from, operator: Operator::Play(play), to }
}

/// Both ways, the shorter one first; a way that is much longer is not gone.
fn placements(scene: &Scene<'_>, kind: PieceType, square: Square) -> Vec<Plan> {
    let depth = scene.settings.params.goals_plan_depth;
    let ways = [
        (scene.board_cost(kind, square), over_board(scene, kind, square)),
        (scene.drop_cost(kind, square, depth), over_hand(scene, kind, square)),
    ];
    let mut ways: Vec<(u32, Plan)> =
        ways.into_iter().filter_map(|(cost, plan)| Some((cost?, plan?))).collect();
    ways.sort_by_key(|way| way.0);
    let best = ways.first().map_or(0, |way| way.0);
    ways.into_iter().take_while(|way| way.0 <= best + 1).map(|way| way.1).collect()
}

/// Figure 5: take the piece, clear the square, drop.
fn over_hand(scene: &Scene<'_>, kind: PieceType, square: Square) -> Option<Plan> {
    if !scene.may_stand(kind, square) {
        return None;
    }
    let occupant = scene.position.piece_on(square);
    let free = if occupant.is_empty() { State::Ready } else { State::Blocked };
    let state = if scene.holds(kind) { free } else { State::Lacking };
    let mut edges = vec![play(State::Ready, Play::Drop, State::Achieved)];
    if !occupant.is_empty() {
        let clear = Operator::Goal(Aim::Removal { square, of: occupant.color() });
        edges.push(Edge { from: State::Blocked, operator: clear, to: State::Ready });
    }
    edges.extend(scene.theirs_of(kind).map(|(from, piece)| {
        let take = Aim::Acquisition { kind: piece.piece_type(), square: from };
        Edge { from: State::Lacking, operator: Operator::Goal(take), to: free }
    }));
    Some(Plan { aim: Aim::Placement { kind, square }, state, edges })
}

/// Figure 6: clear the square of an own piece, then move there.
fn over_board(scene: &Scene<'_>, kind: PieceType, square: Square) -> Option<Plan> {
    let reachable = scene.own_of(kind).any(|(_, reach)| reach.moves(square, kind).is_some());
    let blocked = scene.position.is_own(square, scene.owner);
    let clear = Operator::Goal(Aim::Removal { square, of: scene.owner });
    reachable.then(|| Plan {
        aim: Aim::Placement { kind, square },
        state: if blocked { State::Blocked } else { State::Underway },
        edges: vec![
            Edge { from: State::Blocked, operator: clear, to: State::Underway },
            play(State::Underway, Play::Advance, State::Underway),
            play(State::Underway, Play::Advance, State::Achieved),
        ],
    })
}

/// Figure 7, an own piece.
fn leave(aim: Aim) -> Plan {
    let edges = vec![play(State::Standing, Play::Leave, State::Achieved)];
    Plan { aim, state: State::Standing, edges }
}

/// Figure 7, the opponent's piece: take it and continue, drag it away, or chase it away.
fn drive_away(aim: Aim) -> Plan {
    let edges = vec![
        play(State::Standing, Play::Capture, State::Taken),
        play(State::Taken, Play::Leave, State::Achieved),
        play(State::Standing, Play::Lure, State::Achieved),
        play(State::Standing, Play::Chase, State::Achieved),
    ];
    Plan { aim, state: State::Standing, edges }
}

/// Figure 8: bring an attacker to bear, take.
fn acquire(aim: Aim) -> Plan {
    let edges = vec![
        play(State::Standing, Play::Capture, State::Standing),
        play(State::Standing, Play::Capture, State::Achieved),
    ];
    Plan { aim, state: State::Standing, edges }
}
