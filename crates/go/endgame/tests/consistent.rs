//! A judgement is consistent: who moves first matters by no more than the parts can give.
//!
//! Invariant: the scores with Black and with White first differ by at most two moves in the hottest
//! region [siegel2013], the widths of the regions without a value, and a point, by area two;
//! moving first never costs more than a point. By territory the best moves are moves of the open regions, or fill dame.

use std::path::{Path, PathBuf};

use zenpuku_go::sgf::SgfGame;
use zenpuku_go::{Color, PointSet as _, Rules, Scoring, Setup};
use zenpuku_go_endgame::appraise::{Appraisal, AppraiseOptions, appraise, best_moves};

fn game(path: &Path) -> SgfGame {
    SgfGame::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/go").join(name)
}

/// Judges without a clock; with `proof` the answer may be proved.
fn judged(setup: &Setup, rules: &Rules, proof: bool) -> Appraisal {
    let mut options = AppraiseOptions::default();
    options.judge.games = 400;
    if !proof {
        (options.proof.nodes, options.proof.loop_positions) = (1, 1);
    }
    appraise(setup, rules, &options).unwrap()
}

fn check(name: &str, setup: &Setup, rules: &Rules, proof: bool) {
    let found = judged(setup, rules, proof);
    let [black, white] = found.first.each_ref().map(|estimate| estimate.best);
    let hottest = found.regions.open.iter().map(|region| region.temperature_number);
    let hottest = hottest.fold(0.0, f64::max);
    let unsolved = found.regions.unsolved.iter();
    let widths: i32 = unsolved.map(|region| region.range.high - region.range.low).sum();
    // By area the last dame is a stone more for one side and one less for the other.
    let spare = if rules.scoring == Scoring::Area { 2 } else { 1 };
    let most = (2.0 * hottest).ceil() as i32 + widths + spare;
    let gain = black - white;
    assert!((-1..=most).contains(&gain), "{name}: {black}, {white}, at most {most} apart");
    if rules.scoring == Scoring::Area {
        // Moves in the mover's territory cost nothing.
        return;
    }
    let regions = found.regions.open.iter().map(|region| region.points);
    let open = regions.fold(found.dame | found.disputed(), |set, points| set | points);
    for color in Color::BOTH {
        let best = best_moves(&found.first[color.index()]);
        let points = best.iter().filter_map(|mv| mv.point());
        for point in points {
            let vertex = setup.size.vertex(point);
            assert!(open.contains(point), "{name}: {vertex} is in no open region");
        }
    }
}

#[test]
fn sums_of_regions_are_consistent() {
    for sums in ["sums", "kakeme"] {
        for file in std::fs::read_dir(folder(sums)).unwrap() {
            let path = file.unwrap().path();
            let setup = game(&path).end().unwrap();
            for rules in [Rules::JAPANESE, Rules::CHINESE] {
                for proof in [false, true] {
                    check(&path.display().to_string(), &setup, &rules, proof);
                }
            }
        }
    }
}

#[test]
fn a_real_game_is_consistent_before_its_end() {
    let game = game(&folder("ke-jie-alphago-2017.sgf"));
    for before in [0, 10, 20] {
        let setup = game.position(game.steps.len() - before).unwrap();
        for rules in [Rules::JAPANESE, Rules::CHINESE] {
            check(&format!("{before} before"), &setup, &rules, false);
        }
    }
}
