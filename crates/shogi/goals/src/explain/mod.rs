//! Goals in words and as data: a side's goals, their progress, and the next moves.

mod plans;
mod text;

pub use plans::{PlanKind, PlanView};
pub use text::{Language, PieceNames, aim_text};

use crate::aim::{Aim, Goal, Source};
use crate::castles;
use crate::plan::{PlanMoves, first_moves};
use crate::scene::Scene;
use crate::set::{Choice, GoalSet};
use crate::settings::Settings;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_shogi::{Color, Move, PieceType, Position};

/// A sentence in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Words {
    /// Japanese.
    pub ja: String,
    /// English.
    pub en: String,
}

/// What kind of basic goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum GoalKind {
    /// An own piece shall be on the square.
    Placement,
    /// A piece shall leave the square.
    Removal,
    /// A piece shall be taken.
    Acquisition,
}

/// Where a goal comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum GoalSource {
    /// Testing a simple change of the position.
    Hypothesis,
    /// The line that an earlier search expected.
    Search,
    /// A castle.
    Knowledge,
}

impl From<Source> for GoalSource {
    fn from(source: Source) -> Self {
        match source {
            Source::Hypothesis => Self::Hypothesis,
            Source::PastSearch => Self::Search,
            Source::Knowledge => Self::Knowledge,
        }
    }
}

/// One goal of the side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GoalView {
    /// Placement, removal or acquisition.
    pub kind: GoalKind,
    /// The piece in SFEN letters, as `G` or `+R`; of a removal the piece that shall go.
    pub piece: String,
    /// The square in USI.
    pub square: String,
    /// Where it comes from.
    pub sources: Vec<GoalSource>,
    /// Weight in centipawns.
    pub priority: i32,
    /// Own moves it still needs.
    pub moves_needed: u32,
    /// Held since before the last own move.
    pub inherited: bool,
    /// The plan's next moves, USI, best guesses first, at most five.
    pub next: Vec<String>,
    /// The goal in words, with the moves left.
    pub text: Words,
}

/// A castle, standing or being built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CastleView {
    /// Id, as `YAGURA`.
    pub id: String,
    /// Name.
    pub name: Words,
    /// Pieces in their place.
    pub have: u32,
    /// Pieces that it takes.
    pub of: u32,
    /// Is it aimed at because the opening book says so?
    pub from_book: bool,
}

/// A move of a line with the goals that it serves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ServedMove {
    /// The move, USI.
    pub usi: String,
    /// Places of the goals served in [`GoalReport::goals`]; none for the opponent's moves.
    pub goals: Vec<u32>,
}

/// Everything about the goals of one side in one position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GoalReport {
    /// Whose goals: `black` or `white`.
    pub side: String,
    /// The goals, highest priority first.
    pub goals: Vec<GoalView>,
    /// The goals as plans that a player would name, at most three, most important first.
    pub plans: Vec<PlanView>,
    /// The castle aimed at.
    pub castle: Option<CastleView>,
    /// Complete castles and formations.
    pub standing: Vec<CastleView>,
    /// Goals achieved since the last own turn.
    pub achieved: Vec<Words>,
    /// Goals given up since the last own turn.
    pub given_up: Vec<Words>,
    /// The expected line.
    pub line: Vec<ServedMove>,
}

/// Reports on `goals` in `position`, the root of `line`.
#[must_use]
pub fn report(
    goals: &GoalSet,
    position: &Position,
    line: &[Move],
    settings: &Settings,
) -> GoalReport {
    let scene = Scene::new(position, goals.owner(), settings);
    let words = |aim: &Aim| text::words(*aim, position, None);
    let mut report = GoalReport {
        side: if goals.owner() == Color::Black { "black" } else { "white" }.into(),
        goals: goals.goals().iter().map(|goal| view(goal, goals, &scene)).collect(),
        plans: Vec::new(),
        castle: castle_view(goals, position),
        standing: standing(position, goals.owner()),
        achieved: goals.changes().achieved.iter().map(words).collect(),
        given_up: goals.changes().given_up.iter().map(words).collect(),
        line: served(goals, &scene, line),
    };
    report.plans = plans::plans(&report, goals, position);
    report
}

