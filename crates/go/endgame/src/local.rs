//! The value of one region as a combinatorial game, by territory or by area.
//!
//! Every move of both colours in the region is an option; captured stones are added as integers. By area each stone played
//! is a point more for its player (`area.rs`). A region is an
//! integer when it is settled ([`crate::settled`]). Stones that get connected to safe ones are safe, and may
//! cut the region into pieces, whose values add up. Values are kept by position, prisoners apart.
//!
//! The theory requires play that ends, without ko, and in which passing at the
//! end realizes the value. Violations are errors, not wrong values: a ko, a
//! repeated position, or a number that differs from the count of the position
//! without play (seki and other mutual zugzwang). A ko or a repetition is no
//! violation if the move to it is proved irrelevant (`dominance.rs`).

use std::collections::HashMap;
use std::time::Instant;

use thiserror::Error;
use zenpuku_cgt::{CgtError, Dyadic, GameId, Universe};
use zenpuku_core::StopToken;
use zenpuku_go::{Board, Color, IllegalMove, Point, PointSet, Scoring, Suicide};

use crate::dominance::{Proof, Situation};
use crate::points::{as_it_stands, prisoners, settled_points};
use crate::shape::Shape;
use crate::{Kos, Owned};

mod likely;

use likely::MANY;

/// Bounds on the work for the regions of one board.
#[derive(Clone, Debug)]
pub struct LocalLimits {
    /// Total number of positions of regions allowed.
    pub positions: usize,
    /// When to stop the work.
    pub deadline: Option<Instant>,
    /// Raised to stop the work.
    pub stop: StopToken,
}

impl Default for LocalLimits {
    /// 200,000 positions, no deadline.
    fn default() -> Self {
        Self { positions: 200_000, deadline: None, stop: StopToken::new() }
    }
}

impl LocalLimits {
    /// Whether it was stopped or the deadline is past.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Why a region has no value as a short game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LocalError {
    /// A ko can arise.
    #[error("a ko can arise")]
    Ko,
    /// A position of the region can come back.
    #[error("a position can come back")]
    Loop,
    /// No unconditionally alive stone touches the region.
    #[error("no unconditionally alive stone touches the region")]
    NoWalls,
    /// Stones taken as safe can be captured.
    #[error("stones taken as alive can be captured from here")]
    WallFalls,
    /// Passing is better than the theory of numbers says: seki or other mutual zugzwang.
    #[error("a seki or other position in which nobody wants to move can arise")]
    Zugzwang,
    /// Too many positions.
    #[error("more than {limit} positions")]
    TooMany {
        /// The limit.
        limit: usize,
    },
    /// A line is too long.
    #[error("lines of more than {limit} plies")]
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// A temperature is a fraction that is not provided for.
    #[error("a fraction with too large a denominator")]
    Denominator,
    /// A stop was asked for.
    #[error("stopped")]
    Stopped,
    /// The value cannot be computed within the bounds.
    #[error(transparent)]
    Value(#[from] CgtError),
}

impl LocalError {
    /// Whether it is a matter of the position, which a proof that it does not matter can overcome.
    const fn is_void(&self) -> bool {
        matches!(self, Self::Ko | Self::Loop)
    }
}

/// The longest line, in plies: each takes its part of the stack. Where lines are longer, positions are too many as well.
const LONGEST: usize = 120;

/// Maximum number of positions for an exact value if a likely one is sufficient.
const TRIED: usize = 2_000;

/// Maximum number of positions of proofs for one region.
const PROVING: usize = 20_000;
/// Number of positions without value after which no more proofs are tried in a region.
const PATIENCE: usize = 200;
/// Number of positions with a value after which no more proofs are tried in a
/// region: large regions seldom finish.
const LARGE: usize = 5_000;

/// A position of a region: how kos count, its points, the black and white stones on them and the black stones around.
type Key<S> = (Kos, S, S, S, S);

/// The moves of a side: the values after them, and the reasons of those without a value.
type Options = (Vec<GameId>, Vec<(Point, LocalError)>);

/// Values of regions, remembered.
#[derive(Debug)]
pub struct LocalSolver<S> {
    /// The games.
    pub universe: Universe,
    limits: LocalLimits,
    /// Points taken as settled by whoever asks.
    given: Owned<S>,
    pub(crate) scoring: Scoring,
    kos: Kos,
    has_ko: bool,
    has_pruned: bool,
    prunes: bool,
    /// The rest of [`PROVING`] and [`PATIENCE`], and the number of positions at
    /// which [`LARGE`] is reached.
    proving: usize,
    patience: usize,
    large: usize,
    values: HashMap<Key<S>, GameId>,
    /// Values by shape; `None` while one is being solved.
    shapes: HashMap<Shape, Option<GameId>>,
    /// The depth of nested shapes being solved.
    ply: usize,
}

impl<S: PointSet> LocalSolver<S> {
    /// An empty store.
    #[must_use]
    pub fn new(limits: LocalLimits) -> Self {
        Self {
            universe: Universe::default(),
            limits,
            given: Owned::NONE,
            scoring: Scoring::Territory,
            kos: Kos::Exact,
            has_ko: false,
            has_pruned: false,
            prunes: true,
            proving: PROVING,
            patience: PATIENCE,
            large: LARGE,
            values: HashMap::new(),
            shapes: HashMap::new(),
            ply: 0,
        }
    }

