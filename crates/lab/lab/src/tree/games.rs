//! Every method on games: a small one to its end, shogi to a shallow depth.

use zenpuku_core::Score;
use zenpuku_gametree::Game;
use zenpuku_gametree::examples::TicTacToe;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Position, STARTPOS};
use zenpuku_shogi_engine::ShogiGame;
use zenpuku_shogi_eval::PieceValues;

use super::compare::{Comparison, compare_on};
use crate::error::LabError;
use crate::experiment::Session;
use crate::options::RunOptions;

/// Where MTD(bi) expects a shogi material balance at most, in centipawns.
const SHOGI_BOUND: i32 = 10_000;

/// A middle game rich in moves, a common test position of move generators.
const MIDDLE_GAME: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

/// The shogi positions: name, SFEN, depth in plies.
const SHOGI: [(&str, &str, u32); 2] = [
    ("shogi, start position, material", STARTPOS, 3),
    ("shogi, middle game, material", MIDDLE_GAME, 2),
];

/// Units of work.
pub(super) const UNITS: u64 = 1 + SHOGI.len() as u64;

/// Runs all of them.
pub(super) fn run(
    options: &RunOptions,
    session: &mut Session<'_>,
) -> Result<Vec<Comparison>, LabError> {
    let mut games = vec![session.unit("tic-tac-toe", || tic_tac_toe(options))?];
    for (name, sfen, depth) in SHOGI {
        games.push(session.unit(name, || shogi(name, sfen, depth, options))?);
    }
    Ok(games)
}

/// A whole small game: tic-tac-toe to its end.
fn tic_tac_toe(options: &RunOptions) -> Result<Comparison, LabError> {
    let mut game = TicTacToe::new();
    game.play(0);
    let name = "tic-tac-toe after one move, to its end";
    compare_on(name, &mut game, &mut TicTacToe::even, 8, TicTacToe::WIN, &options.limits())
}

/// Every legal move of shogi, leaves valued by their material.
fn shogi(name: &str, sfen: &str, depth: u32, options: &RunOptions) -> Result<Comparison, LabError> {
    let position = Position::from_sfen(sfen)?;
    let values = PieceValues::new(&Params::default());
    let mut material = |game: &ShogiGame| {
        let balance = values.balance(game.position());
        let sign = if game.position().side_to_move() == Color::Black { 1 } else { -1 };
        Score::eval(sign * balance)
    };
    let mut game = ShogiGame::new(&position);
    compare_on(name, &mut game, &mut material, depth, Score::new(SHOGI_BOUND), &options.limits())
}