/// Places in [`GoalReport::goals`] of the goals that `mv` serves at once: it is a first move of
/// their plans.
#[must_use]
pub fn served_by(goals: &GoalSet, position: &Position, mv: Move, settings: &Settings) -> Vec<u32> {
    let scene = Scene::new(position, goals.owner(), settings);
    let serves = |goal: &Goal| first_moves(&scene, goal.aim, goal.priority).contains(&mv);
    let places = (0_u32..).zip(goals.goals());
    places.filter(|(_, goal)| serves(goal)).map(|(place, _)| place).collect()
}

/// Complete castles and formations of `side`.
#[must_use]
pub fn standing(position: &Position, side: Color) -> Vec<CastleView> {
    let stands =
        |castle: &'static castles::Castle| progress_view(castle.progress(position, side), false);
    castles::standing(position, side).into_iter().map(stands).collect()
}

/// The castle that `side` looks to be building.
#[must_use]
pub fn building(position: &Position, side: Color) -> Option<CastleView> {
    castles::building(position, side).map(|progress| progress_view(progress, false))
}

fn progress_view(progress: castles::Progress, from_book: bool) -> CastleView {
    let castle = progress.castle;
    CastleView {
        id: castle.id.into(),
        name: Words { ja: castle.ja.into(), en: castle.en.into() },
        have: progress.have,
        of: progress.of,
        from_book,
    }
}

fn castle_view(goals: &GoalSet, position: &Position) -> Option<CastleView> {
    let aim = goals.castle()?;
    let progress = aim.castle.progress(position, goals.owner());
    Some(progress_view(progress, aim.choice == Choice::Book))
}

fn view(goal: &Goal, goals: &GoalSet, scene: &Scene<'_>) -> GoalView {
    let (kind, piece) = match goal.aim {
        Aim::Placement { kind, .. } => (GoalKind::Placement, kind),
        Aim::Acquisition { kind, .. } => (GoalKind::Acquisition, kind),
        Aim::Removal { square, .. } => {
            (GoalKind::Removal, scene.position.piece_on(square).piece_type())
        }
    };
    let next = first_moves(scene, goal.aim, goal.priority);
    let castle = goals.castle().filter(|_| goal.is_from(Source::Knowledge));
    GoalView {
        kind,
        piece: letter(piece),
        square: goal.aim.square().to_string(),
        sources: goal.sources().map(GoalSource::from).collect(),
        priority: goal.priority,
        moves_needed: goal.moves_needed,
        inherited: goal.inherited,
        next: next.iter().take(5).map(ToString::to_string).collect(),
        text: text::goal_words(goal, scene.position, castle.map(|aim| aim.castle)),
    }
}

fn letter(kind: PieceType) -> String {
    kind.to_string()
}

/// Which goals each own move of the line serves: it achieves them, or is a move of their plans.
fn served(goals: &GoalSet, root: &Scene<'_>, line: &[Move]) -> Vec<ServedMove> {
    if line.is_empty() {
        return Vec::new();
    }
    let each: Vec<PlanMoves> =
        goals.goals().iter().map(|goal| PlanMoves::new(root, goal.aim)).collect();
    let mut now = root.position.without_history();
    let mut list = Vec::with_capacity(line.len());
    for &mv in line {
        if !now.is_legal(mv) {
            break;
        }
        let own = now.side_to_move() == goals.owner();
        let serves = |&index: &usize| own && each[index].contain(mv);
        let served = (0..each.len()).filter(serves).map(|index| index as u32).collect();
        list.push(ServedMove { usi: mv.to_string(), goals: served });
        now.do_move(mv);
    }
    list
}
