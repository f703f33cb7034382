//! Openings recognised against the labels of people.

use std::collections::BTreeSet;
use std::path::Path;

use zenpuku_report::{Cell, Table};
use zenpuku_shogi::Color;
use zenpuku_shogi_goals::openings::{Opening, OpeningTracker};

use super::labelled::{self, LabelledGame};
use crate::error::LabError;
use crate::experiment::{Experiment, RunOptions, Session};
use crate::findings::Findings;

/// Labels of the openings of a game and of each side.
const KEYS: [&str; 3] = ["戦型", "先手の戦型", "後手の戦型"];

/// Openings with the parts of labels that mean them, and those that would but for another part.
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

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let path =
            options.data.as_deref().ok_or(LabError::NeedsData("labelled games, JSON lines"))?;
        session.expect(1);
        let games = labelled::read(path, &KEYS)?;
        let mut counts = [[0_u64; 3]; LABELS.len()];
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
                count[0] += u64::from(labelled);
                count[1] += u64::from(found);
                count[2] += u64::from(labelled && found);
                if labelled != found {
                    let who = if found { "we" } else { "the label" };
                    let line = game.line as u64;
                    differences.push(vec![line.into(), opening.ja().into(), who.into()])?;
                }
            }
        }
        let title = format!("Openings of {} labelled games", games.len());
        let ours = vec![table(title, &counts)?, differences];
        Ok(Findings { ours, ..Findings::default() })
    }
}

fn table(title: String, counts: &[[u64; 3]]) -> Result<Table, LabError> {
    let columns = ["opening", "labelled", "recognised", "both", "precision", "recall"];
    let mut table = Table::new(title, columns);
    let mut sum = [0; 3];
    for count in counts {
        (0..3).for_each(|place| sum[place] += count[place]);
    }
    let names = LABELS.iter().map(|label| label.0.ja()).chain(["all"]);
    for (name, &[labelled, found, both]) in names.zip(counts.iter().chain([&sum])) {
        let part = |of: u64| Cell::fixed(both as f64 / of.max(1) as f64, 3);
        let cells = [labelled, found, both].map(Cell::from).to_vec();
        table.push([vec![name.into()], cells, vec![part(found), part(labelled)]].concat())?;
    }
    Ok(table)
}

/// The openings of both sides.
fn openings_of(game: &LabelledGame, path: &Path) -> Result<BTreeSet<Opening>, LabError> {
    let mut tracker = OpeningTracker::default();
    game.replay(path, |before, mv, _| tracker.follow(before, mv))?;
    let of = |side| tracker.openings(side);
    Ok([Color::Black, Color::White].into_iter().flat_map(of).collect())
}
