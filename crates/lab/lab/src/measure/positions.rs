//! The positions, embedded: `testdata/positions` and `testdata/problems`.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use zenpuku_arena::openings;
use zenpuku_shogi::Position;

use crate::error::LabError;
use crate::options::RunOptions;

const GAMES: &str = include_str!("../../data/phases-100.jsonl");
const PROBLEMS: &str = include_str!("../../data/next-move-38.jsonl");

/// The source of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Plies 10 to 30 of a game.
    Opening,
    /// Plies 31 to 75.
    Middle,
    /// Later.
    Endgame,
    /// A next-move problem.
    Problem,
}

impl Phase {
    /// All of them.
    pub const ALL: [Phase; 4] = [Phase::Opening, Phase::Middle, Phase::Endgame, Phase::Problem];

    /// The name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::Endgame => "endgame",
            Phase::Problem => "problem",
        }
    }

    /// The phase of a position of a game by its ply.
    const fn of_ply(ply: u16) -> Phase {
        match ply {
            0..=30 => Phase::Opening,
            31..=75 => Phase::Middle,
            _ => Phase::Endgame,
        }
    }
}

/// A position to search.
#[derive(Clone, Debug)]
pub struct TestPosition {
    /// Its name, unique among all.
    pub name: String,
    /// Where it is from.
    pub phase: Phase,
    /// The position, without the game before it.
    pub position: Position,
    /// The right move in USI, if it is a problem.
    pub answer: Option<String>,
}

/// A line of a file of positions.
#[derive(Deserialize)]
struct Line {
    id: Option<String>,
    phase: Option<Phase>,
    sfen: String,
    bm: Option<String>,
}

/// The position of the paper's Fig. 4a, White to move. The paper shows a diagram; these moves, which its text fits
/// (the bishop has just promoted on 2b by a capture), are our reconstruction.
///
/// # Errors
/// None, as long as the moves are legal.
pub fn figure_4a() -> Result<Position, LabError> {
    let mut position = Position::startpos();
    for usi in ["7g7f", "3c3d", "8h2b+"] {
        let illegal = |reason: &dyn std::fmt::Display| LabError::Data {
            file: "Fig. 4a",
            line: 1,
            reason: format!("{usi}: {reason}"),
        };
        let mv = position.read_usi(usi).map_err(|violation| illegal(&violation))?;
        position.try_do_move(mv).map_err(|violation| illegal(&violation))?;
    }
    Ok(position)
}

/// The positions that the options name, else the 100 of real games.
///
/// # Errors
/// [`LabError::File`], [`LabError::GivenData`] or [`LabError::Openings`].
pub fn positions(options: &RunOptions) -> Result<Vec<TestPosition>, LabError> {
    options.positions.as_deref().map_or_else(game_positions, from_file)
}

/// The problems that the options name, each with its answer, else the 38 next-move problems.
///
/// # Errors
/// [`LabError::File`] or [`LabError::GivenData`].
pub fn problems_of(options: &RunOptions) -> Result<Vec<TestPosition>, LabError> {
    let Some(path) = &options.problems else { return problems() };
    let mut all = from_file(path)?;
    for (index, one) in all.iter_mut().enumerate() {
        one.phase = Phase::Problem;
        let answer = one.answer.as_deref().unwrap_or_default();
        if one.position.read_usi(answer).is_err() {
            let reason = format!("`bm` has no legal move in USI: `{answer}`");
            return Err(LabError::GivenData { path: path.clone(), line: index + 1, reason });
        }
    }
    Ok(all)
}

