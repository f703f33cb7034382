//! The positions, embedded: `testdata/positions` and `testdata/problems`.

use serde::Deserialize;
use zenpuku_shogi::Position;

use crate::error::LabError;

const GAMES: &str = include_str!("../../../../testdata/positions/phases-100.jsonl");
const PROBLEMS: &str = include_str!("../../../../testdata/problems/next-move-38.jsonl");

/// What a position is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Phase {
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
    pub(crate) const ALL: [Phase; 4] =
        [Phase::Opening, Phase::Middle, Phase::Endgame, Phase::Problem];

    /// The name in tables.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::Endgame => "endgame",
            Phase::Problem => "problem",
        }
    }
}

/// A position to search.
#[derive(Clone, Debug)]
pub(crate) struct TestPosition {
    /// Its name, unique among all.
    pub(crate) name: String,
    /// Where it is from.
    pub(crate) phase: Phase,
    /// The position, without the game before it.
    pub(crate) position: Position,
    /// The right move in USI, if it is a problem.
    pub(crate) answer: Option<String>,
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
pub(crate) fn figure_4a() -> Result<Position, LabError> {
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

/// The 100 positions of real games.
pub(crate) fn game_positions() -> Result<Vec<TestPosition>, LabError> {
    read("positions/phases-100.jsonl", GAMES)
}

/// The 38 next-move problems.
pub(crate) fn problems() -> Result<Vec<TestPosition>, LabError> {
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
pub(crate) fn spread(all: &[TestPosition], count: usize) -> Vec<TestPosition> {
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
