//! The board: stones, captures, simple ko, do and undo.

use thiserror::Error;

use crate::{Color, Geometry, Move, Point, PointSet, Setup, Size, Suicide, zobrist};

/// Why a stone may not be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The point is not on the board.
    #[error("the point is not on the board")]
    OffBoard,
    /// There is a stone already.
    #[error("the point is occupied")]
    Occupied,
    /// The stone would retake a ko immediately.
    #[error("the ko may not be retaken at once")]
    Ko,
    /// The stone or its chain would have no liberty.
    #[error("the move is suicide")]
    Suicide,
}

/// Everything a move changes; a copy of it is the undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State<S> {
    stones: [S; 2],
    hash: u64,
    prisoners: [u16; 2],
    ko: Option<Point>,
    to_move: Color,
    passes: u8,
}

/// What [`Board::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo<S>(State<S>);

/// A position: stones, side to move, ko, prisoners and passes. It is `Copy`.
///
/// No chain is ever without a liberty: [`Setup::board`] checks it and moves keep it.
/// Superko needs the past; see [`crate::Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<S> {
    geometry: Geometry<S>,
    suicide: Suicide,
    state: State<S>,
}

impl<S: PointSet> Board<S> {
    /// The empty board, Black to move; `None` when the set has too few bits for the size.
    #[must_use]
    pub fn empty(size: Size, suicide: Suicide) -> Option<Self> {
        let state = State {
            stones: [S::EMPTY; 2],
            hash: zobrist::size(size),
            prisoners: [0; 2],
            ko: None,
            to_move: Color::Black,
            passes: 0,
        };
        Some(Self { geometry: Geometry::new(size)?, suicide, state })
    }

    /// A position from checked parts: only [`Setup`] calls this.
    pub(crate) fn from_parts(mut empty: Self, stones: [S; 2], setup: &Setup) -> Self {
        empty.state = State {
            stones,
            hash: zobrist::stones(setup.size, stones),
            prisoners: setup.prisoners,
            ko: setup.ko,
            to_move: setup.to_move,
            passes: 0,
        };
        empty
    }