/// A file of positions: JSON lines with `sfen`, and `id`, `phase` and `bm` if known; or lines that
/// are a SFEN or `startpos moves ...`. The phase of a position is derived from its ply if not
/// given.
fn from_file(path: &Path) -> Result<Vec<TestPosition>, LabError> {
    let text = fs::read_to_string(path).map_err(LabError::file(path))?;
    let given =
        |line: usize, reason: String| LabError::GivenData { path: path.to_owned(), line, reason };
    let mut all = Vec::new();
    if text.trim_start().starts_with('{') {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (index, line) in lines {
            let line: Line =
                serde_json::from_str(line).map_err(|error| given(index + 1, error.to_string()))?;
            let position = Position::from_sfen(&line.sfen)
                .map_err(|error| given(index + 1, error.to_string()))?;
            let name = line.id.unwrap_or_else(|| format!("line {}", index + 1));
            let phase = line.phase.unwrap_or_else(|| Phase::of_ply(position.ply()));
            all.push(TestPosition { name, phase, position, answer: line.bm });
        }
    } else {
        let lines = openings::read(&text)
            .map_err(|source| LabError::Openings { path: path.to_owned(), source })?;
        for (index, opening) in lines.iter().enumerate() {
            let (name, position) = (format!("position {}", index + 1), opening.end());
            let phase = Phase::of_ply(position.ply());
            all.push(TestPosition { name, phase, position, answer: None });
        }
    }
    let mut names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(given(1, format!("two positions are called `{}`", pair[0])));
    }
    Ok(all)
}

/// The 100 positions of real games.
///
/// # Errors
/// [`LabError::Data`] if the embedded file is malformed.
pub fn game_positions() -> Result<Vec<TestPosition>, LabError> {
    read("positions/phases-100.jsonl", GAMES)
}

/// The 38 next-move problems.
///
/// # Errors
/// [`LabError::Data`] if the embedded file is malformed.
pub fn problems() -> Result<Vec<TestPosition>, LabError> {
    read("problems/next-move-38.jsonl", PROBLEMS)
}

fn read(file: &'static str, text: &str) -> Result<Vec<TestPosition>, LabError> {
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    numbered.map(|(index, line)| read_line(file, index + 1, line)).collect()
}

fn read_line(file: &'static str, number: usize, text: &str) -> Result<TestPosition, LabError> {
    let bad = |reason: String| LabError::Data { file, line: number, reason };
    let line: Line = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
    let phase = line.phase.unwrap_or(Phase::Problem);
    let position = Position::from_sfen(&line.sfen).map_err(|error| bad(error.to_string()))?;
    let name = match line.id {
        Some(id) => id.strip_prefix("sunfish-").unwrap_or(&id).to_owned(),
        None => format!("{} {number:03}", phase.name()),
    };
    Ok(TestPosition { name, phase, position, answer: line.bm })
}

/// At most `count` positions of each phase, spread evenly over the list.
#[must_use]
pub fn spread(all: &[TestPosition], count: usize) -> Vec<TestPosition> {
    let of_phase = |phase: Phase| {
        let list: Vec<&TestPosition> = all.iter().filter(|one| one.phase == phase).collect();
        let wanted = count.min(list.len());
        (0..wanted).map(|i| list[i * list.len() / wanted].clone()).collect::<Vec<_>>()
    };
    Phase::ALL.into_iter().flat_map(of_phase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_read_and_every_answer_is_legal() {
        let (games, problems) = (game_positions().unwrap(), problems().unwrap());
        assert_eq!((games.len(), problems.len()), (100, 38));
        let count = |phase| games.iter().filter(|one| one.phase == phase).count();
        assert_eq!(Phase::ALL.map(count), [33, 33, 34, 0]);
        for problem in &problems {
            let answer = problem.answer.as_deref().unwrap();
            assert!(problem.position.read_usi(answer).is_ok(), "{}: {answer}", problem.name);
        }
        let mut names: Vec<_> = games.iter().chain(&problems).map(|one| &one.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 138);
    }

    #[test]
    fn in_the_figure_white_may_take_the_horse_with_the_silver() {
        let position = figure_4a().unwrap();
        assert_eq!(position.ply(), 4);
        assert!(position.read_usi("3a2b").is_ok());
    }

    #[test]
    fn a_spread_takes_from_every_phase() {
        let some = spread(&game_positions().unwrap(), 2);
        assert_eq!(some.len(), 6);
        assert_eq!(some[0].phase, Phase::Opening);
        assert_eq!(some[5].phase, Phase::Endgame);
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = read("x.jsonl", "\n{\"sfen\": \"9/9 b - 1\"}\n").unwrap_err();
        assert!(error.to_string().starts_with("x.jsonl, line 2"), "{error}");
    }
}
