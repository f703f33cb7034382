//! The cost of reporting goals, for a search that does not play by goals.

use zenpuku_report::{Cell, Table};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{Engine, EngineOptions, SearchLimits, Timer};

use super::{HASH, positions};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::Findings;
use crate::inputs::Input;
use crate::options::RunOptions;

/// Nodes of the searches that give the lines and the games.
const NODES: u64 = 2_000;

/// Plies played from each position.
const PLIES: usize = 40;

/// Milliseconds a move to which the cost is compared.
const MOVE_TIMES: [f64; 3] = [100.0, 500.0, 1_000.0];

/// The experiment `goals-cost`.
#[derive(Clone, Copy, Debug)]
pub struct CostExperiment;

impl Experiment for CostExperiment {
    fn name(&self) -> &'static str {
        "goals-cost"
    }

    fn summary(&self) -> &'static str {
        "Time to find and tell the goals of a move, beside the search of the default profile"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let starts = positions::starts(options, if options.quick { 2 } else { 50 })?;
        session.expect(starts.len() as u64);
        let mut engine = Engine::new(EngineOptions { hash: HASH, ..EngineOptions::default() });
        let (mut moves, mut goals, mut seconds) = (0_u64, 0_u64, 0.0);
        for (number, start) in starts.iter().enumerate() {
            let key = format!("position {}", number + 1);
            let [told, held, spent]: [f64; 3] =
                session.unit(&key, || explain_game(&mut engine, start, options))?;
            (moves, goals, seconds) = (moves + told as u64, goals + held as u64, seconds + spent);
        }
        let a_move = 1_000.0 * seconds / moves.max(1) as f64;
        let mut table = Table::new("Explanation", ["figure", "value", "unit"]);
        table.push(vec!["moves explained".into(), moves.into(), "moves".into()])?;
        let mean = goals as f64 / moves.max(1) as f64;
        table.push(vec!["goals held".into(), Cell::fixed(mean, 1), "a move".into()])?;
        table.push(vec!["cost of a move".into(), Cell::fixed(a_move, 3), "ms".into()])?;
        for time in MOVE_TIMES {
            let share = Cell::fixed(100.0 * a_move / time, 2);
            table.push(vec![format!("share of {time} ms").into(), share, "%".into()])?;
        }
        Ok(Findings { ours: vec![table], ..Findings::default() })
    }
}

/// Plays on from `start`, then explains all positions in the order of the game, so that goals are
/// inherited: moves explained, goals held, seconds of the explanations.
fn explain_game(
    engine: &mut Engine,
    start: &Position,
    options: &RunOptions,
) -> Result<[f64; 3], LabError> {
    let mut game: Vec<(Position, Vec<Move>)> = Vec::new();
    let mut position = start.clone();
    engine.new_game();
    for _ in 0..PLIES {
        options.check_stop()?;
        engine.set_position(position.clone())?;
        let result = engine.search(SearchLimits::nodes(NODES))?;
        if !result.best.is_normal() {
            break;
        }
        game.push((position.clone(), result.pv().to_vec()));
        position.do_move(result.best);
    }
    engine.new_game();
    let before = Timer::Processor.now();
    let mut held = 0;
    for (position, line) in &game {
        engine.set_position(position.clone())?;
        held += engine.explain(line).goals.len();
    }
    let seconds = (Timer::Processor.now() - before).as_secs_f64();
    Ok([game.len() as f64, held as f64, seconds])
}
