//! Choosing moves by random games: each move gets games in proportion to its promise (UCB1), every game is
//! played to its end and counted by area. Sensible play for positions that are not yet solved, no more.

use std::time::Instant;

use zenpuku_go::{Board, Color, Geometry, Move, PointSet};

/// A seeded generator (xorshift64*).
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed ^ 0x9E37_79B9_7F4A_7C15)
    }

    /// A number below `bound`, which must not be 0.
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) * u64::from(bound)) >> 32) as u32
    }
}

/// A move and how its games went.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arm {
    /// The move.
    pub(super) mv: Move,
    /// Games.
    pub(super) games: u32,
    /// Games won by the player of the move, ties as halves.
    wins: f64,
    /// Sum of the margins, in points for the player of the move, komi counted.
    margins: f64,
}

impl Arm {
    /// A move without games.
    pub(super) const fn new(mv: Move) -> Self {
        Self { mv, games: 0, wins: 0.0, margins: 0.0 }
    }

    /// The part of the games won, 0 to 1.
    pub(super) fn win_rate(&self) -> f64 {
        self.wins / f64::from(self.games.max(1))
    }

    /// The mean lead in points.
    pub(super) fn lead(&self) -> f64 {
        self.margins / f64::from(self.games.max(1))
    }
}

/// Plays games until `until` games are played in all or the deadline has come. `komi` is in points for White.
pub(super) fn sample<S: PointSet>(
    board: &Board<S>,
    komi: f64,
    arms: &mut [Arm],
    until: u32,
    deadline: Instant,
    random: &mut Random,
) {
    let color = board.to_move();
    let mut games: u32 = arms.iter().map(|arm| arm.games).sum();
    while games < until && !arms.is_empty() && Instant::now() < deadline {
        let total = f64::from(games.max(1)).ln();
        let promise = |arm: &Arm| match arm.games {
            0 => f64::INFINITY,
            n => arm.win_rate() + 0.004 * arm.lead() + (0.5 * total / f64::from(n)).sqrt(),
        };
        let best = (0..arms.len()).max_by(|&a, &b| {
            // Of equals the first.
            promise(&arms[a]).total_cmp(&promise(&arms[b])).then(b.cmp(&a))
        });
        let Some(arm) = best.map(|i| &mut arms[i]) else { return };
        let mut after = *board;
        match arm.mv {
            Move::Play(point) => after.play_unchecked(point),
            Move::Pass => after.pass(),
        };
        let end = play_out(after, random);
        let margin = (area(&end) as f64 - komi) * f64::from(color.sign());
        arm.games += 1;
        arm.margins += margin;
        arm.wins += match margin.total_cmp(&0.0) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        games += 1;
    }
}

/// A random game to its end: no own eye is filled, and both sides pass when nothing else is left.
pub(super) fn play_out<S: PointSet>(mut board: Board<S>, random: &mut Random) -> Board<S> {
    let mut passes = 0;
    for _ in 0..3 * board.size().area() {
        match random_move(&board, random) {
            Some(point) => {
                board.play_unchecked(point);
                passes = 0;
            }
            None => {
                board.pass();
                passes += 1;
                if passes == 2 {
                    break;
                }
            }
        }
    }
    board
}

fn random_move<S: PointSet>(board: &Board<S>, random: &mut Random) -> Option<zenpuku_go::Point> {
    let mut open = board.empties();
    while !open.is_empty() {
        let nth = random.below(open.count()) as usize;
        let point = open.iter().nth(nth)?;
        if !is_own_eye(board, S::single(point)) && board.check(point).is_ok() {
            return Some(point);
        }
        open = open.minus(S::single(point));
    }
    None
}

/// Whether an empty point is surrounded by stones of the side to move and no false eye as it stands.
pub(super) fn is_own_eye<S: PointSet>(board: &Board<S>, point: S) -> bool {
    let geometry: &Geometry<S> = board.geometry();
    if !geometry.neighbours(point).is_subset(board.stones(board.to_move())) {
        return false;
    }
    let enemies = (geometry.diagonals(point) & board.stones(board.to_move().opponent())).count();
    enemies < if point.is_subset(geometry.edge()) { 1 } else { 2 }
}

/// Black's area less White's on a board played out.
pub(super) fn area<S: PointSet>(board: &Board<S>) -> i32 {
    zenpuku_go::area_score(board, S::EMPTY).margin()
}

/// How often each point was Black's at the end of random games, 0 to 1.
pub(super) fn ownership<S: PointSet>(
    board: &Board<S>,
    games: u32,
    random: &mut Random,
) -> Vec<f64> {
    let mut owned = vec![0u32; board.size().area()];
    for _ in 0..games {
        let end = play_out(*board, random);
        let territory = zenpuku_go::ownership(&end, S::EMPTY).territory[0];
        for point in (end.stones(Color::Black) | territory).iter() {
            owned[point.index()] += 1;
        }
    }
    owned.into_iter().map(|n| f64::from(n) / f64::from(games.max(1))).collect()
}
