//! The classic evaluation as a model of the trainer.

use crate::common;
use zenpuku_core::StopToken;
use zenpuku_params::Params;
use zenpuku_shogi::{MoveList, Position};
use zenpuku_shogi_eval::classic::{Classic, Group, UNIT, Weights};
use zenpuku_shogi_eval::{EvalKind, Evaluator};
use zenpuku_shogi_learn::state::Training as _;
use zenpuku_shogi_learn::train::linear::{ClassicBlock, ClassicModel, PackedPosition};
use zenpuku_shogi_learn::train::model::{Features, Model, Seen};
use zenpuku_shogi_learn::train::samples::{Filter, Samples};
use zenpuku_shogi_learn::train::teacher::Teacher;
use zenpuku_shogi_learn::train::trainer::{Settings, State, Trainer};

const SCALE: f64 = 350.0;

/// Positions of a game that follows the middle of each list of moves.
fn positions() -> Vec<Position> {
    let mut position = Position::startpos();
    let mut list = MoveList::new();
    let next = |_| {
        position.legal_moves(&mut list);
        let &mv = list.get(list.len() / 2)?;
        position.do_move(mv);
        Some(position.clone())
    };
    (0..60).map_while(next).collect()
}

#[test]
fn the_model_evaluates_as_the_engine_does() {
    let weights = Weights::built_in();
    let mut model = ClassicModel::new(&weights, true, SCALE);
    model.set(&model.start());
    let mut classic = Classic::new(weights, &Params::default());
    let mut positions = positions();
    // Pieces may be missing.
    let handicap = "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    positions.push(Position::from_sfen(handicap).unwrap());
    let features: Vec<_> = positions.iter().map(PackedPosition::of).collect();
    let seen: Vec<_> = features.iter().map(|features| Seen { features, mirrored: false }).collect();
    let mut block = ClassicBlock::default();
    let outputs = model.forward(&seen, &mut block);
    assert!(positions.len() > 30);
    for (position, output) in positions.iter().zip(outputs) {
        let centipawns = f64::from(*output) * SCALE;
        // The engine divides sixteenths of a centipawn.
        let difference = centipawns - f64::from(classic.evaluate_afresh(position));
        assert!(difference.abs() < 1.01, "{difference} in {position:?}");
    }
}

#[test]
fn the_slopes_are_those_of_finite_differences() {
    let model = |params: &[f32]| {
        let mut model = ClassicModel::new(&Weights::built_in(), true, SCALE);
        model.set(params);
        model
    };
    let features = PackedPosition::of(&positions()[50]);
    let seen = [Seen { features: &features, mirrored: false }];
    let start = model(&[0.0; ClassicModel::COUNT]).start();
    let mut block = ClassicBlock::default();
    let mut gradient = vec![0.0; ClassicModel::COUNT];
    let at_start = model(&start);
    let before = at_start.forward(&seen, &mut block)[0];
    at_start.backward(&seen, &[1.0], &mut block, &mut gradient);
    let switched: Vec<_> = (0..gradient.len()).filter(|&index| gradient[index] != 0.0).collect();
    assert!(switched.len() > 50, "{}", switched.len());
    for &index in switched.iter().step_by(7) {
        let mut moved = start.clone();
        moved[index] += 16.0;
        let difference = model(&moved).forward(&seen, &mut block)[0] - before;
        let expected = 16.0 * gradient[index];
        assert!((difference - expected).abs() < 1e-4, "{index}: {difference} for {expected}");
    }
}

#[test]
fn values_are_learned_and_pawns_stay_pawns() {
    let folder = tempfile::tempdir().unwrap();
    common::play(folder.path(), &common::plan(23), 12, 2, u64::MAX).unwrap();
    let mut samples = Samples::default();
    let filter = Filter { validation_of: 3, ..Filter::default() };
    let mut teacher = Teacher::new(EvalKind::Classic, 6, 5);
    for game in common::games(folder.path()) {
        samples.add_taught(&game, &filter, &mut teacher).unwrap();
    }
    let settings = Settings {
        epochs: 6,
        batch: 64,
        rate: 4.0,
        final_rate: 0.1,
        lambda: 1.0,
        horizon: None,
        scale: SCALE,
        decay: 0.0,
        mirror: true,
        seed: 11,
        data: 1,
        start: 0,
        shape: None,
        ranking: None,
        beside: None,
    };
    let learned = |threads| {
        let start = Weights::by_hand(&Params::default());
        let model = ClassicModel::new(&start, true, SCALE);
        let params = model.start();
        let state = State::new(params);
        let mut trainer = Trainer::new(&settings, &samples, model, state, threads);
        let before = trainer.judge(&samples.validation).loss;
        while !trainer.is_done() {
            assert!(trainer.epoch(&StopToken::new(), &mut |_| ()));
        }
        let after = trainer.state().best_epoch().unwrap().validation.loss;
        (before, after, trainer.model().rounded(trainer.state().best_params()).unwrap())
    };
    let (before, after, weights) = learned(1);
    assert!(after < before - 0.005, "{after} after {before}");
    assert_eq!(learned(1).2, weights);
    assert!((learned(2).1 - after).abs() < 1e-3);
    // On the board and, behind thirteen kinds, in hand.
    let material = &weights.numbers()[Group::Material.range()];
    assert_eq!(i32::from(material[0] + material[13]), 100 * UNIT);
}
