//! The games of a match as records, one file each.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use zenpuku_arena::game::{Ending as GameEnding, GameRecord, Winner};
use zenpuku_shogi::{Color, Setup, SetupRules};
use zenpuku_shogi_record::{
    Document, Ending, Evaluation, EvaluationStyle, Format, NodeId, Record, Score, Step,
    WriteOptions, write_with,
};

use crate::files;

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum RecordFormat {
    /// KIF with evaluations as ShogiHome reads them
    Kif,
    /// CSA
    Csa,
}

/// A folder of records.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    format: Format,
}

impl Folder {
    /// Makes the folder if needed.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(super) fn new(path: &Path, format: RecordFormat) -> anyhow::Result<Self> {
        std::fs::create_dir_all(path).with_context(|| path.display().to_string())?;
        let format = match format {
            RecordFormat::Kif => Format::Kif,
            RecordFormat::Csa => Format::Csa,
        };
        Ok(Self { path: path.to_owned(), format })
    }

    /// Writes both games of a pair; `names` are the players', the first with Black first.
    ///
    /// # Errors
    /// If a game cannot be written.
    pub(super) fn write(
        &self,
        number: u64,
        names: [&str; 2],
        games: &[GameRecord; 2],
    ) -> anyhow::Result<()> {
        for (game, (record, [black, white])) in
            (1..).zip(games.iter().zip([names, [names[1], names[0]]]))
        {
            let document = Document::new(vec![of_game(record, black, white)?]);
            let written = write_with(&document, &WriteOptions::new(self.format))?;
            let end = self.format.extension(true);
            let name = format!("{number:06}-{game}-{}-{}.{end}", plain(black), plain(white));
            files::replace(&self.path.join(name), &written.bytes)?;
        }
        Ok(())
    }
}

/// A name as a part of a file's name.
fn plain(name: &str) -> String {
    let kept = name.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { '_' });
    kept.take(40).collect()
}

/// A game as a record: names, moves, evaluations from Black's view, the ending, and what exactly
/// a fault was.
fn of_game(game: &GameRecord, black: &str, white: &str) -> anyhow::Result<Record> {
    let setup = Setup::from_sfen(&game.start)?;
    let mut position = setup.position(SetupRules::Play)?;
    let mut record = Record::new(setup);
    record.set_field("先手", black);
    record.set_field("後手", white);
    let mut at = NodeId::ROOT;
    for (index, usi) in game.moves.iter().enumerate() {
        let mv = position.read_usi(usi).with_context(|| format!("move {}", index + 1))?;
        position.do_move(mv);
        at = record.add(at, Step::Move(mv));
        let played = index.checked_sub(game.opening_plies);
        if let Some(cp) = played.and_then(|index| game.scores.get(index).copied().flatten()) {
            let score = Score::Centipawns(cp);
            let evaluation = Evaluation::new(EvaluationStyle::ShogiHomeResearch, score);
            record.node_mut(at).add_evaluation(&evaluation);
        }
    }
    let end = record.add(at, Step::End(ending(game, position.side_to_move())));
    if let Some(words) = comment(game) {
        record.node_mut(end).add_comment(&words);
    }
    Ok(record)
}

/// The ending as records know it; `side` is to move at the end.
fn ending(game: &GameRecord, side: Color) -> Ending {
    let loses = game.winner.is_some_and(|winner| winner != Winner::from(side));
    match game.ending {
        GameEnding::Mate => Ending::Mate,
        GameEnding::Resignation => Ending::Resign,
        GameEnding::Declaration => Ending::Declaration,
        GameEnding::Repetition => Ending::Repetition,
        GameEnding::MaxPlies => Ending::MaxMoves,
        GameEnding::PerpetualCheck if !loses => Ending::FoulWin,
        GameEnding::PerpetualCheck | GameEnding::FalseDeclaration => Ending::FoulLoss,
        GameEnding::IllegalMove => Ending::FoulMove,
        GameEnding::TimeLoss => Ending::TimeUp,
        GameEnding::Crash => Ending::Error,
        GameEnding::Adjudication if loses => Ending::Resign,
        // The side that has just moved gives up, which no record has a word for.
        GameEnding::Adjudication => Ending::Interrupted,
    }
}

/// What the word of the ending does not say.
fn comment(game: &GameRecord) -> Option<String> {
    let winner = match game.winner {
        Some(Winner::Black) => "Black wins",
        Some(Winner::White) => "White wins",
        None => "a draw",
    };
    match (game.ending, &game.detail) {
        (GameEnding::Adjudication, _) => Some(format!("adjudicated: {winner}")),
        (_, Some(detail)) => Some(format!("{winner}: {detail}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::STARTPOS;

    fn game(ending: GameEnding, winner: Option<Winner>, detail: Option<&str>) -> GameRecord {
        GameRecord {
            start: STARTPOS.to_owned(),
            moves: ["7g7f", "3c3d", "2g2f"].map(str::to_owned).to_vec(),
            scores: vec![Some(12), Some(-30)],
            opening_plies: 1,
            winner,
            ending,
            detail: detail.map(str::to_owned),
        }
    }

    #[test]
    fn a_game_is_written_with_names_values_and_ending() {
        let folder = tempfile::TempDir::new().unwrap();
        let games = [
            game(GameEnding::Resignation, Some(Winner::Black), None),
            game(GameEnding::Crash, Some(Winner::Black), Some("crashed: gone")),
        ];
        let records = Folder::new(&folder.path().join("new"), RecordFormat::Kif).unwrap();
        records.write(3, ["a/b", "c"], &games).unwrap();
        let read =
            |name: &str| std::fs::read_to_string(folder.path().join("new").join(name)).unwrap();
        let first = read("000003-1-a_b-c.kifu");
        for part in ["先手：a/b", "後手：c", "評価値=12", "評価値=-30", "投了"] {
            assert!(first.contains(part), "{part} in {first}");
        }
        let second = read("000003-2-c-a_b.kifu");
        assert!(second.contains("先手：c") && second.contains("crashed: gone"), "{second}");
    }

    #[test]
    fn every_ending_has_the_winner_of_the_game() {
        let (black, white) = (Some(Winner::Black), Some(Winner::White));
        // White is to move at the end.
        for (kind, winner) in [
            (GameEnding::Mate, black),
            (GameEnding::Resignation, black),
            (GameEnding::Declaration, white),
            (GameEnding::Repetition, None),
            (GameEnding::MaxPlies, None),
            (GameEnding::PerpetualCheck, black),
            (GameEnding::PerpetualCheck, white),
            (GameEnding::IllegalMove, black),
            (GameEnding::TimeLoss, black),
            (GameEnding::Adjudication, black),
        ] {
            let found = ending(&game(kind, winner, None), Color::WHITE).winner(Color::WHITE);
            assert_eq!(found.map(Winner::from), winner, "{kind:?}");
        }
    }
}
