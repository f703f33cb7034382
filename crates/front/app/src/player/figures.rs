//! Statistics of a player's games: results by groups, and mistakes by phase of the game.

use super::messages::{
    PhaseFigures, PlayerGame, PlayerGroup, PlayerPage, PlayerResult, PlayerScore,
};
use crate::analysis_model::MISSED_MATE;
use crate::protocol::{GamePhases, MistakeClass, Side};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Fewer games with a result are too few for a statement about an opening.
const LEAST_GAMES: u32 = 5;
/// Openings called strongest or weakest.
const MOST_NAMED: usize = 3;
/// Opponents and analysed games that are given.
const MOST_OPPONENTS: usize = 20;
const MOST_GAMES: usize = 500;

/// Stored figures of the analysis of a game, for Black and White.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameFigures {
    sides: [[PhaseFigures; 3]; 2],
    /// Kinds of mistakes that a side made, for searches.
    kinds: [BTreeSet<String>; 2],
}

/// The data of a judged move needed for the figures.
#[derive(Deserialize)]
struct JudgedMove {
    ply: u32,
    side: Side,
    loss: f64,
    class: Option<MistakeClass>,
    #[serde(default)]
    missed_mate: Option<u32>,
    #[serde(default)]
    reasons: Vec<NamedReason>,
}

#[derive(Deserialize)]
struct NamedReason {
    motif: String,
}

impl JudgedMove {
    /// What kinds of mistakes it is.
    fn kinds(&self) -> impl Iterator<Item = String> {
        let class = match self.class {
            Some(MistakeClass::Mistake) => Some("mistake"),
            Some(MistakeClass::Blunder) => Some("blunder"),
            _ => None,
        };
        let missed = self.missed_mate.map(|_| MISSED_MATE);
        let motifs = self.reasons.iter().map(|reason| reason.motif.as_str());
        class.into_iter().chain(missed).chain(motifs).map(str::to_owned)
    }
}

#[derive(Deserialize)]
struct Judged {
    moves: Vec<JudgedMove>,
}

impl GameFigures {
    /// Version of the stored figures; those of another version are recomputed.
    pub(crate) const VERSION: u32 = 2;

    /// The figures of a stored analysis of a game with these phases; `None` for the review of a game
    /// of go.
    pub(crate) fn of_analysis(body: &str, phases: GamePhases) -> Option<Self> {
        let Judged { moves } = serde_json::from_str(body).ok()?;
        let mut sides = [[PhaseFigures::default(); 3]; 2];
        let mut kinds = [BTreeSet::new(), BTreeSet::new()];
        for mv in &moves {
            kinds[index(mv.side)].extend(mv.kinds());
            let phase = phases.at(mv.ply.saturating_sub(1)) as usize;
            sides[index(mv.side)][phase].add(1, mv.loss, &classes(mv.class));
        }
        Some(Self { sides, kinds })
    }
}

const fn index(side: Side) -> usize {
    match side {
        Side::Black => 0,
        Side::White => 1,
    }
}

fn classes(class: Option<MistakeClass>) -> [u32; 4] {
    let mut classes = [0; 4];
    if let Some(class) = class {
        classes[class as usize] = 1;
    }
    classes
}

impl PhaseFigures {
    /// Adds moves with this mean loss.
    fn add(&mut self, moves: u32, mean_loss: f64, classes: &[u32; 4]) {
        let lost = self.mean_loss * f64::from(self.moves) + mean_loss * f64::from(moves);
        self.moves += moves;
        if self.moves > 0 {
            self.mean_loss = lost / f64::from(self.moves);
        }
        for (sum, count) in self.classes.iter_mut().zip(classes) {
            *sum += count;
        }
    }

    fn sum<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut sum = Self::default();
        for part in parts {
            sum.add(part.moves, part.mean_loss, &part.classes);
        }
        sum
    }
}

/// A game as its player sees it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) game: i64,
    pub(crate) side: Side,
    pub(crate) opponent: String,
    pub(crate) date: String,
    pub(crate) result: PlayerResult,
    /// The player's opening, empty when unknown.
    pub(crate) opening: String,
    pub(crate) castles: Vec<String>,
    /// Empty for even games.
    pub(crate) handicap: String,
    /// Empty when unknown.
    pub(crate) time_control: String,
    pub(crate) analysis: Option<GameFigures>,
}

