//! Positions after public reports about Go programs, `testdata/reports/go`.

use std::path::Path;
use std::time::Instant;

use zenpuku_go::sgf::SgfGame;
use zenpuku_go::{AnyBoard, Color, KoRule, PointSet, Rules, Setup, Size, Suicide, Wide};
use zenpuku_go_endgame::appraise::{
    Appraisal, AppraiseOptions, Estimate, Trust, appraise, best_moves,
};
use zenpuku_go_endgame::outcome::outcome;
use zenpuku_go_endgame::{Answer, LocalLimits, SolveMethod, SolveOptions, Status};
use zenpuku_go_status::Random;

fn reported(name: &str) -> Setup {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/reports/go");
    let bytes = std::fs::read(folder.join(name)).unwrap();
    SgfGame::parse_bytes(&bytes).unwrap().end().unwrap()
}

/// Stones all over the board, one point in `empty` without; chains without liberties are removed.
fn random_setup(random: &mut Random, size: Size, empty: u32) -> Setup {
    let mut setup = Setup::empty(size);
    for point in size.points() {
        let color = Color::BOTH[random.below(2) as usize];
        setup.set(point, (random.below(empty) > 0).then_some(color));
    }
    loop {
        let board = AnyBoard::empty(size, Suicide::Forbidden).unwrap();
        let geometry = board.geometry();
        let open = geometry.full().minus(setup.black | setup.white);
        let chains =
            [setup.black, setup.white].into_iter().flat_map(|set| geometry.components(set));
        let breathless: Vec<_> =
            chains.filter(|&chain| !geometry.neighbours(chain).meets(open)).collect();
        if breathless.is_empty() {
            return setup;
        }
        for chain in breathless {
            setup.black = setup.black.minus(chain);
            setup.white = setup.white.minus(chain);
        }
    }
}

/// Both readers on a stack as small as that of any thread.
fn read(setup: &Setup, positions: usize) {
    let local = LocalLimits { positions, ..LocalLimits::default() };
    let options = SolveOptions { local: local.clone(), nodes: 1, ..SolveOptions::default() };
    outcome(setup, &Rules::JAPANESE, &options).unwrap();
    let mut options = AppraiseOptions { local, ..AppraiseOptions::default() };
    options.judge.games = 60;
    options.deadline = Some(Instant::now());
    appraise(setup, &Rules::JAPANESE, &options).unwrap();
}

#[test]
fn no_board_overflows_the_stack() {
    read(&reported("crash-setup.sgf"), 200_000);
    let mut random = Random::new(23);
    let size = Size::square(19).unwrap();
    for round in 0..4 {
        read(&random_setup(&mut random, size, 3 + round % 4), 2_000);
    }
}

/// The judgements of the two evaluators of a position; `None` without a proof of the solver.
fn both(setup: &Setup) -> [Option<(Answer, Estimate)>; 2] {
    let found = outcome(setup, &Rules::JAPANESE, &SolveOptions::default()).unwrap();
    let seen = appraise(setup, &Rules::JAPANESE, &AppraiseOptions::default()).unwrap();
    let mut pairs = found.first.into_iter().zip(seen.first);
    [0, 1].map(|_| pairs.next().filter(|(answer, _)| answer.score.exact().is_some()))
}

