//! Which part of the goals carries how much: P_A without one part, and with only one way of
//! using goals, against P_B at the same depth.

use zenpuku_report::Table;

use super::play::{Program, play_match};
use super::{DEPTH, WITH, WITHOUT, positions, program};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::Findings;
use crate::inputs::Input;
use crate::options::RunOptions;

/// Names of the variants, with the rows that are changed.
const VARIANTS: [(&str, &[(&str, &str)]); 12] = [
    ("all parts", &[]),
    ("without hypotheses", &[("GoalsHypotheses", "off")]),
    ("without past search", &[("GoalsPastSearch", "off")]),
    ("without knowledge", &[("GoalsKnowledge", "off")]),
    ("without inheritance", &[("GoalsInheritance", "off")]),
    ("without ordering", &[("GoalsOrdering", "off")]),
    ("without achievement", &[("GoalsAchievement", "off")]),
    ("hypotheses not achieved", &[("GoalsAchievedHypotheses", "off")]),
    ("past search not achieved", &[("GoalsAchievedPastSearch", "off")]),
    ("castles held", &[("GoalsHoldCastle", "on")]),
    ("s_max at least 400", &[("GoalsLeastMax", "400")]),
    (
        "castles alone achieved, held, s_max at least 400",
        &[
            ("GoalsHoldCastle", "on"),
            ("GoalsLeastMax", "400"),
            ("GoalsAchievedHypotheses", "off"),
            ("GoalsAchievedPastSearch", "off"),
        ],
    ),
];

/// The experiment `goals-ablation`.
#[derive(Clone, Copy, Debug)]
pub struct AblationExperiment;

impl Experiment for AblationExperiment {
    fn name(&self) -> &'static str {
        "goals-ablation"
    }

    fn summary(&self) -> &'static str {
        "Each part of the goals left out, against the program without goals at the same depth"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let (count, depth) = if options.quick { (1, 1) } else { (25, DEPTH) };
        let starts = positions::starts(options, count)?;
        session.expect((starts.len() * VARIANTS.len()) as u64);
        let without = Program::new(program(WITHOUT, &[])?, depth);
        let columns = [
            "P_A",
            "wins",
            "losses",
            "draws",
            "share",
            "error",
            "P_A's seconds",
            "P_B's seconds",
            "P_A's nodes",
            "P_B's nodes",
        ];
        let mut table = Table::new(format!("P_A against P_B at depth {depth}"), columns);
        for (name, changes) in VARIANTS {
            let variant = Program::new(program(WITH, changes)?, depth);
            let games = play_match(name, [&variant, &without], &starts, options, session)?;
            table.push([vec![name.into()], games.total.cells()].concat())?;
        }
        Ok(Findings { ours: vec![table], ..Findings::default() })
    }
}
