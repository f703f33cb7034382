//! The games of a match as records: one file each, or all in a result file of ShogiArena.

use std::collections::HashSet;
use std::fs::DirEntry;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use zenpuku_arena::game::{Ending as GameEnding, GameRecord, Winner};
use zenpuku_arena::record::record_of;
use zenpuku_game_db::{FILE_NAME, GameResult, StoredGame, Writer, verdict};
use zenpuku_shogi::Color;
use zenpuku_shogi_record::{Document, Format, Record, WriteOptions, write_with};

use crate::files;

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum RecordFormat {
    /// KIF with evaluations as ShogiHome reads them
    Kif,
    /// CSA
    Csa,
    /// All games in game.db, as ShogiArena keeps them
    GameDb,
}

/// A folder of records, in which no record is overwritten.
#[derive(Debug)]
pub(super) struct Folder {
    place: Place,
    /// Numbers of the pairs that an earlier run of this match has played.
    done: HashSet<u64>,
}

/// Where the records go.
#[derive(Debug)]
enum Place {
    /// A file for every game.
    Files { path: PathBuf, format: Format },
    /// One database.
    Database { path: PathBuf, writer: Writer },
}

impl Folder {
    /// Makes the folder if needed, for pairs of these numbers; those `done` may have records already.
    ///
    /// # Errors
    /// If it cannot be made, or holds a record of another pair with one of these numbers.
    pub(super) fn new(
        path: &Path,
        format: RecordFormat,
        numbers: Range<u64>,
        done: HashSet<u64>,
    ) -> anyhow::Result<Self> {
        std::fs::create_dir_all(path).with_context(|| path.display().to_string())?;
        let place = Place::new(path, format)?;
        let taken = place
            .numbers()?
            .into_iter()
            .find(|(number, _)| numbers.contains(number) && !done.contains(number));
        if let Some((_, name)) = taken {
            anyhow::bail!(
                "--records {}: holds {name} of an earlier match; choose another folder, or go on \
                 with that match by its --save file",
                path.display()
            );
        }
        Ok(Self { place, done })
    }

    /// Writes both games of a pair, unless an earlier run of this match has; `names` are the
    /// players', the first with Black first.
    ///
    /// # Errors
    /// If a game cannot be written or another match has written one of its name.
    pub(super) fn write(
        &mut self,
        number: u64,
        names: [&str; 2],
        games: &[GameRecord; 2],
    ) -> anyhow::Result<()> {
        let players = [names, [names[1], names[0]]];
        let done = self.done.contains(&number);
        match &mut self.place {
            Place::Files { path, format } => {
                (1..).zip(games.iter().zip(players)).try_for_each(|(game, (record, names))| {
                    let path = path.join(file_name(number, game, names, *format));
                    if path.exists() {
                        anyhow::ensure!(done, "{}: exists already", path.display());
                        return Ok(());
                    }
                    let document = Document::new(vec![as_record(record, names)?]);
                    let written = write_with(&document, &WriteOptions::new(*format))?;
                    files::replace(&path, &written.bytes)
                })
            }
            Place::Database { path, writer } => {
                let first = game_name(2 * number + 1);
                if writer.holds(&first).with_context(|| path.display().to_string())? {
                    anyhow::ensure!(done, "{}: holds {first} already", path.display());
                    return Ok(());
                }
                let stored = (1..).zip(games.iter().zip(players));
                let stored = stored.map(|(game, (record, names))| {
                    Ok(StoredGame {
                        // Two rounds make a pair there, counted from 1.
                        name: game_name(2 * number + game),
                        result: result(record),
                        record: as_record(record, names)?,
                        opening_plies: record.opening_plies,
                    })
                });
                let stored = stored.collect::<anyhow::Result<Vec<_>>>()?;
                writer.add(&stored).with_context(|| path.display().to_string())
            }
        }
    }
}

impl Place {
    fn new(path: &Path, format: RecordFormat) -> anyhow::Result<Self> {
        let files = |format| Ok(Self::Files { path: path.to_owned(), format });
        match format {
            RecordFormat::Kif => files(Format::Kif),
            RecordFormat::Csa => files(Format::Csa),
            RecordFormat::GameDb => {
                let path = path.join(FILE_NAME);
                let writer = Writer::open(&path).with_context(|| path.display().to_string())?;
                Ok(Self::Database { path, writer })
            }
        }
    }

