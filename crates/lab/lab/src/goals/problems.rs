//! Table 1 of [goals2001]: next-move problems, with goals from hypotheses only,
//! because there is no earlier search.

use serde::{Deserialize, Serialize};
use zenpuku_report::{Cell, Table};
use zenpuku_shogi_engine::{Engine, EngineOptions, SearchLimits, Timer};

use super::{DEPTH, WITH, WITHOUT, program};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::Findings;
use crate::inputs::Input;
use crate::measure::{TestPosition, percents, problems_of, spread};
use crate::options::RunOptions;
use crate::statistics::rate;

/// The paper's programs with right answers of 48, and seconds.
const PAPER: [(&str, u32, Option<u32>); 4] = [
    ("P_A", 19, Some(2715)),
    ("P_B", 17, Some(2503)),
    ("Gekisashi", 31, None),
    ("Todai Shogi 3", 27, None),
];

/// The experiment `goals-problems`.
#[derive(Clone, Copy, Debug)]
pub struct ProblemsExperiment;

/// Answers of one program at one depth.
#[derive(Default, Serialize, Deserialize)]
struct Answers {
    right: u64,
    nodes: u64,
    seconds: f64,
}

impl Experiment for ProblemsExperiment {
    fn name(&self) -> &'static str {
        "goals-problems"
    }

    fn summary(&self) -> &'static str {
        "Right answers on next-move problems with goals and without, and their time"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Problems]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let count = if options.quick { 8 } else { usize::MAX };
        let depths = if options.quick { 2..=3 } else { DEPTH - 1..=DEPTH + 2 };
        let all = spread(&problems_of(options)?, count);
        session.expect(2 * depths.clone().count() as u64);
        let columns = ["program", "depth", "right", "of", "right, 95 %", "seconds", "nodes"];
        let mut table = Table::new("Next-move problems", columns);
        for depth in depths {
            for name in [WITH, WITHOUT] {
                let key = format!("{name} at depth {depth}");
                let answers =
                    session.unit(&key, || answer(program(name, &[])?, depth, &all, options))?;
                table.push(vec![
                    name.into(),
                    depth.into(),
                    answers.right.into(),
                    all.len().into(),
                    percents(rate(answers.right, all.len() as u64)),
                    Cell::fixed(answers.seconds, 2),
                    answers.nodes.into(),
                ])?;
            }
        }
        Ok(Findings { paper: vec![paper()?], ours: vec![table], ..Findings::default() })
    }
}

fn paper() -> Result<Table, LabError> {
    let mut table = Table::new("Table 1", ["program", "right", "of", "seconds"]);
    for (name, right, seconds) in PAPER {
        let seconds = seconds.map_or(Cell::Absent, Cell::from);
        table.push(vec![name.into(), right.into(), 48_u32.into(), seconds])?;
    }
    Ok(table)
}

fn answer(
    program: EngineOptions,
    depth: u32,
    problems: &[TestPosition],
    options: &RunOptions,
) -> Result<Answers, LabError> {
    let mut engine = Engine::new(program);
    let mut answers = Answers::default();
    for problem in problems {
        options.check_stop()?;
        engine.new_game();
        engine.set_position(problem.position.clone())?;
        let before = Timer::Processor.now();
        let result = engine.search(SearchLimits::depth(depth))?;
        answers.seconds += (Timer::Processor.now() - before).as_secs_f64();
        answers.nodes += result.nodes;
        answers.right += u64::from(problem.answer == Some(result.best.to_string()));
    }
    Ok(answers)
}
