//! Playing with an engine: giving it a position, and asking for a move.

use crate::analysis::{AnalysisEngine, rules_name};
use crate::engine::Engine;
use crate::error::EngineError;
use crate::gtp::GtpEngine;
use zenpuku_go::{Color, Game, Move, PointSet as _, Rules, Setup, Wide};

/// A position whose next move an engine chooses.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The first position of the line.
    pub setup: &'a Setup,
    /// The moves from there, so that the engine knows about kos.
    pub moves: &'a [Move],
    /// The rules. The engine gets the komi, and the way of counting if it has a command for it.
    pub rules: &'a Rules,
}

impl Turn<'_> {
    /// Asks an engine for the next move; `None` if it resigns.
    ///
    /// # Errors
    /// If the engine refuses the position, does not answer in time, or answers a move that is not legal.
    pub fn ask(&self, engine: &mut Engine) -> Result<Option<Move>, EngineError> {
        match engine {
            Engine::Gtp(engine) => self.generate(engine),
            Engine::Analysis(engine) => self.best(engine).map(Some),
        }
    }

    fn generate(&self, engine: &mut GtpEngine) -> Result<Option<Move>, EngineError> {
        let mut game = give(engine, self.setup, self.rules)?;
        let size = self.setup.size;
        for &mv in self.moves {
            let command = format!("play {} {}", letter(game.board().to_move()), size.move_name(mv));
            engine.ask(&command)?;
            follow(engine, &mut game, mv, (&command, ""))?;
        }
        generate(engine, &mut game)
    }

    /// The first move of the line that an engine expects.
    fn best(&self, engine: &mut AnalysisEngine) -> Result<Move, EngineError> {
        let analysis = engine.analyse(self.setup, self.moves, self.rules)?;
        let mv = *analysis.line.first().ok_or_else(|| engine.nonsense("it has no move"))?;
        let board = self.setup.board(self.rules.suicide);
        let board = board.map_err(|error| engine.nonsense(&error.to_string()))?;
        let mut game = Game::<Wide>::new(board, *self.rules);
        for &mv in self.moves.iter().chain([&mv]) {
            // The game is not taken back.
            game.play(mv).map(|_undo| ()).map_err(|error| engine.nonsense(&error.to_string()))?;
        }
        Ok(mv)
    }
}

/// Gives the engine a position, stone by stone: none of them captures another, in any order, since
/// each chain of the whole has a liberty. Returns the game that begins there.
pub(crate) fn give(
    engine: &mut GtpEngine,
    setup: &Setup,
    rules: &Rules,
) -> Result<Game<Wide>, EngineError> {
    let size = setup.size;
    if size.width() == size.height() {
        engine.ask(&format!("boardsize {}", size.width()))?;
    } else {
        engine.ask(&format!("rectangular_boardsize {} {}", size.width(), size.height()))?;
    }
    engine.ask("clear_board")?;
    if engine.knows("kata-set-rules")? {
        engine.ask(&format!("kata-set-rules {}", rules_name(rules)))?;
    }
    engine.ask(&format!("komi {}", rules.komi.to_f64()))?;
    for color in Color::BOTH {
        for point in setup.stones(color).iter() {
            engine.ask(&format!("play {} {}", letter(color), size.vertex(point)))?;
        }
    }
    let board = setup.board(rules.suicide);
    let board = board.map_err(|error| engine.nonsense("play", "", &error.to_string()))?;
    Ok(Game::new(board, *rules))
}

/// Asks for a move of the side to move and plays it; `None` if the engine resigns.
pub(crate) fn generate(
    engine: &mut GtpEngine,
    game: &mut Game<Wide>,
) -> Result<Option<Move>, EngineError> {
    let command = format!("genmove {}", letter(game.board().to_move()));
    let answer = engine.ask(&command)?;
    if answer.eq_ignore_ascii_case("resign") {
        return Ok(None);
    }
    let size = game.board().geometry().size();
    let mv = size.parse_vertex(&answer).map(|point| point.map_or(Move::Pass, Move::Play));
    let mv = mv.map_err(|error| engine.nonsense(&command, &answer, &error.to_string()))?;
    follow(engine, game, mv, (&command, &answer))?;
    Ok(Some(mv))
}

/// Plays a move in our game, which the engine has played or answered.
pub(crate) fn follow(
    engine: &GtpEngine,
    game: &mut Game<Wide>,
    mv: Move,
    (command, answer): (&str, &str),
) -> Result<(), EngineError> {
    // The game is not taken back.
    let played = game.play(mv).map(|_undo| ());
    played.map_err(|error| engine.nonsense(command, answer, &error.to_string()))
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}