    /// The pairs with stored records: their numbers and names.
    fn numbers(&self) -> anyhow::Result<Vec<(u64, String)>> {
        match self {
            Self::Files { path, .. } => {
                let entries = std::fs::read_dir(path).and_then(Iterator::collect);
                let entries: Vec<DirEntry> = entries.with_context(|| path.display().to_string())?;
                let named = entries.iter().filter_map(|entry| {
                    let number = pair_of_file(&entry.path())?;
                    Some((number, entry.file_name().to_string_lossy().into_owned()))
                });
                Ok(named.collect())
            }
            Self::Database { path, writer } => {
                let names = writer.names().with_context(|| path.display().to_string())?;
                let named = names.into_iter().filter_map(|name| {
                    let game: u64 =
                        name.strip_suffix(DATABASE_SUFFIX)?.strip_prefix('g')?.parse().ok()?;
                    Some((game.checked_sub(1)? / 2, name))
                });
                Ok(named.collect())
            }
        }
    }
}

/// The suffix of a game's name in a database.
const DATABASE_SUFFIX: &str = "-zenpuku";

/// The name of a game in a database, by its number from 1.
fn game_name(game: u64) -> String {
    format!("g{game:04}{DATABASE_SUFFIX}")
}

/// The file name of a game: the number of its pair, 1 or 2 within it, the players.
fn file_name(number: u64, game: u32, [black, white]: [&str; 2], format: Format) -> String {
    let end = format.extension(true);
    format!("{number:06}-{game}-{}-{}.{end}", plain(black), plain(white))
}

/// The number of the pair of a file that [`Folder`] wrote.
pub(crate) fn pair_of_file(path: &Path) -> Option<u64> {
    let stem = path.file_stem()?.to_str()?;
    let mut parts = stem.split('-');
    let (number, game) = (parts.next()?, parts.next()?);
    let ours = number.len() >= 6 && ["1", "2"].contains(&game);
    ours.then(|| number.parse().ok()).flatten()
}

/// A name as a part of a file's name.
fn plain(name: &str) -> String {
    let kept = name.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { '_' });
    kept.take(40).collect()
}

/// A game as a record, with the part of its ending that the format cannot express as a comment.
fn as_record(game: &GameRecord, names: [&str; 2]) -> anyhow::Result<Record> {
    Ok(record_of(game, names, comment(game).as_deref())?)
}

/// The result in the words of ShogiArena.
fn result(game: &GameRecord) -> GameResult {
    let won = |black, white| if game.winner == Some(Winner::Black) { black } else { white };
    match game.ending {
        GameEnding::Repetition => GameResult::DrawByRepetition,
        GameEnding::MaxPlies => GameResult::DrawByMaxPlies,
        GameEnding::Adjudication if game.winner.is_none() => GameResult::DrawByAdjudication,
        GameEnding::Declaration => {
            won(GameResult::BlackWinByDeclaration, GameResult::WhiteWinByDeclaration)
        }
        GameEnding::IllegalMove | GameEnding::FalseDeclaration => {
            won(GameResult::BlackWinByIllegalMove, GameResult::WhiteWinByIllegalMove)
        }
        GameEnding::TimeLoss => won(GameResult::BlackWinByTimeout, GameResult::WhiteWinByTimeout),
        GameEnding::Crash => won(GameResult::BlackWinByForfeit, GameResult::WhiteWinByForfeit),
        GameEnding::Mate
        | GameEnding::Resignation
        | GameEnding::PerpetualCheck
        | GameEnding::Adjudication => won(GameResult::BlackWin, GameResult::WhiteWin),
    }
}