impl Played {
    fn analysed(&self) -> Option<PlayerGame> {
        let phases = self.analysis.as_ref()?.sides[index(self.side)];
        Some(PlayerGame {
            game: self.game,
            date: self.date.clone(),
            opponent: self.opponent.clone(),
            side: self.side,
            result: self.result,
            whole: PhaseFigures::sum(&phases),
            phases,
        })
    }
}

impl PlayerScore {
    fn add(&mut self, result: PlayerResult) {
        self.games += 1;
        match result {
            PlayerResult::Won => self.wins += 1,
            PlayerResult::Lost => self.losses += 1,
            PlayerResult::Drawn => self.draws += 1,
            PlayerResult::Open => {}
        }
    }

    fn of<'a>(games: impl IntoIterator<Item = &'a Played>) -> Self {
        let mut score = Self::default();
        for game in games {
            score.add(game.result);
        }
        score
    }

    /// Share of the points, a draw being half of one; `None` with too few results.
    fn rate(&self) -> Option<f64> {
        let decided = self.wins + self.losses + self.draws;
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (decided >= LEAST_GAMES).then(|| points / f64::from(decided))
    }
}

/// Scores by the names that `names` gives a game.
fn groups<'a, I>(games: &'a [Played], names: impl Fn(&'a Played) -> I) -> Vec<PlayerGroup>
where
    I: IntoIterator<Item = &'a String>,
{
    let mut scores: BTreeMap<&str, PlayerScore> = BTreeMap::new();
    for game in games {
        for name in names(game) {
            scores.entry(name).or_default().add(game.result);
        }
    }
    let group = |(name, score): (&str, _)| PlayerGroup { name: name.to_owned(), score };
    let mut groups: Vec<PlayerGroup> = scores.into_iter().map(group).collect();
    groups.sort_by_key(|group| Reverse(group.score.games));
    groups
}

/// The name if there is one.
fn known(name: &String) -> Option<&String> {
    Some(name).filter(|name| !name.is_empty())
}

/// Groups by how much better than `average` the player does there, best first.
fn better(groups: &[PlayerGroup], average: f64, sign: f64) -> Vec<PlayerGroup> {
    let gain = |group: &PlayerGroup| Some((group.score.rate()? - average) * sign);
    let mut found: Vec<(f64, &PlayerGroup)> =
        groups.iter().filter_map(|group| Some((gain(group)?, group))).collect();
    found.retain(|(gain, _)| *gain > 0.0);
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.into_iter().take(MOST_NAMED).map(|(_, group)| group.clone()).collect()
}

/// The page of a player whose names are spelled so, of all games in the order of their dates.
pub(crate) fn page(names: Vec<String>, games: &[Played]) -> PlayerPage {
    let score = PlayerScore::of(games);
    let side = |side| PlayerScore::of(games.iter().filter(|game| game.side == side));
    let openings = groups(games, |game| known(&game.opening));
    let average = score.rate();
    let named = |sign| average.map_or_else(Vec::new, |rate| better(&openings, rate, sign));
    let mut opponents = groups(games, |game| known(&game.opponent));
    opponents.truncate(MOST_OPPONENTS);
    let mut course: Vec<PlayerGame> = games.iter().filter_map(Played::analysed).collect();
    let analysed = course.len() as u32;
    let phases = [0, 1, 2].map(|at| PhaseFigures::sum(course.iter().map(|game| &game.phases[at])));
    course.drain(..course.len().saturating_sub(MOST_GAMES));
    PlayerPage {
        names,
        score,
        sides: [side(Side::Black), side(Side::White)],
        strongest: named(1.0),
        weakest: named(-1.0),
        castles: groups(games, |game| &game.castles),
        handicaps: groups(games, |game| [&game.handicap]),
        time_controls: groups(games, |game| known(&game.time_control)),
        opponents,
        phases,
        analysed,
        course,
        openings,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(number: i64, opening: &str, result: PlayerResult) -> Played {
        Played {
            game: number,
            side: if number % 2 == 0 { Side::Black } else { Side::White },
            opponent: "乙".to_owned(),
            date: String::new(),
            result,
            opening: opening.to_owned(),
            castles: vec!["本美濃囲い".to_owned(), "高美濃囲い".to_owned()],
            handicap: String::new(),
            time_control: String::new(),
            analysis: None,
        }
    }

    /// Games of an opening, of which the first are won and the rest lost.
    fn games(opening: &str, wins: usize, losses: usize) -> Vec<Played> {
        let result = |at| if at < wins { PlayerResult::Won } else { PlayerResult::Lost };
        (0..wins + losses).map(|at| played(at as i64, opening, result(at))).collect()
    }

    #[test]
    fn openings_of_few_games_are_neither_strong_nor_weak() {
        let all = [games("矢倉", 4, 1), games("四間飛車", 1, 4), games("中飛車", 4, 0)].concat();
        let page = page(vec!["甲".to_owned()], &all);
        assert_eq!((page.score.games, page.score.wins, page.score.losses), (14, 9, 5));
        let names = |groups: &[PlayerGroup]| -> Vec<String> {
            groups.iter().map(|group| group.name.clone()).collect()
        };
        assert_eq!(names(&page.strongest), ["矢倉"]);
        assert_eq!(names(&page.weakest), ["四間飛車"]);
        assert_eq!(page.openings.len(), 3);
        assert_eq!(page.castles[0].score.games, 14, "each castle counts once a game");
        assert_eq!(page.sides[0].games + page.sides[1].games, 14);
        assert_eq!((page.handicaps.len(), page.time_controls.len()), (1, 0));
    }

    #[test]
    fn unknown_results_are_games_but_count_for_no_rate() {
        let mut all = games("矢倉", 4, 0);
        all.push(played(9, "矢倉", PlayerResult::Open));
        all.extend(games("", 0, 5));
        let first = page(Vec::new(), &all);
        assert_eq!(first.openings[0].score.games, 5);
        assert!(first.strongest.is_empty(), "four results are too few");
        all.push(played(10, "矢倉", PlayerResult::Drawn));
        assert_eq!(page(Vec::new(), &all).strongest[0].score.draws, 1);
    }

    #[test]
    fn nobody_has_an_empty_page() {
        let empty = page(Vec::new(), &[]);
        assert!(empty.openings.is_empty() && empty.strongest.is_empty() && empty.course.is_empty());
        assert_eq!(empty.phases, [PhaseFigures::default(); 3]);
    }

    #[test]
    fn mistakes_are_counted_by_phase_and_side() {
        let body = r#"{"moves": [
            {"ply": 40, "side": "white", "loss": 0.1, "class": "dubious", "usi": "7g7f"},
            {"ply": 41, "side": "black", "loss": 0.3, "class": null},
            {"ply": 43, "side": "black", "loss": 0.5, "class": "blunder", "missed_mate": 3,
             "reasons": [{"motif": "fork", "role": "allowed"}]},
            {"ply": 81, "side": "black", "loss": 0.0, "class": null}]}"#;
        let phases = GamePhases { middle: Some(40), endgame: Some(80) };
        let figures = GameFigures::of_analysis(body, phases).unwrap();
        let kinds = |at: usize| figures.kinds[at].iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!((kinds(0), kinds(1)), (vec!["blunder", "fork", "missed_mate"], vec![]));
        assert_eq!(GameFigures::of_analysis("{}", phases), None);
        let game = Played { analysis: Some(figures), ..played(2, "", PlayerResult::Won) };
        let page = page(Vec::new(), &[game]);
        let [opening, middle, end] = page.phases;
        assert_eq!((opening.moves, middle.moves, end.moves, page.analysed), (0, 2, 1, 1));
        assert!((middle.mean_loss - 0.4).abs() < 1e-9 && middle.classes == [0, 0, 0, 1]);
        let whole = page.course[0].whole;
        assert!(whole.moves == 3 && (whole.mean_loss - 0.8 / 3.0).abs() < 1e-9);
    }
}
