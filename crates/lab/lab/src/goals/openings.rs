//! Openings recognised against the labels of people.

use std::collections::BTreeSet;
use std::path::Path;

use zenpuku_report::Table;
use zenpuku_shogi::Color;
use zenpuku_shogi_goals::openings::{Opening, OpeningTracker};

use super::labelled::{self, Counts, LabelledGame};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::Findings;
use crate::inputs::Input;
use crate::options::RunOptions;

/// Labels of the openings of a game and of each side.
const KEYS: [&str; 3] = ["戦型", "先手の戦型", "後手の戦型"];

/// Openings with the parts of labels that mean them, and exceptions with another part.
const LABELS: [(Opening, &[&str], &[&str]); 10] = [
    (Opening::FourthFileRook, &["四間"], &["右四間"]),
    (Opening::CentralRook, &["中飛車"], &[]),
    (Opening::ThirdFileRook, &["三間", "石田"], &[]),
    (Opening::OpposingRook, &["向かい飛車", "向飛車"], &[]),
    (Opening::RightFourthFileRook, &["右四間"], &[]),
    (Opening::SleeveRook, &["袖飛車"], &[]),
    (Opening::Yagura, &["矢倉", "森下システム", "▲３七銀戦法"], &["矢倉中飛車"]),
    (Opening::BishopExchange, &["角換わり", "角交換腰掛", "換腰掛"], &[]),
    (Opening::SidePawn, &["横歩取", "空中戦法"], &[]),
    (Opening::DoubleWing, &["相掛", "ひねり飛車"], &[]),
];

/// The experiment `goals-openings`.
#[derive(Clone, Copy, Debug)]
pub struct OpeningsExperiment;

impl Experiment for OpeningsExperiment {
    fn name(&self) -> &'static str {
        "goals-openings"
    }

    fn summary(&self) -> &'static str {
        "Openings recognised, against the labels of people in a file of games (--data)"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let path =
            options.data.as_deref().ok_or(LabError::NeedsData("labelled games, JSON lines"))?;
        session.expect(1);
        let games = labelled::read(path, &KEYS)?;
        let mut counts = [Counts::default(); LABELS.len()];
        let mut differences =
            Table::new("Differences of openings", ["line", "opening", "who sees it"]);
        for game in &games {
            options.check_stop()?;
            let found = openings_of(game, path)?;
            for (count, (opening, parts, but)) in counts.iter_mut().zip(LABELS) {
                let means = |label: &str| {
                    let has = |parts: &[&str]| parts.iter().any(|part| label.contains(part));
                    has(parts) && !has(but)
                };
                let labelled = KEYS.iter().any(|key| game.labels_of(key).any(means));
                let found = found.contains(&opening);
                if let Some(who) = count.note(labelled, found) {
                    let line = game.line as u64;
                    differences.push(vec![line.into(), opening.ja().into(), who.into()])?;
                }
            }
        }
        let title = format!("Openings of {} labelled games", games.len());
        let names = LABELS.iter().map(|label| label.0.ja());
        let ours = vec![labelled::table(title, "opening", names, &counts, "all")?, differences];
        Ok(Findings { ours, ..Findings::default() })
    }
}

/// The openings of both sides.
fn openings_of(game: &LabelledGame, path: &Path) -> Result<BTreeSet<Opening>, LabError> {
    let mut tracker = OpeningTracker::default();
    game.replay(path, |before, mv, _| tracker.follow(before, mv))?;
    let of = |side| tracker.openings(side);
    Ok([Color::Black, Color::White].into_iter().flat_map(of).collect())
}
