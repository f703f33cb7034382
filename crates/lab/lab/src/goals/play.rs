//! Games between two programs at fixed depths, with their cost and the goals served by their moves.

use serde::{Deserialize, Serialize};
use zenpuku_analysis::GoalReporter;
use zenpuku_report::Cell;
use zenpuku_shogi::{Color, Move, Position, RepetitionState};
use zenpuku_shogi_engine::{Engine, EngineOptions, Hooks, SearchLimits, Timer};
use zenpuku_shogi_mate::MateAttempt;

use super::ordered::hooks;
use crate::error::LabError;
use crate::experiment::Session;
use crate::options::RunOptions;

/// A game longer than this many plies is drawn.
const LONGEST: u16 = 300;
/// Table of the search for mates, in MiB.
const MATE_MEBIBYTES: usize = 16;

/// A program and its depth in plies.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) options: EngineOptions,
    pub(super) depth: u32,
    /// Are quiet moves tried by their static gain?
    pub(super) ordered: bool,
    /// Nodes of the search for a mate before each move; 0: none.
    pub(super) mate_nodes: u64,
}

impl Program {
    /// A program without a static order and without a search for mates.
    pub(super) const fn new(options: EngineOptions, depth: u32) -> Self {
        Self { options, depth, ordered: false, mate_nodes: 0 }
    }
}

/// A program at play.
struct Player {
    engine: Engine,
    mates: MateAttempt,
    depth: u32,
    mate_nodes: u64,
}

impl Player {
    fn new(program: &Program) -> Self {
        let Program { options, depth, ordered, mate_nodes } = program;
        let hooks = if *ordered { hooks(&options.params) } else { Hooks::default() };
        let engine = Engine::new(options.clone()).with_hooks(hooks);
        let (depth, mate_nodes) = (*depth, *mate_nodes);
        Self { engine, mates: MateAttempt::new(MATE_MEBIBYTES), depth, mate_nodes }
    }

    fn new_game(&mut self) {
        self.engine.new_game();
        self.mates.forget();
    }

    /// The first move of a mate that is proved.
    fn mate(&mut self, position: &Position) -> (Option<Move>, u64) {
        if self.mate_nodes == 0 {
            return (None, 0);
        }
        self.mates.begin(position);
        if self.mates.mate().is_none() {
            self.mates.go_on(self.mate_nodes);
        }
        let mate = self.mates.mate().and_then(|mate| mate.line.first().copied());
        (mate, self.mates.nodes())
    }
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

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    /// Has the first program Black?
    pub(super) black: bool,
    /// The start position.
    pub(super) sfen: String,
    /// The moves in USI, with blanks between them.
    pub(super) moves: String,
    /// `win`, `loss` or `draw` of the first program.
    pub(super) result: String,
}

/// Games and their sum.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Match {
    pub(super) total: Games,
    pub(super) records: Vec<Record>,
}

impl Match {
    fn add(&mut self, other: Self) {
        self.total.add(&other.total);
        self.records.extend(other.records);
    }

    /// The rows of a table of games, for [`GAME_COLUMNS`].
    pub(super) fn rows(&self, name: &str) -> Vec<Vec<Cell>> {
        let row = |record: &Record| {
            let colour = if record.black { "black" } else { "white" };
            let Record { sfen, moves, result, .. } = record;
            [name, colour, result, sfen, moves].map(Cell::from).to_vec()
        };
        self.records.iter().map(row).collect()
    }
}

/// The columns of [`Match::rows`].
pub(super) const GAME_COLUMNS: [&str; 5] =
    ["match", "colour of the first", "result of the first", "start", "moves"];

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
) -> Result<Match, LabError> {
    let mut players = programs.map(Player::new);
    let mut all = Match::default();
    for (number, start) in starts.iter().enumerate() {
        let key = format!("{name}, position {}", number + 1);
        let pair = session.unit(&key, || both_colours(&mut players, start, options))?;
        all.add(pair);
    }
    Ok(all)
}

fn both_colours(
    players: &mut [Player; 2],
    start: &Position,
    options: &RunOptions,
) -> Result<Match, LabError> {
    let mut pair = Match::default();
    for first in [Color::Black, Color::White] {
        pair.add(game(players, first, start, options)?);
    }
    let Games { wins, losses, .. } = pair.total;
    pair.total.swept = [u64::from(wins == 2), u64::from(losses == 2)];
    Ok(pair)
}

/// One game; the first program has the colour `first`.
fn game(
    players: &mut [Player; 2],
    first: Color,
    start: &Position,
    options: &RunOptions,
) -> Result<Match, LabError> {
    let mut position = start.clone();
    let mut game = Games::default();
    let mut moves = Vec::new();
    let mut reporter = GoalReporter::default();
    players.iter_mut().for_each(Player::new_game);
    let winner = loop {
        options.check_stop()?;
        let mover = position.side_to_move();
        let place = usize::from(mover != first);
        if let Some(end) = end_of(&position) {
            break end;
        }
        let side = &mut game.sides[place];
        let (best, line, lost) = think(&mut players[place], &position, side)?;
        if !best.is_normal() || lost {
            break Some(if best == Move::WIN { mover } else { mover.flip() });
        }
        let told = reporter.report(&position, &line, best);
        let held = |&place: &u32| told.report.goals[place as usize].inherited;
        side.held += u64::from(told.report.goals.iter().any(|goal| goal.inherited));
        side.serving += u64::from(told.served.iter().any(held));
        position.do_move(best);
        moves.push(best.to_string());
    };
    let result = match winner {
        Some(color) if color == first => "win",
        Some(_) => "loss",
        None => "draw",
    };
    let count = |name: &str| u64::from(result == name);
    (game.wins, game.losses, game.draws) = (count("win"), count("loss"), count("draw"));
    let record = Record {
        black: first == Color::Black,
        sfen: start.to_sfen(),
        moves: moves.join(" "),
        result: result.to_owned(),
    };
    Ok(Match { total: game, records: vec![record] })
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

/// The move, the expected line, and whether the side finds itself mated.
fn think(
    player: &mut Player,
    position: &Position,
    side: &mut Side,
) -> Result<(Move, Vec<Move>, bool), LabError> {
    let before = Timer::Processor.now();
    side.moves += 1;
    let (mate, nodes) = player.mate(position);
    side.nodes += nodes;
    let found = if let Some(mate) = mate {
        (mate, vec![mate], false)
    } else {
        player.engine.set_position(position.clone())?;
        let result = player.engine.search(SearchLimits::depth(player.depth))?;
        side.nodes += result.nodes;
        (result.best, result.pv().to_vec(), result.score.is_loss())
    };
    side.seconds += (Timer::Processor.now() - before).as_secs_f64();
    Ok(found)
}
