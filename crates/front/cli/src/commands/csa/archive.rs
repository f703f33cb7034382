//! The record of the running game, on disk after every event.

use std::path::{Path, PathBuf};

use zenpuku_protocol::csa::{EndReason, GameSummary, Outcome, SpecialMove};
use zenpuku_shogi::{Color, Move};
use zenpuku_shogi_record::{Document, Ending, Format, NodeId, Record, Step, Time, write};

use super::notation;
use crate::files;

/// The record of one game.
pub(super) struct Archive {
    path: PathBuf,
    record: Record,
    last: NodeId,
}

impl Archive {
    /// A new record in `folder`, begun at the position of the summary.
    ///
    /// # Errors
    /// If the summary's position is invalid, or the file cannot be written.
    pub(super) fn begin(folder: &Path, summary: &GameSummary) -> anyhow::Result<Self> {
        let mut record = Record::new(start_record(summary)?.start().clone());
        record.set_field("先手", &summary.black_name);
        record.set_field("後手", &summary.white_name);
        record.set_field("棋戦", &summary.game_id);
        let path = folder.join(format!("{}.csa", file_name(&summary.game_id)));
        let archive = Self { path: unused(path), record, last: NodeId::ROOT };
        archive.save()?;
        Ok(archive)
    }

    /// Where the record is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Moves played.
    pub(super) fn moves(&self) -> u32 {
        self.record.node(self.last).ply()
    }

    /// Adds a move with its time and evaluation.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn play(
        &mut self,
        mv: Move,
        spent_ms: u64,
        comment: Option<&str>,
    ) -> anyhow::Result<()> {
        self.last = self.record.add(self.last, Step::Move(mv));
        let node = self.record.node_mut(self.last);
        node.time = Some(Time { spent_ms, total_ms: None });
        if let Some(comment) = comment {
            node.add_comment(comment);
        }
        self.save()
    }

    /// Ends the record; a second ending is left out.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn end(&mut self, ending: Ending) -> anyhow::Result<()> {
        if self.record.ending().is_none() {
            self.record.add(self.last, Step::End(ending));
        }
        self.save()
    }

    fn save(&self) -> anyhow::Result<()> {
        let document = Document::new(vec![self.record.clone()]);
        files::replace(&self.path, &write(&document, Format::Csa, None)?.bytes)
    }
}

/// The start of the summary as a record, its preset moves not yet played.
///
/// # Errors
/// If the lines are not position.
pub(super) fn start_record(summary: &GameSummary) -> anyhow::Result<Record> {
    let text = format!("V2.2\n{}\n", summary.position.join("\n"));
    let document = zenpuku_shogi_record::read(text.as_bytes(), Some(Format::Csa))?;
    let record = document.records.into_iter().next();
    record.ok_or_else(|| anyhow::anyhow!("the server's game summary has no position"))
}

/// The record's ending of the game, from the server's messages.
pub(super) fn ending(
    special: Option<SpecialMove>,
    reason: Option<EndReason>,
    outcome: Outcome,
    (me, to_move): (Color, Color),
) -> Ending {
    let loser = if outcome == Outcome::Win { me.flip() } else { me };
    match (reason, special) {
        (Some(EndReason::TimeUp), _) => Ending::TimeUp,
        (Some(EndReason::Sennichite), _) => Ending::Repetition,
        (Some(EndReason::OuteSennichite | EndReason::IllegalAction), _) => Ending::FoulBy(loser),
        (Some(EndReason::IllegalMove), _) if loser == to_move => Ending::FoulMove,
        (Some(EndReason::IllegalMove), _) => Ending::FoulBy(loser),
        (Some(EndReason::MaxMoves), _) => Ending::MaxMoves,
        (Some(EndReason::Jishogi), _) if outcome == Outcome::Draw => Ending::Impasse,
        (Some(EndReason::Jishogi), _) | (None, Some(SpecialMove::Kachi)) => Ending::Declaration,
        (Some(EndReason::Resign), _) | (None, Some(SpecialMove::Toryo)) => Ending::Resign,
        (None, _) => Ending::Interrupted,
    }
}

/// The comment with which records keep an engine's value, from Black's view.
pub(super) fn comment(value: i32, line: &[zenpuku_protocol::csa::CsaMove]) -> String {
    let line: String = line.iter().map(|mv| format!(" {mv}")).collect();
    format!("* {value}{line}")
}

/// The part of a game's name that is valid in a file name.
fn file_name(game_id: &str) -> String {
    let safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '+');
    let name: String = game_id.chars().map(|c| if safe(c) { c } else { '_' }).take(120).collect();
    if name.is_empty() { "game".to_owned() } else { name }
}

/// The path, or with a number if there is such a file already.
fn unused(path: PathBuf) -> PathBuf {
    let numbered = |number: u32| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        path.with_file_name(format!("{stem}-{number}.csa"))
    };
    let all = std::iter::once(path.clone()).chain((2..).map(numbered));
    all.into_iter().find(|path| !path.exists()).unwrap_or(path)
}

impl Archive {
    /// The moves that count as already played, taken from the summary.
    ///
    /// # Errors
    /// If one of them is not legal, or the file cannot be written.
    pub(super) fn preset(
        &mut self,
        summary: &GameSummary,
        position: &mut zenpuku_shogi::Position,
    ) -> anyhow::Result<()> {
        for preset in &summary.preset_moves {
            let side = position.side_to_move();
            let mv = notation::board_move(position, preset.mv).ok_or_else(|| {
                anyhow::anyhow!("the server's game summary plays {}, which is not legal", preset.mv)
            })?;
            position.try_do_move(mv)?;
            let rules =
                if side == Color::Black { &summary.black_time } else { &summary.white_time };
            self.play(mv, millis(rules.duration(preset.time)), None)?;
        }
        Ok(())
    }
}

/// A time for the record.
pub(super) fn millis(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_become_names_of_files() {
        assert_eq!(
            file_name("wdoor+floodgate-300-10F+a+b+2026"),
            "wdoor+floodgate-300-10F+a+b+2026"
        );
        assert_eq!(file_name("../etc/x y"), "___etc_x_y");
        assert_eq!(file_name(""), "game");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csa");
        assert_eq!(unused(path.clone()), path);
        std::fs::write(&path, "x").unwrap();
        assert_eq!(unused(path), folder.path().join("a-2.csa"));
    }

    #[test]
    fn the_ending_says_who_lost() {
        let (black, white) = (Color::Black, Color::White);
        let lost = |reason| ending(None, Some(reason), Outcome::Lose, (black, white));
        assert_eq!(lost(EndReason::OuteSennichite), Ending::FoulBy(black));
        assert_eq!(lost(EndReason::IllegalMove), Ending::FoulBy(black));
        let won = ending(None, Some(EndReason::IllegalMove), Outcome::Win, (black, white));
        assert_eq!(won, Ending::FoulMove);
        let drawn = ending(None, Some(EndReason::Jishogi), Outcome::Draw, (black, white));
        assert_eq!(drawn, Ending::Impasse);
        let gone = ending(None, None, Outcome::Censored, (black, white));
        assert_eq!(gone, Ending::Interrupted);
    }
}
