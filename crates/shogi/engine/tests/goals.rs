//! The search with goals: equalities, persistence and reports.

use proptest::prelude::*;
use proptest::sample::select;
use zenpuku_shogi::{MoveList, Position};
use zenpuku_shogi_engine::{
    BENCH_POSITIONS, Engine, EngineOptions, SearchHandler, SearchLimits, SearchRequest,
    SearchResult,
};
use zenpuku_shogi_goals::explain::GoalReport;

fn engine(settings: &str) -> Engine {
    let mut options = EngineOptions { hash: 4, ..EngineOptions::default() };
    for setting in settings.split_whitespace() {
        let (name, value) = setting.split_once('=').unwrap();
        options.set(name, value).unwrap();
    }
    Engine::new(options)
}

fn search(engine: &mut Engine, position: &Position, depth: u32) -> SearchResult {
    engine.set_position(position.clone()).unwrap();
    engine.search(SearchLimits::depth(depth)).unwrap()
}

/// Stores the reports about goals.
#[derive(Default)]
struct Listener(Vec<GoalReport>);

impl SearchHandler for Listener {
    fn wants_goals(&self) -> bool {
        true
    }

    fn done(&mut self, result: &SearchResult) {
        self.0.extend(result.goals.as_deref().cloned());
    }
}

fn play(sfen: &str, choices: &[u16]) -> Position {
    let mut position = Position::from_sfen(sfen).unwrap();
    let mut list = MoveList::new();
    for &choice in choices {
        position.legal_moves(&mut list);
        if list.is_empty() {
            break;
        }
        position.do_move(list[usize::from(choice) % list.len()]);
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn goals_that_count_nothing_change_nothing(
        sfen in select(&BENCH_POSITIONS[..]),
        choices in prop::collection::vec(any::<u16>(), 0..40),
    ) {
        let position = play(sfen, &choices);
        let without = search(&mut engine("Profile=goals2001-off SelectiveWidth=off"), &position, 3);
        let nothing = "Profile=goals2001 SelectiveWidth=off GoalsAlpha=0 GoalsOrdering=off";
        let with = search(&mut engine(nothing), &position, 3);
        prop_assert_eq!((without.best, without.score), (with.best, with.score));
        prop_assert_eq!((without.pv(), without.nodes), (with.pv(), with.nodes));
    }

    #[test]
    fn the_order_of_goals_keeps_the_value(
        sfen in select(&BENCH_POSITIONS[..]),
        choices in prop::collection::vec(any::<u16>(), 0..40),
    ) {
        let position = play(sfen, &choices);
        let sound = "SelectiveWidth=off TranspositionTable=off";
        let without = search(&mut engine(&format!("Profile=goals2001-off {sound}")), &position, 2);
        let ordered = format!("Profile=goals2001 {sound} GoalsAlpha=0");
        let with = search(&mut engine(&ordered), &position, 2);
        prop_assert_eq!(without.score, with.score);
    }
}

#[test]
fn an_achieved_goal_is_worth_up_to_alpha() {
    // Knight to 5e forks two golds: reached by a drop. Goals from hypotheses count.
    let position = Position::from_sfen("4k4/9/3g1g3/9/9/9/9/9/4K4 b N 1").unwrap();
    let value = |alpha: i32| {
        let settings = format!("Profile=goals2001 SelectiveWidth=off GoalsAlpha={alpha}");
        search(&mut engine(&settings), &position, 1).score.value()
    };
    let (without, with) = (value(0), value(225));
    assert!(with > without && with <= without + 225, "{without} {with}");
    let settings = "Profile=goals2001 SelectiveWidth=off GoalsAchievedHypotheses=off";
    let uncounted = search(&mut engine(settings), &position, 1).score.value();
    assert_eq!(uncounted, without);
}

#[test]
fn goals_go_on_from_move_to_move() {
    let mut engine = engine("Profile=goals2001");
    let mut position = Position::startpos();
    let mut listener = Listener::default();
    let mut inherited = 0;
    for _ in 0..8 {
        engine.set_position(position.clone()).unwrap();
        let result = engine
            .search(SearchRequest::from(&SearchLimits::depth(3)).report_to(&mut listener))
            .unwrap();
        let report = listener.0.last().unwrap();
        assert_eq!(report.side, if position.ply() % 2 == 1 { "black" } else { "white" });
        assert_eq!(report.line.len(), result.pv().len());
        inherited += report.goals.iter().filter(|goal| goal.inherited).count();
        position.do_move(result.best);
    }
    assert_eq!(listener.0.len(), 8);
    assert!(inherited > 0);
    // The same position again: the same goals, not older ones.
    let again = listener.0.last().unwrap().clone();
    engine.search(SearchRequest::from(&SearchLimits::depth(3)).report_to(&mut listener)).unwrap();
    assert_eq!(listener.0.last().unwrap().goals, again.goals);
    engine.forget_searches();
    assert_eq!(engine.explain(&[]).goals, again.goals);
    engine.new_game();
    engine.search(SearchRequest::from(&SearchLimits::depth(3)).report_to(&mut listener)).unwrap();
    assert!(listener.0.last().unwrap().goals.iter().all(|goal| !goal.inherited));
}

#[test]
fn explaining_changes_no_search_and_can_be_switched_off() {
    let position = Position::from_sfen(BENCH_POSITIONS[1]).unwrap();
    let mut explained = engine("Threads=1");
    explained.set_position(position.clone()).unwrap();
    let mut listener = Listener::default();
    let with = explained
        .search(SearchRequest::from(&SearchLimits::depth(6)).report_to(&mut listener))
        .unwrap();
    assert_eq!(listener.0.len(), 1);
    let without = search(&mut engine("GoalInfo=off"), &position, 6);
    assert_eq!((with.nodes, with.score, with.best), (without.nodes, without.score, without.best));
    explained.options_mut().goal_info = false;
    explained
        .search(SearchRequest::from(&SearchLimits::depth(2)).report_to(&mut listener))
        .unwrap();
    assert_eq!(listener.0.len(), 1);
}
