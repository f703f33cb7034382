//! From a file and arguments to a position.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::{Context as _, ensure};
use zenpuku_go::sgf::{MAX_BYTES, SgfCollection, SgfError, SgfErrorKind, SgfGame};
use zenpuku_go::{AnyBoard, PointSet, Rules, Scoring, Setup, Suicide, Wide};
use zenpuku_go_endgame::{GivenError, Owned, Walled, check_given, wall_in};

use super::PositionArgs;
use crate::exit::Usage;
use crate::files::STANDARD;
use crate::output;

/// A position to solve.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The file as the user named it.
    pub(crate) file: String,
    /// The position, with the prisoners that count.
    pub(crate) setup: Setup,
    /// The rules.
    pub(crate) rules: Rules,
    /// The points to take as settled.
    pub(crate) given: Owned<Wide>,
    /// Given points next to open ones, which are stones of their owner in the position.
    pub(crate) filled: Wide,
    /// The position with the prisoners of the file's own moves, or those given.
    pub(crate) counted: Setup,
    /// Both sides have ended the game.
    pub(crate) finished: bool,
}

impl Problem {
    /// Reads the file and plays its main line.
    ///
    /// # Errors
    /// If the file cannot be read, is not an SGF of go, has an invalid position, or points
    /// cannot be settled as requested; the error names the file and the place in it.
    pub(crate) fn load(args: &PositionArgs) -> anyhow::Result<Self> {
        let file = args.file.display().to_string();
        let (game, mut setup, rules) = Self::read(args).with_context(|| file.clone())?;
        warn(&file, &game);
        let mut counted = setup;
        counted.prisoners = args.prisoners.unwrap_or(setup.prisoners);
        setup.prisoners = args.prisoners.unwrap_or_default();
        let rules = args.ko.map_or(rules, |ko| rules.with_ko(ko.into()));
        let finished = game.is_finished(rules.scoring);
        let (mut given, mut filled) = (Owned::NONE, Wide::EMPTY);
        if args.as_marked {
            let walled = marked(&game, &setup, rules.scoring).with_context(|| file.clone())?;
            (setup, given, filled) = (walled.setup, walled.given, walled.filled);
        }
        Ok(Self { file, setup, rules, given, filled, counted, finished })
    }

    fn read(args: &PositionArgs) -> anyhow::Result<(SgfGame, Setup, Rules)> {
        let game = read_game(&args.file, args.game)?;
        let setup = game.end()?;
        let rules = game.rules_or(args.rules);
        Ok((game, setup, rules))
    }
}

/// Reads a game of a file: that of a number, counted from 1, else the first.
///
/// # Errors
/// If the file or the game cannot be read, or there is no such game.
pub(super) fn read_game(path: &Path, number: Option<usize>) -> anyhow::Result<SgfGame> {
    let mut found = read_games(path)?;
    let Some(number) = number else { return Ok(found.into_first()?) };
    let games = found.games.len();
    if !(1..=games).contains(&number) {
        return Err(Usage::new(format!("--game {number}: the file holds {games}")).into());
    }
    let mut game = found.games.swap_remove(number - 1)?;
    game.warnings.splice(0..0, found.warnings);
    Ok(game)
}

/// Reads all games of a file.
///
/// # Errors
/// If the file cannot be read, or holds no game.
pub(super) fn read_games(path: &Path) -> anyhow::Result<SgfCollection> {
    Ok(SgfCollection::parse_bytes(&read_bytes(path)?)?)
}

/// Reports deviations from the text of the file.
pub(super) fn warn(file: &str, game: &SgfGame) {
    let more = |warning: &SgfError| matches!(warning.kind, SgfErrorKind::MoreGames { .. });
    for warning in game.warning_lines() {
        output::complain(&format!("{file}: {warning}"));
    }
    if game.warnings.iter().any(more) {
        output::complain(&format!("{file}: --game 2 reads the second game"));
    }
}

/// The points that the file marks as territory, walled in.
fn marked(game: &SgfGame, setup: &Setup, scoring: Scoring) -> anyhow::Result<Walled> {
    let given = Owned(game.territory);
    ensure!(!given.all().is_empty(), "--as-marked: no point is marked as territory (TB, TW)");
    let board: AnyBoard = setup.board(Suicide::Forbidden)?;
    match check_given(&board, &given) {
        Ok(()) | Err(GivenError::Open { .. }) => {}
        Err(error) => return Err(error).context("--as-marked"),
    }
    let walled = wall_in(setup, &given, scoring).context("--as-marked")?;
    if walled.given.all().is_empty() {
        check_given(&board, &given).context("--as-marked")?;
    }
    Ok(walled)
}

/// Reads a file, or stdin, up to one byte more than an SGF file may have.
fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let limit = MAX_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    if path.as_os_str() == STANDARD {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    } else {
        fs::File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Reads `BLACK,WHITE`.
pub(super) fn parse_prisoners(text: &str) -> Result<[u16; 2], String> {
    let numbers = text.split_once(',');
    let parsed = numbers
        .and_then(|(black, white)| Some([black.trim().parse().ok()?, white.trim().parse().ok()?]));
    parsed
        .filter(|numbers: &[u16; 2]| numbers.iter().all(|&n| n <= 10_000))
        .ok_or_else(|| "two numbers up to 10000 are expected, such as 3,5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prisoners_are_two_numbers() {
        assert_eq!(parse_prisoners("3, 5"), Ok([3, 5]));
        for bad in ["", "3", "3,", "a,b", "-1,2", "3,99999"] {
            assert!(parse_prisoners(bad).is_err(), "{bad}");
        }
    }
}
