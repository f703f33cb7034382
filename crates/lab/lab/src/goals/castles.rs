//! Castles recognised against the labels of people: which castles each side had in a game.

use std::collections::BTreeSet;
use std::path::Path;

use zenpuku_report::Table;
use zenpuku_shogi::Color;
use zenpuku_shogi_goals::castles::CastleLog;

use super::labelled::{self, Counts, LabelledGame};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::Findings;
use crate::inputs::Input;
use crate::options::RunOptions;

/// The commonest labels with the ids that mean them.
const LABELS: [(&str, &[&str]); 12] = [
    ("舟囲い", &["FUNAGAKOI"]),
    ("美濃囲い", &["HON_MINO"]),
    ("カニ囲い", &["KANI"]),
    ("高美濃囲い", &["TAKA_MINO"]),
    ("金矢倉", &["YAGURA"]),
    ("片美濃囲い", &["KATA_MINO"]),
    ("居飛車穴熊", &["ANAGUMA"]),
    // The static rook's silver crowns have separate labels.
    ("銀冠", &["FURI_GINKAN"]),
    ("総矢倉", &["SOU_YAGURA"]),
    ("カブト囲い", &["KABUTO_YAGURA"]),
    ("左美濃", &["HIDARI_MINO"]),
    ("振り飛車穴熊", &["FURI_ANAGUMA"]),
];

/// Labels of each side: castles.
const SIDES: [(&str, Color); 2] = [("先手の囲い", Color::BLACK), ("後手の囲い", Color::WHITE)];

/// The experiment `goals-castles`.
#[derive(Clone, Copy, Debug)]
pub struct CastlesExperiment;

impl Experiment for CastlesExperiment {
    fn name(&self) -> &'static str {
        "goals-castles"
    }

    fn summary(&self) -> &'static str {
        "Castles recognised, against the labels of people in a file of games (--data)"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let path =
            options.data.as_deref().ok_or(LabError::NeedsData("labelled games, JSON lines"))?;
        session.expect(1);
        let games = labelled::read(path, &SIDES.map(|side| side.0))?;
        let mut counts = [Counts::default(); LABELS.len()];
        let mut differences = Table::new("Differences", ["line", "side", "castle", "who sees it"]);
        let mut sides = 0_u64;
        for game in &games {
            let seen = castles_of(game, path)?;
            for ((key, _), found) in SIDES.iter().zip(&seen) {
                sides += 1;
                let labels: BTreeSet<&str> = game.labels_of(key).collect();
                for (count, (label, ids)) in counts.iter_mut().zip(LABELS) {
                    let labelled = labels.contains(label);
                    let found = ids.iter().any(|id| found.contains(id));
                    if let Some(who) = count.note(labelled, found) {
                        let line = game.line as u64;
                        differences.push(vec![
                            line.into(),
                            (*key).into(),
                            label.into(),
                            who.into(),
                        ])?;
                    }
                }
            }
        }
        options.check_stop()?;
        let title = format!("Castles of {sides} sides in {} labelled games", games.len());
        let names = LABELS.iter().map(|label| label.0);
        let table = labelled::table(title, "castle", names, &counts, "all twelve")?;
        let ours = vec![table, differences];
        Ok(Findings { ours, ..Findings::default() })
    }
}

/// Ids of the castles that each side had in the game.
fn castles_of(game: &LabelledGame, path: &Path) -> Result<[BTreeSet<&'static str>; 2], LabError> {
    let mut log = CastleLog::default();
    game.replay(path, |_, _, after| log.follow(after))?;
    Ok(SIDES.map(|(_, side)| log.castles(side).iter().map(|castle| castle.id).collect()))
}