    /// Takes these points as settled on every board from now on, and the stones of their owner next to them as safe.
    /// The result then holds if they are.
    #[must_use]
    pub fn with_given(self, given: Owned<S>) -> Self {
        Self { given, ..self }
    }

    /// Values are likely instead of exact from now on, unless `kos` says [`Kos::Exact`].
    #[must_use]
    pub fn with_kos(self, kos: Kos) -> Self {
        Self { kos, ..self }
    }

    /// A ko or a repetition is an error from now on even where it does not matter.
    #[must_use]
    pub(crate) fn without_pruning(self) -> Self {
        Self { prunes: false, ..self }
    }

    /// Whether a ko could arise in the positions with likely values so far.
    #[must_use]
    pub const fn has_ko(&self) -> bool {
        self.has_ko
    }

    /// Whether an exact value so far rests on a proof that a ko or a repetition does not matter: it holds under simple ko.
    #[must_use]
    pub const fn has_pruned(&self) -> bool {
        self.has_pruned
    }

    /// Does something with exact values only, within [`TRIED`] positions more if likely ones would do.
    fn exactly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let kos = std::mem::take(&mut self.kos);
        let all = self.limits.positions;
        if kos != Kos::Exact {
            self.limits.positions = all.min(self.shapes.len() + TRIED);
        }
        let done = work(self);
        self.limits.positions = all;
        self.kos = kos;
        done
    }

    /// The points taken as settled.
    #[must_use]
    pub const fn given(&self) -> &Owned<S> {
        &self.given
    }