fn assert_agreement(setup: &Setup, name: &str) {
    for (answer, estimate) in both(setup).into_iter().flatten() {
        assert_eq!(estimate.range, answer.score, "{name}");
        assert_eq!(Some(estimate.best), answer.score.exact(), "{name}");
        let best = answer.candidates.iter().filter(|candidate| candidate.loss == 0);
        assert_eq!(best_moves(&estimate), best.map(|best| best.mv).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn what_is_proved_is_what_is_said() {
    let corridors = reported("corr002.sgf");
    let [black, white] = both(&corridors).map(|pair| pair.unwrap().1);
    let named = |estimate: &Estimate| {
        best_moves(estimate).iter().map(|&mv| corridors.size.move_name(mv)).collect::<Vec<_>>()
    };
    assert_eq!((black.best, named(&black)), (4, vec!["G7".to_owned()]));
    assert_eq!(white.best, -1);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/go/corridor-sums-100.jsonl");
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        let setup = SgfGame::parse(entry["sgf"].as_str().unwrap()).unwrap().end().unwrap();
        assert_agreement(&setup, entry["id"].as_str().unwrap());
    }
    for name in ["falseeye-proved.sgf", "dominated-repetition.sgf"] {
        assert_agreement(&reported(name), name);
    }
}

#[test]
fn a_dominated_repetition_voids_no_region() {
    let setup = reported("dominated-repetition.sgf");
    let solved = |rules| outcome(&setup, &rules, &SolveOptions::default()).unwrap();
    let found = solved(Rules::JAPANESE);
    assert!(found.regions.unsolved.is_empty());
    let [region] = found.regions.open.as_slice() else { panic!("{:?}", found.regions) };
    assert_eq!((region.value.as_str(), region.points.count()), ("{2|-4}", 4));
    // Under superko no sum is claimed, and no claim has a different score.
    let superko = solved(Rules::JAPANESE.with_ko(KoRule::PositionalSuperko));
    for (answer, other) in found.first.iter().zip(&superko.first) {
        assert_eq!(answer.status, Status::Proved(SolveMethod::Sum));
        assert_ne!(other.status, Status::Proved(SolveMethod::Sum));
        assert!((other.score.low..=other.score.high).contains(&answer.score.low));
    }
}

fn appraised(name: &str) -> (Setup, Appraisal) {
    let setup = reported(name);
    let seen = appraise(&setup, &Rules::JAPANESE, &AppraiseOptions::default()).unwrap();
    (setup, seen)
}

fn names(setup: &Setup, points: Wide) -> Vec<String> {
    points.iter().map(|point| setup.size.vertex(point)).collect()
}

#[test]
fn false_eyes_are_no_territory() {
    let (setup, proved) = appraised("falseeye-proved.sgf");
    assert_eq!((proved.one_score(), proved.trust), (Some(0), Trust::Proved));
    assert_eq!((proved.standing, names(&setup, proved.teire)), (0, vec!["C3".to_owned()]));
    let (setup, likely) = appraised("falseeye9.sgf");
    assert_eq!((likely.standing, likely.one_score()), (0, Some(0)));
    assert_eq!(names(&setup, likely.teire), ["E4"]);
}

#[test]
fn stones_in_seki_are_not_dead() {
    for name in ["own-seki.sgf", "seki-1-eye-each-9x9.sgf"] {
        let (setup, seen) = appraised(name);
        assert!(seen.dead.is_empty(), "{name}");
        let seki = names(&setup, seen.map.seki());
        assert_eq!(seki.len(), if name == "own-seki.sgf" { 7 } else { 9 }, "{name}: {seki:?}");
    }
    let (_, seen) = appraised("own-seki.sgf");
    assert_eq!((seen.standing, seen.one_score()), (0, Some(0)));
    assert_agreement(&reported("own-seki.sgf"), "own-seki.sgf");
}

#[test]
fn a_closed_game_with_a_dame_left_is_worth_what_it_shows() {
    let setup = Setup::from_diagram(".X.O.\nXXXOO\n.XXO.").unwrap();
    // The user's corrections are not proved.
    let mut marked = AppraiseOptions::default();
    marked.judge.alive = setup.black;
    for open in [AppraiseOptions::default(), marked] {
        let scores = |options: AppraiseOptions| {
            let found = appraise(&setup, &Rules::CHINESE, &options).unwrap();
            found.first.map(|estimate| estimate.best)
        };
        assert_eq!(scores(open.clone()), [3, 1], "who plays first gets one more");
        assert_eq!(scores(open.finished()), [2, 2]);
    }
}
