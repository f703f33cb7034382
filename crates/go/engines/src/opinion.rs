//! What an engine thinks of a position: how it would go on, and which stones are dead in the end.

use crate::analysis::AnalysisEngine;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::gtp::GtpEngine;
use crate::play::{follow, generate, give};
use zenpuku_go::{
    AnyBoard, Color, Game, HalfPoints, Move, PointSet, Rules, Setup, Size, Wide, ownership,
};

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
    /// How it goes on, beginning with the side to move; empty if the game was over.
    pub moves: Vec<Move>,
    /// Do the moves end with the two passes? Otherwise they are the line that the engine expects.
    pub played_out: bool,
    /// The stones that are dead in the end.
    pub dead: Wide,
    /// The points of Black and of White in the end: their stones, and what they surround.
    pub owned: [Wide; 2],
    /// The stones of the position that stay to the end.
    pub staying: Wide,
    /// The stones of the position that do not. An engine that plays nothing out may be sure of neither.
    pub lost: Wide,
    /// Black's lead less komi: counted by our rules with its dead stones, or what the engine expects.
    pub lead: HalfPoints,
}

impl Question<'_> {
    /// Asks an engine.
    ///
    /// # Errors
    /// If the engine refuses the board, does not come to an end in time, or answers nonsense.
    pub fn ask(&self, engine: &mut Engine) -> Result<Opinion, EngineError> {
        match engine {
            Engine::Gtp(engine) => self.play_out(engine),
            Engine::Analysis(engine) => self.analyse(engine),
        }
    }

    fn play_out(&self, engine: &mut GtpEngine) -> Result<Opinion, EngineError> {
        let mut game = give(engine, self.setup, self.rules)?;
        let moves = if self.finished { Vec::new() } else { play_out(engine, &mut game)? };
        let board = game.board();
        let dead = dead_stones(engine, self.setup.size, board)?;
        let territory = ownership(board, dead).territory;
        let standing = Color::BOTH.map(|color| board.stones(color).minus(dead));
        let staying = stones_in(self.setup, standing);
        Ok(Opinion {
            moves,
            played_out: !self.finished,
            dead,
            owned: Color::BOTH.map(|color| standing[color.index()] | territory[color.index()]),
            staying,
            lost: (self.setup.black | self.setup.white).minus(staying),
            lead: HalfPoints(self.rules.margin(board, dead)),
        })
    }

    fn analyse(&self, engine: &mut AnalysisEngine) -> Result<Opinion, EngineError> {
        let analysis = engine.analyse(self.setup, &[], self.rules)?;
        let [black, white] = analysis.owned;
        let lost = stones_in(self.setup, [white, black]);
        Ok(Opinion {
            moves: if self.finished { Vec::new() } else { analysis.line },
            played_out: false,
            dead: lost,
            owned: analysis.owned,
            staying: stones_in(self.setup, analysis.owned),
            lost,
            lead: analysis.lead,
        })
    }
}

/// The stones of Black and of White that lie in the one and in the other area.
fn stones_in(setup: &Setup, [black, white]: [Wide; 2]) -> Wide {
    (setup.black & black) | (setup.white & white)
}

/// Lets the engine play for both sides until both have passed.
fn play_out(engine: &mut GtpEngine, game: &mut Game<Wide>) -> Result<Vec<Move>, EngineError> {
    let mut moves = Vec::new();
    let mut passes = 0;
    while passes < 2 {
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
        moves.push(mv);
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