    /// The position described (passes are not part of the description).
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            size: self.size(),
            black: self.stones(Color::Black).to_wide(),
            white: self.stones(Color::White).to_wide(),
            to_move: self.to_move(),
            ko: self.ko(),
            prisoners: self.state.prisoners,
        }
    }

    /// The masks of this board's size.
    #[must_use]
    #[inline]
    pub const fn geometry(&self) -> &Geometry<S> {
        &self.geometry
    }

    /// The board's size.
    #[must_use]
    #[inline]
    pub const fn size(&self) -> Size {
        self.geometry.size()
    }

    /// The suicide rule.
    #[must_use]
    pub const fn suicide(&self) -> Suicide {
        self.suicide
    }

    /// The stones of a colour.
    #[must_use]
    #[inline]
    pub const fn stones(&self, color: Color) -> S {
        self.state.stones[color.index()]
    }

    /// All stones.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> S {
        self.state.stones[0] | self.state.stones[1]
    }

    /// The points without a stone.
    #[must_use]
    #[inline]
    pub fn empties(&self) -> S {
        self.geometry.full().minus(self.occupied())
    }

    /// The colour of the stone on a point.
    #[must_use]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.stones(color).contains(point))
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub const fn to_move(&self) -> Color {
        self.state.to_move
    }

    /// Lets the other side move next; a ko may then be retaken.
    pub fn set_to_move(&mut self, color: Color) {
        if color != self.state.to_move {
            self.state.to_move = color;
            self.state.ko = None;
        }
    }

    /// The point the side to move may not retake now.
    #[must_use]
    #[inline]
    pub const fn ko(&self) -> Option<Point> {
        self.state.ko
    }

    /// Consecutive passes just made, at most 255.
    #[must_use]
    #[inline]
    pub const fn passes(&self) -> u8 {
        self.state.passes
    }

    /// Stones this colour has captured (own stones given up count for the opponent).
    #[must_use]
    #[inline]
    pub const fn prisoners(&self, by: Color) -> u32 {
        self.state.prisoners[by.index()] as u32
    }

    /// The hash of size and stones: equal positions of stones have equal hashes.
    #[must_use]
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.state.hash
    }

    /// The hash of size, stones, side to move and ko point.
    #[must_use]
    pub fn situation_hash(&self) -> u64 {
        let side = if self.to_move() == Color::White { zobrist::WHITE_TO_MOVE } else { 0 };
        self.hash() ^ side ^ self.ko().map_or(0, zobrist::ko)
    }

    /// The chain on a point, or the empty set when no stone is there.
    #[must_use]
    #[inline]
    pub fn chain_at(&self, point: Point) -> S {
        match self.color_at(point) {
            Some(color) => self.geometry.flood(S::single(point), self.stones(color)),
            None => S::EMPTY,
        }
    }

    /// The empty points adjacent to a set, such as a chain.
    #[must_use]
    #[inline]
    pub fn liberties(&self, chain: S) -> S {
        self.geometry.neighbours(chain) & self.empties()
    }

    /// The chains of a colour, in the order of their lowest points.
    pub fn chains(&self, color: Color) -> impl Iterator<Item = S> + use<S> {
        self.geometry.components(self.stones(color))
    }

    /// Whether the side to move may place a stone here, by simple ko.
    ///
    /// # Errors
    /// The reason why not.
    #[inline]
    pub fn check(&self, point: Point) -> Result<(), IllegalMove> {
        if !self.size().contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        if self.occupied().contains(point) {
            return Err(IllegalMove::Occupied);
        }
        if self.ko() == Some(point) {
            return Err(IllegalMove::Ko);
        }
        if self.is_suicide(S::single(point)) { Err(IllegalMove::Suicide) } else { Ok(()) }
    }

    /// Whether a stone of the side to move there would be forbidden as suicide.
    fn is_suicide(&self, stone: S) -> bool {
        let near = self.geometry.neighbours(stone);
        let empties = self.empties();
        if near.meets(empties) {
            return false;
        }
        let own = near & self.stones(self.to_move());
        if self.suicide == Suicide::MultiStone && !own.is_empty() {
            return false;
        }
        let left = empties.minus(stone);
        let enemies = self.stones(self.to_move().opponent());
        let mut seeds = (near & enemies).iter().map(S::single);
        if seeds.any(|seed| self.geometry.flood_sealed(seed, enemies, left).is_some()) {
            return false;
        }
        let joined = self.stones(self.to_move()) | stone;
        self.geometry.flood_sealed(stone, joined, left).is_some()
    }

    /// The points where the side to move may place a stone, by simple ko.
    #[must_use]
    pub fn legal_points(&self) -> S {
        let empties = self.empties();
        let open = empties & self.geometry.neighbours(empties);
        let tight = empties.minus(open).iter().map(S::single);
        let legal = tight.filter(|&stone| !self.is_suicide(stone)).fold(open, |set, p| set | p);
        self.ko().map_or(legal, |ko| legal.minus(S::single(ko)))
    }

    /// The legal moves: the points from the top left, then the pass.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<S> {
        self.legal_points().iter().map(Move::Play).chain([Move::Pass])
    }

    /// Places a stone for the side to move.
    ///
    /// # Errors
    /// If the move is illegal; the board is then unchanged.
    #[inline]
    pub fn play(&mut self, point: Point) -> Result<Undo<S>, IllegalMove> {
        self.check(point)?;
        Ok(self.play_unchecked(point))
    }

    /// Places a stone that [`Board::check`] allows. An illegal point gives a meaningless board.
    #[inline]
    pub fn play_unchecked(&mut self, point: Point) -> Undo<S> {
        let undo = Undo(self.state);
        let (color, stone) = (self.to_move(), S::single(point));
        let opponent = color.opponent();
        let near = self.geometry.neighbours(stone);
        let alone = !near.meets(self.stones(color));
        self.state.stones[color.index()] |= stone;
        self.state.hash ^= zobrist::stone(color, point);
        let captured = self.breathless(near & self.stones(opponent), opponent);
        self.state.ko = None;
        if captured.is_empty() {
            if !near.meets(self.empties()) {
                let own = self.breathless(stone, color);
                self.remove(own, color);
            }
        } else {
            self.remove(captured, opponent);
            if alone && (near & self.empties()) == captured && captured.count() == 1 {
                self.state.ko = captured.first();
            }
        }
        self.state.to_move = opponent;
        self.state.passes = 0;
        undo
    }

    /// The chains among the seeds that have no liberty.
    #[inline]
    fn breathless(&self, seeds: S, color: Color) -> S {
        let (stones, empties) = (self.stones(color), self.empties());
        seeds.iter().map(S::single).fold(S::EMPTY, |dead, seed| {
            dead | self.geometry.flood_sealed(seed, stones, empties).unwrap_or(S::EMPTY)
        })
    }

    fn remove(&mut self, stones: S, color: Color) {
        let captor = color.opponent().index();
        self.state.stones[color.index()] = self.state.stones[color.index()].minus(stones);
        for point in stones.iter() {
            self.state.hash ^= zobrist::stone(color, point);
        }
        self.state.prisoners[captor] =
            self.state.prisoners[captor].wrapping_add(stones.count() as u16);
    }

    /// Passes: the other side moves, and a ko may be retaken.
    pub fn pass(&mut self) -> Undo<S> {
        let undo = Undo(self.state);
        self.state.ko = None;
        self.state.to_move = self.to_move().opponent();
        self.state.passes = self.state.passes.saturating_add(1);
        undo
    }

    /// Passes the turn like a stone without effect: a ko may be retaken, and the game does not end.
    pub fn wait(&mut self) {
        self.state.ko = None;
        self.state.to_move = self.to_move().opponent();
        self.state.passes = 0;
    }

    /// Plays or passes.
    ///
    /// # Errors
    /// If the stone may not be placed.
    pub fn play_move(&mut self, mv: Move) -> Result<Undo<S>, IllegalMove> {
        match mv {
            Move::Play(point) => self.play(point),
            Move::Pass => Ok(self.pass()),
        }
    }

    /// Takes back the last move; `undo` must be what that move returned.
    #[inline]
    pub fn undo(&mut self, undo: Undo<S>) {
        self.state = undo.0;
    }

    /// The data to restore a board to this position after any moves.
    pub(crate) const fn as_undo(&self) -> Undo<S> {
        Undo(self.state)
    }

    /// The board without these stones and without prisoners for them, to remove
    /// dead stones. Any chain left keeps its liberties.
    #[must_use]
    pub fn without(&self, stones: S) -> Self {
        let mut board = *self;
        for color in &mut board.state.stones {
            *color = color.minus(stones);
        }
        board.state.hash = zobrist::stones(board.size(), board.state.stones);
        board.state.ko = None;
        board
    }

    /// The hash computed from the stones, for tests of the incremental one.
    #[must_use]
    pub fn recomputed_hash(&self) -> u64 {
        zobrist::stones(self.size(), self.state.stones)
    }
}
