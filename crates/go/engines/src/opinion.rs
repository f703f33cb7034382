//! What an engine thinks of a position: how it would go on, and which stones are dead in the end.

use crate::gtp::{EngineError, GtpEngine};
use crate::play::{follow, generate, give};
use zenpuku_go::{AnyBoard, Color, Game, Move, PointSet, Rules, Setup, Size, Wide};

/// Moves after which a game that is played out is given up: long cycles of captures do not end.
const LONGEST: usize = 800;

/// A position to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position.
    pub setup: &'a Setup,
    /// The rules. The engine gets the komi, and the way of counting if it has a command for it.
    pub rules: &'a Rules,
    /// Is the game over? If not, the engine plays it out against itself.
    pub finished: bool,
}

/// What an engine thinks of a position.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// How it played the position out, up to the two passes; empty if the game was over.
    pub moves: Vec<(Color, Move)>,
    /// The board that was counted.
    pub board: AnyBoard,
    /// The stones of it that are dead.
    pub dead: Wide,
    /// Black's lead less komi in half points, counted by our rules with its dead stones.
    pub half_points: i32,
}

impl Question<'_> {
    /// Asks an engine.
    ///
    /// # Errors
    /// If the engine refuses the board, does not come to an end in time, or answers nonsense.
    pub fn ask(&self, engine: &mut GtpEngine) -> Result<Opinion, EngineError> {
        let mut game = give(engine, self.setup, self.rules)?;
        let moves = if self.finished { Vec::new() } else { play_out(engine, &mut game)? };
        let board = *game.board();
        let dead = dead_stones(engine, self.setup.size, &board)?;
        let half_points = self.rules.margin(&board, dead);
        Ok(Opinion { moves, board, dead, half_points })
    }
}

/// Lets the engine play for both sides until both have passed.
fn play_out(
    engine: &mut GtpEngine,
    game: &mut Game<Wide>,
) -> Result<Vec<(Color, Move)>, EngineError> {
    let mut moves = Vec::new();
    let mut passes = 0;
    while passes < 2 {
        let color = game.board().to_move();
        if moves.len() == LONGEST {
            return Err(engine.nonsense("genmove", "", "the game does not end"));
        }
        let mv = match generate(engine, game)? {
            Some(mv) => mv,
            // It has nothing left to play for; the board is counted as it stands.
            None => {
                follow(engine, game, Move::Pass, ("genmove", "resign"))?;
                Move::Pass
            }
        };
        passes = if mv == Move::Pass { passes + 1 } else { 0 };
        moves.push((color, mv));
    }
    Ok(moves)
}

/// The stones that the engine calls dead.
fn dead_stones(engine: &mut GtpEngine, size: Size, board: &AnyBoard) -> Result<Wide, EngineError> {
    let command = "final_status_list dead";
    let answer = engine.ask(command)?;
    let words: Vec<&str> = answer.split_ascii_whitespace().collect();
    let points = size.parse_vertices::<Wide>(&words);
    let points = points.map_err(|error| engine.nonsense(command, &answer, &error.to_string()))?;
    if !points.is_subset(board.occupied()) {
        return Err(engine.nonsense(command, &answer, "it names a point without a stone"));
    }
    Ok(points)
}
