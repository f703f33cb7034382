//! `lab compare`: two settings on the same positions.

use std::sync::Arc;
use zenpuku_core::Score;
use zenpuku_lab::compare::{Budget, CompareExperiment, Games, Side};
use zenpuku_lab::statistics::{mean_ratio, ratio};
use zenpuku_lab::{Build, Cell, Identity, RunOptions, run};
use zenpuku_shogi::{Move, MoveDelta, Position};
use zenpuku_shogi_engine::{EngineOptions, Hooks, NodeSearch, OwnEvaluation, Stopped, Technique};
use zenpuku_shogi_eval::{EvalPart, Evaluator};

fn side(name: &str, settings: &[(&str, &str)]) -> Side {
    let mut options = EngineOptions { hash: 2, ..EngineOptions::default() };
    for (name, value) in [("Evaluation", "material")].iter().chain(settings) {
        options.set(name, value).unwrap();
    }
    Side::own(name, options)
}

fn compare(settings: &[(&str, &str)]) -> CompareExperiment {
    let budget = Budget::Depth(3);
    CompareExperiment { a: side("one", &[]), b: side("other", settings), budget, games: None }
}

#[test]
fn a_setting_against_itself_is_even_and_against_another_is_not() {
    let options = RunOptions { quick: true, ..RunOptions::default() };
    let build = Build::default();
    let costs = |settings: &[(&str, &str)]| {
        let outcome = run(&compare(settings), &options, &build, None, |_| {}).unwrap();
        assert_eq!(outcome.manifest.command, "zenpuku lab compare 'one' 'other' --depth 3 --quick");
        let findings = outcome.findings;
        assert_eq!(findings.ours.len(), 2);
        assert_eq!(findings.rows[0].rows().len(), 6, "one row a position");
        let cell = |row: usize, column: usize| {
            findings.ours[0].rows()[row][column].text().unwrap_or_default()
        };
        (cell(0, 3), cell(0, 4), cell(3, 3))
    };
    let even = ("1.000".to_owned(), "1.000 to 1.000".to_owned(), "100.0".to_owned());
    assert_eq!(costs(&[]), even);
    assert_ne!(costs(&[("Quiescence", "off")]).0, "1.000");
}

#[test]
fn both_sides_and_the_budget_are_part_of_the_identity() {
    let options = RunOptions::default();
    let of = |experiment: &CompareExperiment| {
        Identity::of(experiment, &options, &Build::default()).unwrap().digest()
    };
    let plain = of(&compare(&[]));
    assert_eq!(plain, of(&compare(&[])));
    assert_ne!(plain, of(&compare(&[("NullMovePruning", "off")])));
    assert_ne!(plain, of(&compare(&[("Evaluation", "classic")])));
    assert_ne!(plain, of(&CompareExperiment { budget: Budget::Nodes(3), ..compare(&[]) }));
}

/// The ratio of the sums is that of the largest search; in the mean of the ratios every position counts alike.
#[test]
fn costs_are_compared_by_sums_and_by_the_mean() {
    let options = RunOptions { quick: true, ..RunOptions::default() };
    let without = [("Quiescence", "off")];
    let findings =
        run(&compare(&without), &options, &Build::default(), None, |_| {}).unwrap().findings;
    let number = |row: &[Cell], column: usize| row[column].text().unwrap().parse::<f64>().unwrap();
    let nodes: Vec<(f64, f64)> =
        findings.rows[0].rows().iter().map(|row| (number(row, 6), number(row, 11))).collect();
    let costs = &findings.ours[0].rows()[0];
    assert!((number(costs, 3) - ratio(&nodes)).abs() < 6e-4, "{costs:?} {nodes:?}");
    assert!((number(costs, 5) - mean_ratio(&nodes)).abs() < 6e-4, "{costs:?} {nodes:?}");
    assert!((number(costs, 3) - number(costs, 5)).abs() > 1e-3, "{costs:?}: the same figure twice");
    assert!(costs[6].text().unwrap().contains(" to "), "{costs:?}");
}

/// A technique that fails at its first cut.
struct Fails;

impl Technique for Fails {
    fn cut(&self, _: &mut NodeSearch<'_>) -> Result<Option<Score>, Stopped> {
        panic!("no such margin")
    }
}

/// An evaluation beyond the range of evaluations.
struct Nonsense;

impl Evaluator for Nonsense {
    fn refresh(&mut self, _: &Position) {}
    fn apply(&mut self, _: &MoveDelta, _: &Position) {}
    fn undo(&mut self) {}

    fn evaluate(&mut self, _: &Position) -> i32 {
        i32::MAX
    }

    fn move_gain(&self, _: &Position, _: Move) -> i32 {
        0
    }

    fn material(&self, _: &Position) -> i32 {
        0
    }

    fn parts(&mut self, _: &Position) -> Vec<EvalPart> {
        Vec::new()
    }
}

fn with(hooks: Hooks, games: Option<Games>) -> CompareExperiment {
    let mut experiment = CompareExperiment { games, ..compare(&[]) };
    if let Side::Own { hooks: own, .. } = &mut experiment.b {
        *own = hooks;
    }
    experiment
}

/// The error of a run that counts its finished units.
fn error(experiment: &CompareExperiment) -> (u64, String) {
    let options = RunOptions { quick: true, ..RunOptions::default() };
    let mut done = 0;
    let report = |now: zenpuku_lab::Progress<'_>| done = now.done;
    let error = run(experiment, &options, &Build::default(), None, report).unwrap_err();
    (done, error.to_string())
}

#[test]
fn what_fails_from_outside_is_named_after_what_was_finished() {
    let technique = Hooks { technique: Some(Arc::new(Fails)), ..Hooks::default() };
    let (done, text) = error(&with(technique, None));
    assert!(text.starts_with("B: ") && text.contains("no such margin"), "{text}");
    assert!(done > 0, "the first side had finished");
    let evaluation = OwnEvaluation::new(|_| Box::new(Nonsense));
    let (done, text) =
        error(&with(Hooks { evaluation: Some(evaluation), ..Hooks::default() }, None));
    assert!(text.starts_with("other: the evaluation is 2147483647 centipawns"), "{text}");
    assert!(done > 0);
}

#[test]
fn games_are_played_and_repeat() {
    let games = Some(Games { pairs: 1, budget: Budget::Nodes(50) });
    let experiment = with(Hooks::default(), games);
    let options = RunOptions { quick: true, ..RunOptions::default() };
    let table = || {
        let outcome = run(&experiment, &options, &Build::default(), None, |_| {}).unwrap();
        assert!(outcome.manifest.command.contains(" --games 2"), "{}", outcome.manifest.command);
        outcome.findings.ours.into_iter().find(|table| table.title().starts_with("Games")).unwrap()
    };
    let first = table();
    assert_eq!(first.rows()[0][0].text().as_deref(), Some("2"));
    assert_eq!(first.to_csv(), table().to_csv());
}