/// The part of the ending that its keyword does not express.
fn comment(game: &GameRecord) -> Option<String> {
    let detail = game.detail.as_deref();
    let unsaid = game.ending == GameEnding::Adjudication || detail.is_some();
    unsaid.then(|| verdict(game.winner.map(Color::from), detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_arena::game::Searched;
    use zenpuku_arena::player::MATE_CP;
    use zenpuku_game_db::games;
    use zenpuku_shogi::STARTPOS;
    use zenpuku_shogi_record::{Score, Time};

    fn game(ending: GameEnding, winner: Option<Winner>, detail: Option<&str>) -> GameRecord {
        GameRecord {
            start: STARTPOS.to_owned(),
            moves: ["7g7f", "3c3d", "2g2f"].map(str::to_owned).to_vec(),
            scores: vec![Some(12), Some(-30)],
            searches: vec![Searched { depth: Some(5), nodes: Some(400), ms: Some(1_000) }; 2],
            opening_plies: 1,
            winner,
            ending,
            detail: detail.map(str::to_owned),
        }
    }

    fn open(path: &Path, format: RecordFormat) -> Folder {
        Folder::new(path, format, 0..100, HashSet::new()).unwrap()
    }

    #[test]
    fn a_game_is_written_with_names_values_and_ending() {
        let folder = tempfile::TempDir::new().unwrap();
        let games = [
            game(GameEnding::Resignation, Some(Winner::Black), None),
            game(GameEnding::Crash, Some(Winner::Black), Some("crashed: gone")),
        ];
        let mut records = open(&folder.path().join("new"), RecordFormat::Kif);
        records.write(3, ["a/b", "c"], &games).unwrap();
        let read =
            |name: &str| std::fs::read_to_string(folder.path().join("new").join(name)).unwrap();
        let first = read("000003-1-a_b-c.kifu");
        for part in
            ["先手：a/b", "後手：c", "評価値=12", "評価値=-30", "深さ=5", "ノード数=400", "投了"]
        {
            assert!(first.contains(part), "{part} in {first}");
        }
        let second = read("000003-2-c-a_b.kifu");
        assert!(second.contains("先手：c") && second.contains("crashed: gone"), "{second}");
    }

    #[test]
    fn names_of_files_tell_the_pair() {
        let name = file_name(1_234_567, 2, ["a-b", "c"], Format::Csa);
        assert_eq!(name, "1234567-2-a_b-c.csa");
        assert_eq!(pair_of_file(Path::new(&name)), Some(1_234_567));
        for other in ["game.kif", "2020-1-2.kif", "000001-3-a-b.kif", "棋譜.kif"] {
            assert_eq!(pair_of_file(Path::new(other)), None, "{other}");
        }
    }

    #[test]
    fn games_go_into_a_result_file_of_shogiarena() {
        let folder = tempfile::TempDir::new().unwrap();
        let mut records = open(folder.path(), RecordFormat::GameDb);
        let white = Some(Winner::White);
        let mut pair = [
            game(GameEnding::Resignation, Some(Winner::Black), None),
            game(GameEnding::Adjudication, white, None),
        ];
        pair[0].scores[0] = Some(-MATE_CP);
        records.write(3, ["a", "b"], &pair).unwrap();
        let read = games(&folder.path().join(FILE_NAME)).unwrap();
        let names: Vec<&str> = read.iter().map(|game| game.name.as_str()).collect();
        assert_eq!(names, ["g0007-zenpuku", "g0008-zenpuku"]);
        assert_eq!(read[0].opening_plies, 1);
        let results: Vec<GameResult> = read.iter().map(|game| game.result).collect();
        assert_eq!(results, [GameResult::BlackWin, GameResult::WhiteWin]);
        assert_eq!(read[1].record.player(Color::Black), Some("b"));
        let at = read[0].record.main_line().nth(1).unwrap();
        let node = read[0].record.node(at);
        assert_eq!(node.time, Some(Time { spent_ms: 1_000, total_ms: None }));
        let evaluation = &node.evaluations()[0];
        assert_eq!(evaluation.score, Score::Mate { winner: Color::White, plies: None });
        assert_eq!((evaluation.depth, evaluation.nodes), (Some(5), Some(400)));
    }

    /// As in the game, for every ending.
    #[test]
    fn results_have_the_winner_of_the_game() {
        for kind in [
            GameEnding::Mate,
            GameEnding::Resignation,
            GameEnding::Declaration,
            GameEnding::PerpetualCheck,
            GameEnding::Adjudication,
            GameEnding::IllegalMove,
            GameEnding::FalseDeclaration,
            GameEnding::TimeLoss,
            GameEnding::Crash,
        ] {
            for winner in [Some(Winner::Black), Some(Winner::White)] {
                assert_eq!(
                    result(&game(kind, winner, None)).winner(),
                    winner.map(Color::from),
                    "{kind:?}"
                );
            }
        }
        for kind in [GameEnding::Repetition, GameEnding::MaxPlies, GameEnding::Adjudication] {
            assert!(result(&game(kind, None, None)).is_draw(), "{kind:?}");
        }
    }
}
