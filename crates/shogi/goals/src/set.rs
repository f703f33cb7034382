//! The goals that a side holds, from move to move [goals2001] 2.3, 2.5.1.

use crate::aim::{Aim, Goal, Source};
use crate::castles::Castle;
use crate::knowledge;
use crate::past::{self, Evaluate};
use crate::plan::first_moves;
use crate::scene::Scene;
use crate::{hypothesis, settings::Settings};
use zenpuku_core::random::mix;
use zenpuku_shogi::{Color, Move, PieceType, Position, Square};

/// Why a castle is a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The line of the opening book that was left carries it, the paper's way.
    Book,
    /// The position looks like it.
    Recognised,
}

/// The castle aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastleAim {
    /// Which.
    pub castle: &'static Castle,
    /// Why.
    pub choice: Choice,
}

/// What became of goals since the last own turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Goals that were achieved.
    pub achieved: Vec<Aim>,
    /// Goals that were given up: impossible, too far, or no longer worth it.
    pub given_up: Vec<Aim>,
}

/// All goals of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalSet {
    owner: Color,
    goals: Vec<Goal>,
    castle: Option<CastleAim>,
    changes: Changes,
}

impl GoalSet {
    /// No goals yet.
    #[must_use]
    pub fn new(owner: Color) -> Self {
        Self { owner, goals: Vec::new(), castle: None, changes: Changes::default() }
    }

    /// Whose goals.
    #[must_use]
    pub fn owner(&self) -> Color {
        self.owner
    }

    /// The goals, highest priority first.
    #[must_use]
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// The castle aimed at.
    #[must_use]
    pub fn castle(&self) -> Option<CastleAim> {
        self.castle
    }

    /// What happened to the goals since the last own turn.
    #[must_use]
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// The castle intended by the opening book when it was left.
    pub fn set_book_castle(&mut self, castle: &'static Castle) {
        self.castle = Some(CastleAim { castle, choice: Choice::Book });
    }

    /// The beginning of an own turn: goals held are moved to the state that matches the position
    /// and renewed, goals without hope dropped, new ones added, priorities normalised. `taken`
    /// are the captures that the owner made since its last turn, by square.
    pub fn begin_turn(
        &mut self,
        position: &Position,
        taken: &[(PieceType, Square)],
        settings: &Settings,
        evaluate: &mut Evaluate<'_>,
    ) {
        let scene = Scene::new(position, self.owner, settings);
        let params = &settings.params;
        self.changes = Changes::default();
        if params.goals_inheritance {
            self.inherit(&scene, taken, evaluate);
        } else {
            self.goals.clear();
        }
        if params.goals_hypotheses {
            self.merge(hypothesis::hypotheses(&scene));
        }
        self.renew_castle(&scene);
        self.set_priorities(settings);
        let least = params.goals_min_priority;
        // Formula (1) gives most pieces of a castle less; they are given up by moves only.
        self.drop_where(|goal| goal.priority < least && !goal.is_from(Source::Knowledge));
        self.goals.sort_by_key(|goal| (core::cmp::Reverse(goal.priority), goal.moves_needed));
        for goal in &mut self.goals {
            goal.used = !first_moves(&scene, goal.aim, goal.priority).is_empty();
        }
    }

    /// The end of an own turn: `position` is B, after the chosen move; `line` continues from
    /// it. Goals from hypotheses that no move was made from are forgotten, those of the
    /// expected line added.
    pub fn end_turn(
        &mut self,
        position: &Position,
        line: &[Move],
        settings: &Settings,
        evaluate: &mut Evaluate<'_>,
    ) {
        for goal in self.goals.iter_mut().filter(|goal| !goal.used) {
            goal.scores[Source::Hypothesis as usize] = 0;
        }
        self.goals.retain(|goal| goal.sources().next().is_some());
        if settings.params.goals_past_search {
            let scene = Scene::new(position, self.owner, settings);
            self.merge(past::from_line(&scene, line, evaluate));
        }
    }

    /// The end of an own turn in `before` by the move `played`, where `expected` was the line: the
    /// line counts only if it begins with the move. `after` is B. The piece taken, with its square.
    ///
    /// The argument of [`GoalSet::begin_turn`] at the next own turn.
    pub fn end_turn_by(
        &mut self,
        (before, played, after): (&Position, Move, &Position),
        expected: &[Move],
        settings: &Settings,
        evaluate: &mut Evaluate<'_>,
    ) -> Option<(PieceType, Square)> {
        let line = expected.strip_prefix(&[played]).unwrap_or_default();
        self.end_turn(after, line, settings, evaluate);
        let taken = before.piece_on(played.to());
        (!taken.is_empty()).then(|| (taken.piece_type(), played.to()))
    }

    /// Updates goals from knowledge: goals of a castle that is no longer intended end.
    fn renew_castle(&mut self, scene: &Scene<'_>) {
        for goal in &mut self.goals {
            goal.scores[Source::Knowledge as usize] = 0;
        }
        if scene.settings.params.goals_knowledge {
            self.castle = knowledge::choose(scene, self.castle);
            if let Some(aim) = self.castle {
                self.merge(knowledge::goals(scene, aim.castle));
            }
        }
        self.drop_where(|goal| goal.sources().next().is_none());
    }

