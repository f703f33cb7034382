//! Positions after public reports about Go programs, `testdata/reports/go`.

use std::path::Path;
use std::time::Instant;

use zenpuku_go::sgf::SgfGame;
use zenpuku_go::{AnyBoard, Color, PointSet, Rules, Setup, Size, Suicide};
use zenpuku_go_endgame::appraise::{AppraiseOptions, appraise};
use zenpuku_go_endgame::outcome::outcome;
use zenpuku_go_endgame::{LocalLimits, SolveOptions};
use zenpuku_go_status::Random;

fn reported(name: &str) -> Setup {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reports/go");
    let bytes = std::fs::read(folder.join(name)).unwrap();
    SgfGame::parse_bytes(&bytes).unwrap().end().unwrap()
}

/// Stones all over the board, one point in `empty` without; chains that cannot breathe are taken off.
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