    /// The number of positions of regions visited, equal ones anywhere on the
    /// board, turned, mirrored or with colours exchanged, counted once.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.shapes.len()
    }

    /// The value of a region between these safe stones: its contribution to
    /// Black's territory and prisoners minus White's. The side to move and the
    /// rest of the board do not matter.
    ///
    /// # Errors
    /// If the region is not a short game in the sense of the module, or the limits are reached.
    pub fn value(
        &mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: S,
    ) -> Result<GameId, LocalError> {
        if let Some(integer) = settled_points(board, safe, region) {
            return self.integer(integer);
        }
        // Where there is an exact value, no other is wanted.
        if self.kos != Kos::Exact
            && self.ply == 0
            && let Ok(exact) = self.exactly(|solver| solver.value(board, safe, region))
        {
            return Ok(exact);
        }
        let stones = |color| board.stones(color);
        let around = board.geometry().neighbours(region);
        let key = |kos| {
            let walls = stones(Color::Black) & around.minus(region);
            (kos, region, stones(Color::Black) & region, stones(Color::White) & region, walls)
        };
        let known = |kos| self.values.get(&key(kos)).copied();
        if let Some(value) = known(Kos::Exact).or_else(|| known(self.kos)) {
            return Ok(value);
        }
        if !around.meets(safe[0] | safe[1]) {
            return Err(LocalError::NoWalls);
        }
        let (shape, exchanged) = Shape::of(board, region);
        let is_exact = matches!(self.shapes.get(&shape), Some(Some(_)));
        let shape = if is_exact { shape } else { shape.with_kos(self.kos, exchanged) };
        let value = match self.shapes.get(&shape) {
            Some(Some(known)) if exchanged => self.universe.neg(*known)?,
            Some(Some(known)) => *known,
            Some(None) => return Err(LocalError::Loop),
            None => self.new_shape(board, safe, region, (shape, exchanged))?,
        };
        self.values.insert(key(self.kos), value);
        Ok(value)
    }

    fn new_shape(
        &mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: S,
        (shape, exchanged): (Shape, bool),
    ) -> Result<GameId, LocalError> {
        if self.shapes.len() >= self.limits.positions {
            return Err(LocalError::TooMany { limit: self.limits.positions });
        }
        if self.limits.is_over() {
            return Err(LocalError::Stopped);
        }
        if self.ply >= LONGEST {
            return Err(LocalError::TooLong { limit: LONGEST });
        }
        if self.ply == 0 {
            (self.proving, self.patience) = (PROVING, PATIENCE);
            self.large = self.shapes.len() + LARGE;
        }
        self.shapes.insert(shape.clone(), None);
        self.ply += 1;
        let value = self.by_options(board, safe, region);
        self.ply -= 1;
        let found = match &value {
            Ok(value) if exchanged => self.universe.neg(*value).map_err(LocalError::from),
            Ok(value) => Ok(*value),
            Err(error) => Err(error.clone()),
        };
        match found {
            Ok(found) => self.shapes.insert(shape, Some(found)),
            Err(_) => self.shapes.remove(&shape),
        };
        value
    }

    fn by_options(
        &mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: S,
    ) -> Result<GameId, LocalError> {
        let (left, left_void) = self.options(board, safe, region, Color::Black)?;
        let (right, right_void) = self.options(board, safe, region, Color::White)?;
        let value = self.universe.game(&left, &right)?;
        let at = Situation::new(board, safe, region);
        self.prune(&at, value, (Color::Black, &left), left_void)?;
        self.prune(&at, value, (Color::White, &right), right_void)?;
        let counted = as_it_stands(board, region);
        match self.universe.as_number(value) {
            Some(number) if number != Dyadic::try_from(i64::from(counted))? => {
                self.zugzwang(value, [&left, &right], counted)
            }
            _ => Ok(value),
        }
    }

    /// Proves that moves without value are irrelevant; `value` is the value of
    /// the position without them.
    fn prune(
        &mut self,
        at: &Situation<S>,
        value: GameId,
        (color, others): (Color, &[GameId]),
        void: Vec<(Point, LocalError)>,
    ) -> Result<(), LocalError> {
        let guard = color.opponent();
        for (point, why) in void {
            // The points that the guard must keep, so that another move, or no move, is as good.
            let mut dominated = None;
            for &other in others {
                let need = self.integer_within(other, color)?.saturating_mul(guard.sign());
                dominated = Some(dominated.map_or(need, |known: i32| known.min(need)));
            }
            let reversible = self.integer_within(value, color)?.saturating_mul(guard.sign());
            let mut proof = Proof::new(guard, &mut self.proving);
            let is_pruned = at.played(color, point).is_some_and(|after| {
                proof.answers(&after, reversible)
                    || dominated.is_some_and(|need| proof.holds(&after, need))
            });
            if !is_pruned {
                self.patience = self.patience.saturating_sub(1);
                return Err(why);
            }
            self.has_pruned = true;
        }
        Ok(())
    }

    /// The integer nearest to a value that is for a colour no better than it.
    fn integer_within(&mut self, value: GameId, color: Color) -> Result<i32, LocalError> {
        let nearest = match color {
            Color::Black => self.universe.right_stop(value).floor(),
            Color::White => self.universe.left_stop(value).ceil(),
        };
        let integer = self.universe.integer(nearest)?;
        let is_within = match color {
            Color::Black => self.universe.at_most(integer, value)?,
            Color::White => self.universe.at_most(value, integer)?,
        };
        let step = if is_within { 0 } else { i64::from(color.sign()) };
        i32::try_from(nearest - step).map_err(|_| CgtError::Overflow.into())
    }

    /// A number other than the count of the position: likely the count if no move is better than leaving it so.
    fn zugzwang(
        &mut self,
        value: GameId,
        [left, right]: [&[GameId]; 2],
        counted: i32,
    ) -> Result<GameId, LocalError> {
        if self.kos == Kos::Exact {
            return Err(LocalError::Zugzwang);
        }
        let standing = self.integer(counted)?;
        for &option in left {
            if self.universe.at_most(standing, option)? {
                return Ok(value);
            }
        }
        for &option in right {
            if self.universe.at_most(option, standing)? {
                return Ok(value);
            }
        }
        Ok(standing)
    }

    fn options(
        &mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: S,
        color: Color,
    ) -> Result<Options, LocalError> {
        let mut turned = *board;
        turned.set_to_move(color);
        let points = (region & board.empties()).iter();
        let legal = points.filter(|&point| turned.check(point) != Err(IllegalMove::Suicide));
        let (mut options, mut void) = (Vec::new(), Vec::new());
        for point in legal.collect::<Vec<_>>() {
            match self.after(&turned, safe, region, point) {
                Err(error) if self.is_no_option(&error) => {}
                Err(error) if error.is_void() && self.may_prune(board) => void.push((point, error)),
                option => options.push(option?),
            }
        }
        Ok((options, void))
    }

    /// Whether proofs of irrelevant moves are tried.
    fn may_prune(&self, board: &Board<S>) -> bool {
        let is_tried = self.prunes && self.patience > 0 && self.shapes.len() < self.large;
        is_tried && self.kos == Kos::Exact && board.suicide() == Suicide::Forbidden
    }

    /// The value after a move in a region that has a value; `None` if the move
    /// is irrelevant and has no value itself.
    pub(crate) fn option_after(
        &mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: S,
        point: Point,
    ) -> Result<Option<GameId>, LocalError> {
        let is_exact = self.exactly(|solver| solver.value(board, safe, region)).is_ok();
        let after = match is_exact {
            true => self.exactly(|solver| solver.after(board, safe, region, point)),
            false => self.after(board, safe, region, point),
        };
        match after {
            Err(error) if is_exact && error.is_void() || self.is_no_option(&error) => Ok(None),
            after => after.map(Some),
        }
    }

    /// Whether a move with this result is left out: likely values need no
    /// option that repeats a position or captures stones taken as alive.
    fn is_no_option(&self, error: &LocalError) -> bool {
        self.kos != Kos::Exact
            && matches!(error, LocalError::Loop | LocalError::WallFalls | LocalError::NoWalls)
    }

    /// The value after the side to move has played in the region.
    ///
    /// # Errors
    /// As [`LocalSolver::value`]; the move must be legal.
    pub fn after(
        &mut self,
        board: &Board<S>,
        safe: [S; 2],
        region: S,
        point: Point,
    ) -> Result<GameId, LocalError> {
        let mut next = *board;
        next.play_unchecked(point);
        let taker = board.to_move();
        let retaken =
            next.ko().filter(|_| !matches!(self.kos, Kos::WonBy(winner) if winner != taker));
        if next.ko().is_some() {
            if self.kos == Kos::Exact {
                return Err(LocalError::Ko);
            }
            self.has_ko = true;
        }
        if Color::BOTH.iter().any(|&color| !safe[color.index()].is_subset(next.stones(color))) {
            return Err(LocalError::WallFalls);
        }
        let geometry = board.geometry();
        let captured = board.stones(taker.opponent()).minus(next.stones(taker.opponent()));
        if self.kos != Kos::Exact && captured.count() >= MANY {
            let change = prisoners(&next) - prisoners(board);
            let points = change + captured.count() as i32 * taker.sign();
            return self.beside_capture(points, &next, safe, (region, captured), taker);
        }
        let safe = Color::BOTH.map(|color| geometry.flood(safe[color.index()], next.stones(color)));
        let stone = match self.scoring {
            Scoring::Territory => 0,
            Scoring::Area => taker.sign(),
        };
        let mut parts = vec![self.integer(prisoners(&next) - prisoners(board) + stone)?];
        for piece in geometry.components(region.minus(safe[0] | safe[1])) {
            parts.push(match retaken {
                Some(ko) if piece.contains(ko) => self.ko_won(&next, safe, piece, taker)?,
                _ => self.value(&next, safe, piece)?,
            });
        }
        Ok(self.universe.sum(&parts)?)
    }

    fn integer(&mut self, n: i32) -> Result<GameId, LocalError> {
        Ok(self.universe.integer(i64::from(n))?)
    }
}