    /// Transition, judgement and renewal of the goals held.
    fn inherit(
        &mut self,
        scene: &Scene<'_>,
        taken: &[(PieceType, Square)],
        evaluate: &mut Evaluate<'_>,
    ) {
        let mut kept = Vec::with_capacity(self.goals.len());
        for mut goal in core::mem::take(&mut self.goals) {
            let captured =
                taken.iter().any(|&(kind, square)| goal.aim.is_captured_by(kind, square));
            if captured || goal.aim.stands(scene.position, self.owner) {
                self.changes.achieved.push(goal.aim);
                continue;
            }
            let params = &scene.settings.params;
            let castle = goal.is_from(Source::Knowledge);
            let far = if castle { params.goals_max_castle_moves } else { params.goals_max_moves };
            let needed = scene.moves_needed(goal.aim).filter(|&moves| moves <= far as u32);
            let Some(needed) = needed else {
                self.changes.given_up.push(goal.aim);
                continue;
            };
            goal.moves_needed = needed;
            goal.inherited = true;
            renew(&mut goal, scene, evaluate);
            if goal.sources().next().is_some() {
                kept.push(goal);
            } else {
                self.changes.given_up.push(goal.aim);
            }
        }
        self.goals = kept;
    }

    /// Adds goals; the same goal from several sources is one goal.
    fn merge(&mut self, goals: Vec<Goal>) {
        for goal in goals {
            match self.goals.iter_mut().find(|held| held.aim == goal.aim) {
                Some(held) => {
                    for (score, new) in held.scores.iter_mut().zip(goal.scores) {
                        *score = (*score).max(new);
                    }
                    held.moves_needed = goal.moves_needed;
                }
                None => self.goals.push(goal),
            }
        }
    }

    /// Priorities from scores: [goals2001] 2.5.1, hypotheses scaled to half the mean of the goals
    /// from search.
    fn set_priorities(&mut self, settings: &Settings) {
        let tested =
            |goal: &Goal| goal.scores[Source::Hypothesis as usize] / (1 + goal.moves_needed as i32);
        let searched = |goal: &Goal| goal.scores[Source::PastSearch as usize];
        let mean = |values: &mut dyn Iterator<Item = i32>| {
            let values: Vec<i32> = values.filter(|&value| value > 0).collect();
            let sum: i32 = values.iter().sum();
            (!values.is_empty()).then(|| f64::from(sum) / values.len() as f64)
        };
        let scale = match (
            mean(&mut self.goals.iter().map(tested)),
            mean(&mut self.goals.iter().map(searched)),
        ) {
            (Some(tested), Some(searched)) if tested > 0.0 => {
                f64::from(settings.params.goals_normalisation) / 100.0 * searched / tested
            }
            _ => 1.0,
        };
        for goal in &mut self.goals {
            let normal = (f64::from(tested(goal)) * scale) as i32;
            let known = goal.scores[Source::Knowledge as usize];
            goal.priority = normal.max(searched(goal)).max(known);
        }
    }

    fn drop_where(&mut self, hopeless: impl Fn(&Goal) -> bool) {
        let given_up = &mut self.changes.given_up;
        self.goals.retain(|goal| {
            let drop = hopeless(goal);
            if drop && goal.inherited {
                given_up.push(goal.aim);
            }
            !drop
        });
    }
}

/// A number that identifies the set of goals of `owner`: 0 without goals.
#[must_use]
pub fn key_of(owner: Color, goals: &[Goal]) -> u64 {
    let mut key = 0_u64;
    for goal in goals {
        let mut word = goal.priority as u64 ^ ((owner.to_index() as u64) << 60);
        let (tag, kind) = match goal.aim {
            Aim::Placement { kind, .. } => (1, kind.to_index()),
            Aim::Removal { of, .. } => (2, of.to_index()),
            Aim::Acquisition { kind, .. } => (3, kind.to_index()),
        };
        word ^= (goal.aim.square().to_index() as u64) << 40;
        word ^= (kind as u64) << 50 | tag << 56;
        key ^= mix(word);
    }
    key
}

/// Scores an inherited goal again in the new position.
fn renew(goal: &mut Goal, scene: &Scene<'_>, evaluate: &mut Evaluate<'_>) {
    if goal.is_from(Source::Hypothesis) {
        // In check no test is possible: earlier results are kept.
        if !scene.position.in_check() {
            let score = hypothesis::score(scene, goal.aim);
            goal.scores[Source::Hypothesis as usize] = score.unwrap_or(0);
        }
    }
    // The value of a removal depends on the square to which the line had driven the piece.
    let removal = matches!(goal.aim, Aim::Removal { .. });
    if goal.is_from(Source::PastSearch) && !removal {
        let gain = past::gain(scene, goal.aim, evaluate);
        let least = scene.settings.params.goals_search_gain;
        let gain = gain.filter(|&gain| gain >= least).unwrap_or(0);
        goal.scores[Source::PastSearch as usize] = gain;
    }
}
