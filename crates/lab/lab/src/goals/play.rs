//! Games between two programs at fixed depths, with their cost and the goals served by their moves.

use serde::{Deserialize, Serialize};
use zenpuku_analysis::GoalReporter;
use zenpuku_report::Cell;
use zenpuku_shogi::{Color, Move, Position, RepetitionState};
use zenpuku_shogi_engine::{Engine, EngineOptions, SearchLimits, SearchResult, Timer};

use crate::error::LabError;
use crate::experiment::Session;
use crate::options::RunOptions;

/// A game longer than this many plies is drawn.
const LONGEST: u16 = 300;

/// A program and its depth in plies.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) options: EngineOptions,
    pub(super) depth: u32,
}

/// Statistics of one program in some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Side {
    pub(super) moves: u64,
    pub(super) nodes: u64,
    /// Time of the processor, goals included.
    pub(super) seconds: f64,
    /// Moves made while some goal was held from before.
    pub(super) held: u64,
    /// Of these, moves that serve one of them.
    pub(super) serving: u64,
}

impl Side {
    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.seconds += other.seconds;
        self.held += other.held;
        self.serving += other.serving;
    }
}

/// One game, or several added up: the first program's wins, losses and draws, and both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Games {
    pub(super) wins: u64,
    pub(super) losses: u64,
    pub(super) draws: u64,
    /// Positions from which the first program won with both colours, and lost with both.
    pub(super) swept: [u64; 2],
    pub(super) sides: [Side; 2],
}

impl Games {
    pub(super) fn count(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// As cells: wins, losses, draws, share, error, seconds of both, nodes of both.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let (share, error) = self.score();
        let [a, b] = &self.sides;
        vec![
            self.wins.into(),
            self.losses.into(),
            self.draws.into(),
            Cell::fixed(share, 3),
            Cell::fixed(error, 3),
            Cell::fixed(a.seconds, 1),
            Cell::fixed(b.seconds, 1),
            a.nodes.into(),
            b.nodes.into(),
        ]
    }

    /// The first program's share of the points with its 95 % error.
    pub(super) fn score(&self) -> (f64, f64) {
        let n = self.count().max(1) as f64;
        let (wins, draws) = (self.wins as f64, self.draws as f64);
        let mean = (wins + draws / 2.0) / n;
        let variance = (wins + draws / 4.0) / n - mean * mean;
        (mean, 1.96 * (variance.max(0.0) / n).sqrt())
    }

    fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        for (place, more) in self.swept.iter_mut().zip(other.swept) {
            *place += more;
        }
        for (side, more) in self.sides.iter_mut().zip(&other.sides) {
            side.add(more);
        }
    }
}

/// Both programs play every position with both colours; a unit of work a position.
pub(super) fn play_match(
    name: &str,
    programs: [&Program; 2],
    starts: &[Position],
    options: &RunOptions,
    session: &mut Session<'_>,
) -> Result<Games, LabError> {
    let mut engines = programs.map(|program| Engine::new(program.options.clone()));
    let depths = programs.map(|program| program.depth);
    let mut all = Games::default();
    for (number, start) in starts.iter().enumerate() {
        let key = format!("{name}, position {}", number + 1);
        let pair = session.unit(&key, || both_colours(&mut engines, depths, start, options))?;
        all.add(&pair);
    }
    Ok(all)
}

fn both_colours(
    engines: &mut [Engine; 2],
    depths: [u32; 2],
    start: &Position,
    options: &RunOptions,
) -> Result<Games, LabError> {
    let mut pair = Games::default();
    for first in [Color::Black, Color::White] {
        pair.add(&game(engines, depths, first, start, options)?);
    }
    pair.swept = [u64::from(pair.wins == 2), u64::from(pair.losses == 2)];
    Ok(pair)
}

/// One game; the first program has the colour `first`.
fn game(
    engines: &mut [Engine; 2],
    depths: [u32; 2],
    first: Color,
    start: &Position,
    options: &RunOptions,
) -> Result<Games, LabError> {
    let mut position = start.clone();
    let mut game = Games::default();
    let mut reporter = GoalReporter::default();
    engines.iter_mut().for_each(Engine::new_game);
    let winner = loop {
        options.check_stop()?;
        let mover = position.side_to_move();
        let place = usize::from(mover != first);
        if let Some(end) = end_of(&position) {
            break end;
        }
        let side = &mut game.sides[place];
        let result = think(&mut engines[place], depths[place], &position, side)?;
        if !result.best.is_normal() || result.score.is_loss() {
            break Some(if result.best == Move::WIN { mover } else { mover.flip() });
        }
        let told = reporter.report(&position, result.pv(), result.best);
        let held = |&place: &u32| told.report.goals[place as usize].inherited;
        side.held += u64::from(told.report.goals.iter().any(|goal| goal.inherited));
        side.serving += u64::from(told.served.iter().any(held));
        position.do_move(result.best);
    };
    match winner {
        Some(color) if color == first => game.wins = 1,
        Some(_) => game.losses = 1,
        None => game.draws = 1,
    }
    Ok(game)
}

/// The winner when the rules end the game; `Some(None)`: a draw.
fn end_of(position: &Position) -> Option<Option<Color>> {
    let us = position.side_to_move();
    match position.game_repetition() {
        RepetitionState::Draw => return Some(None),
        RepetitionState::Win => return Some(Some(us)),
        RepetitionState::Lose => return Some(Some(us.flip())),
        _ => {}
    }
    (position.ply() > LONGEST).then_some(None)
}

fn think(
    engine: &mut Engine,
    depth: u32,
    position: &Position,
    side: &mut Side,
) -> Result<SearchResult, LabError> {
    engine.set_position(position.clone())?;
    let before = Timer::Processor.now();
    let result = engine.search(SearchLimits::depth(depth))?;
    let spent = Timer::Processor.now() - before;
    side.moves += 1;
    side.nodes += result.nodes;
    side.seconds += spent.as_secs_f64();
    Ok(result)
}
